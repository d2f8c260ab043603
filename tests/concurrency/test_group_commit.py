"""Writes of a SQLite database that wait at the same time: one transaction, one flush, and each its own outcome."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from manager.errors import DatabaseError, DatabaseFullError
from manager.storage import group_commit
from manager.storage.database import Database, Retry
from tests.backends import direct_connection
from tests.concurrency.queued import HUNG, Line, Loop, Work, held, in_thread, number_of, queue_of, traced, wait_for
from tests.concurrency.works import count, numbers, say, saying, texts

pytestmark = pytest.mark.backends("sqlite")


@pytest.fixture
def sent() -> Iterator[list[str]]:
    """Every statement that reaches the database."""
    statements: list[str] = []
    with traced(statements.append):
        yield statements


@pytest.fixture
def database(database_url: str, sent: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """A database whose transactions take in whatever waits, however long that takes."""
    monkeypatch.setattr(group_commit, "_LONGEST", 3600)
    database = Database(database_url)
    database.run(numbers, write=True)
    sent.clear()
    yield database
    database.close()


@pytest.fixture
def loops() -> Iterator[list[Loop]]:
    """Two event loops."""
    made = [Loop(), Loop()]
    yield made
    for loop in made:
        loop.close()


@pytest.mark.parametrize("kind", ["threads", "coroutines", "both", "loops"])
def test_those_that_wait_share_a_transaction(database: Database, loops: list[Loop], sent: list[str], kind: str) -> None:
    line = Line(database)
    order: list[int] = []

    def work(number: int) -> Work:
        def said(connection: Connection) -> int:
            order.append(number)
            say(connection, number)
            return number

        return said

    with held(database, work(0)) as first:
        for number in range(1, 21):
            if kind == "threads" or (kind == "both" and number % 3 == 0):
                line.thread(work(number))
            else:
                line.coroutine(loops[number % 2 if kind == "loops" else 0], work(number))
        assert not any(outcome.done() for outcome in line.outcomes)
    assert line.results() == list(range(1, 21))
    assert first.result() == 0
    assert order == list(range(21))
    assert [number_of(sent, word) for word in ("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT")] == [1, 20, 20, 1]
    assert database.run(numbers, write=False) == list(range(21))


def test_a_coroutines_write_that_is_alone_has_no_savepoint(
    database: Database, loops: list[Loop], sent: list[str]
) -> None:
    loops[0].start(database.async_run(saying(1), write=True)).result()
    assert [statement for statement in sent if not statement.startswith("INSERT")] == ["BEGIN IMMEDIATE", "COMMIT"]


def test_what_comes_after_its_time_is_not_taken_in(
    database: Database, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "_LONGEST", 0)
    line = Line(database)
    with held(database):
        for number in range(5):
            line.thread(saying(number))
    assert line.results() == [None] * 5
    assert [number_of(sent, word) for word in ("BEGIN", "SAVEPOINT", "COMMIT")] == [6, 0, 6]


def test_one_sees_what_those_before_it_wrote(database: Database, loops: list[Loop]) -> None:
    line = Line(database)

    def said_before(connection: Connection) -> list[int]:
        found = numbers(connection)
        say(connection, len(found))
        return found

    with held(database, saying(0)):
        for number in range(1, 9):
            line.coroutine(loops[0], said_before) if number % 2 else line.thread(said_before)
    assert line.results() == [list(range(number)) for number in range(1, 9)]


def test_nobody_is_told_before_it_is_committed(database: Database, database_url: str, loops: list[Loop]) -> None:
    told_before: list[bool] = []
    path = database_url.partition("///")[2]
    line = Line(database)

    def said(number: int) -> Work:
        def work(connection: Connection) -> int:
            say(connection, number)
            return number

        return work

    def look(outcome: Future[int]) -> None:
        other = sqlite3.connect(path)
        seen.append((outcome.result(), *other.execute("SELECT COUNT(*) FROM ledger_session_details").fetchone()))
        other.close()

    seen: list[tuple[int, int]] = []

    def hear(statement: str) -> None:
        if statement == "COMMIT":
            told_before.extend(outcome.done() for outcome in line.outcomes)

    transactions = queue_of(database)._transactions
    assert isinstance(transactions, group_commit.GroupCommit)
    assert transactions._driver is not None
    transactions._driver.set_trace_callback(hear)
    with held(database):
        for number in range(1, 11):
            outcome = line.coroutine(loops[0], said(number)) if number % 2 else line.thread(said(number))
            outcome.add_done_callback(look)
    assert line.results() == list(range(1, 11))
    assert told_before == [False] * 10
    wait_for(lambda: len(seen) == 10)
    assert sorted(seen) == [(number, 10) for number in range(1, 11)]


def test_one_that_fails_undoes_its_own(database: Database, loops: list[Loop], sent: list[str]) -> None:
    errors = {number: ValueError(number) for number in (3, 4, 8)}

    def failing(number: int) -> Work:
        def work(connection: Connection) -> None:
            say(connection, number)
            raise errors[number]

        return work

    def refused(connection: Connection) -> None:
        say(connection, 9)
        say(connection, 1)  # is there already

    line = Line(database)
    with held(database, saying(0)):
        for number in range(1, 12):
            work = failing(number) if number in errors else refused if number == 9 else saying(number)
            line.coroutine(loops[0], work) if number % 2 else line.thread(work)
    results = line.results()
    for number, result in enumerate(results, start=1):
        if number == 9:
            assert isinstance(result, DatabaseError)
            assert not result.retryable
        else:
            assert result is errors.get(number)
    assert database.run(numbers, write=False) == [0, 1, 2, 5, 6, 7, 10, 11]
    assert number_of(sent, "BEGIN") == number_of(sent, "COMMIT") == 1


def test_the_first_fails_and_the_others_are_stored(database: Database, sent: list[str]) -> None:
    error = ValueError()

    def failing(connection: Connection) -> None:
        say(connection, 0)
        raise error

    line = Line(database)
    with held(database, failing) as first:
        for number in range(1, 5):
            line.thread(saying(number))
    assert first.exception() is error
    assert line.results() == [None] * 4
    assert database.run(numbers, write=False) == [1, 2, 3, 4]
    assert number_of(sent, "COMMIT") == 1


def test_one_that_asks_to_be_run_again_is(database: Database, loops: list[Loop]) -> None:
    seen: list[int] = []

    def once_more(connection: Connection) -> int:
        seen.append(1)
        say(connection, 100 + len(seen))
        if len(seen) == 1:
            raise Retry
        return len(seen)

    line = Line(database)
    with held(database):
        line.thread(saying(1))
        line.coroutine(loops[0], once_more)
        line.thread(saying(2))
    assert line.results() == [None, 2, None]
    assert database.run(numbers, write=False) == [1, 2, 102]


def filling(connection: Connection) -> None:
    """More than the disk has room for; SQLite then ends the whole transaction."""
    pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 10}")
    try:
        say(connection, 1000, "x" * 1_000_000)
    finally:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000000")


def test_a_full_disk_in_the_middle(database: Database, loops: list[Loop], sent: list[str]) -> None:
    line = Line(database)
    with held(database, saying(0)) as first:
        for number in range(1, 9):
            work = filling if number == 5 else saying(number)
            line.coroutine(loops[0], work) if number % 2 else line.thread(work)
    results = line.results()
    assert isinstance(results.pop(4), DatabaseFullError)
    assert results == [None] * 7
    assert first.result() is None
    assert database.run(numbers, write=False) == [0, 1, 2, 3, 4, 6, 7, 8]
    # Those that had been in it, each by itself; those behind it together.
    assert number_of(sent, "COMMIT") == 6


@pytest.fixture
def deferred(database_url: str) -> None:
    """Tables whose foreign key is looked at by COMMIT."""
    with direct_connection(database_url) as connection:
        connection.exec_driver_sql("CREATE TABLE parent (id INTEGER PRIMARY KEY)")
        connection.exec_driver_sql(
            "CREATE TABLE child (number INTEGER, parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)"
        )


def children(connection: Connection) -> list[int]:
    return list(connection.scalars(text("SELECT number FROM child ORDER BY number")))


@pytest.mark.usefixtures("deferred")
@pytest.mark.parametrize("orphan", [0, 3, 6])
def test_a_commit_that_fails(database: Database, loops: list[Loop], sent: list[str], orphan: int) -> None:
    def work(number: int) -> Work:
        parent = "7" if number == orphan else "NULL"
        return lambda connection: connection.exec_driver_sql(f"INSERT INTO child VALUES ({number}, {parent})").rowcount

    line = Line(database)
    with held(database, work(0)) as first:
        for number in range(1, 7):
            line.coroutine(loops[0], work(number)) if number % 2 else line.thread(work(number))
    results = [first.exception() or first.result(), *line.results()]
    assert isinstance(results.pop(orphan), DatabaseError)
    assert results == [1] * 6
    assert database.run(children, write=False) == [number for number in range(7) if number != orphan]
    # The one of all that failed, and each by itself.
    assert number_of(sent, "COMMIT") == 8


@pytest.mark.usefixtures("deferred")
@pytest.mark.parametrize("place", [0, 1])
def test_one_that_swallows_the_end_of_its_transaction(database: Database, place: int) -> None:
    """A savepoint outside of a transaction begins one, and its release commits: nothing may go on there."""

    def swallowing(connection: Connection) -> None:
        with suppress(DBAPIError):
            connection.exec_driver_sql("INSERT OR ROLLBACK INTO parent VALUES (1), (1)")

    def child(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO child VALUES (1, NULL)")

    works = [child, child]
    works.insert(place, swallowing)
    line = Line(database)
    with held(database, works[0]) as first:
        for work in works[1:]:
            line.thread(work)
    results = [first.exception() or first.result(), *line.results()]
    assert isinstance(results.pop(place), DatabaseError)
    assert results == [None, None]
    assert database.run(children, write=False) == [1, 1]


def test_two_managers_on_one_file_take_turns(database: Database, database_url: str, sent: list[str]) -> None:
    # Without patience for a lock: none is met.
    other = Database(database_url, engine_options={"connect_args": {"timeout": 0}})
    other.run(numbers, write=True)
    sent.clear()
    one_line, other_line = Line(database), Line(other)
    with held(database, saying(0)):
        for number in range(1, 6):
            one_line.thread(saying(number))
            other_line.thread(saying(100 + number))
    assert one_line.results() == other_line.results() == [None] * 5
    other.close()
    assert len(database.run(numbers, write=False)) == 11
    assert number_of(sent, "BEGIN") == number_of(sent, "COMMIT") <= 3


def test_a_lock_that_others_hold_is_waited_for_once(database_url: str) -> None:
    """All that wait are refused with the first: each of them would wait as long."""
    begins: list[str] = []
    trying, queued = threading.Event(), threading.Event()

    def hear(statement: str) -> None:
        if statement == "BEGIN IMMEDIATE":
            begins.append(statement)
            trying.set()
            queued.wait(HUNG)

    other = sqlite3.connect(database_url.partition("///")[2], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with traced(hear):
        database = Database(database_url, engine_options={"connect_args": {"timeout": 0}})
        first = in_thread(queue_of(database).run, saying(0))
        assert trying.wait(HUNG)
        line = Line(database)
        for number in range(1, 11):
            line.directly(saying(number))
        queued.set()
        errors = [first.exception(HUNG), *line.results()]
    assert begins == ["BEGIN IMMEDIATE"]
    assert {error.sqlite_errorcode for error in errors} == {sqlite3.SQLITE_BUSY}
    assert len(set(map(id, errors))) == 11
    other.execute("ROLLBACK")
    other.close()
    database.run(saying(1), write=True)
    assert database.run(numbers, write=False) == [1]
    database.close()


def test_a_lock_that_others_hold_is_looked_at_again_and_again(database_url: str, sent: list[str]) -> None:
    """SQLite's own waiting, which is longer each time, is not heard here: it would be one statement."""
    database = Database(database_url)
    database.run(numbers, write=True)
    other = sqlite3.connect(database_url.partition("///")[2], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    sent.clear()
    waiting = in_thread(database.run, saying(1), write=True)
    wait_for(lambda: number_of(sent, "BEGIN") > 20)
    assert not waiting.done()
    other.execute("ROLLBACK")
    other.close()
    assert waiting.result(HUNG) is None
    database.close()


def test_many_of_all_kinds(database_url: str, loops: list[Loop]) -> None:
    """As they come, in groups as long as they are."""
    database = Database(database_url)
    database.run(saying(0, "0"), write=True)

    async def counting() -> list[int]:
        return [await database.async_run(count, write=True) for _ in range(10)]

    def counting_in_a_thread() -> list[int]:
        return [database.run(count, write=True) for _ in range(10)]

    outcomes = [loops[number % 2].start(counting()) for number in range(30)]
    outcomes += [in_thread(counting_in_a_thread) for _ in range(10)]
    found = [outcome.result(HUNG) for outcome in outcomes]
    assert all(each == sorted(each) for each in found)
    assert sorted(number for each in found for number in each) == list(range(1, 401))
    assert database.run(texts, write=False) == {0: "400"}
    database.close()
