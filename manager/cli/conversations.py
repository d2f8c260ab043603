"""Reading conversations from a file of JSON lines: {"id": …, "messages": [...]}."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median_low
from typing import Any

from manager import LoadError

DEMO = Path(__file__).with_name("demo_conversation.jsonl")

_REMEDY = 'each line is {"id": "a-name", "messages": [{"role": "user", "content": "…"}, …]}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One line of the file."""

    place: str
    name: str
    messages: list[dict[str, Any]]


def conversations(file: Path) -> Iterator[Conversation]:
    """The conversations of the file, one line in memory at a time; blank lines are none.

    Raises:
        LoadError: naming the line that is not a conversation, or a file that cannot be read.
    """
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _conversation(f"{file} line {number}", line)
    except OSError as error:
        raise LoadError(str(file), error.strerror or "it cannot be read", "name a file of JSON lines") from error


def fitting_limit(file: Path) -> int:
    """A `max_length` under which most of these conversations are cut: the longest system prompt and half a usual rest.

    Lengths are those of the built-in measure: the characters of a message as Python writes it.
    """
    heads = [1]
    rests = []
    for conversation in conversations(file):
        lengths = [len(str(message)) for message in conversation.messages]
        head = lengths[0] if conversation.messages[0].get("role") in {"system", "developer"} else 0
        heads.append(head)
        rests.append(sum(lengths) - head)
    if not rests:
        raise LoadError(str(file), "it holds no conversation", _REMEDY)
    return max(heads) + median_low(rests) // 2


def _conversation(place: str, line: bytes) -> Conversation:
    try:
        # A byte order mark is what some editors put before the first line.
        value = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise LoadError(place, f"it is not UTF-8 at byte {error.start + 1}", "save the file as UTF-8") from error
    except RecursionError as error:
        raise LoadError(place, "it is nested too deeply", _REMEDY) from error
    except ValueError as error:
        raise LoadError(place, f"it is not JSON ({error})", _REMEDY) from error
    if not isinstance(value, dict):
        raise LoadError(place, f"it is a {type(value).__name__}, not an object", _REMEDY)
    name, messages = value.get("id"), value.get("messages")
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise LoadError(place, "it has no id", _REMEDY)
    if not isinstance(messages, list) or not messages:
        raise LoadError(place, "it has no list of messages", _REMEDY)
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            raise LoadError(place, f"messages[{index}] is a {type(message).__name__}, not an object", _REMEDY)
    return Conversation(place=place, name=str(name), messages=messages)
