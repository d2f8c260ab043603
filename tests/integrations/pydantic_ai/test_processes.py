"""Several processes and threads in one session, and processes that are killed."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter, ModelRequest, ModelResponse, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from manager import SessionManager
from manager.integrations.pydantic_ai import LedgerHistory
from tests.backends import SYSTEMS
from tests.faces import Face
from tests.integrations.pydantic_ai.scripted import Script, calls, prompts, run, says, shape, unpaired
from tests.processes import at_once, end_of, kill_oneself, running

RUNS = 4


def looking_agent(script: Script, look: Callable[[], object] = lambda: "nothing") -> Agent[None, str]:
    agent = Agent(script.model, instructions="Be brief.")

    @agent.tool_plain(name="look")
    def looked() -> str:
        return str(look())

    return agent


def talk(url: str, name: str) -> list[str]:
    """Some runs with a tool, in a process of its own; what was wrong with what the model was sent."""
    wrong: list[str] = []
    with SessionManager(url) as manager:
        history = LedgerHistory("shared", manager)
        for number in range(RUNS):
            prompt = f"{name} {number}"
            script = Script(calls(("look", {}, f"call {prompt}")), says(f"answer {prompt}"))
            looking_agent(script).run_sync(prompt, message_history=history.load(), capabilities=[history])
            for request in script.requests:
                wrong += [call for call in unpaired(request) if call.startswith(f"call {name}")]
                if prompt not in prompts(request):
                    wrong.append(f"{prompt} was not sent")
    return wrong


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
def test_two_processes_talk_in_one_session(manager: SessionManager, face: Face, database_url: str) -> None:
    assert at_once(talk, [(database_url, "a"), (database_url, "b")]) == [[], []]
    log = manager.session("shared").log()
    assert len(log) == 2 * RUNS * 4
    for name in ("a", "b"):
        said = [message["parts"][0].get("content") for message in log]
        own = [text for text in said if isinstance(text, str) and f"{name} " in text]
        assert own == [text for number in range(RUNS) for text in (f"{name} {number}", f"answer {name} {number}")]
    for call in (message for message in log if message["parts"][0]["part_kind"] == "tool-call"):
        after = log[call.seq or 0]  # the one right behind it: they are stored together
        assert after["parts"][0]["tool_call_id"] == call["parts"][0]["tool_call_id"]
    assert manager.verify().ok


@pytest.mark.backends(*SYSTEMS)
def test_a_run_saved_by_several_at_once_is_stored_once(make_manager: Callable[..., SessionManager], face: Face) -> None:
    result = looking_agent(Script(calls(("look", {}, "a")))).run_sync("Look.")
    messages = ModelMessagesTypeAdapter.validate_json(result.all_messages_json())
    histories = [LedgerHistory("one", make_manager()) for _ in range(4)]
    face.together([(history.save, messages) for history in histories])
    assert face.call(histories[0].load) == result.all_messages()
    assert face.call(histories[0].save, result).messages == ()


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_runs_of_one_history_in_many_threads(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)

    def talk_in_thread(prompt: str) -> None:
        script = Script(calls(("look", {}, prompt)))
        asyncio.run(looking_agent(script).run(prompt, capabilities=[history]))  # a loop of its own
        assert all(prompt in prompts(request) for request in script.requests)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(talk_in_thread, [f"prompt {number}" for number in range(4)]))
    assert sorted(prompts(history.load())) == [f"prompt {number}" for number in range(4)]
    assert len(history.session.log()) == 16


def die_in_the_tool(url: str) -> None:
    with SessionManager(url) as manager:
        history = LedgerHistory("one", manager)
        agent = looking_agent(Script(calls(("look", {}, "a"))), kill_oneself)
        agent.run_sync("Look.", capabilities=[history])


def die_in_the_model(url: str) -> None:
    def respond(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        kill_oneself()
        raise AssertionError

    with SessionManager(url) as manager:
        Agent(FunctionModel(respond)).run_sync("Look.", capabilities=[LedgerHistory("one", manager)])


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
@pytest.mark.parametrize("die", [die_in_the_tool, die_in_the_model])
def test_after_a_kill_the_prompt_is_there_and_the_conversation_goes_on(
    manager: SessionManager, face: Face, database_url: str, die: Callable[[str], None]
) -> None:
    with running(die, database_url) as process:
        assert end_of(process) == -signal.SIGKILL
    history = LedgerHistory("one", manager)
    assert shape(history.load()) == ["user-prompt"]
    script = Script(calls(("look", {}, "b")), says("Nothing."), says("Yes."))
    agent = looking_agent(script)
    assert agent.run_sync(message_history=history.load(), capabilities=[history]).output == "Nothing."
    assert agent.run_sync("Sure?", message_history=history.load(), capabilities=[history]).output == "Yes."
    assert prompts(script.requests[-1]) == ["Look.", "Sure?"]
    assert history.session.check_window() == []
    assert len(history.session.log()) == 6


@pytest.mark.backends(*SYSTEMS)
def test_a_clear_by_another_stands(manager: SessionManager, face: Face) -> None:
    """The session is cleared while the model answers: what it is told next begins with the answer."""
    history = LedgerHistory("one", manager)
    face.call(history.save, [ModelRequest([UserPromptPart("before")]), says("Yes.")])
    script = Script(calls(("look", {}, "a")), says("Nothing."))

    def clear() -> str:
        manager.session("one").reset_chat_history()
        return "cleared"

    agent = looking_agent(script, clear)
    loaded = face.call(history.load)
    assert run(face, agent, "Look.", message_history=loaded, capabilities=[history]).output == "Nothing."
    assert "before" not in prompts(face.call(history.load))
    assert unpaired(script.requests[-1]) == []
    assert len(face(history.session).log()) == 6
