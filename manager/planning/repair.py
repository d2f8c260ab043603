"""What in a window no provider accepts, so that it has to leave, and which calls at its end still wait."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from manager.planning.groups import Group, Groups, State
from manager.planning.links import ANSWERS_CALLS, REASONING
from manager.planning.pairing import REACH
from manager.planning.waiting import REASONING_WAITS, noted
from manager.planning.window import Planning, Window


@dataclass(frozen=True, slots=True)
class Repair:
    """Positions of a window that no provider accepts beside the rest.

    Attributes:
        dead: calls that were never answered, answers without their call, reasoning that nothing follows.
        answers: those of them that answer something: their calls may be in the log.
        waiting: the calls at the window's end that wait for their answers.
        answers_begun: whether an answer is the last of the others.
        newest: the window's last position.
    """

    dead: frozenset[int]
    answers: tuple[int, ...]
    waiting: tuple[str, ...]
    answers_begun: bool
    newest: int

    def note(self, leaving: Collection[int]) -> str | None:
        """What waits at the window's end once these of the dead have left it; see manager.planning.waiting."""
        if self.newest in self.dead and self.newest not in leaving:
            return noted(self.waiting, answers_begun=self.newest in self.answers)
        return noted(self.waiting, answers_begun=self.answers_begun)


def plan_repair(window: Window, groups: Groups) -> Planning[Repair]:
    """The positions among the newest REACH of the window that are part of no acceptable group."""
    count = window.count
    dead: set[int] = set()
    waiting: list[str] = []
    seen: set[int] = set()
    newest = count - 1
    for position in range(count - 1, max(-1, count - 1 - REACH), -1):
        yield from window.item(position, backward=True)
        if position in seen or groups.stands_alone(position):
            continue
        group = yield from groups.at(position)
        seen.update(group.positions)
        if group.state is State.OPEN:
            waiting += yield from _waiting(window, group)
        elif not group.acceptable:
            dead.update(group.positions)
    answers = yield from answers_among(window, sorted(dead))
    while newest in dead:
        newest -= 1
    begun = newest >= 0 and bool((yield from window.item(newest)).links & ANSWERS_CALLS)
    return Repair(frozenset(dead), answers, tuple(waiting), begun, count - 1)


def answers_among(window: Window, positions: Sequence[int]) -> Planning[tuple[int, ...]]:
    """Those of the positions whose messages answer a call."""
    found: list[int] = []
    for position in positions:
        item = yield from window.item(position)
        if item.links & ANSWERS_CALLS:
            found.append(position)
    return tuple(found)


def _waiting(window: Window, group: Group) -> Planning[list[str]]:
    """The ids of the group's calls that have no answer in it."""
    calls: list[str] = []
    answered: set[str] = set()
    for position in group.positions:
        ties = yield from window.ties(position)
        calls += ties.calls
        answered.update(ties.answers)
    last = yield from window.item(group.positions[-1])
    reasoning = [REASONING_WAITS] if last.links == REASONING and last.role is None else []
    return [call for call in calls if call not in answered] + reasoning
