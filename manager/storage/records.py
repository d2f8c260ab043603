"""The rows of a session as records: of which kinds, made of which fields, read whole and written as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Text,
    and_,
    bindparam,
    select,
)

from manager.model import Span
from manager.storage import messages, tables
from manager.storage.messages import NewMessage
from manager.storage.sessions import DetailsRow, SessionRow
from manager.storage.statements import Insert, Statement

#: A row without its session, in the order of its table's columns.
Record: TypeAlias = tuple[Any, ...]


class Field(NamedTuple):
    """A column: what it holds, and the greatest number, or the most characters or bytes, that it takes."""

    name: str
    holds: Literal["integer", "moment", "name", "json", "digest", "nonce"]
    optional: bool
    most: int


class Kind(NamedTuple):
    """A table of a session's rows; `numbers` is the column that its pages are cut by."""

    table: Table
    fields: tuple[Field, ...]
    numbers: str


class WholeSession(NamedTuple):
    """A session's own rows, of one moment: where it stands, what it is called, and which messages are pinned."""

    row: SessionRow
    details: DetailsRow
    pins: list[int]


_MOMENTS = frozenset({"created_at", "updated_at", "active_at"})
#: Microseconds until where `datetime` ends.
_YEAR_10000: Final = 253_402_300_800_000_000
#: Derived messages read at once: how many a revision wrote is known only when the first one of the next is seen.
_DERIVED_AT_ONCE: Final = 100
#: Keys read at once. PostgreSQL sorts what is left of them for each page, as its index may be in another order.
_KEYS_AT_ONCE: Final = 10_000


def _field(column: Column[Any]) -> Field:
    # The quick JSON writer takes no name of a subclass, as SQLAlchemy has them.
    name, kind, optional = str(column.name), column.type, bool(column.nullable)
    if name in _MOMENTS:
        return Field(name, "moment", optional, _YEAR_10000 - 1)
    if isinstance(kind, LargeBinary):
        return Field(name, "digest" if kind.length == 32 else "nonce", optional, kind.length or 0)
    if isinstance(kind, Text):
        return Field(name, "json", optional, 0)
    if isinstance(kind, String):
        return Field(name, "name", optional, kind.length or 0)
    bits = 63 if isinstance(kind, BigInteger) else 15 if isinstance(kind, SmallInteger) else 31
    return Field(name, "integer", optional, 2**bits - 1)


def _kind(table: Table, numbers: str) -> Kind:
    return Kind(table, tuple(_field(column) for column in table.c if column.name != "session"), numbers)


#: What belongs to this database or process alone: the row's number, and who works on it.
_HERE_ONLY = frozenset({"id", "lease_holder", "lease_until"})

#: The fields of a session's own rows.
SESSION: Final = tuple(_field(column) for column in tables.sessions.c if column.name not in _HERE_ONLY)
DETAILS: Final = tuple(_field(column) for column in tables.session_details.c if column.name != "session")

#: Every other kind of row that a session has.
KINDS: Final = {
    "measurement": _kind(tables.measurements, "measurement"),
    "message": _kind(tables.messages, "seq"),
    "revision": _kind(tables.window_revisions, "revision"),
    "entry": _kind(tables.window_entries, "revision"),
    "derived": _kind(tables.derived_messages, "derived_id"),
    "memo": _kind(tables.memos, "revision"),
    "summary": _kind(tables.summaries, "revision"),
    "append_key": _kind(tables.append_keys, "append_key"),
    "pin": _kind(tables.pins, "seq"),
    "length": _kind(tables.lengths, "number"),
    "attempt": _kind(tables.resize_attempts, "attempt"),
}


def _columns(kind: Kind) -> list[Column[Any]]:
    return [kind.table.c[field.name] for field in kind.fields]


def _of_range(kind: Kind) -> Statement:
    number, columns = kind.table.c[kind.numbers], _columns(kind)
    order = [column for column in kind.table.primary_key.columns if column.name != "session"]
    return Statement(
        select(*columns)
        .where(
            kind.table.c.session == bindparam("session"),
            number >= bindparam("first"),
            number <= bindparam("last"),
        )
        .order_by(*order)
    )


_s, _d, _p, _k = tables.sessions.c, tables.session_details.c, tables.pins.c, tables.append_keys.c
_WIDTH = len(SessionRow._fields)
_WHOLE = Statement(
    # One statement, because a pin is taken away without a trace.
    select(*_s, _d.title, _d.metadata, _p.seq)
    .select_from(
        tables.sessions.outerjoin(tables.session_details, _d.session == _s.id).outerjoin(
            tables.pins, _p.session == _s.id
        )
    )
    .where(_s.id == bindparam("row_id"), _s.session_id.is_not(None))
    .order_by(_p.seq)
)
_OF_RANGE = {name: _of_range(kind) for name, kind in KINDS.items() if name not in ("append_key", "length")}
_x = tables.lengths.c
_LENGTHS = Statement(
    select(*_columns(KINDS["length"]))
    .where(
        _x.session == bindparam("session"),
        _x.measurement == bindparam("measurement"),
        _x.derived == bindparam("derived"),
        _x.number > bindparam("after"),
    )
    .order_by(_x.number)
    .limit(bindparam("most"))
)
# In the order of the characters' numbers, as SQLite and MariaDB have them, so that every database gives the same.
_KEY = {name: _k.append_key.collate("C") if name == "postgresql" else _k.append_key for name in ("postgresql", "")}
_KEYS = {
    name: Statement(
        select(*_columns(KINDS["append_key"]))
        .where(and_(_k.session == bindparam("session"), key > bindparam("after"), _k.last_seq <= bindparam("last_seq")))
        .order_by(key)
        .limit(bindparam("most"))
    )
    for name, key in _KEY.items()
}
_INSERTS = {name: Insert(kind.table) for name, kind in KINDS.items() if name != "message"}


# --- reading ------------------------------------------------------------------------------------


def read_session(connection: Connection, row_id: int) -> WholeSession | None:
    """The session's own rows; None where it was deleted."""
    found = _WHOLE.all(connection, {"row_id": row_id})
    if not found:
        return None
    first = found[0]
    return WholeSession(
        SessionRow._make(first[:_WIDTH]),
        DetailsRow(*first[_WIDTH : _WIDTH + 2]),
        [int(row[-1]) for row in found if row[-1] is not None],
    )


def read_messages(connection: Connection, session: int, first: int, last: int) -> list[NewMessage]:
    """The messages `first` to `last` as they were stored: gaps show."""
    return messages.read_stored(connection, session, Span(first, last))


def read(connection: Connection, session: int, kind: str, first: int, last: int) -> list[Record]:
    """The records of a kind with these numbers, in the order of their keys."""
    return _OF_RANGE[kind].all(connection, {"session": session, "first": first, "last": last})


def read_derived(connection: Connection, session: int, after: int, revision: int) -> list[Record]:
    """The derived messages behind the one with this number that were written up to the revision."""
    found: list[Record] = []
    while True:
        page = read(connection, session, "derived", after + 1, after + _DERIVED_AT_ONCE)
        # Their second field is the revision: both only go up.
        wanted = [record for record in page if record[1] <= revision]
        found += wanted
        if len(wanted) < _DERIVED_AT_ONCE:
            return found
        after += _DERIVED_AT_ONCE


def read_lengths(
    connection: Connection, session: int, measurement: int, derived: int, after: int, most: int
) -> list[Record]:
    """The next lengths of a measurement, of messages or of derived messages."""
    scope = {"session": session, "measurement": measurement, "derived": derived}
    return _LENGTHS.all(connection, scope, after=after, most=most)


def read_append_keys(connection: Connection, session: int, after: str, last_seq: int) -> list[Record]:
    """The next keys of appends up to the message, in the order of their characters; none where there is none left."""
    statement = _KEYS["postgresql" if connection.dialect.name == "postgresql" else ""]
    return statement.all(connection, session=session, after=after, last_seq=last_seq, most=_KEYS_AT_ONCE)


# --- writing ------------------------------------------------------------------------------------


def write(connection: Connection, session: int, kind: str, records: Sequence[Record]) -> None:
    """The records are rows of the session."""
    if kind == "message":
        messages.append(connection, [NewMessage(session, *record) for record in records])
    else:
        _INSERTS[kind].rows(connection, [(session, *record) for record in records])


def is_there(connection: Connection, session: int, kind: str, record: Record) -> bool:
    """Whether a row of the session has the key of the record."""
    table = KINDS[kind].table
    values = dict(zip((field.name for field in KINDS[kind].fields), record, strict=True), session=session)
    keys = [column == values[column.name] for column in table.primary_key.columns]
    return connection.execute(select(table.c.session).where(*keys)).first() is not None
