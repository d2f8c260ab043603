"""The keys that name appends, so that one sent twice is stored once."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from manager.storage import tables
from manager.storage.statements import Insert, Statement


class KeyRow(NamedTuple):
    """What a key names: messages `first_seq` to `last_seq` (none: first after last), and the request's hash."""

    first_seq: int
    last_seq: int
    request_hash: bytes


_k = tables.append_keys.c
_FIND = Statement(
    select(_k.first_seq, _k.last_seq, _k.request_hash).where(
        _k.session == bindparam("session"), _k.append_key == bindparam("append_key")
    )
)
_INSERT = Insert(tables.append_keys)


def find(connection: Connection, session: int, key: str) -> KeyRow | None:
    """What the key names, if it was used before."""
    row = _FIND.first(connection, {"session": session, "append_key": key})
    return None if row is None else KeyRow._make(row)


def write(connection: Connection, session: int, key: str, row: KeyRow) -> None:
    """The key names these messages from now on."""
    _INSERT.row(connection, (session, key, *row))
