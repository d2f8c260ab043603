"""A slow strategy is not started twice for one session: not in a process, nor in two of them."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from manager import ResizeError, ResizeFailedWarning, Session, SessionManager
from manager.storage import sessions
from manager.storage.sessions import SessionRow
from tests.backends import SHAREABLE, SYSTEMS
from tests.concurrency.slow_resizing import LIMIT, SETTINGS, TOO_LONG, Slow, keep_newest, resize_until_killed
from tests.faces import Face
from tests.messages import numbered, seqs, user
from tests.processes import running


@pytest.fixture
def slow() -> Slow:
    return Slow()


def with_strategy(manager: SessionManager, handler: Any, **settings: Any) -> Session:
    session = manager.session("one", settings={**SETTINGS, **settings})
    session.register_resize_handler("slow", handler)
    return session


def row_of(manager: SessionManager) -> SessionRow:
    """The session's row as it is stored."""
    row = manager._ledger.database.run(lambda connection: sessions.read(connection, None, "", "one"), write=False)
    assert row is not None
    return row


def while_it_works(face: Face, session: Session, slow: Slow, meanwhile: Callable[[], Any]) -> Any:
    """Appends what is too long, from a thread or as a task, and calls this while the strategy works on it."""

    async def tasks() -> Any:
        first = asyncio.create_task(session.async_append([TOO_LONG, user("first")]))
        assert await asyncio.to_thread(slow.busy.wait, 60)
        try:
            await meanwhile()
        finally:
            slow.go.set()
        return await first

    if face.name == "async":
        return face.run(tasks())  # type: ignore[attr-defined] # the async face alone has a loop
    with ThreadPoolExecutor(1) as thread:
        first = thread.submit(session.append, [TOO_LONG, user("first")])
        assert slow.busy.wait(60)
        try:
            meanwhile()
        finally:
            slow.go.set()
        return first.result()


def appending(face: Face, session: Session, messages: list[Any]) -> Callable[[], Any]:
    """A call that appends the messages one by one through the face, and finds that none of them was followed by a
    resize."""

    async def awaited() -> None:
        for message in messages:
            assert (await session.async_append(message)).revision is None

    def called() -> None:
        for message in messages:
            assert session.append(message).revision is None

    return awaited if face.name == "async" else called


def test_appends_do_not_wait_for_a_strategy_that_works_and_do_not_start_it_again(
    manager: SessionManager, face: Face, slow: Slow
) -> None:
    session = with_strategy(manager, slow)
    made = while_it_works(face, session, slow, appending(face, session, numbered(5))).revision
    assert slow.saw == [[TOO_LONG, user("first")]]
    assert (made.strategy, made.window_count) == ("slow", 6)
    assert seqs(face(session).context_window) == [2, 3, 4, 5, 6, 7]
    # Nobody works any more: the next append that makes the window too long starts it.
    assert face(session).append([TOO_LONG, user()]).revision is not None
    assert len(slow.saw) == 2
    assert (row_of(manager).lease_holder, row_of(manager).lease_until) == (None, None)
    assert face(session).resize_attempts() == []
    assert face(manager).verify().ok


def test_of_many_appends_at_once_one_starts_it(manager: SessionManager, face: Face) -> None:
    working = threading.Semaphore()
    calls: list[int] = []

    def alone(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        assert working.acquire(blocking=False)
        calls.append(len(window))
        time.sleep(0.05)
        working.release()
        return None, window[-1:], None

    session = with_strategy(manager, alone)
    session.auto_resize = False
    face(session).append([TOO_LONG, user()])
    session.auto_resize = None
    appended = face.together([(session.append, message) for message in numbered(4)])
    assert sum(each.revision is not None for each in appended) == len(calls) == 1
    assert len(face(session).log()) == 6
    assert face(session).info().window_length < LIMIT
    assert face(session).resize_attempts() == []


@pytest.mark.backends(*SHAREABLE)
def test_another_manager_does_not_start_it_either(
    make_manager: Callable[..., SessionManager], face: Face, slow: Slow
) -> None:
    of_other = Slow()
    other = with_strategy(make_manager(), of_other)
    session = with_strategy(make_manager(), slow)
    while_it_works(face, session, slow, appending(face, other, numbered(3)))
    assert (len(slow.saw), of_other.saw) == (1, [])
    assert seqs(face(other).context_window) == [2, 3, 4, 5]


def test_other_sessions_are_resized_meanwhile(manager: SessionManager, face: Face, slow: Slow) -> None:
    other = manager.session("other", settings=SETTINGS)
    other.register_resize_handler("slow", keep_newest)

    async def awaited() -> None:
        assert (await other.async_append([TOO_LONG, user()])).revision is not None

    def called() -> None:
        assert other.append([TOO_LONG, user()]).revision is not None

    while_it_works(face, with_strategy(manager, slow), slow, awaited if face.name == "async" else called)
    assert len(slow.saw) == 1


@pytest.mark.parametrize("through", ["the same handle", "another manager"])
@pytest.mark.backends(*SHAREABLE)
@pytest.mark.faces("sync")
def test_a_manual_resize_waits_and_goes_on(
    make_manager: Callable[..., SessionManager], face: Face, slow: Slow, through: str
) -> None:
    session = with_strategy(make_manager(), slow)
    order: list[str] = []

    def ends(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        result = slow(full, window, memo, settings)
        order.append("slow")
        return result

    def quick(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        order.append("quick")
        return None, [*window, user("quick")], None

    session.register_resize_handler("slow", ends)
    other = session if through == "the same handle" else make_manager().session("one")
    other.register_resize_handler("quick", quick)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(session.append, [TOO_LONG, user("m2")])
        assert slow.busy.wait(60)
        second = threads.submit(other.resize, "quick")
        time.sleep(0.1)
        slow.go.set()
        assert first.result().revision is not None
        made = second.result()
    assert order == ["slow", "quick"]
    assert made is not None
    assert made.strategy == "quick"
    assert [message.content for message in session.context_window] == ["m2", "quick"]


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
@pytest.mark.faces("async")
def test_a_manual_resize_that_waits_does_not_block_the_loop(manager: SessionManager, face: Face, slow: Slow) -> None:
    session = with_strategy(manager, slow)
    session.register_resize_handler("quick", keep_newest)

    async def both() -> None:
        first = asyncio.create_task(session.async_append([TOO_LONG, user("m2"), user("m3")]))
        assert await asyncio.to_thread(slow.busy.wait, 60)
        second = asyncio.create_task(session.async_resize("quick"))
        await asyncio.sleep(0.05)
        assert not second.done()
        slow.go.set()
        assert (await first).revision is not None
        await second

    face.run(both())  # type: ignore[attr-defined]
    assert len(slow.saw) == 1
    assert seqs(session.context_window) == [3]


# --- handlers that resize their own session -----------------------------------------------------


@pytest.mark.parametrize("kind", ["plain", "async"])
def test_a_handler_may_append_to_its_own_session(manager: SessionManager, face: Face, kind: str) -> None:
    calls: list[int] = []
    session = manager.session("one", settings=SETTINGS)

    def plain(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        calls.append(len(window))
        assert session.append(user("from within")).revision is None
        return None, window[-1:], None

    async def later(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        calls.append(len(window))
        assert (await session.async_append(user("from within"))).revision is None
        return None, window[-1:], None

    session.register_resize_handler("slow", plain if kind == "plain" else later)
    assert face(session).append([TOO_LONG, user("m2")]).revision is not None
    assert calls == [2]
    assert [message["content"] for message in face(session).context_window] == ["m2", "from within"]
    assert row_of(manager).lease_holder is None


@pytest.mark.parametrize("kind", ["plain", "async"])
@pytest.mark.parametrize("through", ["the same manager", "another manager"])
@pytest.mark.backends("sqlite", "postgresql", "mariadb")
def test_a_handler_may_resize_its_own_session(
    make_manager: Callable[..., SessionManager], face: Face, kind: str, through: str
) -> None:
    calls: list[int] = []
    manager = make_manager()
    session = manager.session("one", settings=SETTINGS)
    inner = session if through == "the same manager" else make_manager().session("one")
    inner.register_resize_handler("halve", lambda full, window, memo, settings: (None, window[2:], None))

    def plain(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        calls.append(len(window))
        if len(calls) == 1:
            assert inner.resize("halve") is not None
        return None, window[-1:], None

    async def later(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        calls.append(len(window))
        if len(calls) == 1:
            assert await inner.async_resize("halve") is not None
        return None, window[-1:], None

    session.register_resize_handler("slow", plain if kind == "plain" else later)
    session.auto_resize = False
    face(session).append([TOO_LONG, *numbered(3)])
    assert face(session).resize("slow") is not None
    # What it had made of the window before its own resize went nowhere, and it was asked again.
    assert calls == [4, 2]
    assert seqs(face(session).context_window) == [4]
    assert [revision.strategy for revision in face(session).resize_history()] == ["slow", "halve"]
    assert row_of(manager).lease_holder is None


@pytest.mark.parametrize("kind", ["plain", "async"])
@pytest.mark.backends("sqlite")
def test_a_handler_that_resizes_its_own_session_for_ever_ends_with_an_error(
    manager: SessionManager, face: Face, kind: str
) -> None:
    session = manager.session("one", settings=SETTINGS)

    def plain(*_: Any) -> Any:
        return session.resize("slow")

    async def later(*_: Any) -> Any:
        return await session.async_resize("slow")

    session.register_resize_handler("slow", plain if kind == "plain" else later)
    with pytest.warns(ResizeFailedWarning, match="inside of itself"):
        assert face(session).append(TOO_LONG).revision is None
    with pytest.raises(ResizeError, match="inside of itself"):
        face(session).resize("slow")
    assert row_of(manager).lease_holder is None


# --- what is left behind ------------------------------------------------------------------------


class LeavingError(Exception):
    """What a handler ends with."""


def _fails(*_: Any) -> Any:
    raise LeavingError


@pytest.mark.parametrize("handler", [lambda *_: (None, None, None), _fails, lambda *_: 5, keep_newest])
@pytest.mark.backends(*SHAREABLE)
def test_however_a_strategy_ends_others_may_start_theirs(
    make_manager: Callable[..., SessionManager], face: Face, handler: Any
) -> None:
    manager = make_manager()
    session = with_strategy(manager, handler)
    session.auto_resize = False
    face(session).append([TOO_LONG, user()])
    try:
        face(session).resize()
    except ResizeError:
        assert handler is not keep_newest
    assert (row_of(manager).lease_holder, row_of(manager).lease_until) == (None, None)
    other = with_strategy(make_manager(), keep_newest)
    face(other).append([TOO_LONG, user()])
    assert seqs(face(other).context_window) == [4]


@pytest.mark.backends(*SHAREABLE)
@pytest.mark.faces("async")
def test_a_call_that_is_cancelled_leaves_nobody_waiting(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    manager = make_manager()
    begun = asyncio.Event()

    async def endless(*_: Any) -> Any:
        begun.set()
        await asyncio.Event().wait()

    session = with_strategy(manager, endless)

    async def cancelled() -> None:
        appending = asyncio.create_task(session.async_append([TOO_LONG, user()]))
        await begun.wait()
        appending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await appending

    face.run(cancelled())  # type: ignore[attr-defined]
    assert row_of(manager).lease_holder is None
    session.register_resize_handler("slow", keep_newest)
    assert face(session).append(user()).revision is not None


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_a_strategy_that_hangs_is_waited_for_no_longer_than_the_timeout(
    manager: SessionManager, face: Face, slow: Slow
) -> None:
    session = with_strategy(manager, slow, **{"session.resize_timeout": 0.2})
    quick = with_strategy(manager, keep_newest)
    with ThreadPoolExecutor(1) as thread:
        first = thread.submit(session.append, [TOO_LONG, user()])
        try:
            assert slow.busy.wait(60)
            while quick.append(user()).revision is None:
                time.sleep(0.01)
        finally:
            slow.go.set()
        assert first.result().revision is None  # somebody else resized meanwhile, and there was nothing left to do
    assert [revision.kind for revision in session.revisions()] == ["resize", "created"]


# --- other processes ----------------------------------------------------------------------------


def begun(folder: Path) -> None:
    """The other process has begun its resize."""
    while not (folder / "busy").exists():
        time.sleep(0.005)


@pytest.mark.backends(*SHAREABLE)
def test_another_processs_strategy_is_not_started_beside_ours(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face, tmp_path: Path
) -> None:
    calls: list[int] = []
    session = with_strategy(make_manager(), lambda *_: calls.append(1))
    with running(resize_until_killed, database_url, "one", tmp_path, SETTINGS) as holder:
        begun(tmp_path)
        for message in numbered(3):
            assert face(session).append(message).revision is None
        assert holder.is_alive()
        holder.kill()
        holder.join()
        # Whether it still works, nobody knows before its time is over.
        assert face(session).append(user()).revision is None
    assert calls == []
    assert len(face(session).context_window) == 5
    assert face(session).resize_attempts() == []


@pytest.mark.backends(*SYSTEMS)
def test_when_its_time_is_over_the_strategy_of_a_killed_process_is_started_elsewhere(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face, tmp_path: Path
) -> None:
    settings = {**SETTINGS, "session.resize_timeout": 1}
    with running(resize_until_killed, database_url, "one", tmp_path, settings) as holder:
        begun(tmp_path)
        holder.kill()
        holder.join()
    session = with_strategy(make_manager(), keep_newest)
    sent = 1
    while face(session).append(user()).revision is None:
        sent += 1
        time.sleep(0.02)
    assert seqs(face(session).context_window) == [sent + 1]
    assert row_of(make_manager()).lease_holder is None
    assert face(make_manager()).verify().ok


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
def test_a_manual_resize_waits_for_another_process_until_its_time_is_over(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face, tmp_path: Path
) -> None:
    settings = {**SETTINGS, "session.resize_timeout": 1}
    with running(resize_until_killed, database_url, "one", tmp_path, settings):
        begun(tmp_path)
        session = with_strategy(make_manager(), keep_newest)
        session.append([user(), user("last")])
        assert session.resize() is not None
        assert seqs(session.context_window) == [3]
