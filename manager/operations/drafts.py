"""Messages made ready for the store: walked, encoded and measured, before any transaction."""

from __future__ import annotations

from typing import Any

from manager.errors import InvalidArgumentError, InvalidMessageError
from manager.model import NO_TIES, Draft, Encoded, Note
from manager.operations.ledger import Ledger
from manager.planning.calls import ties_of
from manager.planning.links import TIED, links_of
from manager.planning.normalize import (
    check_optional_name,
    normalize_json,
    normalize_message,
    normalize_messages,
)
from manager.protocols import Measure
from manager.storage.codec import encode


def draft(ledger: Ledger, fields: dict[str, Any], measure: Measure | None, path: str) -> Draft:
    """A walked message, encoded and measured; of length 0 where it is to be measured later.

    Raises:
        InvalidMessageError: it is larger than `max_message_bytes`.
    """
    content = encode(fields)
    if len(content.data) > ledger.max_message_bytes:
        raise InvalidMessageError(
            path,
            fields,
            f"takes {len(content.data)} bytes, more than the {ledger.max_message_bytes} a message may have",
            "keep large files elsewhere and refer to them, or raise max_message_bytes",
        )
    links = links_of(fields)
    ties = ties_of(fields) if links & TIED else NO_TIES
    return Draft(content, fields.get("role"), links, 0 if measure is None else measure(fields), ties)


def drafts_of(ledger: Ledger, messages: object, measure: Measure | None) -> list[Draft]:
    """One message or many, ready to be stored; where there is no measure yet, when they are measured.

    Raises:
        InvalidMessageError: with path, value and remedy.
    """
    walked = normalize_messages(messages, max_bytes=ledger.max_message_bytes)
    return [draft(ledger, fields, measure, f"messages[{index}]") for index, fields in enumerate(walked)]


def draft_of(ledger: Ledger, message: object, measure: Measure, path: str) -> Draft:
    """One message, ready to be stored."""
    return draft(ledger, normalize_message(message, path=path, max_bytes=ledger.max_message_bytes), measure, path)


def json_of(value: object, path: str) -> Encoded:
    """A memo or metadata, walked and encoded.

    Raises:
        InvalidMemoError: with path, value and remedy.
    """
    return encode(normalize_json(value, path=path))


def note_of(ledger: Ledger, reason: object, actor: object, metadata: object) -> Note:
    """What the caller says about a revision, checked; the manager's actor where none is named."""
    return Note(
        reason=None if reason is None else _text("reason", reason),
        actor=check_optional_name("actor", actor) if actor is not None else ledger.actor,
        metadata=None if metadata is None else json_of(metadata, "metadata"),
    )


def _text(field: str, value: object) -> Encoded:
    if not isinstance(value, str):
        raise InvalidArgumentError(field, value, "text")
    return json_of(value, field)


def integer(argument: str, value: object) -> int:
    """The value, if it is a whole number that a database can hold.

    Raises:
        InvalidArgumentError: it is not.
    """
    if type(value) is not int or not -(2**62) < value < 2**62:
        raise InvalidArgumentError(argument, value, "a whole number")
    return value
