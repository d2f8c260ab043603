"""Many threads and processes that make or upgrade the schema at the same time."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Literal

import pytest
from sqlalchemy import Connection

from manager import SessionManager
from manager.storage import migrate
from manager.storage.database import Database
from tests.backends import Backend, direct_connection
from tests.migrations.golden_ledger import RELEASED, contents, restore

pytestmark = pytest.mark.backends("sqlite", "postgresql", "mariadb")


def versions(connection: Connection) -> list[str]:
    return [version for (version,) in connection.exec_driver_sql("SELECT version_num FROM ledger_version")]


def use(url: str, start: threading.Barrier) -> list[str]:
    database = Database(url)
    start.wait()
    try:
        found = database.run(versions, write=False)
        database.run(lambda connection: connection.exec_driver_sql("SELECT * FROM ledger_window_messages"), write=False)
        return found
    finally:
        database.close()


def test_many_databases_at_once(backend: Backend) -> None:
    count = 24 if backend.system == "sqlite" else 8  # making them takes the servers longest
    with ExitStack() as databases, ThreadPoolExecutor(count) as threads:
        urls = [databases.enter_context(backend.empty_database()) for _ in range(count)]
        start = threading.Barrier(count)
        assert list(threads.map(lambda url: use(url, start), urls)) == [[migrate.HEAD]] * count


def test_one_database_by_eight_threads(fresh_database_url: str) -> None:
    start = threading.Barrier(8)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: use(fresh_database_url, start), range(8)))
    assert found == [[migrate.HEAD]] * 8


PROGRAM = """
import sys
from manager.storage.database import Database

database = Database(sys.argv[1], upgrade={"made": None, "upgraded": True}[sys.argv[2]])
sys.stdin.readline()
database.run(lambda connection: connection.exec_driver_sql("SELECT * FROM ledger_resize_history"), write=True)
database.close()
"""


def use_by_four_processes(url: str, schema_is: Literal["made", "upgraded"]) -> None:
    command = [sys.executable, "-W", "error", "-c", PROGRAM, url, schema_is]
    processes = [subprocess.Popen(command, stdin=subprocess.PIPE) for _ in range(4)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.close()
    assert [process.wait() for process in processes] == [0] * 4
    with direct_connection(url) as connection:
        assert versions(connection) == [migrate.HEAD]


def test_one_database_by_four_processes(backend: Backend) -> None:
    for _ in range(3 if backend.system == "sqlite" else 1):
        with backend.empty_database() as url:
            use_by_four_processes(url, "made")


@pytest.mark.parametrize("version", RELEASED)
def test_a_database_in_use_is_upgraded_by_four_processes(backend: Backend, version: str) -> None:
    with backend.empty_database() as url:
        expected = restore(version, backend.system, url)
        use_by_four_processes(url, "upgraded")
        with SessionManager(url, upgrade=False) as manager:
            assert contents(manager) == json.loads(expected)
            assert manager.verify().ok
