"""What a handle knows of messages of the log without asking: the log is append-only, so it never becomes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from manager.model import Draft, Entries, Ties
from manager.planning import spans
from manager.planning.window import Item

#: Messages of one window that a handle remembers; of longer windows it remembers nothing.
REMEMBERED = 512


class KnownMessage(NamedTuple):
    """What a cut decides by; `ties` is None where the payload was not read for them."""

    item: Item
    ties: Ties | None


#: By seq.
Known: TypeAlias = dict[int, KnownMessage]


def appended(drafts: Sequence[Draft], last: int) -> Known:
    """What is known of messages that were logged, the last of them under this seq."""
    return {
        seq: KnownMessage(Item(draft.length, draft.role, draft.links), draft.ties)
        for seq, draft in enumerate(drafts, start=last - len(drafts) + 1)
    }


def pruned(known: Known, window: Entries, count: int) -> Known:
    """What is worth remembering of it, beside a window of so many messages."""
    if count > REMEMBERED:
        return {}
    if len(known) <= 2 * count:
        return known  # to look at each of them after every cut would cost more than they take
    return {seq: known[seq] for seq in spans.references(window) if isinstance(seq, int) and seq in known}
