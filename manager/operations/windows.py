"""What earlier versions of the contexts held, as entries."""

from __future__ import annotations

from collections.abc import Iterable

from manager.model import Entry
from manager.planning import spans
from manager.storage import Connection, messages
from manager.storage import entries as entry_rows
from manager.storage.entries import PartRows
from manager.storage.revisions import RevisionRow


def entries_upto(
    connection: Connection, session: int, revision: RevisionRow, part: str, seq: int, *, payloads: bool = False
) -> PartRows:
    """The part under the revision with its tail up to `seq`, and nothing of the log after it."""
    written_by, at = (
        (revision.window_from, revision.window_at) if part == "window" else (revision.full_from, revision.full_at)
    )
    stored = entry_rows.read(connection, session, written_by, part, payloads=payloads)
    return PartRows(spans.upto(spans.content(stored.entries, at, seq), seq), stored.derived)


def length_of(connection: Connection, session: int, part: PartRows) -> int:
    """The length of the part's messages together, from the log's running length at the ends of its spans."""
    derived = sum(part.derived[derived_id].length for derived_id in spans.derived_of(part.entries))
    return derived + length_of_spans(connection, session, part.entries)


def length_of_spans(connection: Connection, session: int, entries: Iterable[Entry]) -> int:
    """The length of the entries' messages of the log together."""
    chosen = spans.spans_of(entries)
    if not chosen:
        return 0
    ends = messages.running_lengths(
        connection, session, (seq for span in chosen for seq in (span.first - 1, span.last))
    )
    return sum(ends[span.last] - ends[span.first - 1] for span in chosen)
