"""Resizing: the analysis decides whether, a handler decides what, one short transaction commits it."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, replace

from manager.announce import announce, announce_over_limit
from manager.errors import (
    MeasureError,
    ResizeError,
    ResizeFailedWarning,
    RevisionConflictError,
    SessionNotFoundError,
    UnknownStrategyWarning,
    described,
)
from manager.model import Diff, Encoded, Message, Note, Revision, Span
from manager.operations import attempts, flight, permits, rows
from manager.operations.attempts import Attempt
from manager.operations.checking import warn_of_format
from manager.operations.contexts import View, view
from manager.operations.cutting import SIMPLE_CUT, CutOutcome, cut, plan
from manager.operations.drafts import note_of
from manager.operations.faces import Face
from manager.operations.handler_result import HandlerPlan
from manager.operations.handlers import analyze, memo_in, over_limit, run_handler
from manager.operations.ledger import Target
from manager.operations.permits import Permit
from manager.operations.planned import Prepared, ShorteningNeeded
from manager.operations.present import message_of, revision_of
from manager.operations.revise import NewPart, RevisionDraft, revise
from manager.operations.settling import Settling, plan_settling, settle
from manager.operations.shortening import shortened
from manager.operations.strategies import BUILT_IN, Strategy, run_strategy
from manager.operations.strategies.basis import still_holds
from manager.planning import spans
from manager.planning.matching import Reference
from manager.planning.normalize import check_optional_name
from manager.protocols import ResizeHandler
from manager.settings import ResizeRules
from manager.storage import Connection, messages, revisions, sessions
from manager.storage.messages import MessageRow
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow

#: How often analysis and handler start again because another writer changed the window meanwhile.
ATTEMPTS = 5
#: Sessions with a strategy that is not registered here which a process remembers to have told.
_TOLD = 10_000


class _Overtaken(Exception):
    """Another revision was committed since the handler's snapshot."""

    def __init__(self, found: int) -> None:
        self.found = found
        super().__init__(found)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A strategy that is wanted, and what was read to know it: the session's row, and its window where an analysis
    handler was shown it. A strategy that the caller named is wanted whatever there is."""

    strategy: str
    row: SessionRow | None = None
    seen: View | None = None


async def resize(
    face: Face,
    target: Target,
    strategy: object = None,
    *,
    reason: object = None,
    actor: object = None,
    metadata: object = None,
) -> Revision | None:
    """The window is as the analysis or the named strategy wants it; see Session.resize."""
    note = note_of(target.ledger, reason, actor, metadata)
    name = check_optional_name("strategy", strategy)
    made = await _resize(face, target, name, "manual", note)
    if made is None:
        await _release(face, target)
    return made


async def resize_after_write(face: Face, target: Target, row: SessionRow, rules: ResizeRules) -> Revision | None:
    """What an append or a set is followed by, where it was not decided in its own transaction.

    Raises:
        ResizeError: `session.on_resize_error` is "raise" and the analysis or handler failed.
    """
    if row.held_revision is not None or not rows.resizes_automatically(target, rules):
        return None
    if target.effective_analysis_handler() is None and (
        not over_limit(row, rules) or _is_known_to_fail(target, row, rules.strategy)
    ):
        return None
    try:
        return await _resize(face, target, None, "auto", note_of(target.ledger, None, None, None))
    except (RevisionConflictError, SessionNotFoundError):
        return None  # somebody else resized, or deleted, what this call has already stored
    except Exception as error:  # whatever it is, the messages are stored
        failure = (
            error if isinstance(error, ResizeError) else ResizeError(None, f"could not be run: {described(error)}")
        )
        if rules.raise_errors:
            raise failure from error.__cause__ or error
        announce(ResizeFailedWarning, f"session {target.session_id!r} was not resized: {failure}")
        return None


async def analyze_context(face: Face, target: Target) -> str | None:
    """The name of the strategy the analysis wants now; None for no resize."""
    seen = await _view(face, target)
    return await analyze(face, target, seen)


async def preview_resize(face: Face, target: Target, strategy: object = None) -> Diff | None:
    """What a resize would do now, without doing it."""
    given = check_optional_name("strategy", strategy)
    seen = await _view(face, target)
    name = given if given is not None else await analyze(face, target, seen)
    if name is None or seen is None:
        return None
    handler = _handler_of(target, name)
    if handler is not None:
        planned, _ = await _run(face, target, name, handler, seen)
        return None if planned is None else _preview_of(seen, planned)
    if name == SIMPLE_CUT:
        return await _preview_cut(face, target, seen)
    _announce_unknown(target, name)
    return None


async def _view(face: Face, target: Target) -> View | None:
    seen = await face.read(target.ledger.database, lambda connection: view(connection, target))
    if seen is not None:
        target.row_id = seen.row.id
    return seen


async def _row(face: Face, target: Target) -> SessionRow | None:
    row = await face.read(target.ledger.database, lambda connection: rows.read(connection, target))
    if row is not None:
        target.row_id = row.id
    return row


async def _resize(face: Face, target: Target, given: str | None, cause: str, note: Note) -> Revision | None:
    for _ in range(ATTEMPTS):
        try:
            return await _resize_once(face, target, given, cause, note)
        except _Overtaken as overtaken:
            last = overtaken
    raise RevisionConflictError(given, last.found - 1, last.found)


async def _resize_once(face: Face, target: Target, given: str | None, cause: str, note: Note) -> Revision | None:
    asked = _Asked(given) if given is not None else await _analyzed(face, target, cause)
    if asked is None:
        return None
    handler = _handler_of(target, asked.strategy)
    if handler is not None:
        return await _resize_by_handler(face, target, asked, handler, cause, note)
    if asked.strategy == SIMPLE_CUT:
        return await _resize_by_cut(face, target, cause, note)
    await _tell_unknown(face, target, asked, cause)
    return None


async def _analyzed(face: Face, target: Target, cause: str) -> _Asked | None:
    """What the analysis wants; None where it wants nothing, or automatic resizing is held."""
    if target.effective_analysis_handler() is None:
        row = await _row(face, target)
        if row is None or (cause == "auto" and row.held_revision is not None):
            return None
        rules = rows.rules_of(target, row)
        return _Asked(rules.strategy, row) if over_limit(row, rules) else None
    seen = await _view(face, target)
    row = None if seen is None else seen.row
    if cause == "auto" and row is not None and row.held_revision is not None:
        return None
    started = time.perf_counter_ns()
    try:
        name = await analyze(face, target, seen)
    except ResizeError as failure:
        if row is not None and cause == "auto" and attempts.waits(target, row, None):
            if not rows.rules_of(target, row).raise_errors:
                return None
        elif row is not None:
            await _tell_failed(face, target, None, row, cause, failure, started)
        raise
    return None if name is None else _Asked(name, row, seen)


def _is_known_to_fail(target: Target, row: SessionRow, strategy: str) -> bool:
    """Whether an automatic resize by the strategy came to nothing before, and nothing has changed since."""
    if _handler_of(target, strategy) is not None:
        return attempts.waits(target, row, strategy)
    return strategy != SIMPLE_CUT and (row.id, strategy) in target.ledger.unknown_strategies


async def _tell_failed(
    face: Face,
    target: Target,
    strategy: str | None,
    row: SessionRow,
    cause: str,
    failure: Exception,
    started: int,
    permit: Permit | None = None,
) -> None:
    rules = rows.rules_of(target, row)
    attempt = Attempt(
        strategy=strategy,
        cause=cause,
        outcome=attempts.FAILED,
        window=row,
        rules=rules,
        reason=str(failure),
        duration_us=_microseconds_since(started),
        backoff=attempts.backoff_of(target, row, rules, strategy) if cause == "auto" else None,
    )
    await _record(face, target, attempt, permit)


async def _record(face: Face, target: Target, attempt: Attempt, permit: Permit | None) -> None:
    holder = permit.flight.holder if permit is not None and permit.leased else None
    if await attempts.record(face, target, attempt, holder) and permit is not None:
        permit.leased = False


async def _tell_unknown(face: Face, target: Target, asked: _Asked, cause: str) -> None:
    """Nobody else's strategy is run in the place of one that is not registered in this process; that is told, by
    automatic resizes once."""
    row = asked.row if asked.row is not None else await _row(face, target)
    if cause == "auto" and row is not None:
        told = target.ledger.unknown_strategies
        if (row.id, asked.strategy) in told:
            return
        if len(told) >= _TOLD:
            told.clear()
        told.add((row.id, asked.strategy))
    _announce_unknown(target, asked.strategy)
    if row is None:
        return
    attempt = Attempt(
        strategy=asked.strategy,
        cause=cause,
        outcome=attempts.UNKNOWN_STRATEGY,
        window=row,
        rules=rows.rules_of(target, row),
        reason="it is not registered in this process",
    )
    await _record(face, target, attempt, None)


def _announce_unknown(target: Target, name: str) -> None:
    announce(
        UnknownStrategyWarning,
        f"session {target.session_id!r}: strategy {name!r} is not registered in this process, nothing was cut; "
        f"register_resize_handler({name!r}, handler) on the session or its manager",
    )


def _microseconds_since(started: int) -> int:
    return (time.perf_counter_ns() - started) // 1_000


# --- the built-in cut ---------------------------------------------------------------------------


async def _resize_by_cut(face: Face, target: Target, cause: str, note: Note) -> Revision | None:
    prepared: Prepared = {}
    moment = target.ledger.now()

    def work(connection: Connection) -> CutOutcome | None:
        stored = rows.lock(connection, target)
        if stored is None or (cause == "auto" and stored.held_revision is not None):
            return None
        rows.measure_of(target, stored)  # who cannot count in it does not decide what is too long
        rules = rows.rules_of(target, stored)
        now = max(moment, stored.updated_at)
        if cause == "manual" and stored.open_calls is not None and not over_limit(stored, rules):
            # What no provider accepts leaves also where there is nothing to cut.
            outcome = settle(connection, target, stored, rules, now, may_drop=True, cause=cause, note=note)
        else:
            outcome = cut(connection, target, stored, rules, now, cause=cause, prepared=prepared, note=note)
        if outcome.row != stored:
            rows.save(connection, stored, outcome.row)
        return outcome

    while True:
        try:
            outcome = await face.write(target.ledger.database, work, confirm=_cut_was_committed)
            break
        except ShorteningNeeded as needed:
            prepared = {**prepared, **(await shortened(face, target, needed))}
    if outcome is None:
        return None
    announce_over_limit(target.session_id, outcome.over_limit)
    if outcome.revision is None:
        return None
    return revision_of(
        outcome.revision, target.session_id, outcome.count_before, outcome.length_before, outcome.row.measure
    )


def _cut_was_committed(connection: Connection, outcome: CutOutcome | None) -> bool:
    if outcome is None or outcome.revision is None:
        return True
    return was_committed(connection, outcome.row, outcome.revision)


def was_committed(connection: Connection, row: SessionRow, made: RevisionRow) -> bool:
    """Whether a revision whose COMMIT got no answer is there: its number has its digest.

    The row is locked first: the lost transaction may still be ending.
    """
    sessions.lock(connection, row.id, row.owner, row.session_id or "")
    found = revisions.get(connection, row.id, made.revision)
    return found is not None and found.digest == made.digest


async def _preview_cut(face: Face, target: Target, seen: View) -> Diff | None:
    rules = rows.rules_of(target, seen.row)
    if not over_limit(seen.row, rules):
        return await _preview_settling(face, target, seen)
    prepared: Prepared = {}
    while True:
        try:
            planned = await face.read(
                target.ledger.database,
                lambda connection: plan(connection, target, seen.row, rules, prepared),  # noqa: B023
            )
            break
        except ShorteningNeeded as needed:
            prepared = {**prepared, **(await shortened(face, target, needed))}
    if planned is None or planned.unchanged:
        return None
    kept = set(spans.references(planned.entries))
    added = [Message(item.draft.content.value) for item in planned.derived]
    return _diff(seen, kept, added, planned.plan.length, memo_in(seen))


async def _preview_settling(face: Face, target: Target, seen: View) -> Diff | None:
    def read(connection: Connection) -> tuple[Settling, list[MessageRow]]:
        settling = plan_settling(connection, target, seen.row, may_drop=True)
        back = [Span(seq, seq) for seq in sorted(settling.returning)]
        return settling, list(messages.read_spans(connection, seen.row.id, back).values()) if back else []

    settling, returning = await face.read(target.ledger.database, read)
    if not settling.changes:
        return None
    added = [message_of(row) for row in sorted(returning, key=lambda row: row.seq)]
    return _diff(seen, set(spans.references(settling.entries)), added, settling.length, memo_in(seen))


# --- the user's handlers ------------------------------------------------------------------------


async def _resize_by_handler(
    face: Face, target: Target, asked: _Asked, handler: ResizeHandler | Strategy, cause: str, note: Note
) -> Revision | None:
    """What the strategy wants is in force, where it may start now: it runs nowhere else, and is not waited with."""
    name, row, seen = asked.strategy, asked.row, asked.seen
    if row is None:
        seen = await _view(face, target)
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
            seen = await _view(face, target)
        if seen is None:
            return None
        if seen.row.current_revision != row.current_revision:
            raise _Overtaken(seen.row.current_revision)
        with flight.inside(permit.flight):
            planned, duration = await _planned(face, target, name, handler, seen, cause, permit)
        if planned is None:
            await _tell_declined(face, target, name, seen.row, cause, duration, permit)
            return None
        made = await _commit(face, target, name, planned, seen.row, cause, note, duration)
        permit.leased = False
        return made
    finally:
        await permit.leave(face)


def _handler_of(target: Target, name: str) -> ResizeHandler | Strategy | None:
    """What the user registered under the name, else what is built in; None for `simple_cut` and unknown names."""
    found = target.resize_handler(name)
    return found if found is not None or name == SIMPLE_CUT else BUILT_IN.get(name)


async def _run(
    face: Face, target: Target, name: str, handler: ResizeHandler | Strategy, seen: View
) -> tuple[HandlerPlan | None, int]:
    if isinstance(handler, Strategy):
        return await run_strategy(face, target, name, handler, seen)
    return await run_handler(face, target, name, handler, seen)


async def _planned(
    face: Face, target: Target, name: str, handler: ResizeHandler | Strategy, seen: View, cause: str, permit: Permit
) -> tuple[HandlerPlan | None, int]:
    """What the strategy wants, and how long it took; a failure is recorded."""
    started = time.perf_counter_ns()
    try:
        return await _run(face, target, name, handler, seen)
    except (ResizeError, MeasureError) as failure:
        await _tell_failed(face, target, name, seen.row, cause, failure, started, permit)
        raise


async def _tell_declined(
    face: Face, target: Target, name: str, row: SessionRow, cause: str, duration: int, permit: Permit
) -> None:
    rules = rows.rules_of(target, row)
    automatic = cause == "auto"
    attempt = Attempt(
        strategy=name,
        cause=cause,
        outcome=attempts.DECLINED,
        window=row,
        rules=rules,
        reason="it left everything as it was",
        duration_us=duration,
        backoff=attempts.backoff_of(target, row, rules, name) if automatic else None,
    )
    await _record(face, target, attempt, permit)
    if not automatic:
        return
    if target.effective_analysis_handler() is None:
        announce_over_limit(target.session_id, _too_much(name, row.window_length, row.window_count, rules))
    else:
        announce(
            ResizeFailedWarning,
            f"session {target.session_id!r} was not resized: strategy {name!r} left everything as it was",
        )


def _too_much(name: str, length: int, count: int, rules: ResizeRules) -> str:
    if rules.max_length is not None and length > rules.max_length:
        return f"the window measures {length} after {name!r}, the limit is {rules.max_length}"
    return f"the window holds {count} messages after {name!r}, the limit is {rules.max_messages}"


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
            raise _Overtaken(stored.current_revision)
        if planned.basis is not None and not still_holds(connection, planned.basis, seen, stored):
            raise _Overtaken(stored.current_revision)
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
                reason=_too_much(name, row.window_length, row.window_count, rules),
                duration_us=duration,
            )
        rows.save(connection, stored, row)
        return stored, row, made

    stored, row, made = await face.write(
        target.ledger.database, work, confirm=lambda connection, done: was_committed(connection, done[1], done[2])
    )
    if still_over:
        announce_over_limit(target.session_id, _too_much(name, row.window_length, row.window_count, rules))
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


def _preview_of(seen: View, planned: HandlerPlan) -> Diff:
    memo_after = planned.memo.value if planned.memo is not None else memo_in(seen)
    if planned.window is None:
        return _diff(seen, {item.reference for item in seen.known}, [], seen.row.window_length, memo_after)
    return _diff(seen, set(spans.references(planned.window)), planned.added, planned.window_length, memo_after)


def _diff(seen: View, kept: Collection[Reference], added: list[Message], length: int, memo_after: object) -> Diff:
    return Diff(
        before=seen.row.current_revision,
        after=None,
        removed=[
            message for message, item in zip(seen.messages, seen.known, strict=True) if item.reference not in kept
        ],
        added=added,
        memo_before=memo_in(seen),
        memo_after=memo_after,
        length_before=seen.row.window_length,
        length_after=length,
    )


async def _release(face: Face, target: Target) -> None:
    """Automatic resizing goes on: an explicit resize ends holds and back-offs, also where there was nothing to do."""
    row = await _row(face, target)
    if row is None or (row.held_revision is None and row.retry_rules is None):
        return

    def work(connection: Connection) -> None:
        stored = rows.lock(connection, target)
        if stored is not None:
            sessions.save(connection, stored, stored.backing_off(None)._replace(held_revision=None))

    await face.write(target.ledger.database, work)
