"""Calls that wait for a person: asked in one process, answered in another, with the conversation cut in between."""

from __future__ import annotations

import pytest
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults
from pydantic_ai.messages import ModelRequest, UserPromptPart

from manager import SessionManager
from manager.integrations.pydantic_ai import LedgerHistory
from tests.faces import Face
from tests.integrations.pydantic_ai.scripted import Script, calls, contents, run, says, shape, unpaired
from tests.processes import end_of, running

pytestmark = [pytest.mark.backends("sqlite"), pytest.mark.faces("sync")]

APPROVED = DeferredToolResults(approvals={"pay": True})


def paying_agent(script: Script) -> Agent[None, str | DeferredToolRequests]:
    agent = Agent(script.model, output_type=[str, DeferredToolRequests], system_prompt="Be careful.")

    @agent.tool_plain(requires_approval=True)
    def pay(amount: int) -> str:
        return f"paid {amount}"

    @agent.tool_plain
    def look() -> str:
        return "seen"

    return agent


def asks_to_pay() -> Script:
    return Script(calls(("pay", {"amount": 7}, "pay"), ("look", {}, "look")))


def approve(url: str) -> None:
    """In a process of its own."""
    with SessionManager(url) as manager:
        history = LedgerHistory("one", manager)
        agent, loaded = paying_agent(Script(says("Paid."))), history.load()
        agent.run_sync(message_history=loaded, deferred_tool_results=APPROVED, capabilities=[history])


@pytest.mark.faces("sync", "async")
def test_asked_and_answered(manager: SessionManager, face: Face) -> None:
    history, again = LedgerHistory("one", manager), LedgerHistory("one", manager)
    asked = run(face, paying_agent(asks_to_pay()), "Pay 7.", capabilities=[history])
    assert isinstance(asked.output, DeferredToolRequests)
    assert face.call(again.load) == asked.all_messages()
    script = Script(says("Paid."))
    loaded = face.call(again.load)
    options = {"message_history": loaded, "deferred_tool_results": APPROVED, "capabilities": [again]}
    result = run(face, paying_agent(script), **options)
    assert result.output == "Paid."
    assert face.call(history.load) == result.all_messages()
    assert unpaired(script.requests[-1]) == []
    roles = [message.role for message in face(history.session).log()]
    assert roles == ["system", "user", "assistant", "tool", "tool", "assistant"]


def test_answered_in_another_process(manager: SessionManager, face: Face, database_url: str) -> None:
    history = LedgerHistory("one", manager)
    paying_agent(asks_to_pay()).run_sync("Pay 7.", capabilities=[history])
    with running(approve, database_url) as process:
        assert end_of(process) == 0
    assert shape(history.load())[2:] == ["tool-return", "tool-return", "text"]
    assert [contents(message) for message in history.load()][2:] == [["seen"], ["paid 7"], ["Paid."]]
    assert history.session.check_window() == []


def test_a_call_that_left_the_window_comes_back_with_its_answer(manager: SessionManager, face: Face) -> None:
    """Somebody goes on while the call waits; under a limit it leaves the window meanwhile."""
    history = LedgerHistory("one", manager)
    history.session.set_settings("session.max_messages", 8)
    asked = paying_agent(asks_to_pay()).run_sync("Pay 7.", capabilities=[history])
    waiting = asked.all_messages()
    for number in range(4):
        history.save([ModelRequest([UserPromptPart(f"And {number}?")]), says(f"Yes, {number}.")])
    assert "tool-call tool-call" not in shape(history.load())
    script = Script(says("Paid."))
    agent = paying_agent(script)
    agent.run_sync(message_history=waiting, deferred_tool_results=APPROVED, capabilities=[history])
    assert unpaired(script.requests[-1]) == []
    assert shape(script.requests[-1])[-2:] == ["tool-call tool-call", "tool-return tool-return"]
    assert history.session.check_window() == []
    assert len(history.session.log()) == 4 + 8 + 2


@pytest.mark.parametrize("take_back", ["reset_chat_history", "pop_message"])
def test_an_answer_whose_call_was_taken_back(manager: SessionManager, face: Face, take_back: str) -> None:
    """The request that brings it is sent with its call; a later one, of the session, is sent neither."""
    history = LedgerHistory("one", manager)
    waiting = paying_agent(Script(calls(("pay", {"amount": 7}, "pay")))).run_sync("Pay 7.", capabilities=[history])
    getattr(history.session, take_back)()
    script = Script(says("Paid."))
    agent = paying_agent(script)
    given = waiting.all_messages()
    agent.run_sync(message_history=given, deferred_tool_results=APPROVED, capabilities=[history])
    assert shape(script.requests[0]) == ["tool-call", "tool-return"]
    assert unpaired(script.requests[0]) == unpaired(history.load()) == []
    agent.run_sync("Thanks.", message_history=history.load(), capabilities=[history])
    assert unpaired(script.requests[1]) == []
    assert [message.role for message in history.session.log()].count("tool") == 1
