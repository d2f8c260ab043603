"""Which answer belongs to which call, found with each message of a window looked at once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from manager.model import Ties
from manager.planning.calls import NO_ID
from manager.planning.window import Planning, Window

#: How far back the call of an answer is looked for, and how far ahead the answer of a call. Beyond so many messages a
#: call counts as never made, or never answered.
REACH: Final = 4_000


@dataclass(slots=True)
class _Stretch:
    """Positions `start` to `stop` (not included), what they call and answer, by id and in order.

    An answer belongs to the latest call before it with its id, and a call has one answer: so the two are neighbours
    among what happens to the id.
    """

    start: int
    stop: int
    #: By id: position, and whether that is a call (1) or an answer (0).
    events: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    makers: list[int] = field(default_factory=list)
    #: The positions of answers that name no call; twice where a message holds two.
    nameless: list[int] = field(default_factory=list)

    def note(self, position: int, ties: Ties) -> None:
        for is_call, ids in ((1, ties.calls), (0, ties.answers)):
            for name in set(ids) - {NO_ID}:
                insort(self.events[name], (position, is_call))
        if ties.calls:
            insort(self.makers, position)
        for _ in range(ties.answers.count(NO_ID)):
            insort(self.nameless, position)

    def take(self, other: _Stretch) -> None:
        """All that the other has is in this one as well; they touch, and share no position."""
        if other.stop - other.start > self.stop - self.start:
            self.events, other.events = other.events, self.events
            self.makers, other.makers = other.makers, self.makers
            self.nameless, other.nameless = other.nameless, self.nameless
        for name, events in other.events.items():
            for event in events:
                insort(self.events[name], event)
        for positions, more in ((self.makers, other.makers), (self.nameless, other.nameless)):
            for position in more:
                insort(positions, position)
        self.start, self.stop = min(self.start, other.start), max(self.stop, other.stop)

    def answer_to(self, name: str, call: int, *, last: bool) -> int | None:
        """The position of the first or the last answer to the call, before a call of the same id is made again."""
        events = self.events.get(name, ())
        found: int | None = None
        for position, is_call in islice(events, bisect_right(events, (call, 1)), None):
            if is_call:
                break
            found = position
            if not last:
                break
        return found

    def call_before(self, name: str, answer: int) -> int | None:
        """The position of the last call with the id before the answer, other answers between them passed over."""
        events = self.events.get(name, ())
        for index in range(bisect_left(events, (answer, 0)) - 1, -1, -1):
            if events[index][1]:
                return events[index][0]
        return None

    def next_of(self, name: str, position: int) -> tuple[int, int] | None:
        """What happens to the id next after the position."""
        events = self.events.get(name, ())
        index = bisect_right(events, (position, 1))
        return events[index] if index < len(events) else None

    def last_of(self, name: str, position: int) -> tuple[int, int] | None:
        """What happened to the id last before the position."""
        events = self.events.get(name, ())
        index = bisect_left(events, (position, 0))
        return events[index - 1] if index else None


@dataclass(slots=True)
class Pairing:
    """The calls and answers of a window.

    `latest`: of several answers to one call the last is the one that counts, as in a conversation where a long call was
    answered for the meantime; in a window, for which providers take one answer and no more, it is the first.
    """

    window: Window
    latest: bool = False
    #: In order. Plans look at the window's front and at its end, and need not read what is between.
    _stretches: list[_Stretch] = field(default_factory=list)

    def answers_to(self, maker: int, calls: Sequence[str]) -> Planning[tuple[list[int], bool]]:
        """The positions of the answers to the message's calls, and whether each call has one."""
        stretch = self._around(maker)
        if stretch.stop == maker:
            yield from self._further(stretch)
        end = min(self.window.count, maker + 1 + REACH)
        undecided = {call for call in calls if self.latest or stretch.next_of(call, maker) is None}
        while undecided and stretch.stop < end:
            ties = yield from self._further(stretch)
            if self.latest:
                undecided.difference_update(ties.calls)
                continue
            undecided.difference_update(ties.calls, ties.answers)
            # An answer that names none is the nearest call's, if it has none by then.
            nearest = bisect_right(stretch.makers, maker) == len(stretch.makers)
            if NO_ID in ties.answers and nearest and undecided:
                undecided.pop()
        found: list[int] = []
        unanswered = 0
        for call in (*(set(calls) - {NO_ID}), *(call for call in calls if call == NO_ID)):
            answer = stretch.answer_to(call, maker, last=self.latest)
            if answer is not None and answer < end:
                found.append(answer)
            else:
                unanswered += 1
        # An answer that names none goes to the nearest call before it that has none.
        index = bisect_right(stretch.makers, maker)
        next_maker = stretch.makers[index] if index < len(stretch.makers) else end
        nameless = stretch.nameless[
            bisect_right(stretch.nameless, maker) : bisect_right(stretch.nameless, min(next_maker, end - 1))
        ]
        found += nameless[:unanswered]
        return found, len(nameless) >= unanswered

    def call_of(self, answer: int, call: str) -> Planning[int | None]:
        """The position of the call the answer belongs to; None where there is none, or it was answered before."""
        stretch = self._around(answer)
        start = max(0, answer - REACH)
        if call == NO_ID:
            while not (index := bisect_left(stretch.makers, answer)) and stretch.start > start:
                yield from self._earlier(stretch)
            if not index:
                return None
            maker = stretch.makers[index - 1]
            ties = yield from self.window.ties(maker)
            answers, _ = yield from self.answers_to(maker, ties.calls)
            return maker if answer in answers else None
        while (before := stretch.last_of(call, answer)) is None and stretch.start > start:
            yield from self._earlier(stretch)
        if self.latest:
            return (yield from self._latest_call(stretch, answer, call, start))
        return before[0] if before is not None and before[1] and before[0] >= start else None

    def _latest_call(self, stretch: _Stretch, answer: int, call: str, start: int) -> Planning[int | None]:
        """The call before the answer, unless a later answer counts in its place."""
        if stretch.stop == answer:
            yield from self._further(stretch)
        end = min(self.window.count, answer + 1 + REACH)
        while (after := stretch.next_of(call, answer)) is None and stretch.stop < end:
            yield from self._further(stretch)
        if after is not None and not after[1]:
            return None
        while (maker := stretch.call_before(call, answer)) is None and stretch.start > start:
            yield from self._earlier(stretch)
        return maker if maker is not None and maker >= start else None

    def _around(self, position: int) -> _Stretch:
        index = bisect_right(self._stretches, position, key=_start)
        if index and position <= self._stretches[index - 1].stop:
            return self._stretches[index - 1]
        self._stretches.insert(index, _Stretch(position, position))
        return self._stretches[index]

    def _further(self, stretch: _Stretch) -> Planning[Ties]:
        ties = yield from self.window.ties(stretch.stop)
        stretch.note(stretch.stop, ties)
        stretch.stop += 1
        self._join(stretch)
        return ties

    def _earlier(self, stretch: _Stretch) -> Planning[None]:
        position = stretch.start - 1
        if self.window.known(position) is None:
            yield from self.window.item(position, backward=True)
        stretch.note(position, (yield from self.window.ties(position)))
        stretch.start = position
        self._join(stretch)

    def _join(self, stretch: _Stretch) -> None:
        """The stretch and its neighbours that it has come to are one: nothing is looked at twice."""
        index = bisect_left(self._stretches, stretch.start, key=_start)
        if self._stretches[index] is not stretch:
            index += 1  # one that holds nothing yet begins there too
        if index + 1 < len(self._stretches) and self._stretches[index + 1].start <= stretch.stop:
            stretch.take(self._stretches.pop(index + 1))
        if index and self._stretches[index - 1].stop >= stretch.start:
            stretch.take(self._stretches.pop(index - 1))


def _start(stretch: _Stretch) -> int:
    return stretch.start
