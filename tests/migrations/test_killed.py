"""A process killed at any statement of a migration: the next one finishes it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from sqlalchemy import inspect

from manager.storage import migrate, tables
from manager.storage.database import Database
from tests.backends import Backend, direct_connection

#: Ends itself, as by `kill -9`, right before or right after the statement of this number.
PROGRAM = """
import os, sys
from sqlalchemy import Engine, event
from manager.storage.database import Database

url, when, last = sys.argv[1], sys.argv[2], int(sys.argv[3])
seen = 0

def executed(*_):
    global seen
    seen += 1
    if seen == last:
        os._exit(9)

event.listen(Engine, f"{when}_cursor_execute", executed)
Database(url).upgrade()
print(seen)
"""


def upgrade_until(url: str, when: str, statement: int) -> subprocess.CompletedProcess[str]:
    """The upgrade, by a process of its own that dies at the statement of this number; 0: by one that lives."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, url, when, str(statement)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_killed_upgrade_is_finished_by_the_next(backend: Backend, when: str) -> None:
    with backend.empty_database() as url:
        statements = int(upgrade_until(url, when, 0).stdout)
    assert statements > len(tables.metadata.tables)
    # DDL stands at the end; every statement of MariaDB, where each leaves something behind, a few of the others.
    step = 1 if backend.system == "mariadb" else 5
    for statement in range(1, statements + 1, step):
        with backend.empty_database() as url:
            killed = upgrade_until(url, when, statement)
            assert killed.returncode == 9, killed.stderr
            database = Database(url)
            database.run(
                lambda connection: connection.exec_driver_sql("SELECT * FROM ledger_window_messages"), write=True
            )
            database.close()
            with direct_connection(url) as connection:
                assert {*tables.metadata.tables, migrate.VERSION_TABLE} <= set(inspect(connection).get_table_names())
                assert list(connection.exec_driver_sql("SELECT * FROM ledger_version")) == [(migrate.HEAD,)]
                indexes = [each["name"] for each in inspect(connection).get_indexes("ledger_window_revisions")]
                assert len(indexes) == 4
