"""Messages that stay in the window whatever is cut."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, select

from manager.storage import tables
from manager.storage.statements import Insert, Statement

_p = tables.pins.c
_INSERT = Insert(tables.pins)
_READ = Statement(select(_p.seq).where(_p.session == bindparam("session")).order_by(_p.seq))


def read(connection: Connection, session: int) -> list[int]:
    """The pinned messages' seqs, in order."""
    return [int(seq) for (seq,) in _READ.all(connection, session=session)]


def add(connection: Connection, session: int, seqs: Sequence[int]) -> None:
    """The messages, none of which was pinned, are pinned."""
    _INSERT.rows(connection, [(session, seq) for seq in seqs])


def remove(connection: Connection, session: int, seqs: Sequence[int]) -> None:
    """The messages are not pinned."""
    connection.execute(delete(tables.pins).where(_p.session == session, _p.seq.in_(seqs)))
