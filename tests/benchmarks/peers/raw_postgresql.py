"""PostgreSQL by statements written by hand, in the fewest round trips: one for every operation."""

from __future__ import annotations

from typing import Any

import orjson
import psycopg

from tests.benchmarks.drivers import PostgreSQLDriver, postgresql_text
from tests.benchmarks.peers.protocol import Contestant
from tests.benchmarks.peers.raw import BATCH, COUNT, LOAD, NOTE, add_schema
from tests.benchmarks.peers.workload import TURN, WINDOW
from tests.benchmarks.raw import GuardedSession, guarded_values
from tests.benchmarks.statements import Statements

HEAD = "SELECT coalesce(max(head_seq), 0) FROM ledger_sessions"


class StaleHeadError(Exception):
    """Another writer appended meanwhile; the guard of the statement let nothing in."""


class _Raw(Contestant):
    libraries = ("psycopg",)
    imports = "import psycopg"
    note = f"{NOTE}; an append is one guarded statement, a turn one pipeline of four and the read"
    count = COUNT

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self._url = postgresql_text(place)
        self._sql = Statements(PostgreSQLDriver)
        self._head = 0

    def _fill(self, turns: int) -> None:
        driver = PostgreSQLDriver(self.place)
        session = GuardedSession(driver, 1, prompted=False)
        for start in range(0, turns * TURN, BATCH):
            session.append_batch(session.batch(min(BATCH, turns * TURN - start)))
        driver.close()
        self._head += turns * TURN

    def _create(self) -> None:
        add_schema(self.place)
        if not self._asked("SELECT count(*) FROM ledger_sessions"):
            driver = PostgreSQLDriver(self.place)
            GuardedSession(driver, 1, prompted=False).create()
            driver.close()
        self._head = self._asked(HEAD)

    def _asked(self, sql: str) -> Any:
        with psycopg.connect(self._url, autocommit=True) as connection:
            row = connection.execute(sql).fetchone()
        assert row is not None, "a query for one value has a row"
        return row[0]

    def _next(self) -> tuple[Any, ...]:
        values = guarded_values(1, self._head)
        self._head += 1
        return values

    @property
    def _latest(self) -> tuple[int, int, int]:
        return 1, self._head - WINDOW + 1, self._head


def _check(*cursors: Any) -> None:
    """Every guarded statement wrote its row.

    Raises:
        StaleHeadError: one did not.
    """
    if any(cursor.rowcount != 1 for cursor in cursors):
        raise StaleHeadError


def _decoded(rows: list[tuple[Any, ...]]) -> list[Any]:
    return [orjson.loads(payload) for _, _, payload, *_ in rows]


class Sync(_Raw):
    """One connection."""

    def open(self) -> None:
        self._create()
        self._connection = psycopg.connect(self._url, autocommit=True)

    def fill(self, turns: int) -> None:
        self._fill(turns)

    def turn(self) -> list[Any]:
        with self._connection.pipeline():
            written = [self._connection.execute(self._sql.guarded_append, self._next()) for _ in range(TURN)]
            cursor = self._connection.execute(self._sql.messages_of_one, self._latest)
        _check(*written)
        return _decoded(cursor.fetchall())

    def append(self) -> None:
        _check(self._connection.execute(self._sql.guarded_append, self._next()))

    def after_error(self) -> None:
        self._head = self._asked(HEAD)

    def window(self) -> list[Any]:
        return _decoded(self._connection.execute(self._sql.messages_of_one, self._latest).fetchall())

    def load(self) -> list[Any]:
        rows = self._connection.execute(LOAD.format("%s"), (1,)).fetchall()
        return [orjson.loads(payload) for (payload,) in rows]

    def ask(self, sql: str) -> Any:
        return self._asked(sql)

    def close(self) -> None:
        self._connection.close()


class Async(_Raw):
    """One connection of the running loop."""

    async def open(self) -> None:
        self._create()
        self._connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)

    async def fill(self, turns: int) -> None:
        self._fill(turns)

    async def turn(self) -> list[Any]:
        async with self._connection.pipeline():
            written = [await self._connection.execute(self._sql.guarded_append, self._next()) for _ in range(TURN)]
            cursor = await self._connection.execute(self._sql.messages_of_one, self._latest)
        _check(*written)
        return _decoded(await cursor.fetchall())

    async def append(self) -> None:
        _check(await self._connection.execute(self._sql.guarded_append, self._next()))

    async def after_error(self) -> None:
        self._head = self._asked(HEAD)

    async def window(self) -> list[Any]:
        cursor = await self._connection.execute(self._sql.messages_of_one, self._latest)
        return _decoded(await cursor.fetchall())

    async def load(self) -> list[Any]:
        cursor = await self._connection.execute(LOAD.format("%s"), (1,))
        return [orjson.loads(payload) for (payload,) in await cursor.fetchall()]

    async def ask(self, sql: str) -> Any:
        return self._asked(sql)

    async def close(self) -> None:
        await self._connection.close()
