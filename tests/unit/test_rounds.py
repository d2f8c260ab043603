"""The newest rounds of a window: whole, within the limits, and with what must stay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from manager.planning.groups import groups_of
from manager.planning.items import WindowItem
from manager.planning.rounds import Rounds, newest_rounds
from tests import provider_rules
from tests.conversations import conversations
from tests.messages import Fields, assistant, of_length, system, user
from tests.rounds import call, items_of, result
from tests.simple_cut import measured


def anything(length: int, count: int) -> bool:
    return True


def at_most(most: int, messages: int = 10_000) -> Callable[[int, int], bool]:
    return lambda length, count: length <= most and count <= messages


def kept(
    items: Sequence[WindowItem], wanted: int | None = None, fits: Callable[[int, int], bool] = anything
) -> tuple[list[int], Rounds]:
    """The positions that stay, and what else was decided."""
    rounds = newest_rounds(items, groups_of([item.message for item in items]), wanted, fits)
    return sorted(rounds.positions), rounds


def headed(messages: Sequence[Fields], head: int) -> list[WindowItem]:
    """The window, its first messages being the head."""
    return [
        replace(item, head=position < head, pinned=position < head) for position, item in enumerate(items_of(messages))
    ]


THREE = [system(), user("1"), assistant("1"), user("2"), call("a"), result("a"), assistant("2"), user("3")]


def test_so_many_rounds_stay_and_the_head() -> None:
    items = headed(THREE, 1)
    assert [kept(items, wanted)[0] for wanted in (1, 2, 3, 4, None)] == [
        [0, 7],
        [0, 3, 4, 5, 6, 7],
        list(range(8)),
        list(range(8)),
        list(range(8)),
    ]
    assert [(kept(items, 2)[1].kept, kept(items, 2)[1].count)] == [(2, 3)]


def test_what_stands_before_the_first_question_is_a_round_of_its_own() -> None:
    items = headed([assistant("hello"), *THREE[1:4]], 0)
    assert [kept(items, wanted)[0] for wanted in (1, 2, 3)] == [[3], [1, 2, 3], [0, 1, 2, 3]]


def test_fewer_rounds_where_they_do_not_fit() -> None:
    items = headed([of_length(100, str(number)) for number in range(6)], 0)
    assert kept(items, None, at_most(350))[0] == [3, 4, 5]
    assert kept(items, 2, at_most(350))[0] == [4, 5]
    assert kept(items, None, at_most(9_999, 2))[0] == [4, 5]


def test_the_newest_question_stays_where_its_round_does_not_fit() -> None:
    messages = [
        user("old"),
        of_length(100, "question"),
        call("a"),
        result("a", "y" * 500),
        of_length(100, "late", "assistant"),
        of_length(100, "last", "assistant"),
    ]
    items = headed(messages, 0)
    assert kept(items, 1, at_most(300))[0] == [1, 4, 5]
    assert kept(items, 1, at_most(250))[0] == [1, 5]
    # The question goes before the newest message does.
    assert kept(items, 1, at_most(150))[0] == [5]
    assert not kept(items, 1, at_most(50))[1].fits


def test_a_late_answer_keeps_its_call_in_the_window() -> None:
    items = headed([user("1"), call("a"), call("b"), result("b"), user("2"), result("a"), user("3")], 0)
    assert kept(items, 2)[0] == [1, 4, 5, 6]
    items = headed([user("1"), call("a"), user("2"), result("a"), user("3")], 0)
    assert kept(items, 2)[0] == [1, 2, 3, 4]


def test_pinned_open_and_summarized_stay_and_broken_goes() -> None:
    messages = [user("sum"), user("1"), result("never"), user("2"), call("dead"), user("3"), call("open")]
    items = headed(messages, 0)
    items[0] = replace(items[0], pinned=True, is_summary=True)
    items[1] = replace(items[1], pinned=True)
    assert kept(items, 1)[0] == [0, 1, 5, 6]
    assert kept(items, None)[0] == [0, 1, 3, 5, 6]
    assert kept(items, None)[1].count == 3


@given(conversations(), st.integers(0, 3), st.one_of(st.none(), st.integers(1, 4)), st.integers(0, 3_000))
def test_windows_are_accepted_and_as_large_as_they_may_be(
    messages: list[Fields], head: int, wanted: int | None, limit: int
) -> None:
    items = headed(messages, min(head, max(len(messages) - 1, 0)))
    groups = provider_rules.groups(messages)
    positions, rounds = kept(items, wanted, at_most(limit))
    left = [messages[position] for position in positions]
    bad = {member for group in groups if group.state in ("dead", "orphan") for member in group.members}
    good = {member for group in groups if group.state not in ("dead", "orphan") for member in group.members}
    assert not bad.intersection(positions) - {position for position, item in enumerate(items) if item.pinned}
    assert provider_rules.problems(left) == []
    assert {position for position, item in enumerate(items) if item.pinned} - bad <= set(positions)
    if good:
        assert max(good) in positions
    assert rounds.fits == (sum(measured(message) for message in left) <= limit)
    if rounds.kept and wanted is not None:
        assert rounds.kept <= wanted
    more = kept(items, None if wanted is None else wanted + 1, at_most(limit))[0]
    assert set(positions) <= set(more)
    for group in groups:
        assert len(set(group.members).intersection(positions)) in (0, len(group.members))
