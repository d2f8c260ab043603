"""The measures a session's length can be counted in, by name: those built in and those registered."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Mapping
from typing import Any, Final

from manager.errors import MeasureError, UnknownMeasureError, described
from manager.planning.approximate import approximate
from manager.planning.tokens import ENCODINGS, PREFIX, tokens
from manager.protocols import Measure

#: No message is longer, so that a log of millions has a length that a database can hold.
_LONGEST: Final = 2**40


def characters(message: dict[str, Any]) -> int:
    """The characters of the message written as a Python dict, in the running Python's way."""
    return len(str(message))


_SIMPLE: Final[Mapping[str, Measure]] = {"characters": characters, "approximate": approximate}
_TOKENS: Final = {PREFIX + encoding: encoding for encoding in ENCODINGS}
#: The names nobody else may use.
BUILT_IN: Final = (*_SIMPLE, *_TOKENS)


def measure_named(name: object, registered: Mapping[str, Measure]) -> Measure:
    """The measure of this name; one that was registered gives a length or raises.

    Raises:
        UnknownMeasureError: there is none, or its tokenizer is not installed.
    """
    if isinstance(name, str):
        if name in _SIMPLE:
            return _SIMPLE[name]
        if name in _TOKENS:
            return tokens(_TOKENS[name])
        if name in registered:
            return _Checked(name, registered[name])
    known = ", ".join(map(repr, (*BUILT_IN, *registered)))
    raise UnknownMeasureError(name, f"one of {known}", "register it with manager.register_measure(name, function)")


class _Checked:
    """A measure of the user, whose result is a length whatever it returns."""

    def __init__(self, name: str, measure: Measure) -> None:
        self._name = name
        self._measure = measure

    def __call__(self, message: dict[str, Any]) -> int:
        """The message's length.

        Raises:
            MeasureError: the measure raised, or returned what is none.
        """
        try:
            # A copy: what the measure does to it must not be stored.
            length: object = self._measure(copy.deepcopy(message))
        except Exception as error:
            raise MeasureError(self._name, None, f"raised {described(error)}") from error
        if inspect.iscoroutine(length):
            length.close()  # or Python warns of it wherever it is collected
        if type(length) is not int or not 0 <= length <= _LONGEST:
            raise MeasureError.of_returned(self._name, length)
        return length
