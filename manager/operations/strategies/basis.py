"""Whether what a plan rests on still holds in the transaction that brings it into force."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from manager.model import Span
from manager.operations.handler_result import Basis
from manager.operations.present import message_of
from manager.planning.groups import Group, State, groups_of
from manager.storage import Connection, messages, pins
from manager.storage.sessions import SessionRow


def basis_of(messages: list[dict[str, Any]], pinned: Collection[int]) -> Basis:
    """What a plan for this window rests on."""
    groups = groups_of(messages)
    return Basis(messages, _refused(groups), any(group.state is State.OPEN for group in groups), frozenset(pinned))


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
    if not basis.waits and not any(row.links for row in found.values()):
        return True
    tail = [
        dict(message_of(row)) if row.links else {"role": row.role or "assistant"}
        for row in (found[seq] for seq in sorted(found))
    ]
    return _refused(groups_of([*basis.messages, *tail])) == basis.refused


def _refused(groups: Iterable[Group]) -> frozenset[int]:
    return frozenset(position for group in groups if not group.acceptable for position in group.positions)
