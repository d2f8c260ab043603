"""What a search looks into, and the pages it goes through."""

from __future__ import annotations

import random
from typing import Any

import pytest

from manager.model import Span
from manager.planning import spans
from manager.planning.finding import holds, may_hold, pages_backward
from manager.storage.codec import QUICK, encode

SUITE = {"type": "tool_use", "id": "t", "input": {"type": "suite", "user_id": "sara"}}
CALL = {"id": "c1", "function": {"name": "book_flight", "arguments": '{"to": "OSL"}'}}

FOUND: list[Any] = [
    pytest.param({"role": "user", "content": "Grüße aus Köln"}, "GRÜSSE", id="folded"),
    pytest.param({"role": "user", "content": [{"type": "text", "text": "in a block"}]}, "A BLOCK", id="block"),
    pytest.param({"role": "assistant", "tool_calls": [CALL]}, '"to": "osl"', id="arguments"),
    pytest.param({"role": "assistant", "tool_calls": [CALL]}, "BOOK_", id="name"),
    pytest.param({"type": "function_call_output", "call_id": "c1", "output": "sunny"}, "Sunny", id="output"),
    pytest.param({"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]}, "hm", id="summary"),
    pytest.param({"role": "tool", "content": 'say "a\\b"\n\ttwice'}, '"A\\B"\n\tTWICE', id="escaped"),
    pytest.param({"role": "assistant", "content": [SUITE]}, "sara", id="an id a tool is called with"),
    pytest.param({"role": "assistant", "content": [SUITE]}, "suite", id="a type a tool is called with"),
    pytest.param({"role": "user", "content": "naïve \ud800 text"}, "\ud800 TEXT", id="lone surrogate"),
    pytest.param({"role": "user", "content": "x", "name": "Ines"}, "ines", id="field of its own"),
]
NOT_FOUND: list[Any] = [
    pytest.param({"role": "assistant", "content": "x"}, "assist", id="role"),
    pytest.param({"role": "user", "content": [{"type": "text", "text": "x"}]}, "text", id="type"),
    pytest.param({"role": "tool", "tool_call_id": "call_17", "content": "x"}, "call_17", id="id of a call"),
    pytest.param({"type": "message", "id": "msg_5", "role": "user", "content": "x"}, "msg_5", id="id"),
    pytest.param({"role": "user", "content": "x", "n": 12345, "yes": True}, "12345", id="number"),
    pytest.param({"role": "user", "content": "x"}, "content", id="key"),
    pytest.param({"role": "user", "content": None}, "none", id="nothing"),
    pytest.param({"role": "user", "a": "one", "b": "two"}, "onetwo", id="across two texts"),
]


@pytest.mark.parametrize(("message", "text"), FOUND)
def test_a_text_is_found(message: dict[str, Any], text: str) -> None:
    assert holds(message, text.casefold())


@pytest.mark.parametrize(("message", "text"), NOT_FOUND)
def test_what_is_no_text_of_it_is_not_found(message: dict[str, Any], text: str) -> None:
    assert not holds(message, text.casefold())


def test_what_is_told_from_the_stored_text_never_hides_what_is_there() -> None:
    chance = random.Random(1)
    alphabet = 'aAßẞſİıKσςΣ"\\/\n\t\x00\x7fé\u0301日🤖 '
    for _ in range(5_000):
        content = "".join(chance.choices(alphabet, k=chance.randrange(12)))
        first = chance.randrange(len(content) + 1)
        text = content[first : chance.randrange(first, len(content) + 1)].swapcase() or "a"
        message = {"role": "user", "content": content}
        stored = encode(message)
        assert stored.encoding == QUICK
        if holds(message, text.casefold()):
            assert may_hold(stored.text, text.casefold())


@pytest.mark.parametrize("depth", [150])
def test_a_deep_message_is_looked_into(depth: int) -> None:
    value: Any = "deep inside"
    for _ in range(depth):
        value = [value]
    assert holds({"role": "user", "content": value}, "deep")


def test_pages_go_backward_and_miss_nothing() -> None:
    chance = random.Random(2)
    for _ in range(500):
        seqs = sorted(chance.sample(range(1, 60), chance.randrange(1, 40)))
        size = chance.randrange(1, 12)
        looked_at = spans.spans_of(spans.from_references(seqs))
        pages = [list(spans.references(page)) for page in pages_backward(looked_at, size)]
        assert [len(page) for page in pages[:-1]] == [size] * (len(pages) - 1)
        assert [seq for page in reversed(pages) for seq in page] == seqs
    assert list(pages_backward([], 5)) == []
    assert list(pages_backward([Span(1, 3)], 3)) == [(Span(1, 3),)]
