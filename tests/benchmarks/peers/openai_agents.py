"""The sessions of openai-agents."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from agents import SQLiteSession
from agents.extensions.memory import AdvancedSQLiteSession, SQLAlchemySession
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.benchmarks.peers.places import driven_by
from tests.benchmarks.peers.protocol import SESSION, Contestant
from tests.benchmarks.peers.workload import FORKED, TURN, WINDOW, call_id, message, turn

BATCH = 2_500


def _items(number: int) -> list[Any]:
    """A turn in the format of the Responses API, which these sessions keep."""
    question, call, result, answer = turn(number)
    function = call["tool_calls"][0]["function"]
    return [
        question,
        {"type": "function_call", "call_id": call_id(number), **function},
        {"type": "function_call_output", "call_id": call_id(number), "output": result["content"]},
        answer,
    ]


class _Session(Contestant):
    libraries = ("openai-agents",)
    count = "SELECT count(*) FROM agent_messages"
    _session: Any

    async def fill(self, turns: int) -> None:
        for start in range(0, turns, BATCH):
            size = min(BATCH, turns - start)
            await self._session.add_items([item for _ in range(size) for item in _items(self.next())])

    async def turn(self) -> list[Any]:
        await self._session.add_items(_items(self.next()))
        return await self.window()

    async def append(self) -> None:
        await self._session.add_items([message(self.next())])

    async def window(self) -> list[Any]:
        found: list[Any] = await self._session.get_items(limit=WINDOW)
        return found

    async def load(self) -> list[Any]:
        found: list[Any] = await self._session.get_items()
        return found

    async def pop(self) -> None:
        await self._session.pop_item()

    async def companion(self, number: int) -> Callable[[], Awaitable[object]]:
        session = self._another(f"{SESSION}-{number}")
        await session.add_items([message(0)])
        return lambda: session.add_items([message(self.next())])

    def _another(self, name: str) -> Any:
        raise NotImplementedError


class SQLite(_Session):
    """SQLiteSession: sqlite3, a thread hop for each operation."""

    imports = "from agents import SQLiteSession"

    async def open(self) -> None:
        self._session = self._another(SESSION)

    def _another(self, name: str) -> Any:
        return SQLiteSession(name, self.place)

    async def ask(self, sql: str) -> Any:
        with self._session._locked_connection() as connection:
            return connection.execute(sql).fetchone()[0]

    async def close(self) -> None:
        self._session.close()


class Advanced(SQLite):
    """AdvancedSQLiteSession: turns and branches beside the messages."""

    imports = "from agents.extensions.memory import AdvancedSQLiteSession"
    note = "fork: `create_branch_from_turn`, which copies what is before that turn"

    def _another(self, name: str) -> Any:
        return AdvancedSQLiteSession(session_id=name, db_path=self.place, create_tables=True)

    async def fork(self) -> None:
        turns = await self._session.get_conversation_turns()
        await self._session.create_branch_from_turn(turns[-FORKED // TURN]["turn"])


class Alchemy(_Session):
    """SQLAlchemySession: SQLAlchemy over aiosqlite or asyncpg."""

    imports = "from agents.extensions.memory import SQLAlchemySession"

    async def open(self) -> None:
        self._engine = create_async_engine(driven_by(self.place, "aiosqlite", "asyncpg"))
        self._session = self._another(SESSION)

    def _another(self, name: str) -> Any:
        return SQLAlchemySession(name, engine=self._engine, create_tables=True)

    async def ask(self, sql: str) -> Any:
        async with self._engine.connect() as connection:
            return (await connection.execute(text(sql))).scalar_one()

    async def close(self) -> None:
        await self._engine.dispose()
