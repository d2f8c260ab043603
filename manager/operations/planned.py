"""Answers a plan's questions from the database, inside the transaction that will commit what it decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from manager.errors import StoredDataError
from manager.model import NO_TIES, Draft, Entries, Span, Ties
from manager.planning import spans
from manager.planning.calls import ties_of
from manager.planning.matching import Reference
from manager.planning.window import Item, Look, Planning, Read
from manager.storage import Connection, measurements, messages
from manager.storage import entries as entry_rows
from manager.storage.codec import decode
from manager.storage.entries import PartRows
from manager.storage.sessions import SessionRow

R = TypeVar("R")

#: What was worked out before the transaction: messages shortened to a room together, by reference, or None where their
#: texts do not suffice.
Prepared: TypeAlias = "Mapping[tuple[tuple[Reference, ...], int], Mapping[Reference, Draft] | None]"


class ShorteningNeeded(Exception):
    """The plan needs shortened messages that have to be worked out first, outside any transaction.

    Attributes:
        references, room: the messages, and what they may measure together.
        head_seq: that of the log in the transaction, of which the last messages may not be stored.
        measure: the name of the session's measure.
    """

    def __init__(self, references: tuple[Reference, ...], room: int, row: SessionRow) -> None:
        self.references = references
        self.room = room
        self.head_seq = row.head_seq
        self.measure = row.measure
        super().__init__(references, room, row.head_seq)


def decided(connection: Connection, row: SessionRow, content: PartRows, planning: Planning[R], prepared: Prepared) -> R:
    """What the plan decides for the content.

    Args:
        content: the messages the plan's positions count, and the rows of the derived ones among them.

    Raises:
        ShorteningNeeded: shortened messages are not among those prepared.
    """
    answer: Any = None
    while True:
        try:
            question = planning.send(answer)
        except StopIteration as finished:
            result: R = finished.value
            return result
        if isinstance(question, Look):
            answer = _items(connection, row, spans.part_of(content.entries, question.start, question.stop), content)
        elif isinstance(question, Read):
            answer = _ties(connection, row, messages_at(content.entries, question.positions), content)
        else:
            references = tuple(messages_at(content.entries, question.positions))
            if (references, question.room) not in prepared:
                raise ShorteningNeeded(references, question.room, row)
            found = prepared[references, question.room]
            by_position = zip(question.positions, references, strict=True)
            answer = found and {position: found[item] for position, item in by_position if item in found}


def messages_at(entries: Entries, positions: Sequence[int]) -> list[Reference]:
    """The messages at these ascending positions."""
    found: list[Reference] = []
    start = 0
    wanted = iter(positions)
    position = next(wanted, None)
    for entry in entries:
        while position is not None and position < start + len(entry):
            found.append(entry.first + position - start if isinstance(entry, Span) else entry)
            position = next(wanted, None)
        start += len(entry)
    return found


def _items(connection: Connection, row: SessionRow, wanted: Entries, content: PartRows) -> list[Item]:
    chosen = spans.spans_of(wanted)
    rows = measurements.lengths(connection, row, chosen) if chosen else {}
    found: list[Item] = []
    for reference in spans.references(wanted):
        known = rows.get(reference) if isinstance(reference, int) else content.derived.get(reference.derived_id)
        if known is None:
            raise StoredDataError(f"message {reference}", "is in the window but not there, or was deleted meanwhile")
        found.append(Item(known.length, known.role, known.links))
    return found


def _ties(connection: Connection, row: SessionRow, wanted: Sequence[Reference], content: PartRows) -> list[Ties]:
    chosen = spans.spans_of(spans.from_references(wanted))
    found = messages.read_spans(connection, row.id, chosen) if chosen else {}
    derived_ids = [reference.derived_id for reference in wanted if not isinstance(reference, int)]
    if derived_ids:
        derived = {item.derived_id: item for item in entry_rows.read_derived(connection, row.id, derived_ids)}
    result: list[Ties] = []
    for reference in wanted:
        stored = found.get(reference) if isinstance(reference, int) else derived.get(reference.derived_id)
        if stored is None or stored.payload is None:
            raise StoredDataError(f"message {reference}", "is in the window but not there, or was deleted meanwhile")
        fields = decode(stored.payload, stored.encoding, f"message {reference}")
        result.append(ties_of(fields) if isinstance(fields, dict) else NO_TIES)
    return result
