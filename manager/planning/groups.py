"""Groups: a call, all its answers and the reasoning they hang on. A window holds a group whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from manager.planning.calls import ties_of
from manager.planning.links import ANSWERS_CALLS, REASONING, TIED, links_of
from manager.planning.pairing import Pairing
from manager.planning.window import Item, Planning, Window, answered_from

#: How many output items one response holds at most.
RESPONSE: Final = 1_000


class State(Enum):
    """What a provider makes of a group."""

    WHOLE = "whole"
    #: Something is still to come: an answer, or what follows from reasoning.
    OPEN = "open"
    #: The conversation went on without it.
    DEAD = "dead"
    #: An answer without its call.
    ORPHAN = "orphan"


@dataclass(frozen=True, slots=True)
class Group:
    """Positions of a window that belong together, in order."""

    positions: tuple[int, ...]
    state: State

    @property
    def acceptable(self) -> bool:
        """Whether a window may hold it."""
        return self.state in (State.WHOLE, State.OPEN)


@dataclass(slots=True)
class Groups:
    """The groups of a window, found where they are asked for."""

    window: Window
    #: Of several answers to one call, whether the last counts; see Pairing.
    latest: bool = False
    _found: dict[int, Group] = field(default_factory=dict)
    #: Which answer belongs to which call.
    pairing: Pairing = field(init=False)
    #: Of output items, the first reasoning of their run up to them, or None.
    _reasoning: dict[int, int | None] = field(default_factory=dict)
    #: Of output items, whether a call among them would be open or dead.
    _ends: dict[int, State] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pairing = Pairing(self.window, latest=self.latest)

    def at(self, position: int) -> Planning[Group]:
        """The group of the message at the position.

        An answer belongs to the latest call before it with its id, the first answer of each call to that call. In a run
        of output items everything from the first reasoning on is one group.
        """
        if position in self._found:
            return self._found[position]
        members: set[int] = set()
        waiting = [position]
        state = State.WHOLE
        while waiting:
            member = waiting.pop()
            if member in members:
                continue
            members.add(member)
            item = yield from self.window.item(member)
            followers, dangles = yield from self._reasoning_run(member, item)
            waiting.extend(followers)
            if dangles:
                state = _worse(state, State.OPEN if dangles == [self.window.count - 1] else State.DEAD)
            if item.links & TIED:
                tied, missing = yield from self._tied(member)
                waiting.extend(tied)
                if missing is not None:
                    worse = State.ORPHAN
                    if missing is not State.ORPHAN:
                        worse = yield from self._unfinished(member)
                    state = _worse(state, worse)
        if state is State.ORPHAN and len(members) > 1:
            state = State.DEAD  # one of several answers in a message, and the message cannot be parted
        group = Group(tuple(sorted(members)), state)
        self._found.update(dict.fromkeys(group.positions, group))
        return group

    def stands_alone(self, position: int) -> bool:
        """Whether the message is known to be a group by itself, without a further question."""
        item = self.window.known(position)
        if item is None or item.links:
            return False
        if position == 0 or not is_output(item):
            return True
        before = self.window.known(position - 1)
        return before is not None and not is_output(before)

    def _tied(self, member: int) -> Planning[tuple[list[int], State | None]]:
        """The messages its calls and answers lead to, and what is missing: an answer (OPEN), a call (ORPHAN)."""
        ties = yield from self.window.ties(member)
        tied: list[int] = []
        missing: State | None = None
        for call in ties.answers:
            found = yield from self.pairing.call_of(member, call)
            if found is None:
                missing = State.ORPHAN
            else:
                tied.append(found)
        if ties.calls:
            answers, complete = yield from self.pairing.answers_to(member, ties.calls)
            tied.extend(answers)
            if not complete and missing is None:
                missing = State.OPEN
        return tied, missing

    def _reasoning_run(self, member: int, item: Item) -> Planning[tuple[list[int], list[int]]]:
        """The output items from the first reasoning of the member's run on, and the reasoning that nothing follows."""
        if not is_output(item):
            return [], []
        first = yield from self._first_reasoning(member)
        if first is None:
            return [], []
        if first != member:
            return [first], []  # which tells the rest
        last, newest = member, item
        while last + 1 < self.window.count and last + 1 - first < RESPONSE:
            after = yield from self.window.item(last + 1)
            if not is_output(after):
                break
            last, newest = last + 1, after
        dangles = [last] if newest.links == REASONING and newest.role is None else []
        return list(range(first, last + 1)), dangles

    def _first_reasoning(self, member: int) -> Planning[int | None]:
        """The first reasoning in the run of output items that ends with the member."""
        start = member
        while start > 0 and start not in self._reasoning and member - start < RESPONSE:
            before = yield from self.window.item(start - 1, backward=True)
            if not is_output(before):
                break
            start -= 1
        first = self._reasoning.get(start)
        for position in range(start, member + 1):
            item = yield from self.window.item(position)
            if first is not None and position - first >= RESPONSE:
                first = None
            if first is None and item.links & REASONING:
                first = position
            self._reasoning[position] = first
        return first

    def _unfinished(self, position: int) -> Planning[State]:
        """OPEN while nothing but items of its own response, and then answers, follow the message; else DEAD."""
        run = [position]
        state: State | None = self._ends.get(position)
        answers_begun = False
        for later in range(position + 1, self.window.count):
            if state is not None:
                break
            item = yield from self.window.item(later)
            if is_output(item):
                state = State.DEAD if answers_begun else self._ends.get(later)
                run += [] if answers_begun else [later]
            elif item.links & ANSWERS_CALLS:
                answers_begun = True
            else:
                state = State.DEAD
        state = state or State.OPEN
        self._ends.update(dict.fromkeys(run, state))
        return state


def groups_of(messages: Sequence[dict[str, Any]]) -> list[Group]:
    """All groups of a list of messages, in the order of their first."""
    items = [Item(0, role_of(message), links_of(message)) for message in messages]
    ties = [ties_of(message) for message in messages]
    return answered_from(all_groups(Groups(Window(len(items)))), items, ties)


def all_groups(groups: Groups) -> Planning[list[Group]]:
    """All groups of the window, in the order of their first message."""
    found: list[Group] = []
    seen: set[int] = set()
    for position in range(groups.window.count):
        if position not in seen:
            group = yield from groups.at(position)
            seen.update(group.positions)
            found.append(group)
    return found


def is_output(item: Item) -> bool:
    """Whether a model wrote it: an assistant's message, or an item of the Responses API that answers nothing."""
    return item.role == "assistant" or (item.role is None and not item.links & ANSWERS_CALLS)


def role_of(message: dict[str, Any]) -> str | None:
    role = message.get("role")
    return role if isinstance(role, str) else None


_ORDER = (State.WHOLE, State.OPEN, State.DEAD, State.ORPHAN)


def _worse(one: State, other: State) -> State:
    return max(one, other, key=_ORDER.index)
