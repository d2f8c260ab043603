"""A session is deleted while others use it: it does not come back, and nothing of it is left."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Connection, func, select

from manager import SessionManager, SessionNotFoundError
from manager.storage import deletions, sessions
from manager.storage.database import Database
from manager.storage.tables import metadata
from tests.backends import SHAREABLE, SYSTEMS, direct_connection
from tests.concurrency.writers import LIMIT, delete_or_append, said
from tests.faces import Face
from tests.processes import at_once
from tests.soak import rounds


def rows_left(url: str) -> dict[str, int]:
    """The tables that have rows, and how many."""
    with direct_connection(url) as connection:
        counted = {
            name: connection.scalar(select(func.count()).select_from(table)) for name, table in metadata.tables.items()
        }
    return {name: int(number) for name, number in counted.items() if number}


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
def test_processes_append_while_one_deletes(manager: SessionManager, database_url: str) -> None:
    for _ in range(rounds(2)):
        manager.session("one", settings={"session.max_length": LIMIT}).append(said(0, 0), key="first")
        _, *appended = at_once(delete_or_append, [(database_url, "one", writer, 40) for writer in range(4)])
        assert sum(appended) >= 39
        assert rows_left(database_url) == {}
        with pytest.raises(SessionNotFoundError):
            manager.get_session("one")


@pytest.mark.backends(*SHAREABLE)
def test_a_handle_that_knew_the_session_does_not_make_it_again(
    make_manager: Callable[..., SessionManager], face: Face, database_url: str
) -> None:
    knowing = face(face(make_manager()).session("one"))
    knowing.append(said(0, 0))
    other = face(make_manager())
    other.delete_session("one")
    for call in (
        lambda: knowing.append(said(0, 1)),
        lambda: knowing.set_memo("memo"),
        knowing.clean_context_window,
        lambda: knowing.set_settings("session.max_length", 10),
        lambda: knowing.update(title="title"),
        knowing.resize,
        knowing.info,
        knowing.get_context_window,
        knowing.revisions,
    ):
        with pytest.raises(SessionNotFoundError):
            call()
        assert rows_left(database_url) == {}
    new = face(other.session("one"))
    new.append(said(1, 0))
    with pytest.raises(SessionNotFoundError):
        knowing.append(said(0, 1))
    assert new.log() == [said(1, 0)]


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
def test_several_finish_one_deletion(
    make_manager: Callable[..., SessionManager], database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deletions, "ROWS_A_PAGE", 3)
    managers = [make_manager() for _ in range(4)]
    for number in range(3):
        managers[0].session(f"session {number}").append([said(number, each) for each in range(20)])
    start = threading.Barrier(4)

    def delete(number: int) -> None:
        start.wait()
        if number < 3:
            managers[number].delete_session(f"session {number}")
        else:
            assert managers[number].verify().ok
            managers[number].upgrade()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(delete, range(4)))
    assert rows_left(database_url) == {}


@pytest.mark.backends("postgresql", "mariadb")
@pytest.mark.faces("sync")
def test_a_deletion_under_way_stops_no_neighbour(
    make_manager: Callable[..., SessionManager], database_url: str, make_database: Callable[..., Database]
) -> None:
    # Under REPEATABLE READ, MariaDB locks the gaps around what is deleted, and with them the next session's log.
    manager = make_manager()
    for name in ("before", "one", "after"):
        manager.session(name).append([said(0, 0), said(0, 3)], key="first")
    held, go = threading.Event(), threading.Event()

    def deleting(connection: Connection) -> None:
        (session,) = [
            row.id for row in connection.execute(select(metadata.tables["ledger_sessions"])) if row.session_id == "one"
        ]
        sessions.forget_name(connection, session)
        while deletions.remove_page(connection, session):
            pass
        held.set()
        assert go.wait(60)

    with ThreadPoolExecutor(1) as thread:
        under_way = thread.submit(make_database().run, deleting, write=True)
        assert held.wait(60)
        try:
            impatient = {
                "postgresql": {"options": "-c lock_timeout=1s"},
                "mariadb": {"init_command": "SET SESSION innodb_lock_wait_timeout = 1"},
            }[database_url.partition("+")[0]]
            other = make_manager(engine_options={"connect_args": impatient})
            for name in ("before", "after", "new"):
                session = other.session(name)
                session.append([said(0, 1), said(0, 13)], key="second")
                session.set_memo("a memo")
                session.resize("simple_cut")
        finally:
            go.set()
        under_way.result()
    assert manager.verify().ok
