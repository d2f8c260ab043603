"""A process killed at any statement of a migration: the next one finishes it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import inspect

from manager import SessionManager
from manager.storage import migrate, tables
from manager.storage.database import Database
from tests.backends import Backend, direct_connection
from tests.migrations.golden_ledger import RELEASED, contents, restore

pytestmark = pytest.mark.backends("sqlite", "postgresql", "mariadb")

#: For each line of a URL and a number: a child that upgrades the database and ends itself, as by `kill -9`, before
#: the statement of that number. Answers with how the child ended, and how many statements it had seen.
PROGRAM = """
import os, sys
from sqlalchemy import Engine, event
from manager.storage.database import Database
import alembic.command, psycopg, pymysql, asyncmy

def upgrade(url, last, write):
    seen = 0

    def executing(*_):
        nonlocal seen
        seen += 1
        if seen == last:
            os._exit(9)

    event.listen(Engine, "before_cursor_execute", executing)
    Database(url).upgrade()
    os.write(write, str(seen).encode())
    os._exit(0)

for line in sys.stdin:
    url, last = line.split()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            upgrade(url, int(last), write)
        finally:
            os._exit(1)
    os.close(write)
    seen = os.read(read, 9).decode()
    os.close(read)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), seen or 0, flush=True)
"""


class Upgrader:
    """Upgrades databases in processes of their own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def upgrade(self, url: str, *, die_before: int = 0) -> tuple[int, int]:
        """The exit code, and the number of statements if it lived."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{url} {die_before}\n")
        self._process.stdin.flush()
        code, seen = self._process.stdout.readline().split()
        return int(code), int(seen)


@pytest.fixture
def upgrader() -> Iterator[Upgrader]:
    with upgrading() as found:
        yield found


@contextmanager
def upgrading() -> Iterator[Upgrader]:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Upgrader(process)


def test_a_killed_upgrade_is_finished_by_the_next(backend: Backend, upgrader: Upgrader) -> None:
    with backend.empty_database() as url:
        code, statements = upgrader.upgrade(url)
    assert code == 0
    assert statements > len(tables.metadata.tables)
    # Every statement of MariaDB, where each leaves something behind; some of those that are undone as a whole.
    step = 1 if backend.system == "mariadb" else 7
    for statement in range(1, statements + 1, step):
        with backend.empty_database() as url:
            assert upgrader.upgrade(url, die_before=statement) == (9, 0)
            database = Database(url)
            database.run(
                lambda connection: connection.exec_driver_sql("SELECT * FROM ledger_window_messages"), write=True
            )
            database.close()
            with direct_connection(url) as connection:
                assert {*tables.metadata.tables, migrate.VERSION_TABLE} <= set(inspect(connection).get_table_names())
                assert list(connection.exec_driver_sql("SELECT * FROM ledger_version")) == [(migrate.HEAD,)]
                indexes = {each["name"] for each in inspect(connection).get_indexes("ledger_window_revisions")}
                assert len(indexes) == 4


@pytest.mark.backends("mariadb", "sqlite", "postgresql")
def test_an_upgrade_that_dies_again_and_again_gets_there(backend: Backend, upgrader: Upgrader) -> None:
    with backend.empty_database() as url:
        for statement in range(3, 60, 6):
            code, _ = upgrader.upgrade(url, die_before=statement)
            if code == 0:
                break
        assert upgrader.upgrade(url)[0] == 0
        with direct_connection(url) as connection:
            assert list(connection.exec_driver_sql("SELECT * FROM ledger_version")) == [(migrate.HEAD,)]


@pytest.mark.parametrize("version", RELEASED)
def test_a_killed_upgrade_loses_nothing_and_is_finished_by_the_next(
    backend: Backend, upgrader: Upgrader, version: str
) -> None:
    with backend.empty_database() as url:
        restore(version, backend.system, url)
        code, statements = upgrader.upgrade(url)
    assert code == 0
    step = 3 if backend.system == "mariadb" else 7
    for statement in range(1, statements + 1, step):
        with backend.empty_database() as url:
            expected = restore(version, backend.system, url)
            assert upgrader.upgrade(url, die_before=statement) == (9, 0)
            assert upgrader.upgrade(url)[0] == 0
            with direct_connection(url) as connection:
                assert list(connection.exec_driver_sql("SELECT * FROM ledger_version")) == [(migrate.HEAD,)]
                present = {column["name"] for column in inspect(connection).get_columns("ledger_sessions")}
                assert present == set(tables.sessions.columns.keys())
            with SessionManager(url, upgrade=False) as manager:
                assert contents(manager) == json.loads(expected)


@pytest.mark.parametrize("version", RELEASED)
def test_an_upgrade_that_was_run_does_nothing_when_run_again(
    backend: Backend, upgrader: Upgrader, version: str
) -> None:
    with backend.empty_database() as url:
        restore(version, backend.system, url)
        assert upgrader.upgrade(url)[0] == 0
        shape = _shape(url)
        assert upgrader.upgrade(url)[0] == 0
        assert _shape(url) == shape


def _shape(url: str) -> list[tuple[str, list[str]]]:
    with direct_connection(url) as connection:
        found = inspect(connection)
        return [
            (name, [f"{column['name']} {column['type']}" for column in found.get_columns(name)])
            for name in sorted([*found.get_table_names(), *found.get_view_names()])
        ]
