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


class GroupCommit:
    """The connection that all writes of one `Database` go through, and their transactions.

    The first write of a transaction has it for itself until its work is done; each that had come meanwhile follows
    under a savepoint of its own. One COMMIT, and then all of them are told. What fails undoes only its own; what ends
    the whole transaction (SQLITE_FULL does, and an interrupt) is told to nobody, and each write is run again alone.

    Args:
        engine: makes the connection.
    """

    def __init__(self, engine: Callable[[], Engine]) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._driver: sqlite3.Connection | None = None
        self._committing = False

    def commit_group(self, queue: WriteQueue) -> None:
        """The write that has waited longest has ended, with those that could share its transaction.

        Called by one thread at a time.
        """
        group: list[Write] = []
        self._committing = False
        try:
            self._run(queue, group)
        except Exception as error:
            self._undo()
            if len(group) > 1:
                queue.put_back(group, alone=True)
            else:
                for write in group:
                    write.error = error
                finish(group)
        except BaseException:
            # This thread was interrupted, which is no matter of the writes of others.
            if self._committing and self._driver is not None and not self._driver.in_transaction:
                finish(group)
            else:
                self._undo()
                queue.put_back(group)
            raise

    def close(self) -> None:
        """The connection is closed."""
        if self._connection is not None:
            self._connection.close()
            self._connection = self._driver = None

    def _run(self, queue: WriteQueue, group: list[Write]) -> None:
        write = queue.next()
        if write is None:
            return
        group.append(write)
        connection, driver = self._begun(queue)
        until = time.monotonic() + _LONGEST
        # Nothing is before it in the transaction that a failure of its own could undo: it needs no savepoint.
        write.result = write.work(connection)
        while not write.alone and time.monotonic() < until and (following := queue.next(shared=True)) is not None:
            group.append(following)
            _run_in_savepoint(following, connection, driver)
        self._committing = True
        driver.execute("COMMIT")
        _leave(connection)
        finish(group)

    def _begun(self, queue: WriteQueue) -> tuple[Connection, sqlite3.Connection]:
        """The connection and the driver's, a transaction open."""
        try:
            if self._connection is None or self._driver is None:
                try:
                    self._connection = self._engine().connect()
                except Exception as error:
                    raise NoConnectionError from error
                self._driver = cast(sqlite3.Connection, self._connection.connection.driver_connection)
            self._driver.execute(SQLite.begin_sql)
        except Exception as error:
            # Each of those behind it would wait as long, for the same.
            queue.refuse(error)
            raise
        return self._connection, self._driver

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
