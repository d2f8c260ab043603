"""`keep_last_rounds`: which messages of a window stay when its oldest rounds go."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from manager.planning.groups import Group, State
from manager.planning.items import WindowItem
from manager.planning.links import ANSWERS_CALLS

#: Whether messages of this length together, and this many, may be in the window.
Fits = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Rounds:
    """What stays: the positions, and how many of the window's rounds stay whole.

    `fits` is false where even what must stay does not fit.
    """

    positions: frozenset[int]
    kept: int
    count: int
    fits: bool


def newest_rounds(items: Sequence[WindowItem], groups: Sequence[Group], wanted: int | None, fits: Fits) -> Rounds:
    """The newest `wanted` rounds (None: all), fewer where they do not fit.

    A round begins with a user message that answers nothing, and goes to the next one. What is pinned, what waits for an
    answer and the newest group stay in any case; what no provider takes (a result without its call, a call that never
    was answered) goes. A group belongs to the round of its newest message. Where not even the newest round fits whole,
    the message it begins with stays if it fits, and as much of the round's end as does.
    """
    sound = [group for group in groups if group.acceptable]
    newest = max((group.positions[-1] for group in sound), default=-1)
    kept = _positions(group for group in sound if _must_stay(group, items, newest))
    others = [group for group in sound if not _must_stay(group, items, newest)]
    round_of = _rounds(items)
    first, last = min(round_of, default=1), max(round_of, default=0)
    of_round: dict[int, list[Group]] = {number: [] for number in range(first, last + 1)}
    for group in others:
        of_round[round_of[group.positions[-1]]].append(group)

    whole = 0
    length = sum(items[position].length for position in kept)
    for number in range(last, first - 1, -1):
        more = _positions(of_round[number])
        longer = length + sum(items[position].length for position in more)
        if whole == wanted or not fits(longer, len(kept) + len(more)):
            break
        kept |= more
        length, whole = longer, whole + 1
    if not whole and of_round:
        kept = _end_of_round(items, kept, of_round[last], fits)
    return Rounds(frozenset(kept), whole, len(of_round), whole > 0 or _fit(items, kept, fits))


def begins_round(item: WindowItem) -> bool:
    """Whether a round begins with the message."""
    return (
        item.message.get("role") == "user" and not item.links & ANSWERS_CALLS and not item.head and not item.is_summary
    )


def _rounds(items: Sequence[WindowItem]) -> list[int]:
    """The number of each message's round; what stands between the head and the first round is one of its own."""
    numbers: list[int] = []
    current = 0
    for item in items:
        current += begins_round(item)
        numbers.append(current)
    first = next(
        (number for number, item in zip(numbers, items, strict=True) if not (item.head or item.is_summary)), current
    )
    return [max(number, first) for number in numbers]


def _must_stay(group: Group, items: Sequence[WindowItem], newest: int) -> bool:
    return (
        group.state is State.OPEN
        or newest in group.positions
        or any(items[position].pinned for position in group.positions)
    )


def _end_of_round(items: Sequence[WindowItem], kept: set[int], groups: Sequence[Group], fits: Fits) -> set[int]:
    """What is kept of the newest round: the message it begins with, then its groups, the newest first."""
    chosen = set(kept)
    length = sum(items[position].length for position in kept)
    beginning = {
        group.positions for group in groups if any(begins_round(items[position]) for position in group.positions)
    }
    newest_first = sorted(groups, key=lambda group: group.positions[-1], reverse=True)
    for group in sorted(newest_first, key=lambda group: group.positions not in beginning):
        longer = length + sum(items[position].length for position in group.positions)
        if fits(longer, len(chosen) + len(group.positions)):
            chosen.update(group.positions)
            length = longer
        elif group.positions not in beginning:
            break
    return chosen


def _positions(groups: Iterable[Group]) -> set[int]:
    return {position for group in groups for position in group.positions}


def _fit(items: Sequence[WindowItem], positions: Collection[int], fits: Fits) -> bool:
    return fits(sum(items[position].length for position in positions), len(positions))
