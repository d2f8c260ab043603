"""`clear_tool_results`: older results become a short line that says where the original is."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from manager.model import Derived
from manager.planning.items import WindowItem
from manager.planning.texts import TEXT_BLOCKS, Way, replaced, value_at, ways_to_results
from manager.protocols import Measure

_CLEARED = re.compile(r"\[cleared: [^\]\n]*; the original is [^\]\n]*\]")


@dataclass(frozen=True, slots=True)
class Cleared:
    """A message with results cleared: its position in the window, its new fields, and how many were cleared in it."""

    position: int
    message: dict[str, Any]
    length: int
    results: int


def clear_results(items: Sequence[WindowItem], keep: int, measure: Measure, revision: int) -> list[Cleared]:
    """The messages whose results are cleared, all but the newest `keep` results of the window.

    A result stays as it is where its message is pinned, where it was cleared before, and where the line would not make
    the message shorter by the measure. Everything but the result's text stays: the id of the call it answers, and
    every other field.

    Args:
        keep: how many of the newest results stay; several results in one message count each.
        revision: the one in whose window a result is found that is no message of the log.
    """
    places = [(position, way) for position, item in enumerate(items) for way in ways_to_results(item.message)]
    older: dict[int, list[Way]] = {}
    for position, way in places[: max(len(places) - keep, 0)]:
        older.setdefault(position, []).append(way)
    found = (_cleared(position, items[position], ways, measure, revision) for position, ways in older.items())
    return [cleared for cleared in found if cleared is not None]


def _cleared(position: int, item: WindowItem, ways: Sequence[Way], measure: Measure, revision: int) -> Cleared | None:
    if item.pinned:
        return None
    original = item.original
    where = f"in the window of revision {revision}" if original is None else f"message {original} of the log"
    message, length, results = item.message, item.length, 0
    for way in ways:
        value = value_at(message, way)
        if isinstance(item.reference, Derived) and _is_cleared(value):
            continue
        shorter = replaced(message, way, _placeholder(way, value, where))
        measured = measure(shorter)
        if measured < length:
            message, length, results = shorter, measured, results + 1
    return Cleared(position, message, length, results) if results else None


def _placeholder(way: Way, value: Any, where: str) -> object:
    if isinstance(value, str) or way[0] == "parts":
        size = len(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":")))
        return f"[cleared: {_counted(size, 'character')}; the original is {where}]"
    blocks = [{"type": "text", "text": block} if isinstance(block, str) else block for block in value]
    texts = [block["text"] for block in blocks if block["type"] in TEXT_BLOCKS and isinstance(block.get("text"), str)]
    others = len(value) - len(texts)
    what = _counted(sum(map(len, texts)), "character") + (f" and {_counted(others, 'other part')}" if others else "")
    kind = "input_text" if way == ("output",) else "text"
    return [{"type": kind, "text": f"[cleared: {what}; the original is {where}]"}]


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _is_cleared(value: Any) -> bool:
    text = value[0].get("text") if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict) else value
    return isinstance(text, str) and _CLEARED.fullmatch(text) is not None
