"""Transactions: what is committed, what is undone, what is run again, and what is left in the pool."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import Pool

from manager.errors import ClosedError, DatabaseBusyError, DatabaseError, DatabaseUnavailableError
from manager.storage.database import Database, Retry
from tests.backends import direct_connection
from tests.concurrency.works import change, count, numbers, say, saying, take_turn, texts
from tests.faces import Face

#: Each call finds the one connection there is, or fails.
ONE_CONNECTION = {"pool_size": 1, "max_overflow": 0, "pool_timeout": 10}


class WorkError(Exception):
    """Raised by work."""


def test_what_work_returns_is_returned_and_what_it_wrote_is_there(database: Database, face: Face) -> None:
    def work(connection: Connection) -> str:
        say(connection, 1, "é😀")
        return "done"

    assert face.call(database.run, work, write=True) == "done"
    assert face.call(database.run, texts, write=False) == {1: "é😀"}


def test_work_that_raises_leaves_nothing(make_database: Callable[..., Database], face: Face) -> None:
    database = make_database(engine_options=ONE_CONNECTION)
    error = WorkError()

    def work(connection: Connection) -> None:
        say(connection, 1)
        raise error

    for _ in range(3):
        with pytest.raises(WorkError) as raised:
            face.call(database.run, work, write=True)
        assert raised.value is error
    face.call(database.run, saying(2), write=True)
    assert face.call(database.run, numbers, write=False) == [2]


@pytest.mark.faces("sync")
def test_work_that_is_interrupted_leaves_nothing(make_database: Callable[..., Database]) -> None:
    database = make_database(engine_options=ONE_CONNECTION)

    def work(connection: Connection) -> None:
        say(connection, 1)
        raise KeyboardInterrupt

    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            database.run(work, write=True)
    database.run(saying(2), write=True)
    assert database.run(numbers, write=False) == [2]


def test_a_refused_statement_is_our_error_from_the_drivers(make_database: Callable[..., Database], face: Face) -> None:
    database = make_database(engine_options=ONE_CONNECTION)

    def work(connection: Connection) -> None:
        say(connection, 1)
        connection.execute(text("INSERT INTO no_such_table VALUES (1)"))

    for _ in range(3):
        with pytest.raises(DatabaseError) as raised:
            face.call(database.run, work, write=True)
        assert "no_such_table" in str(raised.value)
        assert raised.value.url == database.url
        assert raised.value.__cause__ is not None
        assert not raised.value.retryable
    face.call(database.run, saying(2), write=True)
    assert face.call(database.run, numbers, write=False) == [2]


def test_after_a_refused_statement_the_rows_are_free_at_once(
    make_database: Callable[..., Database], face: Face, database_url: str
) -> None:
    database = make_database()
    face.call(database.run, saying(0, "0"), write=True)

    def work(connection: Connection) -> None:
        change(connection, 0, "1")
        say(connection, 0)

    with pytest.raises(DatabaseError):
        face.call(database.run, work, write=True)
    if database_url != "sqlite:///:memory:":
        with direct_connection(database_url) as other:
            change(other, 0, "other")
    face.call(database.run, lambda connection: change(connection, 0, "2"), write=True)
    assert face.call(database.run, texts, write=False) == {0: "2"}


@pytest.mark.backends("sqlite", "sqlite-memory", "sqlite-aiosqlite", "postgresql")
def test_an_error_that_work_swallows_commits_nothing(database: Database, face: Face) -> None:
    def work(connection: Connection) -> None:
        say(connection, 1)
        with pytest.raises(DBAPIError):
            # SQLite undoes the whole transaction, PostgreSQL refuses all that follows.
            connection.execute(text("INSERT OR ROLLBACK INTO ledger_session_details (session) VALUES (1)"))

    with pytest.raises((DatabaseError, RuntimeError)):
        face.call(database.run, work, write=True)
    assert face.call(database.run, numbers, write=False) == []


def test_retry_begins_again_in_a_new_transaction(database: Database, face: Face) -> None:
    seen: list[list[int]] = []

    def work(connection: Connection) -> None:
        seen.append(numbers(connection))
        say(connection, len(seen))
        if len(seen) < 3:
            raise Retry

    face.call(database.run, work, write=True)
    assert seen == [[], [], []]
    assert face.call(database.run, numbers, write=False) == [3]


@pytest.mark.backends("sqlite", "sqlite-aiosqlite", "postgresql")  # it waits for 3 s; MariaDB's loop is PostgreSQL's
def test_retry_is_bounded(database: Database, face: Face) -> None:
    runs = []

    def work(connection: Connection) -> None:
        runs.append(1)
        raise Retry

    with pytest.raises(DatabaseBusyError):
        face.call(database.run, work, write=True)
    assert len(runs) == 10


def test_writers_at_once_lose_nothing(database: Database, face: Face) -> None:
    face.call(database.run, saying(0, "0"), write=True)
    calls = [(_Writer(database).run, 5)] * 8
    results = face.together(calls)
    assert sorted(number for each in results for number in each) == list(range(1, 41))
    assert face.call(database.run, texts, write=False) == {0: "40"}


class _Writer:
    def __init__(self, database: Database) -> None:
        self._database = database

    def run(self, times: int) -> list[int]:
        return [self._database.run(count, write=True) for _ in range(times)]

    async def async_run(self, times: int) -> list[int]:
        return [await self._database.async_run(count, write=True) for _ in range(times)]


@pytest.mark.backends("postgresql", "mariadb")
@pytest.mark.faces("sync")
def test_a_deadlock_is_run_again(database: Database) -> None:
    database.run(saying(1, ""), write=True)
    database.run(saying(2, ""), write=True)
    both_have_one = threading.Barrier(2)
    runs: list[int] = []

    def crossing(first: int, second: int) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            runs.append(first)
            take_turn(connection, first)
            if len(runs) <= 2:
                both_have_one.wait()
            change(connection, second, f"{texts(connection)[second]}{first}")

        return work

    with ThreadPoolExecutor(2) as threads:
        one = threads.submit(database.run, crossing(1, 2), write=True)
        other = threads.submit(database.run, crossing(2, 1), write=True)
        one.result()
        other.result()
    assert len(runs) == 3
    assert database.run(texts, write=False) == {1: "2", 2: "1"}


@pytest.mark.backends("mariadb")
def test_a_lock_wait_that_times_out_undoes_the_whole_transaction(
    make_database: Callable[..., Database], face: Face, database_url: str
) -> None:
    # Error 1205 undoes only the statement: without ROLLBACK the rest would be committed by what comes next.
    impatient = {"connect_args": {"init_command": "SET SESSION innodb_lock_wait_timeout = 1"}, **ONE_CONNECTION}
    database = make_database(engine_options=impatient)
    face.call(database.run, saying(0, "0"), write=True)

    runs = []

    def work(connection: Connection) -> None:
        runs.append(1)
        say(connection, 1)
        if len(runs) == 2:
            released.set()
        change(connection, 0, "1")

    held, released = threading.Event(), threading.Event()

    def hold() -> None:
        with direct_connection(database_url) as other:
            other.exec_driver_sql("BEGIN")
            take_turn(other)
            held.set()
            released.wait()
            other.exec_driver_sql("ROLLBACK")

    with ThreadPoolExecutor(1) as thread:
        holding = thread.submit(hold)
        held.wait()
        face.call(database.run, work, write=True)
        holding.result()
    assert len(runs) == 2
    assert face.call(database.run, texts, write=False) == {0: "1", 1: ""}


@pytest.mark.backends("sqlite", "sqlite-aiosqlite")
def test_a_lock_held_for_a_while_is_waited_for(database: Database, face: Face, database_url: str) -> None:
    path = database_url.partition("///")[2]
    held = threading.Event()

    def hold() -> None:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        held.set()
        threading.Event().wait(0.3)
        other.execute("ROLLBACK")
        other.close()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait()
    face.call(database.run, saying(1), write=True)
    holder.join()
    assert face.call(database.run, numbers, write=False) == [1]


@pytest.mark.backends("sqlite", "sqlite-aiosqlite")
def test_a_lock_held_for_ever_is_an_error_and_reads_go_on(
    make_database: Callable[..., Database], face: Face, database_url: str
) -> None:
    database = make_database(engine_options={"connect_args": {"timeout": 0.01}, **ONE_CONNECTION})
    face.call(database.run, saying(1), write=True)
    other = sqlite3.connect(database_url.partition("///")[2], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseBusyError):
        face.call(database.run, saying(2), write=True)
    assert face.call(database.run, numbers, write=False) == [1]
    other.execute("ROLLBACK")
    other.close()
    face.call(database.run, saying(3), write=True)
    assert face.call(database.run, numbers, write=False) == [1, 3]


@pytest.mark.backends("sqlite", "sqlite-aiosqlite", "postgresql", "mariadb")
def test_a_long_reader_stops_no_writer(make_database: Callable[..., Database], face: Face) -> None:
    database, other = make_database(), make_database()
    face.call(database.run, saying(1), write=True)

    def read(connection: Connection) -> list[Any]:
        rows = connection.exec_driver_sql("SELECT session FROM ledger_session_details")
        with ThreadPoolExecutor(1) as thread:
            thread.submit(other.run, saying(2), write=True).result()
        return list(rows)

    face.call(database.run, read, write=False)
    assert face.call(database.run, numbers, write=False) == [1, 2]


def test_a_pool_that_is_used_up_is_an_error(make_database: Callable[..., Database], face: Face) -> None:
    database = make_database(engine_options={"pool_size": 1, "max_overflow": 0, "pool_timeout": 0.05})

    def work(connection: Connection) -> None:
        database.run(numbers, write=False)
        database.run(lambda _: database.run(numbers, write=False), write=False)

    with pytest.raises(DatabaseBusyError):
        face.call(database.run, work, write=False)


@pytest.mark.faces("sync")
def test_connections_that_were_opened_are_kept(database: Database) -> None:
    """An overflow that is closed at once had cost more than the appends it was opened for."""
    opened: list[object] = []

    async def many() -> None:
        calls = [database.async_run(saying(number), write=True) for number in range(60)]
        await asyncio.gather(*calls, *(database.async_run(numbers, write=False) for _ in range(60)))

    def listen(connection: object, _: object) -> None:
        opened.append(connection)

    database.run(numbers, write=False)
    event.listen(Pool, "connect", listen)
    try:
        with ThreadPoolExecutor(20) as threads:
            list(threads.map(lambda _: database.run(numbers, write=False), range(200)))
        asyncio.run(many())
    finally:
        event.remove(Pool, "connect", listen)
    # Ten for threads, ten for the loop, and the one that writes to SQLite.
    assert 1 <= len(opened) <= 21
    assert sorted(database.run(numbers, write=False)) == list(range(60))


@pytest.mark.backends("sqlite", "sqlite-memory", "sqlite-aiosqlite")
def test_both_faces_see_one_database(database: Database, face: Face) -> None:
    database.run(saying(1), write=True)
    face.call(database.run, saying(2), write=True)
    assert database.run(numbers, write=False) == face.call(database.run, numbers, write=False) == [1, 2]


@pytest.mark.backends("sqlite-memory")
def test_each_memory_database_is_its_own_and_ends_with_it(make_database: Callable[..., Database], face: Face) -> None:
    one, other = make_database(), make_database("sqlite://")
    face.call(one.run, saying(1), write=True)
    assert face.call(other.run, numbers, write=False) == []
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda _: one.run(numbers, write=False), range(8))) == [[1]] * 8


def test_nothing_is_opened_before_the_first_call_or_after_closing(
    make_database: Callable[..., Database], face: Face
) -> None:
    database = make_database()
    face.call(database.close)
    with pytest.raises(ClosedError):
        face.call(database.run, numbers, write=False)
    face.call(database.close)


@pytest.mark.backends("postgresql", "mariadb")
def test_a_server_that_is_not_there(face: Face) -> None:
    for url in ("postgresql://user:secret@127.0.0.1:1/x", "mariadb://user:secret@127.0.0.1:1/x"):
        database = Database(url)
        with pytest.raises(DatabaseUnavailableError) as raised:
            face.call(database.run, numbers, write=False)
        assert raised.value.retryable
        assert "secret" not in str(raised.value)
        assert "user:***@127.0.0.1:1" in str(raised.value)
        face.call(database.close)


@pytest.mark.backends("postgresql", "mariadb")
def test_server_connections_are_set_up(database: Database, face: Face) -> None:
    def look(connection: Connection) -> tuple[Any, ...]:
        if connection.dialect.name == "postgresql":
            return tuple(connection.execute(text("SELECT current_setting('transaction_isolation')")).one())
        return tuple(connection.execute(text("SELECT @@tx_isolation, @@sql_mode, @@autocommit")).one())

    found = face.call(database.run, look, write=True)
    if database.dialect_name == "postgresql":
        assert found == ("read committed",)
    else:
        assert found == ("READ-COMMITTED", "STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION", 1)
