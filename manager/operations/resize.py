"""Resizing: the analysis decides whether, a strategy decides what, one short transaction commits it."""

from __future__ import annotations

import time

from manager.announce import announce
from manager.errors import (
    ResizeError,
    ResizeFailedWarning,
    RevisionConflictError,
    SessionNotFoundError,
    described,
)
from manager.model import Note, Revision
from manager.operations import attempts, rows
from manager.operations.cutting import SIMPLE_CUT
from manager.operations.drafts import note_of
from manager.operations.faces import Face
from manager.operations.handlers import analyze, over_limit
from manager.operations.ledger import Target
from manager.operations.resize_by_cut import resize_by_cut
from manager.operations.resize_by_strategy import resize_by_strategy
from manager.operations.resize_failures import tell_failed, tell_unknown
from manager.operations.wanted import Overtaken, Wanted, handler_of, row_of, view_of
from manager.planning.normalize import check_optional_name
from manager.settings import ResizeRules
from manager.storage import Connection, sessions
from manager.storage.sessions import AppendedRow, SessionRow

#: How often analysis and handler start again because another writer changed the window meanwhile.
ATTEMPTS = 5


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


async def resize_after_write(
    face: Face, target: Target, row: SessionRow | AppendedRow, rules: ResizeRules
) -> Revision | None:
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
    seen = await view_of(face, target)
    return await analyze(face, target, seen)


async def _resize(face: Face, target: Target, given: str | None, cause: str, note: Note) -> Revision | None:
    for _ in range(ATTEMPTS):
        try:
            return await _resize_once(face, target, given, cause, note)
        except Overtaken as overtaken:
            last = overtaken
    raise RevisionConflictError(given, last.found - 1, last.found)


async def _resize_once(face: Face, target: Target, given: str | None, cause: str, note: Note) -> Revision | None:
    asked = Wanted(given) if given is not None else await _analyzed(face, target, cause)
    if asked is None:
        return None
    handler = handler_of(target, asked.strategy)
    if handler is not None:
        return await resize_by_strategy(face, target, asked, handler, cause, note)
    if asked.strategy == SIMPLE_CUT:
        return await resize_by_cut(face, target, cause, note)
    await tell_unknown(face, target, asked, cause)
    return None


async def _analyzed(face: Face, target: Target, cause: str) -> Wanted | None:
    """What the analysis wants; None where it wants nothing, or automatic resizing is held."""
    if target.effective_analysis_handler() is None:
        row = await row_of(face, target)
        if row is None or (cause == "auto" and row.held_revision is not None):
            return None
        rules = rows.rules_of(target, row)
        return Wanted(rules.strategy, row) if over_limit(row, rules) else None
    seen = await view_of(face, target)
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
            await tell_failed(face, target, None, row, cause, failure, started)
        raise
    return None if name is None else Wanted(name, row, seen)


def _is_known_to_fail(target: Target, row: SessionRow | AppendedRow, strategy: str) -> bool:
    """Whether an automatic resize by the strategy came to nothing before, and nothing has changed since."""
    if handler_of(target, strategy) is not None:
        return attempts.waits(target, row, strategy)
    return strategy != SIMPLE_CUT and (row.id, strategy) in target.ledger.unknown_strategies


async def _release(face: Face, target: Target) -> None:
    """Automatic resizing goes on: an explicit resize ends holds and back-offs, also where there was nothing to do."""
    row = await row_of(face, target)
    if row is None or (row.held_revision is None and row.retry_rules is None):
        return

    def work(connection: Connection) -> None:
        stored = rows.lock(connection, target)
        if stored is not None:
            sessions.save(connection, stored, stored.backing_off(None)._replace(held_revision=None))

    await face.write(target.ledger.database, work)
