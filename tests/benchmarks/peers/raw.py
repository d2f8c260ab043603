"""SQLite by statements written by hand: the store's rows, their JSON text, length and digest given."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import orjson

from manager import SessionManager
from manager.storage.sessions import SessionRow
from tests.benchmarks.drivers import SQLiteDriver
from tests.benchmarks.peers.protocol import Contestant
from tests.benchmarks.peers.workload import TURN, WINDOW
from tests.benchmarks.raw import RawSession, appended_values, message_values
from tests.benchmarks.statements import Statements

T = TypeVar("T")
BATCH = 10_000
NOTE = "the rows of ContextLedger, in its tables; what it works out of a message is given"
COUNT = "SELECT count(*) FROM ledger_messages"
LOAD = "SELECT payload FROM ledger_messages WHERE session = {} ORDER BY seq"


def add_schema(place: str) -> None:
    """The store's tables are at the place."""
    with SessionManager(place if "://" in place else f"sqlite:///{place}") as manager:
        manager.upgrade()


class RawSQLite(Contestant):
    """sqlite3 on one connection."""

    libraries = ()
    imports = "import sqlite3"
    note = NOTE
    count = COUNT

    def __init__(self, place: str, durability: str) -> None:
        super().__init__(place)
        self._durability = durability

    def open(self) -> None:
        add_schema(self.place)
        self._driver = SQLiteDriver(f"sqlite:///{self.place}", self._durability)
        self._sql = Statements(SQLiteDriver)
        self._session = RawSession(self._driver, 1, prompted=False)
        if not self.ask("SELECT count(*) FROM ledger_sessions"):
            self._session.create()

    def fill(self, turns: int) -> None:
        for start in range(0, turns * TURN, BATCH):
            self._session.append_batch(self._session.batch(min(BATCH, turns * TURN - start)))

    def turn(self) -> list[Any]:
        self._driver.begin()
        row = self._row(self._sql.lock_session)
        rows = [message_values(_after(row, number)) for number in range(TURN)]
        self._driver.execute_many(self._sql.insert_message, rows)
        self._driver.execute(self._sql.after_append, appended_values(row, TURN))
        self._driver.commit()
        return self.window()

    def append(self) -> None:
        self._session.append()

    def window(self) -> list[Any]:
        head = self._row(self._sql.read_session).head_seq
        rows = self._driver.execute(self._sql.messages_of_one, (1, head - WINDOW + 1, head)).fetchall()
        return [orjson.loads(payload) for _, _, payload, *_ in rows]

    def load(self) -> list[Any]:
        return [orjson.loads(payload) for (payload,) in self._driver.execute(LOAD.format("?"), (1,)).fetchall()]

    def another(self, number: int) -> RawSession:
        """A session more, on the same connection."""
        session = RawSession(self._driver, number + 2, prompted=False)
        session.create()
        return session

    def ask(self, sql: str) -> Any:
        return self._driver.execute(sql).fetchone()[0]

    def close(self) -> None:
        self._driver.close()

    def _row(self, sql: str) -> SessionRow:
        return SessionRow._make(self._driver.execute(sql, (1,)).fetchone())


def _after(row: SessionRow, count: int) -> SessionRow:
    """The row when so many messages were appended."""
    head_seq, head_length, *_ = appended_values(row, count)
    return row._replace(head_seq=head_seq, head_length=head_length)


class RawSQLiteInThread(Contestant):
    """sqlite3 in a thread of its own: each operation is one hop there and back."""

    libraries = ()
    imports = "import sqlite3, asyncio"
    note = NOTE
    count = COUNT

    def __init__(self, place: str, durability: str) -> None:
        super().__init__(place)
        self._raw = RawSQLite(place, durability)
        self._thread = ThreadPoolExecutor(1)

    async def open(self) -> None:
        await self._hop(self._raw.open)

    async def fill(self, turns: int) -> None:
        await self._hop(self._raw.fill, turns)

    async def turn(self) -> list[Any]:
        return await self._hop(self._raw.turn)

    async def append(self) -> None:
        await self._hop(self._raw.append)

    async def window(self) -> list[Any]:
        return await self._hop(self._raw.window)

    async def load(self) -> list[Any]:
        return await self._hop(self._raw.load)

    async def companion(self, number: int) -> Callable[[], Awaitable[object]]:
        session = await self._hop(self._raw.another, number)
        return lambda: self._hop(session.append)

    async def ask(self, sql: str) -> Any:
        return await self._hop(self._raw.ask, sql)

    async def close(self) -> None:
        await self._hop(self._raw.close)
        self._thread.shutdown()

    async def _hop(self, work: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)
