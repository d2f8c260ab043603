"""Resizes that come to nothing, recorded and told."""

from __future__ import annotations

from manager.announce import announce, announce_over_limit
from manager.errors import ResizeFailedWarning, UnknownStrategyWarning
from manager.operations import attempts, rows
from manager.operations.attempts import Attempt
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.permits import Permit
from manager.operations.wanted import Wanted, microseconds_since, row_of
from manager.settings import ResizeRules
from manager.storage.sessions import SessionRow

#: Sessions with a strategy that is not registered here which a process remembers to have told.
_TOLD = 10_000


async def tell_failed(
    face: Face,
    target: Target,
    strategy: str | None,
    row: SessionRow,
    cause: str,
    failure: Exception,
    started: int,
    permit: Permit | None = None,
) -> None:
    """The failure of the strategy, or of the analysis (None), is recorded; who called raises or warns.

    Args:
        started: by `time.perf_counter_ns`.
    """
    reason, duration = str(failure), microseconds_since(started)
    attempt = _attempt(target, attempts.FAILED, strategy, row, cause, reason, duration)
    await _record(face, target, attempt, permit)


async def tell_declined(
    face: Face, target: Target, name: str, row: SessionRow, cause: str, duration: int, permit: Permit
) -> None:
    """That the strategy left everything as it was is recorded, and told where nobody asked for it by hand.

    Args:
        duration: microseconds.
    """
    reason = "it left everything as it was"
    attempt = _attempt(target, attempts.DECLINED, name, row, cause, reason, duration)
    await _record(face, target, attempt, permit)
    if cause != "auto":
        return
    if target.effective_analysis_handler() is None:
        announce_over_limit(target.session_id, too_much(name, row.window_length, row.window_count, attempt.rules))
    else:
        announce(
            ResizeFailedWarning,
            f"session {target.session_id!r} was not resized: strategy {name!r} left everything as it was",
        )


def _attempt(
    target: Target, outcome: str, strategy: str | None, row: SessionRow, cause: str, reason: str, duration_us: int
) -> Attempt:
    """A strategy's attempt, with what an automatic resize waits for after it."""
    rules = rows.rules_of(target, row)
    return Attempt(
        strategy=strategy,
        cause=cause,
        outcome=outcome,
        window=row,
        rules=rules,
        reason=reason,
        duration_us=duration_us,
        backoff=attempts.backoff_of(target, row, rules, strategy) if cause == "auto" else None,
    )


async def tell_unknown(face: Face, target: Target, asked: Wanted, cause: str) -> None:
    """Nobody else's strategy is run in the place of one that is not registered in this process; that is told, by
    automatic resizes once."""
    row = asked.row if asked.row is not None else await row_of(face, target)
    if cause == "auto" and row is not None:
        told = target.ledger.unknown_strategies
        if (row.id, asked.strategy) in told:
            return
        if len(told) >= _TOLD:
            told.clear()
        told.add((row.id, asked.strategy))
    announce_unknown(target, asked.strategy)
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


def announce_unknown(target: Target, name: str) -> None:
    """UnknownStrategyWarning was given."""
    announce(
        UnknownStrategyWarning,
        f"session {target.session_id!r}: strategy {name!r} is not registered in this process, nothing was cut; "
        f"register_resize_handler({name!r}, handler) on the session or its manager",
    )


def too_much(name: str, length: int, count: int, rules: ResizeRules) -> str:
    """In words, which of the limits a window is over that the strategy left."""
    if rules.max_length is not None and length > rules.max_length:
        return f"the window measures {length} after {name!r}, the limit is {rules.max_length}"
    return f"the window holds {count} messages after {name!r}, the limit is {rules.max_messages}"


async def _record(face: Face, target: Target, attempt: Attempt, permit: Permit | None) -> None:
    holder = permit.flight.holder if permit is not None and permit.leased else None
    if await attempts.record(face, target, attempt, holder) and permit is not None:
        permit.leased = False
