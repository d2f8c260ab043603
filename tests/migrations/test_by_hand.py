"""`alembic` called from a shell, in the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import inspect

from manager.storage import migrate
from manager.storage.database import Database
from tests.backends import direct_connection

pytestmark = pytest.mark.backends("sqlite", "postgresql", "mariadb")

CHECKOUT = Path(__file__).parents[2]


def alembic(*arguments: str, url: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "CONTEXTLEDGER_URL"}
    if url is not None:
        environment["CONTEXTLEDGER_URL"] = url
    return subprocess.run(
        [sys.executable, "-m", "alembic", *arguments],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_upgrade_head(fresh_database_url: str) -> None:
    for _ in range(2):
        done = alembic("upgrade", "head", url=fresh_database_url)
        assert done.returncode == 0, done.stderr
    database = Database(fresh_database_url, upgrade=False)
    database.run(lambda connection: connection.exec_driver_sql("SELECT * FROM ledger_window_messages"), write=True)
    database.close()
    with direct_connection(fresh_database_url) as connection:
        assert "alembic_version" not in inspect(connection).get_table_names()
    found = alembic("current", url=fresh_database_url)
    assert f"{migrate.HEAD} (head)" in found.stdout


def test_nothing_is_left_for_autogenerate(database_url: str) -> None:
    checked = alembic("check", url=database_url)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "No new upgrade operations detected" in checked.stdout + checked.stderr


@pytest.mark.backends("sqlite")
def test_the_url_may_be_an_argument(fresh_database_url: str) -> None:
    assert alembic("-x", f"url={fresh_database_url}", "upgrade", "head").returncode == 0
    with direct_connection(fresh_database_url) as connection:
        assert "ledger_messages" in inspect(connection).get_table_names()


def test_without_a_url_or_as_a_script_it_says_what_to_do(fresh_database_url: str) -> None:
    missing = alembic("upgrade", "head")
    assert missing.returncode != 0
    assert "set CONTEXTLEDGER_URL" in missing.stderr + missing.stdout
    script = alembic("upgrade", "head", "--sql", url=fresh_database_url)
    assert script.returncode != 0
    assert "SQL scripts are not offered" in script.stderr + script.stdout
