"""The measures a session's length can be counted in."""

from __future__ import annotations

from typing import Any

from manager.errors import InvalidSettingError
from manager.protocols import Measure


def characters(message: dict[str, Any]) -> int:
    """The characters of the message written as a Python dict, in the running Python's way."""
    return len(str(message))


MEASURES: dict[str, Measure] = {"characters": characters}


def measure_named(name: object) -> Measure:
    """The measure of this name.

    Raises:
        InvalidSettingError: there is none.
    """
    measure = MEASURES.get(name) if isinstance(name, str) else None
    if measure is None:
        raise InvalidSettingError("session.measure", name, f"one of {', '.join(map(repr, MEASURES))}")
    return measure
