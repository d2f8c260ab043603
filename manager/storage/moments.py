"""One moment of a session in one read: its row, or one of its revisions, with the memo in force.

These are reads, so they may join; a statement that locks never does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, bindparam, select
from sqlalchemy.engine import Connection

from manager.storage import tables
from manager.storage.memos import MemoRow
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow
from manager.storage.statements import Statement


class Moment(NamedTuple):
    """A revision, the session's row as it is now, and the revision's memo."""

    session: SessionRow
    revision: RevisionRow
    memo: MemoRow | None
    revision_of_message: int | None


_s = tables.sessions.c
_r = tables.window_revisions.c
_m = tables.messages.c
_o = tables.memos.c
_SESSION = tuple(_s[name] for name in SessionRow._fields)
_REVISION = tuple(_r[name] for name in RevisionRow._fields)
_MEMO = (_o.encoding, _o.content, _o.nonce)
_BY_ID = (_s.id == bindparam("row_id"), _s.session_id.is_not(None))
_BY_NAME = (_s.owner == bindparam("owner"), _s.session_id == bindparam("session_id"))


def _now(*found: Any) -> Statement:
    return Statement(
        select(*_SESSION, *_MEMO)
        .select_from(tables.sessions.outerjoin(tables.memos, and_(_o.session == _s.id, _o.revision == _s.memo_from)))
        .where(*found)
    )


def _moment(*found: Any) -> Select[Any]:
    return (
        select(*_SESSION, *_REVISION, *_MEMO, _m.revision)
        .select_from(
            tables.sessions.join(tables.window_revisions, _r.session == _s.id)
            .outerjoin(tables.memos, and_(_o.session == _s.id, _o.revision == _r.memo_from))
            .outerjoin(tables.messages, and_(_m.session == _s.id, _m.seq == bindparam("seq")))
        )
        .where(*found)
    )


def _of_revision(*found: Any) -> Statement:
    return Statement(_moment(*found).where(_r.revision == bindparam("revision")))


def _at_seq(*found: Any) -> Statement:
    return Statement(
        _moment(*found).where(_r.head_seq <= bindparam("seq")).order_by(_r.head_seq.desc(), _r.revision.desc()).limit(1)
    )


_NOW = {True: _now(*_BY_ID), False: _now(*_BY_NAME)}
_OF_REVISION = {True: _of_revision(*_BY_ID), False: _of_revision(*_BY_NAME)}
_AT_SEQ = {True: _at_seq(*_BY_ID), False: _at_seq(*_BY_NAME)}


def now(
    connection: Connection, row_id: int | None, owner: str, session_id: str
) -> tuple[SessionRow, MemoRow | None] | None:
    """The session's row and its memo; None where there is no such session."""
    row = _NOW[row_id is not None].first(connection, _named(row_id, owner, session_id))
    if row is None:
        return None
    width = len(SessionRow._fields)
    return SessionRow._make(row[:width]), _memo(row[width:])


def of_revision(
    connection: Connection, row_id: int | None, owner: str, session_id: str, revision: int
) -> Moment | None:
    """The revision; None where there is no such session or revision."""
    parameters = {**_named(row_id, owner, session_id), "revision": revision, "seq": 0}
    return _made(_OF_REVISION[row_id is not None].first(connection, parameters))


def at_seq(connection: Connection, row_id: int | None, owner: str, session_id: str, seq: int) -> Moment | None:
    """The last revision made while the log was not longer than `seq`, and the revision message `seq` belongs to."""
    parameters = {**_named(row_id, owner, session_id), "seq": seq}
    return _made(_AT_SEQ[row_id is not None].first(connection, parameters))


def _named(row_id: int | None, owner: str, session_id: str) -> dict[str, Any]:
    return {"row_id": row_id} if row_id is not None else {"owner": owner, "session_id": session_id}


def _made(row: Sequence[Any] | None) -> Moment | None:
    if row is None:
        return None
    first = len(SessionRow._fields)
    second = first + len(RevisionRow._fields)
    return Moment(SessionRow._make(row[:first]), RevisionRow._make(row[first:second]), _memo(row[second:-1]), row[-1])


def _memo(columns: Sequence[Any]) -> MemoRow | None:
    return None if columns[0] is None else MemoRow._make(columns)
