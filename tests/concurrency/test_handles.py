"""One handle used from several threads and event loops, and beyond a restart of the server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

import pytest

from manager import SessionManager
from manager.operations import append_at_once
from manager.settings import ResizeRules
from tests.concurrency.disconnecting import end_every_connection
from tests.concurrency.writers import LIMIT, said
from tests.faces import Face
from tests.messages import assistant, user
from tests.processes import without_slow_callbacks
from tests.rounds import call


@pytest.mark.faces("sync")
def test_one_handle_in_two_event_loops_and_two_threads(manager: SessionManager) -> None:
    session = manager.session("one", settings={"session.max_length": LIMIT})

    async def append(writer: int) -> None:
        for number in range(6):
            await session.async_append(said(writer, number))
            assert len(await session.async_get_full_context()) >= number
        await asyncio.gather(*(session.async_append(said(writer, number)) for number in range(6, 10)))

    def append_plainly(writer: int) -> None:
        for number in range(10):
            session.append(said(writer, number))
            assert session.context_window

    with ThreadPoolExecutor(4) as threads:
        calls = [threads.submit(asyncio.run, append(writer)) for writer in (0, 1)]
        calls += [threads.submit(append_plainly, writer) for writer in (2, 3)]
        for call in calls:
            call.result()
    assert [message.seq for message in session.log()] == list(range(1, 41))
    assert manager.verify().ok


@pytest.mark.backends("postgresql", "mariadb")
def test_a_handle_outlives_a_restart_of_the_server(
    make_manager: Callable[..., SessionManager], face: Face, database_url: str
) -> None:
    session = face(make_manager().session("one", settings={"session.max_length": LIMIT}))
    for number in range(4):
        session.append(said(0, number))
        assert end_every_connection(database_url) >= 1
        session.append(said(1, number), key=f"key {number}")
        assert end_every_connection(database_url) >= 1
        assert session.context_window
        assert end_every_connection(database_url) >= 1
        session.set_memo(number)
    session.append([said(2, number) for number in range(600)])
    walk = session.log()
    read = face.collect(walk)
    assert len(read) == len(walk) == 608
    iterator = iter(make_manager().session("one").log())
    first = [next(iterator) for _ in range(3)]
    end_every_connection(database_url)
    assert [*first, *iterator] == read
    assert face(make_manager()).verify().ok


IN_A_THREAD = """
import asyncio, gc, sys, threading
from manager import SessionManager

manager = SessionManager(sys.argv[1])
append = manager.session("one").async_append({"role": "user", "content": "said in a thread"})
thread = threading.Thread(target=asyncio.run, args=(append,))
thread.start()
thread.join()
manager.close()
for thread in threading.enumerate()[1:]:
    thread.join()
asyncio.set_event_loop(None)
gc.collect()
"""


@pytest.mark.backends("sqlite-aiosqlite")
@pytest.mark.faces("sync")
def test_closing_what_an_event_loop_has_opened_makes_no_event_loop(database_url: str) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-X", "dev", "-c", IN_A_THREAD, database_url],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stdout, without_slow_callbacks(result.stderr)) == (0, "", "")


@pytest.mark.backends("postgresql", "mariadb")
def test_one_handle_makes_its_session_from_several_threads_or_tasks(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    # A thread that looks for the row just before another makes it must not take it for deleted.
    manager = make_manager()
    for number in range(10):
        session = manager.session(f"session {number}")
        calls: list[tuple[Callable[..., Any], Any]] = [(session.append, said(0, each)) for each in range(4)]
        calls += [(session.set_memo, each) for each in range(4)]
        face.together(calls)
        assert face(session).info().head_seq == 4
        assert face(session).info().revision == 5


@contextmanager
def at_once(event: str, code: CodeType, act: Callable[[], object]) -> Iterator[None]:
    """Another thread acts where this one calls the function first, or returns from it."""
    acted: list[str] = []

    def hear(frame: FrameType, heard: str, _: Any) -> None:
        if heard == event and frame.f_code is code and not acted:
            acted.append(heard)
            thread = threading.Thread(target=act)
            thread.start()
            thread.join()

    sys.setprofile(hear)
    try:
        yield
    finally:
        sys.setprofile(None)
    assert acted


@pytest.mark.backends("postgresql")
@pytest.mark.faces("sync")
def test_a_call_that_another_thread_appends_by_this_handle_is_seen(manager: SessionManager) -> None:
    session = manager.session("one", settings={"session.max_length": 5000})
    session.append(user("first"))
    session.append(user("second"))
    with at_once("call", append_at_once._guarded.__code__, lambda: session.append(call("c"))):
        session.append(user("third"))
    assert session.check_window() == []
    assert [message["content"] for message in session.context_window] == ["first", "second", "third"]


@pytest.mark.faces("sync")
def test_a_limit_set_while_a_handle_works_out_the_rules_holds_for_its_next_append(manager: SessionManager) -> None:
    manager.session("one").append(user())
    session = manager.session("one")
    with at_once("return", ResizeRules.of.__code__, lambda: manager.set_settings("session.max_messages", 2)):
        session.append(assistant())
    for number in range(3):
        session.append(user(str(number)))
        assert len(session.context_window) == 2
