"""What `verify` reads: every row of a session in pages, and rows that belong to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, func, select

from manager.model import Span
from manager.storage import messages, tables
from manager.storage.messages import ChainedRow

#: Rows read at once.
ROWS_A_PAGE: Final = 1_000


class Bounds(NamedTuple):
    """The highest numbers among a session's rows, whatever its own row says."""

    seq: int
    revision: int
    derived_id: int
    entry_revision: int
    memo_revision: int
    summary_revision: int
    body_seq: int
    key_seq: int
    measurement: int
    measurement_of_lengths: int


class DerivedAudit(NamedTuple):
    """A derived message as `verify` reads it."""

    derived_id: int
    revision: int
    payload: str | None
    nonce: bytes


class MemoAudit(NamedTuple):
    """A memo as `verify` reads it."""

    revision: int
    content: str | None
    nonce: bytes


_d = tables.derived_messages.c
_e = tables.window_entries.c
_o = tables.memos.c


def bounds(connection: Connection, session: int) -> Bounds:
    """The highest numbers that stand in any row of the session."""
    columns = (
        tables.messages.c.seq,
        tables.window_revisions.c.revision,
        _d.derived_id,
        _e.revision,
        _o.revision,
        tables.summaries.c.revision,
        tables.bodies.c.seq,
        tables.append_keys.c.last_seq,
        tables.measurements.c.measurement,
        tables.lengths.c.measurement,
    )
    parts: list[Any] = [
        select(func.max(column)).where(column.table.c.session == session).scalar_subquery() for column in columns
    ]
    found = connection.execute(select(*parts)).one()
    return Bounds._make(int(value or 0) for value in found)


def message_page(connection: Connection, session: int, after: int, last: int) -> list[ChainedRow]:
    """The next messages after a seq, as they are there: gaps show."""
    stop = min(last, after + ROWS_A_PAGE)
    return messages.read_chained(connection, session, Span(after + 1, stop))


def stray_body(connection: Connection, session: int) -> int | None:
    """The first body in the side table of a message that holds its payload itself; None where there is none."""
    m, b = tables.messages.c, tables.bodies.c
    statement = (
        select(func.min(b.seq))
        .join_from(tables.bodies, tables.messages, and_(m.session == b.session, m.seq == b.seq))
        .where(b.session == session, m.payload.is_not(None))
    )
    found: int | None = connection.execute(statement).scalar()
    return found


class PinsAudit(NamedTuple):
    """How many messages are pinned, by the session's row and by the pins, and the pins that are of no message."""

    noted: int
    counted: int
    outside: int


def pins_of(connection: Connection, session: int) -> PinsAudit:
    """The session's pins, of one moment."""
    s, p = tables.sessions.c, tables.pins.c
    counted = select(func.count()).select_from(tables.pins).where(p.session == s.id)
    outside = counted.where((p.seq < 1) | (p.seq > s.head_seq))
    row = connection.execute(
        select(s.pin_count, counted.scalar_subquery(), outside.scalar_subquery()).where(s.id == session)
    ).first()
    return PinsAudit(0, 0, 0) if row is None else PinsAudit._make(row)


def entries_of(
    connection: Connection, session: int, first: int, last: int
) -> dict[int, list[tuple[int, int, int | None, int | None, int | None]]]:
    """The entries the revisions `first` to `last` wrote, as they are hashed."""
    statement = (
        select(_e.revision, _e.part, _e.position, _e.first_seq, _e.last_seq, _e.derived_id)
        .where(_e.session == session, _e.revision >= first, _e.revision <= last)
        .order_by(_e.revision, _e.part, _e.position)
    )
    found: dict[int, list[tuple[int, int, int | None, int | None, int | None]]] = {}
    for revision, *entry in connection.execute(statement):
        part, position, first_seq, last_seq, derived_id = entry
        found.setdefault(revision, []).append((part, position, first_seq, last_seq, derived_id))
    return found


def derived_of(connection: Connection, session: int, first: int, last: int) -> dict[int, list[DerivedAudit]]:
    """The derived messages the revisions `first` to `last` wrote, in the order of their ids."""
    statement = (
        select(_d.derived_id, _d.revision, _d.payload, _d.nonce)
        .where(_d.session == session, _d.revision >= first, _d.revision <= last)
        .order_by(_d.derived_id)
    )
    found: dict[int, list[DerivedAudit]] = {}
    for row in connection.execute(statement):
        derived = DerivedAudit._make(row)
        found.setdefault(derived.revision, []).append(derived)
    return found


def memos_of(connection: Connection, session: int, first: int, last: int) -> dict[int, MemoAudit]:
    """The memos the revisions `first` to `last` wrote."""
    statement = select(_o.revision, _o.content, _o.nonce).where(
        _o.session == session, _o.revision >= first, _o.revision <= last
    )
    return {row[0]: MemoAudit._make(row) for row in connection.execute(statement)}


def digests_at(connection: Connection, session: int, seqs: Sequence[int]) -> dict[int, bytes]:
    """The log's digest after each of these messages."""
    m = tables.messages.c
    statement = select(m.seq, m.digest).where(m.session == session, m.seq.in_(sorted({*seqs})))
    return {int(seq): digest for seq, digest in connection.execute(statement)}


def without_session(connection: Connection) -> list[tuple[str, int, str]]:
    """The first row of each table that belongs to no session; sessions without a name that nobody deleted; deletions of
    sessions that have their name."""
    s, deleted = tables.sessions, tables.deletions
    known = select(s.c.id)
    found: list[tuple[str, int, str]] = []
    for table in tables.metadata.sorted_tables:
        if "session" not in table.c or table is deleted:
            continue
        session = connection.execute(select(func.min(table.c.session)).where(table.c.session.not_in(known))).scalar()
        if session is not None:
            found.append((table.name, session, "belongs to a session that is not there"))
    nameless = select(s.c.id).where(s.c.session_id.is_(None), s.c.id.not_in(select(deleted.c.session))).limit(1)
    found.extend((s.name, session, "has lost its name") for session in connection.execute(nameless).scalars())
    named = select(deleted.c.session).join(s, s.c.id == deleted.c.session).where(s.c.session_id.is_not(None)).limit(1)
    found.extend(
        (deleted.name, session, "was added: the session was not deleted")
        for session in connection.execute(named).scalars()
    )
    return found
