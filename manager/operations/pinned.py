"""Where the pinned messages stand in a window."""

from __future__ import annotations

from collections.abc import Mapping

from manager.model import Entries, Span
from manager.storage import Connection, pins
from manager.storage.entries import DerivedRow
from manager.storage.sessions import SessionRow


def pinned_positions(
    connection: Connection, row: SessionRow, content: Entries, derived: Mapping[int, DerivedRow]
) -> list[int]:
    """The positions of the pinned messages that are in the window, or of what was derived from them alone."""
    if row.pin_count == 0:
        return []
    return positions_of(pins.read(connection, row.id), content, derived)


def positions_of(seqs: list[int], content: Entries, derived: Mapping[int, DerivedRow]) -> list[int]:
    """The positions of these messages of the log, or of what was derived from them alone, among the content."""
    wanted = set(seqs)
    found: list[int] = []
    start = 0
    for entry in content:
        if isinstance(entry, Span):
            found += [start + seq - entry.first for seq in seqs if entry.first <= seq <= entry.last]
        elif entry.derived_id in derived and derived[entry.derived_id].source_seq in wanted:
            found.append(start)
        start += len(entry)
    return found
