"""The raw side's append from a coroutine: one thread hop on SQLite, the async drivers on servers."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncmy
import psycopg

from manager.storage.sessions import SessionRow
from tests.benchmarks.drivers import MariaDBDriver, PostgreSQLDriver, mariadb_arguments, postgresql_text
from tests.benchmarks.raw import (
    RawSession,
    appended_values,
    guarded_values,
    message_values,
)
from tests.benchmarks.statements import Statements


class AsyncRaw(ABC):
    """A connection of the running loop that appends to sessions of the raw side."""

    @abstractmethod
    async def append(self, session: RawSession) -> None:
        """One message more."""

    @abstractmethod
    async def close(self) -> None: ...


class AsyncSQLite(AsyncRaw):
    """sqlite3 in a thread of its own: the whole transaction in one hop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)

    async def append(self, session: RawSession) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, session.append)

    async def close(self) -> None:
        self._thread.shutdown()


class AsyncPostgreSQL(AsyncRaw):
    """psycopg: the one guarded statement."""

    def __init__(self, connection: psycopg.AsyncConnection[Any]) -> None:
        self._connection = connection
        self._sql = Statements(PostgreSQLDriver)

    async def append(self, session: RawSession) -> None:
        await self._connection.execute(self._sql.guarded_append, guarded_values(session.number, session.head))
        session.head += 1

    async def close(self) -> None:
        await self._connection.close()


class AsyncMariaDB(AsyncRaw):
    """asyncmy: lock, insert, update."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._cursor = connection.cursor()
        self._sql = Statements(MariaDBDriver)

    async def append(self, session: RawSession) -> None:
        await self._connection.begin()
        await self._cursor.execute(self._sql.lock_session, (session.number,))
        row = SessionRow._make(await self._cursor.fetchone())
        await self._cursor.execute(self._sql.insert_message, message_values(row))
        await self._cursor.execute(self._sql.after_append, appended_values(row, 1))
        await self._connection.commit()

    async def close(self) -> None:
        await self._connection.ensure_closed()


async def connect(system: str, url: str) -> AsyncRaw:
    """A connection to the database of the URL, for the running loop."""
    if system == "sqlite":
        return AsyncSQLite()
    if system == "postgresql":
        return AsyncPostgreSQL(await psycopg.AsyncConnection.connect(postgresql_text(url), autocommit=True))
    connection = await asyncmy.connect(
        **mariadb_arguments(url), charset="utf8mb4", autocommit=True, init_command=MariaDBDriver.set_up
    )
    return AsyncMariaDB(connection)
