"""A message as one line: what it says and calls, in the form of each provider and framework."""

from __future__ import annotations

from typing import Any

import pytest

from manager.cli.messages import gist, speaker

OPENAI_CALL = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}}
LANGCHAIN_CALL = {"id": "c1", "type": "tool_call", "name": "weather", "args": {"city": "Oslo"}}
LLAMA_INDEX_CALL = {
    "block_type": "tool_call",
    "tool_call_id": "c1",
    "tool_name": "weather",
    "tool_kwargs": {"city": "Oslo"},
}


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ({"role": "user", "content": "Hello"}, "Hello"),
        ({"role": "user", "content": [{"type": "text", "text": "Hello"}, "there"]}, "Hello  there"),
        ({"role": "assistant", "content": None, "tool_calls": [OPENAI_CALL]}, '→ weather({"city": "Oslo"})'),
        (
            {"role": "assistant", "type": "ai", "content": "I look.", "tool_calls": [LANGCHAIN_CALL]},
            'I look.  → weather({"city": "Oslo"})',
        ),
        (
            {"role": "assistant", "blocks": [{"block_type": "text", "text": "I look."}, LLAMA_INDEX_CALL]},
            'I look.  → weather({"city": "Oslo"})',
        ),
        (
            {
                "role": "assistant",
                "kind": "response",
                "parts": [
                    {"part_kind": "text", "content": "I look."},
                    {"part_kind": "tool-call", "tool_name": "weather", "args": '{"city": "Oslo"}'},
                ],
            },
            'I look.  → weather({"city": "Oslo"})',
        ),
        (
            {
                "role": "tool",
                "kind": "request",
                "parts": [
                    {"part_kind": "tool-return", "content": {"degrees": 19}},
                    {"part_kind": "user-prompt", "content": ["And", {"kind": "image-url", "url": "x"}]},
                ],
            },
            '{"degrees": 19}  And  {"kind": "image-url", "url": "x"}',
        ),
        ({"type": "reasoning", "id": "r1"}, '{"id": "r1"}'),
    ],
)
def test_a_message_is_shown_by_what_it_says_and_calls(message: dict[str, Any], line: str) -> None:
    assert gist(message) == line


def test_an_item_without_a_role_is_shown_by_its_type() -> None:
    assert speaker({"type": "function_call"}) == "function_call"
    assert speaker({"role": "user", "type": "human"}) == "user"
