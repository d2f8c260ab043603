"""What every call that logs messages does in its transaction, and whether a cut is due after it."""

from __future__ import annotations

from collections.abc import Sequence

from manager.model import Draft, Encoded, Message
from manager.operations import rows
from manager.operations.cutting import SIMPLE_CUT
from manager.operations.ledger import Target
from manager.planning import waiting
from manager.settings import ResizeRules
from manager.storage import Connection, messages
from manager.storage.digests import content_hash, message_digest, new_nonce
from manager.storage.messages import NewMessage
from manager.storage.sessions import SessionRow, active_minute


def cuts_in_transaction(target: Target, rules: ResizeRules) -> bool:
    """Whether writes through this handle are followed by the built-in analysis and the built-in cut, at once."""
    return (
        rules.strategy == SIMPLE_CUT
        and rows.resizes_automatically(target, rules)
        and target.effective_analysis_handler() is None
        and target.resize_handler(SIMPLE_CUT) is None
    )


def cut_is_due(target: Target, row: SessionRow, rules: ResizeRules) -> bool:
    """Whether the built-in cut must be made in the transaction that has brought the row to this state."""
    return (
        rules.exceeded_by(row.window_length, row.window_count)
        and row.held_revision is None
        and cuts_in_transaction(target, rules)
    )


def log(
    connection: Connection,
    row: SessionRow,
    drafts: Sequence[Draft],
    metadata: Encoded | None,
    now: int,
    *,
    revision: int | None = None,
) -> tuple[SessionRow, tuple[Message, ...]]:
    """The drafts are in the log; the row with its head and counters moved on, to be saved.

    Args:
        revision: the revision they belong to; None for the current one.
    """
    seq, length, digest = row.head_seq, row.head_length, row.head_digest
    text = None if metadata is None else metadata.text
    value = None if metadata is None else metadata.value
    in_force = row.current_revision if revision is None else revision
    new: list[NewMessage] = []
    kept: list[Message] = []
    for draft in drafts:
        content = draft.content
        seq += 1
        length += draft.length
        nonce = new_nonce()
        digest = message_digest(digest, seq, now, content_hash(nonce, content.data))
        new.append(
            NewMessage(
                row.id,
                seq,
                draft.role,
                draft.links,
                content.encoding,
                content.text,
                text,
                draft.length,
                length,
                in_force,
                nonce,
                digest,
                now,
            )
        )
        kept.append(Message(content.value, seq=seq, created=now, metadata=value))
    if new:
        messages.append(connection, new)
    added = len(new)
    moved = row._replace(
        head_seq=seq,
        head_length=length,
        head_digest=digest,
        full_count=row.full_count + added,
        window_count=row.window_count + added,
        window_length=row.window_length + length - row.head_length,
        open_calls=waiting.after(row.open_calls, drafts),
        updated_at=now,
        active_at=active_minute(row.active_at, now),
    )
    return moved, tuple(kept)
