"""What each version of a part holds: spans of the log and derived messages, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, bindparam, select

from manager.model import PARTS, Derived, Draft, Entries, Entry, Span
from manager.storage import tables
from manager.storage.statements import Insert, Statement


class DerivedRow(NamedTuple):
    """A row of ledger_derived_messages; `payload` is None where it was not read."""

    derived_id: int
    length: int
    role: str | None
    links: int
    source_seq: int | None
    encoding: int
    payload: str | None


class PartRows(NamedTuple):
    """The entries of a part, and its derived messages by id."""

    entries: Entries
    derived: dict[int, DerivedRow]


#: An entry as it is stored and as it is hashed: part, position, first, last, derived.
StoredEntry = tuple[int, int, int | None, int | None, int | None]

EMPTY_PART = PartRows((), {})

_e = tables.window_entries.c
_x = tables.derived_messages.c
_INSERT = Insert(tables.window_entries)
_INSERT_DERIVED = Insert(tables.derived_messages)


def _select(*more: Any) -> Statement:
    # Derived messages come with the entries that name them: one primary-key look-up each, and no further round trip.
    return Statement(
        select(
            _e.first_seq, _e.last_seq, _e.derived_id, _x.length, _x.role, _x.links, _x.source_seq, _x.encoding, *more
        )
        .select_from(
            tables.window_entries.outerjoin(
                tables.derived_messages,
                and_(_x.session == _e.session, _x.derived_id == _e.derived_id),
            )
        )
        .where(_e.session == bindparam("session"), _e.revision == bindparam("revision"), _e.part == bindparam("part"))
        .order_by(_e.position)
    )


_READ = _select()
_READ_WITH_PAYLOADS = _select(_x.payload)


def read(connection: Connection, session: int, revision: int, part: str, *, payloads: bool = False) -> PartRows:
    """The entries a revision wrote for a part; none where it left the part empty."""
    if revision == 1:
        return EMPTY_PART  # the revision `created` holds nothing
    parameters = {"session": session, "revision": revision, "part": PARTS[part]}
    rows = (_READ_WITH_PAYLOADS if payloads else _READ).all(connection, parameters)
    result: list[Entry] = []
    derived: dict[int, DerivedRow] = {}
    for first_seq, last_seq, derived_id, length, role, links, source_seq, encoding, *payload in rows:
        if derived_id is None:
            result.append(Span(first_seq, last_seq))
        else:
            result.append(Derived(derived_id))
            if length is not None:
                text = payload[0] if payload else None
                derived[derived_id] = DerivedRow(derived_id, length, role, links, source_seq, encoding, text)
    return PartRows(tuple(result), derived)


def rows_of(part: str, entries: Entries) -> list[StoredEntry]:
    """The entries of a part in their order."""
    return [
        (PARTS[part], position, entry.first, entry.last, None)
        if isinstance(entry, Span)
        else (PARTS[part], position, None, None, entry.derived_id)
        for position, entry in enumerate(entries)
    ]


def write(connection: Connection, session: int, revision: int, stored: Sequence[StoredEntry]) -> None:
    """The entries of the parts the revision changed are stored."""
    _INSERT.rows(connection, [(session, revision, *entry) for entry in stored])


def write_derived(
    connection: Connection, session: int, revision: int, derived: Mapping[int, tuple[Draft, int | None, bytes]]
) -> None:
    """The derived messages are stored: by id, what was written, the message it stands for, and its nonce."""
    _INSERT_DERIVED.rows(
        connection,
        [
            (
                session,
                derived_id,
                revision,
                source_seq,
                draft.role,
                draft.links,
                draft.content.encoding,
                draft.content.text,
                draft.length,
                nonce,
            )
            for derived_id, (draft, source_seq, nonce) in derived.items()
        ],
    )


def read_derived(connection: Connection, session: int, ids: Sequence[int]) -> list[DerivedRow]:
    """Derived messages by their ids."""
    statement = (
        select(_x.derived_id, _x.length, _x.role, _x.links, _x.source_seq, _x.encoding, _x.payload)
        .where(_x.session == session, _x.derived_id.in_(ids))
        .order_by(_x.derived_id)
    )
    return [DerivedRow._make(row) for row in connection.execute(statement)]
