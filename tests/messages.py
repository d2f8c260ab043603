"""Messages to write tests with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.simple_cut import measured

Fields = dict[str, Any]


def user(text: str = "hello") -> Fields:
    return {"role": "user", "content": text}


def assistant(text: str = "hi") -> Fields:
    return {"role": "assistant", "content": text}


def system(text: str = "be kind") -> Fields:
    return {"role": "system", "content": text}


def numbered(count: int, start: int = 1) -> list[Fields]:
    """Messages that can be told apart: `m1`, `m2`, …"""
    return [user(f"m{number}") for number in range(start, start + count)]


def of_length(length: int, mark: str = "x", role: str = "user") -> Fields:
    """A message that measures just so much; its text begins with the mark."""
    frame = measured({"role": role, "content": ""})
    message = {"role": role, "content": mark.ljust(length - frame, ".")}
    assert measured(message) == length
    return message


def texts(messages: Iterable[Any]) -> list[Any]:
    """The content of each message."""
    return [message["content"] for message in messages]


def seqs(messages: Iterable[Any]) -> list[int | None]:
    """The place of each message in the log; None for derived ones."""
    return [message.seq for message in messages]
