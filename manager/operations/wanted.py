"""What a resize wants, and what it must have read to know it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from manager.operations import rows
from manager.operations.contexts import View, view
from manager.operations.cutting import SIMPLE_CUT
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.strategies import BUILT_IN, Strategy
from manager.protocols import ResizeHandler
from manager.storage.sessions import SessionRow


class Overtaken(Exception):
    """Another revision was committed since the handler's snapshot."""

    def __init__(self, found: int) -> None:
        self.found = found
        super().__init__(found)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A strategy that is wanted, and what was read to know it: the session's row, and its window where an analysis
    handler was shown it. A strategy that the caller named is wanted whatever there is."""

    strategy: str
    row: SessionRow | None = None
    seen: View | None = None


async def view_of(face: Face, target: Target) -> View | None:
    seen = await face.read(target.ledger.database, lambda connection: view(connection, target))
    if seen is not None:
        target.row_id = seen.row.id
    return seen


async def row_of(face: Face, target: Target) -> SessionRow | None:
    row = await face.read(target.ledger.database, lambda connection: rows.read(connection, target))
    if row is not None:
        target.row_id = row.id
    return row


def handler_of(target: Target, name: str) -> ResizeHandler | Strategy | None:
    """What the user registered under the name, else what is built in; None for `simple_cut` and unknown names."""
    found = target.resize_handler(name)
    return found if found is not None or name == SIMPLE_CUT else BUILT_IN.get(name)


def microseconds_since(started: int) -> int:
    return (time.perf_counter_ns() - started) // 1_000
