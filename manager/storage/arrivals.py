"""Sessions on their way in: rows under a session that has no name yet, held by the lease of who brings them.

Until it gets its name, such a session is like one that was deleted: whoever finishes deletions removes it, when the
lease has run out.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Connection, bindparam, delete, insert, literal, update

from manager.storage import deletions, failures, sessions, tables
from manager.storage.dialects import DatabaseClock
from manager.storage.sessions import DetailsRow, SessionRow
from manager.storage.statements import Statement

#: Microseconds for which nobody removes the rows of one that stands still; each page begins them anew.
LEASE: Final = 120_000_000

_s = tables.sessions.c
_until = DatabaseClock() + literal(LEASE, BigInteger)
_mine = (_s.id == bindparam("row_id"), _s.session_id.is_(None), _s.lease_holder == bindparam("mine"))
_KEEP = Statement(update(tables.sessions).where(*_mine).values(lease_until=_until))
_LEAVE = Statement(update(tables.sessions).where(*_mine).values(lease_holder=None, lease_until=None))
_NAME = Statement(
    update(tables.sessions).where(*_mine).values(session_id=bindparam("new_name"), lease_holder=None, lease_until=None)
)


class NameTakenError(Exception):
    """Another session has the name by now; the transaction is to be left."""


def begin(connection: Connection, row: SessionRow, details: DetailsRow, holder: bytes) -> int:
    """The session's own rows are there, but for its name; the number of the new row."""
    values = row._asdict() | {"session_id": None, "lease_holder": holder, "lease_until": _until}
    del values["id"]
    made = connection.execute(insert(tables.sessions).values(values)).inserted_primary_key
    assert made is not None, "one row was inserted"
    row_id = int(made[0])
    if details != DetailsRow(None, None):
        sessions.insert_details(connection, row_id, details)
    deletions.begin(connection, row_id)
    return row_id


def keep(connection: Connection, row_id: int, holder: bytes) -> bool:
    """Whether the rows are still the holder's, who has the row locked now, and the lease for another while."""
    return _KEEP.execute(connection, {"row_id": row_id, "mine": holder}) == 1


def leave(connection: Connection, row_id: int, holder: bytes) -> None:
    """Whoever finishes deletions may remove the rows."""
    _LEAVE.execute(connection, {"row_id": row_id, "mine": holder})


def name(connection: Connection, row_id: int, holder: bytes, session_id: str) -> bool:
    """The session has its name and is one like all others; False where its rows are no longer the holder's.

    Raises:
        NameTakenError: the owner has another session of that name.
    """
    try:
        if _NAME.execute(connection, {"row_id": row_id, "mine": holder, "new_name": session_id}) != 1:
            return False
    except Exception as error:
        if failures.duplicate(error):
            raise NameTakenError from error
        raise
    connection.execute(delete(tables.deletions).where(tables.deletions.c.session == row_id))
    return True
