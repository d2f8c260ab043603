"""Sessions that were deleted, and the removal of their rows in pages."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Table, bindparam, delete, select, update

from manager.storage import tables
from manager.storage.leases import IS_FREE
from manager.storage.statements import Insert, Statement

#: Rows removed in one transaction: removing 1,000,000 in one held SQLite's write lock for 2.5 s.
ROWS_A_PAGE: Final = 2_000

_t = tables.deletions.c
_s = tables.sessions.c
_INSERT = Insert(tables.deletions)
#: Only of sessions that have no name: a row that came here in another way removes nothing. One that is on its way in
#: has none yet, and is left alone as long as somebody brings it.
_REMOVABLE = (_s.session_id.is_(None), IS_FREE)
_LOCK = Statement(
    select(_s.id, _s.lease_holder).where(_s.id == bindparam("row_id"), *_REMOVABLE).with_for_update(key_share=True)
)
_END_LEASE = Statement(
    update(tables.sessions).where(_s.id == bindparam("row_id")).values(lease_holder=None, lease_until=None)
)
_PENDING = select(_t.session).join(tables.sessions, _s.id == _t.session).where(*_REMOVABLE).order_by(_t.session)

#: Each table of a session's rows with the column that its pages are cut by.
_PAGED: tuple[tuple[Table, str], ...] = (
    (tables.bodies, "seq"),
    (tables.messages, "seq"),
    (tables.append_keys, "append_key"),
    (tables.window_entries, "revision"),
    (tables.derived_messages, "derived_id"),
    (tables.memos, "revision"),
    (tables.pins, "seq"),
    (tables.lengths, "number"),
    (tables.measurements, "measurement"),
    (tables.resize_attempts, "attempt"),
    (tables.summaries, "revision"),
    (tables.window_revisions, "revision"),
)


def begin(connection: Connection, session: int) -> None:
    """The session's rows are marked for removal."""
    _INSERT.row(connection, (session,))


def pending(connection: Connection) -> list[int]:
    """The sessions whose removal was begun and not finished."""
    return [int(session) for session in connection.execute(_PENDING).scalars()]


def remove_page(connection: Connection, session: int) -> bool:
    """One page of the session's rows is gone; False when this was the last and nothing of the session is left."""
    locked = _LOCK.first(connection, {"row_id": session})
    if locked is None:
        return False  # another process has finished it, or brings it still
    if locked[1] is not None:
        _END_LEASE.execute(connection, {"row_id": session})  # who brought it and comes back finds that it is over
    for table, column_name in _PAGED:
        column = table.c[column_name]
        page = (
            select(column).where(table.c.session == bindparam("session")).order_by(column).limit(ROWS_A_PAGE).subquery()
        )
        last = connection.execute(
            select(page.c[column_name]).order_by(page.c[column_name].desc()).limit(1), {"session": session}
        ).scalar()
        if last is not None:
            connection.execute(delete(table).where(table.c.session == session, column <= last))
            return True
    connection.execute(delete(tables.session_details).where(tables.session_details.c.session == session))
    connection.execute(delete(tables.sessions).where(tables.sessions.c.id == session))
    connection.execute(delete(tables.deletions).where(_t.session == session))
    return False
