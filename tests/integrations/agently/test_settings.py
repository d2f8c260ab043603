"""Which settings govern: the agent's at the time of use, then what is stored with the session, then the manager's."""

from __future__ import annotations

from typing import Any

import pytest

from manager import InvalidSettingError, OverLimitWarning, ResizeFailedWarning, SessionManager
from manager.integrations.agently import attach
from tests.integrations.agently.scripted import ScriptedModel, texts, user

pytestmark = pytest.mark.backends("sqlite")

#: 50 characters, as Agently counts.
FIFTY = user("x" * 19)
assert len(str(FIFTY)) == 50


def in_window(agent: Any) -> int:
    """How many are in the window after one more of those messages."""
    agent.add_chat_history(FIFTY)
    return len(agent.activated_session.context_window)


@pytest.fixture
def attached(model: ScriptedModel, store: SessionManager) -> Any:
    """Gives another agent, as another process has one, with the session `a` activated."""
    return lambda **settings: attach(model.agent(**settings), store).activate_session(session_id="a")


def test_a_limit_set_after_the_activation_is_in_force(attached: Any) -> None:
    """Agently's own session would not hear of it: it has noted that there is none."""
    agent = attached()
    assert [in_window(agent) for _ in range(3)] == [1, 2, 3]
    agent.set_settings("session.max_length", 100)
    assert in_window(agent) == 2
    agent.set_settings("session.max_length", 150)
    assert [in_window(agent) for _ in range(2)] == [3, 3]
    agent.set_settings("session.max_length", None)
    assert in_window(agent) == 4


def test_a_limit_is_stored_for_an_agent_that_has_none(attached: Any, store: SessionManager) -> None:
    assert [in_window(attached(max_length=100)) for _ in range(4)] == [1, 2, 2, 2]
    assert store.session("a").info().settings["session.max_length"] == 100
    agent = attached()
    seen: list[Any] = []
    agent.activated_session.register_analysis_handler(lambda *given: seen.append(given[3].get("max_length")))
    agent.activated_session.analyze_context()
    agent.activated_session.register_analysis_handler(None)
    assert (in_window(agent), seen) == (2, [100])
    assert agent.activated_session.to_serializable_session_data()["session_settings"]["max_length"] == 100


def test_each_of_two_agents_cuts_by_its_own_limit(attached: Any) -> None:
    small, large = attached(max_length=100), attached(max_length=200)
    assert [in_window(large) for _ in range(5)] == [1, 2, 3, 4, 4]
    assert in_window(small) == 2
    assert [in_window(large) for _ in range(3)] == [3, 4, 4]


def test_the_manager_s_limit_is_under_both(attached: Any, store: SessionManager) -> None:
    store.set_settings("session.max_length", 100)
    agent = attached()
    assert [in_window(agent) for _ in range(3)] == [1, 2, 2]
    store.session("a").set_settings("session.max_length", 150)
    assert in_window(agent) == 3
    agent.set_settings("session.max_length", 50)
    assert in_window(agent) == 1


@pytest.mark.parametrize("limit", ["100", 99.5, [100]])
def test_what_is_no_integer_is_no_limit_as_in_agently(attached: Any, limit: Any) -> None:
    agent = attached(max_length=limit)
    assert [in_window(agent) for _ in range(3)] == [1, 2, 3]


def test_a_setting_that_cannot_be_is_told_before_anything_is_stored(attached: Any) -> None:
    agent = attached(max_length=-1)
    with pytest.raises(InvalidSettingError, match="max_length"):
        agent.add_chat_history(FIFTY)
    assert agent.activated_session.full_context == []


def test_what_agently_does_not_know_governs_too(attached: Any) -> None:
    agent = attached(max_length=160, strategy="keep_last_rounds", pinned_roles=["system"])
    agent.add_chat_history([{"role": "system", "content": "Be brief."}])
    for number in range(4):
        agent.add_chat_history([user(f"question {number}"), {"role": "assistant", "content": f"answer {number}"}])
    assert texts(agent.activated_session.context_window) == ["Be brief.", "question 3", "answer 3"]


def test_no_role_is_kept_at_the_head_where_nobody_asked_for_it(attached: Any, store: SessionManager) -> None:
    agent = attached(max_length=100)
    agent.add_chat_history([{"role": "system", "content": "Be brief."}, FIFTY, FIFTY])
    assert len(agent.activated_session.context_window) == 2
    assert agent.activated_session.context_window[0].role == "user"


def test_a_measure_is_of_a_session_from_its_beginning(attached: Any, store: SessionManager) -> None:
    agent = attached(measure="approximate", max_length=40)
    in_window(agent)
    assert store.session("a").info().measure == "approximate"


def test_errors_of_handlers_may_be_warnings(attached: Any) -> None:
    agent = attached(on_resize_error="warn")

    def fails(*_: Any) -> Any:
        raise ValueError("no")

    agent.register_session_analysis_handler(fails)
    with pytest.warns(ResizeFailedWarning, match="no"):
        assert in_window(agent) == 1


def test_a_message_over_the_limit_is_cut_until_it_fits(attached: Any, store: SessionManager) -> None:
    """Agently keeps as many characters of its text as the limit has, and is over the limit with the rest of it."""
    agent = attached(max_length=100)
    agent.add_chat_history(user("x" * 500))
    assert texts(agent.activated_session.context_window) == ["x" * 69]
    assert store.session("a").info().window_length == 100
    assert texts(agent.activated_session.full_context) == ["x" * 500]
    agent.set_settings("session.max_length", 20)
    with pytest.warns(OverLimitWarning):
        agent.activated_session.resize()
