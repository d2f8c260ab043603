"""Messages as Pydantic AI keeps them: their calls and answers, their texts, and what of them is counted and found."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from manager.model import NO_TIES, Ties
from manager.planning.calls import ties_of
from manager.planning.clearing import clear_results
from manager.planning.countable import TOKENS_A_MESSAGE, TOKENS_AN_ATTACHMENT, countable
from manager.planning.finding import holds
from manager.planning.format import window_problems
from manager.planning.links import ANSWERS_CALLS, MAKES_CALLS, REASONING, links_of
from manager.planning.shorten import shorten
from manager.planning.summarizing import split
from manager.planning.texts import ways_to_results
from tests.messages import Fields
from tests.rounds import items_of
from tests.simple_cut import measured

LONG = "far away, " * 30


def request(*parts: Fields, role: str = "user") -> Fields:
    return {"role": role, "parts": list(parts), "kind": "request", "run_id": "r", "timestamp": "2026-12-01T16:00:00Z"}


def response(*parts: Fields) -> Fields:
    usage = {"input_tokens": 1, "output_tokens": 2}
    return {"role": "assistant", "parts": list(parts), "kind": "response", "usage": usage, "model_name": "m"}


def part(kind: str, content: Any = "x", **fields: Any) -> Fields:
    return {"part_kind": kind, "content": content, **fields}


def call(call_id: str) -> Fields:
    return {"part_kind": "tool-call", "tool_name": "look", "args": {"at": "x"}, "tool_call_id": call_id}


def result(call_id: str, content: Any = "x", **fields: Any) -> Fields:
    return part("tool-return", content, tool_call_id=call_id, tool_name="look", **fields)


PROMPT, TEXT = part("user-prompt"), part("text")
OF_PROVIDER = (part("builtin-tool-call", tool_call_id="p"), part("builtin-tool-return", tool_call_id="p"))


@pytest.mark.parametrize(
    ("message", "links", "ties"),
    [
        (request(PROMPT), 0, NO_TIES),
        (request(part("system-prompt"), role="system"), 0, NO_TIES),
        (request(part("retry-prompt", tool_name=None, tool_call_id="a"), role="developer"), 0, NO_TIES),
        (request(part("retry-feedback"), role="developer"), 0, NO_TIES),
        (response(TEXT, *OF_PROVIDER), 0, NO_TIES),
        (response(call("a"), TEXT, call("b")), MAKES_CALLS, Ties(calls=("a", "b"))),
        (response(part("thinking"), call("a")), MAKES_CALLS | REASONING, Ties(calls=("a",))),
        (request(result("a"), result("b"), role="tool"), ANSWERS_CALLS, Ties(answers=("a", "b"))),
        (request(part("retry-prompt", tool_name="look", tool_call_id="a")), ANSWERS_CALLS, Ties(answers=("a",))),
        (request(result("a"), PROMPT), ANSWERS_CALLS, Ties(answers=("a",))),
        (request(None, 1, {}, result(1)), ANSWERS_CALLS, Ties(answers=("",))),  # type: ignore[arg-type] # any JSON
    ],
)
def test_calls_and_answers(message: Fields, links: int, ties: Ties) -> None:
    assert (links_of(message), ties_of(message)) == (links, ties)


def test_a_conversation_of_it_is_one_that_providers_take() -> None:
    conversation = [
        request(PROMPT),
        response(part("thinking"), call("a"), call("b")),
        request(result("a"), role="tool"),
        request(result("b"), PROMPT),
        response(TEXT),
    ]
    assert window_problems(conversation) == []
    assert [problem.kind for problem in window_problems(conversation[2:])] == ["orphan_result"] * 2
    unanswered, *_ = window_problems([conversation[1], *conversation[3:]])
    assert (unanswered.kind, unanswered.calls) == ("unanswered_call", ("a",))


@pytest.mark.parametrize(
    ("message", "way"),
    [
        (request(PROMPT, part("user-prompt", LONG)), (1, "content")),
        (request(part("user-prompt", ["first", LONG, {"kind": "binary", "data": "AA=="}])), (0, "content", 1)),
        (request(part("user-prompt", [{"kind": "text-content", "content": LONG}])), (0, "content", 0, "content")),
        (request(result("a", LONG), role="tool"), (0, "content")),
        (response(TEXT, part("text", LONG), call("a")), (1, "content")),
    ],
)
def test_the_last_text_is_shortened_and_the_longest_is_split(message: Fields, way: tuple[Any, ...]) -> None:
    before = copy.deepcopy(message)
    shortened = shorten(message, measured, measured(message) - 200)
    halves = split(message, measured, measured(message) - 200)
    assert shortened is not None
    assert halves is not None
    assert message == before

    def text(of: Fields) -> str:
        value: Any = of["parts"]
        for step in way:
            value = value[step]
        return str(value)

    assert text(shortened) == LONG[-len(text(shortened)) :]
    assert len(text(shortened)) == len(LONG) - 200
    assert text(halves[0]) + text(halves[1]) == LONG


@pytest.mark.parametrize(
    "message",
    [
        response(part("thinking", LONG, signature="c2ln")),
        request(result("a", LONG, tool_kind="tool-search"), role="tool"),
        response(call("a")),
        request(part("user-prompt", ["", {"kind": "image-url", "url": LONG}, {"kind": "text-content", "content": 5}])),
        request(),
    ],
)
def test_what_is_signed_or_has_a_shape_is_left_alone(message: Fields) -> None:
    assert shorten(message, measured, 50) is None
    assert split(message, measured, 50) is None
    assert ways_to_results(message) == []


@pytest.mark.parametrize(
    ("content", "characters"), [(LONG, 300), ({"rows": ["far away"] * 40}, 450), (["far away"] * 40, 441)]
)
def test_a_result_is_cleared_whatever_json_it_is(content: Any, characters: int) -> None:
    messages = [response(call("a")), request(result("a", content, outcome="success"), PROMPT)]
    (cleared,) = clear_results(items_of(messages), 0, measured, 7)
    line = f"[cleared: {characters} characters; the original is message 2 of the log]"
    assert cleared.message == request(result("a", line, outcome="success"), PROMPT)


def test_what_is_counted_is_what_is_sent() -> None:
    counted = countable(request(part("user-prompt", "hello", timestamp="2026"), part("text", None)))
    assert counted.texts == ["user", '[{"content":"hello"},{}]']
    assert counted.overhead == TOKENS_A_MESSAGE
    file = {"kind": "binary", "data": "QUFB" * 100, "media_type": "image/png"}
    assert countable(request(part("user-prompt", [file]))).overhead == TOKENS_A_MESSAGE + TOKENS_AN_ATTACHMENT


def test_what_is_found_is_what_is_said() -> None:
    message = response(part("text", "Far away"), call("a"))
    for text, found in (("far", True), ("look", True), ("response", False), ("tool-call", False)):
        assert holds(message, text) is found
    assert holds({"role": "user", "kind": "letter", "content": "x"}, "letter")
