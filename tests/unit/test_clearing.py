"""Clearing results: the older ones give way to a line, which keeps the id and is never longer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manager.model import Derived
from manager.planning.clearing import Cleared, clear_results
from manager.planning.items import WindowItem
from tests.conversations import conversations
from tests.messages import Fields, user
from tests.provider_rules import ties
from tests.rounds import RESULT, call, items_of
from tests.simple_cut import measured

LONG = RESULT


def with_cleared(items: Sequence[WindowItem], found: Sequence[Cleared]) -> list[WindowItem]:
    """The window with what was cleared in its place."""
    result = list(items)
    for number, cleared in enumerate(found, start=1):
        item = items[cleared.position]
        result[cleared.position] = replace(
            item,
            reference=Derived(number),
            source_seq=item.original,
            message=cleared.message,
            length=cleared.length,
        )
    return result


def tool(call: str, content: Any = LONG) -> Fields:
    return {"role": "tool", "tool_call_id": call, "content": content, "name": "f"}


FORMS: dict[str, tuple[list[Fields], Fields]] = {
    "chat": (
        [call("a"), tool("a")],
        tool("a", "[cleared: 300 characters; the original is message 2 of the log]"),
    ),
    "chat blocks": (
        [call("a"), tool("a", [{"type": "text", "text": LONG}, {"type": "text", "text": "y"}])],
        tool("a", [{"type": "text", "text": "[cleared: 301 characters; the original is message 2 of the log]"}]),
    ),
    "responses": (
        [
            {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "a", "output": LONG, "status": "completed"},
        ],
        {
            "type": "function_call_output",
            "call_id": "a",
            "output": "[cleared: 300 characters; the original is message 2 of the log]",
            "status": "completed",
        },
    ),
    "responses blocks": (
        [
            {"type": "custom_tool_call", "call_id": "a", "name": "f", "input": ""},
            {
                "type": "custom_tool_call_output",
                "call_id": "a",
                "output": [{"type": "input_text", "text": LONG}, {"type": "input_image", "image_url": LONG}],
            },
        ],
        {
            "type": "custom_tool_call_output",
            "call_id": "a",
            "output": [
                {
                    "type": "input_text",
                    "text": "[cleared: 300 characters and 1 other part; the original is message 2 of the log]",
                }
            ],
        },
    ),
    "anthropic": (
        [
            {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]},
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "a", "content": LONG, "is_error": False},
                    {"type": "text", "text": "and now?"},
                ],
            },
        ],
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "a",
                    "content": "[cleared: 300 characters; the original is message 2 of the log]",
                    "is_error": False,
                },
                {"type": "text", "text": "and now?"},
            ],
        },
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_only_the_text_of_the_result_gives_way(form: str) -> None:
    messages, expected = FORMS[form]
    (cleared,) = clear_results(items_of(messages), 0, measured, 7)
    assert (cleared.position, cleared.message, cleared.results) == (1, expected, 1)
    assert cleared.length == measured(expected)
    assert messages == FORMS[form][0]


def test_several_results_of_one_message_count_each() -> None:
    blocks = [{"type": "tool_result", "tool_use_id": each, "content": each * 200} for each in "abc"]
    calls = [{"type": "tool_use", "id": each, "name": "f", "input": {}} for each in "abc"]
    items = items_of([{"role": "assistant", "content": calls}, {"role": "user", "content": blocks}])
    (cleared,) = clear_results(items, 1, measured, 7)
    texts = [block["content"] for block in cleared.message["content"]]
    placeholder = "[cleared: 200 characters; the original is message 2 of the log]"
    assert (texts, cleared.results) == ([placeholder, placeholder, "c" * 200], 2)
    (rest,) = clear_results(with_cleared(items, [cleared]), 0, measured, 7)
    assert [block["content"] for block in rest.message["content"]] == [placeholder] * 3
    assert rest.results == 1


def test_what_stands_for_no_message_of_the_log_is_found_in_the_revision_before() -> None:
    items = items_of([call("a"), tool("a")])
    items[1] = replace(items[1], reference=Derived(4))
    (cleared,) = clear_results(items, 0, measured, 7)
    assert cleared.message["content"] == "[cleared: 300 characters; the original is in the window of revision 7]"


def test_pinned_short_and_shaped_results_stay() -> None:
    items = items_of([call("a"), tool("a"), call("b"), tool("b", "ok"), call("c")])
    items[1] = replace(items[1], pinned=True)
    screenshot = {"type": "computer_screenshot", "image_url": LONG}
    found = {"type": "web_search_tool_result", "tool_use_id": "d", "content": [{"type": "web_search_result"}]}
    items += items_of([{"type": "computer_call_output", "call_id": "x", "output": screenshot}])
    items += items_of([{"role": "assistant", "content": [found]}, user(LONG)])
    assert clear_results(items, 0, measured, 7) == []


def test_a_measure_by_which_the_line_is_longer_clears_nothing() -> None:
    def repetitive(message: dict[str, Any]) -> int:
        return len(set(str(message)))

    items = [replace(item, length=repetitive(item.message)) for item in items_of([call("a"), tool("a")])]
    assert clear_results(items, 0, repetitive, 7) == []


@given(conversations(), st.integers(0, 4))
def test_cleared_windows_keep_calls_and_newest_results_and_are_not_cleared_again(
    messages: list[Fields], keep: int
) -> None:
    items = items_of(messages)
    found = clear_results(items, keep, measured, 7)
    after = with_cleared(items, found)
    for one, other in zip(items, after, strict=True):
        assert ties(one.message) == ties(other.message)
        assert list(one.message) == list(other.message)
        assert other.length == measured(other.message) <= one.length
        assert (other.length < one.length) == (one.message != other.message)
    assert clear_results(after, keep, measured, 7) == []
    # From the newest backward, `keep` results are met before the first that was cleared.
    untouched = 0
    for position in reversed(range(len(items))):
        if any(cleared.position == position for cleared in found):
            results = [tie for tie in ties(items[position].message) if not tie.is_call]
            assert untouched + len(results) > keep
            break
        untouched += sum(not tie.is_call for tie in ties(items[position].message))
