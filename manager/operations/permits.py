"""Whether a slow strategy may start for a session: one at a time in a process, and one at a time among processes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from manager.errors import ManagerError, ResizeError
from manager.operations import flight, rows
from manager.operations.faces import Face
from manager.operations.flight import Flight
from manager.operations.ledger import Target
from manager.settings import ResizeRules
from manager.storage import leases
from manager.storage.digests import new_nonce

#: Resizes of one session inside of each other, each begun by the handler of the one around it.
DEEPEST: Final = 5
#: Seconds between two looks of a manual resize that waits for another to end: the first, and the longest.
_FIRST_PAUSE: Final = 0.01
_LONGEST_PAUSE: Final = 0.5


@dataclass(slots=True)
class Permit:
    """The leave to run a slow strategy.

    Attributes:
        leased: it has the session's lease, which is to be given back.
        inner: it was given to a handler that resizes its own session, whose flight and lease go on after it.
        waited: others ran meanwhile, and what was read before is old.
    """

    target: Target
    flight: Flight
    leased: bool = True
    inner: bool = False
    waited: bool = False

    async def leave(self, face: Face) -> None:
        """Others may run."""
        if self.inner:
            return
        try:
            if self.leased:
                await _release(face, self.target, self.flight)
        finally:
            self.target.ledger.flights.leave(self.flight)


async def obtain(
    face: Face, target: Target, row_id: int, rules: ResizeRules, strategy: str, *, waits: bool
) -> Permit | None:
    """The leave to run the strategy; None where another one runs for the session and this call does not wait for it.

    A handler that resizes its own session does not wait for itself.

    Raises:
        ResizeError: handlers have begun resizes of their own session one inside the other.
        SessionNotFoundError: the session was deleted while this call waited.
    """
    flights = target.ledger.flights
    around = flights.around(row_id)
    pauses = _pauses()
    waited = False
    while around is None:
        entered = flights.enter(row_id, new_nonce(), rules.resize_timeout)
        if entered is not None:
            if await _takes_lease(face, target, entered, rules.resize_timeout):
                return Permit(target, entered, waited=waited)
            flights.leave(entered)
        if not waits:
            return None
        row = await face.read(target.ledger.database, lambda connection: rows.read(connection, target))
        around = None if row is None else flight.held_by(row.lease_holder)
        if around is None:
            waited = True
            await face.pause(next(pauses))
    if not waits:
        return None
    if flight.depth(around) >= DEEPEST:
        raise ResizeError(
            strategy,
            f"resizes its own session, {DEEPEST} times inside of itself; let its handler return what it wants",
        )
    return Permit(target, around, leased=False, inner=True)


async def _takes_lease(face: Face, target: Target, entered: Flight, seconds: float) -> bool:
    microseconds = int(seconds * 1_000_000)
    try:
        return await face.write(
            target.ledger.database,
            lambda connection: leases.take(connection, entered.row_id, entered.holder, microseconds),
        )
    except BaseException:
        target.ledger.flights.leave(entered)
        await _release(face, target, entered)  # a call that was cancelled may have taken it
        raise


async def _release(face: Face, target: Target, left: Flight) -> None:
    # A database that cannot be reached now lets the lease run out.
    with contextlib.suppress(ManagerError):
        await face.write(
            target.ledger.database, lambda connection: leases.release(connection, left.row_id, left.holder)
        )


def _pauses() -> Iterator[float]:
    seconds = _FIRST_PAUSE
    while True:
        yield seconds
        seconds = min(2 * seconds, _LONGEST_PAUSE)
