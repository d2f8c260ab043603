"""Appends whose caller is cancelled: stored wholly or not at all, and what comes next works."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from manager import Appended, Session, SessionManager
from tests.faces import Face

pytestmark = pytest.mark.faces("async")

TIMES = 200
SIZE = 3


def batch(number: int) -> list[dict[str, Any]]:
    """Messages nobody else appends."""
    return [{"role": "user", "content": f"{number} {part} " + "x" * 30} for part in range(SIZE)]


def test_cancelled_at_random_points(make_manager: Callable[..., SessionManager], face: Face) -> None:
    manager = make_manager(engine_options={"pool_size": 2, "max_overflow": 0, "pool_timeout": 20})
    session = manager.session("one", settings={"session.max_length": 400})
    returned = face.call(_Cancelling(session).run)
    assert returned
    assert len(returned) < TIMES
    stored = [str(message["content"]).split()[:2] for message in face(manager).session("one").log()]
    numbers = [int(number) for number, _ in stored[::SIZE]]
    assert numbers[:10] == list(range(-10, 0))
    assert stored == [[str(number), str(part)] for number in numbers for part in range(SIZE)]
    assert numbers == sorted(set(numbers))
    for number, appended in returned.items():
        position = numbers.index(number) * SIZE
        assert [message.seq for message in appended.messages] == [position + 1, position + 2, position + 3]
    report = face(manager).verify()
    assert report.ok, report.problems
    # As many connections as the pool may have can be had at once.
    results = face.together([(session.append, batch(TIMES + number)) for number in range(8)])
    assert min(result.messages[0].seq for result in results) == len(stored) + 1


class _Cancelling:
    """Many appends, each cancelled at some await, or shortly after it has begun."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def run(self) -> dict[int, Appended]:
        raise NotImplementedError("there is nothing to cancel on the sync face")

    async def async_run(self) -> dict[int, Appended]:
        """What the appends that were not cancelled in time returned."""
        chance = random.Random(11)
        started = time.perf_counter()
        for number in range(-10, 0):
            await self._session.async_append(batch(number))
        usual = (time.perf_counter() - started) / 10
        returned: dict[int, Appended] = {}
        for number in range(1, TIMES + 1):
            task = asyncio.create_task(self._session.async_append(batch(number)))
            if number % 2:
                for _ in range(chance.randrange(40)):
                    await asyncio.sleep(0)
            else:
                await asyncio.sleep(chance.uniform(0, 2 * usual))
            task.cancel()
            try:
                returned[number] = await task
            except asyncio.CancelledError:
                # The next call finds everything as it must be, whatever became of this one.
                if number % 20 == 0:
                    await self._session.async_get_context_window()
        return returned
