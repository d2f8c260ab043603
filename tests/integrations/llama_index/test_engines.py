"""Chat engines and agents: what the model is sent is the session's context window, and all of it is in the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.chat_engine.types import StreamingAgentChatResponse
from llama_index.core.memory import ChatMemoryBuffer, ChatSummaryMemoryBuffer, Memory
from llama_index.core.memory.types import BaseMemory
from llama_index.core.tools import FunctionTool

from manager import SessionManager
from manager.integrations.llama_index import AsyncLedgerChatStore, LedgerChatStore, from_ledger, to_ledger
from tests.faces import AsyncFace, Face
from tests.integrations.llama_index.scripted import ScriptedLLM, answers, calls, needs_memory, says, texts, user
from tests.provider_rules import problems


def buffer(manager: SessionManager) -> BaseMemory:
    return ChatMemoryBuffer(
        chat_store=LedgerChatStore(manager), chat_store_key="s", token_limit=10_000, tokenizer_fn=str.split
    )


def memory(manager: SessionManager) -> BaseMemory:
    return Memory(sql_store=AsyncLedgerChatStore(manager), session_id="s", token_limit=10_000, tokenizer_fn=str.split)


each_memory = pytest.mark.parametrize("make_memory", [buffer, pytest.param(memory, marks=needs_memory)])


def engine(llm: ScriptedLLM, kept: BaseMemory) -> SimpleChatEngine:
    return SimpleChatEngine(llm=llm, memory=kept, prefix_messages=[says("Be brief.", "system")])


@each_memory
@pytest.mark.backends("sqlite")
def test_a_chat_engine_sends_the_window(
    make_manager: Callable[..., SessionManager], face: Face, make_memory: Callable[[SessionManager], BaseMemory]
) -> None:
    """Over two processes' worth of managers: the second goes on with what the first said."""
    for turns in (range(4), range(4, 8)):
        manager = make_manager(settings={"session.max_length": 400})
        llm = ScriptedLLM(*(says(f"answer {turn}") for turn in turns))
        chat = engine(llm, make_memory(manager))
        for turn in turns:
            before = face(manager.session("s")).context_window
            if isinstance(face, AsyncFace):
                face.run(chat.achat(f"question {turn}"))
            else:
                chat.chat(f"question {turn}")
            sent = llm.sent[-1]
            assert sent[-1] == user(f"question {turn}")
            assert [to_ledger(message) for message in sent[1:-1]] == [dict(message) for message in before][
                len(before) - len(sent) + 2 :
            ]
            assert face(manager.session("s")).info().window_length <= 400
    assert len(face(manager.session("s")).log()) == 16
    assert len(sent) < 8


@pytest.mark.skipif(
    not hasattr(StreamingAgentChatResponse, "write_response_to_history_thread"),
    reason="this version does not say when it has written",
)
@each_memory
def test_what_streams_is_kept_too(make_memory: Callable[[SessionManager], BaseMemory]) -> None:
    async def streamed(manager: SessionManager) -> None:
        chat = engine(ScriptedLLM(says("one")), make_memory(manager))
        response = await chat.astream_chat("hi")
        assert [token async for token in response.async_response_gen()] == ["one"]
        task = response.awrite_response_to_history_task
        if task is not None:
            await task

    with SessionManager("sqlite://") as manager, asyncio.Runner() as runner:
        chat = engine(ScriptedLLM(says("one")), make_memory(manager))
        response = chat.stream_chat("hi")
        assert list(response.response_gen) == ["one"]
        if response.write_response_to_history_thread is not None:
            response.write_response_to_history_thread.join()
        runner.run(streamed(manager))
        assert texts(list(map(from_ledger, manager.session("s").log()))) == ["hi", "one"] * 2


@each_memory
def test_an_engine_that_is_reset_can_be_brought_back(make_memory: Callable[[SessionManager], BaseMemory]) -> None:
    with SessionManager("sqlite://") as manager:
        chat = engine(ScriptedLLM(says("one"), says("two")), make_memory(manager))
        chat.chat("first")
        chat.reset()
        chat.chat("second")
        assert texts(chat.chat_history) == ["second", "two"]
        session = manager.session("s")
        session.undo()
        assert texts(chat.chat_history) == ["first", "one", "second", "two"]
        assert len(session.log()) == 4


def test_a_list_that_is_handed_in_at_every_turn_is_logged_once() -> None:
    with SessionManager("sqlite://") as manager:
        llm = ScriptedLLM(*(says(f"{turn}") for turn in range(5)))
        chat, history = engine(llm, buffer(manager)), list[ChatMessage]()
        for turn in range(5):
            chat.chat(f"question {turn}", chat_history=history)
            history += [user(f"question {turn}"), says(f"{turn}")]
        assert len(manager.session("s").log()) == 10
        assert manager.session("s").info().revision == 1


def test_a_summary_buffer_logs_nothing_twice() -> None:
    """At every read it deletes all and sets it again, with a summary in the place of what is too much."""
    with SessionManager("sqlite://") as manager:
        llm = ScriptedLLM(*(says(f"Summary {number}.") for number in range(30)))
        kept = ChatSummaryMemoryBuffer(
            llm=llm,
            chat_store=LedgerChatStore(manager),
            chat_store_key="s",
            token_limit=12,
            tokenizer_fn=str.split,
            count_initial_tokens=False,
        )
        for number in range(6):
            kept.put(user(f"question number {number}"))
            given = kept.get()
            assert texts(given) == texts(kept.chat_store.get_messages("s"))
            kept.put(says(f"answer number {number}"))
        session = manager.session("s")
        assert (given[0].content or "").startswith("Summary")
        assert texts(list(map(from_ledger, session.log()))) == [
            text for number in range(6) for text in (f"question number {number}", f"answer number {number}")
        ]
        assert session.info().full_count == 12
        assert manager.verify().ok


# --- agents -------------------------------------------------------------------------------------


def weather(city: str) -> str:
    """What the weather is."""
    return f"19 degrees in {city}. " + "It rains. " * 20


TOOLS: list[Any] = [FunctionTool.from_defaults(weather)]


def turns_of(count: int) -> list[ChatMessage]:
    return [
        reply
        for turn in range(count)
        for reply in (calls(f"a{turn}", f"b{turn}", city="Oslo"), says(f"It is 19 degrees, {turn}."))
    ]


@each_memory
@pytest.mark.backends("sqlite")
@pytest.mark.faces("async")
def test_an_agent_keeps_calls_and_results_together(
    manager: SessionManager, face: AsyncFace, make_memory: Callable[[SessionManager], BaseMemory]
) -> None:
    manager.set_settings("session.max_length", 2500)
    llm = ScriptedLLM(*turns_of(6))
    agent = FunctionAgent(llm=llm, tools=TOOLS, streaming=False)
    kept = make_memory(manager)
    session = manager.session("s")

    async def run(turn: int) -> str:
        return str(await agent.run(f"Weather in Oslo, {turn}?", memory=kept))

    for turn in range(6):
        assert "It is 19" in face.run(run(turn))
        assert face(session).check_window() == []
        for sent in llm.sent[-2:]:
            assert problems([in_chat_form(message) for message in sent]) == []
    assert len(face(session).log()) == 30
    assert face(session).info().window_count < 30
    assert face(session).search("19 degrees in oslo", in_window=False)
    assert face(manager).verify().ok


@needs_memory
def test_a_workflow_of_agents_shares_a_memory(tmp_path: Path) -> None:
    async def run(url: str) -> int:
        manager = SessionManager(url)
        llm = ScriptedLLM(*turns_of(1))
        flow = AgentWorkflow.from_tools_or_functions([weather], llm=llm)
        for agent in flow.agents.values():
            agent.streaming = False
        output = await flow.run("Weather in Oslo?", memory=memory(manager))
        assert "It is 19" in str(output)
        log = await manager.session("s").async_log()
        assert [message.role async for message in log] == ["user", "assistant", "tool", "tool", "assistant"]
        await manager.async_close()
        return len(log)

    assert asyncio.run(run(f"sqlite:///{tmp_path}/a.db")) == 5


def in_chat_form(message: ChatMessage) -> dict[str, Any]:
    """As an integration for OpenAI sends it."""
    stored = to_ledger(message)
    made = [
        {"id": block["tool_call_id"], "type": "function", "function": {"name": block["tool_name"], "arguments": "{}"}}
        for block in stored["blocks"]
        if block["block_type"] == "tool_call"
    ]
    sent = {"role": stored["role"], "content": message.content}
    made = made or stored["additional_kwargs"].get("tool_calls", [])
    if made:
        sent["tool_calls"] = made
    if message.role == "tool":
        sent["tool_call_id"] = stored["additional_kwargs"]["tool_call_id"]
    return sent


def test_an_answer_that_came_late_brings_its_call_back() -> None:
    with SessionManager("sqlite://", settings={"session.max_length": 700}) as manager:
        store, session = LedgerChatStore(manager), manager.session("s")
        for message in (user("Refund?"), calls("c"), user("And a dog?"), *(says("still waiting") for _ in range(5))):
            store.add_message("s", message)
        assert 2 not in [message.seq for message in session.context_window]
        store.add_message("s", answers("c", "approved"))
        assert [message.seq for message in session.context_window][-2:] == [2, 9]
        assert store.get_messages("s")[-2:] == [calls("c"), answers("c", "approved")]
