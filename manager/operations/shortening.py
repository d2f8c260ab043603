"""Shortened messages, worked out before the transaction that needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from manager.model import Draft
from manager.operations import rows
from manager.operations.drafts import draft
from manager.operations.faces import Face
from manager.operations.ledger import Ledger, Target
from manager.operations.planned import Prepared, ShorteningNeeded
from manager.operations.present import derived_message, message_of
from manager.planning.matching import Reference
from manager.planning.measures import measure_named
from manager.planning.shorten import shorten_together
from manager.protocols import Measure
from manager.storage import Connection, messages
from manager.storage import entries as entry_rows


async def shortened(face: Face, target: Target, needed: ShorteningNeeded, unstored: Sequence[Draft] = ()) -> Prepared:
    """The messages, shortened to the room there is for them together.

    Args:
        unstored: the messages that the transaction that was left had logged, the last of them last in the log.
    """
    new: dict[Reference, dict[str, Any]] = {
        reference: unstored[reference - needed.head_seq - 1].content.value
        for reference in needed.references
        if isinstance(reference, int) and reference > needed.head_seq - len(unstored)
    }
    rest = [reference for reference in needed.references if reference not in new]

    def read(connection: Connection) -> dict[Reference, dict[str, Any]]:
        row = rows.existing(connection, target)
        found = ((reference, _read(connection, row.id, reference)) for reference in rest)
        return {reference: fields for reference, fields in found if fields is not None}

    stored = await face.read(target.ledger.database, read) if rest else {}
    known: dict[Reference, dict[str, Any]] = {**new, **stored}
    if len(known) < len(needed.references):
        return {}  # the window changed meanwhile, and the plan will ask for other messages
    measure = measure_named(needed.measure, target.ledger.measures)
    found = drafts_shortened(target.ledger, [known[reference] for reference in needed.references], measure, needed.room)
    result = None if found is None else {needed.references[index]: made for index, made in found.items()}
    return {(needed.references, needed.room): result}


def drafts_shortened(
    ledger: Ledger, messages: Sequence[dict[str, Any]], measure: Measure, room: int
) -> dict[int, Draft] | None:
    """Those of the messages that had to be shortened to fit the room together, by index and ready to be stored; None
    where their texts do not suffice."""
    found = shorten_together(messages, measure, room)
    if found is None:
        return None
    return {index: draft(ledger, fields, measure, "the shortened message") for index, fields in found.items()}


def _read(connection: Connection, session: int, reference: Reference) -> dict[str, Any] | None:
    if isinstance(reference, int):
        row = messages.read_one(connection, session, reference)
        return None if row is None else dict(message_of(row))
    derived = entry_rows.read_derived(connection, session, [reference.derived_id])
    return dict(derived_message(derived[0])) if derived else None
