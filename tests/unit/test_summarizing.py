"""What a summarizer is shown: everything, in portions that fit."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from manager.planning.groups import groups_of
from manager.planning.summarizing import Portions, Shown, TooSmallError, split
from manager.planning.texts import value_at, way_to_longest_text
from tests.conversations import TEXTS, conversations
from tests.messages import Fields, assistant, of_length, user
from tests.rounds import call, items_of, result
from tests.simple_cut import measured


def portions_of(messages: Sequence[Fields]) -> Portions:
    groups = groups_of(messages)
    return Portions.of(items_of(messages), [group.positions for group in groups], measured)


def taken(messages: Sequence[Fields], room: int | None) -> list[list[Shown]]:
    """All portions, one after the other."""
    portions = portions_of(messages)
    found: list[list[Shown]] = []
    while portions.waiting:
        found.append(portions.take(room))
    return found


def positions(portions: Sequence[Sequence[Shown]]) -> list[list[int]]:
    return [[shown.position for shown in portion] for portion in portions]


def test_all_at_once_without_a_limit() -> None:
    assert positions(taken([user("1"), call("a"), result("a"), assistant("1")], None)) == [[0, 1, 2, 3]]


def test_groups_stay_whole_where_they_fit() -> None:
    messages = [of_length(100), call("a"), result("a", "short"), of_length(100), of_length(100)]
    group = measured(messages[1]) + measured(messages[2])
    assert positions(taken(messages, group + 99)) == [[0], [1, 2], [3, 4]]
    assert positions(taken(messages, group + 100)) == [[0, 1, 2], [3, 4]]
    assert positions(taken(messages, group - 1)) == [[0], [1], [2, 3], [4]]


def test_a_long_message_is_given_in_pieces_of_its_text() -> None:
    portions = taken([user("first"), {"role": "user", "name": "ann", "content": "abcdefghij" * 30}, user("last")], 150)
    assert positions(portions)[0] == [0]
    pieces = [shown.message for portion in portions for shown in portion if shown.position == 1]
    assert len(pieces) > 2
    assert {piece["name"] for piece in pieces} == {"ann"}
    assert "".join(piece["content"] for piece in pieces) == "abcdefghij" * 30
    assert portions[-1][-1].message == user("last")


def test_what_is_no_text_is_split_as_json() -> None:
    asking = call("a")
    asking["tool_calls"][0]["function"]["arguments"] = "x" * 500
    pieces = [shown.message for portion in taken([asking, result("a", "ok")], 120) for shown in portion]
    assert [piece["role"] for piece in pieces[:-1]] == ["assistant"] * (len(pieces) - 1)
    assert "x" * 500 in "".join(piece["content"] for piece in pieces[:-1])
    assert pieces[-1] == result("a", "ok")


def test_a_room_without_place_for_a_character_is_refused() -> None:
    portions = portions_of([user("long enough")])
    with pytest.raises(TooSmallError):
        portions.take(measured(user("")))


@given(st.sampled_from(TEXTS), st.integers(1, 400))
def test_two_parts_are_the_whole(text: str, room: int) -> None:
    message: Fields = {
        "role": "user",
        "content": [{"type": "text", "text": "short"}, {"type": "text", "text": text}],
        "n": 1,
    }
    parts = split(message, measured, room)
    way = way_to_longest_text(message)
    assert way is not None
    if parts is None:
        assert measured({**message, "content": [message["content"][0], {"type": "text", "text": text[:1]}]}) > room or (
            len(value_at(message, way)) < 2
        )
        return
    first, rest = parts
    assert value_at(first, way) + value_at(rest, way) == value_at(message, way)
    assert value_at(first, way)
    assert value_at(rest, way)
    assert measured(first) <= room


@given(conversations(), st.integers(80, 900))
def test_nothing_is_left_out_and_no_portion_is_over(messages: list[Fields], room: int) -> None:
    assume(messages)
    portions = taken(messages, room)
    whole: dict[int, list[Fields]] = {}
    for portion in portions:
        assert portion
        assert sum(measured(shown.message) for shown in portion) <= room
        assert [shown.position for shown in portion] == sorted(shown.position for shown in portion)
        for shown in portion:
            assert shown.length == measured(shown.message)
            assert shown.reference == shown.position + 1
            whole.setdefault(shown.position, []).append(shown.message)
    assert sorted(whole) == list(range(len(messages)))
    for position, pieces in whole.items():
        if len(pieces) == 1:
            assert pieces == [messages[position]]
            continue
        said = "".join(str(value_at(piece, way_to_longest_text(piece) or ())) for piece in pieces)
        way = way_to_longest_text(messages[position])
        assert way is None or value_at(messages[position], way) in (said, *_decoded(said))


def _decoded(text: str) -> list[str]:
    """The longest text of what was split as JSON."""
    try:
        message = json.loads(text)
    except ValueError:
        return []
    return [value_at(message, way_to_longest_text(message) or ())]
