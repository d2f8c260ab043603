"""`simple_cut`: which messages of a window stay, decided from lengths alone and from as few of them as will do."""

from __future__ import annotations

from collections.abc import Collection, Generator
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from manager.model import Draft

#: Positions looked at in one go. The first look at the front is only as long as the cut will probably need: most cuts
#: drop one or two messages, and to read 32 lengths took a third of such a cut's time.
LOOK: Final = 32


class Item(NamedTuple):
    """What a cut needs to know of a message."""

    length: int
    role: str | None


@dataclass(frozen=True, slots=True)
class Look:
    """A question: the items at the window's positions `start` to `stop` (not included)."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Shorten:
    """A question: the newest message shortened to `room` units, or None where its text does not suffice."""

    room: int


@dataclass(frozen=True, slots=True)
class CutPlan:
    """What stays: `head` messages from the front, and from position `keep_from` on; or the newest one shortened.

    `over_limit` says in words why the window is over the limit, or why its head had to go; None when all is well.
    """

    head: int
    keep_from: int
    length: int
    shortened: Draft | None = None
    over_limit: str | None = None


Question: TypeAlias = Look | Shorten
Answer: TypeAlias = "list[Item] | Draft | None"
CutPlanning: TypeAlias = Generator[Question, Answer, "CutPlan | None"]


def plan_cut(*, count: int, length: int, limit: int, pinned: int | None, pinned_roles: Collection[str]) -> CutPlanning:
    """What a cut of the window to the limit leaves; None when it fits as it is.

    The rule: messages from the newest backward while the total stays within the limit; the head
    (`pinned` messages, or the leading run of `pinned_roles` where no cut made the window) stays and counts; the newest
    message is never part of the head and always stays, shortened where it does not fit.

    Args:
        count, length: messages in the window and their length together.
        limit: what the window may measure.

    Yields:
        Look and Shorten questions; their answers are sent in. The front is looked at first, because a cut seldom
        drops more than a few messages; only then backward from the newest, so that a first cut of 1,000,000 messages
        reads what it keeps and not what it drops.
    """
    if length <= limit or count == 0:
        return None
    # Twice as many messages of the window's average length as make up what it is over the limit, and a few.
    ahead = min(2 + 2 * -(-(length - limit) * count // length), LOOK)
    front: list[Item] = []
    head = head_length = 0
    while head < count - 1 and head_length <= limit and (pinned is None or head < pinned):
        if head == len(front):
            front.extend((yield from _look(head, min(max(head, pinned or 0) + ahead, count))))
            ahead = LOOK
        if pinned is None and front[head].role not in pinned_roles:
            break
        head_length += front[head].length
        head += 1

    position, dropped = head, 0
    while position < min(head + LOOK, count - 1) and length - dropped > limit:
        if position == len(front):
            front.extend((yield from _look(position, min(position + ahead, head + LOOK, count))))
            ahead = LOOK
        dropped += front[position].length
        position += 1
    if length - dropped <= limit:
        return CutPlan(head, position, length - dropped)

    room = limit - head_length
    position, kept = yield from _keep_backward(count, head, room)
    if position < count:
        return CutPlan(head, position, head_length + kept)
    if head == 0:
        return (yield from _newest_alone(count, limit))

    if room * 4 >= limit:
        shortened = yield from _shorten(room)
        if shortened is not None:
            return CutPlan(head, count, head_length + shortened.length, shortened)
    gave_way = f"the {head} pinned messages leave no room for the newest one within {limit} and had to go"
    position, kept = yield from _keep_backward(count, 0, limit)
    if position < count:
        return CutPlan(0, position, kept, over_limit=gave_way)
    alone = yield from _newest_alone(count, limit)
    return CutPlan(0, alone.keep_from, alone.length, alone.shortened, alone.over_limit or gave_way)


def _keep_backward(count: int, head: int, room: int) -> Generator[Question, Answer, tuple[int, int]]:
    """The position of the oldest message that still fits the room, and the length kept; `count` when none fits."""
    position, kept = count, 0
    while position > head:
        start = max(head, position - LOOK)
        for item in reversed((yield from _look(start, position))):
            if kept + item.length > room:
                return position, kept
            kept += item.length
            position -= 1
    return position, kept


def _newest_alone(count: int, limit: int) -> Generator[Question, Answer, CutPlan]:
    """The newest message is longer than the limit: shortened to it, or whole where its text does not suffice."""
    shortened = yield from _shorten(limit)
    if shortened is not None:
        return CutPlan(0, count, shortened.length, shortened)
    (newest,) = yield from _look(count - 1, count)
    return CutPlan(
        0,
        count - 1,
        newest.length,
        over_limit=f"the newest message measures {newest.length} of {limit}, and its text is too short to cut",
    )


def _look(start: int, stop: int) -> Generator[Question, Answer, list[Item]]:
    answer = yield Look(start, stop)
    assert isinstance(answer, list), "a Look is answered with items"
    return answer


def _shorten(room: int) -> Generator[Question, Answer, Draft | None]:
    answer = yield Shorten(room)
    assert answer is None or isinstance(answer, Draft), "a Shorten is answered with a draft or None"
    return answer
