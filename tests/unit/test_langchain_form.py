"""Messages as LangChain keeps them: their calls and answers, their texts, and what of them is counted."""

from __future__ import annotations

from typing import Any

import pytest

from manager.model import NO_TIES, Ties
from manager.planning.calls import ties_of
from manager.planning.clearing import clear_results
from manager.planning.countable import TOKENS_A_MESSAGE, TOKENS_A_NAME, TOKENS_AN_ATTACHMENT, countable
from manager.planning.finding import holds
from manager.planning.format import window_problems
from manager.planning.links import ANSWERS_CALLS, MAKES_CALLS, REASONING, links_of
from manager.planning.shorten import shorten
from manager.planning.summarizing import split
from tests.messages import Fields
from tests.rounds import items_of
from tests.simple_cut import measured

LONG = "far away, " * 30


def ai(content: Any = "", **fields: Any) -> Fields:
    return {"role": "assistant", "type": "ai", "content": content, **fields}


def tool(call_id: str, content: Any = "sunny", **fields: Any) -> Fields:
    return {"role": "tool", "type": "tool", "content": content, "tool_call_id": call_id, **fields}


def call(call_id: str | None, name: str = "weather") -> Fields:
    return {"name": name, "args": {"city": "Oslo"}, "id": call_id, "type": "tool_call"}


def invalid(call_id: str | None) -> Fields:
    return {"name": "weather", "args": "{", "id": call_id, "error": None, "type": "invalid_tool_call"}


THINKING = {"type": "thinking", "thinking": "hm", "signature": "c2ln"}
TOOL_USE = {"type": "tool_use", "id": "a", "name": "weather", "input": {}}
OF_SERVER = [
    {"type": "server_tool_call", "id": "s", "name": "web_search", "args": {}},
    {"type": "server_tool_result", "tool_call_id": "s", "status": "success", "output": "found"},
]


@pytest.mark.parametrize(
    ("message", "links", "ties"),
    [
        (ai(tool_calls=[call("a"), call("b")]), MAKES_CALLS, Ties(calls=("a", "b"))),
        (ai([THINKING, TOOL_USE], tool_calls=[call("a")]), MAKES_CALLS | REASONING, Ties(calls=("a",))),
        (ai([call("a")], tool_calls=[call("a")]), MAKES_CALLS, Ties(calls=("a",))),
        (ai(tool_calls=[call("a")], invalid_tool_calls=[invalid("b")]), MAKES_CALLS, Ties(calls=("a", "b"))),
        (ai(invalid_tool_calls=[invalid("b")]), MAKES_CALLS, Ties(calls=("b",))),
        (ai(invalid_tool_calls=[invalid(None)]), MAKES_CALLS, NO_TIES),
        (ai([*OF_SERVER, {"type": "text", "text": "x"}]), 0, NO_TIES),
        (ai(additional_kwargs={"function_call": {"name": "f"}}), MAKES_CALLS, Ties(calls=("function f",))),
        (
            {"role": "function", "type": "function", "name": "f", "content": ""},
            ANSWERS_CALLS,
            Ties((), ("function f",)),
        ),
        (tool("a"), ANSWERS_CALLS, Ties(answers=("a",))),
    ],
)
def test_calls_and_answers(message: Fields, links: int, ties: Ties) -> None:
    assert (links_of(message), ties_of(message)) == (links, ties)


def test_a_conversation_of_it_is_one_that_providers_take() -> None:
    conversation = [
        {"role": "user", "type": "human", "content": "Oslo?"},
        ai([THINKING, TOOL_USE], tool_calls=[call("a")], invalid_tool_calls=[invalid("b")]),
        tool("a"),
        tool("b", status="error"),
        ai([*OF_SERVER, "sunny"]),
    ]
    assert window_problems(conversation) == []
    assert [problem.calls for problem in window_problems(conversation[:3] + conversation[4:])] == [("b",)]


def test_texts_that_are_no_blocks_are_texts() -> None:
    message = {"role": "user", "type": "human", "content": ["first", LONG]}
    shortened, halves = shorten(message, measured, measured(message) - 200), split(message, measured, 300)
    assert shortened is not None
    assert shortened["content"] == ["first", LONG[200:]]
    assert halves is not None
    assert halves[0]["content"][1] + halves[1]["content"][1] == LONG

    (cleared,) = clear_results(items_of([ai(tool_calls=[call("a")]), tool("a", [LONG, "x"])]), 0, measured, 2)
    line = "[cleared: 301 characters; the original is message 2 of the log]"
    assert cleared.message == tool("a", [{"type": "text", "text": line}])


def test_what_is_counted_is_what_is_sent() -> None:
    kept = {"id": "run-1", "usage_metadata": {"input_tokens": 1}, "response_metadata": {"model": "m"}}
    counted = countable(ai("hello", name="bot", **kept))
    assert counted.texts == ["assistant", "hello", "bot"]
    assert counted.overhead == TOKENS_A_MESSAGE + TOKENS_A_NAME
    assert countable(tool("a", artifact={"rows": [LONG]})).texts == ["tool", "sunny", "a"]
    assert countable(ai([TOOL_USE], tool_calls=[call("a")])).texts == countable(ai([TOOL_USE])).texts
    assert len(countable(ai(tool_calls=[call("a")])).texts) == 3
    assert '{"name":"f"}' in countable(ai(additional_kwargs={"function_call": {"name": "f"}})).texts
    chunk = {"role": "assistant", "type": "AIMessageChunk", "content": "x", "id": "y", "chunk_position": "last"}
    assert countable(chunk).texts == ["assistant", "x"]
    picture = {"type": "image", "base64": "QUFB" * 100, "mime_type": "image/png"}
    user = {"role": "user", "type": "human", "content": [picture]}
    assert countable(user).overhead == TOKENS_A_MESSAGE + TOKENS_AN_ATTACHMENT


def test_what_is_found_is_what_is_said() -> None:
    message = ai("Far away", tool_calls=[call("a")], id="run-1")
    for text, found in (("far", True), ("oslo", True), ("run-1", False), ("tool_call", False)):
        assert holds(message, text) is found
