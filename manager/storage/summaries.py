"""What summarizers were shown and returned, one row a call, with the revision that came of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, bindparam, select

from manager.storage import tables
from manager.storage.statements import Insert, Statement


class SummaryRow(NamedTuple):
    """A row of ledger_summaries without its session, in the table's order.

    `given` and `returned` are JSON texts: spans `[first, last]`, `{"derived": id}` and `{"call": number}` of what was
    shown, and `{"text": …}` (with `"metadata"` where there is some) of the answer; so are `model` and `cost`.
    """

    revision: int
    call_number: int
    given: str
    returned: str
    derived_id: int | None
    model: str | None
    cost: str | None
    duration_us: int
    nonce: bytes

    def covered(self) -> tuple[int | str | None, ...]:
        """What the revision's digest covers: all but the revision, the duration and the nonce."""
        return (self.call_number, self.given, self.returned, self.derived_id, self.model, self.cost)


class Origin(NamedTuple):
    """The message of the log a derived message stands for, if one, and whether a summarizer wrote it."""

    source_seq: int | None
    is_summary: bool


_t = tables.summaries.c
_d = tables.derived_messages.c
_INSERT = Insert(tables.summaries)
_COLUMNS = [column for column in tables.summaries.columns if column is not _t.session]
_READ = Statement(
    select(*_COLUMNS)
    .where(_t.session == bindparam("session"), _t.revision >= bindparam("first"), _t.revision <= bindparam("last"))
    .order_by(_t.revision, _t.call_number)
)


def write(connection: Connection, session: int, rows: Sequence[SummaryRow]) -> None:
    """The calls are stored."""
    _INSERT.rows(connection, [(session, *row) for row in rows])


def read(connection: Connection, session: int, first: int, last: int) -> list[SummaryRow]:
    """The calls that the revisions `first` to `last` came of, in order."""
    return [SummaryRow._make(row) for row in _READ.all(connection, {"session": session, "first": first, "last": last})]


def origins(connection: Connection, session: int, ids: Collection[int]) -> dict[int, Origin]:
    """Where derived messages are from, by their ids."""
    if not ids:
        return {}
    statement = (
        select(_d.derived_id, _d.source_seq, _t.call_number)
        .select_from(
            tables.derived_messages.outerjoin(
                tables.summaries,
                and_(_t.session == _d.session, _t.revision == _d.revision, _t.derived_id == _d.derived_id),
            )
        )
        .where(_d.session == session, _d.derived_id.in_(sorted(ids)))
    )
    return {row[0]: Origin(row[1], row[2] is not None) for row in connection.execute(statement)}
