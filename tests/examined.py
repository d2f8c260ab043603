"""How much a database looks at to answer: plans that name an index may scan all of it, so what is counted is work."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pymysql
from sqlalchemy import event
from sqlalchemy.pool import ConnectionPoolEntry, Pool

_POSTGRESQL = """
SELECT (SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables)
     + (SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes)
"""


class Examined:
    """What the connections did in `counted()`: steps of SQLite's machine, rows read by the other systems."""

    def __init__(self) -> None:
        self.count = 0


class WorkCounter:
    """Counts on every connection opened while it listens."""

    def __init__(self) -> None:
        self._connections: list[Any] = []

    @contextmanager
    def listening(self) -> Iterator[WorkCounter]:
        """Connections that any engine opens in this context are counted on."""
        event.listen(Pool, "connect", self._attach)
        event.listen(Pool, "close", self._detach)
        try:
            yield self
        finally:
            event.remove(Pool, "connect", self._attach)
            event.remove(Pool, "close", self._detach)

    @contextmanager
    def counted(self) -> Iterator[Examined]:
        """What is examined in this context; complete at its end."""
        found = Examined()

        def step() -> int:
            found.count += 1
            return 0

        own = sum(map(_own, self._connections))
        before = self._read() + own
        for connection in self._connections:
            if isinstance(connection, sqlite3.Connection):
                connection.set_progress_handler(step, 1)
        try:
            yield found
        finally:
            for connection in self._connections:
                if isinstance(connection, sqlite3.Connection):
                    connection.set_progress_handler(None, 1)
            found.count += self._read() - before

    def _read(self) -> int:
        """What the servers have counted so far."""
        return sum(_count(connection) for connection in self._connections)

    def _attach(self, dbapi_connection: Any, _entry: ConnectionPoolEntry) -> None:
        self._connections.append(getattr(dbapi_connection, "driver_connection", dbapi_connection))

    def _detach(self, dbapi_connection: Any, _entry: ConnectionPoolEntry) -> None:
        connection = getattr(dbapi_connection, "driver_connection", dbapi_connection)
        self._connections = [each for each in self._connections if each is not connection]


def _count(connection: Any) -> int:
    match connection:
        case sqlite3.Connection():
            return 0
        case psycopg.Connection():
            with connection.cursor() as cursor:
                # What this connection has counted reaches the others' sight with the next statement.
                cursor.execute("SELECT pg_stat_force_next_flush()")
                cursor.execute("SELECT pg_stat_clear_snapshot()")
                cursor.execute(_POSTGRESQL)
                row = cursor.fetchone()
                return int(row[0]) if row else 0
        case pymysql.Connection():
            with connection.cursor() as cursor:
                cursor.execute("SHOW SESSION STATUS LIKE 'Handler_read%'")
                return sum(int(value) for _, value in cursor.fetchall())
        case _:
            raise TypeError(f"what {type(connection)!r} examines cannot be counted; use the sync face")


def _own(connection: Any) -> int:
    """What a reading adds to the next one: MariaDB answers it from a table like any other."""
    return -_count(connection) + _count(connection) if isinstance(connection, pymysql.Connection) else 0
