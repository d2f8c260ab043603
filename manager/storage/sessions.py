"""The session row: what every append needs is in it, and locking it is the first statement of every write."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, insert, select, update

from manager.storage import failures, tables
from manager.storage.database import Retry
from manager.storage.statements import Insert, Statement, Update

_MINUTE = 60_000_000


class Backoff(NamedTuple):
    """What automatic resizing waits for after it came to nothing: a window of this length or count, or other rules."""

    retry_length: int | None
    retry_count: int | None
    retry_rules: bytes | None


#: Nothing is waited for.
NO_BACKOFF = Backoff(None, None, None)


class SessionRow(NamedTuple):
    """A row of ledger_sessions."""

    id: int
    owner: str
    session_id: str | None
    measure: str
    settings: str
    head_seq: int
    head_length: int
    head_digest: bytes
    current_revision: int
    revision_digest: bytes
    derived_count: int
    full_from: int
    full_at: int
    window_from: int
    window_at: int
    memo_from: int | None
    full_count: int
    window_count: int
    window_length: int
    window_pinned: int | None
    held_revision: int | None
    created_at: int
    updated_at: int
    active_at: int
    #: The calls at the window's end that wait for their answer; see manager.planning.waiting.
    open_calls: str | None = None
    pin_count: int = 0
    #: The measurement the lengths are of (0: as each message was measured when it was appended), and the last message
    #: whose length is therefore in ledger_lengths.
    measurement: int = 0
    measured_upto: int = 0
    #: Automatic resizing that came to nothing waits until the window has grown to one of these, or the rules differ.
    retry_length: int | None = None
    retry_count: int | None = None
    retry_rules: bytes | None = None
    #: Who runs a slow handler for the session, and until when by the database's clock (microseconds).
    lease_holder: bytes | None = None
    lease_until: int | None = None

    @property
    def backoff(self) -> Backoff:
        """What automatic resizing waits for."""
        return Backoff(self.retry_length, self.retry_count, self.retry_rules)

    def backing_off(self, backoff: Backoff | None) -> SessionRow:
        """The row with what automatic resizing waits for; None: for nothing."""
        return self._replace(**(backoff or NO_BACKOFF)._asdict())


class AppendedRow(NamedTuple):
    """What is asked of the row after an append in one statement: all of it takes the server and the driver a tenth of
    the append's time."""

    id: int
    owner: str
    session_id: str | None
    measure: str
    settings: str
    head_seq: int
    revision_digest: bytes
    window_count: int
    window_length: int
    held_revision: int | None
    updated_at: int
    open_calls: str | None
    measurement: int
    retry_length: int | None
    retry_count: int | None
    retry_rules: bytes | None


class DetailsRow(NamedTuple):
    """A row of ledger_session_details."""

    title: str | None
    metadata: str | None


_s = tables.sessions.c
_d = tables.session_details.c
_COLUMNS = tuple(_s)
_WIDTH = len(SessionRow._fields)
_APPENDED = (
    "head_seq",
    "head_length",
    "head_digest",
    "full_count",
    "window_count",
    "window_length",
    "open_calls",
    "updated_at",
)
_REVISED = (
    "settings",
    "current_revision",
    "revision_digest",
    "derived_count",
    "full_from",
    "full_at",
    "window_from",
    "window_at",
    "memo_from",
    "window_pinned",
    "held_revision",
)
#: Few revisions change them: not to write them again saves a tenth of a cut's time.
_SELDOM = ("measure", *SessionRow._fields[SessionRow._fields.index("pin_count") :])


class _Columns:
    """Some columns of the row, written together; `active_at` only when its minute has passed: an indexed column that
    does not change keeps updates heap-only on PostgreSQL and spares SQLite the index entry."""

    def __init__(self, *columns: str) -> None:
        self._update = Update(_s.id, columns)
        self._values = attrgetter(*columns, "id")
        self._active_update = Update(_s.id, (*columns, "active_at"))
        self._active_values = attrgetter(*columns, "active_at", "id")

    def write(self, connection: Connection, row: SessionRow, *, active: bool) -> None:
        if active:
            self._active_update.row(connection, self._active_values(row))
        else:
            self._update.row(connection, self._values(row))


_revised = attrgetter(*_REVISED)
_seldom = attrgetter(*_SELDOM)
_AFTER_APPEND = _Columns(*_APPENDED)
_AFTER_REVISION = _Columns(*_APPENDED, *_REVISED)
_AFTER_CHANGE = _Columns(*_APPENDED, *_REVISED, *_SELDOM)
_by_id = select(*_COLUMNS).where(_s.id == bindparam("row_id"), _s.session_id.is_not(None))
_by_name = select(*_COLUMNS).where(_s.owner == bindparam("owner"), _s.session_id == bindparam("session_id"))
# key_share: FOR NO KEY UPDATE on PostgreSQL, FOR UPDATE on MariaDB; on SQLite the transaction itself is the lock.
_LOCK_BY_ID = Statement(_by_id.with_for_update(key_share=True))
_LOCK_BY_NAME = Statement(_by_name.with_for_update(key_share=True))
_READ_BY_ID = Statement(_by_id)
_READ_BY_NAME = Statement(_by_name)
_INSERT = Statement(
    insert(tables.sessions).values({name: bindparam(f"new_{name}") for name in SessionRow._fields if name != "id"})
)
_FORGET_NAME = Statement(
    update(tables.sessions)
    .where(_s.id == bindparam("row_id"))
    .values(session_id=None, lease_holder=None, lease_until=None)
)
_READ_DETAILS = Statement(select(_d.title, _d.metadata).where(_d.session == bindparam("row_id")))
_INSERT_DETAILS = Insert(tables.session_details)
_UPDATE_DETAILS = Statement(
    update(tables.session_details)
    .where(_d.session == bindparam("row_id"))
    .values(title=bindparam("new_title"), metadata=bindparam("new_metadata"))
)


def session_name(row: SessionRow | AppendedRow) -> str:
    """What errors call the session."""
    return f"session {row.session_id!r}" + (f" of owner {row.owner!r}" if row.owner else "")


def active_minute(previous: int, now: int) -> int:
    """`active_at` after a write: the minute, so that the index the lists go by is touched once a minute."""
    return max(previous, now - now % _MINUTE)


def lock(connection: Connection, row_id: int | None, owner: str, session_id: str) -> SessionRow | None:
    """The session's row, which no other transaction changes until this one ends; None when there is none.

    Reads no other table: on PostgreSQL a join in the locking statement reads stale rows or none after a wait.
    """
    if row_id is not None:
        row = _LOCK_BY_ID.first(connection, {"row_id": row_id})
    else:
        row = _LOCK_BY_NAME.first(connection, {"owner": owner, "session_id": session_id})
    return None if row is None else SessionRow._make(row)


def read(connection: Connection, row_id: int | None, owner: str, session_id: str) -> SessionRow | None:
    """The session's row as last committed."""
    if row_id is not None:
        row = _READ_BY_ID.first(connection, {"row_id": row_id})
    else:
        row = _READ_BY_NAME.first(connection, {"owner": owner, "session_id": session_id})
    return None if row is None else SessionRow._make(row)


def create(connection: Connection, row: SessionRow) -> int:
    """A new row is there; the id it was given.

    Raises:
        Retry: another transaction made it first.
    """
    try:
        _INSERT.execute(connection, {f"new_{name}": getattr(row, name) for name in SessionRow._fields if name != "id"})
    except Exception as error:
        if failures.duplicate(error):
            raise Retry from error
        raise
    created = _READ_BY_NAME.first(connection, {"owner": row.owner, "session_id": row.session_id})
    assert created is not None, "a row inserted in this transaction is visible in it"
    return int(created[0])


def save(connection: Connection, before: SessionRow, after: SessionRow) -> None:
    """The row holds what `after` says; no more is written than an append, a revision, or more changes."""
    if _seldom(after) != _seldom(before):
        columns = _AFTER_CHANGE
    elif _revised(after) != _revised(before):
        columns = _AFTER_REVISION
    else:
        columns = _AFTER_APPEND
    columns.write(connection, after, active=after.active_at != before.active_at)


def forget_name(connection: Connection, row_id: int) -> None:
    """The name is free for a new session; the row waits for its removal."""
    _FORGET_NAME.execute(connection, {"row_id": row_id})


def read_details(connection: Connection, row_id: int) -> DetailsRow:
    """Title and metadata; both None where none were given."""
    row = _READ_DETAILS.first(connection, {"row_id": row_id})
    return DetailsRow(None, None) if row is None else DetailsRow._make(row)


def save_details(connection: Connection, row_id: int, details: DetailsRow) -> None:
    """Title and metadata are these. The caller holds the session's lock."""
    if _READ_DETAILS.first(connection, {"row_id": row_id}) is None:
        insert_details(connection, row_id, details)
    else:
        _UPDATE_DETAILS.execute(
            connection, {"row_id": row_id, "new_title": details.title, "new_metadata": details.metadata}
        )


def insert_details(connection: Connection, row_id: int, details: DetailsRow) -> None:
    """Title and metadata of a session made in this transaction."""
    _INSERT_DETAILS.row(connection, (row_id, *details))


def list_page(
    connection: Connection, owner: str | None, after: tuple[int, int] | None, limit: int
) -> list[tuple[SessionRow, DetailsRow]]:
    """Sessions of an owner, last active first, from behind (active_at, id); of all owners, last made first."""
    listed = (
        select(*_COLUMNS, _d.title, _d.metadata)
        .select_from(tables.sessions.outerjoin(tables.session_details, _d.session == _s.id))
        .where(_s.session_id.is_not(None))
    )
    if owner is None:
        listed = listed.order_by(_s.id.desc())
        return _listed(connection, listed if after is None else listed.where(_s.id < after[1]), limit)
    listed = listed.where(_s.owner == owner).order_by(_s.active_at.desc(), _s.id.desc())
    # MariaDB would rather read all sessions of the owner by the index of their names, and sort.
    listed = listed.with_hint(tables.sessions, "FORCE INDEX (ledger_sessions_owner_active)", "mariadb")
    if after is None:
        return _listed(connection, listed, limit)
    # Thousands of sessions may be active in one minute: as one condition with OR, each page would read all of the
    # minute that the pages before it have read.
    active_at, row_id = after
    page = _listed(connection, listed.where(_s.active_at == active_at, _s.id < row_id), limit)
    if len(page) < limit:
        page += _listed(connection, listed.where(_s.active_at < active_at), limit - len(page))
    return page


def _listed(connection: Connection, statement: Select[Any], limit: int) -> list[tuple[SessionRow, DetailsRow]]:
    rows = connection.execute(statement.limit(limit))
    return [(SessionRow._make(row[:_WIDTH]), DetailsRow._make(row[_WIDTH:])) for row in rows]


def next_rows(connection: Connection, after_id: int, limit: int, owner: str | None = None) -> list[SessionRow]:
    """Sessions that were not deleted, in the order of their ids: a walk over all of them."""
    statement = select(*_COLUMNS).where(_s.id > after_id, _s.session_id.is_not(None)).order_by(_s.id).limit(limit)
    if owner is not None:
        statement = statement.where(_s.owner == owner)
    return [SessionRow._make(row) for row in connection.execute(statement)]
