"""What earlier versions of the contexts held, as entries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn, Protocol

from manager.errors import SessionNotFoundError, StoredDataError
from manager.model import Entry
from manager.planning import spans
from manager.storage import Connection, measurements, sessions
from manager.storage import entries as entry_rows
from manager.storage.entries import PartRows
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow, session_name


class Named(Protocol):
    """What a session is called."""

    @property
    def owner(self) -> str: ...
    @property
    def session_id(self) -> str | None: ...


def part_of_version(
    connection: Connection, session: SessionRow, version: SessionRow | RevisionRow, part: str, *, payloads: bool = False
) -> PartRows:
    """A part as it stood when the row was written: its entries, then the messages up to the row's `head_seq`.

    Never fewer messages than the row counts.

    Raises:
        SessionNotFoundError: the session was deleted meanwhile.
        StoredDataError: entries are not there, though the session is.
    """
    written_by, at, count = (
        (version.window_from, version.window_at, version.window_count)
        if part == "window"
        else (version.full_from, version.full_at, version.full_count)
    )
    stored = entry_rows.read(connection, session.id, written_by, part, payloads=payloads)
    entries = spans.content(stored.entries, at, version.head_seq)
    if spans.count(entries) != count:
        explain_missing(connection, session.id, session, f"part of what revision {written_by} wrote")
    return PartRows(entries, stored.derived)


def entries_upto(
    connection: Connection, session: SessionRow, revision: RevisionRow, part: str, seq: int, *, payloads: bool = False
) -> PartRows:
    """The part under the revision with its tail up to `seq`, and nothing of the log after it."""
    made = part_of_version(connection, session, revision, part, payloads=payloads)
    if seq >= revision.head_seq:
        return PartRows(spans.content(made.entries, revision.head_seq, seq), made.derived)
    return PartRows(spans.upto(made.entries, seq), made.derived)


def explain_missing(connection: Connection, session: int, named: Named, what: str) -> NoReturn:
    """Raises the reason why something of the session is not there: it was deleted meanwhile, or was damaged."""
    row = sessions.read(connection, session, named.owner, named.session_id or "")
    if row is None:
        raise SessionNotFoundError(named.session_id or "", named.owner, deleted=True)
    raise StoredDataError(session_name(row), f"{what} is not there")


def length_of(connection: Connection, row: SessionRow, part: PartRows) -> int:
    """The length of the part's messages together in the measure of the row, from the log's running length at the ends
    of its spans."""
    wanted = {derived_id: part.derived[derived_id] for derived_id in spans.derived_of(part.entries)}
    measured = measurements.derived(connection, row, wanted)
    derived = sum(measured[derived_id].length for derived_id in spans.derived_of(part.entries))
    return derived + length_of_spans(connection, row, part.entries)


def length_of_spans(connection: Connection, row: SessionRow, entries: Iterable[Entry]) -> int:
    """The length of the entries' messages of the log together, in the measure of the row."""
    chosen = spans.spans_of(entries)
    if not chosen:
        return 0
    ends = measurements.running_lengths(
        connection, row, (seq for span in chosen for seq in (span.first - 1, span.last))
    )
    return sum(ends[span.last] - ends[span.first - 1] for span in chosen)


def window_length_at(connection: Connection, row: SessionRow, revision: RevisionRow, seq: int) -> int:
    """The length, in the measure of the row, of the window under the revision with its tail up to `seq`, which is not
    before the revision's head."""
    if is_in_measure_of(row, revision):
        if seq == revision.head_seq:
            return revision.window_length
        head_length = measurements.running_lengths(connection, row, (seq,))[seq]
        return revision.window_length + head_length - revision.head_length
    return length_of(connection, row, entries_upto(connection, row, revision, "window", seq))


def is_in_measure_of(row: SessionRow, revision: RevisionRow) -> bool:
    """Whether the revision's lengths are surely in the measure of the row: it is no older than the measurement."""
    return row.measurement == 0 or revision.head_seq > row.measured_upto
