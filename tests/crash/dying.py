"""A process that kills itself just before a statement reaches the database."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from manager import Session, SessionManager
from manager.operations import session_file
from manager.storage import deletions
from tests.crash.writer import LIMIT, batch_of
from tests.processes import kill_oneself
from tests.statements import StatementRecorder


class _Dying(StatementRecorder):
    """Hears what is sent, and ends the process before one of it is."""

    def __init__(self, statement: int) -> None:
        super().__init__()
        self._left = statement
        self.armed = False

    def _hear(self, statement: str) -> None:
        if self.armed:
            self._left -= 1
            if self._left < 0:
                kill_oneself()


def keyed_append(manager: SessionManager, session: Session) -> None:
    """Bodies beside the messages, a key, and a cut."""
    session.append(batch_of("dying", 7), key="dying")


def delete(manager: SessionManager, session: Session) -> None:
    """The session with all its rows, a few at a time."""
    deletions.ROWS_A_PAGE = 5  # type: ignore[misc] # so that few messages are many pages
    manager.delete_session(session.id)


def import_and_die(url: str, path: Path, statement: int) -> None:
    """The import of the file, as far as the statement with this number, from 0."""
    session_file.RECORDS_AT_ONCE = 9  # type: ignore[misc] # so that few records are many pages
    with _Dying(statement).listening() as dying:
        manager = SessionManager(url)
        manager.list_sessions()
        assert isinstance(dying, _Dying)
        dying.armed = True
        assert manager.import_jsonl(path).ok
        dying.armed = False
        manager.close()


OPERATIONS: dict[str, Callable[[SessionManager, Session], None]] = {
    operation.__name__: operation for operation in (keyed_append, delete)
}


def run_and_die(url: str, operation: str, statement: int) -> None:
    """The operation on the session "one", as far as the statement with this number, from 0."""
    with _Dying(statement).listening() as dying:
        manager = SessionManager(url)
        session = manager.session("one", settings={"session.max_length": LIMIT})
        session.info()
        assert isinstance(dying, _Dying)
        dying.armed = True
        OPERATIONS[operation](manager, session)
        dying.armed = False
        manager.close()
