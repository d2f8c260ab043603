"""Resizing: the analysis decides whether, a handler decides what, one short transaction commits it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from manager.announce import announce, announce_over_limit
from manager.errors import (
    ResizeError,
    ResizeFailedWarning,
    RevisionConflictError,
    SessionNotFoundError,
    UnknownStrategyWarning,
    described,
)
from manager.model import Diff, Message, Note, Revision
from manager.operations import rows
from manager.operations.contexts import View, view
from manager.operations.cutting import SIMPLE_CUT, CutOutcome, Prepared, ShorteningNeeded, cut, plan
from manager.operations.drafts import note_of
from manager.operations.faces import Face
from manager.operations.handler_result import HandlerPlan
from manager.operations.handlers import analyze, memo_in, over_limit, run_handler
from manager.operations.ledger import Target
from manager.operations.present import revision_of
from manager.operations.revise import NewPart, RevisionDraft, revise
from manager.operations.shortening import read_and_shorten
from manager.planning import spans
from manager.planning.matching import Reference
from manager.planning.normalize import check_optional_name
from manager.protocols import ResizeHandler
from manager.settings import ResizeRules
from manager.storage import Connection, revisions, sessions
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow

#: How often analysis and handler start again because another writer changed the window meanwhile.
ATTEMPTS = 5


class _Overtaken(Exception):
    """Another revision was committed since the handler's snapshot."""

    def __init__(self, found: int) -> None:
        self.found = found
        super().__init__(found)


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
    if target.effective_analysis_handler() is None and not over_limit(row, rules):
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
    handler = target.resize_handler(name)
    if handler is not None:
        planned, _ = await run_handler(face, target, name, handler, seen)
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
    seen: View | None = None
    name = given
    if name is None and target.effective_analysis_handler() is None:
        row = await _row(face, target)
        if row is None or (cause == "auto" and row.held_revision is not None):
            return None
        rules = rows.rules_of(target, row)
        name = rules.strategy if over_limit(row, rules) else None
    elif name is None:
        seen = await _view(face, target)
        if seen is not None and cause == "auto" and seen.row.held_revision is not None:
            return None
        name = await analyze(face, target, seen)
    if name is None:
        return None
    handler = target.resize_handler(name)
    if handler is not None:
        seen = seen if seen is not None else await _view(face, target)
        return None if seen is None else await _resize_by_handler(face, target, name, handler, seen, cause, note)
    if name == SIMPLE_CUT:
        return await _resize_by_cut(face, target, cause, note)
    _announce_unknown(target, name)
    return None


def _announce_unknown(target: Target, name: str) -> None:
    announce(
        UnknownStrategyWarning,
        f"session {target.session_id!r}: strategy {name!r} is not registered in this process, nothing was cut; "
        f"register_resize_handler({name!r}, handler) on the session or its manager",
    )


# --- the built-in cut ---------------------------------------------------------------------------


async def _resize_by_cut(face: Face, target: Target, cause: str, note: Note) -> Revision | None:
    prepared: Prepared = {}
    moment = target.ledger.now()

    def work(connection: Connection) -> CutOutcome | None:
        stored = rows.lock(connection, target)
        if stored is None or (cause == "auto" and stored.held_revision is not None):
            return None
        rules = rows.rules_of(target, stored)
        now = max(moment, stored.updated_at)
        outcome = cut(connection, target, stored, rules, now, cause=cause, prepared=prepared, note=note)
        if outcome.revision is not None:
            rows.save(connection, stored, outcome.row)
        return outcome

    while True:
        try:
            outcome = await face.write(target.ledger.database, work, confirm=_cut_was_committed)
            break
        except ShorteningNeeded as needed:
            prepared = {**prepared, **(await read_and_shorten(face, target, needed))}
    if outcome is None:
        return None
    announce_over_limit(target.session_id, outcome.over_limit)
    if outcome.revision is None:
        return None
    return revision_of(outcome.revision, target.session_id, outcome.count_before, outcome.length_before)


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
    prepared: Prepared = {}
    rules = rows.rules_of(target, seen.row)
    while True:
        try:
            planned = await face.read(
                target.ledger.database,
                lambda connection: plan(connection, target, seen.row, rules, prepared),  # noqa: B023
            )
            break
        except ShorteningNeeded as needed:
            prepared = {**prepared, **(await read_and_shorten(face, target, needed))}
    if planned is None or planned.unchanged:
        return None
    kept = set(spans.references(planned.entries))
    added = [Message(item.draft.content.value) for item in planned.derived]
    return _diff(seen, kept, added, planned.plan.length, memo_in(seen))


# --- the user's handlers ------------------------------------------------------------------------


async def _resize_by_handler(
    face: Face, target: Target, name: str, handler: ResizeHandler, seen: View, cause: str, note: Note
) -> Revision | None:
    planned, duration = await run_handler(face, target, name, handler, seen)
    if planned is None:
        return None
    rules = rows.rules_of(target, seen.row)
    said = replace(
        note,
        reason=planned.reason if planned.reason is not None else note.reason,
        metadata=planned.metadata if planned.metadata is not None else note.metadata,
    )

    moment = target.ledger.now()

    def work(connection: Connection) -> tuple[SessionRow, SessionRow, RevisionRow]:
        stored = rows.lock(connection, target)
        if stored is None:
            raise SessionNotFoundError(target.session_id, target.owner)
        if stored.current_revision != seen.row.current_revision:
            raise _Overtaken(stored.current_revision)
        draft = _draft_of(planned, seen.row, stored, rules, name, cause, said, duration)
        row, made = revise(connection, stored, draft, max(moment, stored.updated_at))
        rows.save(connection, stored, row)
        return stored, row, made

    stored, row, made = await face.write(
        target.ledger.database, work, confirm=lambda connection, done: was_committed(connection, done[1], done[2])
    )
    if over_limit(row, rules) and target.effective_analysis_handler() is None:
        # An analysis of the user's may count in other units, or have other ideas of what is too long.
        announce_over_limit(
            target.session_id,
            f"the window measures {row.window_length} after {name!r}, the limit is {rules.max_length}",
        )
    return revision_of(made, target.session_id, stored.window_count, stored.window_length)


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
        full=full,
        memo=planned.memo,
        derived=planned.derived,
        strategy=name,
        cause=cause,
        dropped_count=planned.dropped_count,
        dropped_length=planned.dropped_length,
        max_length=rules.max_length,
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
    """Automatic resizing goes on: an explicit resize ends a hold even where there was nothing to do."""
    row = await _row(face, target)
    if row is None or row.held_revision is None:
        return

    def work(connection: Connection) -> None:
        stored = rows.lock(connection, target)
        if stored is not None and stored.held_revision is not None:
            rows.save(connection, stored, stored._replace(held_revision=None))

    await face.write(target.ledger.database, work)
