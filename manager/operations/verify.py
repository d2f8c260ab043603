"""Verification: every row of a session against its digests, its counters and the rows around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from manager.errors import InvalidArgumentError, ManagerError, SessionNotFoundError
from manager.model import Problem, VerifyReport
from manager.operations import rows, verify_lengths
from manager.operations.catalog import finish_deletions
from manager.operations.faces import Face
from manager.operations.ledger import Ledger, Target
from manager.operations.session_checker import DAMAGED, SessionChecker, Written, WrongError, problem_of
from manager.storage import Connection, audit, sessions, summaries
from manager.storage import revisions as revision_rows
from manager.storage.entries import StoredEntry
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow
from manager.storage.summaries import SummaryRow

#: Where a session's head is kept elsewhere: by session id or (owner, session id), the seq and the digest after it.
Expected = Mapping[Any, tuple[int, "str | bytes"]]


_HEADS = "{session_id: (seq, digest)} or {(owner, session_id): (seq, digest)}"


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

    async def read(work: Any) -> Any:
        return await face.read(ledger.database, work)

    try:
        # The highest numbers first, then the row: whatever is appended in between is in the row, and no false alarm.
        highest = await read(lambda connection: audit.bounds(connection, row.id))
        current = await read(lambda connection: sessions.read(connection, row.id, row.owner, row.session_id or ""))
        if current is None:
            return  # deleted meanwhile
        measured = await read(lambda connection: verify_lengths.of_session(connection, current))
        checker = SessionChecker(current, measured, expected)
        checker.within(highest)
        after = 0
        while after < current.head_seq:
            page = await read(
                lambda connection: audit.message_page(connection, row.id, after, current.head_seq)  # noqa: B023
            )
            after = min(after + audit.ROWS_A_PAGE, current.head_seq)
            checker.messages(page, after)
            tally.messages += len(page)
        checker.head()
        stray = await read(lambda connection: audit.stray_body(connection, row.id))
        if stray is not None:
            raise WrongError("ledger_bodies", str(stray), "was added: the message holds its payload itself")
        pinned = await read(lambda connection: audit.pins_of(connection, row.id))
        if pinned.outside or pinned.noted != pinned.counted:
            what = f"{pinned.counted} are there, {pinned.noted} were made, {pinned.outside} are of no message"
            raise WrongError("ledger_pins", str(row.id), what)
        first = 1
        while first <= current.current_revision:
            last = min(first + audit.ROWS_A_PAGE - 1, current.current_revision)
            found = await read(lambda connection: _read_revisions(connection, row.id, first, last))  # noqa: B023
            for revision in found.rows:
                checker.written(revision, found.written(revision.revision), found.log.get(revision.head_seq))
            checker.upto(last)
            tally.revisions += len(found.rows)
            first = last + 1
        checker.end()
        wrong_length = await verify_lengths.wrong_in_lengths(read, current, measured)
        if wrong_length is not None:
            raise WrongError(*wrong_length)
    except DAMAGED as error:
        again = await read(lambda connection: sessions.read(connection, row.id, row.owner, row.session_id or ""))
        if again is None:
            return  # deleted while it was read
        tally.problems.append(problem_of(row, error))
    except SessionNotFoundError:
        return


@dataclass(frozen=True, slots=True)
class _RevisionPage:
    rows: list[RevisionRow]
    entries: dict[int, list[StoredEntry]]
    derived: dict[int, list[audit.DerivedAudit]]
    memos: dict[int, audit.MemoAudit]
    summaries: dict[int, list[SummaryRow]]
    log: dict[int, bytes]

    def written(self, revision: int) -> Written:
        """What the revision wrote beside its own row."""
        return Written(
            self.entries.get(revision, ()),
            self.derived.get(revision, ()),
            self.memos.get(revision),
            self.summaries.get(revision, ()),
        )


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
