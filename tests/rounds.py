"""Rounds of a conversation, with and without tools, and resizes that are expected to do something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from manager import Revision, Session
from manager.planning.items import WindowItem
from manager.planning.links import links_of
from tests.messages import Fields, assistant, user
from tests.simple_cut import measured

RESULT = "x" * 300


def call(*ids: str) -> Fields:
    """An assistant's message that makes these calls."""
    function = {"name": "f", "arguments": "{}"}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": each, "type": "function", "function": function} for each in ids],
    }


def result(of: str, text: Any = RESULT) -> Fields:
    """The answer to a call."""
    return {"role": "tool", "tool_call_id": of, "content": text}


def turn(number: int, text: str = RESULT) -> list[Fields]:
    """A round with one call of a tool."""
    return [user(f"question {number}"), call(f"c{number}"), result(f"c{number}", text), assistant(f"answer {number}")]


def rounds(first: int, last: int) -> list[Fields]:
    """Rounds of a question and an answer."""
    return [message for number in range(first, last + 1) for message in (user(f"q{number}"), assistant(f"a{number}"))]


def items_of(messages: Sequence[Fields]) -> list[WindowItem]:
    """The messages as the window of a session that appended them."""
    return [
        WindowItem(seq, message, measured(message), links_of(message)) for seq, message in enumerate(messages, start=1)
    ]


def resized(session: Session, strategy: str, **note: Any) -> Revision:
    """The revision that a resize made."""
    made = session.resize(strategy, **note)
    assert made is not None, f"{strategy} found nothing to do"
    return made
