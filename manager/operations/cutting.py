"""The built-in cut, inside the transaction that needs it: decided from lengths, committed with what led to it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from manager.errors import StoredDataError
from manager.model import NO_NOTE, Derived, Draft, Entries, Note, Span
from manager.operations.ledger import CutWindow, Target
from manager.operations.revise import NewDerived, NewPart, RevisionDraft, revise
from manager.planning import spans
from manager.planning.cut import CutPlan, Item, Look, plan_cut
from manager.settings import DEFAULTS, ResizeRules
from manager.storage import Connection, messages
from manager.storage import entries as entry_rows
from manager.storage.codec import encode
from manager.storage.entries import DerivedRow, PartRows
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow

SIMPLE_CUT = "simple_cut"

Reference: TypeAlias = "int | Derived"
#: What was worked out before the transaction: a message shortened to a room, or None where its text does not suffice.
Prepared: TypeAlias = Mapping[tuple[Reference, int], "Draft | None"]


class ShorteningNeeded(Exception):
    """The cut needs a shortened message that has to be worked out first, outside any transaction."""

    def __init__(self, reference: Reference, room: int) -> None:
        self.reference = reference
        self.room = room
        super().__init__(reference, room)


@dataclass(frozen=True, slots=True)
class CutOutcome:
    """What a cut did: the row to be saved, the revision (None: nothing to cut), what there is to warn about, and the
    window where it is spans of the log only."""

    row: SessionRow
    revision: RevisionRow | None
    count_before: int
    length_before: int
    over_limit: str | None = None
    window: CutWindow | None = None


@dataclass(frozen=True, slots=True)
class PlannedCut:
    """A cut's plan and the entries it leaves."""

    plan: CutPlan
    entries: Entries
    derived: tuple[NewDerived, ...]
    unchanged: bool


def plan(
    connection: Connection, target: Target, row: SessionRow, rules: ResizeRules, prepared: Prepared
) -> PlannedCut | None:
    """What a cut of the session's window to the limit would leave; None when it fits as it is.

    Raises:
        ShorteningNeeded: a shortened message is not among those prepared.
    """
    if rules.max_length is None or row.window_length <= rules.max_length:
        return None
    part = _window(connection, target, row)
    content = spans.content(part.entries, row.window_at, row.head_seq)
    planning = plan_cut(
        count=row.window_count,
        length=row.window_length,
        limit=rules.max_length,
        pinned=row.window_pinned,
        pinned_roles=rules.pinned_roles,
    )
    answer: list[Item] | Draft | None = None
    newest = _newest(content)
    while True:
        try:
            question = planning.send(answer)
        except StopIteration as finished:
            planned: CutPlan | None = finished.value
            break
        if isinstance(question, Look):
            answer = _items(connection, row.id, spans.part_of(content, question.start, question.stop), part.derived)
        elif (newest, question.room) in prepared:
            answer = prepared[newest, question.room]
        else:
            raise ShorteningNeeded(newest, question.room)
    if planned is None:
        return None
    kept = spans.joined(
        (
            *spans.part_of(content, 0, planned.head),
            *spans.part_of(content, planned.keep_from, row.window_count),
            *((Derived(-1),) if planned.shortened is not None else ()),
        )
    )
    derived: tuple[NewDerived, ...] = ()
    if planned.shortened is not None:
        source = newest if isinstance(newest, int) else part.derived[newest.derived_id].source_seq
        derived = (NewDerived(planned.shortened, source),)
    return PlannedCut(planned, kept, derived, unchanged=kept == content)


def cut(
    connection: Connection,
    target: Target,
    row: SessionRow,
    rules: ResizeRules,
    now: int,
    *,
    cause: str,
    prepared: Prepared,
    note: Note = NO_NOTE,
) -> CutOutcome:
    """The window is within the limit, by a revision of kind `resize`; nothing is written where it was.

    Args:
        row: the locked row with all this transaction has logged.
        cause: "auto" or "manual".

    Raises:
        ShorteningNeeded: a shortened message is not among those prepared.
    """
    started = time.perf_counter_ns()
    planned = plan(connection, target, row, rules, prepared)
    if planned is None or planned.unchanged:
        over_limit = planned.plan.over_limit if planned is not None else None
        return CutOutcome(row, None, row.window_count, row.window_length, over_limit)
    count = spans.count(planned.entries)
    shortened = 0 if planned.plan.shortened is None else planned.plan.shortened.length
    draft = RevisionDraft(
        kind="resize",
        window=NewPart(planned.entries, row.head_seq, count),
        window_length=planned.plan.length,
        window_pinned=planned.plan.head,
        derived=planned.derived,
        strategy=SIMPLE_CUT,
        cause=cause,
        dropped_count=row.window_count - count + len(planned.derived),
        dropped_length=row.window_length - (planned.plan.length - shortened),
        max_length=rules.max_length,
        settings=settings_used(rules),
        note=note,
        duration_us=(time.perf_counter_ns() - started) // 1_000,
    )
    saved, made = revise(connection, row, draft, now)
    kept = None if spans.derived_of(planned.entries) else CutWindow(made.digest, planned.entries)
    return CutOutcome(saved, made, row.window_count, row.window_length, planned.plan.over_limit, kept)


def settings_used(rules: ResizeRules) -> str | None:
    """The settings beside the limit that a resize decided by, where they are not the built-in ones."""
    if rules.pinned_roles == DEFAULTS["session.pinned_roles"]:
        return None
    return encode({"session.pinned_roles": list(rules.pinned_roles)}).text


def _window(connection: Connection, target: Target, row: SessionRow) -> PartRows:
    """The entries of the window; they need not be read where the current revision is the cut this handle made last."""
    known = target.cut_window
    if known is not None and known.digest == row.revision_digest:
        return PartRows(known.spans, {})
    return entry_rows.read(connection, row.id, row.window_from, "window")


def _newest(content: Entries) -> Reference:
    last = content[-1]
    return last.last if isinstance(last, Span) else last


def _items(connection: Connection, session: int, wanted: Entries, derived: Mapping[int, DerivedRow]) -> list[Item]:
    chosen = spans.spans_of(wanted)
    rows = messages.lengths(connection, session, chosen) if chosen else {}
    found: list[Item] = []
    for reference in spans.references(wanted):
        known = rows.get(reference) if isinstance(reference, int) else derived.get(reference.derived_id)
        if known is None:
            raise StoredDataError(f"message {reference}", "is in the window but not there, or was deleted meanwhile")
        found.append(Item(known.length, known.role))
    return found
