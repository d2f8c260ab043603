"""Messages of the log that come back into the window: found with their groups, put in their places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from manager.model import Derived, Entries, Span
from manager.operations.pinned import positions_of
from manager.operations.planned import decided, messages_at
from manager.operations.windows import part_of_version
from manager.planning import spans
from manager.planning.groups import Group, Groups
from manager.planning.matching import Reference
from manager.planning.repair import Repair, plan_repair
from manager.planning.window import Planning, Window
from manager.storage import Connection, measurements
from manager.storage.entries import PartRows
from manager.storage.sessions import SessionRow


def groups_said(connection: Connection, row: SessionRow, seqs: Sequence[int]) -> list[Group]:
    """The group of each of the messages, its positions the seqs of its messages.

    Among the full context, where what was popped or rewound is no more; a message that is not in it, or whose group
    holds what a handler wrote, among all of the log.
    """
    full = part_of_version(connection, row, row, "full")
    in_full = [seq for seq in seqs if spans.contains(full.entries, seq)]
    found = _groups(connection, row, full, positions_of(in_full, full.entries, {}))
    log = PartRows(spans.joined((Span(1, row.head_seq),)), {})
    known = {seq for group in found for seq in group.positions}
    rest = [seq for seq in seqs if seq not in known]
    return [*found, *_groups(connection, row, log, [seq - 1 for seq in rest])]


def _groups(connection: Connection, row: SessionRow, content: PartRows, positions: Sequence[int]) -> list[Group]:
    """The groups at the positions of the content, but for those with derived messages; each once."""

    def find() -> Planning[list[Group]]:
        groups = Groups(Window(spans.count(content.entries)), latest=True)
        found: dict[Group, None] = {}
        for position in positions:
            found[(yield from groups.at(position))] = None
        return list(found)

    if not positions:
        return []
    named: list[Group] = []
    for group in decided(connection, row, content, find(), {}):
        references = messages_at(content.entries, group.positions)
        seqs = tuple(reference for reference in references if isinstance(reference, int))
        if len(seqs) == len(references):
            named.append(Group(seqs, group.state))
    return named


def repair_of(connection: Connection, row: SessionRow, content: PartRows) -> Repair:
    """What of the content no provider accepts, and which calls at its end wait."""
    window = Window(spans.count(content.entries))
    return decided(connection, row, content, plan_repair(window, Groups(window)), {})


def is_there(content: PartRows, seq: int) -> bool:
    """Whether the message, or one that was derived from it alone, is among the content."""
    return spans.contains(content.entries, seq) or any(
        content.derived[derived_id].source_seq == seq for derived_id in spans.derived_of(content.entries)
    )


def with_originals(content: PartRows, seqs: Collection[int], head: int) -> Entries:
    """The content with these messages in their places; what was derived from one of them alone has given way to it."""
    stand_ins = [
        Derived(derived_id)
        for derived_id in spans.derived_of(content.entries)
        if content.derived[derived_id].source_seq in seqs
    ]
    kept = spans.joined(entry for entry in content.entries if entry not in stand_ins)
    return spans.with_messages(kept, [seq for seq in seqs if not spans.contains(kept, seq)], head)


def length_of(connection: Connection, row: SessionRow, content: PartRows, references: Iterable[Reference]) -> int:
    """The length of these messages together, in the measure of the row."""
    wanted = list(references)
    chosen = spans.spans_of(spans.from_references(sorted(item for item in wanted if isinstance(item, int))))
    found = measurements.lengths(connection, row, chosen) if chosen else {}
    return sum(
        found[item].length if isinstance(item, int) else content.derived[item.derived_id].length for item in wanted
    )


def length_changed(connection: Connection, row: SessionRow, content: PartRows, before: Entries, after: Entries) -> int:
    """The window's length once it holds `after` in the place of `before`, every derived message of which is known."""
    old, new = set(spans.references(before)), set(spans.references(after))
    return (
        row.window_length
        - length_of(connection, row, content, old - new)
        + length_of(connection, row, content, new - old)
    )
