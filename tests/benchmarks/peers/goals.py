"""What is to be reached, as ratios within one run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tests.benchmarks.peers.measurements import Key, Results, Rounds
from tests.benchmarks.peers.registry import BY_NAME, ENTRIES, Entry, Face
from tests.benchmarks.peers.trimming import LANGCHAIN, STORED

#: Where one size is enough: the largest up to this, at which there are calls enough for a steady mean.
USUAL = 10_000
#: Bytes a message that ours may take beside the smallest other's.
BESIDE = 150


@dataclass(frozen=True, slots=True)
class Goal:
    """A limit, what was measured, and against what."""

    name: str
    face: Face
    limit: float
    measured: float
    against: str
    #: Whether more is better.
    least: bool = False
    unit: str = "×"

    @property
    def reached(self) -> bool:
        return self.measured >= self.limit if self.least else self.measured <= self.limit


def goals_of(results: Results) -> list[Goal]:
    """The goals whose both sides were measured."""
    return [goal for face in ("sync", "async") for goal in _Goals(results, face).all()]


class _Goals:
    def __init__(self, results: Results, face: Face) -> None:
        self._results = results
        self._face: Face = face
        self._ours = f"ours-{face}-full"
        self._peers = [
            entry
            for entry in ENTRIES
            if entry.kind == "peer" and entry.database == "sqlite" and entry.name in results.known
        ]
        self._durable = [entry for entry in self._peers if results.known[entry.name].durable]

    def all(self) -> Iterator[Goal]:
        sync = self._face == "sync"
        usual = self._usual("append")
        largest = max((size for size in self._results.times.sizes("window", self._ours) if size <= 50_000), default=0)
        yield from self._fastest("append", "append", usual, 0.8 if sync else 1.0)
        yield from self._fastest("turn with a cut / turn without", "turn_with_cut", usual, 1.0 if sync else 1.2, "turn")
        yield from self._fastest("window", "window", largest, 0.8 if sync else 1.0)
        yield from self._each_on_sqlalchemy(0.3 if sync else 0.4)
        yield from self._throughput()
        yield from self._growth()
        yield from self._raw(usual)
        yield from self._bytes()
        yield from self._planning()
        yield from self._kept()

    def _usual(self, operation: str) -> int:
        return max((size for size in self._results.times.sizes(operation, self._ours) if size <= USUAL), default=0)

    def _fastest(self, name: str, operation: str, size: int, limit: float, theirs: str = "") -> Iterator[Goal]:
        """Against the fastest durable peer."""
        times = self._results.times
        rival = _best(times, theirs or operation, size, self._durable, min)
        if rival is not None:
            yield from self._ratio(
                f"{name}, {size:,} messages", limit, (operation, size, self._ours), (theirs or operation, size, rival)
            )

    def _each_on_sqlalchemy(self, limit: float) -> Iterator[Goal]:
        """Against the one of them that comes nearest."""
        size = min(self._results.times.sizes("turn", self._ours), key=lambda each: abs(each - 1_000), default=0)
        peers = [entry for entry in self._peers if entry.sqlalchemy]
        rival = _best(self._results.times, "turn", size, peers, min)
        if rival is not None:
            yield from self._ratio(
                f"turn, {size:,} messages, every peer on SQLAlchemy",
                limit,
                ("turn", size, self._ours),
                ("turn", size, rival),
            )

    def _throughput(self) -> Iterator[Goal]:
        """Of a crowd, against the quickest peer."""
        crowd = self._results.crowd
        for size in crowd.sizes("crowd", self._ours):
            rival = _best(crowd, "crowd", size, self._durable, max)
            if rival is not None:
                ours, theirs = ("crowd", size, self._ours), ("crowd", size, rival)
                ratio = crowd.ratio(ours, theirs)
                if ratio is not None:
                    yield Goal(f"{size} writers on {size} sessions", self._face, 4, ratio, BY_NAME[rival].title, True)

    def _growth(self) -> Iterator[Goal]:
        sizes = self._results.times.sizes("turn", self._ours)
        if sizes and sizes[-1] > 1_000 in sizes:
            yield from self._ratio(
                f"turn, {sizes[-1]:,} messages", 1.2, ("turn", sizes[-1], self._ours), ("turn", 1_000, self._ours)
            )

    def _raw(self, size: int) -> Iterator[Goal]:
        sync = self._face == "sync"
        for durability, limit in (("normal", 3.5 if sync else 2.5), ("full", 1.6 if sync else 2.5)):
            ours, raw = (f"{side}-{self._face}-{durability}" for side in ("ours", "raw"))
            yield from self._ratio(
                f"append, {durability}, {size:,} messages", limit, ("append", size, ours), ("append", size, raw)
            )
        ours, raw = (f"{side}-{self._face}-postgresql" for side in ("ours", "raw"))
        size = max((each for each in self._results.times.sizes("append", ours) if each <= USUAL), default=0)
        yield from self._ratio(
            f"append, PostgreSQL, {size:,} messages",
            1.6 if sync else 2.2,
            ("append", size, ours),
            ("append", size, raw),
        )

    def _bytes(self) -> Iterator[Goal]:
        taken = self._results.message_bytes
        others = [entry.name for entry in self._durable if entry.name in taken]
        if self._face == "sync" and self._ours in taken and others:
            least = min(others, key=lambda name: taken[name])
            more = taken[self._ours] - taken[least]
            yield Goal("bytes a message, more than", self._face, BESIDE, more, BY_NAME[least].title, unit="B")

    def _planning(self) -> Iterator[Goal]:
        seconds = {each.name: each.seconds for each in self._results.trimmed}
        if self._face == "sync" and LANGCHAIN in seconds:
            yield Goal("planning a cut", self._face, 0.5, seconds[STORED] / seconds[LANGCHAIN], LANGCHAIN)

    def _kept(self) -> Iterator[Goal]:
        written = self._results.written.get(self._ours)
        if written is not None and written.acknowledged:
            share = min(written.kept, written.acknowledged) / written.acknowledged
            name = "acknowledged appends that were kept"
            yield Goal(name, self._face, 100, 100 * share, f"{written.acknowledged} of several processes", True, "%")

    def _ratio(self, name: str, limit: float, ours: Key, base: Key) -> Iterator[Goal]:
        ratio = self._results.times.ratio(ours, base)
        if ratio is not None:
            against = f"{BY_NAME[base[2]].title}" if base[2] != ours[2] else f"itself at {base[1]:,}"
            yield Goal(name, self._face, limit, ratio, against)


def _best(
    rounds: Rounds, operation: str, size: int, entries: Iterable[Entry], choose: Callable[..., str]
) -> str | None:
    """The name of the entry with the least or the greatest median."""
    names = [entry.name for entry in entries if (operation, size, entry.name) in rounds]
    return choose(names, key=lambda name: rounds.median((operation, size, name))) if names else None
