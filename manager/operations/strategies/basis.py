"""Whether what a plan rests on still holds in the transaction that brings it into force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from manager.model import Span
from manager.operations.handler_result import Basis
from manager.operations.present import message_of
from manager.planning.groups import groups_of
from manager.storage import Connection, messages, pins
from manager.storage.sessions import SessionRow


def still_holds(connection: Connection, basis: Basis, seen: SessionRow, now: SessionRow) -> bool:
    """Whether nothing was pinned meanwhile, and the window with what was appended since is one that providers accept.

    An answer may have come to a call that left the window, or the conversation may have gone on without an answer that
    was waited for.

    Args:
        seen, now: the session's row as the strategy saw it, and as it is.
    """
    if now.pin_count and not basis.pins.issuperset(pins.read(connection, now.id)):
        return False
    if now.head_seq == seen.head_seq:
        return True
    found = messages.read_spans(connection, now.id, [Span(seen.head_seq + 1, now.head_seq)])
    tail = [
        dict(message_of(row)) if row.links else {"role": row.role or "assistant"}
        for row in (found[seq] for seq in sorted(found))
    ]
    # What is pinned is in the window whatever it is.
    return _unacceptable(basis.messages) == _unacceptable([*basis.messages, *tail])


def _unacceptable(window: Sequence[dict[str, Any]]) -> set[int]:
    return {position for group in groups_of(window) if not group.acceptable for position in group.positions}
