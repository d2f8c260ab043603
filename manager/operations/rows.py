"""The session's row at the start of an operation: locked, made where it must be, and the settings in it."""

from __future__ import annotations

from typing import Any

from manager.errors import SessionNotFoundError
from manager.model import Note
from manager.operations.ledger import Ledger, Seen, Target
from manager.operations.revise import RevisionDraft, revise
from manager.planning.measures import measure_named
from manager.protocols import Measure
from manager.settings import ResizeRules, Settings
from manager.storage import Connection, sessions
from manager.storage.codec import decode_settings, encode
from manager.storage.digests import first_digest
from manager.storage.sessions import AppendedRow, DetailsRow, SessionRow, active_minute, session_name


def lock(connection: Connection, target: Target) -> SessionRow | None:
    """The session's locked row, or None where it was never written to.

    Raises:
        SessionNotFoundError: the session this handle knew was deleted.
    """
    row_id = target.row_id
    row = sessions.lock(connection, row_id, target.owner, target.session_id)
    if row is None:
        _refuse_deleted(target, row_id)
    return row


def read(connection: Connection, target: Target) -> SessionRow | None:
    """The session's row as last committed, or None where it was never written to.

    Raises:
        SessionNotFoundError: the session this handle knew was deleted.
    """
    row_id = target.row_id
    row = sessions.read(connection, row_id, target.owner, target.session_id)
    if row is None:
        _refuse_deleted(target, row_id)
    return row


def lock_or_create(connection: Connection, target: Target, moment: int) -> tuple[SessionRow, SessionRow]:
    """The session's locked row, as it is stored and as it is to be; they differ only where the row was made just now,
    with its revision 1, because this is the session's first write.

    Args:
        moment: what the clock said before the transaction.
    """
    row = lock(connection, target)
    return (row, row) if row is not None else _create(connection, target, moment)


def existing(connection: Connection, target: Target) -> SessionRow:
    """The session's row as last committed.

    Raises:
        SessionNotFoundError: it was never written to, or was deleted.
    """
    row = read(connection, target)
    if row is None:
        raise SessionNotFoundError(target.session_id, target.owner)
    return row


def _refuse_deleted(target: Target, row_id: int | None) -> None:
    # What was looked for, and not what the handle knows by now: another thread may have made the session meanwhile.
    if row_id is not None:
        raise SessionNotFoundError(target.session_id, target.owner, deleted=True)


def _create(connection: Connection, target: Target, now: int) -> tuple[SessionRow, SessionRow]:
    digest = first_digest(target.owner, target.session_id)
    measure = _chosen_measure(target)
    measure_named(measure, target.ledger.measures)
    row = SessionRow(
        id=0,
        owner=target.owner,
        session_id=target.session_id,
        measure=measure,
        settings=encode(target.settings).text,
        head_seq=0,
        head_length=0,
        head_digest=digest,
        current_revision=0,
        revision_digest=digest,
        derived_count=0,
        full_from=0,
        full_at=0,
        window_from=0,
        window_at=0,
        memo_from=None,
        full_count=0,
        window_count=0,
        window_length=0,
        window_pinned=None,
        held_revision=None,
        created_at=now,
        updated_at=now,
        active_at=active_minute(0, now),
    )
    stored = row._replace(id=sessions.create(connection, row))
    if target.title is not None or target.metadata is not None:
        details = DetailsRow(
            None if target.title is None else encode(target.title).text,
            None if target.metadata is None else target.metadata.text,
        )
        sessions.insert_details(connection, stored.id, details)
    draft = RevisionDraft(kind="created", note=Note(actor=target.ledger.actor))
    made, _ = revise(connection, stored, draft, now)
    return stored, made


def settings_of(ledger: Ledger, row: SessionRow | AppendedRow | None, target: Target) -> Settings:
    """The settings in force for the session: its own over its manager's over the built-in ones."""
    if row is None:
        return Settings.of_stored(target.settings, ledger.settings)
    own: dict[str, Any] = decode_settings(row.settings, session_name(row))
    if ledger.settings.get("session.measure") != row.measure:
        own["session.measure"] = row.measure  # it is the row's, whatever is wanted for new ones
    return Settings.of_stored(own, ledger.settings)


def rules_of(target: Target, row: SessionRow | None) -> ResizeRules:
    """What a resize of the session decides by; the handle's `auto_resize` is over the stored one.

    Kept from one call to the next while neither the row's settings and measure nor the manager's settings have changed.
    """
    last = seen(target)
    if last is not None and row is not None and (last.settings, last.measure) == (row.settings, row.measure):
        return last.rules
    version = target.ledger.settings.version  # before the rules: changed meanwhile, they are worked out once more
    rules = ResizeRules.of(settings_of(target.ledger, row, target))
    if row is not None:
        target.seen = Seen(row.settings, version, row.measure, rules)
    return rules


def seen(target: Target) -> Seen | None:
    """What the handle last saw of its session; None where the manager's settings have changed since."""
    last = target.seen
    return last if last is not None and last.process == target.ledger.settings.version else None


def resizes_automatically(target: Target, rules: ResizeRules) -> bool:
    """Whether a write through this handle may resize by itself."""
    return rules.auto_resize if target.auto_resize is None else target.auto_resize


def measure_of(target: Target, row: SessionRow | None) -> Measure:
    """The measure of the session: that of its row, else that which its row will have.

    Raises:
        UnknownMeasureError: this process does not know it.
    """
    return measure_named(row.measure if row is not None else _chosen_measure(target), target.ledger.measures)


def measure_name(target: Target) -> str:
    """The name of the measure of the session's row as the handle last saw it, else of that which its row will have."""
    return target.seen.measure if target.seen is not None else _chosen_measure(target)


def _chosen_measure(target: Target) -> str:
    return str(target.settings.get("session.measure") or target.ledger.settings.get("session.measure"))
