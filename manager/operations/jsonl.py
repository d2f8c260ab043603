"""Lines of an export: a record as a JSON object, both ways; docs/reference/jsonl.md describes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import orjson

from manager.errors import ManagerError, StoredDataError, described
from manager.planning.normalize import check_name, check_owner
from manager.settings import merged_all
from manager.storage.codec import EXACT, QUICK, decode
from manager.storage.records import DETAILS, KINDS, SESSION, Field, Record
from manager.storage.sessions import DetailsRow, SessionRow

#: The version of the lines.
FORMAT: Final = 1

#: Kinds of lines beside those of records.
SESSION_LINE: Final = "session"
END_LINE: Final = "end"
ABANDONED_LINE: Final = "abandoned"
TOTAL_LINE: Final = "total"


class NotALineError(Exception):
    """What is wrong with a line."""


# --- writing ------------------------------------------------------------------------------------


def session_line(row: SessionRow, details: DetailsRow) -> bytes:
    """A session's own rows.

    Raises:
        NotALineError: they could not be read back.
    """
    values = row._asdict() | details._asdict()
    fields = (*SESSION, *DETAILS)
    written = {field.name: _written(values[field.name]) for field in fields}
    session_of({"format": FORMAT, **written})
    return orjson.dumps({"type": SESSION_LINE, "format": FORMAT, **written}) + b"\n"


def record_line(kind: str, record: Record) -> bytes:
    """A record under the name of its kind.

    Raises:
        NotALineError: it could not be read back.
    """
    written = {field.name: _written(value) for field, value in zip(KINDS[kind].fields, record, strict=True)}
    record_of(kind, written)
    return orjson.dumps({"type": kind, **written}) + b"\n"


def closing_line(kind: str, **values: int | str) -> bytes:
    """The line that ends a session or a file."""
    return orjson.dumps({"type": kind, **values}) + b"\n"


def _written(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else value


# --- reading ------------------------------------------------------------------------------------


def parsed(line: bytes) -> tuple[str, dict[str, Any]]:
    """The kind of a line, and its values.

    Raises:
        NotALineError: it is none.
    """
    try:
        values = orjson.loads(line)
    except ValueError as error:
        raise NotALineError(f"it is not JSON ({error})") from error
    if not isinstance(values, dict):
        raise NotALineError(f"it is a {type(values).__name__}, not an object")
    kind = values.pop("type", None)
    if not isinstance(kind, str):
        raise NotALineError("it has no type")
    return kind, values


def record_of(kind: str, values: dict[str, Any]) -> Record:
    """The record of a line.

    Raises:
        NotALineError: it is of no known kind, a field is missing or too many, or cannot have its value.
    """
    if kind not in KINDS:
        raise NotALineError(f"lines of type {kind!r} are not known")
    record = _read(_FIELDS[kind], values)
    text = _ENCODED.get(kind)
    if text is not None:
        value = _json(values[text], values["encoding"], text)
        if kind != "memo" and not isinstance(value, dict):
            raise NotALineError(f"{text} is no JSON object")
    if kind == "append_key":
        _name(check_name, "append_key", values["append_key"])
    return record


def session_of(values: dict[str, Any]) -> tuple[SessionRow, DetailsRow]:
    """The rows of a session's first line.

    Raises:
        NotALineError: it is of another version, or no session that can be used.
    """
    version = values.pop("format", None)
    if type(version) is not int or version != FORMAT:
        raise NotALineError(f"it is in format {version!r}, and this version reads format {FORMAT}")
    named = dict(zip(_SESSION_FIELDS, _read(_SESSION_FIELDS, values), strict=True))
    details = DetailsRow(named.pop("title"), named.pop("metadata"))
    _name(check_owner, "owner", named["owner"])
    _name(check_name, "session_id", named["session_id"])
    row = SessionRow(id=0, **named)
    _check_settings(row)
    if row.open_calls is not None:
        calls = _json(row.open_calls, EXACT, "open_calls")
        if not isinstance(calls, list) or calls[:1] not in ([0], [1], [2]) or not _are_texts(calls[1:]):
            raise NotALineError(f"open_calls cannot be {row.open_calls!r:.80}")
    if details.title is not None and not isinstance(_json(details.title, EXACT, "title"), str):
        raise NotALineError("title is no text")
    return row, details


def closing_of(values: dict[str, Any], expected: Mapping[str, type]) -> dict[str, Any]:
    """The values of a line that ends a session or a file.

    Raises:
        NotALineError: they are not these.
    """
    _check_names(values, expected)
    for name, kind in expected.items():
        if type(values[name]) is not kind:
            raise NotALineError(f"{name} cannot be {values[name]!r:.80}")
    return values


#: The fields whose text is in the encoding that stands beside them.
_ENCODED: Final = {"message": "payload", "derived": "payload", "memo": "content"}
_FIELDS: Final = {name: {field.name: field for field in kind.fields} for name, kind in KINDS.items()}
_SESSION_FIELDS: Final = {field.name: field for field in (*SESSION, *DETAILS)}


def _read(fields: Mapping[str, Field], values: dict[str, Any]) -> Record:
    _check_names(values, fields)
    has_encoding = "encoding" in fields
    return tuple([_value(field, values[name], has_encoding) for name, field in fields.items()])


def _check_names(values: dict[str, Any], expected: Mapping[str, Any]) -> None:
    if values.keys() != expected.keys():
        for name in expected:
            if name not in values:
                raise NotALineError(f"it has no {name}")
        raise NotALineError(f"it has {min(values.keys() - expected.keys())!r:.80}, which is not known")


def _value(field: Field, value: Any, has_encoding: bool) -> Any:
    if value is None:
        if field.optional:
            return None
        raise NotALineError(f"{field.name} is null")
    if field.holds == "integer":
        if type(value) is int and -field.most <= value <= field.most:
            return value
    elif field.holds == "moment":
        if type(value) is int and 0 <= value <= field.most:
            return value
    elif type(value) is str:
        match field.holds:
            case "name" if len(value) <= field.most and "\0" not in value:
                return value
            case "json":
                if not has_encoding or field.name == "metadata":
                    _json(value, EXACT, field.name)
                return value
            case "digest" | "nonce":
                return _bytes(field, value)
    raise NotALineError(f"{field.name} cannot be {value!r:.80}")


def _bytes(field: Field, text: str) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if not value or value.hex() != text or (len(value) != field.most if field.holds == "digest" else len(value) > 255):
        raise NotALineError(f"{field.name} cannot be {text!r:.80}")
    return value


def _json(text: Any, encoding: int, name: str) -> Any:
    if not isinstance(text, str):
        raise NotALineError(f"{name} is null")
    if encoding not in (QUICK, EXACT):
        raise NotALineError(f"encoding cannot be {encoding!r}")
    try:
        return decode(text, encoding, name)
    except (StoredDataError, RecursionError) as error:
        problem = error.problem if isinstance(error, StoredDataError) else described(error)
        raise NotALineError(f"{name}: {problem}") from error


def _name(check: Callable[..., str], field: str, value: object) -> None:
    try:
        unchanged = (check(value) if check is check_owner else check(field, value)) == value
    except ManagerError as error:
        raise NotALineError(str(error)) from error
    if not unchanged:
        raise NotALineError(f"{field} cannot be {value!r:.80}")


def _check_settings(row: SessionRow) -> None:
    settings = _json(row.settings, EXACT, "settings")
    if not isinstance(settings, dict):
        raise NotALineError("settings are no JSON object")
    try:
        merged_all(settings)
    except ManagerError as error:
        raise NotALineError(str(error)) from error
    if settings.get("session.measure", row.measure) != row.measure:
        raise NotALineError("settings name another measure than the session's")


def _are_texts(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)
