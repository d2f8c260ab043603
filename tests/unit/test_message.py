"""A message is a dict for everybody who reads it, and changes for nobody."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import orjson
import pytest

from manager import Message

FIELDS: dict[str, Any] = {
    "role": "user",
    "content": [{"type": "text", "text": "hi"}],
    "name": "ann",
    "n": 2**70,
}


@pytest.fixture
def message() -> Message:
    return Message(copy.deepcopy(FIELDS), seq=3, created=1_700_000_000_000_001, metadata={"tokens": 5})


def test_it_is_a_dict_with_attributes(message: Message) -> None:
    assert isinstance(message, dict)
    assert message == FIELDS
    assert list(message) == list(FIELDS)
    assert (message.role, message.content, message.seq) == ("user", FIELDS["content"], 3)
    assert message.created_at == datetime(2023, 11, 14, 22, 13, 20, 1, tzinfo=UTC)
    assert message.metadata == {"tokens": 5}
    assert message["name"] == message.get("name") == "ann"
    assert {**message} == dict(message) == FIELDS


def test_a_new_one_has_no_place_and_no_time() -> None:
    message = Message({"type": "function_call", "call_id": "c"})
    assert (message.seq, message.created_at, message.metadata) == (None, None, None)
    assert (message.role, message.content) == (None, None)


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m.__setitem__("role", "x"),
        lambda m: m.__delitem__("role"),
        lambda m: m.update(role="x"),
        lambda m: m.pop("role"),
        lambda m: m.popitem(),
        lambda m: m.clear(),
        lambda m: m.setdefault("new", 1),
        lambda m: m.__ior__({"new": 1}),
    ],
)
def test_it_refuses_to_change(message: Message, change: Callable[[Message], object]) -> None:
    with pytest.raises(TypeError, match="model_dump"):
        change(message)
    assert message == FIELDS


@pytest.mark.parametrize("name", ["seq", "role", "content", "created_at", "metadata", "anything"])
def test_its_attributes_refuse_to_change(message: Message, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(message, name, "x")


def test_model_dump_is_a_plain_dict_of_ones_own(message: Message) -> None:
    plain = message.model_dump()
    assert type(plain) is dict
    assert plain == FIELDS
    plain["content"][0]["text"] = "changed"
    assert message == FIELDS


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_it_can_be_pickled(message: Message, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(message, protocol))
    assert type(again) is Message
    assert (again, again.seq, again.created_at, again.metadata) == (
        message,
        message.seq,
        message.created_at,
        message.metadata,
    )


def test_copies(message: Message) -> None:
    assert copy.copy(message) is message
    deep = copy.deepcopy(message)
    assert type(deep) is Message
    assert (deep, deep.seq, deep.created_at, deep.metadata) == (message, 3, message.created_at, {"tokens": 5})
    assert deep["content"] is not message["content"]
    assert deep.metadata is not message.metadata
    assert type(message.copy()) is dict
    assert type(message | {"new": 1}) is dict
    listed = copy.deepcopy([message, message])
    assert listed[0] is listed[1]


def test_json_and_orjson_take_it() -> None:
    fields = {"role": "user", "content": "é😀", "nested": {"a": [1, None]}}
    message = Message(fields, seq=1, metadata="not sent")
    assert json.loads(json.dumps(message)) == fields
    assert json.loads(json.dumps([message])) == [fields]
    assert orjson.loads(orjson.dumps([message])) == [fields]


def test_equality_is_that_of_dicts(message: Message) -> None:
    assert message == Message(FIELDS, seq=9)
    assert message != Message({**FIELDS, "n": 1})
    assert message == FIELDS
    with pytest.raises(TypeError):
        hash(message)


def test_it_can_be_matched_and_shown(message: Message) -> None:
    match message:
        case {"role": "user", "content": [{"text": text}]}:
            assert text == "hi"
        case _:
            pytest.fail("a message is a mapping")
    assert repr(message) == repr(FIELDS)
