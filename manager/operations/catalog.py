"""Sessions as a whole: found, listed, described, set up and deleted."""

from __future__ import annotations

from typing import Any

from manager.errors import InvalidSettingError, SessionNotFoundError
from manager.model import Encoded, Page, SessionInfo
from manager.operations import rows
from manager.operations.drafts import json_of
from manager.operations.faces import Face
from manager.operations.history import cursor_numbers, page_size
from manager.operations.ledger import Ledger, Target
from manager.operations.present import info_of
from manager.planning.normalize import normalize_json, normalize_title
from manager.settings import Settings, flatten, merged, overlaid, without
from manager.storage import Connection, deletions, sessions
from manager.storage.codec import decode_settings, encode
from manager.storage.sessions import DetailsRow, SessionRow, session_name

#: Settings whose change ends a hold of automatic resizing.
_ENDS_HOLD = ("session.max_length", "session.max_messages", "session.strategy")
_UNSET: Any = object()


async def find(face: Face, target: Target) -> None:
    """The target is known to exist.

    Raises:
        SessionNotFoundError: it was never written to, or was deleted.
    """
    row = await face.read(target.ledger.database, lambda connection: rows.existing(connection, target))
    target.row_id = row.id


async def info(face: Face, target: Target) -> SessionInfo:
    """Where the session stands; see Session.info."""

    def read(connection: Connection) -> tuple[SessionRow, DetailsRow]:
        row = rows.existing(connection, target)
        return row, sessions.read_details(connection, row.id)

    row, details = await face.read(target.ledger.database, read)
    target.row_id = row.id
    return info_of(row, details)


async def list_sessions(
    face: Face, ledger: Ledger, *, owner: str | None, limit: object, after: object
) -> Page[SessionInfo]:
    """Sessions of an owner, or of all (None); see SessionManager.list_sessions."""
    size = page_size(limit)
    cursor = None if after is None else _cursor(after)
    found = await face.read(ledger.database, lambda connection: sessions.list_page(connection, owner, cursor, size + 1))
    page = found[:size]
    following = f"{page[-1][0].active_at}.{page[-1][0].id}" if len(found) > size else None
    return Page((info_of(row, details) for row, details in page), next=following)


def _cursor(after: object) -> tuple[int, int]:
    active_at, row_id = cursor_numbers(after, 2)
    return active_at, row_id


async def update(face: Face, target: Target, *, title: object = _UNSET, metadata: object = _UNSET) -> None:
    """Title and metadata are these; what is not given stays; see Session.update."""
    new_title = _UNSET if title is _UNSET else normalize_title(title)
    new_metadata = metadata if metadata is _UNSET or metadata is None else json_of(metadata, "metadata")

    moment = target.ledger.now()

    def work(connection: Connection) -> int:
        stored, row = rows.lock_or_create(connection, target, moment)
        details = sessions.read_details(connection, row.id)
        if new_title is not _UNSET:
            details = details._replace(title=None if new_title is None else encode(new_title).text)
        if new_metadata is not _UNSET:
            details = details._replace(metadata=_text(new_metadata))
        sessions.save_details(connection, row.id, details)
        sessions.save(connection, stored, row)
        return row.id

    target.row_id = await face.write(target.ledger.database, work)


def _text(value: object) -> str | None:
    return value.text if isinstance(value, Encoded) else None


# --- settings -----------------------------------------------------------------------------------


def checked_settings(values: object) -> dict[str, Any]:
    """A session's own settings as a user gives them: dotted or nested, checked, with JSON values.

    Raises:
        InvalidSettingError: no mapping, a wrong value for a known key, or a value that is not JSON.
    """
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise InvalidSettingError("settings", values, "a dict of settings")
    flat: dict[str, Any] = {}
    for key, value in flatten(values).items():
        flat = merged(flat, key, _json_value(key, value))
    return flat


def _json_value(key: object, value: object) -> Any:
    try:
        return normalize_json(value, path=f"settings[{key!r}]")
    except ValueError as error:
        raise InvalidSettingError(str(key), value, f"a JSON value ({error})") from error


async def settings(face: Face, target: Target) -> Settings:
    """The settings in force for the session, as they stand now; see Session.settings."""
    row = await face.read(target.ledger.database, lambda connection: rows.read(connection, target))
    if row is not None:
        target.row_id = row.id
    found = rows.settings_of(target.ledger, row, target)
    found.carried = target.ledger
    return found


async def set_settings(face: Face, target: Target, key: str, value: object) -> None:
    """The session's own setting is stored; see Session.set_settings."""
    # Checked before any SQL, and once: the transaction may run again, and a near-miss is warned about here.
    added = merged({}, key, _json_value(key, value))
    await _store_settings(face, target, lambda own: overlaid(own, added))


async def unset_settings(face: Face, target: Target, key: object) -> None:
    """The session has no value of its own; see Session.unset_settings."""
    if not isinstance(key, str):
        raise InvalidSettingError(str(key), key, "named by text such as 'session.max_length'")
    await _store_settings(face, target, lambda own: without(own, key))


async def _store_settings(face: Face, target: Target, change: Any) -> None:
    moment = target.ledger.now()

    def work(connection: Connection) -> int:
        stored, row = rows.lock_or_create(connection, target, moment)
        own: dict[str, Any] = decode_settings(row.settings, session_name(row))
        changed = change(own)
        row = with_settings(row, own, changed)
        sessions.save(connection, stored, row)
        return row.id

    target.row_id = await face.write(target.ledger.database, work)


def with_settings(row: SessionRow, before: dict[str, Any], after: dict[str, Any]) -> SessionRow:
    """The row with other settings; another limit or strategy ends a hold of automatic resizing.

    Raises:
        InvalidSettingError: the measure would change, and the row was made with it.
    """
    measure = after.get("session.measure", row.measure)
    if measure != row.measure:
        raise InvalidSettingError(
            "session.measure",
            measure,
            f"{row.measure!r}, in which this session is measured; session.remeasure({measure!r}) changes it",
        )
    changed = any(before.get(key, _UNSET) != after.get(key, _UNSET) for key in _ENDS_HOLD)
    return row._replace(settings=encode(after).text, held_revision=None if changed else row.held_revision)


# --- deletion -----------------------------------------------------------------------------------


async def delete_session(face: Face, target: Target) -> None:
    """The name is free and the session's rows are gone; see SessionManager.delete_session."""

    def work(connection: Connection) -> None:
        row = rows.lock(connection, target)
        if row is None:
            raise SessionNotFoundError(target.session_id, target.owner)
        sessions.forget_name(connection, row.id)
        deletions.begin(connection, row.id)

    await face.write(target.ledger.database, work)
    await finish_deletions(face, target.ledger)


async def finish_deletions(face: Face, ledger: Ledger) -> None:
    """No rows of deleted sessions are left: also of those whose removal was interrupted."""
    for session in await face.read(ledger.database, deletions.pending):
        while await face.write(
            ledger.database,
            lambda connection: deletions.remove_page(connection, session),  # noqa: B023
        ):
            pass
