"""Verification of lengths that were measured again: complete, adding up, and of the measure that is named."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any, Final, TypeAlias

from manager.errors import StoredDataError
from manager.operations.windows import length_of, part_of_version
from manager.storage import Connection, measurements
from manager.storage.audit import ROWS_A_PAGE
from manager.storage.measurements import OF_DERIVED, OF_MESSAGES, Measurement
from manager.storage.sessions import SessionRow

#: Table, row, and what is wrong there.
Wrong: TypeAlias = tuple[str, str, str]
Read: TypeAlias = Callable[[Callable[[Connection], Any]], Awaitable[Any]]

_KINDS: Final = {OF_MESSAGES: "message", OF_DERIVED: "derived message"}


def of_session(connection: Connection, row: SessionRow) -> list[Measurement]:
    """The session's measurements that were finished when its row was read."""
    return [item for item in measurements.read_all(connection, row.id) if item.measurement <= row.measurement]


def wrong_in_measurements(row: SessionRow, found: list[Measurement]) -> Wrong | None:
    """The first measurement that cannot be what was written."""
    table = "ledger_measurements"
    if row.measurement == 0:
        if found:
            return table, "0", "was added: the session was never measured again"
        return ("ledger_sessions", str(row.id), "measured_upto is not 0") if row.measured_upto else None
    numbers = [item.measurement for item in found]
    for number in range(row.measurement + 1):
        if number >= len(numbers) or numbers[number] != number:
            return table, str(number), "is not there"
    first, last = found[0], found[-1]
    if (first.revision, first.messages_upto, first.derived_upto, first.running_length) != (1, 0, 0, 0):
        return table, "0", "is not that with which the session was made"
    if (last.measure, last.messages_upto) != (row.measure, row.measured_upto):
        return table, str(last.measurement), "is not what the session's row says of it"
    for before, item in pairwise(found):
        if item.revision is None or before.revision is None or item.revision <= before.revision:
            return table, str(item.measurement), "was not switched on after the one before it"
    return None


async def wrong_in_lengths(read: Read, row: SessionRow, found: list[Measurement]) -> Wrong | None:
    """The first length of these measurements that is not there, or does not add up, or is one too many."""
    for item in found[1:]:
        for kind, upto in ((OF_MESSAGES, item.messages_upto), (OF_DERIVED, item.derived_upto)):
            wrong = await _wrong_in_kind(read, row, item, kind, upto)
            if wrong is not None:
                return wrong
    if row.measurement == 0:
        return None
    try:
        length = await read(
            lambda connection: length_of(connection, row, part_of_version(connection, row, row, "window"))
        )
    except StoredDataError as error:
        return "ledger_lengths", f"{row.measurement}", error.problem
    if length != row.window_length:
        return "ledger_sessions", str(row.id), "window_length is not what the window's messages measure"
    return None


async def _wrong_in_kind(read: Read, row: SessionRow, item: Measurement, kind: int, upto: int) -> Wrong | None:
    number, name = item.measurement, _KINDS[kind]
    running_length = 0
    for first in range(1, upto + 1, ROWS_A_PAGE):
        last = min(first + ROWS_A_PAGE - 1, upto)
        page = await read(
            lambda connection: measurements.read_page(connection, row.id, number, kind, first, last)  # noqa: B023
        )
        by_number = {found.number: found for found in page}
        for place in range(first, last + 1):
            found = by_number.get(place)
            if found is None:
                return "ledger_lengths", f"{number}/{name} {place}", "is not there"
            running_length += found.length
            if found.running_length != running_length:
                return "ledger_lengths", f"{number}/{name} {place}", "its running length is not the sum of the lengths"
    if kind == OF_MESSAGES and running_length != item.running_length:
        return "ledger_measurements", str(number), "running_length is not the sum of its lengths"
    highest = await read(lambda connection: measurements.last_number(connection, row.id, number, kind))
    if highest > upto:
        return "ledger_lengths", f"{number}/{name} {highest}", f"was added: the measurement ends at {upto}"
    return None
