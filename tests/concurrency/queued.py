"""Writes of one SQLite database that come while another is held, each from a thread or an event loop of its own."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.pool import ConnectionPoolEntry, Pool

from manager.storage.database import Database
from manager.storage.write_queue import WriteQueue

Work = Callable[[Connection], Any]

#: Seconds after which a call that has not ended has hung.
HUNG = 60


def queue_of(database: Database) -> WriteQueue:
    """The writes of this database."""
    assert database._writes is not None
    return database._writes


def in_thread(function: Callable[..., Any], *arguments: Any, **options: Any) -> Future[Any]:
    """What becomes of the call, made in a thread of its own."""
    outcome: Future[Any] = Future()

    def run() -> None:
        try:
            outcome.set_result(function(*arguments, **options))
        except BaseException as error:
            outcome.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return outcome


class Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def start(self, coroutine: Coroutine[Any, Any, Any]) -> Future[Any]:
        """What becomes of the coroutine."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Line:
    """Calls that wait one behind the other, in the order in which they were made here."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue = queue_of(database)
        self.outcomes: list[Future[Any]] = []

    def thread(self, work: Work) -> Future[Any]:
        """The write of a thread is the last of those that wait."""
        return self._last(lambda: in_thread(self._database.run, work, write=True))

    def coroutine(self, loop: Loop, work: Work) -> Future[Any]:
        """The write of a coroutine is the last of those that wait."""
        return self._last(lambda: loop.start(self._database.async_run(work, write=True)))

    def directly(self, work: Work) -> Future[Any]:
        """The write of a thread is the last of those that wait, and comes to the queue once, whatever becomes of it."""
        return self._last(lambda: in_thread(self._queue.run, work))

    def _last(self, start: Callable[[], Future[Any]]) -> Future[Any]:
        before = len(self._queue._waiting)
        outcome = start()
        wait_for(lambda: len(self._queue._waiting) > before)
        self.outcomes.append(outcome)
        return outcome

    def results(self) -> list[Any]:
        """What each of them returned, or the error that it raised."""
        return [outcome.exception(HUNG) or outcome.result() for outcome in self.outcomes]


@contextmanager
def held(database: Database, work: Work = lambda _: None) -> Iterator[Future[Any]]:
    """A write of another thread that does not end before this context does: others wait behind it."""
    begun, released = threading.Event(), threading.Event()

    def hold(connection: Connection) -> Any:
        begun.set()
        released.wait()
        return work(connection)

    outcome = in_thread(database.run, hold, write=True)
    assert begun.wait(HUNG)
    try:
        yield outcome
    finally:
        released.set()


def wait_for(condition: Callable[[], bool]) -> None:
    """The condition holds."""
    hung = time.monotonic() + HUNG
    while not condition():
        assert time.monotonic() < hung
        time.sleep(0.0005)


@contextmanager
def traced(hear: Callable[[str], object]) -> Iterator[None]:
    """Every statement of the connections that are opened in this context is heard before it is executed."""

    def attach(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
        connection.set_trace_callback(hear)

    event.listen(Pool, "connect", attach)
    try:
        yield
    finally:
        event.remove(Pool, "connect", attach)


def number_of(sent: list[str], word: str) -> int:
    """How many of the statements begin with this word."""
    return sum(statement.startswith(word) for statement in sent)
