"""Finding a handler's messages again among those the store knows: by encoded payload, in order, newest first."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate
from typing import TypeAlias

from manager.model import Derived

Reference: TypeAlias = "int | Derived"
#: What stands for an encoded payload: equal for equal payloads.
PayloadKey: TypeAlias = bytes


def match_newest_first(
    wanted: Sequence[PayloadKey],
    window: Sequence[tuple[Reference, PayloadKey]],
    read: Sequence[tuple[Reference, PayloadKey]],
) -> list[Reference | None]:
    """For each wanted payload the message it is, or None where it is a new one.

    Args:
        wanted: payloads, in the order of the new context.
        window: the window's messages and payloads, in its order.
        read: further messages the handler looked at, in the order of the full context.

    Each message is found at most once, and what is found stands in the order it was wanted in: going backward, the
    newest equal one before the last one found; the window first, then what was read.
    """
    known = (_Known(window), _Known(read))
    found: list[Reference | None] = [None] * len(wanted)
    for index in range(len(wanted) - 1, -1, -1):
        for here, other in (known, known[::-1]):
            reference = here.take_last(wanted[index])
            if reference is not None:
                other.end_before(reference)
                found[index] = reference
                break
    return found


class _Known:
    """Messages in order, of which those before `end` may still be found."""

    def __init__(self, items: Sequence[tuple[Reference, PayloadKey]]) -> None:
        self._references = [reference for reference, _ in items]
        self._positions: dict[PayloadKey, list[int]] = defaultdict(list)
        for position, (_, key) in enumerate(items):
            self._positions[key].append(position)
        self._derived = {
            reference: position for position, reference in enumerate(self._references) if isinstance(reference, Derived)
        }
        # The highest seq up to each position: a derived message stands where its neighbours do.
        self._seqs = list(accumulate((r if isinstance(r, int) else 0 for r in self._references), max))
        self.end = len(items)

    def take_last(self, key: PayloadKey) -> Reference | None:
        positions = self._positions.get(key, [])
        index = bisect_left(positions, self.end)
        if index == 0:
            return None
        self.end = positions[index - 1]
        return self._references[self.end]

    def end_before(self, reference: Reference) -> None:
        """Only what is older than the message may be found from now on."""
        if isinstance(reference, int):
            self.end = min(self.end, bisect_left(self._seqs, reference))
        else:
            self.end = min(self.end, self._derived.get(reference, self.end))


def common_prefix(first: Sequence[PayloadKey], second: Sequence[PayloadKey]) -> int:
    """How many items the two begin with in common."""
    length = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        length += 1
    return length


def longest_overlap(tail: Sequence[PayloadKey], head: Sequence[PayloadKey]) -> int:
    """The longest end of `tail` that `head` begins with (the prefix function of Knuth, Morris and Pratt)."""
    failure = [0] * len(head)
    matched = 0
    for index in range(1, len(head)):
        while matched and head[index] != head[matched]:
            matched = failure[matched - 1]
        matched += head[index] == head[matched]
        failure[index] = matched
    matched = 0
    for item in tail:
        while matched and (matched == len(head) or item != head[matched]):
            matched = failure[matched - 1]
        if head and item == head[matched]:
            matched += 1
    return matched
