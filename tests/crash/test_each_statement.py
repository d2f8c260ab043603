"""A process killed before one statement of an operation after the other, until none is left and it succeeds."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import select

from manager import SessionManager, SessionNotFoundError
from manager.storage.tables import metadata
from tests.backends import SYSTEMS, direct_connection
from tests.crash.dying import run_and_die
from tests.crash.writer import LIMIT, batch_of
from tests.processes import end_of, running
from tests.soak import SOAK

pytestmark = [pytest.mark.backends(*SYSTEMS), pytest.mark.faces("sync")]


def _kills(url: str, operation: str, step: int = 1) -> Iterator[int]:
    """Gives the number of the statement each time the operation was killed before it: each, or each `step`th."""
    statement = 0
    while True:
        with running(run_and_die, url, operation, statement) as process:
            end = end_of(process)
        if end == 0:
            return
        assert end == -signal.SIGKILL
        yield statement
        statement += step


def test_append(manager: SessionManager, database_url: str) -> None:
    session = manager.session("one", settings={"session.max_length": LIMIT})
    session.append(batch_of("before", 3))
    kills = 0
    for _ in _kills(database_url, "keyed_append"):
        kills += 1
        assert manager.verify().ok
        assert session.info().head_seq == 3
        assert session.info().revision == 1 + len(session.resize_history())
    assert kills >= 8  # BEGIN, lock, key, messages, bodies, key, cut, revision, entries, row: what a driver shows of it
    assert session.log() == [*batch_of("before", 3), *batch_of("dying", 7)]
    assert session.append(batch_of("dying", 7), key="dying").duplicate
    assert manager.verify().ok


def test_delete(manager: SessionManager, database_url: str) -> None:
    messages = batch_of("one", 9)
    other = manager.session("other")
    other.append(batch_of("other", 7))
    finishes: list[Callable[[], object]] = [manager.verify, manager.upgrade, lambda: _delete_another(manager)]

    def make() -> None:
        session = manager.session("one", settings={"session.max_length": LIMIT}, title="one")
        session.append(messages, key="all")
        session.set_memo("a memo")

    make()
    # Its hundred statements are much the same; a soak takes each of them.
    for kill, _ in enumerate(_kills(database_url, "delete", 1 if SOAK > 1 else 8)):
        try:
            found = manager.get_session("one")
        except SessionNotFoundError:
            # The name is free at once, whatever of the rows is left, and a new session has nothing of the old one.
            make()
            found = manager.get_session("one")
        assert found.info().head_seq == len(messages)
        assert manager.verify("one").ok
        finishes[kill % len(finishes)]()
        assert _sessions_with_rows(database_url) == _sessions_there(database_url)
        assert manager.verify().ok
    assert _sessions_with_rows(database_url) == _sessions_there(database_url)
    assert other.log() == batch_of("other", 7)
    with pytest.raises(SessionNotFoundError):
        manager.get_session("one")


def _delete_another(manager: SessionManager) -> None:
    manager.session("another").append(batch_of("another", 1))
    manager.delete_session("another")


def _sessions_there(url: str) -> set[int]:
    with direct_connection(url) as connection:
        sessions = metadata.tables["ledger_sessions"]
        return set(connection.scalars(select(sessions.c.id).where(sessions.c.session_id.is_not(None))))


def _sessions_with_rows(url: str) -> set[int]:
    found: set[int] = set()
    with direct_connection(url) as connection:
        for name, table in metadata.tables.items():
            column = table.c.id if name == "ledger_sessions" else table.c.session
            found |= set(connection.scalars(select(column).distinct()))
    return found
