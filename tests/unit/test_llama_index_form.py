"""LlamaIndex's form of messages, wherever the store looks into one: calls, answers, texts, files."""

from __future__ import annotations

from typing import Any

import pytest

from manager.model import Ties
from manager.planning.calls import NO_ID, ties_of
from manager.planning.clearing import clear_results
from manager.planning.countable import TOKENS_AN_ATTACHMENT, countable
from manager.planning.finding import holds
from manager.planning.format import window_problems
from manager.planning.items import WindowItem
from manager.planning.links import ANSWERS_CALLS, MAKES_CALLS, REASONING, links_of
from manager.planning.shorten import shorten
from manager.planning.texts import value_at, way_to_longest_text, ways_to_results


def text(words: str) -> dict[str, Any]:
    return {"block_type": "text", "text": words}


def call(call_id: str | None) -> dict[str, Any]:
    return {"block_type": "tool_call", "tool_call_id": call_id, "tool_name": "weather", "tool_kwargs": {"id": "Oslo"}}


def message(role: str, *blocks: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    return {"role": role, "additional_kwargs": kwargs, "blocks": list(blocks)}


def measured(message: dict[str, Any]) -> int:
    return len(str(message))


CHAT_CALL = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
THINKING: dict[str, Any] = {"block_type": "thinking", "content": "hm", "num_tokens": None, "additional_information": {}}


@pytest.mark.parametrize(
    ("message", "links", "ties"),
    [
        pytest.param(message("user", text("x")), 0, Ties(), id="text"),
        pytest.param(message("user"), 0, Ties(), id="nothing"),
        pytest.param(message("assistant", text("x"), call("c1")), MAKES_CALLS, Ties(calls=("c1",)), id="block"),
        pytest.param(message("assistant", call(None)), MAKES_CALLS, Ties(calls=(NO_ID,)), id="block without an id"),
        pytest.param(
            message("assistant", call("c1"), call("c2"), tool_calls=[CHAT_CALL, {**CHAT_CALL, "id": "c2"}]),
            MAKES_CALLS,
            Ties(calls=("c1", "c2")),
            id="both ways of writing them",
        ),
        pytest.param(message("assistant", tool_calls=[CHAT_CALL]), MAKES_CALLS, Ties(calls=("c1",)), id="arguments"),
        pytest.param(message("assistant", text("x"), tool_calls=[]), 0, Ties(), id="no calls"),
        pytest.param(
            message("assistant", function_call={"name": "f"}),
            MAKES_CALLS,
            Ties(calls=("function f",)),
            id="legacy call",
        ),
        pytest.param(
            message("function", text("x"), name="f"), ANSWERS_CALLS, Ties(answers=("function f",)), id="legacy"
        ),
        pytest.param(message("tool", text("x"), tool_call_id="c1"), ANSWERS_CALLS, Ties(answers=("c1",)), id="answer"),
        pytest.param(message("tool", text("x")), ANSWERS_CALLS, Ties(answers=(NO_ID,)), id="answer without an id"),
        pytest.param(message("assistant", text("x"), tool_call_id="c1"), 0, Ties(), id="a tool's result returned"),
        pytest.param(message("assistant", THINKING, text("x")), REASONING, Ties(), id="thinking"),
        pytest.param({"role": "user", "blocks": ["x", 1]}, 0, Ties(), id="blocks of something else"),
        pytest.param({"role": "user", "blocks": [], "additional_kwargs": 1}, 0, Ties(), id="arguments of another kind"),
    ],
)
def test_calls_and_answers(message: dict[str, Any], links: int, ties: Ties) -> None:
    assert links_of(message) == links
    assert ties_of(message) == ties


def test_a_window_of_calls_and_answers_is_checked() -> None:
    turn = [
        message("user", text("?")),
        message("assistant", call("c1")),
        message("tool", text("19"), tool_call_id="c1"),
    ]
    assert window_problems(turn) == []
    assert [problem.kind for problem in window_problems([turn[0], turn[2]])] == ["orphan_result"]


def test_the_results_of_a_tool_message_are_its_texts() -> None:
    answer = message("tool", text("x" * 300), {"block_type": "image", "url": "https://x/"}, tool_call_id="c1")
    assert ways_to_results(answer) == [("blocks", 0, "text")]
    assert ways_to_results(message("user", text("x"))) == []
    items = [WindowItem(1, answer, 400, ANSWERS_CALLS)]
    (cleared,) = clear_results(items, 0, measured, 7)
    assert cleared.message["blocks"] == [
        text("[cleared: 300 characters; the original is message 1 of the log]"),
        answer["blocks"][1],
    ]


def test_the_longest_and_the_last_text_are_found_in_blocks() -> None:
    said = message("user", text("x" * 50), text("y" * 40), THINKING)
    way = way_to_longest_text(said)
    assert way is not None
    assert value_at(said, way) == "x" * 50
    shorter = shorten(said, measured, measured(said) - 30)
    assert shorter == message("user", text("x" * 50), text("y" * 10), THINKING)


def test_words_are_found_and_names_are_not() -> None:
    said = message("assistant", text("Rain in Bergen"), call("call_17"))
    assert holds(said, "bergen")
    assert holds(said, "oslo")
    assert not holds(said, "call_17")
    assert not holds(message("user", text("x")), "text")


@pytest.mark.parametrize("field", ["image", "audio", "video", "data"])
def test_bytes_count_as_an_attachment(field: str) -> None:
    block = {"block_type": "document" if field == "data" else field, field: "iVBORw0KGgo" * 1_000}
    counted = countable(message("user", block))
    assert counted.attachments == 1
    assert sum(map(len, counted.texts)) < 100
    assert counted.overhead > TOKENS_AN_ATTACHMENT
