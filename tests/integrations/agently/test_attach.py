"""Attaching an agent: once, before or after its sessions were activated, with what was said in them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from manager import InvalidArgumentError, InvalidIdError, SessionManager
from manager.integrations.agently import LedgerSession, attach
from tests.integrations.agently.scripted import Agently, AgentlySession, ScriptedModel, dumped, texts, user

pytestmark = pytest.mark.backends("sqlite")


def test_attaching_gives_the_agent_and_changes_nothing_the_second_time(
    model: ScriptedModel, store: SessionManager
) -> None:
    agent = model.agent(input_keys=["input"])
    assert attach(agent, store) is agent
    session = agent.activate_session(session_id="a").activated_session
    assert attach(agent, store) is agent
    assert agent.activate_session(session_id="a").activated_session is session
    agent.input("Oslo?").start()
    assert len(store.session("a").log()) == 2


def test_an_agent_is_attached_to_one_manager(model: ScriptedModel, store: SessionManager) -> None:
    agent = attach(model.agent(), store)
    with (
        SessionManager("sqlite://") as other,
        pytest.raises(InvalidArgumentError, match="which this agent is attached"),
    ):
        attach(agent, other)


@pytest.mark.parametrize("agent", [None, "agent", Agently.create_request()])
def test_what_is_no_agent_is_refused(store: SessionManager, agent: Any) -> None:
    with pytest.raises(InvalidArgumentError, match="create_agent"):
        attach(agent, store)


def test_the_url_of_a_database_will_do(model: ScriptedModel, database_url: str, store: SessionManager) -> None:
    agents = [attach(model.agent(), database_url) for _ in range(2)]
    for agent in agents:
        agent.activate_session(session_id="a").add_chat_history(user("one"))
        assert attach(agent, database_url) is agent
    assert len(store.session("a").log()) == 2


def test_ids_that_cannot_be_kept_are_refused(model: ScriptedModel, store: SessionManager) -> None:
    agent = attach(model.agent(), store)
    with pytest.raises(InvalidIdError):
        agent.activate_session(session_id="")
    assert (agent.sessions, agent.activated_session) == ({}, None)


# --- sessions from before -----------------------------------------------------------------------


def newest(full: Any, window: Any, memo: Any, settings: Any) -> Any:
    return None, window[-1:], {"seen": len(full)}


def test_sessions_from_before_are_taken_along(model: ScriptedModel, store: SessionManager) -> None:
    agent = model.agent(max_length=110)
    one = agent.activate_session(session_id="one").activated_session
    one.register_resize_handler("newest", newest)
    one.add_chat_history([{"role": "user", "content": f"m{number}" + "." * 18} for number in range(4)])
    one.run_resize_strategy("newest")
    two = agent.activate_session(session_id="two").activated_session
    bound = two.add_chat_history
    two.session_settings["max_length"] = 60
    empty = agent.activate_session(session_id="empty").activated_session
    before = {session.id: (dumped(session.full_context), dumped(session.context_window)) for session in (one, two)}

    attach(agent, store)
    assert agent.sessions == {"one": one, "two": two, "empty": empty}
    for session in (one, two, empty):
        assert type(session) is LedgerSession
        assert isinstance(session, AgentlySession)
    for session in (one, two):
        assert (dumped(session.full_context), dumped(session.context_window)) == before[session.id]
    assert (len(before["one"][0]), len(before["one"][1])) == (4, 1)
    assert one.memo == store.session("one").memo == {"seen": 4}
    assert agent.activated_session is empty
    assert [info.session_id for info in store.list_sessions()] == ["one"]

    one.add_chat_history(user("m4"))
    one.run_resize_strategy("newest")
    assert texts(one.context_window) == ["m4"]
    two.add_chat_history([user("x" * 25), user("y" * 25)])
    assert texts(two.context_window) == ["y" * 25]
    asyncio.run(empty.async_add_chat_history(user("first")))
    assert [len(store.session(name).log()) for name in ("one", "two", "empty")] == [5, 2, 1]
    del bound


def test_what_was_said_before_follows_what_the_store_has(model: ScriptedModel, store: SessionManager) -> None:
    """A restarted agent that was used for a moment before it was attached."""
    store.session("a").append(user("yesterday"))
    store.session("a").set_memo("old")
    agent = model.agent()
    agent.activate_session(session_id="silent")
    session = agent.activate_session(session_id="a").activated_session
    session.register_resize_handler("note", lambda full, window, memo, settings: (None, None, "new"))
    session.add_chat_history(user("today"))
    session.run_resize_strategy("note")
    attach(agent, store)
    assert texts(session.full_context) == texts(session.context_window) == ["yesterday", "today"]
    assert session.memo == "new"


def test_what_cannot_be_stored_is_left_as_it_was(model: ScriptedModel, store: SessionManager) -> None:
    agent = model.agent()
    session = agent.activate_session(session_id="a").activated_session
    session.add_chat_history(user("one"))
    session.register_resize_handler("note", lambda full, window, memo, settings: (None, None, object()))
    session.run_resize_strategy("note")
    with pytest.raises(TypeError):
        attach(agent, store)
    assert (type(session), texts(session.full_context)) == (AgentlySession, ["one"])
    assert list(store.list_sessions()) == []
    session.register_resize_handler("note", lambda full, window, memo, settings: (None, None, "text"))
    session.run_resize_strategy("note")
    attach(agent, store)
    assert (texts(session.full_context), store.session("a").memo) == (["one"], "text")


def test_a_session_of_a_class_of_its_own_is_not_taken_for_ours(model: ScriptedModel, store: SessionManager) -> None:
    class OwnSession(AgentlySession):
        pass

    agent = model.agent()
    agent.sessions["a"] = agent.activated_session = OwnSession("a")
    with pytest.raises(InvalidArgumentError, match="OwnSession"):
        attach(agent, store)


def test_a_session_without_an_agent(store: SessionManager, model: ScriptedModel) -> None:
    """The seed's last example, with the manager named."""
    agent = attach(model.agent(max_length=100), store)
    session = LedgerSession(auto_resize=False, settings=agent.settings, manager=store)
    session.add_chat_history([user("x" * 30) for _ in range(4)])
    assert len(session.context_window) == 4
    session.resize()
    assert len(session.context_window) == 1
    assert len(store.session(session.id).log()) == 4
