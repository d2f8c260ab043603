"""Shortening once more, at leisure: one message to a room, and several to a room they share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from tests.messages import Fields

Measure: TypeAlias = Callable[[Fields], int]


def shortened(fields: Fields, measure: Measure, room: int) -> Fields | None:
    """The message with the longest end of its last text that fits the room; None where no character of it does."""
    place = next(_texts_from_the_last(fields), None)
    if place is None:
        return None
    text = _at(fields, place)
    for start in range(len(text)):
        candidate: Fields = _with_text(fields, place, text[start:])
        if measure(candidate) <= room:
            return candidate
    return None


def shortened_together(messages: Sequence[Fields], measure: Measure, room: int) -> dict[int, Fields] | None:
    """The longest of the messages shortened, by their places, until all fit the room; None where they cannot.

    One at a time, the longest first, is brought down to the highest level that would do if every other that is longer
    could be brought down to it as well.
    """
    found: dict[int, Fields] = {}
    lengths = dict(enumerate(map(measure, messages)))
    untried = set(lengths)
    while sum(lengths.values()) > room:
        left = room - sum(lengths[place] for place in lengths if place not in untried)
        levels = range(max((lengths[place] for place in untried), default=0), 0, -1)
        level = next((each for each in levels if sum(min(lengths[place], each) for place in untried) <= left), None)
        if level is None:
            return None
        longest = max(untried, key=lambda place: (lengths[place], -place))
        untried.remove(longest)
        short = shortened(messages[longest], measure, level)
        if short is not None:
            found[longest], lengths[longest] = short, measure(short)
    return found


def _texts_from_the_last(fields: Fields) -> Iterator[tuple[Any, ...]]:
    """Where in the message texts are that may be shortened: not in calls, and not in reasoning, which is signed."""
    if str(fields.get("type")).endswith("_call_output"):
        yield from _texts_of(fields, "output")
    else:
        yield from _texts_of(fields, "content")


def _texts_of(holder: Fields, name: str) -> Iterator[tuple[Any, ...]]:
    value = holder.get(name)
    if isinstance(value, str) and value:
        yield (name,)
    if isinstance(value, list):
        for place in reversed(range(len(value))):
            block = value[place]
            if block.get("type") == "tool_result":
                yield from ((name, place, *rest) for rest in _texts_of(block, "content"))
            elif block.get("type") in ("text", "input_text", "output_text"):
                yield from ((name, place, *rest) for rest in _texts_of(block, "text"))


def _at(holder: Any, place: tuple[Any, ...]) -> str:
    for step in place:
        holder = holder[step]
    assert isinstance(holder, str)
    return holder


def _with_text(holder: Any, place: tuple[Any, ...], text: str) -> Any:
    if not place:
        return text
    first, *rest = place
    inner = _with_text(holder[first], tuple(rest), text)
    if isinstance(holder, dict):
        return {**holder, first: inner}
    return [*holder[:first], inner, *holder[first + 1 :]]
