"""A window whose end was broken by what was appended is made acceptable again, in the same transaction.

An answer whose call was cut brings it back; a call the conversation went on without leaves the window.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from manager.model import NO_NOTE, Draft, Entries, Entry, Note
from manager.operations import rows
from manager.operations.cutting import CutOutcome, settings_used, window_entries
from manager.operations.ledger import Target
from manager.operations.returning import groups_said, length_changed, length_of, repair_of
from manager.operations.revise import NewPart, RevisionDraft, revise
from manager.planning import spans
from manager.planning.matching import Reference
from manager.planning.repair import Repair
from manager.planning.waiting import UNKNOWN
from manager.settings import ResizeRules
from manager.storage import Connection
from manager.storage.entries import PartRows
from manager.storage.sessions import SessionRow

DROP_UNANSWERED_CALLS = "drop_unanswered_calls"


def repairs(target: Target, rules: ResizeRules) -> bool:
    """Whether writes through this handle keep the window one that a provider accepts: where the built-in analysis does
    the resizing, and there is a limit that it resizes by."""
    return (
        rules.limited
        and rules.validates
        and rows.resizes_automatically(target, rules)
        and target.effective_analysis_handler() is None
    )


def is_unsettled(target: Target, row: SessionRow, rules: ResizeRules, appended: Sequence[Draft]) -> bool:
    """Whether the window has to be looked at after the append that has brought the row to this state."""
    if row.open_calls != UNKNOWN:
        return False
    may_be_late = row.window_from > 1 and any(draft.ties.answers for draft in appended)
    return may_be_late or repairs(target, rules)


@dataclass(frozen=True, slots=True)
class Settling:
    """How a window becomes acceptable.

    Attributes:
        entries, length, head: the window as it is to be, and how many messages at its front later cuts keep.
        left: what leaves it.
        left_length: what that measures.
        returning: the messages of the log that come back.
        waiting: the calls that wait at its end; see manager.planning.waiting.
        changes: whether another window is wanted at all.
        is_recall: whether a call comes back to its answer.
    """

    entries: Entries
    length: int
    head: int | None
    left: tuple[Reference, ...]
    left_length: int
    returning: tuple[int, ...]
    waiting: str | None
    changes: bool = True
    is_recall: bool = False


def settle(
    connection: Connection,
    target: Target,
    row: SessionRow,
    rules: ResizeRules,
    now: int,
    *,
    may_drop: bool,
    cause: str = "auto",
    note: Note = NO_NOTE,
) -> CutOutcome:
    """The window is acceptable, by a revision where it was not.

    Args:
        row: the locked row with all this transaction has logged.
        may_drop: whether what no provider accepts may leave; where not, what is missing comes back all the same.
        cause: "auto" or "manual".
    """
    started = time.perf_counter_ns()
    settling = plan_settling(connection, target, row, may_drop=may_drop)
    if not settling.changes:
        return CutOutcome(row._replace(open_calls=settling.waiting), None, row.window_count, row.window_length)
    draft = RevisionDraft(
        kind="recall" if settling.is_recall else "resize",
        window=NewPart(settling.entries, row.head_seq, spans.count(settling.entries)),
        window_length=settling.length,
        window_pinned=settling.head,
        open_calls=settling.waiting,
        held=row.held_revision is not None and cause == "auto",
        strategy=None if settling.is_recall else DROP_UNANSWERED_CALLS,
        cause=cause,
        dropped_count=len(settling.left),
        dropped_length=settling.left_length,
        max_length=rules.max_length,
        settings=settings_used(rules),
        note=note,
        duration_us=(time.perf_counter_ns() - started) // 1_000,
    )
    settled, made = revise(connection, row, draft, now)
    return CutOutcome(settled, made, row.window_count, row.window_length)


def plan_settling(connection: Connection, target: Target, row: SessionRow, *, may_drop: bool) -> Settling:
    """What `settle` makes of the window."""
    part = window_entries(connection, target, row)
    content = part._replace(entries=spans.content(part.entries, row.window_at, row.head_seq))
    repair = repair_of(connection, row, content)
    late = _late(connection, row, content, repair, may_drop=may_drop)
    leaving = repair.dead - late.saved if may_drop else frozenset[int]()
    if not late.before and len(leaving) in (0, row.window_count):
        # Providers refuse an empty window too; with the next message there is something to be left.
        waiting = UNKNOWN if repair.dead else repair.note(())
        return Settling(content.entries, row.window_length, row.window_pinned, (), 0, (), waiting, changes=False)
    head = _left_of_head(row.window_pinned, leaving | late.moved)
    after = content._replace(entries=_rearranged(content.entries, late.before, leaving | late.moved))
    # What came back may stand behind a call that was still waited for, and so prove it dead; and an answer for the
    # meantime is one no more.
    repair = repair_of(connection, row, after)
    gone = repair.dead if may_drop else frozenset[int]()
    after = after._replace(entries=spans.without_positions(after.entries, gone))
    head = _left_of_head(head, gone)
    remains = set(spans.references(after.entries))
    left = tuple(reference for reference in spans.references(content.entries) if reference not in remains)
    return Settling(
        entries=after.entries,
        length=length_changed(connection, row, content, content.entries, after.entries),
        head=head,
        left=left,
        left_length=length_of(connection, row, content, left),
        returning=tuple(late.returning),
        waiting=repair.note(gone) if gone == repair.dead else UNKNOWN,
        is_recall=bool(late.before),
    )


def _left_of_head(head: int | None, leaving: Collection[int]) -> int | None:
    """How many of the first messages, which a cut pinned, are left without those at the leaving positions."""
    return None if head is None else sum(position not in leaving for position in range(head))


@dataclass(slots=True)
class _Late:
    """What answers in the window want beside them.

    Attributes:
        before: by position, what is to stand directly before it.
        moved: where some of that stands now.
        saved: positions of what is acceptable by that.
        returning: the messages of the log among it that are not in the window.
    """

    before: dict[int, list[Reference]] = field(default_factory=dict)
    moved: set[int] = field(default_factory=set)
    saved: set[int] = field(default_factory=set)
    returning: list[int] = field(default_factory=list)


def _late(connection: Connection, row: SessionRow, content: PartRows, repair: Repair, *, may_drop: bool) -> _Late:
    """The calls of answers that are in the window without them, or far from them after another answer.

    The latter only where that other answer may leave.
    """
    late = _Late()
    references = list(spans.references(content.entries))
    seqs = [seq for position in repair.answers if (seq := _seq_of(references[position], content)) is not None]
    if not seqs:
        return late
    positions: dict[int, int] = {}
    for position, reference in enumerate(references):
        seq = _seq_of(reference, content)
        if seq is not None:
            positions[seq] = position
    for group in groups_said(connection, row, seqs):
        there = [seq for seq in group.positions if seq in positions]
        if not group.acceptable or len(group.positions) == 1 or not there:
            continue
        missing = [seq for seq in group.positions if seq not in positions]
        if not missing and not may_drop:
            continue
        # Where its call stood before, Chat and Anthropic would refuse what was said since then between the two.
        last = max(there, key=positions.__getitem__)
        others = [seq for seq in group.positions if seq != last]
        late.before[positions[last]] = [references[positions[seq]] if seq in positions else seq for seq in others]
        late.moved.update(positions[seq] for seq in others if seq in positions)
        late.saved.update(positions[seq] for seq in there)
        late.returning += missing
    return late


def _rearranged(entries: Entries, before: Mapping[int, list[Reference]], leaving: Collection[int]) -> Entries:
    """The entries with some messages before those at some positions, and without those at others."""
    result: list[Entry] = []
    start = 0
    for position in sorted({*before, *leaving}):
        result += spans.part_of(entries, start, position)
        result += spans.from_references(before.get(position, ()))
        start = position + 1 if position in leaving else position
    return spans.joined((*result, *spans.part_of(entries, start, spans.count(entries))))


def _seq_of(reference: Reference, content: PartRows) -> int | None:
    return reference if isinstance(reference, int) else content.derived[reference.derived_id].source_seq
