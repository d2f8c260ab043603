"""Connections that were lost before a commit: the next call works, and what was under way is done once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import Connection

from manager.storage.database import Database
from tests.concurrency.disconnecting import end_every_connection
from tests.concurrency.works import numbers, say, saying, texts
from tests.faces import Face

pytestmark = pytest.mark.backends("postgresql", "mariadb")


class _Several:
    """Work that holds several connections at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def run(self, number: int) -> None:
        self._database.run(saying(number), write=True)

    async def async_run(self, number: int) -> None:
        await self._database.async_run(saying(number), write=True)


@pytest.mark.parametrize("write", [True, False])
def test_after_a_restart_the_next_call_works(
    make_database: Callable[..., Database], face: Face, database_url: str, write: bool
) -> None:
    database = make_database(engine_options={"pool_size": 5, "pool_use_lifo": False})
    expected: list[int] = []
    for restart in range(3):
        expected += range(restart * 5, restart * 5 + 5)
        face.together([(_Several(database).run, number) for number in expected[-5:]])
        assert end_every_connection(database_url) >= 1
        assert face.call(database.run, numbers, write=write) == expected


def test_a_connection_lost_in_the_middle_is_replaced_and_nothing_is_done_twice(
    make_database: Callable[..., Database], face: Face, database_url: str
) -> None:
    database = make_database()
    runs = []

    def work(connection: Connection) -> int:
        runs.append(1)
        say(connection, 1)
        if len(runs) == 1:
            end_every_connection(database_url)
        say(connection, 2)
        return len(runs)

    assert face.call(database.run, work, write=True) == 2
    assert face.call(database.run, numbers, write=False) == [1, 2]


def test_a_read_that_loses_its_connection_is_read_again(
    make_database: Callable[..., Database], face: Face, database_url: str
) -> None:
    database = make_database()
    face.call(database.run, saying(1, "one"), write=True)
    runs = []

    def work(connection: Connection) -> dict[int, str | None]:
        runs.append(1)
        if len(runs) == 1:
            end_every_connection(database_url)
        return texts(connection)

    assert face.call(database.run, work, write=False) == {1: "one"}
    assert len(runs) == 2
