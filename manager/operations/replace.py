"""Calls that put other contexts in force: set, reset, clear, pop, rewind, memo. The log keeps everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from manager.announce import announce_over_limit
from manager.errors import MessageNotFoundError, StoredDataError
from manager.model import Derived, Draft, Encoded, Entries, Message, Note, Span
from manager.operations import rows
from manager.operations.contexts import as_message, read_part, read_rows
from manager.operations.cutting import CutOutcome, cut
from manager.operations.drafts import drafts_of, integer, json_of
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.measuring import OtherMeasure, measuring, require
from manager.operations.planned import Prepared, ShorteningNeeded
from manager.operations.resize import resize_after_write
from manager.operations.revise import KeptMemo, KeptPart, NewDerived, NewPart, RevisionDraft, revise, was_committed
from manager.operations.shortening import shortened
from manager.operations.windows import entries_upto, length_of, window_length_at
from manager.operations.writing import cut_is_due, log
from manager.planning import spans
from manager.planning.matching import common_prefix, longest_overlap
from manager.planning.waiting import UNKNOWN, after
from manager.storage import Connection, measurements, messages, revisions, sessions
from manager.storage.digests import payload_key
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow, session_name

#: What a call does to the locked row: the row to save, and the revision it made (None: nothing to do).
Change = Callable[[Connection, SessionRow, int], "tuple[SessionRow, RevisionRow | None]"]


#: A window for a full context: its entries, its length, and the messages that are in it alone.
WindowWithin = tuple[NewPart, int, tuple[NewDerived, ...]]


@dataclass(frozen=True, slots=True)
class Changed:
    """What a call's transaction did."""

    row: SessionRow
    revision: RevisionRow | None
    cut: CutOutcome | None = None


async def change(face: Face, target: Target, work: Change) -> Changed:
    """One transaction on the session's row, made where it is not there yet."""

    moment = target.ledger.now()

    def transaction(connection: Connection) -> Changed:
        stored, row = rows.lock_or_create(connection, target, moment)
        now = max(moment, row.updated_at)
        row, made = work(connection, row, now)
        sessions.save(connection, stored, row)
        return Changed(row, made)

    changed = await face.write(target.ledger.database, transaction, confirm=revision_was_committed)
    target.row_id = changed.row.id
    return changed


def revision_was_committed(connection: Connection, changed: Changed) -> bool:
    """Whether the revision of a transaction whose COMMIT got no answer is there."""
    return changed.revision is None or was_committed(connection, changed.row, changed.revision)


# --- memo, clear, reset -------------------------------------------------------------------------


async def set_memo(face: Face, target: Target, value: object, note: Note) -> None:
    """The memo is the value, None for none; see Session.set_memo."""
    memo: Encoded | KeptMemo = KeptMemo(None) if value is None else json_of(value, "memo")

    def work(connection: Connection, row: SessionRow, now: int) -> tuple[SessionRow, RevisionRow]:
        return revise(connection, row, RevisionDraft(kind="memo", memo=memo, note=note), now)

    await change(face, target, work)


async def clean_context_window(face: Face, target: Target, note: Note) -> None:
    """The window is empty; full context and memo stay; see Session.clean_context_window."""

    def work(connection: Connection, row: SessionRow, now: int) -> tuple[SessionRow, RevisionRow]:
        return revise(connection, row, _emptied(row, "clear", note), now)

    await change(face, target, work)


async def reset_chat_history(face: Face, target: Target, note: Note) -> None:
    """Window and full context are empty; the memo stays; see Session.reset_chat_history."""

    def work(connection: Connection, row: SessionRow, now: int) -> tuple[SessionRow, RevisionRow]:
        return revise(connection, row, _emptied(row, "reset", note), now)

    await change(face, target, work)


def _emptied(row: SessionRow, kind: str, note: Note) -> RevisionDraft:
    empty = NewPart((), row.head_seq, 0)
    return RevisionDraft(
        kind=kind,
        window=empty,
        window_length=0,
        open_calls=None,
        full=empty if kind == "reset" else None,
        dropped_count=row.window_count,
        dropped_length=row.window_length,
        note=note,
    )


# --- set ----------------------------------------------------------------------------------------


async def set_chat_history(face: Face, target: Target, given: object, note: Note) -> None:
    """Window and full context are just these messages, then resized; see Session.set_chat_history."""
    counted = await measuring(face, target)
    drafts = drafts_of(target.ledger, given, counted.measure)
    prepared: Prepared = {}
    logged: Sequence[Draft] = ()
    moment = target.ledger.now()

    def transaction(connection: Connection) -> tuple[Changed, bool]:
        nonlocal logged
        stored, row = rows.lock_or_create(connection, target, moment)
        rules = rows.rules_of(target, row)
        require(target, row, counted.name)
        now, before = max(moment, row.updated_at), row.head_seq
        row, made = replace_contexts(connection, target, row, drafts, now, kind="set", note=note)
        logged = drafts[len(drafts) - (row.head_seq - before) :]
        outcome = None
        automatic = cut_is_due(target, row, rules)
        if automatic:
            outcome = cut(connection, target, row, rules, now, cause="auto", prepared=prepared)
            row = outcome.row
        sessions.save(connection, stored, row)
        return Changed(row, made, outcome), automatic

    while True:
        try:
            changed, automatic = await face.write(
                target.ledger.database,
                transaction,
                confirm=lambda connection, done: revision_was_committed(connection, done[0]),
            )
            break
        except ShorteningNeeded as needed:
            prepared = {**prepared, **(await shortened(face, target, needed, logged))}
        except OtherMeasure:
            counted = await measuring(face, target)
            drafts, prepared = counted.again(drafts), {}
    target.row_id = changed.row.id
    if automatic:
        announce_over_limit(target.session_id, None if changed.cut is None else changed.cut.over_limit)
        return
    await resize_after_write(face, target, changed.row, rows.rules_of(target, changed.row))


def replace_contexts(
    connection: Connection,
    target: Target,
    row: SessionRow,
    drafts: Sequence[Draft],
    now: int,
    *,
    kind: str,
    note: Note,
    memo: Encoded | KeptMemo | None = None,
    window_of: Callable[[Sequence[int | Derived]], WindowWithin] | None = None,
) -> tuple[SessionRow, RevisionRow]:
    """Full context and window are the drafts: what is there already is referred to, what is new is logged.

    Compared by encoded payload: the longest common prefix with the present full context; then the longest tail of
    what is left of it that the rest begins with; the rest is logged. So the cost grows with the drafts and not with
    the history.

    Args:
        window_of: makes the window from the references of the full context; None for a window that is all of it.
    """
    part = read_part(connection, row, "full")
    texts = [item.content.text for item in drafts]
    keys = [payload_key(text) for text in texts]
    size = spans.count(part.entries)

    def present(start: int, stop: int) -> list[bytes]:
        chosen = part._replace(entries=spans.part_of(part.entries, start, stop))
        return [payload_key(item.payload or "") for _, item in read_rows(connection, target, row.id, chosen)]

    shared = common_prefix(present(0, min(size, len(keys))), keys)
    rest = keys[shared:]
    overlap = longest_overlap(present(max(shared, size - len(rest)), size), rest)
    kept = (
        *spans.part_of(part.entries, 0, shared),
        *spans.part_of(part.entries, size - overlap, size),
    )
    new = drafts[shared + overlap :]
    only_extends = shared == size
    moved, _ = log(connection, row, new, None, now, revision=row.current_revision + 1)
    entries = spans.joined((*kept, Span(row.head_seq + 1, moved.head_seq)))
    full = NewPart(entries, moved.head_seq, len(drafts))
    window, window_length = full, sum(item.length for item in drafts)
    derived: tuple[NewDerived, ...] = ()
    if window_of is not None:
        window, window_length, derived = window_of(list(spans.references(entries)))
    return revise(
        connection,
        moved,
        RevisionDraft(
            kind=kind,
            window=replace(window, at=moved.head_seq),
            window_length=window_length,
            open_calls=UNKNOWN if window_of is not None else after(None, drafts),
            full=full,
            memo=memo,
            derived=derived,
            appended_count=0 if only_extends else len(new),
            note=note,
        ),
        now,
    )


# --- pop ----------------------------------------------------------------------------------------


async def pop_message(face: Face, target: Target, note: Note) -> Message | None:
    """The last message of the full context is in it no more, nor in the window; see Session.pop_message."""
    popped: list[Message] = []
    moment = target.ledger.now()

    def transaction(connection: Connection) -> Changed | None:
        popped.clear()
        row = rows.lock(connection, target)
        if row is None or row.full_count == 0:
            return None
        part = read_part(connection, row, "full")
        ((reference, found),) = read_rows(
            connection,
            target,
            row.id,
            part._replace(entries=spans.part_of(part.entries, row.full_count - 1, row.full_count)),
        )
        popped.append(as_message(found))
        full = spans.part_of(part.entries, 0, row.full_count - 1)
        window, length, pinned = _without(connection, row, reference)
        draft = RevisionDraft(
            kind="pop",
            full=NewPart(full, row.head_seq, row.full_count - 1),
            window=window,
            window_length=length,
            window_pinned=pinned,
            dropped_count=row.window_count - window.count,
            dropped_length=row.window_length - length,
            note=note,
        )
        saved, made = revise(connection, row, draft, max(moment, row.updated_at))
        sessions.save(connection, row, saved)
        return Changed(saved, made)

    changed = await face.write(
        target.ledger.database,
        transaction,
        confirm=lambda connection, done: done is None or revision_was_committed(connection, done),
    )
    if changed is None:
        return None
    target.row_id = changed.row.id
    return popped[0]


def _without(connection: Connection, row: SessionRow, popped: int | Derived) -> tuple[NewPart, int, int | None]:
    """The window without the message and what was derived from it alone, its length, and how many it pins."""
    part = read_part(connection, row, "window")
    derived = {Derived(item.derived_id) for item in part.derived.values() if item.source_seq == popped}
    hole = (Span(popped, popped),) if isinstance(popped, int) else ()
    if isinstance(popped, Derived):
        derived.add(popped)

    def left_of(entries: Entries) -> Entries:
        return spans.excluding([entry for entry in entries if entry not in derived], hole)

    kept = left_of(part.entries)
    length = row.window_length
    gone = [entry.derived_id for entry in derived.intersection(part.entries)]
    if gone:
        measured = measurements.derived(connection, row, {derived_id: part.derived[derived_id] for derived_id in gone})
        length -= sum(item.length for item in measured.values())
    if isinstance(popped, int) and any(span.first <= popped <= span.last for span in spans.spans_of(part.entries)):
        length -= measurements.lengths(connection, row, hole)[popped].length
    pinned = row.window_pinned
    if pinned is not None:
        pinned = spans.count(left_of(spans.part_of(part.entries, 0, pinned)))
    return NewPart(kept, row.head_seq, spans.count(kept)), length, pinned


# --- rewind -------------------------------------------------------------------------------------


async def rewind(face: Face, target: Target, seq: object, note: Note) -> None:
    """Window and full context are as they stood right after the message was appended; see Session.rewind."""
    wanted = integer("seq", seq)
    moment = target.ledger.now()

    def transaction(connection: Connection) -> Changed:
        row = rows.lock(connection, target)
        if row is None or not 1 <= wanted <= row.head_seq:
            raise MessageNotFoundError(target.session_id, wanted, 0 if row is None else row.head_seq)
        now = max(moment, row.updated_at)
        saved, made = revise(connection, row, _rewound(connection, row, wanted, note), now)
        sessions.save(connection, row, saved)
        return Changed(saved, made)

    changed = await face.write(target.ledger.database, transaction, confirm=revision_was_committed)
    target.row_id = changed.row.id


def _rewound(connection: Connection, row: SessionRow, seq: int, note: Note) -> RevisionDraft:
    """Both contexts under the revision the message belongs to, its own transaction's cut included."""
    number = messages.revision_at(connection, row.id, seq)
    found = revisions.read_range(connection, row.id, number, number + 2)
    if not found or found[0].revision != number:
        raise StoredDataError(session_name(row), f"revision {number} is not there")
    base, *later = found
    for made in later:  # what the append itself led to: a window made acceptable, and a cut of it
        if made.cause != "auto" or made.head_seq != seq:
            break
        base = made
    if base.head_seq <= seq:
        since = seq - base.head_seq
        window_count, full_count = base.window_count + since, base.full_count + since
        window_length = window_length_at(connection, row, base, seq)
        if seq == row.head_seq:
            window: KeptPart | NewPart = KeptPart(base.window_from, base.window_at, window_count)
            full: KeptPart | NewPart = KeptPart(base.full_from, base.full_at, full_count)
        else:
            window = NewPart(entries_upto(connection, row, base, "window", seq).entries, row.head_seq, window_count)
            full = NewPart(entries_upto(connection, row, base, "full", seq).entries, row.head_seq, full_count)
    else:  # inside what a set or import logged
        kept = entries_upto(connection, row, base, "window", seq)
        window = NewPart(kept.entries, row.head_seq, spans.count(kept.entries))
        window_length = length_of(connection, row, kept)
        whole = entries_upto(connection, row, base, "full", seq).entries
        full = NewPart(whole, row.head_seq, spans.count(whole))
    return RevisionDraft(
        kind="rewind",
        window=window,
        window_length=window_length,
        window_pinned=base.window_pinned,
        full=full,
        restored=base.revision,
        note=note,
    )
