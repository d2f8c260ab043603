"""Resize handlers that work while others write: no writer's work is undone by what a handler saw before it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from manager import Session, SessionManager
from tests.backends import SHAREABLE
from tests.concurrency.writers import said
from tests.faces import Face

pytestmark = pytest.mark.backends(*SHAREABLE)


class Blocked:
    """A summarizer that has seen the window and answers when it is let go."""

    def __init__(self) -> None:
        self.saw: list[list[Any]] = []
        self.busy = threading.Event()
        self.go = threading.Event()

    def __call__(self, full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        self.saw.append(list(window))
        self.busy.set()
        assert self.go.wait(60)
        return None, [{"role": "assistant", "content": f"{len(window)} messages"}], {"summarized": len(window)}


@pytest.fixture
def blocked() -> Blocked:
    return Blocked()


@pytest.fixture
def session(make_manager: Callable[..., SessionManager], face: Face, blocked: Blocked) -> Session:
    """Three messages, through a handle whose strategy "summary" is the blocked one."""
    made = make_manager().session("one")
    made.register_resize_handler("summary", blocked)
    face(made).append([said(0, number) for number in range(3)])
    return face(made)


def resized_meanwhile(session: Session, blocked: Blocked, meanwhile: Callable[[], object]) -> Any:
    """What `resize("summary")` returns where this happens while its handler works."""
    with ThreadPoolExecutor(1) as thread:
        resizing = thread.submit(session.resize, "summary")
        assert blocked.busy.wait(60)
        try:
            meanwhile()
        finally:
            blocked.go.set()
        return resizing.result()


def test_another_clears_the_window_and_appends(
    session: Session, blocked: Blocked, make_manager: Callable[..., SessionManager]
) -> None:
    other = make_manager().session("one")

    def meanwhile() -> None:
        other.clean_context_window()
        other.append(said(1, 0))

    made = resized_meanwhile(session, blocked, meanwhile)
    # The clear stands: what the handler had made of the window before it went nowhere, and it was asked again.
    assert blocked.saw == [[said(0, 0), said(0, 1), said(0, 2)], [said(1, 0)]]
    assert session.context_window == [{"role": "assistant", "content": "1 messages"}]
    assert session.full_context == [said(0, 0), said(0, 1), said(0, 2), said(1, 0)]
    assert session.memo == {"summarized": 1}
    assert [revision.kind for revision in session.revisions()] == ["resize", "clear", "created"]
    assert made.parent == 2
    assert session.window_at(seq=4) == session.context_window
    assert make_manager().verify().ok


def test_another_appends_and_nothing_else(
    session: Session, blocked: Blocked, make_manager: Callable[..., SessionManager]
) -> None:
    other = make_manager().session("one")
    made = resized_meanwhile(session, blocked, lambda: other.append([said(1, 0), said(1, 1)]))
    assert len(blocked.saw) == 1
    assert session.context_window == [{"role": "assistant", "content": "3 messages"}, said(1, 0), said(1, 1)]
    assert made.window_count == 3
    assert make_manager().verify().ok


@pytest.mark.parametrize("change", ["memo", "cut", "rollback", "set"])
def test_a_stale_slow_resize_overwrites_nothing(
    session: Session, blocked: Blocked, make_manager: Callable[..., SessionManager], change: str
) -> None:
    other = make_manager().session("one")
    changes: dict[str, Callable[[], object]] = {
        "memo": lambda: other.set_memo("the other's"),
        "cut": lambda: other.set_settings("session.max_length", 100).resize(),
        "rollback": lambda: other.rollback(1, keep_newer=False),
        "set": lambda: other.set_chat_history([said(1, 0), said(0, 2)]),
    }
    made = resized_meanwhile(session, blocked, changes[change])
    assert len(blocked.saw) == 2
    assert blocked.saw[1] == other.window_at(2)
    assert (made.revision, made.parent) == (3, 2)
    assert other.memo == {"summarized": len(blocked.saw[1])}
    assert make_manager().verify().ok


def test_the_session_is_deleted_and_made_again(
    session: Session, blocked: Blocked, make_manager: Callable[..., SessionManager]
) -> None:
    from manager import SessionNotFoundError

    other = make_manager()

    def meanwhile() -> None:
        other.delete_session("one")
        other.session("one").append(said(1, 0))

    with pytest.raises(SessionNotFoundError):
        resized_meanwhile(session, blocked, meanwhile)
    assert other.session("one").context_window == [said(1, 0)]
    assert [revision.kind for revision in other.session("one").revisions()] == ["created"]
    assert other.verify().ok


@pytest.mark.faces("sync")
def test_handlers_of_several_writers_at_once(make_manager: Callable[..., SessionManager]) -> None:
    """Each append is followed by a resize through a handler; the losers of a race are silent, nothing is lost."""

    def keep_last_two(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        return None, window[-2:], {"resizes": (memo or {"resizes": 0})["resizes"] + 1}

    def write(writer: int) -> None:
        session = make_manager().session("one")
        session.register_analysis_handler(
            lambda full, window, memo, settings: "last" if len(window) > 4 else None
        ).register_resize_handler("last", keep_last_two)
        for number in range(12):
            session.append(said(writer, number))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))
    session = make_manager().session("one")
    assert sorted(message["content"] for message in session.log()) == sorted(
        said(writer, number)["content"] for writer in range(4) for number in range(12)
    )
    resizes = session.resize_history()
    assert session.memo == {"resizes": len(resizes)}  # no handler's work was overwritten by another's
    # The window ends with what was said last, in its order.
    window = [message.seq for message in session.context_window]
    assert window == list(range(48 - len(window) + 1, 49))
    assert make_manager().verify().ok
