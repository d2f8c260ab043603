"""Shortened messages, worked out before the transaction that needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from manager.model import Draft
from manager.operations import rows
from manager.operations.cutting import Prepared, Reference, ShorteningNeeded
from manager.operations.drafts import draft
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.present import derived_message, message_of
from manager.planning.shorten import shorten
from manager.protocols import Measure
from manager.storage import Connection, messages
from manager.storage import entries as entry_rows


def prepare_shortened(
    target: Target, needed: ShorteningNeeded, appended: Sequence[Draft], measure: Measure
) -> Prepared:
    """The newest of the messages being appended, shortened to the room there is."""
    return _prepared(target, needed, appended[-1].content.value, measure)


async def read_and_shorten(face: Face, target: Target, needed: ShorteningNeeded) -> Prepared:
    """A message of the window, read and shortened to the room there is."""

    def read(connection: Connection) -> tuple[dict[str, Any] | None, Measure]:
        row = rows.existing(connection, target)
        return _read(connection, row.id, needed.reference), rows.measure_of(target, row)

    fields, measure = await face.read(target.ledger.database, read)
    if fields is None:
        return {}
    return _prepared(target, needed, fields, measure)


def _read(connection: Connection, session: int, reference: Reference) -> dict[str, Any] | None:
    if isinstance(reference, int):
        row = messages.read_one(connection, session, reference)
        return None if row is None else dict(message_of(row))
    derived = entry_rows.read_derived(connection, session, [reference.derived_id])
    return dict(derived_message(derived[0])) if derived else None


def _prepared(target: Target, needed: ShorteningNeeded, fields: dict[str, Any], measure: Measure) -> Prepared:
    shortened = shorten(fields, measure, needed.room)
    result: Draft | None = None
    if shortened is not None:
        result = draft(target.ledger, shortened, measure, "the shortened message")
    return {(needed.reference, needed.room): result}
