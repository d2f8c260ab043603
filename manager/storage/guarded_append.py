"""An append in one statement, where the database can: guarded by what its writer last saw of the session.

Equal in effect to the transaction of lock, insert and update: the UPDATE locks the row, the digest is made by the
server. 204 µs against 470 on PostgreSQL, because round trips are what an append costs there.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    LargeBinary,
    String,
    Text,
    bindparam,
    func,
    insert,
    literal,
    select,
    update,
)

from manager.storage import tables
from manager.storage.messages import INLINE_BYTES
from manager.storage.sessions import AppendedRow, active_minute
from manager.storage.statements import Statement

#: In the place of a limit where no cut is to be made.
NO_LIMIT: Final = 2**62


class GuardedAppend(NamedTuple):
    """One message, and what must still be so for it to be appended without a cut."""

    row_id: int
    settings: str
    measure: str
    limit: int
    most: int
    open_calls: str
    open_calls_after: str | None
    role: str | None
    links: int
    encoding: int
    payload: str
    payload_bytes: int
    metadata: str | None
    length: int
    nonce: bytes
    content_hash: bytes
    now: int


def _statement(*, inline: bool) -> Statement:
    s = tables.sessions.c
    now = func.greatest(s.updated_at, bindparam("now", type_=BigInteger))
    length: Any = bindparam("length", type_=BigInteger)
    digest = func.sha256(
        s.head_digest.op("||")(func.int8send(s.head_seq + 1))
        .op("||")(func.int8send(now))
        .op("||")(bindparam("content_hash", type_=LargeBinary))
    )
    head = (
        update(tables.sessions)
        .where(
            s.id == bindparam("row_id", type_=BigInteger),
            s.session_id.is_not(None),
            s.settings == bindparam("settings_seen", type_=Text),
            s.measure == bindparam("measure_seen", type_=String),
            s.held_revision.is_(None),
            s.window_length + length <= bindparam("limit", type_=BigInteger),
            s.window_count < bindparam("most", type_=BigInteger),
            func.coalesce(s.open_calls, "") == bindparam("open_calls_seen", type_=Text),
        )
        .values(
            head_seq=s.head_seq + 1,
            head_length=s.head_length + length,
            head_digest=digest,
            full_count=s.full_count + 1,
            window_count=s.window_count + 1,
            window_length=s.window_length + length,
            open_calls=bindparam("open_calls_after", type_=Text),
            updated_at=now,
            active_at=func.greatest(s.active_at, bindparam("minute", type_=BigInteger)),
        )
        .returning(*(s[name] for name in (*AppendedRow._fields, "head_length", "head_digest", "current_revision")))
        .cte("head")
    )
    h = head.c
    text = bindparam("payload", type_=Text)
    metadata = bindparam("message_metadata", type_=Text)
    nothing = literal(None, Text)
    columns: dict[str, Any] = {
        "session": h.id,
        "seq": h.head_seq,
        "role": bindparam("role", type_=String),
        "links": bindparam("links", type_=tables.messages.c.links.type),
        "encoding": bindparam("encoding", type_=tables.messages.c.encoding.type),
        "payload": text if inline else nothing,
        "metadata": metadata if inline else nothing,
        "length": length,
        "running_length": h.head_length,
        "revision": h.current_revision,
        "nonce": bindparam("nonce", type_=LargeBinary),
        "digest": h.head_digest,
        "created_at": h.updated_at,
    }
    stored = insert(tables.messages).from_select(list(columns), select(*columns.values())).cte("stored")
    result = select(*(h[name] for name in AppendedRow._fields)).add_cte(stored)
    if not inline:
        body = {"session": h.id, "seq": h.head_seq, "payload": text, "metadata": metadata}
        result = result.add_cte(insert(tables.bodies).from_select(list(body), select(*body.values())).cte("body"))
    return Statement(result)


_INLINE = _statement(inline=True)
_WITH_BODY = _statement(inline=False)


def append(connection: Connection, message: GuardedAppend) -> AppendedRow | None:
    """The message is in the log, and this is the session's row now; None, and nothing done, where the guard did not
    hold."""
    inline = message.payload_bytes + len(message.metadata or "") <= INLINE_BYTES
    row = (_INLINE if inline else _WITH_BODY).first(
        connection,
        {
            "row_id": message.row_id,
            "settings_seen": message.settings,
            "measure_seen": message.measure,
            "limit": message.limit,
            "most": message.most,
            "open_calls_seen": message.open_calls,
            "open_calls_after": message.open_calls_after,
            "role": message.role,
            "links": message.links,
            "encoding": message.encoding,
            "payload": message.payload,
            "message_metadata": message.metadata,
            "length": message.length,
            "nonce": message.nonce,
            "content_hash": message.content_hash,
            "now": message.now,
            "minute": active_minute(0, message.now),
        },
    )
    return None if row is None else AppendedRow._make(row)
