"""Single flight: which sessions have a slow strategy running in this process, and who runs inside of one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, eq=False, slots=True)
class Flight:
    """A slow strategy that runs for a session, who it is in the session's lease, and until when others wait for it
    (monotonic seconds)."""

    row_id: int
    holder: bytes
    until: float


#: The flights that this thread or task runs inside of, the outermost first: a handler may resize its own session.
_around: ContextVar[tuple[Flight, ...]] = ContextVar("contextledger_flights", default=())


class Flights:
    """The flights of one ledger.

    Without a lock, which a fork could copy while it is held: where two find a flight that has run out of time at once,
    both replace it, and the session's lease lets one of them through.
    """

    def __init__(self) -> None:
        self._running: dict[int, Flight] = {}

    def enter(self, row_id: int, holder: bytes, seconds: float) -> Flight | None:
        """A flight for the session, where none is under way or that one has run out of time."""
        flight = Flight(row_id, holder, time.monotonic() + seconds)
        found = self._running.setdefault(row_id, flight)
        if found is not flight and found.until >= time.monotonic():
            return None
        self._running[row_id] = flight
        return flight

    def leave(self, flight: Flight) -> None:
        """The session has no flight, unless another one has taken its place."""
        if self._running.get(flight.row_id) is flight:
            self._running.pop(flight.row_id, None)

    def around(self, row_id: int) -> Flight | None:
        """The session's flight that this thread or task runs inside of; None where it runs inside of none."""
        found = self._running.get(row_id)
        return found if found is not None and found in _around.get() else None


def held_by(holder: bytes | None) -> Flight | None:
    """The flight with this holder that this thread or task runs inside of, whichever ledger's it is."""
    return next((flight for flight in _around.get() if flight.holder == holder), None)


def depth(flight: Flight) -> int:
    """How many resizes of its session this thread or task runs inside of."""
    return _around.get().count(flight)


@contextmanager
def inside(flight: Flight) -> Iterator[None]:
    """What runs in this context, tasks and worker threads begun in it included, runs inside of the flight."""
    token = _around.set((*_around.get(), flight))
    try:
        yield
    finally:
        _around.reset(token)
