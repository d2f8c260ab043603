"""Whether a message holds a text: in any string of it but its role, its types and its ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from manager.model import Entries, Span

_NAMES: Final = frozenset({"role", "type", "id", "block_type", "part_kind"})
#: What a tool is called with is data: a `type` or an id in it was said by somebody.
_DATA: Final = frozenset({"arguments", "input", "tool_kwargs", "args"})


def holds(message: Mapping[str, Any], folded: str) -> bool:
    """Whether one of the message's texts holds this one, whatever the case.

    Args:
        folded: the text as `str.casefold` leaves it.
    """
    if "parts" in message:  # Pydantic AI names each message a request or a response
        message = {name: value for name, value in message.items() if name != "kind"}
    return any(folded in text.casefold() for text in _texts(message))


def _texts(value: Any) -> Iterator[str]:
    # Without recursion: a message may be 200 levels deep.
    waiting: list[tuple[Any, bool]] = [(value, False)]
    while waiting:
        item, is_data = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, Mapping):
            waiting += (
                (inner, is_data or name in _DATA)
                for name, inner in item.items()
                if is_data or not (name in _NAMES or name.endswith("_id"))
            )
        elif isinstance(item, list | tuple):
            waiting += ((inner, is_data) for inner in item)


def may_hold(payload: str, folded: str) -> bool:
    """Whether a message with this JSON text may hold the folded text; where it is not to be told from it: True.

    Only characters that JSON writes otherwise than they are, quotes, backslashes and controls, hide a text that is
    there, and they stay what they are when they are folded.

    Args:
        payload: JSON text in which every character that may stand for itself does.
    """
    return any(character < " " or character in '"\\\x7f' for character in folded) or folded in payload.casefold()


def pages_backward(spans: list[Span], size: int) -> Iterator[Entries]:
    """The messages of the spans, which rise, in pages of `size`: the newest page first, each page in order."""
    page: list[Span] = []
    room = size
    for span in reversed(spans):
        last = span.last
        while last >= span.first:
            first = max(span.first, last - room + 1)
            page.append(Span(first, last))
            room -= last - first + 1
            last = first - 1
            if room == 0:
                yield tuple(reversed(page))
                page, room = [], size
    if page:
        yield tuple(reversed(page))
