"""The engines of one database: one for threads, one for each event loop, and what closes them."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.pool import NullPool
from sqlalchemy.util import greenlet_spawn

from manager.storage.dialects import Dialect, SQLite, driver_connection
from manager.storage.workers import Workers

#: Readers of one manager that the async face runs at a time on SQLite.
_READERS = 4

#: Engines of a parent process: never closed and never freed here, because closing them would end the parent's
#: connections, and SQLite's must not be touched after a fork at all.
_inherited: list[object] = []


class Engines:
    """Opened when first used; nothing here knows of transactions."""

    def __init__(self, dialect: Dialect, options: Mapping[str, Any]) -> None:
        self._dialect = dialect
        self._options = dialect.engine_options(options)
        self._sync: Engine | None = None
        self._of_loops: list[LoopEngine] = []
        self._anchor: sqlite3.Connection | None = None
        self._readers: Workers | None = None
        self._writer: Workers | None = None
        self._making = threading.Lock()

    def sync(self) -> Engine:
        """The engine for threads."""
        if self._sync is None:
            with self._making:
                if self._sync is None:
                    self._hold_memory()
                    self._sync = self._create(**self._options)
        return self._sync

    def single(self) -> Engine:
        """An engine that keeps no connection, for work that is done once."""
        with self._making:
            self._hold_memory()
        options = {key: value for key, value in self._options.items() if not key.startswith(("pool_", "max_overflow"))}
        return self._create(**{**options, "poolclass": NullPool})

    def of_loop(self, loop: asyncio.AbstractEventLoop) -> LoopEngine:
        """The engine for an event loop; those of loops that are closed have lost their connections."""
        for found in self._of_loops:
            if found.loop is loop:
                return found
        with self._making:
            for left in [each for each in self._of_loops if each.loop.is_closed()]:
                self._of_loops.remove(left)
                left.abandon()
            self._hold_memory()
            made = LoopEngine(self._dialect, self._options, loop)
            self._of_loops.append(made)
        return made

    def readers(self) -> Workers:
        """The threads of the async face that read."""
        if self._readers is None:
            with self._making:
                if self._readers is None:
                    self._readers = Workers(_READERS, "contextledger-reader")
        return self._readers

    def writer(self) -> Workers:
        """The thread of the async face that writes."""
        if self._writer is None:
            with self._making:
                if self._writer is None:
                    self._writer = Workers(1, "contextledger-writer")
        return self._writer

    def close(self, *, wait: bool = True) -> None:
        """Everything is closed, but what is in use; engines of event loops lose their connections without being asked.

        Args:
            wait: For the threads of the async face to end. The end of the process does not.
        """
        for workers in (self._readers, self._writer):
            if workers is not None:
                workers.stop(wait=wait)
        if self._sync is not None:
            self._sync.dispose()
        for each in self._of_loops:
            each.close_from_outside(wait=wait)
        if self._anchor is not None:
            self._anchor.close()
        self._sync, self._of_loops, self._anchor, self._readers, self._writer = None, [], None, None, None

    async def async_close(self) -> None:
        """Everything is closed, the engine of this event loop in its own way."""
        loop = asyncio.get_running_loop()
        for each in [each for each in self._of_loops if each.loop is loop]:
            self._of_loops.remove(each)
            await each.close()

    def forget(self, writes: object) -> None:
        """What was opened before a fork is left alone, the queue of writes included; the next use opens anew."""
        _inherited.extend([writes, self._sync, self._of_loops, self._readers, self._writer])
        self._sync, self._of_loops, self._readers, self._writer = None, [], None, None
        self._making = threading.Lock()

    def _create(self, **options: Any) -> Engine:
        engine = create_engine(self._dialect.sync_url, **options)
        _set_up(engine, self._dialect)
        return engine

    def _hold_memory(self) -> None:
        if self._anchor is None and isinstance(self._dialect, SQLite) and self._dialect.memory:
            self._anchor = self._dialect.anchor()


class Uncancelled(asyncio.Task[Any]):
    """A task that nobody cancels, the end of the event loop included.

    CancelledError in the middle of a transaction hung SQLite, and on MariaDB committed what the caller was told was
    cancelled.
    """

    def cancel(self, msg: Any | None = None) -> bool:
        return False


#: Seconds that closing from another thread waits for the transactions of an event loop.
_LAST_TRANSACTIONS = 10.0

#: What a transaction of an event loop holds until it has ended.
Entered = list[asyncio.Semaphore]


class LoopEngine:
    """An engine whose connections belong to one event loop."""

    def __init__(self, dialect: Dialect, options: Mapping[str, Any], loop: asyncio.AbstractEventLoop) -> None:
        # Brings the whole ORM with it: a sixth of the time that `import manager` took.
        from sqlalchemy.ext.asyncio import create_async_engine

        assert dialect.async_url is not None
        self.loop = loop
        self.engine = create_async_engine(dialect.async_url, **options).sync_engine
        self._dialect = dialect
        self._open: set[Any] = set()
        self._running: set[asyncio.Task[Any]] = set()
        self._free: asyncio.Semaphore | None = None
        if (
            "poolclass" not in options
            and (size := options["pool_size"]) > 0
            and (overflow := options["max_overflow"]) >= 0
        ):
            self._free = asyncio.Semaphore(size + overflow)
        # Writers of one loop take turns; SQLite's own back-off let one of twelve wait for 1.3 s.
        self._writer = asyncio.Semaphore(1) if dialect.name == "sqlite" else None
        self._closing: asyncio.Task[None] | None = None
        self._patience: float = options.get("pool_timeout", 30.0)
        _set_up(self.engine, dialect)
        event.listen(self.engine, "connect", lambda connection, _: self._open.add(connection))
        event.listen(self.engine, "close", lambda connection, _: self._open.discard(connection))

    async def enter(self, *, write: bool) -> Entered:
        """It is the caller's turn, and one of the pool's connections is there for it; to be handed to `running`.

        A transaction may not be cancelled, so it must not wait for either: who waits here can be.

        Raises:
            TimeoutError: There was no connection for as long as `pool_timeout` says.
        """
        entered: Entered = []
        try:
            if write and self._writer is not None:
                await self._writer.acquire()
                entered.append(self._writer)
            if self._free is not None:
                async with asyncio.timeout(self._patience if self._free.locked() else None):
                    await self._free.acquire()
                entered.append(self._free)
        except BaseException:
            leave(entered)
            raise
        return entered

    def running(self, transaction: asyncio.Task[Any], entered: Entered) -> None:
        """The engine is not closed before the transaction has ended, and it is then the next one's turn."""
        self._running.add(transaction)
        transaction.add_done_callback(self._running.discard)
        transaction.add_done_callback(lambda _: leave(entered))

    async def close(self) -> None:
        """Its transactions have ended, and its connections are closed."""
        if self._running:
            await asyncio.wait(self._running)
        await greenlet_spawn(self.engine.dispose)

    def close_from_outside(self, *, wait: bool) -> None:
        """Its transactions have ended, where their loop still runs, and its connections are closed.

        A connection that is taken from a transaction would leave its caller without an answer, or with a wrong one.
        """
        if self._running and self.loop.is_running() and wait:
            if asyncio._get_running_loop() is self.loop:
                # Called on the loop itself, which cannot wait for its own tasks: they are the last to use it.
                self._closing = Uncancelled(self.close(), loop=self.loop)
                return
            with contextlib.suppress(TimeoutError, RuntimeError):
                asyncio.run_coroutine_threadsafe(self.close(), self.loop).result(_LAST_TRANSACTIONS)
        self.abandon()

    def abandon(self) -> None:
        """Its connections are closed from outside of the event loop."""
        for connection in list(self._open):
            with contextlib.suppress(Exception):
                self._dialect.abandon(driver_connection(connection))
        self._open.clear()


def leave(entered: Entered) -> None:
    """Others may have the turn and the connection."""
    for semaphore in entered:
        semaphore.release()


def _set_up(engine: Engine, dialect: Dialect) -> None:
    # First of all listeners: SQLAlchemy's own looks at the server, and must not find one that is refused here.
    event.listen(engine, "connect", lambda connection, record: dialect.connected(connection, record.info), insert=True)
