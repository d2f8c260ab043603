"""A window whose end was broken by what was appended is made acceptable again, in the same transaction.

An answer whose call was cut brings it back; a call the conversation went on without leaves the window.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

from manager.model import Draft
from manager.operations import rows
from manager.operations.cutting import CutOutcome, settings_used, window_entries
from manager.operations.ledger import Target
from manager.operations.pinned import positions_of
from manager.operations.returning import groups_in_log, is_there, length_changed, length_of, repair_of, with_originals
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


def repairs(target: Target, row: SessionRow, rules: ResizeRules) -> bool:
    """Whether writes through this handle keep the window one that a provider accepts: where the built-in analysis does
    the resizing, and there is a limit that it resizes by."""
    return (
        rules.limited
        and rules.validates
        and row.held_revision is None
        and rows.resizes_automatically(target, rules)
        and target.effective_analysis_handler() is None
    )


def is_unsettled(target: Target, row: SessionRow, rules: ResizeRules, appended: Sequence[Draft]) -> bool:
    """Whether the window has to be looked at after the append that has brought the row to this state."""
    if row.open_calls != UNKNOWN:
        return False
    may_be_late = row.window_from > 1 and any(draft.ties.answers for draft in appended)
    return may_be_late or repairs(target, row, rules)


def settle(connection: Connection, target: Target, row: SessionRow, rules: ResizeRules, now: int) -> CutOutcome:
    """The window is acceptable, by a revision where it was not.

    Args:
        row: the locked row with all this transaction has logged.
    """
    started = time.perf_counter_ns()
    part = window_entries(connection, target, row)
    content = part._replace(entries=spans.content(part.entries, row.window_at, row.head_seq))
    repair = repair_of(connection, row, content)
    returning, saved = _late(connection, row, content, repair)
    may_drop = repairs(target, row, rules)
    leaving = repair.dead - saved if may_drop else frozenset[int]()
    if not returning and len(leaving) == row.window_count:
        # Providers refuse an empty window too; with the next message there is something to be left.
        return CutOutcome(row, None, row.window_count, row.window_length)
    if not returning and not leaving:
        note = UNKNOWN if repair.dead else repair.note(())
        return CutOutcome(row._replace(open_calls=note), None, row.window_count, row.window_length)
    stays = content._replace(entries=spans.without_positions(content.entries, leaving))
    pinned = _left_of_head(row.window_pinned, leaving)
    after = content._replace(entries=with_originals(stays, returning, pinned or 0))
    # What came back may stand behind a call that was still waited for, and so prove it dead.
    repair = repair_of(connection, row, after)
    if may_drop and repair.dead:
        after = after._replace(entries=spans.without_positions(after.entries, repair.dead))
        pinned = _left_of_head(pinned, repair.dead)
    note = repair.note(repair.dead) if may_drop or not repair.dead else UNKNOWN
    entries = after.entries
    remains = set(spans.references(entries))
    left = [reference for reference in spans.references(content.entries) if reference not in remains]
    draft = RevisionDraft(
        kind="recall" if returning else "resize",
        window=NewPart(entries, row.head_seq, spans.count(entries)),
        window_length=length_changed(connection, row, content, content.entries, entries),
        window_pinned=pinned,
        open_calls=note,
        strategy=None if returning else DROP_UNANSWERED_CALLS,
        cause="auto",
        dropped_count=len(left),
        dropped_length=length_of(connection, row, content, left),
        max_length=rules.max_length,
        settings=settings_used(rules),
        duration_us=(time.perf_counter_ns() - started) // 1_000,
    )
    settled, made = revise(connection, row, draft, now)
    return CutOutcome(settled, made, row.window_count, row.window_length)


def _left_of_head(head: int | None, leaving: Collection[int]) -> int | None:
    """How many of the first messages, which a cut pinned, are left without those at the leaving positions."""
    return None if head is None else sum(position not in leaving for position in range(head))


def _late(
    connection: Connection, row: SessionRow, content: PartRows, repair: Repair
) -> tuple[set[int], frozenset[int]]:
    """The messages of the log that answers in the window need beside them, and the positions they save."""
    answers = list(spans.references(content.entries))
    seqs = [seq for position in repair.answers if (seq := _seq_of(answers[position], content)) is not None]
    returning: set[int] = set()
    saved: set[int] = set()
    for group in groups_in_log(connection, row, seqs) if seqs else ():
        missing = [seq for seq in group.positions if not is_there(content, seq)]
        if group.acceptable and missing:
            returning.update(missing)
            saved.update(positions_of(list(group.positions), content.entries, content.derived))
    return returning, frozenset(saved)


def _seq_of(reference: Reference, content: PartRows) -> int | None:
    return reference if isinstance(reference, int) else content.derived[reference.derived_id].source_seq
