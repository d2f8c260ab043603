"""The lease of a session: who runs a slow handler for it, and until when by the database's clock."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Connection, bindparam, literal, or_, update

from manager.storage import tables
from manager.storage.dialects import DatabaseClock
from manager.storage.statements import Statement

#: Microseconds a lease is asked for at most (`session.resize_timeout`): one that has longer to run was taken while the
#: database's clock was ahead, and nobody may wait for the clock to get there again.
LONGEST: Final = 86_400_000_000

_s = tables.sessions.c
#: Whether nobody has the session's lease: it is free, has run out, or is longer than any can be.
IS_FREE: Final = or_(
    _s.lease_until.is_(None),
    _s.lease_until < DatabaseClock(),
    _s.lease_until > DatabaseClock() + literal(LONGEST, BigInteger),
)
_TAKE = Statement(
    update(tables.sessions)
    .where(
        _s.id == bindparam("row_id"),
        _s.session_id.is_not(None),
        or_(IS_FREE, _s.lease_holder == bindparam("mine")),
    )
    .values(
        lease_holder=bindparam("holder"),
        lease_until=DatabaseClock() + bindparam("microseconds", type_=BigInteger),
    )
)
_RELEASE = Statement(
    update(tables.sessions)
    .where(_s.id == bindparam("row_id"), _s.lease_holder == bindparam("mine"))
    .values(lease_holder=None, lease_until=None)
)


def take(connection: Connection, row_id: int, holder: bytes, microseconds: int) -> bool:
    """Whether the holder has the session's lease, for so long from now: it was free, has run out, is longer than
    any can be, or is its own."""
    parameters = {"row_id": row_id, "mine": holder, "holder": holder, "microseconds": microseconds}
    return _TAKE.execute(connection, parameters) == 1


def release(connection: Connection, row_id: int, holder: bytes) -> None:
    """The lease is free, if the holder has it still."""
    _RELEASE.execute(connection, {"row_id": row_id, "mine": holder})
