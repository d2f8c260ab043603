"""Rows made into the values users see."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from manager.errors import StoredDataError
from manager.model import Message, Revision, SessionInfo, from_microseconds
from manager.storage.codec import decode, decode_plain, decode_settings
from manager.storage.entries import DerivedRow
from manager.storage.memos import MemoRow
from manager.storage.messages import Content, MessageRow
from manager.storage.revisions import HistoryRow, RevisionRow
from manager.storage.sessions import DetailsRow, SessionRow, session_name


def message_of(row: MessageRow) -> Message:
    """The message as it was appended."""
    return message_from(row.content)


def message_from(content: Content) -> Message:
    """The same of a message of which nothing else was read."""
    seq, encoding, payload, metadata, created_at = content
    beside = None if metadata is None else decode_plain(metadata, f"message {seq}")
    return Message(_fields(payload, encoding, "message", seq), seq=seq, created=created_at, metadata=beside)


def derived_message(row: DerivedRow) -> Message:
    """The message a handler wrote."""
    return Message(_fields(row.payload, row.encoding, "derived message", row.derived_id))


def _fields(payload: str | None, encoding: int, row: str, number: int) -> dict[str, Any]:
    if payload is None:
        raise StoredDataError(f"{row} {number}", "it has no payload")
    value = decode(payload, encoding, row, number)
    if not isinstance(value, dict):
        raise StoredDataError(f"{row} {number}", "its payload is no JSON object")
    return value


def memo_of(row: MemoRow | None) -> object:
    """The memo, None where there is none."""
    return None if row is None or row.content is None else decode(row.content, row.encoding, "the memo")


def revision_of(row: RevisionRow, session_id: str, count_before: int, length_before: int, measure: str) -> Revision:
    """The revision with its counters before and after, and the measure its own are in."""
    name = f"revision {row.revision} of session {session_id!r}"
    return Revision(
        owner=row.owner,
        session_id=session_id,
        revision=row.revision,
        parent=row.parent,
        kind=row.kind,
        strategy=row.strategy,
        cause=row.cause,
        restored=row.restored,
        head_seq=row.head_seq,
        measure=measure,
        full_count=row.full_count,
        window_count=row.window_count,
        window_length=row.window_length,
        count_before=count_before,
        length_before=length_before,
        dropped_count=row.dropped_count,
        dropped_length=row.dropped_length,
        max_length=row.max_length,
        settings=decode_plain(row.settings, name) or {},
        actor=row.actor,
        reason=decode_plain(row.reason, name),
        metadata=decode_plain(row.metadata, name),
        duration=timedelta(microseconds=row.duration_us),
        digest=row.digest.hex(),
        created_at=from_microseconds(row.created_at),
    )


def history_revision(found: HistoryRow) -> Revision:
    """A revision of a history page."""
    return revision_of(found.row, found.session_id or "", found.count_before, found.length_before, found.measure)


def info_of(row: SessionRow, details: DetailsRow) -> SessionInfo:
    """Where the session stands."""
    name = session_name(row)
    return SessionInfo(
        owner=row.owner,
        session_id=row.session_id or "",
        title=decode_plain(details.title, name),
        metadata=decode_plain(details.metadata, name),
        measure=row.measure,
        settings=decode_settings(row.settings, name),
        head_seq=row.head_seq,
        head_digest=row.head_digest.hex(),
        revision=row.current_revision,
        full_count=row.full_count,
        window_count=row.window_count,
        window_length=row.window_length,
        held=row.held_revision is not None,
        created_at=from_microseconds(row.created_at),
        updated_at=from_microseconds(row.updated_at),
        active_at=from_microseconds(row.active_at),
    )
