"""The built-in cut once more, at leisure: groups, limits and targets, what is pinned, and what is shortened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from tests.messages import Fields
from tests.provider_rules import Group, groups, ties
from tests.simple_cut import Cut, Measured, total

Item = TypeVar("Item", bound=Measured)

#: Some of the messages shortened, by their places among those given, so that all fit the room; None: they cannot.
Shortened: TypeAlias = Callable[[Sequence[Item], int], "dict[int, Item] | None"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a window may measure and hold, and what a cut goes down to; None: no limit, or no target of its own."""

    max_length: int | None = None
    max_messages: int | None = None
    target_length: int | None = None
    target_messages: int | None = None

    @property
    def there(self) -> bool:
        return self.max_length is not None or self.max_messages is not None

    def exceeded_by(self, items: Collection[Measured]) -> bool:
        return _over(total(items), self.max_length) or _over(len(items), self.max_messages)

    def missed_by(self, items: Collection[Measured]) -> bool:
        """Whether a cut has to go on. Targets count below the limit they belong to, and only where it is there."""
        return self.exceeded_by(items) or (
            (self.max_length is not None and _over(total(items), self.target_length))
            or (self.max_messages is not None and _over(len(items), self.target_messages))
        )


def _over(number: int, most: int | None) -> bool:
    return most is not None and number > most


def window_cut(
    window: Sequence[Item],
    limits: Limits,
    *,
    head: int | None,
    pinned_roles: Collection[str],
    pinned: Collection[int],
    shortened: Shortened[Item],
) -> Cut[Item] | None:
    """What is left of a window that is over one of the limits; None for one that is not.

    What no provider accepts is gone before anything else; a window that holds nothing else stays as it is.

    Args:
        head: how many messages in front a cut kept; None: the leading run of the pinned roles.
        pinned: places of messages that were pinned by hand.
    """
    if not limits.exceeded_by(window):
        return None
    sound = [group for group in groups([item.fields for item in window]) if group.state in ("whole", "open")]
    if not sound:
        return Cut(tuple(window), 0, over_limit=True)
    places = sorted(place for group in sound for place in group.members)
    front = []
    for place in places[:-1]:
        if place >= head if head is not None else window[place].fields.get("role") not in pinned_roles:
            break
        front.append(place)
    return _Cutting(window, limits, sound, front, pinned, shortened).decided()


@dataclass(frozen=True, slots=True)
class _Cutting(Generic[Item]):
    window: Sequence[Item]
    limits: Limits
    sound: list[Group]
    front: list[int]
    pinned: Collection[int]
    shortened: Shortened[Item]

    def decided(self) -> Cut[Item]:
        newest = self._members(group for group in self.sound if group is self.sound[-1] or group.state == "open")
        by_hand = self._members(group for group in self.sound if set(group.members) & set(self.pinned))
        instructions = self._members(group for group in self.sound if set(group.members) & set(self.front))
        stays = instructions | by_hand
        if not self.limits.exceeded_by(self._items(stays | newest)):
            return Cut(self._items(self._rest(stays | newest)), len(self.front))
        if self.front and self.limits.max_length is not None:
            room = self.limits.max_length - total(self._items(stays - newest))
            window = self._within(stays | newest, newest, room) if room * 4 >= self.limits.max_length else None
            if window is not None:
                return Cut(window, len(self.front))
        if not self.limits.exceeded_by(self._items(by_hand | newest)):
            return Cut(self._items(self._rest(by_hand | newest)), 0, over_limit=True)
        if self.limits.max_length is not None:
            room = self.limits.max_length - total(self._items(by_hand - newest))
            window = self._within(by_hand | newest, newest, room)
            if window is not None:
                return Cut(window, 0, over_limit=bool(self.front))
        # What is pinned by hand is too much by itself: nothing would be won by giving up the head.
        kept, head = (stays | newest, len(self.front)) if by_hand else (newest, 0)
        return Cut(self._items(kept), head, over_limit=True)

    @staticmethod
    def _members(chosen: Iterable[Group]) -> set[int]:
        return {place for group in chosen for place in group.members}

    def _items(self, places: Collection[int]) -> tuple[Item, ...]:
        return tuple(self.window[place] for place in sorted(places))

    def _rest(self, stays: set[int]) -> set[int]:
        """What is left when other groups go, in the order of their newest messages, until the target is reached."""
        left = self._members(self.sound)
        for group in self.sound:
            if not self.limits.missed_by(self._items(left)):
                break
            if not stays & set(group.members):
                left -= set(group.members)
        return left

    def _within(self, kept: set[int], newest: set[int], room: int) -> tuple[Item, ...] | None:
        """What is kept, the results of the newest shortened (its last message, if it has none) to the room for all."""
        if _over(len(kept), self.limits.max_messages):
            return None
        texts = [place for place in sorted(newest) if answers(self.window[place].fields)] or [max(newest)]
        room -= total(self._items(newest - set(texts)))
        short = self.shortened([self.window[place] for place in texts], room) if room > 0 else None
        if short is None:
            return None
        instead = {texts[place]: item for place, item in short.items()}
        return tuple(instead.get(place, self.window[place]) for place in sorted(kept))


def answers(fields: Fields) -> bool:
    """Whether the message holds an answer."""
    return any(not tie.is_call for tie in ties(fields))
