"""The memo's versions; a revision names the one in force."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from manager.model import Encoded
from manager.storage import tables
from manager.storage.statements import Insert, Statement


class MemoRow(NamedTuple):
    """A row of ledger_memos."""

    encoding: int
    content: str | None
    nonce: bytes


_t = tables.memos.c
_INSERT = Insert(tables.memos)
_READ = Statement(
    select(_t.encoding, _t.content, _t.nonce).where(
        _t.session == bindparam("session"), _t.revision == bindparam("revision")
    )
)


def write(connection: Connection, session: int, revision: int, memo: Encoded, nonce: bytes, created_at: int) -> None:
    """The revision's memo is stored."""
    _INSERT.row(connection, (session, revision, memo.encoding, memo.text, nonce, created_at))


def read(connection: Connection, session: int, revision: int) -> MemoRow | None:
    """The memo a revision wrote."""
    row = _READ.first(connection, {"session": session, "revision": revision})
    return None if row is None else MemoRow._make(row)
