"""The log: messages as rows, large payloads beside them, spans read by constants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, cast

from sqlalchemy import Column, Connection, bindparam, select, union_all

from manager.errors import StoredDataError
from manager.model import Span
from manager.storage import tables
from manager.storage.statements import Insert, Row, Statement

#: Above about this many bytes a payload goes to ledger_bodies: in a WITHOUT ROWID table a row over 1,000 bytes is read
#: whole at every key comparison (54 µs a page of lengths against 12).
INLINE_BYTES: Final = 800
#: Spans in one statement; more are read by further statements.
SPANS_AT_ONCE: Final = 50
#: Seqs in one IN list.
SEQS_AT_ONCE: Final = 500


#: What a message is made of: seq, encoding, payload, metadata, created_at. A plain tuple, because making a named one of
#: each message is a fifth of what reading a window takes.
Content: TypeAlias = tuple[int, int, str | None, str | None, int]


class MessageRow(NamedTuple):
    """What is read of a message, its content first; payload and metadata are back where they were kept beside it."""

    seq: int
    encoding: int
    payload: str | None
    metadata: str | None
    created_at: int
    length: int
    role: str | None
    links: int

    @property
    def content(self) -> Content:
        """What the message is made of."""
        return self[:5]


class ChainedRow(NamedTuple):
    """What a message is verified by, its payload and metadata put back as well."""

    seq: int
    encoding: int
    payload: str | None
    metadata: str | None
    created_at: int
    length: int
    running_length: int
    revision: int
    nonce: bytes
    digest: bytes


class NewMessage(NamedTuple):
    """A message to be stored at the head of the log: a row of the table, in its order."""

    session: int
    seq: int
    role: str | None
    links: int
    encoding: int
    payload: str | None
    metadata: str | None
    length: int
    running_length: int
    revision: int
    nonce: bytes
    digest: bytes
    created_at: int


R = TypeVar("R", MessageRow, ChainedRow, NewMessage)


class LengthRow(NamedTuple):
    """What a cut needs of a message."""

    seq: int
    length: int
    role: str | None
    links: int


_m = tables.messages.c
_b = tables.bodies.c
_INSERT = Insert(tables.messages)
_INSERT_BODY = Insert(tables.bodies)
_BODIES_OF_SPAN = Statement(
    select(_b.seq, _b.payload, _b.metadata).where(
        _b.session == bindparam("session"),
        _b.seq >= bindparam("first"),
        _b.seq <= bindparam("last"),
    )
)
_BODIES = Statement(
    select(_b.seq, _b.payload, _b.metadata).where(
        _b.session == bindparam("session"), _b.seq.in_(bindparam("seqs", expanding=True))
    )
)
_RUNNING_LENGTHS = Statement(
    select(_m.seq, _m.running_length).where(
        _m.session == bindparam("session"), _m.seq.in_(bindparam("seqs", expanding=True))
    )
)


class OfSpans:
    """Reads some columns of the messages in spans, by constants: each span a range, all of them in one UNION ALL.

    Joining entries to messages with BETWEEN took 783 ms on MariaDB where this takes 2. There is a statement for each
    number of spans, made once: made at each call, it took 1.2 ms where this takes 0.1.

    Args:
        columns: what is read.
        seq: the column that spans are ranges of.
        scope: the columns that are the same for all that is read; their values are given by name.
    """

    def __init__(self, *columns: Column[Any], seq: Column[Any] = _m.seq, scope: Sequence[Column[Any]] = ()) -> None:
        self._columns = columns
        self._seq = seq
        self._scope = [column == bindparam(column.name) for column in scope or (_m.session,)]
        self._of_count: dict[int, Statement] = {}
        self._singles = Statement(select(*columns).where(*self._scope, seq.in_(bindparam("seqs", expanding=True))))

    def rows(self, connection: Connection, session: int, spans: Sequence[Span], **scope: int) -> list[Row]:
        """The messages that are there, in no order."""
        found: list[Row] = []
        scope["session"] = session
        if len(spans) > SPANS_AT_ONCE:
            # A fragmented window is mostly single messages, and those go by IN.
            singles = [span.first for span in spans if span.first == span.last]
            for start in range(0, len(singles), SEQS_AT_ONCE):
                found += self._singles.all(connection, scope, seqs=singles[start : start + SEQS_AT_ONCE])
            spans = [span for span in spans if span.first < span.last]
        for start in range(0, len(spans), SPANS_AT_ONCE):
            chosen = spans[start : start + SPANS_AT_ONCE]
            parameters = dict(scope)
            for number, span in enumerate(chosen):
                parameters[f"first_{number}"] = span.first
                parameters[f"last_{number}"] = span.last
            found += self._statement(len(chosen)).all(connection, parameters)
        return found

    def _statement(self, count: int) -> Statement:
        made = self._of_count.get(count)
        if made is None:
            ranges = [
                select(*self._columns).where(
                    *self._scope,
                    self._seq >= bindparam(f"first_{number}"),
                    self._seq <= bindparam(f"last_{number}"),
                )
                for number in range(count)
            ]
            made = self._of_count[count] = Statement(union_all(*ranges) if count > 1 else ranges[0])
        return made


_MESSAGES = OfSpans(*(_m[name] for name in MessageRow._fields))
_CONTENTS = OfSpans(_m.seq, _m.encoding, _m.payload, _m.metadata, _m.created_at)
_CHAINED = OfSpans(*(_m[name] for name in ChainedRow._fields))
_STORED = OfSpans(*_m)
_LENGTHS = OfSpans(*(_m[name] for name in LengthRow._fields))


def append(connection: Connection, new: Sequence[NewMessage]) -> None:
    """The messages are in the log."""
    rows: list[NewMessage] = []
    bodies: list[tuple[int, int, str | None, str | None]] = []
    for message in new:
        if _bytes(message) > INLINE_BYTES:
            bodies.append((message.session, message.seq, message.payload, message.metadata))
            message = message._replace(payload=None, metadata=None)
        rows.append(message)
    _INSERT.rows(connection, rows)
    if bodies:
        _INSERT_BODY.rows(connection, bodies)


def _bytes(message: NewMessage) -> int:
    """The payload and metadata together."""
    size = 0
    for text in (message.payload, message.metadata):
        if text is not None:
            size += len(text) if text.isascii() else len(text.encode())
    return size


def read_spans(connection: Connection, session: int, spans: Sequence[Span]) -> dict[int, MessageRow]:
    """The messages of the spans by seq; those that are not there (any more) are absent."""
    rows = {row[0]: MessageRow._make(row) for row in _MESSAGES.rows(connection, session, spans)}
    _put_back(connection, session, rows)
    return rows


def read_contents(connection: Connection, session: int, spans: Sequence[Span]) -> dict[int, Content]:
    """What the messages of the spans are made of, by seq; those that are not there (any more) are absent."""
    found: dict[int, Content] = {row[0]: cast(Content, row) for row in _CONTENTS.rows(connection, session, spans)}
    outside = [seq for seq, content in found.items() if content[2] is None]
    if outside:
        for seq, payload, metadata in _read_bodies(connection, session, outside):
            if seq in found and found[seq][2] is None:
                _, encoding, _, _, created_at = found[seq]
                found[seq] = (seq, encoding, payload, metadata, created_at)
        return {seq: content for seq, content in found.items() if content[2] is not None}
    return found


def read_chained(connection: Connection, session: int, span: Span) -> list[ChainedRow]:
    """The messages of the span with what they are verified by, in order."""
    rows = {row[0]: ChainedRow._make(row) for row in _CHAINED.rows(connection, session, [span])}
    _put_back(connection, session, rows)
    return [rows[seq] for seq in sorted(rows)]


def read_stored(connection: Connection, session: int, span: Span) -> list[NewMessage]:
    """The messages of the span as they were stored, in order."""
    rows = {row[1]: NewMessage._make(row) for row in _STORED.rows(connection, session, [span])}
    _put_back(connection, session, rows)
    return [rows[seq] for seq in sorted(rows)]


def _put_back(connection: Connection, session: int, rows: dict[int, R]) -> None:
    """Payloads and metadata that are kept beside the log are in the rows."""
    outside = [seq for seq, row in rows.items() if row.payload is None]
    if outside:
        for seq, payload, metadata in _read_bodies(connection, session, outside):
            if seq in rows and rows[seq].payload is None:
                rows[seq] = rows[seq]._replace(payload=payload, metadata=metadata)


def read_range(connection: Connection, session: int, first: int, last: int) -> list[MessageRow]:
    """The messages `first` to `last`, in order."""
    rows = read_spans(connection, session, [Span(first, last)])
    return [rows[seq] for seq in sorted(rows)]


def _read_bodies(connection: Connection, session: int, seqs: Sequence[int]) -> Iterable[Sequence[Any]]:
    first, last = min(seqs), max(seqs)
    if last - first < SEQS_AT_ONCE:
        return _BODIES_OF_SPAN.all(connection, {"session": session, "first": first, "last": last})
    rows: list[Sequence[Any]] = []
    for start in range(0, len(seqs), SEQS_AT_ONCE):
        rows.extend(_BODIES.all(connection, session=session, seqs=seqs[start : start + SEQS_AT_ONCE]))
    return rows


def lengths(connection: Connection, session: int, spans: Sequence[Span]) -> dict[int, LengthRow]:
    """Length and role of the messages of the spans, payloads unread."""
    return {row[0]: LengthRow._make(row) for row in _LENGTHS.rows(connection, session, spans)}


def running_lengths(connection: Connection, session: int, seqs: Iterable[int]) -> dict[int, int]:
    """The length of the log up to each of these seqs; 0 up to 0."""
    wanted = sorted({seq for seq in seqs if seq > 0})
    found = {0: 0}
    for start in range(0, len(wanted), SEQS_AT_ONCE):
        chosen = wanted[start : start + SEQS_AT_ONCE]
        rows = _RUNNING_LENGTHS.all(connection, session=session, seqs=chosen)
        found.update((int(seq), int(length)) for seq, length in rows)
    return found


_REVISION_AT = Statement(select(_m.revision).where(_m.session == bindparam("session"), _m.seq == bindparam("seq")))


def revision_at(connection: Connection, session: int, seq: int) -> int:
    """The revision in force when the message was appended; its seq is one the log has."""
    row = _REVISION_AT.first(connection, {"session": session, "seq": seq})
    if row is None:
        raise StoredDataError(f"message {seq}", "it is not there")
    return int(row[0])


def read_one(connection: Connection, session: int, seq: int) -> MessageRow | None:
    """The message with this seq."""
    rows = read_range(connection, session, seq, seq)
    return rows[0] if rows else None


_DIGEST = Statement(select(_m.digest).where(_m.session == bindparam("session"), _m.seq == bindparam("seq")))


def digest_at(connection: Connection, session: int, seq: int) -> bytes | None:
    """The log's digest after the message; None where it is not there."""
    row = _DIGEST.first(connection, {"session": session, "seq": seq})
    return None if row is None else row[0]


def created_at(connection: Connection, session: int, seqs: Sequence[int]) -> dict[int, int]:
    """When each of these messages was stored: a step of a bisection by time."""
    statement = select(_m.seq, _m.created_at).where(_m.session == session, _m.seq.in_(seqs))
    return {int(seq): int(moment) for seq, moment in connection.execute(statement)}


def find_nonce(connection: Connection, session: int, nonce: bytes, head_seq: int) -> MessageRow | None:
    """The message with this nonce among the last ones: one that was sent just now and may have arrived."""
    first = head_seq - 1_000
    statement = select(_m.seq).where(_m.session == session, _m.seq > first, _m.nonce == nonce)
    seq = connection.execute(statement).scalar()
    return None if seq is None else read_one(connection, session, seq)
