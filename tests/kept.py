"""Which messages of a log a window holds, shortened ones included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.messages import Fields


def kept_of(window: Sequence[Any], log: Sequence[Fields]) -> set[int]:
    """The places in the log, from 0, of the window's messages, which are in its order; a shortened one stands for the
    newest message that it may be the end of."""
    kept: set[int] = set()
    later = len(log)
    for message in reversed(window):
        if message.seq is None:
            later = next(place for place in reversed(range(later)) if _is_end_of(message, log[place]))
        else:
            later = message.seq - 1
        kept.add(later)
    return kept


def _is_end_of(short: Any, original: Any) -> bool:
    """Whether both are the same but for texts that begin later in the first."""
    if isinstance(short, str) and isinstance(original, str):
        return original.endswith(short)
    if isinstance(short, dict) and isinstance(original, dict):
        return list(short) == list(original) and all(_is_end_of(short[key], original[key]) for key in short)
    if isinstance(short, list) and isinstance(original, list):
        return len(short) == len(original) and all(map(_is_end_of, short, original))
    return bool(short == original)
