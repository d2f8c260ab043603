"""Verification: every row of a session against its digests, its counters and the rows around it."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from manager.errors import InvalidArgumentError, ManagerError, SessionNotFoundError, StoredDataError
from manager.model import PARTS, Derived, Entry, Problem, Span, VerifyReport
from manager.operations import rows, verify_lengths
from manager.operations.catalog import finish_deletions
from manager.operations.faces import Face
from manager.operations.ledger import Ledger, Target
from manager.planning import spans
from manager.storage import Connection, audit, sessions, summaries
from manager.storage import revisions as revision_rows
from manager.storage.codec import ENCODINGS, decode_settings, encode
from manager.storage.digests import content_hash, first_digest, message_digest, revision_digest, summary_hash
from manager.storage.measurements import Measurement
from manager.storage.messages import ChainedRow
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow, session_name
from manager.storage.summaries import SummaryRow

#: Where a session's head is kept elsewhere: by session id or (owner, session id), the seq and the digest after it.
Expected = Mapping[Any, tuple[int, "str | bytes"]]


_HEADS = "{session_id: (seq, digest)} or {(owner, session_id): (seq, digest)}"


class _WrongError(Exception):
    """The first thing found wrong."""

    def __init__(self, table: str, row: str, what: str) -> None:
        self.table, self.row, self.what = table, row, what
        super().__init__(table, row, what)


@dataclass(slots=True)
class _Tally:
    """What was looked at so far."""

    sessions: int = 0
    messages: int = 0
    revisions: int = 0
    problems: list[Problem] = field(default_factory=list)

    def report(self) -> VerifyReport:
        return VerifyReport(
            sessions=self.sessions,
            messages=self.messages,
            revisions=self.revisions,
            problems=tuple(self.problems),
        )


async def verify(
    face: Face, ledger: Ledger, *, target: Target | None, owner: str | None, expected: Expected | None
) -> VerifyReport:
    """What is wrong in one session, or in all; see SessionManager.verify. Never raises."""
    tally = _Tally()
    heads = _by_name(expected, owner if owner is not None else ledger.owner)
    try:
        if target is not None:
            row = await face.read(ledger.database, lambda connection: rows.existing(connection, target))
            await _verify_session(face, ledger, row, heads, tally)
        else:
            await _finish_deletions(face, ledger)
            tally.problems.extend(await face.read(ledger.database, _without_session))
            after = 0
            while page := await face.read(
                ledger.database,
                lambda connection: sessions.next_rows(connection, after, 100, owner),  # noqa: B023
            ):
                for row in page:
                    await _verify_session(face, ledger, row, heads, tally)
                after = page[-1].id
            for (whose, session_id), (seq, _) in heads.items():
                problem = Problem(
                    owner=whose,
                    session_id=session_id,
                    table="ledger_sessions",
                    row=repr(session_id),
                    what=f"is not there, but message {seq} of it was expected",
                )
                tally.problems.append(problem)
    except ManagerError as error:
        session_id = "" if target is None else target.session_id
        whose = "" if target is None else target.owner
        tally.problems.append(Problem(owner=whose, session_id=session_id, table="", row="", what=str(error)))
    return tally.report()


async def _finish_deletions(face: Face, ledger: Ledger) -> None:
    try:
        await finish_deletions(face, ledger)
    except ManagerError:
        return  # a database that may only be read is verified all the same


def _without_session(connection: Connection) -> list[Problem]:
    """Rows of sessions that are not there, and sessions that lost their name without being deleted."""
    return [
        Problem(owner="", session_id="", table=table, row=str(session), what=what)
        for table, session, what in audit.without_session(connection)
    ]


def _by_name(expected: Expected | None, owner: str) -> dict[tuple[str, str], tuple[int, str]]:
    heads: dict[tuple[str, str], tuple[int, str]] = {}
    if expected is not None and not isinstance(expected, Mapping):
        raise InvalidArgumentError("expected", expected, _HEADS)
    for key, head in (expected or {}).items():
        match key, head:
            case ((str() | (str(), str())), (int() as seq, (str() | bytes()) as digest)):
                name = key if isinstance(key, tuple) else (owner, key)
                heads[name] = (seq, digest.hex() if isinstance(digest, bytes) else digest)
            case _:
                raise InvalidArgumentError("expected", {key: head}, _HEADS)
    return heads


async def _verify_session(
    face: Face, ledger: Ledger, row: SessionRow, heads: dict[tuple[str, str], tuple[int, str]], tally: _Tally
) -> None:
    tally.sessions += 1
    name = (row.owner, row.session_id or "")
    expected = heads.pop(name, None)
    checker = _SessionChecker(expected)

    async def read(work: Any) -> Any:
        return await face.read(ledger.database, work)

    try:
        # The highest numbers first, then the row: whatever is appended in between is in the row, and no false alarm.
        highest = await read(lambda connection: audit.bounds(connection, row.id))
        current = await read(lambda connection: sessions.read(connection, row.id, row.owner, row.session_id or ""))
        if current is None:
            return  # deleted meanwhile
        measured = await read(lambda connection: verify_lengths.of_session(connection, current))
        checker.begin(current, highest, measured)
        after = 0
        while after < current.head_seq:
            page = await read(
                lambda connection: audit.message_page(connection, row.id, after, current.head_seq)  # noqa: B023
            )
            checker.messages(page, after, min(after + audit.ROWS_A_PAGE, current.head_seq))
            after = min(after + audit.ROWS_A_PAGE, current.head_seq)
            tally.messages += len(page)
        checker.head()
        stray = await read(lambda connection: audit.stray_body(connection, row.id))
        if stray is not None:
            raise _WrongError("ledger_bodies", str(stray), "was added: the message holds its payload itself")
        pinned = await read(lambda connection: audit.pins_of(connection, row.id))
        if pinned.outside or pinned.noted != pinned.counted:
            what = f"{pinned.counted} are there, {pinned.noted} were made, {pinned.outside} are of no message"
            raise _WrongError("ledger_pins", str(row.id), what)
        first = 1
        while first <= current.current_revision:
            last = min(first + audit.ROWS_A_PAGE - 1, current.current_revision)
            found = await read(lambda connection: _read_revisions(connection, row.id, first, last))  # noqa: B023
            checker.revisions(found, first, last)
            tally.revisions += len(found.rows)
            first = last + 1
        checker.end()
        wrong_length = await verify_lengths.wrong_in_lengths(read, current, measured)
        if wrong_length is not None:
            raise _WrongError(*wrong_length)
    except (_WrongError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error) as error:
        # A column that holds another type, as SQLite lets it, shows as an error of our own code.
        wrong = error if isinstance(error, _WrongError) else _WrongError("", "", f"a row cannot be read: {error!r}")
        again = await read(lambda connection: sessions.read(connection, row.id, row.owner, row.session_id or ""))
        if again is None:
            return  # deleted while it was read
        problem = Problem(
            owner=row.owner, session_id=row.session_id or "", table=wrong.table, row=wrong.row, what=wrong.what
        )
        tally.problems.append(problem)
    except SessionNotFoundError:
        return


@dataclass(frozen=True, slots=True)
class _RevisionPage:
    rows: list[RevisionRow]
    entries: dict[int, list[tuple[int, int, int | None, int | None, int | None]]]
    derived: dict[int, list[audit.DerivedAudit]]
    memos: dict[int, audit.MemoAudit]
    summaries: dict[int, list[SummaryRow]]
    log: dict[int, bytes]


def _read_revisions(connection: Connection, session: int, first: int, last: int) -> _RevisionPage:
    found = revision_rows.read_range(connection, session, first, last)
    return _RevisionPage(
        rows=found,
        entries=audit.entries_of(connection, session, first, last),
        derived=audit.derived_of(connection, session, first, last),
        memos=audit.memos_of(connection, session, first, last),
        summaries=_by_revision(summaries.read(connection, session, first, last)),
        log=audit.digests_at(connection, session, [row.head_seq for row in found]),
    )


def _by_revision(calls: Iterable[SummaryRow]) -> dict[int, list[SummaryRow]]:
    found: dict[int, list[SummaryRow]] = {}
    for call in calls:
        found.setdefault(call.revision, []).append(call)
    return found


class _SessionChecker:
    """Walks a session's rows in order and raises at the first that cannot be what was written."""

    def __init__(self, expected: tuple[int, str] | None) -> None:
        self._expected = expected
        self._row: SessionRow | None = None

    def begin(self, row: SessionRow, highest: audit.Bounds, measured: list[Measurement]) -> None:
        self._row = row
        try:
            decode_settings(row.settings, session_name(row))
        except StoredDataError as error:
            raise _WrongError("ledger_sessions", str(row.id), error.problem) from error
        self._first = first_digest(row.owner, row.session_id or "")
        self._digest = self._revision_digest = self._first
        wrong = verify_lengths.wrong_in_measurements(row, measured)
        if wrong is not None:
            raise _WrongError(*wrong)
        self._remeasured = {item.revision or 0: item for item in measured[1:]}
        #: The length of the log up to these messages is counted in another measure from there on.
        self._counted_anew = {item.messages_upto: item.running_length for item in measured}
        self._length = 0
        self._derived = 0
        self._written: dict[str, set[int]] = {part: {1} for part in PARTS}
        self._memos: set[int] = set()
        self._counts: dict[tuple[str, int], int] = {("full", 1): 0, ("window", 1): 0}
        self._last: RevisionRow | None = None
        self._moment = 0
        self._in_force = 1
        for table, found, limit in (
            ("ledger_messages", highest.seq, row.head_seq),
            ("ledger_bodies", highest.body_seq, row.head_seq),
            ("ledger_append_keys", highest.key_seq, row.head_seq),
            ("ledger_window_revisions", highest.revision, row.current_revision),
            ("ledger_window_entries", highest.entry_revision, row.current_revision),
            ("ledger_memos", highest.memo_revision, row.current_revision),
            ("ledger_summaries", highest.summary_revision, row.current_revision),
            ("ledger_derived_messages", highest.derived_id, row.derived_count),
            # One may be unfinished.
            ("ledger_measurements", highest.measurement, row.measurement + 1),
            ("ledger_lengths", highest.measurement_of_lengths, row.measurement + 1),
        ):
            if found > limit:
                raise _WrongError(table, str(found), f"was added: the session's row ends at {limit}")

    @property
    def row(self) -> SessionRow:
        assert self._row is not None, "begin() comes first"
        return self._row

    def messages(self, page: list[ChainedRow], after: int, last: int) -> None:
        found = iter(page)
        for seq in range(after + 1, last + 1):
            row = next(found, None)
            if row is None or row.seq != seq:
                raise _WrongError("ledger_messages", str(seq), "is not there")
            if row.payload is None:
                raise _WrongError("ledger_bodies", str(seq), "is not there")
            content = content_hash(row.nonce, row.payload.encode())
            self._digest = message_digest(self._digest, seq, row.created_at, content)
            if row.digest != self._digest:
                raise _WrongError("ledger_messages", str(seq), "was altered: its digest is not that of its content")
            self._length += row.length
            if row.running_length != self._length:
                raise _WrongError("ledger_messages", str(seq), "its running length is not the sum of the lengths")
            self._length = self._counted_anew.get(seq, self._length)
            if not self._in_force <= row.revision <= self.row.current_revision:
                raise _WrongError("ledger_messages", str(seq), "its revision is not one that was in force")
            self._in_force = row.revision
            if row.encoding not in ENCODINGS:
                raise _WrongError("ledger_messages", str(seq), f"its encoding {row.encoding} is none")
            if row.created_at < self._moment:
                raise _WrongError("ledger_messages", str(seq), "it is older than the message before it")
            self._moment = row.created_at
            if self._expected is not None and seq == self._expected[0]:
                if row.digest.hex() != self._expected[1]:
                    raise _WrongError("ledger_messages", str(seq), "its digest is not the one kept elsewhere")
                self._expected = None

    def head(self) -> None:
        row = self.row
        if (self._digest, self._length) != (row.head_digest, row.head_length):
            raise _WrongError("ledger_sessions", str(row.id), "its head is not that of the log")
        if self._expected is not None:
            raise _WrongError(
                "ledger_messages", str(self._expected[0]), f"was expected; the log ends at {row.head_seq}"
            )

    def revisions(self, page: _RevisionPage, first: int, last: int) -> None:
        found = iter(page.rows)
        for number in range(first, last + 1):
            row = next(found, None)
            if row is None or row.revision != number:
                raise _WrongError("ledger_window_revisions", str(number), "is not there")
            self._revision(row, page)
        for revision in (*page.entries, *page.derived, *page.memos, *page.summaries):
            if not first <= revision <= last:
                raise _WrongError("ledger_window_entries", str(revision), "belongs to no revision")

    def _revision(self, row: RevisionRow, page: _RevisionPage) -> None:
        number = row.revision
        entries = page.entries.get(number, [])
        contents: list[bytes] = []
        for derived in page.derived.get(number, []):
            self._derived += 1
            if derived.derived_id != self._derived:
                raise _WrongError("ledger_derived_messages", str(self._derived), "is not there")
            contents.append(_hash_of("ledger_derived_messages", derived.derived_id, derived.nonce, derived.payload))
        memo = page.memos.get(number)
        if memo is not None:
            contents.append(_hash_of("ledger_memos", number, memo.nonce, memo.content))
            self._memos.add(number)
        for position, call in enumerate(page.summaries.get(number, []), start=1):
            if call.call_number != position:
                raise _WrongError("ledger_summaries", f"{number}/{position}", "is not there")
            contents.append(summary_hash(call.nonce, call.covered()))
        log = page.log.get(row.head_seq, self._first)
        self._revision_digest = revision_digest(self._revision_digest, row.covered(), entries, contents, log)
        if row.digest != self._revision_digest:
            raise _WrongError(
                "ledger_window_revisions",
                str(number),
                "was altered: its digest does not follow from the row, its entries, derived messages, memo, summaries",
            )
        self._measurement(row)
        self._pointers(row, entries)
        self._last = row

    def _measurement(self, row: RevisionRow) -> None:
        item = self._remeasured.pop(row.revision, None)
        if (item is not None) != (row.kind == "remeasure"):
            raise _WrongError("ledger_measurements", str(row.revision), "is of no revision that measured again")
        if item is not None and (
            item.messages_upto,
            item.running_length,
            item.derived_upto,
            encode({"session.measure": item.measure}).text,
        ) != (row.head_seq, row.head_length, self._derived, row.settings):
            raise _WrongError("ledger_measurements", str(item.measurement), "is not what its revision says of it")

    def _pointers(self, row: RevisionRow, entries: list[tuple[int, int, int | None, int | None, int | None]]) -> None:
        number = str(row.revision)
        for name, part in PARTS.items():
            own = [_entry(number, item, row.head_seq, self._derived) for item in entries if item[0] == part]
            written_by = row.full_from if name == "full" else row.window_from
            at = row.full_at if name == "full" else row.window_at
            count = row.full_count if name == "full" else row.window_count
            if written_by == row.revision:
                self._written[name].add(row.revision)
                self._counts[name, row.revision] = spans.count(own)
            if written_by not in self._written[name]:
                raise _WrongError("ledger_window_revisions", number, f"{name}_from names a revision that wrote none")
            if self._counts[name, written_by] + row.head_seq - at != count:
                raise _WrongError("ledger_window_revisions", number, f"{name}_count is not that of entries and tail")
        if row.memo_from is not None and row.memo_from not in self._memos:
            raise _WrongError("ledger_window_revisions", number, "memo_from names a revision that wrote none")

    def end(self) -> None:
        row, last = self.row, self._last
        if self._remeasured:
            raise _WrongError("ledger_measurements", str(min(self._remeasured)), "is of no revision")
        problem = None
        if last is None or row.revision_digest != self._revision_digest:
            problem = "its revision digest is not that of the current revision"
        elif (row.full_from, row.full_at, row.window_from, row.window_at, row.memo_from) != (
            last.full_from,
            last.full_at,
            last.window_from,
            last.window_at,
            last.memo_from,
        ):
            problem = "its pointers are not those of the current revision"
        else:
            since, length = row.head_seq - last.head_seq, row.head_length - last.head_length
            if (row.full_count, row.window_count, row.window_length, row.window_pinned, row.derived_count) != (
                last.full_count + since,
                last.window_count + since,
                last.window_length + length,
                last.window_pinned,
                self._derived,
            ):
                problem = "its counters are not what the current revision and its tail hold"
        if problem is not None:
            raise _WrongError("ledger_sessions", str(row.id), problem)


def _hash_of(table: str, row: int, nonce: bytes, text: str | None) -> bytes:
    if text is None:
        raise _WrongError(table, str(row), "has no content")
    return content_hash(nonce, text.encode())


def _entry(revision: str, item: tuple[int, int, int | None, int | None, int | None], head: int, derived: int) -> Entry:
    _, position, first, last, derived_id = item
    if derived_id is not None and 1 <= derived_id <= derived:
        return Derived(derived_id)
    if first is not None and last is not None and 1 <= first <= last <= head:
        return Span(first, last)
    raise _WrongError("ledger_window_entries", f"{revision}/{position}", "names messages that are not there")
