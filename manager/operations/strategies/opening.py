"""A window read for a built-in strategy: what is pinned, what is a summary, and without what no provider accepts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from manager.model import Derived
from manager.operations.contexts import View
from manager.planning.groups import groups_of
from manager.planning.items import WindowItem
from manager.planning.links import links_of
from manager.settings import ResizeRules
from manager.storage import Connection, pins, summaries
from manager.storage.summaries import Origin


def read_origins(connection: Connection, seen: View) -> tuple[dict[int, Origin], set[int]]:
    """Where the window's derived messages are from, and which messages of the log are pinned."""
    derived = [item.reference.derived_id for item in seen.known if isinstance(item.reference, Derived)]
    pinned = set(pins.read(connection, seen.row.id)) if seen.row.pin_count else set()
    return summaries.origins(connection, seen.row.id, derived), pinned


def opened(
    seen: View, rules: ResizeRules, origins: dict[int, Origin], pinned: Collection[int]
) -> tuple[WindowItem, ...]:
    """The messages of the window in order.

    The head is what the cut that made the window pinned, else the leading run of the pinned roles; it ends before the
    newest message. A summary stays like the head, until it is summarized further.
    """
    items: list[WindowItem] = []
    in_head, head_length = True, 0
    for position, (message, known) in enumerate(zip(seen.messages, seen.known, strict=True)):
        reference = known.reference
        origin = origins.get(reference.derived_id) if isinstance(reference, Derived) else None
        source_seq = None if origin is None else origin.source_seq
        is_summary = origin is not None and origin.is_summary
        in_head = (
            in_head
            and position < len(seen.known) - 1
            and (rules.max_length is None or head_length <= rules.max_length)
            and (
                is_summary
                or (
                    message.role in rules.pinned_roles
                    if seen.row.window_pinned is None
                    else position < seen.row.window_pinned
                )
            )
        )
        if in_head:
            head_length += known.length
        original = reference if isinstance(reference, int) else source_seq
        items.append(
            WindowItem(
                reference=reference,
                message=message,
                length=known.length,
                links=links_of(message),
                source_seq=source_seq,
                head=in_head,
                pinned=in_head or is_summary or original in pinned,
                is_summary=is_summary,
            )
        )
    return tuple(items)


def grouped(items: tuple[WindowItem, ...]) -> tuple[WindowItem, ...]:
    """The window with the groups of pinned messages pinned whole, and without results that lack their call and calls
    that were never answered; what is pinned stays in any case."""
    pinned: set[int] = set()
    gone: set[int] = set()
    for group in groups_of([item.message for item in items]):
        if any(items[position].pinned for position in group.positions):
            pinned.update(group.positions)
        elif not group.acceptable:
            gone.update(group.positions)
    return tuple(
        replace(item, pinned=True) if position in pinned and not item.pinned else item
        for position, item in enumerate(items)
        if position not in gone
    )
