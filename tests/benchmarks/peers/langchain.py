"""The SQLChatMessageHistory of langchain-community, through both of its faces."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from langchain_community.chat_message_histories import SQLChatMessageHistory
from sqlalchemy import create_engine, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.benchmarks.peers.langchain_messages import human, messages
from tests.benchmarks.peers.places import driven_by
from tests.benchmarks.peers.protocol import SESSION, Contestant
from tests.benchmarks.peers.workload import WINDOW

BATCH = 2_500


class _History(Contestant):
    libraries = ("langchain-community",)
    imports = "from langchain_community.chat_message_histories import SQLChatMessageHistory"
    note = f"it reads whole histories: a window is the last {WINDOW} of all"
    count = "SELECT count(*) FROM message_store"

    def _turns(self, count: int) -> list[Any]:
        return [each for _ in range(count) for each in messages(self.next())]


class SyncHistory(_History):
    """The sync methods, over sqlite3 or psycopg."""

    def open(self) -> None:
        self._engine = create_engine(driven_by(self.place, "", "psycopg"))
        self._history = SQLChatMessageHistory(SESSION, connection=self._engine)

    def fill(self, turns: int) -> None:
        for start in range(0, turns, BATCH):
            self._history.add_messages(self._turns(min(BATCH, turns - start)))

    def turn(self) -> list[Any]:
        self._history.add_messages(self._turns(1))
        return self.window()

    def append(self) -> None:
        self._history.add_message(human(self.next()))

    def window(self) -> list[Any]:
        return self.load()[-WINDOW:]

    def load(self) -> list[Any]:
        found: list[Any] = self._history.messages
        return found

    def ask(self, sql: str) -> Any:
        with self._engine.connect() as connection:
            return connection.execute(text(sql)).scalar_one()

    def close(self) -> None:
        self._engine.dispose()


class AsyncHistory(_History):
    """The async methods, over aiosqlite or psycopg."""

    async def open(self) -> None:
        self._engine = create_async_engine(driven_by(self.place, "aiosqlite", "psycopg"))
        self._history = SQLChatMessageHistory(SESSION, connection=self._engine)
        await self._history.aget_messages()

    async def fill(self, turns: int) -> None:
        for start in range(0, turns, BATCH):
            await self._history.aadd_messages(self._turns(min(BATCH, turns - start)))

    async def turn(self) -> list[Any]:
        await self._history.aadd_messages(self._turns(1))
        return await self.window()

    async def append(self) -> None:
        await self._history.aadd_message(human(self.next()))

    async def window(self) -> list[Any]:
        return (await self.load())[-WINDOW:]

    async def load(self) -> list[Any]:
        found: list[Any] = await self._history.aget_messages()
        return found

    async def companion(self, number: int) -> Callable[[], Awaitable[object]]:
        history = SQLChatMessageHistory(f"{SESSION}-{number}", connection=self._engine)
        await history.aadd_message(human(number))
        return lambda: history.aadd_message(human(number))

    async def ask(self, sql: str) -> Any:
        async with self._engine.connect() as connection:
            return (await connection.execute(text(sql))).scalar_one()

    async def close(self) -> None:
        await self._engine.dispose()
