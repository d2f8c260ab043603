"""Times taken in rounds, so that what is compared was measured side by side."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import NamedTuple


class Key(NamedTuple):
    """What was timed: `side` is raw or ours, `messages` the size of the session."""

    operation: str
    durability: str
    messages: int
    side: str


class Samples:
    """Seconds by what was timed, one value a round."""

    def __init__(self) -> None:
        self._rounds: defaultdict[Key, list[float]] = defaultdict(list)

    def add(self, key: Key, seconds: float) -> None:
        self._rounds[key].append(seconds)

    def __contains__(self, key: Key) -> bool:
        return key in self._rounds

    def median(self, key: Key) -> float:
        """Seconds of one call."""
        return statistics.median(self._rounds[key])

    def ratio(self, key: Key, base: Key) -> float:
        """How many times as long as the base, by the median of what each round says."""
        pairs = zip(self._rounds[key], self._rounds[base], strict=True)
        return statistics.median(one / other for one, other in pairs)


def typical(call: Callable[[], object], repeats: int) -> float:
    """The median seconds of a call."""
    times: list[float] = []
    for _ in range(repeats):
        started = perf_counter()
        call()
        times.append(perf_counter() - started)
    return statistics.median(times)


async def async_typical(call: Callable[[], Awaitable[object]], repeats: int) -> float:
    """The median seconds of a call that is awaited."""
    times: list[float] = []
    for _ in range(repeats):
        started = perf_counter()
        await call()
        times.append(perf_counter() - started)
    return statistics.median(times)
