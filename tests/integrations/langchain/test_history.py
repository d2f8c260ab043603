"""`LedgerChatMessageHistory`: the contract of LangChain's histories, and what the ledger keeps beside it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.chat_history import InMemoryChatMessageHistory
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import Runnable
from langchain_core.runnables.history import RunnableWithMessageHistory

from manager import InvalidArgumentError, SessionManager
from manager.integrations.langchain import LedgerChatMessageHistory
from tests import processes
from tests.backends import SYSTEMS
from tests.faces import AsyncFace, Face
from tests.integrations.langchain.scripted import ScriptedModel, Through, calls, run, texts, unpaired

THREAD: Any = {"configurable": {"session_id": "thread"}}


@pytest.mark.backends(*SYSTEMS)
def test_what_is_added_is_read_until_it_is_cleared(face: Face, manager: SessionManager) -> None:
    history = LedgerChatMessageHistory("thread", manager)
    assert repr(history) == "LedgerChatMessageHistory('thread')"
    through = Through(face, history)
    said: list[BaseMessage] = [HumanMessage("Hello"), AIMessage("Hi", id="1")]
    assert through.messages == []
    through.add([])
    through.add(said)
    assert through.messages == said
    through.messages.clear()  # a list of the reader's own
    assert str(history) == "Human: Hello\nAI: Hi"
    through.clear()
    assert through.messages == []
    assert len(face(history.session).log()) == 2
    (cleared, *_) = face(history.session).revisions()
    assert (cleared.kind, cleared.reason) == ("reset", f"{'a' * (face.name == 'async')}clear() of the message history")
    through.add([HumanMessage("Again")])
    face(history.session).undo()
    assert texts(through.messages) == ["Hello", "Hi", "Again"]


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_it_is_as_the_frameworks_own(manager: SessionManager) -> None:
    @given(st.lists(st.one_of(st.none(), st.lists(st.sampled_from("abc"), max_size=3))))
    def check(steps: list[list[str] | None]) -> None:
        history, own = LedgerChatMessageHistory("any", manager), InMemoryChatMessageHistory()
        history.clear()
        logged = len(history.session.log())
        for step in steps:
            for each in (history, own):
                if step is None:
                    each.clear()
                elif len(step) == 1:
                    each.add_user_message(step[0])
                else:
                    each.add_messages([AIMessage(text) for text in step])
            assert history.messages == own.messages
        assert len(history.session.log()) - logged == sum(len(step) for step in steps if step)

    check()


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_a_cut_keeps_calls_with_their_results_and_the_system_prompt(manager: SessionManager) -> None:
    manager.set_settings("session.max_messages", 5)
    history = LedgerChatMessageHistory("thread", manager)
    history.add_messages([SystemMessage("Be brief.")])
    for turn in range(6):
        names = [f"{turn} {letter}" for letter in "ab"]
        answers = [ToolMessage(f"sunny {name}", tool_call_id=name) for name in names]
        for message in (HumanMessage(f"Question {turn}"), calls(*names), *answers, AIMessage(f"Answer {turn}")):
            history.add_messages([message])
            window = history.messages
            assert len(window) <= 5
            assert texts(window)[0] == "Be brief."
            if not isinstance(message, AIMessage | ToolMessage) or message.text.startswith("Answer"):
                assert unpaired(window) == []
    assert len(history.session.log()) == 31


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_a_url_is_one_manager_a_process(database_url: str) -> None:
    first, second = (LedgerChatMessageHistory("thread", database_url) for _ in range(2))
    first.add_user_message("Hello")
    assert texts(second.messages) == ["Hello"]
    with pytest.raises(InvalidArgumentError):
        LedgerChatMessageHistory("thread", 1)  # type: ignore[arg-type]


def with_history(model: ScriptedModel, manager: SessionManager, *, named: bool) -> Runnable[Any, Any]:
    """A chain with a history: given by name to the prompt, or put before the messages of the input."""

    def of_session(session_id: str) -> LedgerChatMessageHistory:
        return LedgerChatMessageHistory(session_id, manager)

    if not named:
        return RunnableWithMessageHistory(model, of_session)
    prompt = ChatPromptTemplate.from_messages(
        [("system", "Be brief."), MessagesPlaceholder("history"), ("human", "{question}")]
    )
    return RunnableWithMessageHistory(
        prompt | model, of_session, input_messages_key="question", history_messages_key="history"
    )


@pytest.mark.backends("sqlite")
@pytest.mark.parametrize("named", [False, True])
def test_runnable_with_message_history(face: Face, manager: SessionManager, named: bool) -> None:
    manager.set_settings("session.max_messages", 4)
    model = ScriptedModel()
    chain = with_history(model, manager, named=named)
    for turn in range(1, 5):
        given = {"question": f"Question {turn}"} if named else [HumanMessage(f"Question {turn}")]
        assert run(face, chain, given, THREAD).text == f"answer {turn}"
    seen = [[text for text in texts(sent) if text != "Be brief."] for sent in model.sent]
    assert seen[-1] == ["Question 2", "answer 2", "Question 3", "answer 3", "Question 4"]
    history = LedgerChatMessageHistory("thread", manager)
    assert len(face(history.session).log()) == 8
    assert [message.id for message in Through(face, history).messages if isinstance(message, AIMessage)] != [None] * 2


@pytest.mark.backends("sqlite")
def test_a_streamed_answer_is_logged_once(face: Face, manager: SessionManager) -> None:
    chain = with_history(ScriptedModel(), manager, named=True)

    async def streamed() -> list[Any]:
        return [part async for part in chain.astream({"question": "Hello"}, THREAD)]

    parts = face.run(streamed()) if isinstance(face, AsyncFace) else list(chain.stream({"question": "Hello"}, THREAD))
    assert "".join(part.text for part in parts) == "answer 1"
    assert texts(Through(face, LedgerChatMessageHistory("thread", manager)).messages) == ["Hello", "answer 1"]


@pytest.mark.backends(*SYSTEMS)
def test_many_at_once_share_a_history(face: Face, manager: SessionManager) -> None:
    histories = [LedgerChatMessageHistory("thread", manager) for _ in range(4)]
    pairs = [[HumanMessage(f"Question {writer}"), AIMessage(f"Answer {writer}")] for writer in range(4)]
    if isinstance(face, AsyncFace):

        async def added() -> None:
            await asyncio.gather(*(history.aadd_messages(pair) for history, pair in zip(histories, pairs, strict=True)))

        face.run(added())
    else:
        face.together([(history.add_messages, pair) for history, pair in zip(histories, pairs, strict=True)])
    assert_whole_pairs(texts(Through(face, histories[0]).messages), 4)
    assert manager.verify().ok


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_processes_share_a_history(database_url: str, manager: SessionManager) -> None:
    processes.at_once(add_pairs, [(database_url, writer) for writer in range(2)])
    assert_whole_pairs(texts(LedgerChatMessageHistory("thread", manager).messages), 10)


def add_pairs(database_url: str, writer: int) -> None:
    with SessionManager(database_url) as manager:
        history = LedgerChatMessageHistory("thread", manager)
        for number in range(5):
            history.add_messages([HumanMessage(f"Question {writer} {number}"), AIMessage(f"Answer {writer} {number}")])


def assert_whole_pairs(found: list[str], pairs: int) -> None:
    questions, answers = found[::2], found[1::2]
    assert len(set(questions)) == pairs
    assert [question.replace("Question", "Answer") for question in questions] == answers
