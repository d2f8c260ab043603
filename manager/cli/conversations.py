"""Reading conversations from a file of JSON lines: {"id": …, "messages": [...]}."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median_low
from typing import Any

from manager import LoadError
from manager.transfer.openai_jsonl import REMEDY, numbered_lines, parsed_line

DEMO = Path(__file__).with_name("demo_conversation.jsonl")


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
    for number, line in numbered_lines(file):
        yield _conversation(f"{file} line {number}", line)


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
        raise LoadError(str(file), "it holds no conversation", REMEDY)
    return max(heads) + median_low(rests) // 2


def _conversation(place: str, line: bytes) -> Conversation:
    parsed = parsed_line(place, line)
    if parsed.name is None:
        raise LoadError(place, "it has no id", REMEDY)
    if not parsed.messages:
        raise LoadError(place, "it has no list of messages", REMEDY)
    for index, message in enumerate(parsed.messages):
        if not isinstance(message, dict):
            raise LoadError(place, f"messages[{index}] is a {type(message).__name__}, not an object", REMEDY)
    return Conversation(place=place, name=parsed.name, messages=parsed.messages)
