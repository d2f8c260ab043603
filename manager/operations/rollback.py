"""Rollback and undo: a new revision whose content is that of an earlier one, with or without what was said since."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from manager.announce import announce_over_limit
from manager.errors import InvalidArgumentError, RevisionNotFoundError, StoredDataError
from manager.model import Entries, Note, Revision, Span
from manager.operations import rows
from manager.operations.drafts import integer
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.present import revision_of
from manager.operations.revise import KeptMemo, KeptPart, NewPart, PartVersion, RevisionDraft, revise, was_committed
from manager.operations.windows import entries_upto, is_in_measure_of, length_of_spans, window_length_at
from manager.planning import spans
from manager.storage import Connection, revisions, sessions
from manager.storage import entries as entry_rows
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow, session_name

PART_NAMES: Final = ("window", "full", "memo")


@dataclass(frozen=True, slots=True)
class RolledBack:
    """What a rollback's transaction did."""

    before: SessionRow
    row: SessionRow
    revision: RevisionRow
    over_limit: str | None


@dataclass(frozen=True, slots=True)
class _Restored:
    """A part as it is to be: its version, and the length of what it holds."""

    version: PartVersion
    length: int


async def rollback(
    face: Face,
    target: Target,
    revision: object,
    *,
    keep_newer: bool,
    parts: object,
    hold: bool | None,
    note: Note,
) -> Revision:
    """Window, full context and memo are those of the revision; see Session.rollback."""
    wanted = integer("revision", revision)
    chosen = _checked_parts(parts)
    moment = target.ledger.now()

    def work(connection: Connection) -> RolledBack:
        row = rows.lock(connection, target)
        old = None if row is None else revisions.get(connection, row.id, wanted)
        if row is None or old is None:
            raise RevisionNotFoundError(target.session_id, wanted, 0 if row is None else row.current_revision)
        draft = _restoring(connection, row, old, keep_newer, chosen)
        return _commit(connection, target, row, draft._replace(note=note), hold, moment)

    return await _run(face, target, work)


async def undo(face: Face, target: Target, *, hold: bool | None, note: Note) -> Revision:
    """What the current revision changed is as it was just before it; see Session.undo."""
    moment = target.ledger.now()

    def work(connection: Connection) -> RolledBack:
        row = rows.lock(connection, target)
        if row is None or row.current_revision == 1:
            newest = 0 if row is None else row.current_revision
            raise RevisionNotFoundError(target.session_id, "revision before its first, and nothing to undo", newest)
        found = revisions.read_range(connection, row.id, row.current_revision - 1, row.current_revision)
        if len(found) != 2:
            raise StoredDataError(session_name(row), "one of its last two revisions is not there")
        parent, current = found
        draft = _undoing(connection, row, parent, current)
        return _commit(connection, target, row, draft._replace(note=note), hold, moment)

    return await _run(face, target, work)


async def _run(face: Face, target: Target, work: Callable[[Connection], RolledBack]) -> Revision:
    done = await face.write(
        target.ledger.database,
        work,
        confirm=lambda connection, done: was_committed(connection, done.row, done.revision),
    )
    target.row_id = done.row.id
    announce_over_limit(target.session_id, done.over_limit)
    before = done.before
    return revision_of(done.revision, target.session_id, before.window_count, before.window_length, before.measure)


def _commit(
    connection: Connection, target: Target, row: SessionRow, draft: RevisionDraft, hold: bool | None, moment: int
) -> RolledBack:
    rules = rows.rules_of(target, row)
    length = row.window_length if draft.window_length is None else draft.window_length
    over = draft.window is not None and rules.exceeded_by(length, draft.window.count)
    held = over if hold is None else hold
    if hold is None and draft.window is None and draft.full is None:
        held = row.held_revision is not None  # a memo brought back ends a hold as little as one that is set
    now = max(moment, row.updated_at)
    saved, made = revise(connection, row, draft._replace(held=held, max_length=rules.max_length), now)
    sessions.save(connection, row, saved)
    problem = None
    if over and hold is None:
        what = f"holds {made.window_count} messages, the limit is {rules.max_messages}"
        if rules.max_length is not None and length > rules.max_length:
            what = f"measures {length}, the limit is {rules.max_length}"
        problem = (
            f"the restored window {what}; automatic resizing is held until resize(), a change of the session's own "
            "limit or strategy, or its next revision that is not a memo"
        )
    return RolledBack(row, saved, made, problem)


def _restoring(
    connection: Connection, row: SessionRow, old: RevisionRow, keep_newer: bool, parts: Collection[str]
) -> RevisionDraft:
    newer: tuple[Span, ...] = ()
    if keep_newer and parts != {"memo"}:
        newer = _said_since(connection, row, old)
    whole_tail = newer == spans.joined((Span(old.head_seq + 1, row.head_seq),))
    window = full = None
    if "window" in parts:
        window = _restored(connection, row, old, "window", newer, whole_tail)
    if "full" in parts:
        full = _restored(connection, row, old, "full", newer, whole_tail)
    return RevisionDraft(
        kind="rollback",
        window=None if window is None else window.version,
        window_length=None if window is None else window.length,
        window_pinned=old.window_pinned,
        full=None if full is None else full.version,
        memo=KeptMemo(old.memo_from) if "memo" in parts else None,
        restored=old.revision,
    )


def _said_since(connection: Connection, row: SessionRow, old: RevisionRow) -> tuple[Span, ...]:
    """The messages after the revision that are in the present full context, less what a set or import logged in
    replacing it."""
    if (row.full_from, row.full_at) == (old.full_from, old.full_at):
        # The full context was not replaced since: all that came after is its live tail. Nothing needs to be read.
        return tuple(spans.spans_of(spans.joined((Span(old.head_seq + 1, row.head_seq),))))
    stored = entry_rows.read(connection, row.id, row.full_from, "full")
    present = spans.after(spans.content(stored.entries, row.full_at, row.head_seq), old.head_seq)
    replaced = revisions.replaced_since(connection, row.id, old.revision)
    return tuple(spans.spans_of(spans.excluding(present, replaced)))


def _restored(
    connection: Connection,
    row: SessionRow,
    old: RevisionRow,
    part: str,
    newer: tuple[Span, ...],
    whole_tail: bool,
) -> _Restored:
    written_by, at, count = (
        (old.window_from, old.window_at, old.window_count)
        if part == "window"
        else (old.full_from, old.full_at, old.full_count)
    )
    count += spans.count(newer)
    if whole_tail:
        # The old version's own tail is just what is to follow: one row, no entries.
        length = _length_with_newer(connection, row, old) if part == "window" else 0
        return _Restored(KeptPart(written_by, at, count), length)
    entries = spans.joined((*entries_upto(connection, row, old, part, old.head_seq).entries, *newer))
    length = 0
    if part == "window":
        length = window_length_at(connection, row, old, old.head_seq) + length_of_spans(connection, row, newer)
    return _Restored(NewPart(entries, row.head_seq, count), length)


def _length_with_newer(connection: Connection, row: SessionRow, old: RevisionRow) -> int:
    """The length, in the session's measure, of the window under the revision with all that was logged since."""
    if is_in_measure_of(row, old):
        return old.window_length + row.head_length - old.head_length
    return window_length_at(connection, row, old, row.head_seq)


def _undoing(connection: Connection, row: SessionRow, parent: RevisionRow, current: RevisionRow) -> RevisionDraft:
    """The parent's parts with their tail up to the current revision, less what that one logged in replacing, and what
    came after it."""
    since = row.head_seq - parent.head_seq - current.appended_count
    window_count, full_count = parent.window_count + since, parent.full_count + since
    if current.appended_count == 0:
        window: PartVersion = KeptPart(parent.window_from, parent.window_at, window_count)
        full: PartVersion = KeptPart(parent.full_from, parent.full_at, full_count)
        window_length = _length_with_newer(connection, row, parent)
    else:
        before = current.head_seq - current.appended_count
        after = Span(current.head_seq + 1, row.head_seq)
        replaced = (Span(before + 1, current.head_seq),)
        window_length = _length_with_newer(connection, row, parent) - length_of_spans(connection, row, replaced)
        window = NewPart(_and_after(connection, row, parent, "window", before, after), row.head_seq, window_count)
        full = NewPart(_and_after(connection, row, parent, "full", before, after), row.head_seq, full_count)
    return RevisionDraft(
        kind="rollback",
        window=window,
        window_length=window_length,
        window_pinned=parent.window_pinned,
        full=full,
        memo=KeptMemo(parent.memo_from),
        restored=parent.revision,
    )


def _and_after(
    connection: Connection, row: SessionRow, parent: RevisionRow, part: str, seq: int, after: Span
) -> Entries:
    return spans.joined((*entries_upto(connection, row, parent, part, seq).entries, after))


def _checked_parts(parts: object) -> frozenset[str]:
    if isinstance(parts, str) or not isinstance(parts, Collection):
        raise InvalidArgumentError("parts", parts, f"a collection of {', '.join(PART_NAMES)}")
    unknown = [part for part in parts if part not in PART_NAMES]
    if unknown or not parts:
        raise InvalidArgumentError("parts", parts, f"one or more of {', '.join(PART_NAMES)}")
    return frozenset(parts)
