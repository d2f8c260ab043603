"""In which measure messages are counted before the transaction that stores them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from manager.errors import UnknownMeasureError
from manager.model import Draft
from manager.operations import rows
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.planning.measures import measure_named
from manager.protocols import Measure
from manager.storage.sessions import SessionRow


class Measuring(NamedTuple):
    """A measure and its name."""

    name: str
    measure: Measure

    def again(self, drafts: Sequence[Draft]) -> list[Draft]:
        """The drafts with their lengths in this measure."""
        return [draft._replace(length=self.measure(draft.content.value)) for draft in drafts]


class OtherMeasure(Exception):
    """The session is measured in another way than the messages that were to be stored."""


async def measuring(face: Face, target: Target) -> Measuring:
    """The measure the session has, as far as this handle knows: that of its row as last seen, else that of the
    settings; the transaction is where `require` makes sure.

    Raises:
        UnknownMeasureError: this process does not know it.
    """
    name = rows.measure_name(target)
    try:
        return Measuring(name, measure_named(name, target.ledger.measures))
    except UnknownMeasureError:
        # What the settings say is for sessions that are to be made.
        row = await face.read(target.ledger.database, lambda connection: rows.read(connection, target))
        if row is None:
            raise
        return Measuring(row.measure, measure_named(row.measure, target.ledger.measures))


def require(target: Target, row: SessionRow, measured_in: str) -> None:
    """The messages about to be stored were measured as the locked row says.

    Raises:
        OtherMeasure: they were not; the handle knows now what the row says.
    """
    if row.measure != measured_in:
        rows.rules_of(target, row)
        raise OtherMeasure
