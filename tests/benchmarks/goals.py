"""What is to be reached: ratios within one run, and bytes."""

from __future__ import annotations

from dataclasses import dataclass

from tests.benchmarks import space
from tests.benchmarks.operations import APPEND, ASYNC_APPEND, CUT, CUT_PROMPTED, READ, READ_PROMPTED, Operation, key_of
from tests.benchmarks.samples import Samples

#: Anything in a large session against the same in a small one.
GROWTH = 1.3
#: On SQLite; a server's rows carry what it needs to show each transaction its own version of them.
SPACE = {space.ONE_SESSION: 200, space.INTERLEAVED: 270, space.CUT: 300, space.CUT_PROMPTED: 300}


@dataclass(frozen=True, slots=True)
class Goal:
    """A limit, and what was measured."""

    limit: float
    #: What the limit is a multiple of; empty where it is a number of bytes.
    base: str
    measured: float

    @property
    def reached(self) -> bool:
        return self.measured <= self.limit

    def __str__(self) -> str:
        wanted = f"≤ {self.limit:g} × {self.base}" if self.base else f"≤ {self.limit:g}"
        shown = f"{self.measured:.2f}" if self.base else f"{self.measured:.0f}"
        verdict = "reached" if self.reached else f"missed by {self.measured / self.limit - 1:.0%}"
        return f"{wanted}: {shown} {verdict}"


def goals_of(
    samples: Samples, system: str, operation: Operation, durability: str, messages: int, small: int
) -> list[Goal]:
    """The goals of one line of the table."""
    ours = key_of(operation, durability, messages, "ours")
    goals: list[Goal] = []
    for limit, base, other, side in _bases(system, operation, durability):
        goals.append(Goal(limit, base, samples.ratio(ours, key_of(other, durability, messages, side))))
    if messages != small:
        same = samples.ratio(ours, key_of(operation, durability, small, "ours"))
        goals.append(Goal(GROWTH, f"at {small:,}", same))
    return goals


def _bases(system: str, operation: Operation, durability: str) -> list[tuple[float, str, Operation, str]]:
    if operation in (READ, READ_PROMPTED):
        return [(3, "raw", operation, "raw")]
    match system, operation.name:
        case "sqlite", APPEND.name:
            return [(1.6 if durability == "full" else 3.5, "raw", operation, "raw")]
        case "sqlite", CUT.name | CUT_PROMPTED.name:
            return [(2 if durability == "full" else 2.5, "our append", APPEND, "ours")]
        case "sqlite", ASYNC_APPEND.name:
            return [(2.5, "raw in one hop", operation, "raw"), (2, "our sync append", APPEND, "ours")]
        case "postgresql", APPEND.name:
            return [(1.6, "raw", operation, "raw")]
        case "postgresql", ASYNC_APPEND.name:
            return [(2.2, "raw", operation, "raw")]
    return []
