"""`simple_cut` once more, on plain lists: what the store decides from lengths a page at a time, decided at leisure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar


class Measured(Protocol):
    """A message with its length."""

    @property
    def fields(self) -> dict[str, Any]: ...
    @property
    def length(self) -> int: ...


Item = TypeVar("Item", bound=Measured)


@dataclass(frozen=True, slots=True)
class Cut(Generic[Item]):
    """The window a cut leaves, how many of its messages it pinned, and whether it has to be warned about."""

    window: tuple[Item, ...]
    pinned: int
    over_limit: bool = False


def measured(fields: dict[str, Any]) -> int:
    """The length of a message in the default measure."""
    return len(str(fields))


def total(items: Iterable[Measured]) -> int:
    """The length of messages together."""
    return sum(item.length for item in items)


def simple_cut(
    window: Sequence[Item],
    limit: int,
    pinned: int | None,
    pinned_roles: Collection[str],
    shortened: Callable[[Item, int], Item | None],
) -> Cut[Item] | None:
    """What is left of a window of plain messages that is longer than the limit; None for one that is not.

    The newest message always stays. The head stays where the newest fits beside it, or fits there shortened to a room
    of at least a quarter of the limit; otherwise it gives way.

    Args:
        pinned: the size of the head a cut left; None: the head is the leading run of the pinned roles.
        shortened: the message shortened to a room, None where it has too little text.
    """
    if total(window) <= limit:
        return None
    *older, newest = window
    if pinned is None:
        run = 0
        while run < len(older) and older[run].fields.get("role") in pinned_roles:
            run += 1
    else:
        run = min(pinned, len(older))
    head, room = older[:run], limit - total(older[:run])
    if newest.length <= room:
        return Cut((*head, *_newest_within(window[run:], room)), run)
    if head and room * 4 >= limit:
        beside = shortened(newest, room)
        if beside is not None:
            return Cut((*head, beside), run)
    if newest.length <= limit:
        return Cut(_newest_within(window, limit), 0, over_limit=True)
    alone = shortened(newest, limit)
    if alone is not None:
        return Cut((alone,), 0, over_limit=bool(head))
    return Cut((newest,), 0, over_limit=True)


def _newest_within(items: Sequence[Item], room: int) -> tuple[Item, ...]:
    start = len(items)
    while start > 0 and total(items[start - 1 :]) <= room:
        start -= 1
    return tuple(items[start:])
