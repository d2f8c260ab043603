"""ContextLedger by its public names, through both faces."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, cast

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from manager import Appended, SessionManager
from tests.benchmarks.peers.protocol import SESSION, Contestant
from tests.benchmarks.peers.workload import CUT_WINDOW, FORKED, TURN, WINDOW, message, turn

#: A window that holds no more than thirteen turns.
LIMIT = sum(len(str(each)) for each in turn(0)) * CUT_WINDOW // TURN
BATCH = 2_500


class _Ledger(Contestant):
    libraries = ("contextledger",)
    imports = "from manager import SessionManager"
    note = (
        f"turn and append: automatic resizing off, the last {WINDOW} by `log(after=…)`; turn with a cut: "
        f"`session.max_length` of {CUT_WINDOW} messages; window: `context_window` after a cut, {CUT_WINDOW} messages; "
        "fork: `rewind`; `synchronous` is told as it was asked for, the rest by the database"
    )
    count = "SELECT count(*) FROM ledger_messages"

    def __init__(self, place: str, durability: str = "full") -> None:
        super().__init__(place)
        url = place if "://" in place else f"sqlite:///{place}"
        self._manager = SessionManager(url, durability=cast(Literal["full", "normal"], durability))
        limit = {"session.max_length": LIMIT}
        self._plain = self._manager.session(SESSION, settings=limit, auto_resize=False)
        self._cutting = self._manager.session(SESSION, settings=limit)
        self._durability = durability
        self._head = 0

    def _seen(self, appended: Appended) -> None:
        last = appended.messages[-1].seq
        assert last is not None, "a stored message has its place in the log"
        self._head = last

    def ask(self, sql: str) -> Any:
        if sql == "PRAGMA synchronous":  # it is a connection's own, and ours are not within reach of public names
            return {"full": 2, "normal": 1}[self._durability]
        engine = create_engine(self._manager.url, poolclass=NullPool)
        with engine.connect() as connection:
            return connection.exec_driver_sql(sql).scalar_one()


class SyncLedger(_Ledger):
    """The sync face."""

    def open(self) -> None:
        self._manager.upgrade()
        if self._plain.log(limit=1):
            self._head = self._plain.info().head_seq

    def fill(self, turns: int) -> None:
        for start in range(0, turns, BATCH):
            batch = [each for _ in range(start, min(turns, start + BATCH)) for each in turn(self.next())]
            self._seen(self._plain.append(batch))
        self._plain.resize()

    def ready(self) -> None:
        self._plain.resize()

    def turn(self) -> list[Any]:
        self._seen(self._plain.append(turn(self.next())))
        return list(self._plain.log(after=self._head - WINDOW))

    def turn_with_cut(self) -> list[Any]:
        appended = self._cutting.append(turn(self.next()))
        assert appended.revision is not None, "every turn is cut"
        self._seen(appended)
        return self._cutting.context_window

    def append(self) -> None:
        self._seen(self._plain.append(message(self.next())))

    def window(self) -> list[Any]:
        return self._plain.context_window

    def load(self) -> list[Any]:
        return list(self._plain.full_context)

    def pop(self) -> None:
        self._plain.pop_message()

    def fork(self) -> None:
        self._plain.rewind(self._head - FORKED)

    def close(self) -> None:
        self._manager.close()


class AsyncLedger(_Ledger):
    """The async face."""

    async def open(self) -> None:
        await self._manager.async_upgrade()
        if await (await self._plain.async_log(limit=1)).read(0, 1):
            self._head = (await self._plain.async_info()).head_seq

    async def fill(self, turns: int) -> None:
        for start in range(0, turns, BATCH):
            batch = [each for _ in range(start, min(turns, start + BATCH)) for each in turn(self.next())]
            self._seen(await self._plain.async_append(batch))
        await self._plain.async_resize()

    async def ready(self) -> None:
        await self._plain.async_resize()

    async def turn(self) -> list[Any]:
        self._seen(await self._plain.async_append(turn(self.next())))
        return [each async for each in await self._plain.async_log(after=self._head - WINDOW)]

    async def turn_with_cut(self) -> list[Any]:
        appended = await self._cutting.async_append(turn(self.next()))
        assert appended.revision is not None, "every turn is cut"
        self._seen(appended)
        return await self._cutting.async_get_context_window()

    async def append(self) -> None:
        self._seen(await self._plain.async_append(message(self.next())))

    async def window(self) -> list[Any]:
        return await self._plain.async_get_context_window()

    async def load(self) -> list[Any]:
        return [each async for each in await self._plain.async_get_full_context()]

    async def pop(self) -> None:
        await self._plain.async_pop_message()

    async def fork(self) -> None:
        await self._plain.async_rewind(self._head - FORKED)

    async def companion(self, number: int) -> Callable[[], Awaitable[object]]:
        session = self._manager.session(f"{SESSION}-{number}", auto_resize=False)
        await session.async_append(message(0))
        return lambda: session.async_append(message(self.next()))

    async def close(self) -> None:
        await self._manager.async_close()
