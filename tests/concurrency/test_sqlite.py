"""What only SQLite does: its pragmas, its disk, its turns."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Connection

from manager.errors import DatabaseFullError, InvalidArgumentError
from manager.storage.database import Database
from tests.concurrency.works import count, numbers, say, saying, texts
from tests.faces import Face

pytestmark = pytest.mark.backends("sqlite", "sqlite-aiosqlite")


def pragmas(connection: Connection) -> dict[str, Any]:
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names}


@pytest.mark.parametrize(("durability", "synchronous"), [("full", 2), ("normal", 1)])
def test_every_connection_is_set_up(
    make_database: Callable[..., Database], database_url: str, face: Face, durability: str, synchronous: int
) -> None:
    database = make_database(durability=durability)
    expected = {"journal_mode": "wal", "synchronous": synchronous, "foreign_keys": 1, "busy_timeout": 5000}
    assert face.call(database.run, pragmas, write=False) == expected
    # Through aiosqlite each transaction has a connection of its own; the one connection that writes looks by itself.
    patience = 5000 if database_url.startswith("sqlite+aiosqlite") and face.name == "async" else 0
    assert face.call(database.run, pragmas, write=True) == expected | {"busy_timeout": patience}


@pytest.mark.backends("sqlite-memory")
def test_memory_connections_are_set_up(database: Database, face: Face) -> None:
    assert face.call(database.run, pragmas, write=True)["foreign_keys"] == 1


def test_durability_is_one_of_two(make_database: Callable[..., Database]) -> None:
    with pytest.raises(InvalidArgumentError, match="durability"):
        make_database(durability="none")


def test_a_full_disk(make_database: Callable[..., Database], face: Face) -> None:
    database = make_database(engine_options={"pool_size": 1, "max_overflow": 0})
    face.call(database.run, saying(0, "0"), write=True)

    def fill(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 10}")
        try:
            say(connection, 1, "small")
            say(connection, 2, "x" * 1_000_000)
        finally:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000000")

    for _ in range(2):
        with pytest.raises(DatabaseFullError):
            face.call(database.run, fill, write=True)
    face.call(database.run, saying(3), write=True)
    assert face.call(database.run, numbers, write=False) == [0, 3]


@pytest.mark.faces("async")
def test_threads_and_coroutines_take_turns(database: Database) -> None:
    database.run(saying(0, "0"), write=True)

    async def counting() -> None:
        await asyncio.gather(*(database.async_run(count, write=True) for _ in range(40)))

    def count_in_a_thread(_: int) -> None:
        for _ in range(10):
            database.run(count, write=True)

    with ThreadPoolExecutor(5) as threads:
        loop = threads.submit(asyncio.run, counting())
        list(threads.map(count_in_a_thread, range(4)))
        loop.result()
    assert database.run(texts, write=False) == {0: "80"}


@pytest.mark.faces("sync")
def test_a_read_takes_no_write_lock(make_database: Callable[..., Database]) -> None:
    database = make_database(engine_options={"connect_args": {"timeout": 0}})
    database.run(saying(1), write=True)
    writing, done = threading.Event(), threading.Event()

    def write(connection: Connection) -> None:
        say(connection, 2)
        writing.set()
        done.wait()

    with ThreadPoolExecutor(1) as thread:
        writer = thread.submit(database.run, write, write=True)
        writing.wait()
        assert database.run(numbers, write=False) == [1]
        done.set()
        writer.result()
    assert database.run(numbers, write=False) == [1, 2]
