"""Answers a plan's questions from the database, inside the transaction that will commit what it decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from manager.errors import StoredDataError
from manager.model import NO_TIES, Draft, Entries, Span, Ties
from manager.operations.known import Known, KnownMessage
from manager.planning import spans
from manager.planning.calls import ties_of
from manager.planning.matching import Reference
from manager.planning.window import Item, Look, Planning, Read
from manager.storage import Connection, measurements, messages
from manager.storage import entries as entry_rows
from manager.storage.codec import decode
from manager.storage.entries import DerivedRow, PartRows
from manager.storage.messages import MessageRow
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


def decided(
    connection: Connection,
    row: SessionRow,
    content: PartRows,
    planning: Planning[R],
    prepared: Prepared,
    known: Known | None = None,
) -> R:
    """What the plan decides for the content.

    Args:
        content: the messages the plan's positions count, and the rows of the derived ones among them.
        known: messages that need not be read; those that are read are added.

    Raises:
        ShorteningNeeded: shortened messages are not among those prepared.
    """
    answer: Any = None
    known = {} if known is None else known
    while True:
        try:
            question = planning.send(answer)
        except StopIteration as finished:
            result: R = finished.value
            return result
        if isinstance(question, Look):
            answer = _items(
                connection, row, spans.part_of(content.entries, question.start, question.stop), content, known
            )
        elif isinstance(question, Read):
            answer = _ties(connection, row, messages_at(content.entries, question.positions), content, known)
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


def _items(connection: Connection, row: SessionRow, wanted: Entries, content: PartRows, known: Known) -> list[Item]:
    result: list[Item] = []
    was_read = False
    for reference in spans.references(wanted):
        if isinstance(reference, int):
            if reference not in known and not was_read:
                for seq, found in measurements.lengths(connection, row, spans.spans_of(wanted)).items():
                    known.setdefault(seq, KnownMessage(Item(found.length, found.role, found.links), None))
                was_read = True
            message = known.get(reference)
            item = None if message is None else message.item
        else:
            derived = content.derived.get(reference.derived_id)
            item = None if derived is None else Item(derived.length, derived.role, derived.links)
        if item is None:
            raise StoredDataError(f"message {reference}", "is in the window but not there, or was deleted meanwhile")
        result.append(item)
    return result


def _ties(
    connection: Connection, row: SessionRow, wanted: Sequence[Reference], content: PartRows, known: Known
) -> list[Ties]:
    unread = [
        reference
        for reference in wanted
        if not isinstance(reference, int) or reference not in known or known[reference].ties is None
    ]
    chosen = spans.spans_of(spans.from_references(unread))
    found = messages.read_spans(connection, row.id, chosen) if chosen else {}
    derived_ids = [reference.derived_id for reference in unread if not isinstance(reference, int)]
    if derived_ids:
        derived = {item.derived_id: item for item in entry_rows.read_derived(connection, row.id, derived_ids)}
    result: list[Ties] = []
    for reference in wanted:
        if isinstance(reference, int):
            ties = known[reference].ties if reference in known else None
            if ties is None:
                ties = _ties_of(found.get(reference), reference)
                if reference in known:
                    known[reference] = known[reference]._replace(ties=ties)
        else:
            ties = _ties_of(derived.get(reference.derived_id), reference)
        result.append(ties)
    return result


def _ties_of(stored: MessageRow | DerivedRow | None, reference: Reference) -> Ties:
    if stored is None or stored.payload is None:
        raise StoredDataError(f"message {reference}", "is in the window but not there, or was deleted meanwhile")
    fields = decode(stored.payload, stored.encoding, f"message {reference}")
    return ties_of(fields) if isinstance(fields, dict) else NO_TIES
