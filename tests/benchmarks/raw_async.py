"""The raw side's append from a coroutine: one thread hop on SQLite, the async drivers on servers."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncmy
import psycopg

from tests.benchmarks.drivers import MariaDBDriver, mariadb_arguments, postgresql_text
from tests.benchmarks.raw import RawSession, SessionRow, Statements, appended_values, guarded_values, message_values


class AsyncRawSession(ABC):
    """One session, appended to from one coroutine at a time."""

    @abstractmethod
    async def append(self) -> None:
        """One message more."""

    @abstractmethod
    async def close(self) -> None: ...


class ThreadedSession(AsyncRawSession):
    """sqlite3 in a thread of its own: a whole transaction in one hop."""

    def __init__(self, session: RawSession) -> None:
        self._session = session
        self._thread = ThreadPoolExecutor(1)

    async def append(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._session.append)

    async def close(self) -> None:
        self._thread.shutdown()


class AsyncPostgreSQLSession(AsyncRawSession):
    """psycopg: the one guarded statement."""

    def __init__(self, connection: psycopg.AsyncConnection[Any], number: int) -> None:
        self._connection = connection
        self._sql = Statements("%s", "")
        self._id = number

    @classmethod
    async def open(cls, url: str, number: int) -> AsyncPostgreSQLSession:
        """Connected."""
        return cls(await psycopg.AsyncConnection.connect(postgresql_text(url), autocommit=True), number)

    async def append(self) -> None:
        ...

    async def close(self) -> None:
        await self._connection.close()
