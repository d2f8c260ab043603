"""A message too long by itself keeps the end of its last text, as much of it as fits."""

from __future__ import annotations

import copy
import unicodedata
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from manager.planning.measures import characters
from manager.planning.shorten import shorten

texts = st.text(
    st.characters(exclude_categories=("Mn", "Mc", "Me", "Cs"), exclude_characters="\u200c\u200d"), min_size=1
)
texts_with_quotes = st.text("'\"\\\n\x00aé汉😀", min_size=1)


def with_text(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text, "name": "n"}


# --- how much is kept ---------------------------------------------------------------------------


@given(texts | texts_with_quotes, st.integers(min_value=0, max_value=200))
def test_the_longest_end_that_fits_is_kept(text: str, room: int) -> None:
    assume(not any("\U0001f3fb" <= character <= "\U0001f3ff" for character in text))
    ends = [text[start:] for start in range(len(text))]
    expected = next((end for end in ends if characters(with_text(end)) <= room), None)
    shortened = shorten(with_text(text), characters, room)
    assert shortened == (None if expected is None else with_text(expected))


@pytest.mark.parametrize(
    ("text", "room", "kept"),
    [
        ("aaaaaaaa", 5, "aaaaa"),
        ("it's all", 5, "s all"),
        ("\"'\"''''", 6, "''''"),  # quotes of one kind need no backslash: one more of the other makes it 11
        ("\n\n\n\n", 5, "\n\n"),
        ("\x00\x00\x00", 9, "\x00\x00"),
        ("x\\\\\\", 6, "\\\\\\"),
    ],
)
def test_escapes_and_quotes_are_measured_and_not_guessed(text: str, room: int, kept: str) -> None:
    frame = characters(with_text(""))
    assert shorten(with_text(text), characters, frame + room) == with_text(kept)


def test_a_message_that_fits_keeps_all_its_text() -> None:
    message = with_text("\u0301text")
    assert shorten(message, characters, characters(message)) == message


def test_at_least_one_character_stays() -> None:
    frame = characters(with_text(""))
    assert shorten(with_text("abc"), characters, frame) is None
    assert shorten(with_text("abc"), characters, frame + 1) == with_text("c")
    assert shorten(with_text("abc"), characters, 0) is None
    assert shorten(with_text("abc"), characters, -5) is None


@given(st.text(st.characters(exclude_categories=()), min_size=1), st.randoms(use_true_random=False), st.data())
def test_the_result_fits_whatever_the_measure_does(text: str, random: Any, data: st.DataObject) -> None:
    lengths: dict[str, int] = {}

    def erratic(message: dict[str, Any]) -> int:
        return lengths.setdefault(message["content"], random.randrange(100))

    room = data.draw(st.integers(min_value=0, max_value=100))
    shortened = shorten(with_text(text), erratic, room)
    if shortened is not None:
        assert erratic(shortened) <= room
        assert shortened["content"]
        assert text.endswith(shortened["content"])


def test_a_text_of_5_million_characters_takes_few_measurements() -> None:
    measured: list[int] = []

    def counting(message: dict[str, Any]) -> int:
        measured.append(characters(message))
        return measured[-1]

    shortened = shorten(with_text("0123456789" * 500_000), counting, 12_000)
    assert shortened is not None
    assert characters(shortened) == 12_000
    assert len(measured) <= 2 * 14 + 1
    assert max(measured) <= 2 * 12_000  # the cost grows with what is kept
    measured.clear()
    assert shorten(with_text("0123456789" * 500_000), counting, 4_999_999) is not None
    assert len(measured) <= 2 * 23 + 1


# --- where the end begins -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "room", "kept"),
    [
        ("abe\u0301cd", 3, "cd"),
        ("abe\u0301cd", 4, "e\u0301cd"),
        ("ab👍🏽cd", 3, "cd"),
        ("a👩\u200d👧c", 3, "👧c"),
        ("ab\ufe0fcd", 3, "cd"),
        ("a\ude00cd", 7, "cd"),
        ("e" + "\u0301" * 10, 3, "\u0301\u0301\u0301"),  # nothing else is left
    ],
)
def test_the_end_does_not_begin_inside_a_character_as_people_see_it(text: str, room: int, kept: str) -> None:
    def code_points(message: dict[str, Any]) -> int:
        return len(message["content"]) if "\ude00" not in message["content"] else characters(message) - frame

    frame = characters(with_text(""))
    assert shorten(with_text(text), code_points, room) == with_text(kept)


@given(st.text("ae\u0301\u0308\u200d👩👧", min_size=1), st.integers(min_value=1, max_value=20))
def test_marks_left_out_are_only_those_at_the_very_beginning(text: str, room: int) -> None:
    shortened = shorten(with_text(text), lambda message: len(str(message["content"])), room)
    assert shortened is not None
    kept = shortened["content"]
    left_out = text[-room:].removesuffix(kept)
    assert all(unicodedata.combining(character) or character == "\u200d" for character in left_out)


# --- which text ---------------------------------------------------------------------------------

LONG = "x" * 100
KEPT = "x" * 10
IMAGE = {"type": "image_url", "image_url": {"url": "data:"}}

SHAPES: list[tuple[Any, Any]] = [
    ({"role": "user", "content": LONG}, {"role": "user", "content": KEPT}),
    (
        {"role": "tool", "tool_call_id": "c1", "content": LONG, "extra": [1]},
        {"role": "tool", "tool_call_id": "c1", "content": KEPT, "extra": [1]},
    ),
    (
        {"role": "user", "content": [{"type": "text", "text": "first"}, {"type": "text", "text": LONG}, IMAGE]},
        {"role": "user", "content": [{"type": "text", "text": "first"}, {"type": "text", "text": KEPT}, IMAGE]},
    ),
    (
        {
            "role": "user",
            "content": [{"type": "text", "text": LONG, "cache_control": {}}, {"type": "text", "text": ""}],
        },
        {
            "role": "user",
            "content": [{"type": "text", "text": KEPT, "cache_control": {}}, {"type": "text", "text": ""}],
        },
    ),
    (
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": LONG}]},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": KEPT}]},
    ),
    (
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": LONG, "annotations": []}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": KEPT, "annotations": []}]},
    ),
    (
        {"type": "function_call_output", "call_id": "c1", "output": LONG},
        {"type": "function_call_output", "call_id": "c1", "output": KEPT},
    ),
    (
        {"type": "custom_tool_call_output", "call_id": "c1", "output": [{"type": "input_text", "text": LONG}]},
        {"type": "custom_tool_call_output", "call_id": "c1", "output": [{"type": "input_text", "text": KEPT}]},
    ),
    (
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": LONG, "is_error": False}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": KEPT, "is_error": False}]},
    ),
    (
        {"role": "user", "content": [{"type": "tool_result", "content": [{"type": "text", "text": LONG}, IMAGE]}]},
        {"role": "user", "content": [{"type": "tool_result", "content": [{"type": "text", "text": KEPT}, IMAGE]}]},
    ),
    ({"role": "user", "content": [{"text": LONG}]}, {"role": "user", "content": [{"text": KEPT}]}),
]


@pytest.mark.parametrize(("message", "expected"), SHAPES)
def test_the_last_text_is_shortened_and_every_other_field_kept(message: Any, expected: Any) -> None:
    before = copy.deepcopy(message)
    shortened = shorten(message, characters, characters(expected))
    assert shortened is not None
    assert shortened == expected
    assert list(shortened) == list(message)
    assert message == before


@pytest.mark.parametrize(
    "message",
    [
        {"role": "assistant", "content": None, "tool_calls": [{"function": {"arguments": LONG}}]},
        {"role": "assistant", "content": "", "tool_calls": [{"function": {"arguments": LONG}}]},
        {"role": "assistant", "content": "abc", "tool_calls": [{"function": {"arguments": LONG}}]},
        {"type": "function_call", "call_id": "c1", "arguments": LONG},
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": LONG}], "encrypted_content": LONG},
        {"type": "reasoning", "content": [{"type": "reasoning_text", "text": LONG}]},
        {"type": "shell_call_output", "output": [{"stdout": LONG}]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": LONG, "signature": "s"}]},
        {"role": "user", "content": [{"type": "image", "source": {"data": LONG}}]},
        {"role": "user", "content": [{"type": "image", "source": {"data": LONG}}, {"type": "text", "text": "abc"}]},
        {"role": "user", "content": [LONG, 1, None]},
        {"role": "user", "content": {"text": LONG}},
        {"role": "user", "content": [{"type": ["text"], "text": LONG}]},
        {"role": "user", "content": []},
        {"role": "user"},
    ],
)
def test_where_text_does_not_suffice_nothing_is_made(message: dict[str, Any]) -> None:
    before = copy.deepcopy(message)
    assert shorten(message, characters, 60) is None
    assert message == before
