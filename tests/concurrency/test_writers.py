"""Many writers of one session, and many creations at once: nothing lost, nothing twice, no error."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from manager import Session, SessionManager
from tests.backends import SHAREABLE, SYSTEMS
from tests.concurrency.writers import LIMIT, append_keyed, append_many, said
from tests.faces import Face
from tests.processes import at_once
from tests.soak import rounds


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
def test_four_processes_append_to_one_session(manager: SessionManager, database_url: str) -> None:
    number = rounds(250)
    given = at_once(append_many, [(database_url, "one", writer, number) for writer in range(4)])
    session = manager.session("one")
    log = list(session.log())
    assert [message.seq for message in log] == list(range(1, 4 * number + 1))
    for writer, seqs in enumerate(given):
        assert seqs == sorted(seqs)
        assert [log[seq - 1] for seq in seqs] == [said(writer, each) for each in range(number)]
    assert session.info().window_length <= LIMIT
    cuts = session.info().revision - 1
    assert cuts > number
    report = manager.verify()
    assert report.ok, report.problems
    assert (report.messages, report.revisions) == (4 * number, cuts + 1)


class _Saying:
    """A call of its own for each number, through a handle of its own or one that all share."""

    def __init__(self, handle: Callable[[int], Session]) -> None:
        self._handle = handle

    def append(self, number: int) -> Any:
        return self._handle(number).append(said(number, 0))

    async def async_append(self, number: int) -> Any:
        return await self._handle(number).async_append(said(number, 0))


@pytest.mark.parametrize("shared", [False, True], ids=["handles", "one_handle"])
def test_a_new_session_of_an_empty_database(
    make_manager: Callable[..., SessionManager], fresh_database_url: str, face: Face, shared: bool
) -> None:
    manager = make_manager(fresh_database_url, settings={"session.max_length": LIMIT})
    handle = manager.session("one")
    saying = _Saying(lambda _: handle if shared else manager.session("one"))
    appended = face.together([(saying.append, number) for number in range(25)])
    log = list(manager.session("one").log())
    assert [message.seq for message in log] == list(range(1, 26))
    for number, each in enumerate(appended):
        (message,) = each.messages
        assert log[message.seq - 1] == message == said(number, 0)
    assert manager.verify().ok


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
def test_processes_at_once_on_an_empty_database(
    make_manager: Callable[..., SessionManager], fresh_database_url: str
) -> None:
    given = at_once(append_many, [(fresh_database_url, "one", writer, 3) for writer in range(8)])
    assert sorted(seq for seqs in given for seq in seqs) == list(range(1, 25))
    assert make_manager(fresh_database_url).verify().ok


@pytest.mark.backends(*SHAREABLE)
@pytest.mark.parametrize("names", [["one"] * 20, [f"session {number}" for number in range(20)]], ids=["one", "many"])
def test_creations_at_once(make_manager: Callable[..., SessionManager], face: Face, names: list[str]) -> None:
    managers = [make_manager(owner="new") for _ in range(4)]
    saying = _Saying(lambda number: managers[number % 4].session(names[number], title=f"by {number}"))
    face.together([(saying.append, number) for number in range(20)])
    page = managers[0].list_sessions()
    assert sorted(info.session_id for info in page) == sorted(set(names))
    assert sum(info.head_seq for info in page) == 20
    assert all(info.revision == 1 for info in page)
    assert managers[0].verify().ok


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
def test_four_writers_start_at_a_barrier(manager: SessionManager, database_url: str) -> None:
    for turn in range(rounds(3)):
        given = at_once(append_many, [(database_url, f"turn {turn}", writer, 1) for writer in range(4)])
        assert sorted(given) == [[1], [2], [3], [4]]
        assert manager.verify().ok


@pytest.mark.faces("sync")
def test_threads_share_a_handle(manager: SessionManager) -> None:
    """Every kind of call through one handle at once: each is done wholly, one after the other."""
    session = manager.session("one", settings={"session.max_length": LIMIT})
    session.register_resize_handler("last", lambda full, window, memo, settings: (None, window[-1:], memo))
    start = threading.Barrier(6)

    def work(thread: int) -> int:
        chance = random.Random(thread)
        appended = 0
        start.wait()
        for number in range(15):
            call = chance.choice(["append", "append", "batch", "memo", "resize", "clear", "rollback", "set", "read"])
            if call == "append":
                appended += len(session.append(said(thread, number)).messages)
            elif call == "batch":
                appended += len(session.append([said(thread, number), said(thread, 1_000 + number)]).messages)
            elif call == "memo":
                session.set_memo({"thread": thread, "number": number})
            elif call == "resize":
                session.resize()
            elif call == "clear":
                session.clean_context_window()
            elif call == "rollback" and appended:
                session.rollback(1, hold=False)
            elif call == "set":
                session.set_settings("session.max_length", LIMIT + thread)
            else:
                snapshot = session.snapshot()
                assert snapshot.length == sum(len(str(message.model_dump())) for message in snapshot.messages)
        return appended

    with ThreadPoolExecutor(6) as threads:
        appended = sum(threads.map(work, range(6)))
    assert [message.seq for message in session.log()] == list(range(1, appended + 1))
    report = manager.verify()
    assert report.ok, report.problems


@pytest.mark.backends(*SHAREABLE)
def test_a_stale_handle_appends_to_the_new_revision(make_manager: Callable[..., SessionManager], face: Face) -> None:
    stale = face(make_manager()).session("one")
    stale.append([said(0, 0), said(0, 1)])
    assert len(stale.context_window) == 2
    other = face(make_manager()).session("one")
    other.clean_context_window()
    (message,) = stale.append(said(0, 2)).messages
    assert message.seq == 3
    assert stale.context_window == other.context_window == [said(0, 2)]
    assert stale.info().revision == 2
    assert stale.window_at(seq=2) == []


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
def test_a_key_used_by_several_processes_at_once(manager: SessionManager, database_url: str) -> None:
    for turn in range(rounds(2)):
        given = at_once(append_keyed, [(database_url, "one", f"key {turn}")] * 6)
        first, *others = sorted(given, key=lambda each: each[1])
        assert first[1] is False
        assert all(each == (first[0], True) for each in others)
        assert manager.session("one").info().head_seq == 2 * (turn + 1)
    assert manager.verify().ok


class _Keyed:
    """The same call again and again."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def append(self, key: str) -> Any:
        return self._session.append([said(0, 1), said(0, 2)], key=key)

    async def async_append(self, key: str) -> Any:
        return await self._session.async_append([said(0, 1), said(0, 2)], key=key)


def test_a_key_used_several_times_at_once(manager: SessionManager, face: Face) -> None:
    keyed = _Keyed(manager.session("one", settings={"session.max_length": 100}))
    results = face.together([(keyed.append, "the key")] * 8)
    assert sorted(result.duplicate for result in results) == [False] + [True] * 7
    assert all(result.messages == results[0].messages for result in results)
    assert manager.session("one").info().head_seq == 2
    assert len(manager.session("one").resize_history()) == 1
    assert manager.verify().ok
