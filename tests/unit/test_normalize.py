"""Names, messages, memos and titles as callers hand them in: what is kept, and how the rest is refused."""

from __future__ import annotations

import copy
import json
import unicodedata
from collections import Counter, OrderedDict, UserDict, deque
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from typing import Any
from unittest.mock import MagicMock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manager.errors import InvalidIdError, InvalidMemoError, InvalidMessageError
from manager.model import Message
from manager.planning.normalize import (
    check_name,
    check_optional_name,
    check_owner,
    normalize_json,
    normalize_message,
    normalize_messages,
    normalize_title,
)

MAX_BYTES = 1 << 24

any_text = st.text(st.characters(exclude_categories=()))
keys = st.text() | st.sampled_from(["\ud83d", "\ude00\ud83d", "a\ud83d\ude00", "a\x00b"])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | any_text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)

AWKWARD_TEXTS = [
    "a\x00b",
    "\ud83d",
    "\\u0000",
    "\u00e9",
    "e\u0301",
    "\u0645\u0631\u062d\u0628\u0627 \u202eabc\u202c",
    "👩‍👩‍👧",
    "\ude00\ud83d",
    "long" * 20_000,
]


class Colour(StrEnum):
    RED = "red"


class Level(IntEnum):
    HIGH = 3


class Plain(Enum):
    ONE = 1


class Float64(float):
    """As numpy's float64: a float that writes itself otherwise."""

    def __repr__(self) -> str:
        return f"np.float64({float(self)})"


class Dumps:
    """An object as pydantic makes them."""

    def __init__(self, dumped: Any) -> None:
        self.dumped = dumped

    def model_dump(self) -> Any:
        return self.dumped


class FailsToDump:
    def model_dump(self) -> Any:
        raise ZeroDivisionError("no")


def message_of(value: object, max_bytes: int = MAX_BYTES) -> dict[str, Any]:
    return normalize_message(value, path="messages[1]", max_bytes=max_bytes)


def nested(levels: int) -> Any:
    value: Any = "leaf"
    for _ in range(levels):
        value = [value]
    return value


def is_plain(value: object) -> bool:
    if type(value) is dict:
        return all(type(key) is str and is_plain(item) for key, item in value.items())
    if type(value) is list:
        return all(map(is_plain, value))
    return value is None or type(value) in (str, int, float, bool)


def share_nothing(one: Any, other: Any) -> bool:
    def containers(value: Any) -> Iterator[int]:
        if isinstance(value, (dict, list)):
            yield id(value)
            for item in value.values() if isinstance(value, dict) else value:
                yield from containers(item)

    return not set(containers(one)) & set(containers(other))


# --- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["a", "A", " x ", "ß", "e\u0301", "😀", "a/b:c", "\u2028", "x" * 255, "😀" * 255, "\ud83d\ude00" * 255]
)
def test_a_name_of_1_to_255_characters_stays_as_it_is(name: str) -> None:
    checked = check_name("session_id", name)
    assert checked == json.loads(json.dumps(name))
    assert type(checked) is str


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "is empty"),
        ("x" * 256, "has 256 characters"),
        ("a\x00b", r"holds the control character '\x00' at position 1"),
        ("a\n", r"holds the control character '\n' at position 1"),
        ("\x7f", r"holds the control character '\x7f' at position 0"),
        ("ab\x85", r"holds the control character '\x85' at position 2"),
        ("a\ud800", r"holds the lone surrogate '\ud800' at position 1"),
        ("\ude00\ud83d", r"holds the lone surrogate '\ude00' at position 0"),
        (None, "is not text"),
        (1, "is not text"),
        (b"a", "is not text"),
        (["a"], "is not text"),
        pytest.param(MagicMock(spec=str), "is not text", id="a mock"),
    ],
)
def test_any_other_name_is_refused_with_field_value_and_remedy(name: object, problem: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        check_name("session_id", name)
    assert caught.value.field == "session_id"
    assert caught.value.value is name
    assert str(caught.value).startswith("session_id ")
    assert problem in str(caught.value)
    assert str(caught.value).endswith("use 1 to 255 characters of text without control characters")


@given(st.characters(exclude_categories=()))
def test_a_character_is_refused_in_names_when_it_is_a_control_or_a_surrogate(character: str) -> None:
    if unicodedata.category(character) in ("Cc", "Cs"):
        with pytest.raises(InvalidIdError):
            check_name("key", character)
    else:
        assert check_name("key", character) == character


def test_an_enumeration_member_that_is_text_is_a_name() -> None:
    checked = check_name("strategy", Colour.RED)
    assert checked == "red"
    assert type(checked) is str


def test_an_optional_name_may_be_none_but_not_empty() -> None:
    assert check_optional_name("actor", None) is None
    assert check_optional_name("actor", "me") == "me"
    with pytest.raises(InvalidIdError, match="actor '' is empty"):
        check_optional_name("actor", "")


def test_an_owner_may_be_the_empty_text_but_not_none() -> None:
    assert check_owner("") == ""
    assert check_owner("anna") == "anna"
    refused: list[object] = [None, 0, b"", [], "a\x00"]
    for value in refused:
        with pytest.raises(InvalidIdError, match="owner "):
            check_owner(value)


# --- what is kept -------------------------------------------------------------------------------


@given(json_values)
def test_any_json_value_is_kept_as_json_itself_would_keep_it(value: Any) -> None:
    expected = json.loads(json.dumps(value))
    kept = normalize_json(value, path="memo")
    assert kept == expected
    assert json.dumps(kept) == json.dumps(expected)
    assert is_plain(kept)
    assert share_nothing(kept, value)
    assert normalize_json(kept, path="memo") == kept


@given(any_text, st.dictionaries(keys.filter(lambda key: key not in ("role", "type")), json_values, max_size=3))
def test_a_message_keeps_every_field_in_its_order(content: str, fields: dict[str, Any]) -> None:
    message = {"role": "user", "content": content, **fields}
    kept = message_of(message)
    assert json.dumps(kept) == json.dumps(json.loads(json.dumps(message)))
    assert is_plain(kept)


@pytest.mark.parametrize("text", AWKWARD_TEXTS, ids=lambda text: ascii(text[:12]))
def test_any_text_is_kept_in_content_arguments_memo_and_title(text: str) -> None:
    call = {"role": "assistant", "content": None, "tool_calls": [{"function": {"name": "f", "arguments": text}}]}
    assert message_of({"role": "user", "content": text}) == {"role": "user", "content": text}
    assert message_of(call) == call
    assert normalize_json({text: [text]}, path="memo") == {text: [text]}
    assert normalize_title(text) == text


def test_a_surrogate_pair_is_the_one_character_it_means() -> None:
    assert message_of({"role": "user", "content": "a\ud83d\ude00b"})["content"] == "a😀b"
    assert message_of({"role": "user", "content": "\ud83d\ud83d\ude00\ude00"})["content"] == "\ud83d😀\ude00"
    assert normalize_json({"\ud83d\ude00": 1}, path="memo") == {"😀": 1}
    assert normalize_title("\ud83d\ude00") == "😀"


@pytest.mark.parametrize("integer", [2**63, -(2**63) - 1, 2**70, 10**4000 - 1, 1 - 10**4000], ids=int.bit_length)
def test_big_integers_stay_exact(integer: int) -> None:
    assert normalize_json([integer], path="memo") == [integer]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Colour.RED, "red"),
        (Level.HIGH, 3),
        (Float64(0.5), 0.5),
        ((1, (2,)), [1, [2]]),
        (True, True),
        (-0.0, -0.0),
        (OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
        (Counter("aab"), {"a": 2, "b": 1}),
        ({Colour.RED: 1}, {"red": 1}),
        (Message({"role": "user", "content": "x"}, seq=3), {"role": "user", "content": "x"}),
        (Dumps({"a": (Dumps([Colour.RED]),)}), {"a": [["red"]]}),
        (Dumps(None), None),
    ],
)
def test_what_derives_from_a_json_type_becomes_that_type(value: object, expected: object) -> None:
    kept = normalize_json({"x": value}, path="memo")["x"]
    assert repr(kept) == repr(expected)
    assert is_plain(kept)


def test_an_ordered_dict_keeps_the_order_it_shows() -> None:
    moved = OrderedDict(role="user", content="x", name="n")
    moved.move_to_end("role")
    assert list(message_of(moved)) == ["content", "name", "role"]
    assert list(message_of({"content": "x", "role": "user"})) == ["content", "role"]


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": "x"},
        {"role": "user", "content": [{"type": "text", "text": "x"}], "extra": {"a": [1]}},
        {"type": "function_call", "call_id": "c", "arguments": "{}"},
        Message({"role": "user", "content": "x", "extra": [[1]]}),
    ],
)
def test_a_change_the_caller_makes_later_has_no_effect(message: dict[str, Any]) -> None:
    before = copy.deepcopy(dict(message))
    kept = message_of(message)
    assert type(kept) is dict
    assert share_nothing(kept, message)
    if type(message) is dict:
        message["content"] = "changed"
    assert kept == before


def test_200_levels_are_kept() -> None:
    assert normalize_json(nested(200), path="memo") == nested(200)
    assert message_of({"role": "user", "content": nested(199)})["content"] == nested(199)


# --- what is refused ----------------------------------------------------------------------------

IN_ITSELF: list[Any] = [1]
IN_ITSELF.append({"again": IN_ITSELF})


@pytest.mark.parametrize(
    ("value", "problem", "remedy"),
    [
        (float("nan"), "no NaN", "use None"),
        (float("inf"), "no infinity", "use None"),
        (Float64("-inf"), "no infinity", "use None"),
        (b"x", "bytes are not JSON", "base64"),
        (bytearray(b"x"), "bytes are not JSON", "base64"),
        (memoryview(b"x"), "bytes are not JSON", "base64"),
        (datetime(2024, 1, 1, tzinfo=UTC), "date or time", "isoformat()"),
        (date(2024, 1, 1), "date or time", "isoformat()"),
        (timedelta(1), "date or time", "write it as text"),
        ({1, 2}, "a set", "make it a list"),
        (frozenset(), "a set", "make it a list"),
        ({}.keys(), "a set", "make it a list"),
        (UserDict(a=1), "only a dict", "dict(...)"),
        (Plain.ONE, "enumeration", "use its .value"),
        (Decimal(1), "only int and float", "float()"),
        (1j, "only int and float", "str()"),
        (object(), "type object is not JSON", "model_dump()"),
        (len, "is not JSON", "model_dump()"),
        (deque([1]), "type deque is not JSON", "lists"),
        (iter([1]), "is not JSON", "lists"),
        (10**4000, "more than 4,000 digits", "write it as text"),
        (-(10**4000), "more than 4,000 digits", "write it as text"),
        (FailsToDump(), "model_dump() raised ZeroDivisionError", "hand in a dict"),
        (Dumps, "model_dump() raised TypeError", "hand in a dict"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_json_is_refused_with_path_value_and_remedy(value: object, problem: str, remedy: str) -> None:
    message = {"role": "user", "content": [{"type": "text", "text": "x"}, {"type": "text", "text": value}]}
    with pytest.raises(InvalidMessageError) as in_message:
        normalize_messages([{"role": "user", "content": "x"}, message], max_bytes=MAX_BYTES)
    with pytest.raises(InvalidMemoError) as in_memo:
        normalize_json({"seen": (1, value)}, path="memo")
    assert in_message.value.path == "messages[1].content[1].text"
    assert in_memo.value.path == "memo.seen[1]"
    for error in (in_message.value, in_memo.value):
        assert error.value is value
        assert str(error).startswith(f"{error.path} is ")
        assert problem in str(error)
        assert remedy in str(error).rpartition("; ")[2]


def test_an_error_of_model_dump_is_the_cause_of_ours() -> None:
    with pytest.raises(InvalidMessageError) as caught:
        message_of(FailsToDump())
    assert caught.value.path == "messages[1]"
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({1: "a"}, "memo[1]"),
        ({"deep": [{None: "a"}]}, "memo.deep[0][None]"),
        ({b"k": "a"}, "memo[b'k']"),
        ({("a",): "a"}, "memo[('a',)]"),
        ({10**5000: "a"}, "memo[<int>]"),
    ],
)
def test_keys_that_are_not_text_are_refused(fields: dict[Any, Any], path: str) -> None:
    with pytest.raises(InvalidMemoError, match=r"its key is of type .*, not text; write the key as text") as caught:
        normalize_json(fields, path="memo")
    assert caught.value.path == path
    assert caught.value.value == "a"


def test_keys_that_json_cannot_tell_apart_are_refused() -> None:
    value = {"\ud83d\ude00": 1, "😀": 2}
    with pytest.raises(InvalidMemoError, match="two of its keys are the same text") as caught:
        normalize_json([value], path="memo")
    assert caught.value.path == "memo[0]"
    assert caught.value.value is value


@pytest.mark.parametrize(
    ("key", "step"),
    [("name", ".name"), ("größe", ".größe"), ("two words", "['two words']"), ("", "['']"), ("\ud83d", r"['\ud83d']")],
)
def test_a_path_is_written_as_python_would_read_it(key: str, step: str) -> None:
    with pytest.raises(InvalidMemoError) as caught:
        normalize_json({key: object()}, path="metadata")
    assert caught.value.path == f"metadata{step}"


def test_a_long_key_does_not_fill_the_error() -> None:
    with pytest.raises(InvalidMemoError) as caught:
        normalize_json({"k" * 100_000: object()}, path="metadata")
    assert len(caught.value.path) < 100


@pytest.mark.parametrize("value", [nested(201), IN_ITSELF, MagicMock()], ids=["deep", "in itself", "dumps for ever"])
def test_more_than_200_levels_are_refused(value: object) -> None:
    with pytest.raises(InvalidMemoError, match="more than 200 levels deep, or in itself") as caught:
        normalize_json(value, path="memo")
    assert caught.value.path.startswith("memo")
    with pytest.raises(InvalidMessageError, match="more than 200 levels deep"):
        message_of({"role": "user", "content": value})


@pytest.mark.parametrize(
    ("message", "path"),
    [
        ({"role": "user", "content": "x" * 1001}, "messages[1].content"),
        ({"role": "user", "content": [{"text": "x" * 600}, {"text": "x" * 600}]}, "messages[1].content[1].text"),
        ({"role": "user", "content": [1] * 1001}, "messages[1].content"),
        ({"role": "user", "content": {chr(0x100 + at): None for at in range(600)}}, "messages[1].content"),
        ({"role": "user", "x" * 1001: 1}, "messages[1]['xxxxxxxxxxxx...xxxxxxxxxxxxx']"),
    ],
)
def test_what_is_larger_in_any_encoding_is_refused_where_it_grows_too_large(message: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidMessageError, match=r"larger than 1000 bytes; .* raise max_message_bytes") as caught:
        message_of(message, max_bytes=1000)
    assert caught.value.path == path


def test_what_may_still_fit_is_left_to_the_encoder() -> None:
    message = {"role": "user", "content": ["x" * 982]}
    assert message_of(message, max_bytes=1000) == message
    message["content"] = ["x" * 983]
    with pytest.raises(InvalidMessageError, match="larger than 1000 bytes"):
        message_of(message, max_bytes=1000)


def test_a_small_value_that_unfolds_without_end_is_refused() -> None:
    value: list[Any] = []
    for _ in range(100):
        value = [value, value]
    with pytest.raises(InvalidMessageError, match="larger than 1000 bytes"):
        message_of({"role": "user", "content": value}, max_bytes=1000)


# --- messages -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "problem"),
    [
        (None, "it is not text"),
        (1, "it is not text"),
        (["user"], "it is not text"),
        ("", "it is empty"),
        ("r" * 256, "it has 256 characters"),
        ("us\ner", "it holds the control character"),
        ("\ud800", "it holds the lone surrogate"),
    ],
)
def test_a_role_that_is_no_name_is_refused(role: object, problem: str) -> None:
    for message in ({"role": role, "content": "x"}, {"role": role, "content": "x", "type": "message"}):
        with pytest.raises(InvalidMessageError, match=f"{problem}.*; a role is 1 to 255 characters of text") as caught:
            message_of(message)
        assert caught.value.path == "messages[1].role"
        assert caught.value.value == role


def test_any_role_that_is_a_name_is_kept() -> None:
    for role in ("system", "developer", "critic", "r" * 255, Colour.RED):
        kept = message_of({"role": role, "content": "x"})
        assert kept == {"role": str(role), "content": "x"}
        assert type(kept["role"]) is str


def test_a_message_without_a_role_needs_a_type() -> None:
    item = {"type": "function_call_output", "call_id": "c", "output": "x"}
    assert message_of(item) == item
    for fields in ({}, {"content": "x"}, {"type": None}, {"type": ""}, {"type": 1}):
        with pytest.raises(InvalidMessageError, match="neither a role nor a type; a message is a dict like") as caught:
            message_of(fields)
        assert caught.value.path == "messages[1]"


@pytest.mark.parametrize(
    "value", ["hello", b"hello", 1, None, [], ("role", "user"), UserDict(role="user"), Dumps([]), Dumps(None), object()]
)
def test_what_is_not_a_message_is_refused_with_a_remedy(value: object) -> None:
    with pytest.raises(InvalidMessageError, match=r"; (a message is a dict like|make it a dict)") as caught:
        message_of(value)
    assert caught.value.path == "messages[1]"
    assert caught.value.value is value


def test_one_message_is_a_list_of_one() -> None:
    message = {"role": "user", "content": "x"}
    for value in (message, Message(message), OrderedDict(message), Dumps(message), Dumps(Message(message))):
        assert normalize_messages(value, max_bytes=MAX_BYTES) == [message]


def test_any_iterable_is_messages_in_its_order() -> None:
    messages = [{"role": "user", "content": str(number)} for number in range(3)]
    for value in (messages, tuple(messages), deque(messages), map(Message, messages), map(Dumps, messages)):
        assert normalize_messages(value, max_bytes=MAX_BYTES) == messages
    assert normalize_messages([], max_bytes=MAX_BYTES) == []


@pytest.mark.parametrize("value", ["hello", b"x", bytearray(b"x"), UserDict(role="user"), {1}, None, 1, 1.5, object()])
def test_what_is_neither_a_message_nor_messages_is_refused(value: object) -> None:
    with pytest.raises(InvalidMessageError, match=r"; .*messages are a list of them") as caught:
        normalize_messages(value, max_bytes=MAX_BYTES)
    assert caught.value.path == "messages"
    assert caught.value.value is value


def test_an_error_in_one_of_several_names_its_place() -> None:
    good = {"role": "user", "content": "x"}
    for value, path in (
        ([good, "hello"], "messages[1]"),
        ([[good]], "messages[0]"),
        (iter([good, good, {"role": "user", "content": b"x"}]), "messages[2].content"),
        ({"role": "user", "content": {"a": {1}}}, "message.content.a"),
    ):
        with pytest.raises(InvalidMessageError) as caught:
            normalize_messages(value, max_bytes=MAX_BYTES)
        assert caught.value.path == path


# --- titles -------------------------------------------------------------------------------------


def test_a_title_is_text_or_none() -> None:
    assert normalize_title(None) is None
    assert normalize_title("") == ""
    assert type(normalize_title(Colour.RED)) is str
    for value in (1, b"x", ["x"]):
        with pytest.raises(InvalidMemoError, match=r"title is .*; use text, or None for no title") as caught:
            normalize_title(value)
        assert caught.value.path == "title"
        assert caught.value.value is value
