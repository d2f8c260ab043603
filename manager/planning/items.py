"""The messages of a window as the built-in strategies see them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from manager.planning.matching import Reference


@dataclass(frozen=True, slots=True)
class WindowItem:
    """A message of a window, read and measured.

    Attributes:
        reference: its seq, or the derived message; a negative derived id is one that this resize made.
        message, length, links: what it holds, what it measures, and its flags as `links_of` tells them.
        source_seq: of a derived message, the message of the log it stands for, if one.
        head: it belongs to the messages at the front that every cut keeps.
        pinned: it stays, because it belongs to the head or was pinned.
        is_summary: a summarizer wrote it.
    """

    reference: Reference
    message: dict[str, Any]
    length: int
    links: int
    source_seq: int | None = None
    head: bool = False
    pinned: bool = False
    is_summary: bool = False

    @property
    def original(self) -> int | None:
        """The message of the log it is, or stands for; None where there is none."""
        return self.reference if isinstance(self.reference, int) else self.source_seq


def total_length(items: Iterable[WindowItem]) -> int:
    """What the items measure together."""
    return sum(item.length for item in items)
