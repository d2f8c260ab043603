"""Messages of the log that come back into the window: found with their groups, put in their places."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from manager.model import Derived, Entries, Span
from manager.operations.planned import decided
from manager.planning import spans
from manager.planning.groups import Group, Groups
from manager.planning.matching import Reference
from manager.planning.repair import Repair, plan_repair
from manager.planning.window import Planning, Window
from manager.storage import Connection, measurements
from manager.storage.entries import PartRows
from manager.storage.sessions import SessionRow


def groups_in_log(connection: Connection, row: SessionRow, seqs: Iterable[int]) -> list[Group]:
    """The group of each of the messages among all of the log, its positions the seqs of its messages."""

    def find() -> Planning[list[Group]]:
        groups = Groups(Window(row.head_seq))
        found: list[Group] = []
        for seq in seqs:
            group = yield from groups.at(seq - 1)
            found.append(Group(tuple(position + 1 for position in group.positions), group.state))
        return found

    return decided(connection, row, PartRows(spans.joined((Span(1, row.head_seq),)), {}), find(), {})


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
