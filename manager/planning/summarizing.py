"""What a summarizer is shown: in as few portions as `max_input` lets them be, and nothing left out."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from manager.planning.items import WindowItem
from manager.planning.matching import Reference
from manager.planning.texts import Way, replaced, value_at, way_to_longest_text
from manager.protocols import Measure

#: What the message begins with that stands in the window for what was summarized.
HEADING = "Summary of the conversation so far:\n"


@dataclass(frozen=True, slots=True)
class Shown:
    """A message a summarizer is shown, or a piece of one: where it is from and stands, what it holds and measures."""

    reference: Reference
    position: int
    message: dict[str, Any]
    length: int


class TooSmallError(Exception):
    """Not even one character of a message fits."""


@dataclass(slots=True)
class Portions:
    """What is still to be shown, group by group."""

    waiting: deque[list[Shown]]
    measure: Measure

    @classmethod
    def of(cls, items: Sequence[WindowItem], groups: Iterable[Iterable[int]], measure: Measure) -> Portions:
        """The messages at these positions, in the order of each group's first."""
        waiting = [
            [
                Shown(items[position].reference, position, items[position].message, items[position].length)
                for position in group
            ]
            for group in groups
        ]
        return cls(deque(sorted(waiting, key=lambda group: group[0].position)), measure)

    def take(self, room: int | None) -> list[Shown]:
        """The next portion, in the order of the window: whole groups while they fit the room, all without one.

        A group that does not fit by itself is taken message by message, and a message that does not is split by its
        text.

        Raises:
            TooSmallError: the room is too small for one character of the next message.
        """
        taken: list[Shown] = []
        used = 0
        while self.waiting and (room is None or used + _length(self.waiting[0]) <= room):
            group = self.waiting.popleft()
            taken.extend(group)
            used += _length(group)
        if not taken and self.waiting and room is not None:
            taken = self._part_of_group(self.waiting.popleft(), room)
        return sorted(taken, key=lambda shown: shown.position)

    def _part_of_group(self, group: list[Shown], room: int) -> list[Shown]:
        count = used = 0
        while used + group[count].length <= room:
            used += group[count].length
            count += 1
        taken, rest = group[:count], group[count:]
        if not taken:
            first, remainder = self._split(rest[0], room)
            taken, rest = [first], [remainder, *rest[1:]]
        self.waiting.appendleft(rest)
        return taken

    def _split(self, shown: Shown, room: int) -> tuple[Shown, Shown]:
        message = shown.message
        if not _is_only_text(message) and _frame(message, self.measure) * 2 > room:
            message = _as_text(message)
        parts = split(message, self.measure, room)
        if parts is None:
            raise TooSmallError
        first, rest = (Shown(shown.reference, shown.position, message, self.measure(message)) for message in parts)
        return first, rest


def split(message: dict[str, Any], measure: Measure, room: int) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The message with the longest beginning of its longest text that fits, and the message with the rest of it.

    Every other field is in both. None where not even one character of that text fits, or where there is no text.
    """
    way = way_to_longest_text(message)
    if way is None:
        return None
    text: str = value_at(message, way)
    kept = _longest_beginning(message, way, text, measure, room)
    if not kept:
        return None
    return replaced(message, way, text[:kept]), replaced(message, way, text[kept:])


def _longest_beginning(message: dict[str, Any], way: Way, text: str, measure: Measure, room: int) -> int:
    """How many characters fit, short of all: doubled until they do not, then halved in between."""

    def fits(count: int) -> bool:
        return measure(replaced(message, way, text[:count])) <= room

    kept, over, most = 0, 1, len(text) - 1
    if most < 1 or not fits(1):
        return 0
    while over < most and fits(over):
        kept, over = over, min(2 * over, most)
    if over == most and fits(most):
        return most
    while over - kept > 1:
        middle = (kept + over) // 2
        if fits(middle):
            kept = middle
        else:
            over = middle
    return kept


def _as_text(message: dict[str, Any]) -> dict[str, Any]:
    """The message written as JSON in the content of another, so that what is no text can be split as well."""
    role = message.get("role")
    return {
        "role": role if role in ("user", "assistant") else "user",
        "content": json.dumps(message, ensure_ascii=False, separators=(",", ":")),
    }


def _is_only_text(message: dict[str, Any]) -> bool:
    return message.keys() <= {"role", "content"} and isinstance(message.get("content"), str)


def _frame(message: dict[str, Any], measure: Measure) -> int:
    """What every piece of the message would measure beside its text."""
    way = way_to_longest_text(message)
    return measure(message if way is None else replaced(message, way, ""))


def _length(group: Sequence[Shown]) -> int:
    return sum(shown.length for shown in group)
