"""The SQL statements that reach the database, as the drivers see them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pymysql
from pymysql.cursors import Cursor as PyMySQLCursor
from sqlalchemy import event
from sqlalchemy.pool import ConnectionPoolEntry, Pool

_FRAME = re.compile(r"(BEGIN|COMMIT|ROLLBACK|PRAGMA|SET)\b", re.IGNORECASE)
_INSERT = re.compile(r"(INSERT\s.*?)\bVALUES\b", re.IGNORECASE | re.DOTALL)


class StatementRecorder:
    """Hears every connection opened while it listens; keeps what is sent inside `recorded()`.

    It listens to the drivers because the store's hot path uses their cursors and passes SQLAlchemy's events by. What
    frames a transaction or sets up a connection is left out: BEGIN, COMMIT, ROLLBACK, PRAGMA, SET. Through asyncmy,
    whose cursors are compiled, nothing can be heard.
    """

    def __init__(self) -> None:
        self._sent: list[str] | None = None

    @contextmanager
    def listening(self) -> Iterator[StatementRecorder]:
        """The recorder hears the connections that any engine opens in this context."""
        event.listen(Pool, "connect", self._attach)
        try:
            yield self
        finally:
            event.remove(Pool, "connect", self._attach)

    @contextmanager
    def recorded(self) -> Iterator[list[str]]:
        """A list that has every statement sent in this context; complete at its end."""
        sent: list[str] = []
        self._sent = sent
        try:
            yield sent
        finally:
            self._sent = None

    def _hear(self, statement: str) -> None:
        if self._sent is None or _FRAME.match(statement):
            return
        insert = _INSERT.match(statement)
        if insert and self._sent and self._sent[-1].startswith(insert[1]):
            return  # SQLite runs an executemany row by row, where the other drivers send it once
        self._sent.append(statement)

    def _attach(self, dbapi_connection: Any, _entry: ConnectionPoolEntry) -> None:
        connection = getattr(dbapi_connection, "driver_connection", dbapi_connection)
        match connection:
            case sqlite3.Connection():
                connection.set_trace_callback(self._hear)
            case psycopg.Connection():
                connection.cursor_factory = _psycopg_cursor(self)
            case psycopg.AsyncConnection():
                connection.cursor_factory = _async_psycopg_cursor(self)
            case pymysql.Connection():
                connection.cursorclass = _pymysql_cursor(self)
            case _ if type(connection).__module__.startswith("aiosqlite"):
                dbapi_connection.run_async(lambda aiosqlite: aiosqlite.set_trace_callback(self._hear))
            case _:
                raise TypeError(f"statements sent through {type(connection)!r} cannot be heard; use the sync face")


def _psycopg_cursor(recorder: StatementRecorder) -> type[psycopg.Cursor[Any]]:
    class Cursor(psycopg.Cursor[Any]):
        def execute(self, query: Any, *args: Any, **kwargs: Any) -> Any:
            recorder._hear(_text(query))
            return super().execute(query, *args, **kwargs)

        def executemany(self, query: Any, *args: Any, **kwargs: Any) -> None:
            recorder._hear(_text(query))
            super().executemany(query, *args, **kwargs)

    return Cursor


def _async_psycopg_cursor(recorder: StatementRecorder) -> type[psycopg.AsyncCursor[Any]]:
    class Cursor(psycopg.AsyncCursor[Any]):
        async def execute(self, query: Any, *args: Any, **kwargs: Any) -> Any:
            recorder._hear(_text(query))
            return await super().execute(query, *args, **kwargs)

        async def executemany(self, query: Any, *args: Any, **kwargs: Any) -> None:
            recorder._hear(_text(query))
            await super().executemany(query, *args, **kwargs)

    return Cursor


def _pymysql_cursor(recorder: StatementRecorder) -> type[PyMySQLCursor]:
    class Cursor(PyMySQLCursor):
        # executemany comes through here too, once for each statement it really sends
        def execute(self, query: Any, args: Any = None) -> int:
            recorder._hear(_text(query))
            return super().execute(query, args)

    return Cursor


def _text(query: Any) -> str:
    return query.decode() if isinstance(query, bytes | bytearray) else str(query)
