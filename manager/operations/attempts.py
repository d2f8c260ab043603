"""Resizes that came to nothing: each is recorded, and a slow strategy is not tried again until something changes."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

from manager.errors import ManagerError
from manager.model import Page, ResizeAttempt, from_microseconds
from manager.operations import rows
from manager.operations.faces import Face
from manager.operations.history import cursor_numbers, page_size
from manager.operations.ledger import Target
from manager.settings import ResizeRules
from manager.storage import Connection, sessions
from manager.storage import resize_attempts as stored_attempts
from manager.storage.codec import decode_plain, encode
from manager.storage.resize_attempts import AttemptRow
from manager.storage.sessions import AppendedRow, Backoff, SessionRow

DECLINED: Final = "declined"
FAILED: Final = "failed"
OVER_LIMIT: Final = "over_limit"
UNKNOWN_STRATEGY: Final = "unknown_strategy"

#: Characters of a reason that are kept: an error's text may hold a whole response.
_REASON: Final = 2_000
_FIRST_PAGE: Final = 2**62


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A resize that came to nothing.

    Attributes:
        outcome: "declined", "failed", "over_limit" or "unknown_strategy".
        window: the session as its window was measured: before the strategy, or after it where it is over the limit.
        backoff: what an automatic resize waits for from now on; None where it waits for nothing.
    """

    strategy: str | None
    cause: str
    outcome: str
    window: SessionRow
    rules: ResizeRules
    reason: str | None = None
    duration_us: int = 0
    backoff: Backoff | None = None


# --- waiting ------------------------------------------------------------------------------------


def waits(target: Target, row: SessionRow | AppendedRow, strategy: str | None) -> bool:
    """Whether an automatic resize by this strategy is not to be tried now: it came to nothing, and since then the
    window has not grown by a tenth of its limit, nor have the settings changed.

    Args:
        strategy: None for the analysis, which may fail before it names one.
    """
    if row.retry_rules is None or row.retry_rules != _rules_hash(target, row, strategy):
        return False
    return (row.retry_length is None or row.window_length < row.retry_length) and (
        row.retry_count is None or row.window_count < row.retry_count
    )


def backoff_of(target: Target, row: SessionRow, rules: ResizeRules, strategy: str | None) -> Backoff:
    """What automatic resizes by the strategy wait for, when it has come to nothing with the window of this row."""
    length = count = None
    if rules.max_length is not None or rules.max_messages is None:
        length = row.window_length + max(1, (rules.max_length or row.window_length) // 10)
    if rules.max_messages is not None:
        count = row.window_count + max(1, rules.max_messages // 10)
    return Backoff(length, count, _rules_hash(target, row, strategy))


def _rules_hash(target: Target, row: SessionRow | AppendedRow, strategy: str | None) -> bytes:
    """What stands for the strategy's name and the settings under `session` that are in force."""
    settings = rows.settings_of(target.ledger, row, target).flat()
    digest = sha256(json.dumps(strategy).encode())
    for key in sorted(key for key in settings if key.startswith("session.")):
        digest.update(f"\n{json.dumps(key)}={_shown(settings[key])}".encode())
    return digest.digest()


def _shown(value: Any) -> str:
    try:
        return json.dumps(value, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        # A setting of the user's own that only this process can hold; its text may name an address in memory.
        return type(value).__qualname__


# --- recording ----------------------------------------------------------------------------------


def write(connection: Connection, row: SessionRow, attempt: Attempt, moment: int) -> AttemptRow:
    """The attempt is stored, in the transaction that has locked the row; the session's row itself is not saved."""
    window = attempt.window
    reason = None if attempt.reason is None else encode(_shortened(attempt.reason)).text
    made = AttemptRow(
        attempt=stored_attempts.newest(connection, row.id) + 1,
        revision=window.current_revision,
        head_seq=window.head_seq,
        cause=attempt.cause,
        strategy=attempt.strategy,
        outcome=attempt.outcome,
        window_count=window.window_count,
        window_length=window.window_length,
        max_length=attempt.rules.max_length,
        max_messages=attempt.rules.max_messages,
        reason=reason,
        duration_us=attempt.duration_us,
        created_at=max(moment, row.updated_at),
    )
    stored_attempts.write(connection, row.id, made)
    return made


def stays_over(
    connection: Connection,
    target: Target,
    row: SessionRow,
    rules: ResizeRules,
    now: int,
    *,
    strategy: str,
    cause: str,
    reason: str,
    duration_us: int,
) -> SessionRow:
    """What the strategy left is over the limit still: the attempt is stored in the transaction that wrote its revision.

    Args:
        row: as it is to be saved, with the window that is over the limit.

    Returns:
        The row with what automatic resizes by the strategy wait for.
    """
    backoff = backoff_of(target, row, rules, strategy) if cause == "auto" else None
    attempt = Attempt(
        strategy=strategy,
        cause=cause,
        outcome=OVER_LIMIT,
        window=row,
        rules=rules,
        reason=reason,
        duration_us=duration_us,
        backoff=backoff,
    )
    write(connection, row, attempt, now)
    return row.backing_off(backoff)


async def record(face: Face, target: Target, attempt: Attempt, holder: bytes | None = None) -> bool:
    """The attempt is stored in a transaction of its own, with what automatic resizes wait for, and the holder's lease
    is free.

    Returns:
        Whether it is stored: False where the database could not take it, or the session was deleted. That is no
        reason for a resize to fail in another way than it did.
    """
    moment = target.ledger.now()

    def work(connection: Connection) -> tuple[SessionRow, AttemptRow] | None:
        stored = rows.lock(connection, target)
        if stored is None:
            return None
        made = write(connection, stored, attempt, moment)
        sessions.save(connection, stored, _after(stored, attempt, holder))
        return stored, made

    with contextlib.suppress(ManagerError):
        return await face.write(target.ledger.database, work, confirm=_was_committed) is not None
    return False


def _after(stored: SessionRow, attempt: Attempt, holder: bytes | None) -> SessionRow:
    row = stored
    if holder is not None and stored.lease_holder == holder:
        row = row._replace(lease_holder=None, lease_until=None)
    # Where another revision is current by now, it is not this window that the attempt came to nothing with.
    if attempt.outcome != UNKNOWN_STRATEGY and stored.current_revision == attempt.window.current_revision:
        row = row.backing_off(attempt.backoff)
    return row


def _was_committed(connection: Connection, done: tuple[SessionRow, AttemptRow] | None) -> bool:
    if done is None:
        return True
    row, made = done
    sessions.lock(connection, row.id, row.owner, row.session_id or "")
    return stored_attempts.get(connection, row.id, made.attempt) == made


def _shortened(text: str) -> str:
    return text if len(text) <= _REASON else f"{text[: _REASON - 1]}…"


# --- reading ------------------------------------------------------------------------------------


async def resize_attempts(face: Face, target: Target, *, limit: object, after: object) -> Page[ResizeAttempt]:
    """A page of the session's attempts, newest first; see Session.resize_attempts."""
    size = page_size(limit)
    before = _FIRST_PAGE if after is None else cursor_numbers(after, 1)[0]

    def read(connection: Connection) -> tuple[SessionRow, list[AttemptRow]] | None:
        row = rows.read(connection, target)
        return None if row is None else (row, stored_attempts.page(connection, row.id, before, size + 1))

    found = await face.read(target.ledger.database, read)
    if found is None:
        return Page()
    row, page = found
    target.row_id = row.id
    following = str(page[size - 1].attempt) if len(page) > size else None
    return Page([_attempt_of(row, item) for item in page[:size]], next=following)


def _attempt_of(session: SessionRow, row: AttemptRow) -> ResizeAttempt:
    return ResizeAttempt(
        owner=session.owner,
        session_id=session.session_id or "",
        attempt=row.attempt,
        revision=row.revision,
        head_seq=row.head_seq,
        cause=row.cause,
        strategy=row.strategy,
        outcome=row.outcome,
        window_count=row.window_count,
        window_length=row.window_length,
        max_length=row.max_length,
        max_messages=row.max_messages,
        reason=decode_plain(row.reason, f"attempt {row.attempt}"),
        duration=timedelta(microseconds=row.duration_us),
        created_at=from_microseconds(row.created_at),
    )
