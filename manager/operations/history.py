"""History: pages of revisions, one moment read whole, and what differs between two of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from manager.errors import InvalidArgumentError, MessageNotFoundError, RevisionNotFoundError, SessionNotFoundError
from manager.model import Diff, Message, Page, Revision, Snapshot, from_microseconds, to_microseconds
from manager.operations import rows
from manager.operations.contexts import (
    StoredRow,
    as_message,
    in_measure_of,
    now,
    read_rows,
    read_window,
)
from manager.operations.drafts import integer
from manager.operations.faces import Face
from manager.operations.ledger import Ledger, Target
from manager.operations.present import history_revision, memo_of
from manager.operations.windows import entries_upto
from manager.planning.matching import Reference
from manager.planning.normalize import check_name
from manager.storage import Connection, measurements, messages, moments, revisions, sessions
from manager.storage.entries import EMPTY_PART, PartRows
from manager.storage.memos import MemoRow
from manager.storage.moments import Moment
from manager.storage.revisions import Cursor, HistoryFilter, RevisionRow
from manager.storage.sessions import SessionRow

#: Rows looked at in one statement of a bisection: 1,000,000 revisions are searched in three.
PROBES = 100


@dataclass(frozen=True, slots=True)
class _Found:
    """A window at one moment."""

    session: SessionRow
    revision: int
    head_seq: int
    length: int
    max_length: int | None
    content: list[tuple[Reference, StoredRow]]
    memo: MemoRow | None


# --- one moment ---------------------------------------------------------------------------------


async def snapshot(
    face: Face, target: Target, *, revision: object = None, seq: object = None, time: object = None
) -> Snapshot:
    """Window, memo, revision, length and limit of one moment; see Session.snapshot."""
    locate = _locator(target, revision, seq, time)

    def read(connection: Connection) -> _Found | None:
        return locate(connection)

    found = await face.read(target.ledger.database, read)
    if found is None:
        limit = rows.rules_of(target, None).max_length
        return Snapshot(messages=[], memo=None, revision=0, head_seq=0, length=0, max_length=limit)
    target.row_id = found.session.id
    return Snapshot(
        messages=[as_message(row) for _, row in found.content],
        memo=memo_of(found.memo),
        revision=found.revision,
        head_seq=found.head_seq,
        length=found.length,
        max_length=found.max_length,
    )


async def diff(face: Face, target: Target, a: object, b: object) -> Diff:
    """What differs between two windows and memos; see Session.diff."""
    first = integer("a", a)
    second = None if b is None else integer("b", b)

    def read(connection: Connection) -> tuple[_Found, _Found]:
        if second is not None:
            return _at_revision(connection, target, first), _at_revision(connection, target, second)
        made = _at_revision(connection, target, first)
        return _just_before(connection, target, made), made

    old, new = await face.read(target.ledger.database, read)
    target.row_id = new.session.id
    return Diff(
        before=old.revision,
        after=new.revision,
        removed=_only_in_first(old.content, new.content),
        added=_only_in_first(new.content, old.content),
        memo_before=memo_of(old.memo),
        memo_after=memo_of(new.memo),
        length_before=old.length,
        length_after=new.length,
    )


def _only_in_first(
    first: list[tuple[Reference, StoredRow]], second: list[tuple[Reference, StoredRow]]
) -> list[Message]:
    others = Counter(reference for reference, _ in second)
    only: list[Message] = []
    for reference, row in first:
        if others[reference]:
            others[reference] -= 1
        else:
            only.append(as_message(row))
    return only


def _locator(target: Target, revision: object, seq: object, time: object) -> Callable[[Connection], _Found | None]:
    given = [name for name, value in (("revision", revision), ("seq", seq), ("time", time)) if value is not None]
    if len(given) > 1:
        raise InvalidArgumentError(
            given[1],
            {"revision": revision, "seq": seq, "time": time}[given[1]],
            f"left out: {given[0]} already names the moment",
        )
    if revision is not None:
        number = integer("revision", revision)
        return lambda connection: _at_revision(connection, target, number)
    if seq is not None:
        wanted = integer("seq", seq)
        return lambda connection: _at_seq(connection, target, wanted)
    if time is not None:
        moment = microseconds("time", time)
        return lambda connection: _at_time(connection, target, moment)
    return lambda connection: _now(connection, target)


def _now(connection: Connection, target: Target) -> _Found | None:
    found = now(connection, target)
    if found is None:
        return None
    row, memo = found
    content = read_rows(connection, target, row.id, read_window(connection, target, row))
    limit = rows.rules_of(target, row).max_length
    return _Found(row, row.current_revision, row.head_seq, row.window_length, limit, content, memo)


def _at_revision(connection: Connection, target: Target, number: int) -> _Found:
    moment = moments.of_revision(connection, target.row_id, target.owner, target.session_id, number)
    if moment is None:
        row = rows.read(connection, target)
        raise RevisionNotFoundError(target.session_id, number, 0 if row is None else row.current_revision)
    return _under(connection, target, moment, moment.revision.head_seq)


def _just_before(connection: Connection, target: Target, made: _Found) -> _Found:
    """The window a revision changed: its parent's, with what was said until then."""
    if made.revision == 1:
        return replace(made, revision=0, content=[], memo=None, length=0)
    current = revisions.get(connection, made.session.id, made.revision)
    parent = moments.of_revision(connection, made.session.id, target.owner, target.session_id, made.revision - 1)
    if current is None or parent is None:
        raise SessionNotFoundError(target.session_id, target.owner, deleted=True)
    return _under(connection, target, parent, current.head_seq - current.appended_count)


def _at_seq(connection: Connection, target: Target, seq: int) -> _Found:
    moment = moments.at_seq(connection, target.row_id, target.owner, target.session_id, seq) if seq > 0 else None
    if moment is None or seq > moment.session.head_seq:
        row = rows.read(connection, target)
        raise MessageNotFoundError(target.session_id, seq, 0 if row is None else row.head_seq)
    belongs_to = moment.revision_of_message
    if belongs_to is not None and belongs_to > moment.revision.revision:
        # Logged by a set or import in replacing the contexts: the message was never in the window before it.
        replacing = moments.of_revision(connection, moment.session.id, target.owner, target.session_id, belongs_to)
        assert replacing is not None, "revisions are never removed while their session is there"
        moment = replacing
    return _under(connection, target, moment, seq)


def _at_time(connection: Connection, target: Target, moment: int) -> _Found:
    row = rows.read(connection, target)
    newest = 0 if row is None else row.current_revision
    number = (
        0
        if row is None
        else _last_not_later(newest, moment, lambda numbers: revisions.created_at(connection, row.id, numbers))
    )
    if row is None or number == 0:
        raise RevisionNotFoundError(
            target.session_id, f"revision as early as {from_microseconds(moment).isoformat()}", newest
        )
    seq = _last_not_later(row.head_seq, moment, lambda seqs: messages.created_at(connection, row.id, seqs))
    found = moments.of_revision(connection, row.id, target.owner, target.session_id, number)
    if found is None:
        raise SessionNotFoundError(target.session_id, target.owner, deleted=True)
    return _under(connection, target, found, max(seq, found.revision.head_seq))


def _under(connection: Connection, target: Target, moment: Moment, seq: int) -> _Found:
    """The window under a revision with its tail up to `seq`."""
    revision, session = moment.revision, moment.session
    part = _part(connection, session, revision, seq)
    content = read_rows(connection, target, session.id, part)
    length = revision.window_length
    if seq > revision.head_seq:
        # The tail was measured as the revision was, whatever became of the session's measure since.
        length += sum(row.length for _, row in content[revision.window_count :])
    elif seq < revision.head_seq:
        then = measurements.at_revision(connection, session, revision.revision)
        length = sum(row.length for _, row in in_measure_of(connection, then, content))
    return _Found(session, revision.revision, seq, length, revision.max_length, content, moment.memo)


def _part(connection: Connection, session: SessionRow, revision: RevisionRow, seq: int) -> PartRows:
    if revision.window_count == 0 and revision.head_seq == seq:
        return EMPTY_PART
    return entries_upto(connection, session, revision, "window", seq, payloads=True)


def _last_not_later(newest: int, moment: int, moments_of: Callable[[list[int]], Mapping[int, int]]) -> int:
    """The last of 1 to `newest` that was made not later; 0 when none was. They never go back in time."""
    low, high = 0, newest
    while low < high:
        step = max(1, -(-(high - low) // PROBES))
        probes = sorted({*range(low + step, high, step), high})
        made = moments_of(probes)
        for probe in probes:
            if made.get(probe, moment + 1) <= moment:
                low = probe
            else:
                high = probe - 1
                break
    return low


def microseconds(argument: str, value: object) -> int:
    """A moment a user gave, in microseconds: an aware datetime, or a naive one in local time.

    Raises:
        InvalidArgumentError: it is no datetime.
    """
    if not isinstance(value, datetime):
        raise InvalidArgumentError(argument, value, "a datetime")
    try:
        return to_microseconds(value)
    except (OverflowError, ValueError, OSError) as error:
        raise InvalidArgumentError(argument, value, "a moment between the years 1 and 9999 in UTC") from error


# --- pages --------------------------------------------------------------------------------------


async def history(
    face: Face,
    ledger: Ledger,
    *,
    target: Target | None = None,
    owner: str | None = None,
    kind: object = None,
    strategy: object = None,
    since: object = None,
    until: object = None,
    limit: object = 50,
    after: object = None,
) -> Page[Revision]:
    """A page of revisions, newest first; see Session.revisions and SessionManager.revisions."""
    size = page_size(limit)
    cursor = None if after is None else _cursor(after)
    wanted: dict[str, Any] = {
        "kind": None if kind is None else check_name("kind", kind),
        "strategy": None if strategy is None else check_name("strategy", strategy),
        "since": None if since is None else microseconds("since", since),
        "until": None if until is None else microseconds("until", until),
    }

    def read(connection: Connection) -> tuple[list[revisions.HistoryRow], Cursor | None]:
        if target is None:
            return revisions.history(connection, HistoryFilter(owner=owner, **wanted), cursor, size)
        row_id = target.row_id
        row = sessions.read(connection, row_id, target.owner, target.session_id)
        if row is None and row_id is not None:
            raise SessionNotFoundError(target.session_id, target.owner, deleted=True)
        if row is None:
            return [], None
        target.row_id = row.id
        start = cursor
        if wanted["until"] is not None:
            # A session's revisions never go back in time: the first one not wanted is found by bisection.
            end = 1 + _last_not_later(
                row.current_revision,
                wanted["until"] - 1,
                lambda numbers: revisions.created_at(connection, row.id, numbers),
            )
            start = (0, 0, end if cursor is None else min(end, cursor[2]))
        return revisions.history(connection, HistoryFilter(session=row.id, **wanted), start, size)

    found, following = await face.read(ledger.database, read)
    return Page(map(history_revision, found), next=None if following is None else ".".join(map(str, following)))


async def revision(face: Face, target: Target, number: object) -> Revision:
    """The revision with this number; see Session.revision."""
    wanted = integer("revision", number)

    def read(connection: Connection) -> revisions.HistoryRow:
        row = rows.read(connection, target)
        newest = 0 if row is None else row.current_revision
        if row is None or not 1 <= wanted <= newest:
            raise RevisionNotFoundError(target.session_id, wanted, newest)
        found, _ = revisions.history(connection, HistoryFilter(session=row.id), (0, 0, wanted + 1), 1)
        if not found:
            raise SessionNotFoundError(target.session_id, target.owner, deleted=True)
        return found[0]

    return history_revision(await face.read(target.ledger.database, read))


def page_size(limit: object) -> int:
    """How many rows a page may have.

    Raises:
        InvalidArgumentError: it is not 1 to 10,000.
    """
    size = integer("limit", limit)
    if not 1 <= size <= 10_000:
        raise InvalidArgumentError("limit", limit, "1 to 10000")
    return size


def _cursor(after: object) -> Cursor:
    moment, session, number = cursor_numbers(after, 3)
    return moment, session, number


def cursor_numbers(after: object, count: int) -> list[int]:
    """The numbers in a page's `next`.

    Raises:
        InvalidArgumentError: it is no `next` of such a page.
    """
    if not isinstance(after, str) or not re.fullmatch(r"[0-9]{1,18}(\.[0-9]{1,18})*", after, re.ASCII):
        raise InvalidArgumentError("after", after, "the `next` of a page")
    numbers = [int(part) for part in after.split(".")]
    if len(numbers) != count:
        raise InvalidArgumentError("after", after, "the `next` of a page of the same kind")
    return numbers
