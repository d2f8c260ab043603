"""Resizes that come to nothing: recorded and told once, and not tried again until something has changed."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from manager import (
    InvalidArgumentError,
    ManagerWarning,
    OverLimitWarning,
    ResizeAttempt,
    ResizeError,
    ResizeFailedWarning,
    Session,
    SessionManager,
    UnknownStrategyWarning,
)
from tests.backends import SHAREABLE
from tests.faces import Face
from tests.messages import numbered, of_length, seqs, user
from tests.statements import StatementRecorder

#: A tenth of the limit is far more than the small messages of these tests together.
LIMIT = 20_000
SETTINGS = {"session.max_length": LIMIT, "session.strategy": "mine"}
TOO_LONG = of_length(LIMIT + 100)


class Counted:
    """A resize handler that counts how often it is called."""

    def __init__(self, handler: Callable[..., Any]) -> None:
        self.calls = 0
        self.handler = handler

    def __call__(self, *given: Any) -> Any:
        self.calls += 1
        return self.handler(*given)


def declines(*_: Any) -> Any:
    return None, None, None


def fails(*_: Any) -> Any:
    raise KeyError("no model")


def returns_nothing(*_: Any) -> Any:
    return None


def stays_over(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
    return None, [of_length(LIMIT + 50, "s")], None


OUTCOMES = [
    pytest.param(declines, "declined", OverLimitWarning, id="declines"),
    pytest.param(fails, "failed", ResizeFailedWarning, id="fails"),
    pytest.param(returns_nothing, "failed", ResizeFailedWarning, id="returns nothing"),
    pytest.param(stays_over, "over_limit", OverLimitWarning, id="stays over"),
]


@contextmanager
def told() -> Iterator[list[type[Warning]]]:
    """The categories of the warnings that are given in this context."""
    categories: list[type[Warning]] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ManagerWarning)
        yield categories
    categories.extend(warning.category for warning in caught)


def with_strategy(manager: SessionManager, handler: Any, **settings: Any) -> tuple[Session, Counted]:
    session = manager.session("a", settings={**SETTINGS, **settings})
    counted = Counted(handler)
    session.register_resize_handler("mine", counted)
    return session, counted


def outcomes(attempts: list[ResizeAttempt]) -> list[tuple[str, str | None, str]]:
    return [(attempt.cause, attempt.strategy, attempt.outcome) for attempt in attempts]


@pytest.mark.parametrize(("handler", "outcome", "category"), OUTCOMES)
def test_it_is_recorded_and_told_once_over_thirty_appends(
    manager: SessionManager, face: Face, handler: Any, outcome: str, category: type[Warning]
) -> None:
    session, counted = with_strategy(manager, handler)
    with told() as warned:
        face(session).append(TOO_LONG)
        for message in numbered(30):
            face(session).append(message)
    assert counted.calls == 1
    assert warned == [category]
    (attempt,) = face(session).resize_attempts()
    assert (attempt.session_id, attempt.attempt, attempt.cause, attempt.strategy) == ("a", 1, "auto", "mine")
    assert (attempt.outcome, attempt.max_length, attempt.max_messages) == (outcome, LIMIT, None)
    assert (attempt.head_seq, attempt.window_count) == (1, 1)
    assert attempt.window_length == LIMIT + (50 if outcome == "over_limit" else 100)
    assert attempt.revision == face(session).info().revision == (2 if outcome == "over_limit" else 1)
    assert attempt.reason
    assert face(manager).verify().ok


@pytest.mark.parametrize(("handler", "outcome", "category"), OUTCOMES)
@pytest.mark.backends("sqlite")
def test_growth_by_a_tenth_of_the_limit_lifts_it(
    manager: SessionManager, face: Face, handler: Any, outcome: str, category: type[Warning]
) -> None:
    session, counted = with_strategy(manager, handler)
    with told() as warned:
        face(session).append(TOO_LONG)
        face(session).append(of_length(LIMIT // 10 - 1))
        assert counted.calls == 1
        face(session).append(of_length(40))
    assert counted.calls == 2
    assert warned == [category] * 2
    assert outcomes(face(session).resize_attempts()) == [("auto", "mine", outcome)] * 2


LIFTS: list[Any] = [
    pytest.param(lambda session, manager: session.set_settings("session.own.depth", 3), id="setting of the session"),
    pytest.param(lambda session, manager: session.set_settings("session.max_length", 19_000), id="another limit"),
    pytest.param(lambda session, manager: manager.set_settings("session.keep_rounds", 3), id="setting of the manager"),
    pytest.param(lambda session, manager: session.unset_settings("session.own.width"), id="setting unset"),
    pytest.param(lambda session, manager: session.resize(), id="manual resize"),
    pytest.param(lambda session, manager: session.rollback(1, hold=False), id="rollback"),
    pytest.param(lambda session, manager: session.rewind(1), id="rewind"),
]
KEEPS: list[Any] = [
    pytest.param(lambda session, manager: session.set_memo("said"), id="memo"),
    pytest.param(lambda session, manager: session.update(title="said"), id="title"),
    pytest.param(lambda session, manager: manager.set_settings("mine.own", 3), id="setting of the application"),
    pytest.param(lambda session, manager: session.resize_attempts(), id="looking at it"),
    pytest.param(lambda session, manager: session.preview_resize(), id="preview"),
]


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
@pytest.mark.parametrize("change", LIFTS)
def test_something_else_lifts_it(manager: SessionManager, face: Face, change: Callable[..., Any]) -> None:
    session, counted = with_strategy(manager, declines, **{"session.own.width": 5})
    with told():
        face(session).append(TOO_LONG)
        face(session).append(user())
        assert counted.calls == 1
        change(face(session), manager)
        tried = counted.calls
        face(session).append(user())
    assert counted.calls == tried + 1
    assert [attempt.attempt for attempt in face(session).resize_attempts()] == list(range(counted.calls, 0, -1))


@pytest.mark.backends("sqlite")
@pytest.mark.parametrize("change", KEEPS)
def test_what_has_nothing_to_do_with_it_does_not_lift_it(
    manager: SessionManager, face: Face, change: Callable[..., Any]
) -> None:
    session, counted = with_strategy(manager, declines)
    with told():
        face(session).append(TOO_LONG)
        change(face(session), manager)
        tried = counted.calls
        face(session).append(user())
    assert counted.calls == tried
    assert len(face(session).resize_attempts()) == 1


@pytest.mark.backends("sqlite")
def test_a_limit_on_messages_lifts_it_by_a_tenth_as_well(manager: SessionManager, face: Face) -> None:
    session, counted = with_strategy(manager, declines, **{"session.max_length": None, "session.max_messages": 30})
    with told() as warned:
        for message in numbered(34):
            face(session).append(message)
    # At 31 messages, and when three more had come.
    assert counted.calls == 2
    assert warned == [OverLimitWarning] * 2
    assert [attempt.window_count for attempt in face(session).resize_attempts()] == [34, 31]
    assert {attempt.max_messages for attempt in face(session).resize_attempts()} == {30}


def test_another_strategy_that_the_analysis_names_is_started(manager: SessionManager, face: Face) -> None:
    session, counted = with_strategy(manager, declines)
    wanted = ["mine"]
    session.register_analysis_handler(lambda full, window, memo, settings: wanted[-1])
    session.register_resize_handler("other", lambda full, window, memo, settings: (None, window[-1:], None))
    with told() as warned:
        face(session).append(TOO_LONG)
        for message in numbered(3):
            face(session).append(message)
    assert (counted.calls, warned) == (1, [ResizeFailedWarning])
    wanted.append("other")
    made = face(session).append(user()).revision
    assert made is not None
    assert made.strategy == "other"
    assert seqs(face(session).context_window) == [5]
    assert outcomes(face(session).resize_attempts()) == [("auto", "mine", "declined")]


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
def test_an_analysis_that_fails_is_asked_again_each_time_and_told_once(manager: SessionManager, face: Face) -> None:
    session = manager.session("a", settings=SETTINGS)
    analysis = Counted(fails)
    session.register_analysis_handler(analysis)
    with told() as warned:
        face(session).append(TOO_LONG)
        for message in numbered(9):
            face(session).append(message)
    assert (analysis.calls, warned) == (10, [ResizeFailedWarning])
    (attempt,) = face(session).resize_attempts()
    assert (attempt.strategy, attempt.outcome) == (None, "failed")
    assert "KeyError" in str(attempt.reason)
    analysis.handler = lambda full, window, memo, settings: "mine"
    session.register_resize_handler("mine", lambda full, window, memo, settings: (None, window[-1:], None))
    assert face(session).append(user()).revision is not None


@pytest.mark.backends("sqlite")
@pytest.mark.parametrize("place", ["analysis", "resize"])
def test_where_it_is_to_raise_it_raises_each_time_it_is_tried(manager: SessionManager, face: Face, place: str) -> None:
    session, counted = with_strategy(manager, fails, **{"session.on_resize_error": "raise"})
    if place == "analysis":
        session.register_analysis_handler(fails)
    for _ in range(2):
        with pytest.raises(ResizeError) as caught:
            face(session).append(of_length(LIMIT + 100))
        assert len(caught.value.appended.messages) == 1
    if place == "analysis":
        with pytest.raises(ResizeError):
            face(session).append(user())
    else:
        assert face(session).append(user()).revision is None
        assert counted.calls == 2
    assert len(face(session).resize_attempts()) == 2


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
@pytest.mark.parametrize("handler", [declines, stays_over])
def test_a_manual_resize_is_recorded_each_time_and_always_runs(
    manager: SessionManager, face: Face, handler: Any
) -> None:
    session, counted = with_strategy(manager, handler)
    session.auto_resize = False
    face(session).append(TOO_LONG)
    with told():
        face(session).resize("mine")
        face(session).resize()
    assert counted.calls == 2
    expected = "declined" if handler is declines else "over_limit"
    # What stays over the limit the second time is what it had made of it the first time: nothing is different.
    assert outcomes(face(session).resize_attempts())[-1] == ("manual", "mine", expected)
    assert outcomes(face(session).resize_attempts())[0] == ("manual", "mine", "declined")
    assert len(face(session).resize_attempts()) == 2


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
def test_a_manual_resize_that_fails_raises_and_is_recorded(manager: SessionManager, face: Face) -> None:
    session, counted = with_strategy(manager, fails)
    session.auto_resize = False
    face(session).append(TOO_LONG)
    for _ in range(2):
        with pytest.raises(ResizeError, match="no model"):
            face(session).resize()
    assert counted.calls == 2
    assert outcomes(face(session).resize_attempts()) == [("manual", "mine", "failed")] * 2


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
@pytest.mark.faces("sync")
def test_appends_that_leave_it_alone_cost_what_others_cost(
    statements: StatementRecorder, manager: SessionManager, face: Face
) -> None:
    plain = manager.session("plain", auto_resize=False)
    plain.append([TOO_LONG, user()])
    plain.append(user())
    with statements.recorded() as others:
        plain.append(user())
    session, counted = with_strategy(manager, declines)
    unknown = manager.session("b", settings=SETTINGS)
    with told():
        for tried in (session, unknown):
            tried.append(TOO_LONG)
            tried.append(user())
    for tried in (session, unknown):
        with statements.recorded() as sent:
            tried.append(user())
        assert len(sent) == len(others)
    assert counted.calls == 1


@pytest.mark.backends(*SHAREABLE)
def test_it_holds_for_other_handles_and_managers(make_manager: Callable[..., SessionManager], face: Face) -> None:
    session, counted = with_strategy(make_manager(), declines)
    with told():
        face(session).append(TOO_LONG)
    other, of_other = with_strategy(make_manager(), declines)
    for message in numbered(5):
        face(other).append(message)
    assert (counted.calls, of_other.calls) == (1, 0)
    assert len(face(other).resize_attempts()) == 1


@pytest.mark.backends(*SHAREABLE)
def test_a_process_without_the_strategy_never_cuts_and_stops_nobody_who_has_it(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    without = make_manager().session("a", settings=SETTINGS)
    with told() as warned:
        face(without).append(TOO_LONG)
        for message in numbered(5):
            face(without).append(message)
    assert warned == [UnknownStrategyWarning]
    assert len(face(without).context_window) == 6
    (attempt,) = face(without).resize_attempts()
    assert (attempt.cause, attempt.strategy, attempt.outcome) == ("auto", "mine", "unknown_strategy")
    session, _ = with_strategy(make_manager(), lambda full, window, memo, settings: (None, window[-1:], None))
    assert face(session).append(user()).revision is not None
    assert seqs(face(without).context_window) == [7]
    assert len(face(session).resize_attempts()) == 1


@pytest.mark.backends("sqlite")
def test_a_strategy_that_is_registered_later_is_started(manager: SessionManager, face: Face) -> None:
    session = manager.session("a", settings=SETTINGS)
    with told():
        face(session).append(TOO_LONG)
    session.register_resize_handler("mine", lambda full, window, memo, settings: (None, window[-1:], None))
    assert face(session).append(user()).revision is not None


@pytest.mark.backends("sqlite")
def test_what_was_said_while_a_strategy_worked_is_not_its_failure(manager: SessionManager, face: Face) -> None:
    other = manager.session("a", auto_resize=False)

    def slow(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        other.append(TOO_LONG)
        return None, window[-1:], None

    session, counted = with_strategy(manager, slow)
    with told() as warned:
        made = face(session).append([TOO_LONG, user()]).revision
    assert made is not None
    assert made.window_length > LIMIT
    assert (counted.calls, warned, face(session).resize_attempts()) == (1, [], [])


def test_attempts_come_in_pages_newest_first(manager: SessionManager, face: Face) -> None:
    session, _ = with_strategy(manager, declines)
    assert face(session).resize_attempts() == []
    session.auto_resize = False
    face(session).append(user())
    for _ in range(7):
        face(session).resize("mine")
    page = face(session).resize_attempts(limit=3)
    assert [attempt.attempt for attempt in page] == [7, 6, 5]
    following = face(session).resize_attempts(limit=3, after=page.next)
    assert [attempt.attempt for attempt in following] == [4, 3, 2]
    last = face(session).resize_attempts(limit=3, after=following.next)
    assert ([attempt.attempt for attempt in last], last.next) == ([1], None)
    assert face(session).resize_attempts(limit=7).next is None
    times = [attempt.created_at for attempt in face(session).resize_attempts()]
    assert times == sorted(times, reverse=True)


@pytest.mark.backends("sqlite")
@pytest.mark.parametrize(
    "arguments", [{"limit": 0}, {"limit": 10_001}, {"limit": "5"}, {"after": "x"}, {"after": "1.2"}]
)
def test_a_page_that_cannot_be(manager: SessionManager, face: Face, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgumentError):
        face(manager.session("a")).resize_attempts(**arguments)


class WordyError(Exception):
    """An error with a text that no row should hold whole, and characters that some databases refuse."""

    def __str__(self) -> str:
        return "\x00\U0001f916 " + "response " * 10_000


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
def test_a_reason_is_kept_whatever_it_holds_but_not_all_of_it(manager: SessionManager, face: Face) -> None:
    def wordy(*_: Any) -> Any:
        raise WordyError

    session, _ = with_strategy(manager, wordy)
    with told():
        face(session).append(TOO_LONG)
    (attempt,) = face(session).resize_attempts()
    assert attempt.reason is not None
    assert "\x00\U0001f916 response" in attempt.reason
    assert len(attempt.reason) == 2_000


@pytest.mark.backends("sqlite")
def test_attempts_go_with_their_session(manager: SessionManager, face: Face) -> None:
    session, _ = with_strategy(manager, declines)
    with told():
        face(session).append(TOO_LONG)
    face(manager).delete_session("a")
    again = manager.session("a")
    face(again).append(user())
    assert face(again).resize_attempts() == []
