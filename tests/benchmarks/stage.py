"""One size of session on both sides: its databases, connections, and the sessions that are filled to that size."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Literal, TypeAlias

from manager import SessionManager
from tests.backends import Backend
from tests.benchmarks import raw_async
from tests.benchmarks.drivers import Driver, MariaDBDriver, PostgreSQLDriver, SQLiteDriver
from tests.benchmarks.ours import OurSession
from tests.benchmarks.raw import GuardedSession, RawSession
from tests.benchmarks.raw_async import AsyncRaw
from tests.benchmarks.workload import PAGE

Durability: TypeAlias = Literal["full", "normal"]
#: What each system is measured at; a server's is its own setting, stated above the table.
DURABILITIES: dict[str, tuple[Durability, ...]] = {
    "sqlite": ("normal", "full"),
    "postgresql": ("full",),
    "mariadb": ("full",),
}


@dataclass(frozen=True, slots=True)
class Filled:
    """A session of each side, by durability; the seconds that filling it took on each side."""

    name: str
    raw: dict[Durability, RawSession]
    ours: dict[Durability, OurSession]
    seconds: dict[str, float]

    def side(self, name: str, durability: Durability) -> RawSession | OurSession:
        return self.raw[durability] if name == "raw" else self.ours[durability]


class Stage:
    """The databases and connections; both sides have a database of their own on the same system."""

    def __init__(
        self,
        managers: dict[Durability, SessionManager],
        drivers: dict[Durability, Driver],
        asynchronous: dict[Durability, AsyncRaw],
        our_url: str,
        raw_url: str,
    ) -> None:
        self.drivers = drivers
        self.asynchronous = asynchronous
        self.our_url = our_url
        self.raw_url = raw_url
        self._managers = managers
        self._numbers = itertools.count(1)

    def filled(self, count: int, batch: int, *, prompted: bool) -> Filled:
        """A session with `count` messages on each side, the last of them cut one by one."""
        number = next(self._numbers)
        kind = GuardedSession if isinstance(next(iter(self.drivers.values())), PostgreSQLDriver) else RawSession
        raw = {each: kind(driver, number, prompted=prompted) for each, driver in self.drivers.items()}
        name = f"session-{number}"
        ours = {each: OurSession(manager, name, prompted=prompted) for each, manager in self._managers.items()}
        durability = next(iter(raw))
        raw[durability].create()
        seconds = {"raw": 0.0, "ours": 0.0}
        for start in range(0, count - PAGE, batch):
            size = min(batch, count - PAGE - start)
            seconds["raw"] += timed_batch(raw[durability], size)
            seconds["ours"] += timed_batch(ours[durability], size)
        for _ in range(PAGE):
            raw[durability].append_and_cut()
            ours[durability].append_and_cut()
        return Filled(name, raw, ours, seconds)

    def async_append(self, session: Filled, side: str, durability: Durability) -> Callable[[], Awaitable[None]]:
        """An append to the session from a coroutine."""
        if side == "ours":
            return session.ours[durability].async_append
        return partial(self.asynchronous[durability].append, session.raw[durability])


def timed_batch(side: RawSession | OurSession, size: int) -> float:
    """The seconds in which a batch is appended that was made ready before."""
    batch = side.batch(size)
    started = perf_counter()
    side.append_batch(batch)  # type: ignore[arg-type] # each side takes what it made
    return perf_counter() - started


@contextmanager
def opened(backend: Backend, runner: asyncio.Runner) -> Iterator[Stage]:
    """A stage on two new databases of the backend."""
    system, durabilities = backend.system, DURABILITIES[backend.system]
    with ExitStack() as stack:
        our_url, raw_url = (stack.enter_context(backend.database()) for _ in range(2))
        managers: dict[Durability, SessionManager] = {}
        drivers: dict[Durability, Driver] = {}
        asynchronous: dict[Durability, AsyncRaw] = {}
        for durability in durabilities:
            managers[durability] = SessionManager(our_url, durability=durability)
            stack.callback(lambda manager: runner.run(manager.async_close()), managers[durability])
            drivers[durability] = _driver(system, raw_url, durability)
            stack.callback(drivers[durability].close)
            asynchronous[durability] = runner.run(raw_async.connect(system, raw_url))
            stack.callback(lambda connection: runner.run(connection.close()), asynchronous[durability])
        yield Stage(managers, drivers, asynchronous, our_url, raw_url)


def _driver(system: str, url: str, durability: Durability) -> Driver:
    if system == "sqlite":
        return SQLiteDriver(url, durability)
    return PostgreSQLDriver(url) if system == "postgresql" else MariaDBDriver(url)
