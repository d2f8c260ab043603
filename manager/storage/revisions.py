"""Window revisions: one row a version, read one by one, by position, by time, and as history pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, and_, bindparam, case, func, or_, select

from manager.model import Span
from manager.storage import tables
from manager.storage.statements import Insert, Statement

#: Rows looked at for one page where a filter has no index of its own.
ROWS_A_STEP: Final = 500


class RevisionRow(NamedTuple):
    """A row of ledger_window_revisions without its session, in the table's order."""

    revision: int
    owner: str
    parent: int | None
    kind: str
    strategy: str | None
    cause: str | None
    restored: int | None
    full_from: int
    full_at: int
    window_from: int
    window_at: int
    memo_from: int | None
    head_seq: int
    head_length: int
    appended_count: int
    full_count: int
    window_count: int
    window_length: int
    window_pinned: int | None
    dropped_count: int
    dropped_length: int
    max_length: int | None
    settings: str | None
    actor: str | None
    reason: str | None
    metadata: str | None
    duration_us: int
    digest: bytes
    created_at: int

    def covered(self) -> tuple[int | str | None, ...]:
        """The columns the digest covers."""
        return (*self[:-3], self.created_at)

    def sealed(self, digest: bytes) -> RevisionRow:
        """The row with its digest."""
        return RevisionRow._make((*self[:-2], digest, self.created_at))


class HistoryRow(NamedTuple):
    """A revision, the session's name, and what the window held just before it."""

    row: RevisionRow
    session: int
    session_id: str | None
    count_before: int
    length_before: int
    measure: str


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which revisions a history page shows; times are microseconds, `until` is not included."""

    session: int | None = None
    owner: str | None = None
    kind: str | None = None
    strategy: str | None = None
    since: int | None = None
    until: int | None = None

    def accepts(self, found: HistoryRow) -> bool:
        row = found.row
        return (
            found.session_id is not None
            and (self.owner is None or row.owner == self.owner)
            and (self.kind is None or row.kind == self.kind)
            and (self.strategy is None or row.strategy == self.strategy)
            and (self.since is None or row.created_at >= self.since)
            and (self.until is None or row.created_at < self.until)
        )


#: Between a session's measure and its name where both are read as one text.
_BETWEEN: Final = "\n"
#: Where a page ended: created_at, session, revision.
Cursor = tuple[int, int, int]

_r = tables.window_revisions.c
_COLUMNS = tuple(_r[name] for name in RevisionRow._fields)
_WIDTH = len(_COLUMNS)
_INSERT = Insert(tables.window_revisions)
_GET = Statement(select(*_COLUMNS).where(_r.session == bindparam("session"), _r.revision == bindparam("revision")))
_REPLACED_SINCE = Statement(
    select(_r.head_seq, _r.appended_count)
    .where(_r.session == bindparam("session"), _r.revision > bindparam("revision"), _r.appended_count > 0)
    .order_by(_r.revision)
)


def write(connection: Connection, session: int, row: RevisionRow) -> None:
    """The revision is stored."""
    _INSERT.row(connection, (session, *row))


def get(connection: Connection, session: int, revision: int) -> RevisionRow | None:
    """The revision's row."""
    row = _GET.first(connection, {"session": session, "revision": revision})
    return None if row is None else RevisionRow._make(row)


def replaced_since(connection: Connection, session: int, revision: int) -> list[Span]:
    """The messages that revisions after this one logged in replacing the full context."""
    rows = _REPLACED_SINCE.all(connection, {"session": session, "revision": revision})
    return [Span(head - appended + 1, head) for head, appended in rows]


def read_range(connection: Connection, session: int, first: int, last: int) -> list[RevisionRow]:
    """The revisions `first` to `last`, in order."""
    statement = (
        select(*_COLUMNS).where(_r.session == session, _r.revision >= first, _r.revision <= last).order_by(_r.revision)
    )
    return [RevisionRow._make(row) for row in connection.execute(statement)]


def created_at(connection: Connection, session: int, revisions: Sequence[int]) -> dict[int, int]:
    """When each of these revisions was made: a step of a bisection by time."""
    statement = select(_r.revision, _r.created_at).where(_r.session == session, _r.revision.in_(revisions))
    return {int(revision): int(moment) for revision, moment in connection.execute(statement)}


def history(
    connection: Connection, wanted: HistoryFilter, after: Cursor | None, limit: int
) -> tuple[list[HistoryRow], Cursor | None]:
    """A page of revisions, newest first, and the cursor of the next one.

    Within one session, across all, for one owner and for one strategy an index serves the page; where something else
    is asked beside that, at most ROWS_A_STEP rows more are looked at, and the page may be short.
    """
    scope = [
        name
        for name in ("session", "owner", "strategy")
        if getattr(wanted, name) is not None and not (name == "strategy" and wanted.owner is not None)
    ]
    served_by = "session" if wanted.session is not None else scope[0] if scope else "created_at"
    exact = all(getattr(wanted, name) is None or name == served_by for name in ("owner", "kind", "strategy")) or (
        wanted.session is not None and wanted.kind is None and wanted.strategy is None
    )
    values = {
        "scope": getattr(wanted, served_by, None),
        "since": wanted.since,
        "until": wanted.until,
    }
    page: list[HistoryRow] = []
    # Most pages are full after the first step, and a step of 500 rows takes ten times as long as one of 51.
    for step in (limit + 1,) if exact else (limit + 1, ROWS_A_STEP):
        if after is not None:
            values |= zip(("moment", "session", "revision"), after, strict=True)
        statement = _page(served_by, wanted.since is not None, wanted.until is not None, after is not None)
        # Sorted here: MariaDB sorts rows that have long texts on disk, 4 ms for 50 of them.
        found = sorted(map(_history_row, statement.all(connection, values, step=step)), key=_cursor, reverse=True)
        page.extend(row for row in found if wanted.accepts(row))
        if len(page) > limit:
            return page[:limit], _cursor(page[limit - 1])
        if len(found) < step:
            return page, None
        if wanted.session is not None and wanted.since is not None and found[-1].row.created_at < wanted.since:
            return page, None
        after = _cursor(found[-1])
    return page, after


#: By what a page is served: its index.
_INDEXES: Final = {
    "session": "PRIMARY",
    "owner": "ledger_window_revisions_owner",
    "strategy": "ledger_window_revisions_strategy",
    "created_at": "ledger_window_revisions_created",
}


@cache
def _page(served_by: str, since: bool, until: bool, after: bool) -> Statement:
    """The statement that reads a step of a page; made at each call it would take longer than the database does."""
    # MariaDB would rather read all revisions of a session, or an owner, by another index, and sort.
    forced = f"FORCE INDEX ({_INDEXES[served_by]})"
    statement = _with_before().limit(bindparam("step")).with_hint(tables.window_revisions, forced, "mariadb")
    if served_by == "session":
        # A session's revisions are dense and never go back in time, so the primary key gives the order.
        statement = statement.where(_r.session == bindparam("scope")).order_by(_r.revision.desc())
        if after:
            statement = statement.where(_r.revision < bindparam("revision"))
        return Statement(statement)
    statement = statement.order_by(_r.created_at.desc(), _r.session.desc(), _r.revision.desc())
    if served_by != "created_at":
        statement = statement.where(_r[served_by] == bindparam("scope"))
    if since:
        statement = statement.where(_r.created_at >= bindparam("since"))
    if until:
        statement = statement.where(_r.created_at < bindparam("until"))
    if after:
        # Written out: a row constructor makes MariaDB read 197,047 rows for a page, this reads 50.
        statement = statement.where(
            _r.created_at <= bindparam("moment"),
            or_(
                _r.created_at < bindparam("moment"),
                _r.session < bindparam("session"),
                and_(_r.session == bindparam("session"), _r.revision < bindparam("revision")),
            ),
        )
    return Statement(statement)


def _with_before() -> Select[Any]:
    """Revisions whole, with their session's name, the counters of the window just before each, and their measure.

    Before: the parent's window, and what was logged since the parent except by the revision itself. Each is looked up
    row by row: as joins, PostgreSQL read every revision of the session for each row of the page (3,151 rows for 16),
    and MariaDB every session.
    """
    p = tables.window_revisions.alias("p").c
    m = tables.messages.alias("m").c
    s = tables.sessions.alias("s").c
    said = _r.head_seq - _r.appended_count
    parent = and_(p.session == _r.session, p.revision == _r.parent)
    t = tables.measurements.alias("t").c
    # One text, because MariaDB would look the session up once for each; neither holds a control character.
    session = select(s.measure + _BETWEEN + s.session_id).where(s.id == _r.session)
    measure = (
        select(t.measure)
        .where(t.session == _r.session, t.revision <= _r.revision)
        .order_by(t.measurement.desc())
        .limit(1)
    )
    count = select(p.window_count - p.head_seq).where(parent)
    logged = select(m.running_length).where(m.session == _r.session, m.seq == said)
    # A message at the parent's own head may be measured in another way than the parent, and is not looked at.
    running_length = logged.scalar_subquery().correlate(tables.window_revisions)
    tail = case((p.head_seq == said, 0), else_=running_length - p.head_length)
    length = select(p.window_length + tail).where(parent)
    return select(
        *_COLUMNS,
        _r.session,
        session.scalar_subquery(),
        measure.scalar_subquery(),
        func.coalesce(count.scalar_subquery(), 0) + said,
        func.coalesce(length.scalar_subquery(), 0),
    )


def _history_row(row: Sequence[Any]) -> HistoryRow:
    values = list(row)
    session, named, remeasured, count, length = values[_WIDTH:]
    measure, name = (None, None) if named is None else named.split(_BETWEEN, 1)
    return HistoryRow(
        RevisionRow._make(values[:_WIDTH]), session, name, int(count), int(length), remeasured or measure or ""
    )


def _cursor(found: HistoryRow) -> Cursor:
    return found.row.created_at, found.session, found.row.revision
