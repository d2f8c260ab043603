"""Cutting whole groups once more, on plain lists and at leisure, from rules that were written without the planner."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, cast

from manager.model import Draft, Encoded
from manager.planning.calls import ties_of
from manager.planning.cut import Bounds, CutPlan, plan_cut
from manager.planning.links import links_of
from manager.planning.shorten import shorten
from manager.planning.window import Item, answered_from
from tests.messages import Fields
from tests.provider_rules import Group, groups, parted_of, problems
from tests.simple_cut import measured

PINNED_ROLES = ("system", "developer")


class Told:
    """A conversation, with what the rules and the planner ask about its messages: found once, for many cuts of it."""

    def __init__(self, messages: Sequence[Fields]) -> None:
        self.messages = messages
        self.lengths = [measured(message) for message in messages]
        self.groups = groups(messages)
        self._items = [
            Item(length, message.get("role"), links_of(message))
            for length, message in zip(self.lengths, messages, strict=True)
        ]
        self._ties = [ties_of(message) for message in messages]

    @property
    def sound(self) -> list[Group]:
        """The groups that a provider takes, or will when an answer has come."""
        return [group for group in self.groups if group.state in ("whole", "open")]

    def planned_cut(
        self,
        bounds: Bounds,
        *,
        head: int | None = None,
        pinned_roles: Collection[str] = PINNED_ROLES,
        pinned: Collection[int] = (),
    ) -> CutPlan | None:
        """What the planner decides for a window that holds these messages."""

        def shortened(positions: Sequence[int], room: int) -> dict[int, Draft] | None:
            return shortened_to_equal_level([(place, self.messages[place]) for place in positions], room)

        planning = plan_cut(
            count=len(self._items),
            length=sum(self.lengths),
            bounds=bounds,
            head=head,
            pinned_roles=pinned_roles,
            pinned=pinned,
        )
        return answered_from(planning, self._items, self._ties, shortened)

    def check(self, bounds: Bounds, pinned: Collection[int] = ()) -> None:
        """The planner's cut is the one the rule says, and what it leaves is a window that a provider takes."""
        plan = self.planned_cut(bounds, pinned=pinned)
        if not bounds.exceeded_by(sum(self.lengths), len(self.messages)):
            assert plan is None
            return
        assert plan is not None
        kept, window = kept_places(plan), cut_window(self.messages, plan)
        if not self.sound:
            assert kept  # nothing is better than another, but no window is empty
            assert plan.over_limit is not None
            return
        assert problems(window) == [], kept
        assert parted_of(set(kept), self.groups) == [], kept
        assert plan.length == sum(map(measured, window))
        assert plan.count == len(window)
        head = leading(self)
        expected = dropped_by_their_newest(self, bounds, head, pinned)
        if expected.kept is not None:
            assert (kept, plan.shortened, plan.over_limit, plan.head) == (expected.kept, {}, None, len(head))
            return
        assert set(expected.must_stay) - (set(head) - set(pinned)) <= set(kept)
        if bounds.exceeded_by(plan.length, plan.count) or plan.head < len(head):
            assert plan.over_limit is not None
        else:
            assert plan.over_limit is None


def shortened_to_equal_level(texts: Sequence[tuple[int, Fields]], room: int) -> dict[int, Draft] | None:
    """The longest of the messages shortened until all fit the room: the highest level that does it."""
    lengths = {place: measured(message) for place, message in texts}
    for level in range(min(room, max(lengths.values())), 0, -1):
        if sum(min(length, level) for length in lengths.values()) > room:
            continue
        drafts: dict[int, Draft] = {}
        for place, message in texts:
            if lengths[place] > level:
                short = shorten(message, measured, level)
                if short is None:
                    return None
                drafts[place] = Draft(cast(Encoded, short), short.get("role"), links_of(short), measured(short))
        return drafts
    return None


def kept_places(plan: CutPlan) -> list[int]:
    return [place for span in plan.kept for place in span]


def cut_window(messages: Sequence[Fields], plan: CutPlan) -> list[Fields]:
    """The messages of the window that a plan leaves."""
    return [
        cast(Any, plan.shortened[place].content) if place in plan.shortened else messages[place]
        for place in kept_places(plan)
    ]


# --- the rule, at leisure -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expected:
    """What a cut keeps: places, or None where what must stay is over the limits and has to be shortened or give way."""

    kept: list[int] | None
    must_stay: list[int]


def dropped_by_their_newest(
    told: Told, bounds: Bounds, head: Collection[int], pinned: Collection[int] = ()
) -> Expected:
    """The rule of a cut: what no provider takes goes first, then groups in the order of their newest message."""
    lengths, sound = told.lengths, told.sound

    def stays(group: Group) -> bool:
        by_hand = any(place in head or place in pinned for place in group.members)
        return by_hand or group.state == "open" or group is sound[-1]

    must_stay = [place for group in sound if stays(group) for place in group.members]
    left = list(sound)
    for group in sound:
        places = [place for each in left for place in each.members]
        if bounds.reached_by(sum(lengths[place] for place in places), len(places)):
            break
        if not stays(group):
            left.remove(group)
    places = sorted(place for each in left for place in each.members)
    over = bounds.exceeded_by(sum(lengths[place] for place in places), len(places))
    return Expected(None if over else places, sorted(must_stay))


def leading(told: Told) -> list[int]:
    """The places of the instructions in front of what a provider takes; the newest of it is never one of them."""
    sound = told.sound
    found: list[int] = []
    for place in sorted(place for group in sound for place in group.members):
        if place == sound[-1].newest or told.messages[place].get("role") not in PINNED_ROLES:
            break
        found.append(place)
    return found
