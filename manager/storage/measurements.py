"""Lengths in another measure than the messages were appended in: beside the old ones, in a table of their own.

Measurement 0 is the lengths as messages were appended. A later one begins with a page of ledger_lengths for every
message and derived message there is, and goes on with what is appended after its switch, in ledger_messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, NoReturn

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from manager.errors import SessionNotFoundError, StoredDataError
from manager.model import Span
from manager.storage import messages, sessions, tables
from manager.storage.entries import DerivedRow
from manager.storage.messages import SEQS_AT_ONCE, LengthRow, OfSpans
from manager.storage.sessions import SessionRow, session_name
from manager.storage.statements import Insert, Statement

#: What a row of ledger_lengths is of, in its column `derived`.
OF_MESSAGES: Final = 0
OF_DERIVED: Final = 1


class Measurement(NamedTuple):
    """A row of ledger_measurements without its session; `revision` is None while it is not finished.

    `messages_upto` and `derived_upto` are the last ones measured, `running_length` that of the messages together.
    """

    measurement: int
    measure: str
    revision: int | None
    messages_upto: int
    derived_upto: int
    running_length: int
    created_at: int


class NewLength(NamedTuple):
    """One length of a page; `running_length` is that of the rows up to it."""

    number: int
    length: int
    running_length: int


_x = tables.lengths.c
_t = tables.measurements.c
_SCOPE = (_x.session, _x.measurement, _x.derived)
_OF_ONE = [column == bindparam(column.name) for column in _SCOPE]
_LENGTHS = OfSpans(_x.number, _x.length, seq=_x.number, scope=_SCOPE)
_ROWS = OfSpans(_x.number, _x.length, _x.running_length, seq=_x.number, scope=_SCOPE)
_RUNNING = Statement(
    select(_x.number, _x.running_length).where(*_OF_ONE, _x.number.in_(bindparam("numbers", expanding=True)))
)
_LAST = Statement(select(_x.number).where(*_OF_ONE).order_by(_x.number.desc()).limit(1))
_CLEAR = Statement(
    delete(tables.lengths).where(*_OF_ONE, _x.number >= bindparam("first"), _x.number <= bindparam("last"))
)
_INSERT = Insert(tables.lengths)
_COLUMNS = tuple(_t[name] for name in Measurement._fields)
_ALL = Statement(select(*_COLUMNS).where(_t.session == bindparam("session")).order_by(_t.measurement))
_GET = Statement(
    select(*_COLUMNS).where(_t.session == bindparam("session"), _t.measurement == bindparam("measurement"))
)
_AT_REVISION = Statement(
    select(*_COLUMNS)
    .where(_t.session == bindparam("session"), _t.revision <= bindparam("at"))
    .order_by(_t.measurement.desc())
    .limit(1)
)
_INSERT_MEASUREMENT = Statement(
    insert(tables.measurements).values(
        {name: bindparam(f"new_{name}") for name in ("session", *Measurement._fields)},
    )
)
_UPDATE_MEASUREMENT = Statement(
    update(tables.measurements)
    .where(_t.session == bindparam("row_id"), _t.measurement == bindparam("number"))
    .values({name: bindparam(f"new_{name}") for name in Measurement._fields if name != "measurement"})
)


# --- lengths in the measure of the session's row ------------------------------------------------


def lengths(connection: Connection, row: SessionRow, spans: Sequence[Span]) -> dict[int, LengthRow]:
    """What a cut needs of the messages of the spans, their lengths in the measure of the row."""
    found = messages.lengths(connection, row.id, spans)
    for seq, length in measured_again(connection, row, spans).items():
        if seq in found:
            found[seq] = found[seq]._replace(length=length)
    return found


def measured_again(connection: Connection, row: SessionRow, spans: Sequence[Span]) -> dict[int, int]:
    """The lengths of those messages of the spans whose own are not in the measure of the row.

    No statement is sent where there are none, as in every session that was not measured again.
    """
    old = [Span(span.first, min(span.last, row.measured_upto)) for span in spans if span.first <= row.measured_upto]
    if row.measurement == 0 or not old:
        return {}
    found: dict[int, int] = dict(
        _LENGTHS.rows(connection, row.id, old, measurement=row.measurement, derived=OF_MESSAGES)
    )
    if len(found) != len({seq for span in old for seq in range(span.first, span.last + 1)}):
        _explain_missing(connection, row)
    return found


def running_lengths(connection: Connection, row: SessionRow, seqs: Iterable[int]) -> dict[int, int]:
    """The length of the log up to each of these seqs, in the measure of the row; 0 up to 0."""
    wanted = {*seqs}
    if row.measurement == 0:
        return messages.running_lengths(connection, row.id, wanted)
    old = sorted(seq for seq in wanted if 0 < seq <= row.measured_upto)
    found = messages.running_lengths(connection, row.id, wanted.difference(old))
    for start in range(0, len(old), SEQS_AT_ONCE):
        found.update(
            _RUNNING.all(
                connection,
                session=row.id,
                measurement=row.measurement,
                derived=OF_MESSAGES,
                numbers=old[start : start + SEQS_AT_ONCE],
            )
        )
    if not wanted <= found.keys():
        _explain_missing(connection, row)
    return found


def derived_measured_again(connection: Connection, row: SessionRow, ids: Sequence[int]) -> dict[int, int]:
    """The lengths of those derived messages whose own are not in the measure of the row; see measured_again."""
    if row.measurement == 0 or not ids:
        return {}
    spans = [Span(derived_id, derived_id) for derived_id in sorted({*ids})]
    return dict(_LENGTHS.rows(connection, row.id, spans, measurement=row.measurement, derived=OF_DERIVED))


def derived(connection: Connection, row: SessionRow, known: Mapping[int, DerivedRow]) -> dict[int, DerivedRow]:
    """The derived messages by id, their lengths in the measure of the row."""
    new = derived_measured_again(connection, row, [*known])
    return {
        derived_id: item._replace(length=new[derived_id]) if derived_id in new else item
        for derived_id, item in known.items()
    }


def at_revision(connection: Connection, row: SessionRow, revision: int) -> SessionRow:
    """The row with the measure and the measurement that were in force when the revision was made."""
    if row.measurement == 0:
        return row
    found = _AT_REVISION.first(connection, {"session": row.id, "at": revision})
    if found is None:
        _explain_missing(connection, row)
    made = Measurement._make(found)
    return row._replace(measure=made.measure, measurement=made.measurement, measured_upto=made.messages_upto)


def _explain_missing(connection: Connection, row: SessionRow) -> NoReturn:
    if sessions.read(connection, row.id, row.owner, row.session_id or "") is None:
        raise SessionNotFoundError(row.session_id or "", row.owner, deleted=True)
    raise StoredDataError(session_name(row), f"lengths of measurement {row.measurement} are not there")


# --- making a measurement -----------------------------------------------------------------------


def get(connection: Connection, session: int, measurement: int) -> Measurement | None:
    """The measurement with this number."""
    row = _GET.first(connection, {"session": session, "measurement": measurement})
    return None if row is None else Measurement._make(row)


def read_all(connection: Connection, session: int) -> list[Measurement]:
    """Every measurement of the session, in order."""
    return [Measurement._make(row) for row in _ALL.all(connection, {"session": session})]


def running_length_of_derived(connection: Connection, session: int, measurement: int, derived_id: int) -> int:
    """The length of the derived messages up to this one, in the measurement; 0 up to 0."""
    if derived_id == 0:
        return 0
    scope = {"session": session, "measurement": measurement, "derived": OF_DERIVED}
    row = _RUNNING.first(connection, scope, numbers=[derived_id])
    if row is None:
        raise StoredDataError(f"derived message {derived_id}", f"its length in measurement {measurement} is not there")
    return int(row[1])


def begin(connection: Connection, session: int, new: Measurement) -> None:
    """The measurement is there."""
    values = {f"new_{name}": value for name, value in new._asdict().items()}
    _INSERT_MEASUREMENT.execute(connection, {"new_session": session, **values})


def save(connection: Connection, session: int, changed: Measurement) -> None:
    """The measurement is this."""
    values = {f"new_{name}": value for name, value in changed._asdict().items() if name != "measurement"}
    _UPDATE_MEASUREMENT.execute(connection, {"row_id": session, "number": changed.measurement, **values})


def write(connection: Connection, session: int, measurement: int, kind: int, page: Sequence[NewLength]) -> None:
    """The lengths are stored, in the place of those that a run for another measure left there."""
    if not page:
        return
    scope = {"session": session, "measurement": measurement, "derived": kind}
    _CLEAR.execute(connection, scope, first=page[0].number, last=page[-1].number)
    _INSERT.rows(connection, [(session, measurement, kind, *item) for item in page])


# --- verifying ----------------------------------------------------------------------------------


def read_page(
    connection: Connection, session: int, measurement: int, kind: int, first: int, last: int
) -> list[NewLength]:
    """The lengths with these numbers, as they are there: gaps show."""
    rows = _ROWS.rows(connection, session, [Span(first, last)], measurement=measurement, derived=kind)
    return [NewLength._make(row) for row in sorted(rows)]


def last_number(connection: Connection, session: int, measurement: int, kind: int) -> int:
    """The highest number of its lengths; 0 where it has none."""
    row = _LAST.first(connection, {"session": session, "measurement": measurement, "derived": kind})
    return 0 if row is None else int(row[0])
