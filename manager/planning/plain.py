"""Any value as plain JSON: copied into exact built-in types, or refused with the way to what cannot be kept."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Mapping, Set
from datetime import date, time, timedelta
from enum import Enum
from numbers import Number
from typing import Any

MAX_DEPTH = 200

#: Python refuses to write integers of more than 4,300 digits (`sys.get_int_max_str_digits`); the margin is for a
#: process that set a lower limit, and for the sign.
_INTEGER_BOUND = 10**4000

_REFUSED_TYPES: tuple[tuple[tuple[type, ...], str, str], ...] = (
    (
        (bytes, bytearray, memoryview),
        "bytes are not JSON",
        "decode them to text, or write them as text with base64",
    ),
    ((date, time, timedelta), "a date or time is not JSON", "write it as text, for instance with isoformat()"),
    ((Set,), "a set is not JSON", "make it a list, in the order it should keep"),
    ((Mapping,), "only a dict is a JSON object", "make it a dict with dict(...)"),
    ((Enum,), "an enumeration member is not JSON", "use its .value"),
    ((Number,), "only int and float are JSON numbers", "convert it with int(), float() or str()"),
)


class NotPlainError(Exception):
    """A value that cannot be kept; every container it lies in adds its step to the path on the way out."""

    def __init__(self, value: object, problem: str, remedy: str) -> None:
        self.value = value
        self.problem = problem
        self.remedy = remedy
        self.steps: list[str] = []

    def path_from(self, prefix: str) -> str:
        return prefix + "".join(reversed(self.steps))


class Walk:
    """One pass over a value, copying it into exact `dict`, `list`, `str`, `int`, `float`, `bool` and None.

    Types are told by `type()`, not `isinstance`: a mock may claim any class. Subclasses (enumerations of text or
    integers, numpy's float64) become the value of the type they derive from.
    """

    __slots__ = ("limit", "room")

    def __init__(self, max_bytes: int) -> None:
        self.limit = max_bytes
        self.room = max_bytes

    def copy(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if issubclass(kind, str):
            return self.copy_text(value)
        if value is None or kind is bool:
            return value
        if issubclass(kind, int):
            return self.copy_integer(value)
        if issubclass(kind, float):
            return self.copy_float(value)
        if issubclass(kind, dict):
            return self.copy_object(value, depth)
        if issubclass(kind, (list, tuple)):
            return self.copy_array(value, depth)
        if can_dump(value):
            self.check_depth(value, depth)
            return self.copy(dump(value), depth + 1)
        raise _refusal_of(value)

    def copy_text(self, value: Any) -> str:
        text = str.__str__(value)
        self.room -= len(text)
        if self.room < 0:
            raise self.too_large(value)
        return text if text.isascii() else merge_surrogate_pairs(text)

    def copy_integer(self, value: Any) -> int:
        integer = int.__int__(value)
        if not -_INTEGER_BOUND < integer < _INTEGER_BOUND:
            raise NotPlainError(value, "it has more than 4,000 digits", "write it as text")
        return integer

    def copy_float(self, value: Any) -> float:
        number = float.__float__(value)
        if not math.isfinite(number):
            raise NotPlainError(value, "JSON has no NaN and no infinity", "use None, or text")
        return number

    def copy_object(self, value: Any, depth: int) -> dict[str, Any]:
        self.check_depth(value, depth)
        copy: dict[str, Any] = {}
        count = 0
        key: Any = None
        try:
            # items() and not dict.items(): an OrderedDict keeps its order beside the dict it derives from.
            for key, item in value.items():
                if not issubclass(type(key), str):
                    raise NotPlainError(
                        item, f"its key is of type {type(key).__name__}, not text", "write the key as text"
                    )
                copy[self.copy_text(key)] = self.copy(item, depth + 1)
                count += 1
        except NotPlainError as refused:
            refused.steps.append(_step(key))
            raise
        if len(copy) != count:
            raise NotPlainError(value, "two of its keys are the same text", "give each value its own key")
        self.spend(count, value)
        return copy

    def copy_array(self, value: Any, depth: int) -> list[Any]:
        self.check_depth(value, depth)
        copy: list[Any] = []
        try:
            for item in value:
                copy.append(self.copy(item, depth + 1))  # noqa: PERF401 - its length is the place of what is refused
        except NotPlainError as refused:
            refused.steps.append(f"[{len(copy)}]")
            raise
        self.spend(len(copy), value)
        return copy

    def check_depth(self, value: object, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise NotPlainError(
                value, f"it lies more than {MAX_DEPTH} levels deep, or in itself", "flatten it, or write it as text"
            )

    def spend(self, size: int, value: object) -> None:
        """Count what takes at least `size` bytes in any encoding."""
        self.room -= size
        if self.room < 0:
            raise self.too_large(value)

    def too_large(self, value: object) -> NotPlainError:
        return NotPlainError(
            value,
            f"with it the message is larger than {self.limit} bytes",
            "keep large content elsewhere and refer to it, or raise max_message_bytes",
        )


def _refusal_of(value: object) -> NotPlainError:
    for types, problem, remedy in _REFUSED_TYPES:
        if issubclass(type(value), types):
            return NotPlainError(value, problem, remedy)
    return NotPlainError(
        value,
        f"a value of type {type(value).__name__} is not JSON",
        "use text, numbers, True, False, None, lists and dicts, or an object with model_dump()",
    )


def can_dump(value: object) -> bool:
    return callable(getattr(value, "model_dump", None))


def dump(value: Any) -> Any:
    try:
        return value.model_dump()
    except Exception as error:
        raise NotPlainError(
            value, f"its model_dump() raised {type(error).__name__}", "see the cause above, or hand in a dict"
        ) from error


def _step(key: object) -> str:
    """The way from an object to the value under this key, as it is written after the object's path."""
    if isinstance(key, str) and key.isidentifier() and len(key) <= 60:
        return f".{key}"
    try:
        return f"[{reprlib.repr(key)}]"
    except Exception:
        return f"[<{type(key).__name__}>]"


def merge_surrogate_pairs(text: str) -> str:
    """The text with each high surrogate and the low one after it as the one character they mean.

    JSON cannot tell the two apart; without this a text would come back other than it went in. Lone ones stay.
    """
    try:
        text.encode()  # fails on surrogates alone, at a fourth of the cost of a search for them
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text
