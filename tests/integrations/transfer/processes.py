"""Imports that run in other processes."""

from __future__ import annotations

from manager import SessionManager
from manager.transfer.moving import move_in
from manager.transfer.systems import open_source
from tests.processes import kill_oneself
from tests.statements import StatementRecorder


def import_all(url: str, system: str, source: str) -> tuple[int, int]:
    """How many messages were imported, and how many were there already."""
    with SessionManager(url) as manager:
        moved = list(move_in(manager, open_source(system, source)))
    assert not [one.refused for one in moved if not one.ok]
    return sum(one.imported for one in moved), sum(one.already_there for one in moved)


class _Dying(StatementRecorder):
    """Hears what is sent to the store, and ends the process before one of it is."""

    def __init__(self, statement: int) -> None:
        super().__init__()
        self._left = statement

    def _hear(self, statement: str) -> None:
        self._left -= "ledger_" in statement
        if self._left < 0:
            kill_oneself()


def import_and_die(url: str, system: str, source: str, statement: int) -> None:
    """The import, as far as the statement with this number, from 0."""
    with _Dying(statement).listening():
        import_all(url, system, source)
