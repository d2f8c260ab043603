"""A resize by a strategy that runs outside of any transaction: started where it may be, run, committed."""

from __future__ import annotations

import time
from dataclasses import replace

from manager.announce import announce_over_limit
from manager.errors import MeasureError, ResizeError, SessionNotFoundError
from manager.model import Encoded, Note, Revision
from manager.operations import attempts, flight, permits, rows
from manager.operations.checking import warn_of_format
from manager.operations.contexts import View
from manager.operations.faces import Face
from manager.operations.handler_result import HandlerPlan
from manager.operations.handlers import over_limit, run_handler
from manager.operations.ledger import Target
from manager.operations.permits import Permit
from manager.operations.present import revision_of
from manager.operations.resize_failures import tell_declined, tell_failed, too_much
from manager.operations.revise import NewPart, RevisionDraft, revise, was_committed
from manager.operations.strategies import Strategy, run_strategy
from manager.operations.strategies.basis import still_holds
from manager.operations.wanted import Overtaken, Wanted, view_of
from manager.planning import spans
from manager.protocols import ResizeHandler
from manager.settings import ResizeRules
from manager.storage import Connection, sessions
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow


async def resize_by_strategy(
    face: Face, target: Target, asked: Wanted, handler: ResizeHandler | Strategy, cause: str, note: Note
) -> Revision | None:
    """What the strategy wants is in force, where it may start now: it runs nowhere else, and is not waited with."""
    name, row, seen = asked.strategy, asked.row, asked.seen
    if row is None:
        seen = await view_of(face, target)
        if seen is None:
            return None
        row = seen.row
    if cause == "auto" and attempts.waits(target, row, name):
        return None
    permit = await permits.obtain(face, target, row.id, rows.rules_of(target, row), name, waits=cause == "manual")
    if permit is None:
        return None
    try:
        if seen is None or permit.waited:
            seen = await view_of(face, target)
        if seen is None:
            return None
        if seen.row.current_revision != row.current_revision:
            raise Overtaken(seen.row.current_revision)
        with flight.inside(permit.flight):
            planned, duration = await _planned(face, target, name, handler, seen, cause, permit)
        if planned is None:
            await tell_declined(face, target, name, seen.row, cause, duration, permit)
            return None
        made = await _commit(face, target, name, planned, seen.row, cause, note, duration)
        permit.leased = False
        return made
    finally:
        await permit.leave(face)


async def _planned(
    face: Face, target: Target, name: str, handler: ResizeHandler | Strategy, seen: View, cause: str, permit: Permit
) -> tuple[HandlerPlan | None, int]:
    """What the strategy wants, and how long it took; a failure is recorded."""
    started = time.perf_counter_ns()
    try:
        return await run(face, target, name, handler, seen)
    except (ResizeError, MeasureError) as failure:
        await tell_failed(face, target, name, seen.row, cause, failure, started, permit)
        raise


async def run(
    face: Face, target: Target, name: str, handler: ResizeHandler | Strategy, seen: View
) -> tuple[HandlerPlan | None, int]:
    """What the strategy or handler wants, and how long it took in microseconds; None where that is what there is."""
    if isinstance(handler, Strategy):
        return await run_strategy(face, target, name, handler, seen)
    return await run_handler(face, target, name, handler, seen)


async def _commit(
    face: Face, target: Target, name: str, planned: HandlerPlan, seen: SessionRow, cause: str, note: Note, duration: int
) -> Revision:
    """The plan is in force, if the revision it was made for still is the current one."""
    rules = rows.rules_of(target, seen)
    said = replace(
        note,
        reason=_reason(planned, note),
        metadata=planned.metadata if planned.metadata is not None else note.metadata,
    )
    still_over = _is_still_over(target, planned, seen, rules)
    moment = target.ledger.now()

    def work(connection: Connection) -> tuple[SessionRow, SessionRow, RevisionRow]:
        stored = rows.lock(connection, target)
        if stored is None:
            raise SessionNotFoundError(target.session_id, target.owner)
        if stored.current_revision != seen.current_revision:
            raise Overtaken(stored.current_revision)
        if planned.basis is not None and not still_holds(connection, planned.basis, seen, stored):
            raise Overtaken(stored.current_revision)
        now = max(moment, stored.updated_at)
        draft = _draft_of(planned, seen, stored, rules, name, cause, said, duration)
        row, made = revise(connection, stored, draft, now)
        if cause == "manual":
            row = row.backing_off(None)
        if still_over:
            row = attempts.stays_over(
                connection,
                target,
                row,
                rules,
                now,
                strategy=name,
                cause=cause,
                reason=too_much(name, row.window_length, row.window_count, rules),
                duration_us=duration,
            )
        sessions.save(connection, stored, row)
        return stored, row, made

    stored, row, made = await face.write(
        target.ledger.database, work, confirm=lambda connection, done: was_committed(connection, done[1], done[2])
    )
    if still_over:
        announce_over_limit(target.session_id, too_much(name, row.window_length, row.window_count, rules))
    if planned.contents is not None and rules.validates:
        await warn_of_format(face, target, name, planned.contents, seen, row)
    return revision_of(made, target.session_id, stored.window_count, stored.window_length, stored.measure)


def _reason(planned: HandlerPlan, note: Note) -> Encoded | None:
    """What a handler says for itself, else what the caller does; of a built-in strategy, what the caller does first."""
    said, given = planned.reason, note.reason
    if planned.basis is not None:
        said, given = given, said
    return said if said is not None else given


def _is_still_over(target: Target, planned: HandlerPlan, seen: SessionRow, rules: ResizeRules) -> bool:
    """Whether the window the strategy wants is over the limit, what was said meanwhile not counted.

    An analysis of the user's may count in other units, or have other ideas of what is too long.
    """
    if target.effective_analysis_handler() is not None:
        return False
    if planned.window is None:
        return over_limit(seen, rules)
    return rules.exceeded_by(planned.window_length, spans.count(planned.window))


def _draft_of(
    planned: HandlerPlan,
    seen: SessionRow,
    now: SessionRow,
    rules: ResizeRules,
    name: str,
    cause: str,
    note: Note,
    duration: int,
) -> RevisionDraft:
    """The handler's plan as a revision of the session as it is now: what was appended meanwhile is the live tail."""
    tail = now.head_seq - seen.head_seq
    window = full = None
    window_length = None
    if planned.window is not None:
        window = NewPart(planned.window, seen.head_seq, spans.count(planned.window) + tail)
        window_length = planned.window_length + now.head_length - seen.head_length
    if planned.full is not None:
        full = NewPart(planned.full, seen.head_seq, spans.count(planned.full) + tail)
    return RevisionDraft(
        kind="resize",
        window=window,
        window_length=window_length,
        window_pinned=planned.window_pinned,
        full=full,
        memo=planned.memo,
        derived=planned.derived,
        summaries=planned.summaries,
        strategy=name,
        cause=cause,
        dropped_count=planned.dropped_count,
        dropped_length=planned.dropped_length,
        max_length=rules.max_length,
        settings=planned.settings,
        note=note,
        duration_us=duration,
    )
