"""The built-in cut, inside the transaction that needs it: decided from lengths, committed with what led to it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from manager.model import NO_NOTE, Derived, Draft, Entries, Entry, Note
from manager.operations import attempts
from manager.operations.known import Known, appended, pruned
from manager.operations.ledger import CutWindow, Target
from manager.operations.pinned import pinned_positions
from manager.operations.planned import Prepared, decided
from manager.operations.revise import NewDerived, NewPart, RevisionDraft, revise
from manager.planning import spans
from manager.planning.cut import Bounds, CutPlan, plan_cut
from manager.settings import DEFAULTS, ResizeRules
from manager.storage import Connection, measurements
from manager.storage import entries as entry_rows
from manager.storage.codec import encode
from manager.storage.entries import PartRows
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow

SIMPLE_CUT = "simple_cut"


class CutOutcome(NamedTuple):
    """What a cut did: the row to be saved, the revision (None: nothing to cut), what there is to warn about, and the
    window where it is spans of the log only."""

    row: SessionRow
    revision: RevisionRow | None
    count_before: int
    length_before: int
    over_limit: str | None = None
    window: CutWindow | None = None


class PlannedCut(NamedTuple):
    """A cut's plan and the entries it leaves."""

    plan: CutPlan
    entries: Entries
    derived: tuple[NewDerived, ...]
    unchanged: bool


def plan(
    connection: Connection,
    target: Target,
    row: SessionRow,
    rules: ResizeRules,
    prepared: Prepared,
    known: Known | None = None,
) -> PlannedCut | None:
    """What a cut of the session's window to its targets would leave; None when it is within its limits as it is.

    Args:
        known: messages that need not be read; those that are read are added.

    Raises:
        ShorteningNeeded: shortened messages are not among those prepared.
    """
    if not rules.exceeded_by(row.window_length, row.window_count):
        return None
    part = window_entries(connection, target, row)
    content = spans.content(part.entries, row.window_at, row.head_seq)
    whole = PartRows(content, part.derived)
    planning = plan_cut(
        count=row.window_count,
        length=row.window_length,
        bounds=bounds_of(rules),
        head=row.window_pinned,
        pinned_roles=rules.pinned_roles,
        pinned=pinned_positions(connection, row, content, part.derived),
        open_calls=row.open_calls,
    )
    planned = decided(connection, row, whole, planning, prepared, known)
    if planned is None:
        return None
    kept, derived = _entries(content, planned, part)
    return PlannedCut(planned, kept, derived, unchanged=kept == content)


def bounds_of(rules: ResizeRules) -> Bounds:
    """The limits and targets of the rules."""
    return Bounds(rules.max_length, rules.max_messages, rules.target_length, rules.target_messages)


def _entries(content: Entries, planned: CutPlan, part: PartRows) -> tuple[Entries, tuple[NewDerived, ...]]:
    """The entries of what stays, shortened messages in their places."""
    kept: list[Entry] = []
    derived: list[NewDerived] = []
    for stretch in planned.kept:
        start = stretch.start
        for position in sorted([position for position in planned.shortened if position in stretch]):
            (original,) = spans.references(spans.part_of(content, position, position + 1))
            source = original if isinstance(original, int) else part.derived[original.derived_id].source_seq
            derived.append(NewDerived(planned.shortened[position], source))
            kept += spans.part_of(content, start, position)
            kept.append(Derived(-len(derived)))
            start = position + 1
        kept += spans.part_of(content, start, stretch.stop)
    return spans.joined(kept), tuple(derived)


def cut(
    connection: Connection,
    target: Target,
    row: SessionRow,
    rules: ResizeRules,
    now: int,
    *,
    cause: str,
    prepared: Prepared,
    logged: Sequence[Draft] = (),
    note: Note = NO_NOTE,
) -> CutOutcome:
    """The window is within the limit, by a revision of kind `resize`; nothing is written where it was.

    Args:
        row: the locked row with all this transaction has logged.
        cause: "auto" or "manual".
        logged: the messages this transaction has logged last.

    Raises:
        ShorteningNeeded: a shortened message is not among those prepared.
    """
    started = time.perf_counter_ns()
    # A copy to add to: the transaction may come to nothing.
    known = dict(target.known_after_cut(row.revision_digest, row.measurement) or {})
    if logged:
        known.update(appended(logged, row.head_seq))
    planned = plan(connection, target, row, rules, prepared, known)
    if planned is None:
        return CutOutcome(row, None, row.window_count, row.window_length)
    saved, made, kept = row, None, None
    duration_us = (time.perf_counter_ns() - started) // 1_000
    if not planned.unchanged:
        draft = _revision_of(planned, row, rules, cause, note, duration_us)
        saved, made = revise(connection, row, draft, now)
        if not spans.derived_of(planned.entries):
            known = pruned(known, planned.entries, planned.plan.count)
            kept = CutWindow(made.digest, planned.entries, row.measurement, known)
    over_limit = planned.plan.over_limit
    if over_limit is not None and rules.exceeded_by(saved.window_length, saved.window_count):
        if cause == "auto" and attempts.waits(target, row, SIMPLE_CUT):
            saved, over_limit = saved.backing_off(row.backoff), None  # it was said before, and nothing is new
        else:
            saved = attempts.stays_over(
                connection,
                target,
                saved,
                rules,
                now,
                strategy=SIMPLE_CUT,
                cause=cause,
                reason=over_limit,
                duration_us=duration_us,
            )
    return CutOutcome(saved, made, row.window_count, row.window_length, over_limit, kept)


def _revision_of(
    planned: PlannedCut, row: SessionRow, rules: ResizeRules, cause: str, note: Note, duration_us: int
) -> RevisionDraft:
    count = planned.plan.count
    shortened = sum(item.draft.length for item in planned.derived)
    return RevisionDraft(
        kind="resize",
        window=NewPart(planned.entries, row.head_seq, count),
        window_length=planned.plan.length,
        window_pinned=planned.plan.head,
        open_calls=planned.plan.open_calls,
        derived=planned.derived,
        strategy=SIMPLE_CUT,
        cause=cause,
        dropped_count=row.window_count - count + len(planned.derived),
        dropped_length=row.window_length - (planned.plan.length - shortened),
        max_length=rules.max_length,
        settings=settings_used(rules),
        note=note,
        duration_us=duration_us,
    )


def settings_used(rules: ResizeRules, **further: Any) -> str | None:
    """The settings beside `session.max_length` that a resize decided by, where they are not the built-in ones."""
    used: dict[str, Any] = {}
    if rules.pinned_roles != DEFAULTS["session.pinned_roles"]:
        used["session.pinned_roles"] = list(rules.pinned_roles)
    if rules.max_messages is not None:
        used["session.max_messages"] = rules.max_messages
    if rules.target_length != rules.max_length:
        used["session.target_length"] = rules.target_length
    if rules.target_messages != rules.max_messages:
        used["session.target_messages"] = rules.target_messages
    used.update(further)
    return encode(used).text if used else None


def window_entries(connection: Connection, target: Target, row: SessionRow) -> PartRows:
    """The entries of the window; they need not be read where the current revision is the cut this handle made last."""
    known = target.spans_after_cut(row.revision_digest)
    if known is not None:
        return PartRows(known, {})
    part = entry_rows.read(connection, row.id, row.window_from, "window")
    return part._replace(derived=measurements.derived(connection, row, part.derived))
