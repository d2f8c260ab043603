"""The only place where a transaction begins, commits, rolls back or is run again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.util import greenlet_spawn

from manager.errors import ClosedError, DatabaseBusyError, InvalidArgumentError
from manager.storage import failures, migrate
from manager.storage.attempts import Attempts, Confirm, NoConnectionError, OutcomeUnknownError, Retry, raise_unusable
from manager.storage.dialects import SQLite, dialect_of
from manager.storage.engines import Engines, Uncancelled, leave
from manager.storage.group_commit import GroupCommit
from manager.storage.locks import Place, shared_lock
from manager.storage.write_queue import WriteQueue

R = TypeVar("R")
Work = Callable[[Connection], R]

__all__ = ["Database", "Retry"]


class Database:
    """A database, its pool of connections, and the transactions run on it from threads and from event loops."""

    def __init__(
        self,
        url: str,
        *,
        durability: Literal["full", "normal"] = "full",
        upgrade: bool | None = None,
        engine_options: Mapping[str, Any] | None = None,
    ) -> None:
        """Nothing is opened.

        Raises:
            UnsupportedDatabaseError: The URL names what cannot be used here.
        """
        if durability not in ("full", "normal"):
            raise InvalidArgumentError("durability", durability, "'full' or 'normal'")
        self._dialect = dialect_of(url, durability=durability)
        self._upgrade = upgrade
        self._engines = Engines(self._dialect, engine_options or {})
        #: On SQLite, where one connection writes; on servers each transaction has its own.
        self._writes = self._write_queue()
        self._opening = threading.Lock()
        self._open = False
        self._closed = False
        # Also at the end of the process, where closing a SQLite file folds its write-ahead log in.
        self._finalize = weakref.finalize(self, _close, self._writes, self._engines, wait=False)
        _all.add(self)

    @property
    def url(self) -> str:
        """The URL, without a password."""
        return self._dialect.shown

    @property
    def dialect_name(self) -> str:
        """`sqlite`, `postgresql` or `mariadb`."""
        return self._dialect.name

    @property
    def appends_at_once(self) -> bool:
        """Whether an append that needs no cut can be one statement: an UPDATE in a CTE, and SHA-256 in SQL."""
        return self._dialect.appends_at_once

    def run(self, work: Work[R], *, write: bool, confirm: Confirm[R] | None = None) -> R:
        """What the work returns, committed.

        Args:
            work: Called with a connection, in one transaction if it writes, else in autocommit. It is called again
                in a new transaction where the database asks for that, so it must do nothing else; what a statement
                raises must leave it.
            write: Whether it writes. On SQLite it then has the write lock from its beginning.
            confirm: Called first thing in a new transaction where the connection was lost during COMMIT: whether
                what the work returned is there. It must lock what the work locks, as the lost transaction may still
                be ending. Without it, the work is run again.

        Raises:
            DatabaseError: The driver's error is its cause.
        """
        attempts: Attempts[R] | None = None
        while True:
            try:
                engine = self._engine()
                if write and self._writes is not None:
                    return self._writes.run(work)
                return self._attempt(engine, work, write, attempts)
            except Exception as error:
                attempts = attempts or Attempts(self._dialect.shown, confirm)
                delay = attempts.after(error)
            time.sleep(delay)

    async def async_run(self, work: Work[R], *, write: bool, confirm: Confirm[R] | None = None) -> R:
        """The same from a coroutine.

        A caller that is cancelled gets `CancelledError` when the transaction has ended; one that had not begun never
        begins.
        """
        self._check()
        if self._dialect.async_url is None:
            if write and self._writes is not None:
                return await self._async_write(self._writes, work)
            return await self._engines.readers().run(partial(self.run, work, write=False))
        loop = asyncio.get_running_loop()
        try:
            of_loop = self._engines.of_loop(loop)
            entered = await of_loop.enter(write=write)
        except (TypeError, ValueError) as error:  # of an option that no engine takes
            raise_unusable(error, self.url)
        except TimeoutError as error:
            raise DatabaseBusyError(self.url, "all connections of the pool were in use") from error
        if self._closed:  # while it waited
            leave(entered)
            raise ClosedError
        permit = _Permit()
        transaction = Uncancelled(self._async_attempts(of_loop.engine, work, write, confirm, permit), loop=loop)
        of_loop.running(transaction, entered)
        try:
            result: R = await asyncio.shield(transaction)
        except asyncio.CancelledError:
            permit.revoked = True
            if permit.begun:
                # Cancelled once more while it waits here, it hears of that when the transaction has ended.
                with contextlib.suppress(Exception):
                    await transaction
            raise
        return result

    def upgrade(self) -> None:
        """The tables are there and of this version."""
        self._prepare(True)

    def close(self) -> None:
        """Every connection is closed; later calls raise `ClosedError`."""
        self._closed = True
        self._finalize.detach()
        _close(self._writes, self._engines, wait=True)

    async def async_close(self) -> None:
        """The same from a coroutine."""
        self._closed = True
        self._finalize.detach()
        await self._engines.async_close()
        await asyncio.to_thread(_close, self._writes, self._engines, wait=True)

    def _check(self) -> None:
        if self._closed:
            raise ClosedError

    def _forked(self) -> None:
        """Nothing of the parent process is touched any more."""
        self._engines.forget(self._writes)
        self._writes = self._write_queue()
        self._opening = threading.Lock()
        if self._finalize.detach():
            # It would close the parent's connection that writes.
            self._finalize = weakref.finalize(self, _close, self._writes, self._engines, wait=False)

    def _write_queue(self) -> WriteQueue | None:
        if not isinstance(self._dialect, SQLite):
            return None
        transactions = GroupCommit(self._engines.single)
        return WriteQueue(transactions, Place(shared_lock(self._dialect.key)), self._engines.writer)

    def _engine(self) -> Engine:
        """The engine for threads; the manager is open, and the tables are there."""
        self._check()
        if not self._open:
            self._prepare(self._upgrade)
        try:
            return self._engines.sync()
        except (TypeError, ValueError) as error:  # of an option that no pool takes
            raise_unusable(error, self._dialect.shown)

    def _prepare(self, upgrade: bool | None) -> None:
        attempts: Attempts[None] | None = None
        with self._opening:
            if self._open and not upgrade:
                return
            while True:
                try:
                    engine = self._engines.single()
                    migrate.prepare(engine, self._dialect, upgrade=upgrade)
                    break
                except Exception as error:
                    if failures.disconnected(error):
                        raise failures.translate(error, self._dialect.shown) from error
                    if isinstance(error, TypeError | ValueError | OSError) and failures.driver_error(error) is None:
                        raise_unusable(error, self._dialect.shown)
                    attempts = attempts or Attempts(self._dialect.shown, None)
                    delay = attempts.after(error)
                time.sleep(delay)
            self._open = True

    async def _async_write(self, writes: WriteQueue, work: Work[R]) -> R:
        attempts: Attempts[R] | None = None
        while True:
            try:
                if self._open:
                    self._engine()
                else:
                    await self._engines.readers().run(self._engine)
                return await writes.async_run(work)
            except Exception as error:
                attempts = attempts or Attempts(self._dialect.shown, None)
                delay = attempts.after(error)
            await asyncio.sleep(delay)

    async def _async_attempts(
        self, engine: Engine, work: Work[R], write: bool, confirm: Confirm[R] | None, permit: _Permit
    ) -> R:
        attempts: Attempts[R] | None = None
        while True:
            try:
                if not self._open:
                    # Alembic works in threads only, and one at a time.
                    await asyncio.to_thread(self._prepare, self._upgrade)
                # One greenlet for all of it, where AsyncConnection makes one for each of connect, run_sync and close.
                return await greenlet_spawn(self._attempt, engine, work, write, attempts, permit)
            except Exception as error:
                attempts = attempts or Attempts(self._dialect.shown, confirm)
                delay = attempts.after(error)
            await asyncio.sleep(delay)

    def _attempt(
        self, engine: Engine, work: Work[R], write: bool, attempts: Attempts[R] | None, permit: _Permit | None = None
    ) -> R:
        """One run of the work: on a connection of the engine, in a transaction of its own."""
        pool = engine.pool
        try:
            connection = engine.connect()
        except Exception as error:
            raise NoConnectionError from error
        committing = False
        try:
            if permit is not None:
                permit.begin()
            if not write:
                return work(connection)
            driver = connection.connection.dbapi_connection
            self._dialect.begin(driver)
            if attempts is not None and attempts.unconfirmed is not None:
                result: R = attempts.unconfirmed.result
                if attempts.confirm is not None and attempts.confirm(connection, result):
                    _end(connection, gone=False)
                    return result
                attempts.unconfirmed = None
                result = work(connection)
            else:
                result = work(connection)
            committing = True
            self._dialect.commit(driver)
        except BaseException as error:
            gone = failures.disconnected(error)
            _end(connection, gone=gone)
            if committing and gone:
                raise OutcomeUnknownError(result) from error
            raise
        finally:
            connection.close()
            if self._closed and permit is None:
                # Closed while it was in use: it went back into a pool that nobody closes any more.
                pool.dispose()
                engine.dispose()
        return result


class _Permit:
    """Whether a transaction may still begin, and whether it has."""

    def __init__(self) -> None:
        self.revoked = False
        self.begun = False

    def begin(self) -> None:
        if self.revoked:
            raise asyncio.CancelledError
        self.begun = True


def _end(connection: Connection, *, gone: bool) -> None:
    """The connection has no open transaction, or is out of the pool."""
    whole = False
    try:
        if not gone:
            connection.connection.rollback()
            whole = True
    except Exception:
        pass  # what led here is the error to tell
    finally:
        if not whole:
            connection.invalidate()
    if gone:
        # Its neighbours in the pool have most likely gone with it.
        connection.engine.dispose()


def _close(writes: WriteQueue | None, engines: Engines, *, wait: bool) -> None:
    if writes is not None:
        writes.close(wait=wait)
    engines.close(wait=wait)


_all: weakref.WeakSet[Database] = weakref.WeakSet()


def _forked() -> None:
    for database in list(_all):
        database._forked()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
