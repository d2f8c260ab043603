"""Writes the database refuses: no transaction and no connection is left behind, and others write at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from manager import (
    DatabaseBusyError,
    DatabaseError,
    DatabaseFullError,
    DatabaseUnavailableError,
    Session,
    SessionManager,
)
from tests.backends import SHAREABLE, direct_connection
from tests.concurrency.writers import said
from tests.faces import Face
from tests.proxy import Loss, proxied

pytestmark = pytest.mark.backends(*SHAREABLE)

#: Each call finds the one connection there is, or fails.
ONE_CONNECTION = {"pool_size": 1, "max_overflow": 0, "pool_timeout": 5}

#: By system: a trigger that lets nobody write to the table.
TRIGGERS = {
    "sqlite": "CREATE TRIGGER refuse BEFORE {event} ON {table} BEGIN SELECT RAISE(FAIL, 'refused'); END",
    "postgresql": (
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'; "
        "CREATE TRIGGER refuse BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()"
    ),
    "mariadb": (
        "CREATE TRIGGER refuse BEFORE {event} ON {table} FOR EACH ROW "
        "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'"
    ),
}
DROP_TRIGGER = {
    "sqlite": "DROP TRIGGER refuse",
    "postgresql": "DROP FUNCTION refuse CASCADE",
    "mariadb": "DROP TRIGGER refuse",
}


@pytest.fixture
def session(make_manager: Callable[..., SessionManager], face: Face) -> Session:
    """A session with two messages, through a pool of one connection."""
    made = face(make_manager(engine_options=ONE_CONNECTION)).session("one", settings={"session.max_length": 300})
    made.append([said(0, 0), said(0, 1)])
    return face(made)


@contextmanager
def refusing(url: str, event: str, table: str) -> Iterator[None]:
    """The table takes no such change."""
    with direct_connection(url) as connection:
        system = connection.dialect.name
        connection.exec_driver_sql(TRIGGERS[system].format(event=event, table=table))
        yield
        connection.exec_driver_sql(DROP_TRIGGER[system])


def assert_free(url: str, session_id: str) -> None:
    """Another connection can write to the session at once."""
    with direct_connection(url) as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA busy_timeout = 0")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.exec_driver_sql("BEGIN")
            (name,) = connection.exec_driver_sql(
                f"SELECT session_id FROM ledger_sessions WHERE session_id = '{session_id}' FOR UPDATE NOWAIT"
            ).one()
            assert name == session_id
        connection.exec_driver_sql("ROLLBACK")


def test_a_trigger_that_raises(
    session: Session, face: Face, make_manager: Callable[..., SessionManager], database_url: str
) -> None:
    messages = [said(0, 2), said(0, 3), said(0, 4)]
    before = session.info()
    for event, table in (
        ("INSERT", "ledger_messages"),
        ("INSERT", "ledger_append_keys"),
        ("INSERT", "ledger_window_revisions"),
        ("INSERT", "ledger_window_entries"),
        ("UPDATE", "ledger_sessions"),
    ):
        with refusing(database_url, event, table):
            for _ in range(2):
                with pytest.raises(DatabaseError, match="refused") as raised:
                    session.append(messages, key="the key")
                assert not raised.value.retryable
                assert_free(database_url, "one")
        assert session.info() == before
        assert session.log() == [said(0, 0), said(0, 1)]
    appended = session.append(messages, key="the key")
    assert not appended.duplicate
    assert appended.revision is not None
    assert face(make_manager()).verify().ok


def test_a_table_that_is_gone(session: Session, face: Face, database_url: str) -> None:
    with direct_connection(database_url) as connection:
        connection.exec_driver_sql("ALTER TABLE ledger_bodies RENAME TO elsewhere")
        for _ in range(3):
            with pytest.raises(DatabaseError, match="ledger_bodies"):
                session.append([said(0, 2), said(0, 3)])
            assert_free(database_url, "one")
            assert session.log() == [said(0, 0), said(0, 1)]
        connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO ledger_bodies")
    session.append([said(0, 2), said(0, 3)])
    assert session.info().head_seq == 4


@pytest.mark.backends("sqlite", "sqlite-aiosqlite")
def test_a_full_disk(make_manager: Callable[..., SessionManager], face: Face, database_url: str) -> None:
    # SQLITE_FULL ends the whole transaction by itself: what comes next in it must not be committed alone.
    class SmallDisk(sqlite3.Connection):
        def __init__(self, *args: object, **kwargs: object) -> None:
            super().__init__(*args, **kwargs)  # type: ignore[arg-type]
            self.execute("PRAGMA max_page_count = 60")

    manager = make_manager(engine_options=ONE_CONNECTION | {"connect_args": {"factory": SmallDisk}})
    session = face(face(manager).session("one"))
    stored = 0
    try:
        while stored < 60:
            session.append([said(0, stored), {"role": "user", "content": "x" * 20_000}])
            stored += 1
    except DatabaseFullError:
        assert_free(database_url, "one")
    for _ in range(3):
        with pytest.raises(DatabaseFullError):
            session.append([said(0, stored), {"role": "user", "content": "x" * 20_000}])
        assert_free(database_url, "one")
    assert session.info().head_seq == 2 * stored
    face(manager).close()
    # There is room again.
    again = face(make_manager())
    session = face(again.session("one"))
    session.append([said(0, stored), {"role": "user", "content": "x" * 20_000}])
    assert session.info().head_seq == 2 * stored + 2
    assert again.verify().ok


@pytest.mark.backends("sqlite")
def test_a_lock_that_is_not_given_back(
    make_manager: Callable[..., SessionManager], face: Face, database_url: str
) -> None:
    impatient = face(make_manager(engine_options=ONE_CONNECTION | {"connect_args": {"timeout": 0.01}}))
    session = face(impatient.session("one"))
    session.append(said(0, 0))
    with direct_connection(database_url) as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseBusyError) as raised:
            session.append(said(0, 1), key="the key")
        assert raised.value.retryable
        assert session.context_window == [said(0, 0)]
        assert session.revisions()[0].revision == 1
        connection.exec_driver_sql("ROLLBACK")
    assert session.append(said(0, 1), key="the key").messages[0].seq == 2


def test_a_long_reader_beside_writers(session: Session, face: Face, database_url: str) -> None:
    with direct_connection(database_url) as connection:
        connection.exec_driver_sql("BEGIN")
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        count = "SELECT COUNT(*) FROM ledger_messages"
        assert connection.exec_driver_sql(count).scalar() == 2
        for number in range(2, 12):
            session.append(said(0, number))
        assert connection.exec_driver_sql(count).scalar() == 2
        connection.exec_driver_sql("ROLLBACK")
        assert connection.exec_driver_sql(count).scalar() == 12


@pytest.mark.backends("postgresql", "mariadb")
@pytest.mark.parametrize("loss", ["before", "answered", "unanswered"])
def test_an_append_whose_answer_is_lost_is_stored_once(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face, loss: Loss
) -> None:
    with proxied(database_url) as (proxy, url):
        manager = face(make_manager(url))
        session = face(manager.session("one", settings={"session.max_length": 300}))
        session.append(said(0, 0))
        messages = [said(0, number) for number in range(1, 6)]
        for turn, key in enumerate((None, "the key"), start=1):
            proxy.lose_next_commit(loss)
            appended = session.append(messages, key=key)
            assert proxy.losses == turn
            assert appended.messages[-1].seq == 1 + 5 * turn
        again = session.append(messages, key="the key")
        assert again.duplicate
        assert again.messages == appended.messages
        assert session.log() == [said(0, 0), *messages, *messages]
        assert session.info().revision == 3
        assert manager.verify().ok


@pytest.mark.backends("postgresql", "mariadb")
@pytest.mark.faces("sync")
def test_an_append_whose_outcome_is_not_known_is_sent_again_with_its_key(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face
) -> None:
    session = face(face(make_manager()).session("one"))
    session.append(said(0, 0))
    with proxied(database_url) as (proxy, url):
        unlucky = face(face(make_manager(url, engine_options={"pool_timeout": 1})).session("one"))
        assert unlucky.info().head_seq == 1
        proxy.lose_next_commit("answered")
        proxy.refuse()
        with pytest.raises(DatabaseUnavailableError, match="whether it was stored is not known") as raised:
            unlucky.append(said(0, 1), key="the key")
        assert raised.value.retryable
    again = session.append(said(0, 1), key="the key")
    assert again.duplicate
    assert session.log() == [said(0, 0), said(0, 1)]
