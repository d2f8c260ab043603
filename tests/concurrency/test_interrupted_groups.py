"""Writes that wait at the same time, where one caller is cancelled, interrupted or gone: the others notice nothing."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import signal
import sys
import threading
import warnings
import weakref
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from sqlalchemy import Connection, text

from manager import ClosedError, SessionManager
from manager.storage import group_commit
from manager.storage.database import Database
from manager.storage.dialects import SQLite
from manager.storage.locks import shared_lock
from tests.concurrency.grouped import WRITERS, end_while_others_write, write_until_killed
from tests.concurrency.queued import HUNG, Line, Loop, Work, held, in_thread, queue_of, wait_for
from tests.concurrency.works import numbers, say, saying
from tests.crash.writer import sizes_of
from tests.processes import end_of, running
from tests.soak import rounds

pytestmark = pytest.mark.backends("sqlite")


@pytest.fixture
def database(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """A database whose transactions take in whatever waits, however long that takes."""
    monkeypatch.setattr(group_commit, "_LONGEST", 3600)
    database = Database(database_url)
    database.run(numbers, write=True)
    yield database
    database.close()


@pytest.fixture
def loop() -> Iterator[Loop]:
    """An event loop."""
    made = Loop()
    yield made
    made.close()


def test_a_cancelled_coroutine_whose_turn_has_not_come(database: Database, loop: Loop) -> None:
    line = Line(database)
    begun: list[int] = []

    def work(connection: Connection) -> None:
        begun.append(1)

    with held(database, saying(0)):
        line.coroutine(loop, saying(1))
        cancelled = line.coroutine(loop, work)
        line.coroutine(loop, saying(2))
        cancelled.cancel()
        wait_for(lambda: [write.state.name for write in queue_of(database)._waiting][1] == "WITHDRAWN")
    with pytest.raises(CancelledError):
        cancelled.result(HUNG)
    line.outcomes.remove(cancelled)
    assert line.results() == [None, None]
    assert database.run(numbers, write=False) == [0, 1, 2]
    assert begun == []


def test_a_coroutine_that_is_thrown_away_before_its_turn(database: Database) -> None:
    begun: list[int] = []

    async def main() -> None:
        with held(database, saying(0)):
            thrown_away = database.async_run(lambda _: begun.append(1), write=True)
            thrown_away.send(None)
            thrown_away.close()
        await database.async_run(saying(1), write=True)

    asyncio.run(main())
    assert begun == []
    assert database.run(numbers, write=False) == [0, 1]


@pytest.mark.parametrize("falls", [False, True])
def test_a_cancelled_coroutine_whose_write_runs_hears_of_it_at_the_end(database: Database, falls: bool) -> None:
    """Also where the transaction then falls, and its write is run again."""
    begun, released = threading.Event(), threading.Event()
    runs: list[int] = []

    def long(connection: Connection) -> None:
        runs.append(1)
        say(connection, 1)
        begun.set()
        released.wait(HUNG)

    def falling(connection: Connection) -> None:
        if falls:
            assert connection.connection.driver_connection is not None
            connection.connection.driver_connection.rollback()
            raise ValueError

    async def main() -> None:
        line = Line(database)
        with held(database, saying(0)):
            task = asyncio.create_task(database.async_run(long, write=True))
            await asyncio.sleep(0)
            line.thread(falling)
        assert await asyncio.to_thread(begun.wait, HUNG)
        for _ in range(5):
            task.cancel()
            await asyncio.sleep(0)
            assert not task.done()
        released.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert database.run(numbers, write=False) == [0, 1]
        assert isinstance(line.results()[0], ValueError if falls else type(None))

    asyncio.run(main())
    assert len(runs) == 1 + falls


def test_the_main_thread_is_interrupted_while_it_waits(database: Database, loop: Loop) -> None:
    line = Line(database)
    with held(database, saying(0)):
        line.thread(saying(1))

        def interrupt() -> None:
            wait_for(lambda: len(queue_of(database)._waiting) == 2)
            line.thread(saying(3))
            line.coroutine(loop, saying(4))
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

        interrupting = in_thread(interrupt)
        with pytest.raises(KeyboardInterrupt):
            database.run(saying(2), write=True)
        interrupting.result(HUNG)
    assert line.results() == [None] * 3
    assert database.run(numbers, write=False) == [0, 1, 3, 4]


def test_the_main_thread_is_interrupted_while_it_writes(database: Database, loop: Loop) -> None:
    line = Line(database)
    threads: list[threading.Thread] = []

    def noting(number: int) -> Work:
        def work(connection: Connection) -> None:
            threads.append(threading.current_thread())
            say(connection, number)

        return work

    def interrupted(connection: Connection) -> None:
        say(connection, 0)
        for number in range(1, 5):
            line.coroutine(loop, noting(number)) if number % 2 else line.thread(noting(number))
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        database.run(interrupted, write=True)
    assert line.results() == [None] * 4
    assert database.run(numbers, write=False) == [1, 2, 3, 4]
    # A signal never comes while it runs what others wrote, because it never does.
    assert threading.main_thread() not in threads


def test_a_thread_is_interrupted_while_it_runs_anothers_write(database: Database) -> None:
    leading: list[int] = []
    runs: list[int] = []

    def first(connection: Connection) -> None:
        leading.append(threading.get_ident())
        say(connection, 0)

    def another(connection: Connection) -> None:
        runs.append(1)
        say(connection, 2)
        if len(runs) == 1:
            assert threading.get_ident() == leading[0]
            # What a task queue does to a task that has run for too long.
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(leading[0]), ctypes.py_object(KeyboardInterrupt))

    line = Line(database)
    with held(database, first) as interrupted:
        for number in (1, 2, 3):
            line.thread(another if number == 2 else saying(number))
    assert isinstance(interrupted.exception(HUNG), KeyboardInterrupt)
    assert line.results() == [None] * 3
    assert len(runs) == 2
    assert database.run(numbers, write=False) == [1, 2, 3]


class _Interrupt:
    """Interrupts the thread at the nth moment at which CPython looks for signals: when a call begins, or has returned
    from C."""

    def __init__(self, moment: int) -> None:
        self._left = moment
        self.happened = False

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event in ("call", "c_return") and not self.happened:
            self._left -= 1
            if self._left < 0:
                self.happened = True
                raise KeyboardInterrupt


@pytest.fixture
def _no_collection() -> Iterator[None]:
    """An interrupt of what the garbage collector calls would reach nobody."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.parametrize("leader", ["main", "other"])
def test_the_leading_thread_is_interrupted_at_any_moment(database: Database, loop: Loop, leader: str) -> None:
    database.run(lambda connection: connection.execute(text("CREATE TABLE row (number INTEGER)")), write=True)

    def row(number: int) -> Work:
        def work(connection: Connection) -> None:
            connection.connection.driver_connection.execute(f"INSERT INTO row VALUES ({number})")  # type: ignore[union-attr]

        return work

    def lead(moment: int) -> bool:
        """Whether there was such a moment."""
        interrupt = _Interrupt(moment)
        line = Line(database)

        def first(connection: Connection) -> None:
            sys.setprofile(None)
            row(100 * moment)(connection)
            for number in range(1, 5):
                (line.thread if number % 2 else lambda work: line.coroutine(loop, work))(row(100 * moment + number))
            sys.setprofile(interrupt)

        sys.setprofile(interrupt)
        try:
            queue_of(database).run(first)
        except KeyboardInterrupt:
            assert interrupt.happened
        finally:
            sys.setprofile(None)
        assert line.results() in ([None] * 4, [])  # none where its own write was not begun
        queued.append(len(line.outcomes))
        return interrupt.happened

    queued: list[int] = []
    moment = 0
    while lead(moment) if leader == "main" else in_thread(lead, moment).result(HUNG):
        moment += 1
    assert moment > 50
    found = Counter(
        database.run(lambda connection: connection.scalars(text("SELECT number FROM row")).all(), write=False)
    )
    assert set(found.values()) == {1}
    for moment, number in enumerate(queued):
        assert all(found[100 * moment + each] for each in range(1, number + 1))


@pytest.mark.parametrize("way", ["close", "async_close"])
def test_closing_while_writes_wait(database_url: str, loop: Loop, way: str) -> None:
    database = Database(database_url)
    database.run(numbers, write=True)
    line = Line(database)
    with held(database, saying(0)):
        for number in range(1, 11):
            line.coroutine(loop, saying(number)) if number % 2 else line.thread(saying(number))
        closing = in_thread(database.close) if way == "close" else loop.start(database.async_close())
        wait_for(lambda: queue_of(database)._closed)
        late = [
            in_thread(database.run, saying(100), write=True),
            loop.start(database.async_run(saying(101), write=True)),
        ]
        assert [type(outcome.exception(HUNG)) for outcome in late] == [ClosedError] * 2
        assert not closing.done()
    closing.result(HUNG)
    assert line.results() == [None] * 10
    again = Database(database_url)
    assert again.run(numbers, write=False) == list(range(11))
    again.close()


def test_a_database_that_nobody_has_any_more(database_url: str) -> None:
    database = Database(database_url)
    line = Line(database)
    with held(database, saying(0)):
        for number in range(1, 4):
            line.thread(saying(number))
        queue = weakref.ref(queue_of(database))
        database.__dict__["_finalize"]()  # as at the end of the process, or when it is collected
    assert line.results() == [None] * 3
    del database, line
    gc.collect()
    assert queue() is None
    again = Database(database_url)
    assert again.run(numbers, write=False) == [0, 1, 2, 3]
    again.close()


def test_a_process_that_ends_while_its_threads_write(database_url: str) -> None:
    with running(end_while_others_write, database_url) as process:
        assert end_of(process) == 0
    database = Database(database_url)
    assert database.run(numbers, write=True) == [0]
    database.close()


@pytest.mark.parametrize("writes", [True, False])
def test_a_fork_while_a_group_runs(database: Database, writes: bool) -> None:
    """The child can write, and leaves the parent's connections alone."""
    line = Line(database)

    def forks() -> int:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which it does not have
            child = os.fork()
        if child == 0:
            status = 1
            try:
                if writes:
                    database.run(saying(100), write=True)
                database._finalize()  # as at the end of the child
                status = 0
            finally:
                os._exit(status)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    assert isinstance(database._dialect, SQLite)
    lock = shared_lock(database._dialect.key)
    with held(database, saying(0)):
        for number in range(1, 4):
            line.thread(saying(number))
        forking = in_thread(forks)
        # The fork waits for the transaction to end.
        wait_for(lambda: len(lock._places) == 2)
    assert line.results() == [None] * 3
    assert forking.result(HUNG) == 0
    database.run(saying(4), write=True)
    assert database.run(numbers, write=False) == [0, 1, 2, 3, 4, *([100] if writes else [])]


def test_killed_while_many_write(database_url: str, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.touch()
    for kill in range(rounds(3)):
        enough = notes.read_bytes().count(b"\n") + 150 + 37 * kill
        with running(write_until_killed, database_url, notes) as process:
            wait_for(lambda enough=enough: notes.read_bytes().count(b"\n") > enough)  # type: ignore[misc]
            assert process.is_alive()
        with SessionManager(database_url) as manager:
            report = manager.verify()
            assert report.ok, report.problems
            told = Counter(notes.read_text().splitlines())
            stored: Counter[str] = Counter()
            for writer in range(2 * WRITERS):
                for batch, found in sizes_of(list(manager.session(str(writer)).log())).items():
                    runs = len(found) // found[0][0]
                    assert found == [(found[0][0], each + 1) for _ in range(runs) for each in range(found[0][0])]
                    stored[batch.replace("-", " ")] = runs
            assert told <= stored
            # Each writer had at most one append under way that it was not told of, in each of the runs.
            assert (stored - told).total() <= 2 * WRITERS * (kill + 1)
