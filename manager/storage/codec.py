"""JSON text as it is stored: exact both ways, read by the quick parser wherever that one is exact."""

from __future__ import annotations

import json
from typing import Any, Final

import orjson

from manager.errors import StoredDataError
from manager.model import Encoded

#: orjson reads the text exactly.
QUICK: Final = 1
#: Only `json` does: integers beyond 64 bits (orjson makes them floats, silently) or lone surrogates (it refuses them).
EXACT: Final = 2


ENCODINGS: Final = frozenset({QUICK, EXACT})


def encode(value: Any) -> Encoded:
    """The value's one stored form; the value is a graph of exact built-in types, as planning leaves it."""
    try:
        data = orjson.dumps(value)
        return Encoded(data.decode(), data, QUICK, value)
    except TypeError:
        pass
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        data = text.encode()
    except UnicodeEncodeError:
        text = json.dumps(value, separators=(",", ":"), allow_nan=False)
        data = text.encode()
    return Encoded(text, data, EXACT, value)


def decode(text: str, encoding: int, row: str, number: int | None = None) -> Any:
    """The value that was encoded.

    Args:
        row: what errors call the row it stands in; its number follows, where it has one.

    Raises:
        StoredDataError: the text is no JSON, or in an encoding of a later version.
    """
    try:
        if encoding == QUICK:
            return orjson.loads(text)
        if encoding == EXACT:
            return json.loads(text)
    except ValueError as error:
        raise StoredDataError(_named(row, number), f"its JSON text cannot be read ({error})") from error
    raise StoredDataError(_named(row, number), f"it has encoding {encoding}, which this version does not know")


def _named(row: str, number: int | None) -> str:
    return row if number is None else f"{row} {number}"


def decode_plain(text: str | None, row: str) -> Any:
    """A value stored without an encoding beside it (metadata, settings, reasons): `json` reads all of them exactly."""
    return None if text is None else decode(text, EXACT, row)


def decode_settings(text: str, row: str) -> dict[str, Any]:
    """A session's own settings, under dotted keys.

    Raises:
        StoredDataError: they are no JSON object.
    """
    settings = decode(text, EXACT, row)
    if not isinstance(settings, dict):
        raise StoredDataError(row, "its settings are no JSON object")
    return settings
