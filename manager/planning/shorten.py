"""Shortening a message's last text from the front until the message fits."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from manager.planning.texts import ways_to_part_texts
from manager.protocols import Measure

#: Content blocks whose `text` may be shortened: OpenAI Chat and Anthropic, Responses input and output, and blocks that
#: are told by their fields alone. Reasoning and its summaries are signed or checked by the provider: never.
_TEXT_BLOCKS = ("text", "input_text", "output_text", None)

#: How far a text that begins inside a character as people see it is shortened on; longer runs of marks are no writing.
_MARKS_SKIPPED = 16

_JOINERS = "\u200c\u200d"


def shorten(message: dict[str, Any], measure: Measure, room: int) -> dict[str, Any] | None:
    """A copy of the message whose last text keeps the longest end with which the whole measures at most `room`.

    The last text is the content, its last text block or the last text of its last tool result, or the `output` of a
    Responses call output. At least one character of it stays: providers refuse an empty text, and it would say that
    nothing was said. What is returned was measured and fits, whatever the measure does. It is the longest end for
    measures that do not shrink as text is put in front (`characters`), and close to it for others (tokens may merge).
    Where the end would begin inside a character as people see it (with an accent, half an emoji), that rest is left
    out too.

    Returns:
        The copy, with every other field as it was and nested values shared with the original; None where there is no
        text, or where even its last character is too much.
    """
    way = _way_to_last_text(message)
    if way is None:
        return None
    copy, holder, place = _copy_along(message, way)
    text: str = holder[place]

    def fits(kept: int) -> bool:
        holder[place] = text[len(text) - kept :]
        return measure(copy) <= room

    kept = _longest(len(text), fits)
    if not kept:
        return None
    whole = _without_leading_marks(text, kept)
    if whole == kept or not fits(whole):
        holder[place] = text[len(text) - kept :]
    return copy


def _longest(length: int, fits: Callable[[int], bool]) -> int:
    """The largest number up to `length` that fits, 0 if not even 1 does, in about 2 log2 of it calls.

    It begins at 1 and doubles, so the cost grows with what is kept and not with a text of megabytes.
    """
    kept, over = 0, 1
    while fits(over):
        kept, over = over, min(2 * over, length)
        if kept == length:
            return kept
    while over - kept > 1:
        middle = (kept + over) // 2
        if fits(middle):
            kept = middle
        else:
            over = middle
    return kept


def _without_leading_marks(text: str, kept: int) -> int:
    """How many characters to keep so that the end does not begin with the rest of a cut one; `kept` if unavoidable."""
    start = len(text) - kept
    if start == 0:
        return kept
    for at in range(start, min(start + _MARKS_SKIPPED, len(text))):
        if not _belongs_to_the_one_before(text[at]):
            return len(text) - at
    return kept


def _belongs_to_the_one_before(character: str) -> bool:
    return (
        unicodedata.category(character) in ("Mn", "Mc", "Me")
        or character in _JOINERS
        or "\U0001f3fb" <= character <= "\U0001f3ff"  # skin tones
        or "\udc00" <= character <= "\udfff"
    )


def _way_to_last_text(message: dict[str, Any]) -> tuple[str | int, ...] | None:
    of_parts = ways_to_part_texts(message.get("parts"))
    if of_parts:
        return of_parts[-1]
    kind = message.get("type")
    if isinstance(kind, str) and kind.endswith("_call_output"):
        return _way_to_text_under(message, "output")
    return _way_to_text_under(message, "content") or _way_to_text_under(message, "blocks")


def _way_to_text_under(holder: dict[str, Any], field: str) -> tuple[str | int, ...] | None:
    value = holder.get(field)
    if isinstance(value, str):
        return (field,) if value else None
    if not isinstance(value, list):
        return None
    texts = all(isinstance(block, str | dict) for block in value)  # LangChain has texts among its blocks
    for index in range(len(value) - 1, -1, -1):
        if texts and isinstance(value[index], str) and value[index]:
            return (field, index)
        way = _way_to_text_of_block(value[index])
        if way is not None:
            return (field, index, *way)
    return None


def _way_to_text_of_block(block: Any) -> tuple[str | int, ...] | None:
    if not isinstance(block, dict):
        return None
    kind = block.get("type")
    if kind == "tool_result":
        return _way_to_text_under(block, "content")
    text = block.get("text")
    return ("text",) if kind in _TEXT_BLOCKS and isinstance(text, str) and text else None


def _copy_along(message: dict[str, Any], way: tuple[str | int, ...]) -> tuple[dict[str, Any], Any, str | int]:
    """A copy of the message, new along the way; the copy's innermost container on it, and the place in that."""
    copy = dict(message)
    holder: Any = copy
    for step in way[:-1]:
        holder[step] = holder[step].copy()
        holder = holder[step]
    return copy, holder, way[-1]


def shorten_together(
    messages: Sequence[dict[str, Any]], measure: Measure, room: int
) -> dict[int, dict[str, Any]] | None:
    """Copies, by index, of the longest of the messages, shortened to one level so that all together measure at most
    `room`.

    Returns:
        What had to be shortened; None where the texts there are do not suffice.
    """
    lengths = [measure(message) for message in messages]
    shortened: dict[int, dict[str, Any]] = {}
    rigid: set[int] = set()
    while sum(lengths) > room:
        soft = [index for index in range(len(messages)) if index not in rigid]
        level = _level(sorted(lengths[index] for index in soft), room - sum(lengths[index] for index in rigid))
        index = max(soft, key=lengths.__getitem__, default=None)
        if index is None or level < 1:
            return None
        copy = shorten(messages[index], measure, level) if index not in shortened else None
        if copy is None:
            rigid.add(index)  # no text, or shortened to the level already
        else:
            shortened[index], lengths[index] = copy, measure(copy)
            rigid.add(index)
    return shortened


def _level(lengths: Sequence[int], room: int) -> int:
    """The greatest level to which the lengths, in ascending order, may be brought down so that they fit the room."""
    for index, length in enumerate(lengths):
        if length * (len(lengths) - index) > room:
            return room // (len(lengths) - index)
        room -= length
    return lengths[-1] if lengths else room
