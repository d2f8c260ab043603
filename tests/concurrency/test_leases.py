"""The lease in a session's row: one holder at a time, by the database's clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, select

from manager import SessionManager
from manager.storage import leases, sessions
from manager.storage.dialects import DatabaseClock, dialect_of
from tests.backends import SYSTEMS
from tests.faces import Face
from tests.messages import user

HOUR = 3_600_000_000


@pytest.fixture
def manager(make_manager: Callable[..., SessionManager], face: Face) -> SessionManager:
    """One with the session "one"."""
    made = make_manager()
    face(made.session("one")).append(user())
    return made


def in_transaction(face: Face, manager: SessionManager, work: Callable[..., Any], *arguments: Any) -> Any:
    """What the work returns, called with a connection and the id of the session's row."""

    def called(connection: Connection) -> Any:
        row = sessions.lock(connection, None, "", "one")
        assert row is not None
        return work(connection, row.id, *arguments)

    database = manager._ledger.database
    if face.name == "async":
        return face.run(database.async_run(called, write=True))  # type: ignore[attr-defined] # it has a loop
    return database.run(called, write=True)


def lease(connection: Connection, row_id: int) -> tuple[bytes | None, int | None]:
    row = sessions.lock(connection, row_id, "", "one")
    assert row is not None
    return row.lease_holder, row.lease_until


def now(connection: Connection, row_id: int) -> int:
    return int(connection.execute(select(DatabaseClock())).scalar_one())


def test_one_has_it_until_it_is_free(manager: SessionManager, face: Face) -> None:
    a, b = b"a" * 12, b"b" * 12
    assert in_transaction(face, manager, leases.take, a, HOUR) is True
    assert in_transaction(face, manager, leases.take, b, HOUR) is False
    holder, until = in_transaction(face, manager, lease)
    assert holder == a
    assert 0 < until - in_transaction(face, manager, now) <= HOUR
    in_transaction(face, manager, leases.release, b)
    assert in_transaction(face, manager, leases.take, b, HOUR) is False
    # A transaction whose end was lost is run again.
    assert in_transaction(face, manager, leases.take, a, 2 * HOUR) is True
    in_transaction(face, manager, leases.release, a)
    assert in_transaction(face, manager, lease) == (None, None)
    assert in_transaction(face, manager, leases.take, b, HOUR) is True


def test_one_that_has_run_out_is_free(manager: SessionManager, face: Face) -> None:
    a, b = b"a" * 12, b"b" * 12
    assert in_transaction(face, manager, leases.take, a, -HOUR) is True
    assert in_transaction(face, manager, leases.take, b, HOUR) is True
    in_transaction(face, manager, leases.release, a)
    assert in_transaction(face, manager, lease)[0] == b


def test_one_from_a_clock_that_was_ahead_is_free(manager: SessionManager, face: Face) -> None:
    a, b = b"a" * 12, b"b" * 12
    assert in_transaction(face, manager, leases.take, a, 24 * HOUR) is True
    assert in_transaction(face, manager, leases.take, b, HOUR) is False
    assert in_transaction(face, manager, leases.take, a, 25 * HOUR) is True
    assert in_transaction(face, manager, leases.take, b, HOUR) is True


def test_a_revision_frees_it_and_an_append_does_not(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("one"))
    in_transaction(face, manager, leases.take, b"a" * 12, HOUR)
    session.append(user())
    session.set_settings("session.max_length", 9_999)
    assert in_transaction(face, manager, lease)[0] == b"a" * 12
    session.set_memo("said")
    assert in_transaction(face, manager, lease) == (None, None)


def test_a_deleted_session_has_none(manager: SessionManager, face: Face) -> None:
    row_id = in_transaction(face, manager, lambda connection, row_id: row_id)
    face(manager).delete_session("one")
    database = manager._ledger.database
    assert not database.run(lambda connection: leases.take(connection, row_id, b"a" * 12, HOUR), write=True)


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
@pytest.mark.parametrize("zone", [None, "+09:00", "-05:00"])
def test_the_clock_is_the_same_in_every_time_zone(database_url: str, face: Face, zone: str | None) -> None:
    engine = create_engine(dialect_of(database_url).sync_url)
    statement = {"mariadb": "SET time_zone = '{}'", "postgresql": "SET TIME ZONE '{}'"}.get(engine.dialect.name)
    with engine.connect() as connection:
        if zone is not None and statement is not None:
            connection.exec_driver_sql(statement.format(zone))
        told = now(connection, 0)
    engine.dispose()
    assert abs(told - time.time_ns() // 1_000) < HOUR // 4  # the database is on this machine
