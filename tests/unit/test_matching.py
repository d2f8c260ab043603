"""Matching a handler's messages: what is found, and that no message is looked for one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from manager.model import Derived
from manager.planning.matching import PayloadKey, Reference, match_newest_first

Known = list[tuple[Reference, PayloadKey]]


@dataclass(frozen=True)
class CountedDerived(Derived):
    """A derived message that counts how often any of its kind is compared."""

    comparisons: ClassVar[int] = 0

    def __eq__(self, other: object) -> bool:
        type(self).comparisons += 1
        return isinstance(other, Derived) and self.derived_id == other.derived_id

    __hash__ = Derived.__hash__


def key(number: int) -> PayloadKey:
    return number.to_bytes(4)


@pytest.mark.parametrize("apart", [False, True])
def test_derived_messages_are_found_without_comparing_each_with_each(apart: bool) -> None:
    count = 4000
    window: Known = [(CountedDerived(number), key(number)) for number in range(count)]
    # The full context has the same messages as other objects, as two reads give them.
    read: Known = [(CountedDerived(number), key(number)) for number in range(count)]
    CountedDerived.comparisons = 0
    wanted = [key(number) for number in range(count)]
    found = match_newest_first(wanted, [] if apart else window, read)
    compared = CountedDerived.comparisons
    assert found == [Derived(number) for number in range(count)]
    assert compared <= 4 * count


def test_derived_messages_are_found_in_order_and_once() -> None:
    window: Known = [(1, key(1)), (Derived(1), key(9)), (2, key(2)), (Derived(2), key(9))]
    assert match_newest_first([key(9), key(9), key(9)], window, []) == [None, Derived(1), Derived(2)]
    assert match_newest_first([key(9), key(2)], window, window) == [Derived(1), 2]
    assert match_newest_first([key(2), key(1)], window, window) == [None, 1]
