"""Resizes that came to nothing: one row each, numbered from 1 in their session."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select

from manager.storage import tables
from manager.storage.statements import Insert, Statement


class AttemptRow(NamedTuple):
    """A row of ledger_resize_attempts without its session, in the table's order."""

    attempt: int
    revision: int
    head_seq: int
    cause: str
    strategy: str | None
    outcome: str
    window_count: int
    window_length: int
    max_length: int | None
    max_messages: int | None
    reason: str | None
    duration_us: int
    created_at: int


_a = tables.resize_attempts.c
_COLUMNS = tuple(_a[name] for name in AttemptRow._fields)
_INSERT = Insert(tables.resize_attempts)
_NEWEST = Statement(select(func.max(_a.attempt)).where(_a.session == bindparam("session")))
_GET = Statement(select(*_COLUMNS).where(_a.session == bindparam("session"), _a.attempt == bindparam("attempt")))
_PAGE = Statement(
    select(*_COLUMNS)
    .where(_a.session == bindparam("session"), _a.attempt < bindparam("before"))
    .order_by(_a.attempt.desc())
    .limit(bindparam("step"))
)


def newest(connection: Connection, session: int) -> int:
    """The number of the session's last attempt; 0 where there is none."""
    row = _NEWEST.first(connection, {"session": session})
    return 0 if row is None or row[0] is None else int(row[0])


def write(connection: Connection, session: int, row: AttemptRow) -> None:
    """The attempt is stored. The caller holds the session's lock."""
    _INSERT.row(connection, (session, *row))


def get(connection: Connection, session: int, attempt: int) -> AttemptRow | None:
    """The attempt's row."""
    row = _GET.first(connection, {"session": session, "attempt": attempt})
    return None if row is None else AttemptRow._make(row)


def page(connection: Connection, session: int, before: int, limit: int) -> list[AttemptRow]:
    """The session's attempts with a lower number than `before`, newest first."""
    rows = _PAGE.all(connection, {"session": session, "before": before, "step": limit})
    return [AttemptRow._make(row) for row in rows]
