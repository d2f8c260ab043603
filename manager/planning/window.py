"""A window as a plan sees it: known in part, and asked for more where a decision needs it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from manager.model import NO_TIES, Draft, Ties
from manager.planning.links import TIED

#: Positions asked for at first; a longer walk asks for twice as many each time, up to the second number.
LOOK: Final = 32
LOOK_AT_MOST: Final = 512


class Item(NamedTuple):
    """What a plan needs to know of every message: nothing that its payload would have to be read for."""

    length: int
    role: str | None
    links: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """A question: the items at the positions `start` to `stop` (not included)."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Read:
    """A question: the ties of the messages at these positions, whose payloads must be read for it."""

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shorten:
    """A question: the messages at these positions shortened until together they measure at most `room`.

    The answer holds those that had to be shortened; None where their texts do not suffice.
    """

    positions: tuple[int, ...]
    room: int


Question: TypeAlias = Look | Read | Shorten
Answer: TypeAlias = "list[Item] | list[Ties] | dict[int, Draft] | None"

R = TypeVar("R")
#: A decision under way: it yields questions, is sent their answers, and returns what was decided.
Planning: TypeAlias = Generator[Question, Any, R]


@dataclass(slots=True)
class Window:
    """What is known of a window of `count` messages so far."""

    count: int
    ahead: int = LOOK
    _behind: int = LOOK
    _items: dict[int, Item] = field(default_factory=dict)
    _ties: dict[int, Ties] = field(default_factory=dict)

    def item(self, position: int, *, backward: bool = False) -> Planning[Item]:
        """The item at the position, read with those that a walk in this direction comes to next."""
        if position not in self._items:
            if backward:
                start, stop = max(0, position + 1 - self._behind), position + 1
                self._behind = min(2 * self._behind, LOOK_AT_MOST)
            else:
                start, stop = position, min(position + self.ahead, self.count)
                self.ahead = min(2 * max(self.ahead, LOOK // 2), LOOK_AT_MOST)
            unknown = [p for p in range(start, stop) if p not in self._items]
            first, last = unknown[0], unknown[-1]
            found: Sequence[Item] = yield Look(first, last + 1)
            self._items.update(zip(range(first, last + 1), found, strict=True))
        return self._items[position]

    def known(self, position: int) -> Item | None:
        """The item at the position, where it was looked at already."""
        return self._items.get(position)

    def ties(self, position: int) -> Planning[Ties]:
        """The calls and answers of the message, read with those of its neighbours that are known to have some."""
        item = yield from self.item(position)
        if not item.links & TIED:
            return NO_TIES
        if position not in self._ties:
            near = range(max(0, position - LOOK // 2), min(position + LOOK // 2, self.count))
            seen = [p for p in near if p in self._items and p not in self._ties]
            wanted = tuple([p for p in seen if self._items[p].links & TIED])
            found: Sequence[Ties] = yield Read(wanted)
            self._ties.update(zip(wanted, found, strict=True))
        return self._ties[position]


def answered_from(
    planning: Planning[R],
    items: Sequence[Item],
    ties: Sequence[Ties],
    shorten: Any = None,
) -> R:
    """What a plan decides for a window that is all in memory.

    Args:
        shorten: answers `Shorten`: `(positions, room)` to the shortened drafts by position, or None.
    """
    answer: Answer = None
    while True:
        try:
            question = planning.send(answer)
        except StopIteration as finished:
            decided: R = finished.value
            return decided
        if isinstance(question, Look):
            answer = list(items[question.start : question.stop])
        elif isinstance(question, Read):
            answer = [ties[position] for position in question.positions]
        else:
            answer = None if shorten is None else shorten(question.positions, question.room)
