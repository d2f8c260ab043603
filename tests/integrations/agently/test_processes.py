"""Agents in several processes: one that goes on where a killed one was, and two that use one session."""

from __future__ import annotations

import pytest

from manager import SessionManager
from manager.integrations.agently import attach
from tests.backends import SYSTEMS
from tests.integrations.agently import others
from tests.integrations.agently.scripted import ScriptedModel, texts
from tests.processes import end_of, running


@pytest.mark.backends("sqlite")
def test_an_agent_goes_on_where_a_killed_one_was(
    model: ScriptedModel, database_url: str, store: SessionManager
) -> None:
    with running(others.ask_and_be_killed, database_url, model.url, "Oslo?") as process:
        assert end_of(process) == -9
    agent = attach(model.agent(input_keys=["input"]), store).activate_session(session_id="a")
    session = agent.activated_session
    assert (texts(session.full_context), session.memo) == (["[input]:\nOslo?", "answer 1"], {"city": "Oslo"})
    assert texts(agent.agent_prompt["chat_history"]) == ["[input]:\nOslo?", "answer 1"]
    agent.input("And in May?").start()
    assert [message["role"] for message in model.asked[-1]][-3:] == ["user", "assistant", "user"]
    assert model.asked[-1][-2]["content"] == "answer 1"
    assert store.session("a").info().settings["session.max_length"] == 400
    assert store.verify().ok


@pytest.mark.backends(*SYSTEMS)
def test_two_processes_use_one_session(model: ScriptedModel, database_url: str, store: SessionManager) -> None:
    with (
        running(others.ask_often, database_url, model.url, "here", 5) as one,
        running(others.ask_often, database_url, model.url, "there", 5) as other,
    ):
        assert (end_of(one), end_of(other)) == (0, 0)
    log = [(message.role, message.content) for message in store.session("a").log()]
    for name in ("here", "there"):
        asked = [content for role, content in log if role == "user" and f" {name} " in content.replace("\n", " ")]
        assert asked == [f"[input]:\n{name} {number}" for number in range(5)]
    answers = {content for role, content in log if role == "assistant"}
    assert answers == {f"answer {number}" for number in range(1, 11)}
    info = store.session("a").info()
    assert (info.head_seq, info.full_count) == (20, 20)
    assert info.window_length <= 300
    assert store.verify().ok
