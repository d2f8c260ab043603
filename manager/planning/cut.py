"""`simple_cut`: which messages of a window stay, decided from lengths and links, and from as few of them as will do."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from manager.model import Draft
from manager.planning.groups import Group, Groups, State, is_output
from manager.planning.links import ANSWERS_CALLS
from manager.planning.repair import answers_among, plan_repair
from manager.planning.waiting import UNKNOWN
from manager.planning.window import LOOK, Planning, Shorten, Window


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a window may measure and hold: beyond the limits it is cut, down to the targets. None: no bound."""

    max_length: int | None
    max_messages: int | None = None
    target_length: int | None = None
    target_messages: int | None = None

    def exceeded_by(self, length: int, count: int) -> bool:
        """Whether a window of this length and count must be cut."""
        return not _fits(length, count, self.max_length, self.max_messages)

    def reached_by(self, length: int, count: int) -> bool:
        """Whether a cut may stop here."""
        return _fits(length, count, *self.targets)

    @property
    def targets(self) -> tuple[int | None, int | None]:
        """The length and count a cut goes down to; where no target is set, the limits."""
        return (
            self.max_length if self.target_length is None else self.target_length,
            self.max_messages if self.target_messages is None else self.target_messages,
        )


@dataclass(frozen=True, slots=True)
class CutPlan:
    """What stays: the positions of `kept`, of which the first `head` are the head, some of them `shortened`.

    `over_limit` says in words why the window is over a limit, or why its head had to go; None when all is well.
    `open_calls` notes the calls that wait at the end of what stays.
    """

    kept: tuple[range, ...]
    head: int
    length: int
    shortened: dict[int, Draft] = field(default_factory=dict)
    over_limit: str | None = None
    open_calls: str | None = None

    @property
    def count(self) -> int:
        """How many messages stay."""
        return sum(map(len, self.kept))


def plan_cut(
    *,
    count: int,
    length: int,
    bounds: Bounds,
    head: int | None,
    pinned_roles: Collection[str],
    pinned: Collection[int] = (),
    open_calls: str | None = UNKNOWN,
) -> Planning[CutPlan | None]:
    """What a cut of the window leaves; None when it is within its limits as it is.

    The rule: groups (see `Groups`) are dropped in the order of their newest message until the rest is within the
    targets, which is the same as to go backward from the newest message and take each group whole until one does not
    fit. The head and the pinned messages with their groups stay and count. What no provider accepts, an answer without
    its call or a call that was never answered, goes without stopping the walk; what waits for its answer stays. The
    newest group always stays: where it does not fit, its answers, or its message, are shortened.

    Args:
        count, length: messages in the window and their length together.
        head: how many messages at the front a cut pinned; None where no cut made the window: the leading run of
            `pinned_roles`.
        pinned: positions that were pinned by hand.
        open_calls: what is noted of the window's end. UNKNOWN: all of it is looked through for what no provider takes.

    Yields:
        Look, Read and Shorten questions; their answers are sent in. The front is looked at first, because a cut seldom
        drops more than a few messages; only then backward from the newest, so that a first cut of 1,000,000 messages
        reads what it keeps and not what it drops.
    """
    if count == 0 or not bounds.exceeded_by(length, count):
        return None
    window = Window(count, ahead=_first_look(count, length, bounds))
    groups = Groups(window)
    gone: frozenset[int] = frozenset()
    if open_calls == UNKNOWN:
        repair = yield from plan_repair(window, groups)
        gone, open_calls = repair.dead, repair.note(repair.dead)
        if len(gone) == count:
            return CutPlan((range(count),), 0, length, over_limit="it holds nothing but what no provider accepts")
    cutting = _Cutting(window, groups, bounds, frozenset(pinned), gone, open_calls)
    yield from cutting.find_head(head, pinned_roles)
    plan = yield from cutting.drop_from_front(length)
    if plan is None:
        plan = yield from cutting.keep_from_newest()
    return plan


def _first_look(count: int, length: int, bounds: Bounds) -> int:
    """Twice as many messages of the window's average length as make up what it is over the targets, and a few."""
    target_length, target_messages = bounds.targets
    over = 0
    if target_length is not None and length > target_length:
        over = -(-(length - target_length) * count // length)
    if target_messages is not None:
        over = max(over, count - target_messages)
    return min(2 + 2 * over, LOOK)


@dataclass(slots=True)
class _Cutting:
    """One cut being planned."""

    window: Window
    groups: Groups
    bounds: Bounds
    pinned: frozenset[int]
    gone: frozenset[int]
    open_calls: str | None
    #: The newest position that does not go anyhow.
    last: int = 0
    #: The positions of the head, and where it ends.
    front: list[int] = field(default_factory=list)
    head: int = 0
    head_length: int = 0
    #: The newest group, and with it what waits for its answers.
    newest: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.last = self.window.count - 1
        while self.last in self.gone:
            self.last -= 1

    def find_head(self, head: int | None, pinned_roles: Collection[str]) -> Planning[None]:
        limit = self.bounds.max_length
        for position in range(self.last):
            if head is not None and position >= head:
                break
            if limit is not None and self.head_length > limit and not self.pinned:
                break  # it has to give way, however long it is
            if position in self.gone:
                continue
            item = yield from self.window.item(position)
            if head is None and item.role not in pinned_roles:
                break
            self.head_length += item.length
            self.front.append(position)
            self.head = position + 1

    def drop_from_front(self, length: int) -> Planning[CutPlan | None]:
        """The plan, where dropping groups among the first LOOK messages after the head is enough; else None."""
        dropped: set[int] = set(self.gone)
        length -= yield from self._sum(self.gone)
        position, stop = self.head, min(self.head + LOOK, self.last)
        while not self.bounds.reached_by(length, self.window.count - len(dropped)):
            if position >= stop:
                return None
            if position not in dropped:
                item = yield from self.window.item(position)
                group = yield from self._group(position)
                if group is None:
                    if position not in self.pinned:
                        dropped.add(position)
                        length -= item.length
                elif self._may_go(group, position):
                    for member in group.positions:
                        dropped.add(member)
                        length -= (yield from self.window.item(member)).length
            position += 1
        return CutPlan(_without(self.window.count, dropped), len(self.front), length, open_calls=self.open_calls)

    def _group(self, position: int) -> Planning[Group | None]:
        """The group at the position; None for a message that stands alone, which most do."""
        if self.groups.stands_alone(position):
            return None
        return (yield from self.groups.at(position))

    def _may_go(self, group: Group, position: int) -> bool:
        """Whether a walk from the front drops the group when it is at this position."""
        if any(member in self.pinned or member < self.head for member in group.positions):
            return False
        newest = group.positions[-1]
        if not group.acceptable:
            return True
        return group.state is State.WHOLE and newest == position and newest < self.last

    def keep_from_newest(self) -> Planning[CutPlan]:
        self.newest = yield from self._find_newest()
        fixed = yield from self._fixed(self.front)
        plan = yield from self._backward(fixed, len(self.front))
        if plan is not None:
            return plan
        if not self.front:
            return (yield from self._newest_alone(fixed))
        limit = self.bounds.max_length
        room = 0 if limit is None else limit - (yield from self._sum(fixed.difference(self.newest)))
        if limit is not None and room * 4 >= limit:
            plan = yield from self._shortened(fixed, len(self.front), room)
            if plan is not None:
                return plan
        gave_way = (
            f"the {len(self.front)} pinned messages leave no room for the newest one within {self._limits()} and had "
            "to go"
        )
        without_head = yield from self._fixed(())
        plan = yield from self._backward(without_head, 0)
        if plan is None:
            plan = yield from self._newest_alone(without_head)
            if without_head and self.bounds.exceeded_by(plan.length, plan.count):
                # What is pinned by hand is too much by itself: nothing would be won by giving up the head.
                return replace((yield from self._newest_alone(fixed)), head=len(self.front))
        return replace(plan, head=0, over_limit=plan.over_limit or gave_way)

    def _fixed(self, front: Collection[int]) -> Planning[set[int]]:
        """What stays whatever comes: the groups of the head, and of what was pinned by hand."""
        fixed: set[int] = set()
        for position in (*front, *sorted(self.pinned - self.gone)):
            if position not in fixed:
                group = yield from self._group(position)
                fixed.update((position,) if group is None else group.positions)
        return fixed

    def _backward(self, fixed: set[int], head: int) -> Planning[CutPlan | None]:
        """The groups from the newest backward that fit beside what is fixed; None where not even the newest does."""
        kept = fixed.union(self.newest)
        length = yield from self._sum(kept)
        if self.bounds.exceeded_by(length, len(kept)):
            return None
        gone = set(self.gone)
        for position in range(self.window.count - 1, -1, -1):
            if position in kept or position in gone:
                continue
            item = yield from self.window.item(position, backward=True)
            group = yield from self._group(position)
            members: tuple[int, ...] = (position,) if group is None else group.positions
            if group is not None and not group.acceptable:
                gone.update(members)
                continue
            more = item.length if group is None else (yield from self._sum(members))
            if not _fits(length + more, len(kept) + len(members), *self.bounds.targets):
                break
            kept.update(members)
            length += more
        return CutPlan(_ranges(kept), head, length, open_calls=self.open_calls)

    def _newest_alone(self, fixed: set[int]) -> Planning[CutPlan]:
        """The newest group does not fit: shortened to the limit, or whole where its texts do not suffice."""
        limit = self.bounds.max_length
        beside = yield from self._sum(fixed.difference(self.newest))
        if limit is not None:
            plan = yield from self._shortened(fixed, 0, limit - beside)
            if plan is not None:
                return plan
        length = yield from self._sum(self.newest)
        kept = fixed.union(self.newest)
        what = "the newest message" if len(self.newest) == 1 else "the newest call with its answers"
        why = f"{what} measures {length} of {limit}, and its text is too short to cut"
        if beside:
            why = f"what is pinned measures {beside} of {limit}, and {what} {length}"
        if limit is None or beside + length <= limit:
            why = f"{what} and what is pinned are {len(kept)} messages, the limit is {self.bounds.max_messages}"
        return CutPlan(_ranges(kept), 0, beside + length, over_limit=why, open_calls=self.open_calls)

    def _shortened(self, fixed: set[int], head: int, room: int) -> Planning[CutPlan | None]:
        """What is fixed and the newest group, its answers shortened to the room there is; None where that cannot be."""
        texts = yield from answers_among(self.window, self.newest)
        texts = texts or self.newest[-1:]
        kept = fixed.union(self.newest)
        room -= yield from self._sum(set(self.newest).difference(texts))
        if room < 1 or (self.bounds.max_messages is not None and len(kept) > self.bounds.max_messages):
            return None
        drafts: dict[int, Draft] | None = yield Shorten(texts, room)
        if drafts is None:
            return None
        length = yield from self._sum(position for position in kept if position not in drafts)
        length += sum(draft.length for draft in drafts.values())
        return CutPlan(_ranges(kept), head, length, drafts, open_calls=self.open_calls)

    def _find_newest(self) -> Planning[tuple[int, ...]]:
        """The newest group a provider accepts, and those that wait for an answer as it may do."""
        found: set[int] = set()
        position = self.window.count - 1
        while position >= self.head and not found:
            yield from self.window.item(position, backward=True)
            group = yield from self.groups.at(position)
            if group.acceptable:
                found.update(group.positions)
            position -= 1
        # A call still waits while nothing but answers follows the output items it is one of.
        answers = True
        for position in range(self.window.count - 1, -1, -1):
            item = yield from self.window.item(position, backward=True)
            answers = answers and not is_output(item)
            if not is_output(item) and not (answers and item.links & ANSWERS_CALLS):
                break
            group = yield from self.groups.at(position)
            if group.state is State.OPEN:
                found.update(group.positions)
        return tuple(sorted(found))

    def _sum(self, positions: Iterable[int]) -> Planning[int]:
        total = 0
        for position in positions:
            total += (yield from self.window.item(position)).length
        return total

    def _limits(self) -> str:
        length, messages = self.bounds.max_length, self.bounds.max_messages
        named = [str(length)] if length is not None else []
        return " and ".join([*named, *([f"{messages} messages"] if messages is not None else [])])


def _fits(length: int, count: int, most_length: int | None, most_count: int | None) -> bool:
    return (most_length is None or length <= most_length) and (most_count is None or count <= most_count)


def _without(count: int, dropped: Collection[int]) -> tuple[range, ...]:
    """The positions below `count` that were not dropped."""
    kept: list[range] = []
    start = 0
    for position in (*sorted(dropped), count):
        if start < position:
            kept.append(range(start, position))
        start = position + 1
    return tuple(kept)


def _ranges(positions: Iterable[int]) -> tuple[range, ...]:
    kept: list[range] = []
    for position in sorted(positions):
        if kept and kept[-1].stop == position:
            kept[-1] = range(kept[-1].start, position + 1)
        else:
            kept.append(range(position, position + 1))
    return tuple(kept)
