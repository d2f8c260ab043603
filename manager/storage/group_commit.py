"""Group commit: writes of one SQLite database that wait at the same time share a transaction and its flush to disk."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from typing import cast

from sqlalchemy import Connection, Engine

from manager.storage.attempts import NoConnectionError
from manager.storage.dialects import SQLite
from manager.storage.write_queue import Write, WriteQueue, finish

#: Seconds after which a transaction takes in no more writes: those of other processes wait for its end.
_LONGEST = 0.02

#: Seconds between two looks at a lock that another process has. SQLite's own grow to 0.1 s: beside a process that
#: writes without a pause, and leaves the lock for microseconds, an append waited for up to 4.7 s, and so for 0.1 s.
_LOOK = 0.001


class GroupCommit:
    """The connection that all writes of one `Database` go through, and their transactions.

    The first write of a transaction has it for itself until its work is done; each that had come meanwhile follows
    under a savepoint of its own. One COMMIT, and then all of them are told. What fails undoes only its own; what ends
    the whole transaction (SQLITE_FULL does, and an interrupt) is told to nobody, and each write is run again alone.
    A write that is to be alone decides nothing about others.

    Args:
        engine: makes the connection.
    """

    def __init__(self, engine: Callable[[], Engine]) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._driver: sqlite3.Connection | None = None
        self._committing = False
        #: Seconds that are waited for the lock.
        self._patience = 0.0

    def commit_group(self, queue: WriteQueue) -> None:
        """The write that has waited longest has ended, with those that could share its transaction.

        Called by one thread at a time.
        """
        group: list[Write] = []
        self._committing = False
        try:
            self._run(queue, group)
        except BaseException as error:
            if self._committed(error):
                finish(group)
                raise
            self._undo()
            if len(group) > 1:
                queue.put_back(group)
            else:
                for write in group:
                    write.error = error
                finish(group)
            if not isinstance(error, Exception):
                raise

    def close(self) -> None:
        """The connection is closed."""
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            connection.close()

    def _run(self, queue: WriteQueue, group: list[Write]) -> None:
        write = queue.take(group)
        if write is None:
            return
        connection, driver = self._begun(queue, write)
        until = time.monotonic() + _LONGEST
        # Nothing is before it in the transaction that a failure of its own could undo: it needs no savepoint.
        write.result = write.work(connection)
        while not write.alone and driver.in_transaction and time.monotonic() < until:
            following = queue.take(group, shared=True)
            if following is None:
                break
            _run_in_savepoint(following, connection, driver)
        self._committing = True
        driver.execute("COMMIT")
        _leave(connection)
        finish(group)

    def _committed(self, error: BaseException) -> bool:
        """Whether the transaction has been committed, and what was raised came after."""
        ended = self._driver is not None and not self._driver.in_transaction
        # A COMMIT that fails may end the transaction too.
        return self._committing and ended and not isinstance(error, sqlite3.Error)

    def _begun(self, queue: WriteQueue, write: Write) -> tuple[Connection, sqlite3.Connection]:
        """The connection and the driver's, a transaction open."""
        try:
            if self._driver is not None and self._driver.in_transaction:
                self._undo()  # who was to do it was interrupted
            if self._connection is None or self._driver is None:
                try:
                    self._connection = self._engine().connect()
                    self._driver = cast(sqlite3.Connection, self._connection.connection.driver_connection)
                    self._wait_by_itself(self._driver)
                except Exception as error:
                    raise NoConnectionError from error
            self._begin(self._driver)
        except Exception as error:
            if not write.alone:
                # Each of those behind it would wait as long, for the same.
                queue.refuse(error)
            raise
        return self._connection, self._driver

    def _wait_by_itself(self, driver: sqlite3.Connection) -> None:
        """It is not SQLite that waits for the lock, where nothing but BEGIN does."""
        (mode,) = driver.execute("PRAGMA journal_mode").fetchone()
        if mode == "wal":
            (milliseconds,) = driver.execute("PRAGMA busy_timeout").fetchone()
            self._patience = milliseconds / 1000
            driver.execute("PRAGMA busy_timeout = 0")

    def _begin(self, driver: sqlite3.Connection) -> None:
        """A transaction is open."""
        until: float | None = None
        while True:
            try:
                driver.execute(SQLite.begin_sql)
                return
            except sqlite3.OperationalError as error:
                now = time.monotonic()
                until = now + self._patience if until is None else until
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or now >= until:
                    raise
            time.sleep(_LOOK)

    def _undo(self) -> None:
        """No transaction is open."""
        connection, driver = self._connection, self._driver
        if connection is None or driver is None:
            return
        try:
            driver.rollback()
            _leave(connection)
        except Exception:
            # What led here is the error to tell; this connection is not used again.
            self._connection = self._driver = None
            connection.invalidate()
            connection.close()


def _run_in_savepoint(write: Write, connection: Connection, driver: sqlite3.Connection) -> None:
    driver.execute("SAVEPOINT write")
    try:
        write.result = write.work(connection)
    except Exception as error:
        if not driver.in_transaction:
            raise
        driver.execute("ROLLBACK TO write")
        write.error = error
    driver.execute("RELEASE write")


def _leave(connection: Connection) -> None:
    """Core forgets the transaction that it takes for begun by the first statement sent through it."""
    if connection.in_transaction():
        connection.rollback()
