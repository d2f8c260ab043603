"""What a run found out."""

from __future__ import annotations

import statistics
from dataclasses import asdict, dataclass, field, fields
from typing import Any, TypeAlias

#: Operation, messages of the history, name of the contestant.
Key: TypeAlias = tuple[str, int, str]


class Rounds:
    """Values by what was measured, one a round; a contestant that fails has fewer."""

    def __init__(self) -> None:
        self._values: dict[Key, dict[int, float]] = {}

    def add(self, key: Key, number: int, value: float) -> None:
        self._values.setdefault(key, {})[number] = value

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def median(self, key: Key) -> float:
        return statistics.median(self._values[key].values())

    def spread(self, key: Key) -> tuple[float, float]:
        """The least and the greatest."""
        values = self._values[key].values()
        return min(values), max(values)

    def ratio(self, key: Key, base: Key) -> float | None:
        """How many times the base, as the median of what each round says; None where they share no round."""
        one, other = self._values.get(key, {}), self._values.get(base, {})
        shared = [one[number] / other[number] for number in one.keys() & other.keys()]
        return statistics.median(shared) if shared else None

    def rounds(self, key: Key) -> list[int]:
        """The numbers of those in which it was measured."""
        return sorted(self._values.get(key, {}))

    def sizes(self, operation: str, name: str) -> list[int]:
        """Those at which the contestant was measured."""
        return sorted(size for each, size, who in self._values if (each, who) == (operation, name))

    def names(self, operation: str, size: int) -> list[str]:
        """Who was measured."""
        return [who for each, messages, who in self._values if (each, messages) == (operation, size)]

    def listed(self) -> list[dict[str, Any]]:
        """All of it, as JSON can hold it."""
        return [
            {"operation": operation, "messages": size, "contestant": name, "rounds": list(values.values())}
            for (operation, size, name), values in self._values.items()
        ]


@dataclass(slots=True)
class Known:
    """What is known of a contestant that takes part."""

    versions: dict[str, str]
    note: str
    imports: str
    operations: list[str]
    durability: str = ""
    durable: bool = False


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a contestant could not do, and why."""

    name: str
    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Written:
    """What became of the appends of several processes to one session."""

    tried: int
    acknowledged: int
    kept: int
    seconds: float
    errors: dict[str, int]


@dataclass(frozen=True, slots=True)
class Start:
    """Of a process that has just begun: seconds for a first message in a new place; bytes at most before and after a
    window of a history of so many messages was read."""

    first: float
    messages: int
    imported: int
    read: int


@dataclass(frozen=True, slots=True)
class Trimmed:
    """Seconds that it takes to shorten a list."""

    name: str
    seconds: float


@dataclass(slots=True)
class Results:
    """Everything; seconds and bytes."""

    circumstances: dict[str, str]
    known: dict[str, Known] = field(default_factory=dict)
    times: Rounds = field(default_factory=Rounds)
    #: Appends a second, under the operation "crowd" at the number of sessions.
    crowd: Rounds = field(default_factory=Rounds)
    crowd_errors: dict[str, dict[str, int]] = field(default_factory=dict)
    written: dict[str, Written] = field(default_factory=dict)
    message_bytes: dict[str, float] = field(default_factory=dict)
    cut_bytes: dict[str, float] = field(default_factory=dict)
    starts: dict[str, Start] = field(default_factory=dict)
    imports: dict[str, float] = field(default_factory=dict)
    trimmed: list[Trimmed] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """All of it, as JSON can hold it."""
        found: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        found["times"], found["crowd"] = self.times.listed(), self.crowd.listed()
        for name in ("known", "written", "starts"):
            found[name] = {key: asdict(value) for key, value in found[name].items()}
        for name in ("trimmed", "troubles"):
            found[name] = [asdict(each) for each in found[name]]
        return found
