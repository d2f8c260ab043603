"""Coroutines that are cancelled: their transaction is there wholly or not at all, and nothing leaks."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from manager.errors import DatabaseError
from manager.storage.database import Database
from tests.backends import Backend
from tests.concurrency.works import numbers, say, saying

pytestmark = pytest.mark.faces("async")

TIMES = 200


async def cancelled_at_random(database: Database, again: bool) -> tuple[set[int], set[int]]:
    """The numbers whose calls returned, and those whose calls were cancelled."""
    chance = random.Random(7)
    returned: set[int] = set()
    cancelled: set[int] = set()

    def pair(number: int) -> Callable[[Connection], int]:
        def work(connection: Connection) -> int:
            say(connection, 2 * number)
            say(connection, 2 * number + 1)
            return number

        return work

    await database.async_run(numbers, write=False)
    for number in range(TIMES):
        task = asyncio.create_task(database.async_run(pair(number), write=True))
        for _ in range(chance.randrange(12)):
            await asyncio.sleep(0)
        await asyncio.sleep(chance.choice([0, 0, 0.0005, 0.001, 0.002]))
        task.cancel()
        if again:
            for _ in range(3):
                await asyncio.sleep(0)
                task.cancel()
        try:
            returned.add(await task)
        except asyncio.CancelledError:
            cancelled.add(number)
    return returned, cancelled


@pytest.mark.parametrize("again", [False, True], ids=["once", "again_and_again"])
def test_a_cancelled_call_is_done_wholly_or_not_at_all(make_database: Callable[..., Database], again: bool) -> None:
    database = make_database(engine_options={"pool_size": 2, "max_overflow": 0, "pool_timeout": 20})

    async def main() -> None:
        returned, cancelled = await cancelled_at_random(database, again)
        assert len(returned) + len(cancelled) == TIMES
        assert cancelled
        found = await database.async_run(numbers, write=False)
        stored = {number // 2 for number in found}
        assert len(found) == 2 * len(stored)
        assert returned <= stored
        # The pool is whole: as many connections as it may have can be had at once.
        calls: list[Any] = [database.async_run(numbers, write=write) for write in (True, False) * 4]
        assert await asyncio.gather(*calls) == [found] * 8
        await database.async_close()

    asyncio.run(main())


def test_a_cancelled_call_has_ended_when_its_caller_hears_of_it(database: Database) -> None:
    async def main() -> None:
        await database.async_run(saying(0), write=True)
        loop = asyncio.get_running_loop()
        begun = asyncio.Event()
        ended = []

        def work(connection: Connection) -> None:
            say(connection, 1)
            loop.call_soon_threadsafe(begun.set)
            for number in range(2, 30):
                say(connection, number)
            ended.append(1)

        task = asyncio.create_task(database.async_run(work, write=True))
        await begun.wait()
        while not task.done():
            task.cancel()
            await asyncio.sleep(0)
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended == [1]
        assert len(await database.async_run(numbers, write=False)) == 30
        await database.async_close()

    asyncio.run(main())


def test_a_call_that_has_not_begun_never_begins(make_database: Callable[..., Database], backend: Backend) -> None:
    database = make_database(engine_options={"pool_size": 1, "max_overflow": 0, "pool_timeout": 20})
    other = make_database() if backend.shareable else database
    held, released = threading.Event(), threading.Event()

    def hold(connection: Connection) -> None:
        say(connection, 0)
        held.set()
        released.wait()

    async def main() -> None:
        await database.async_run(numbers, write=False)
        holding = asyncio.create_task(asyncio.to_thread(other.run, hold, write=True))
        await asyncio.to_thread(held.wait)
        try:
            first, *calls = [
                asyncio.create_task(database.async_run(saying(0 if number == 1 else number), write=True))
                for number in range(1, 20)
            ]
            await asyncio.sleep(0.05)
            for call in calls:
                call.cancel()
            outcomes = await asyncio.gather(*calls, return_exceptions=True)
            assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes)
            assert not first.done()
        finally:
            released.set()
        await holding
        with pytest.raises(DatabaseError):  # there is a row 0 already
            await first
        assert await database.async_run(numbers, write=False) == [0]
        await database.async_close()

    asyncio.run(main())


def test_a_loop_that_ends_lets_transactions_end(database: Database) -> None:
    async def main() -> None:
        await database.async_run(numbers, write=False)
        loop = asyncio.get_running_loop()
        begun = asyncio.Event()

        def work(connection: Connection) -> None:
            loop.call_soon_threadsafe(begun.set)
            for number in range(30):
                say(connection, number)

        tasks.add(asyncio.create_task(database.async_run(work, write=True)))
        await begun.wait()

    tasks: set[asyncio.Task[None]] = set()
    asyncio.run(main())  # cancels what still runs
    assert len(database.run(numbers, write=False)) == 30
