"""Databases as they are found: empty, outdated, newer, foreign, read-only, half made."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import Connection, inspect, make_url

from manager.errors import (
    DatabaseCorruptError,
    DatabaseReadOnlyError,
    DatabaseUnavailableError,
    SchemaForeignError,
    SchemaNewerError,
    SchemaOutdatedError,
)
from manager.storage import migrate, tables
from manager.storage.database import Database
from tests.backends import Backend, direct_connection
from tests.migrations.golden_ledger import RELEASED, restore

SYSTEMS = ("sqlite", "postgresql", "mariadb")
OUTDATED = [version for version in RELEASED if version != migrate.HEAD]
pytestmark = pytest.mark.backends(*SYSTEMS)


@pytest.fixture
def make_database() -> Iterator[Callable[..., Database]]:
    with ExitStack() as databases:

        def make(url: str, upgrade: bool | None = None) -> Database:
            made = Database(url, upgrade=upgrade)
            databases.callback(made.close)
            return made

        yield make


def nothing(connection: Connection) -> str:
    """Work that needs the schema to be there."""
    connection.exec_driver_sql("SELECT * FROM ledger_sessions")
    return "done"


def execute(url: str, *statements: str) -> None:
    with direct_connection(url) as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


def names(url: str) -> set[str]:
    with direct_connection(url) as connection:
        return {*inspect(connection).get_table_names(), *inspect(connection).get_view_names()}


def test_alembic_is_quiet_unless_it_was_asked_to_tell(
    make_database: Callable[..., Database], fresh_database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)  # of the root, as programs do
    make_database(fresh_database_url).upgrade()
    assert [record for record in caplog.records if record.name.startswith("alembic")] == []
    assert logging.getLogger("alembic").level == logging.NOTSET


@pytest.mark.parametrize("upgrade", [None, True])
def test_an_empty_database_is_made(
    make_database: Callable[..., Database], fresh_database_url: str, upgrade: bool | None
) -> None:
    assert make_database(fresh_database_url, upgrade).run(nothing, write=False) == "done"
    assert "ledger_messages" in names(fresh_database_url)


def test_an_empty_database_is_left_alone_when_asked(
    make_database: Callable[..., Database], fresh_database_url: str, backend: Backend
) -> None:
    with pytest.raises(SchemaOutdatedError, match=r"has no schema yet.*contextledger upgrade"):
        make_database(fresh_database_url, False).run(nothing, write=False)
    if backend.system == "sqlite":
        assert not Path(fresh_database_url.removeprefix("sqlite:///")).exists()
    else:
        assert names(fresh_database_url) == set()


def test_what_is_there_is_used_however_it_is_opened(make_database: Callable[..., Database], database_url: str) -> None:
    for upgrade in (None, True, False):
        database = make_database(database_url, upgrade)
        assert database.run(nothing, write=False) == "done"
        database.upgrade()


@pytest.mark.parametrize("version", OUTDATED)
def test_an_outdated_database_is_upgraded_on_request_and_a_sqlite_file_on_opening(
    make_database: Callable[..., Database], fresh_database_url: str, backend: Backend, version: str
) -> None:
    restore(version, backend.system, fresh_database_url)
    refused = [False] if backend.system == "sqlite" else [False, None]
    before = names(fresh_database_url)
    for upgrade in refused:
        with pytest.raises(
            SchemaOutdatedError, match=f"has schema {version}, this version needs {migrate.HEAD}; run `contextledger"
        ):
            make_database(fresh_database_url, upgrade).run(nothing, write=False)
    assert names(fresh_database_url) == before
    for upgrade in (None if backend.system == "sqlite" else True, False):
        assert make_database(fresh_database_url, upgrade).run(nothing, write=False) == "done"
    assert set(tables.metadata.tables) <= names(fresh_database_url)


@pytest.mark.parametrize("version", OUTDATED)
def test_an_outdated_database_without_sessions_is_one_whose_creation_was_interrupted(
    make_database: Callable[..., Database], fresh_database_url: str, backend: Backend, version: str
) -> None:
    restore(version, backend.system, fresh_database_url)
    execute(fresh_database_url, "DELETE FROM ledger_sessions")
    with pytest.raises(SchemaOutdatedError):
        make_database(fresh_database_url, False).run(nothing, write=False)
    assert make_database(fresh_database_url).run(nothing, write=False) == "done"


def test_a_newer_database_is_refused(make_database: Callable[..., Database], database_url: str) -> None:
    execute(database_url, "UPDATE ledger_version SET version_num = '0917'")
    for upgrade in (None, True, False):
        with pytest.raises(SchemaNewerError, match=f"has schema 0917, this version knows up to {migrate.HEAD}"):
            make_database(database_url, upgrade).run(nothing, write=False)


@pytest.mark.parametrize(
    ("statements", "tables"),
    [
        (["CREATE TABLE ledger_messages (x INTEGER)"], ("ledger_messages",)),
        (["CREATE TABLE other (x INTEGER)", "CREATE VIEW ledger_resize_history AS SELECT x FROM other"],
         ("ledger_resize_history",)),
        (["CREATE TABLE ledger_version (x INTEGER)"], ("ledger_version",)),
        (["CREATE TABLE ledger_version (version_num VARCHAR(32))",
          "INSERT INTO ledger_version VALUES ('a1b2c3d4')"], ("ledger_version",)),
    ],
    ids=["a_table", "a_view", "another_version_table", "another_version"],
)  # fmt: skip
def test_tables_of_another_program_are_left_alone(
    make_database: Callable[..., Database], fresh_database_url: str, statements: list[str], tables: tuple[str, ...]
) -> None:
    execute(fresh_database_url, *statements)
    before = names(fresh_database_url)
    for upgrade in (None, True, False):
        with pytest.raises(SchemaForeignError) as raised:
            make_database(fresh_database_url, upgrade).run(nothing, write=False)
        assert raised.value.tables == tables
    assert names(fresh_database_url) == before


def test_tables_of_other_names_are_neighbours(make_database: Callable[..., Database], fresh_database_url: str) -> None:
    execute(
        fresh_database_url,
        "CREATE TABLE alembic_version (version_num VARCHAR(32))",
        "INSERT INTO alembic_version VALUES ('theirs')",
        "CREATE TABLE sessions (id INTEGER)",
    )
    assert make_database(fresh_database_url).run(nothing, write=False) == "done"
    with direct_connection(fresh_database_url) as connection:
        assert list(connection.exec_driver_sql("SELECT version_num FROM alembic_version")) == [("theirs",)]


def test_a_creation_that_was_begun_is_finished(make_database: Callable[..., Database], fresh_database_url: str) -> None:
    execute(fresh_database_url, "CREATE TABLE ledger_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    with pytest.raises(SchemaOutdatedError, match="has no schema yet"):
        make_database(fresh_database_url, False).run(nothing, write=False)
    assert make_database(fresh_database_url).run(nothing, write=False) == "done"


@pytest.mark.backends("postgresql")
def test_each_schema_of_a_postgresql_database_is_its_own(
    make_database: Callable[..., Database], fresh_database_url: str
) -> None:
    execute(fresh_database_url, "CREATE SCHEMA app", "CREATE TABLE public.ledger_messages (theirs INTEGER)")
    url = make_url(fresh_database_url).update_query_dict({"options": "-c search_path=app,public"})
    through = url.render_as_string(hide_password=False)
    assert make_database(through).run(nothing, write=False) == "done"
    with direct_connection(fresh_database_url) as connection:
        assert set(inspect(connection).get_table_names(schema="public")) == {"ledger_messages"}
        assert "ledger_messages" in inspect(connection).get_table_names(schema="app")


def test_a_database_that_may_only_be_read_is_read(
    make_database: Callable[..., Database], database_url: str, backend: Backend
) -> None:
    if backend.system == "sqlite":
        path = database_url.removeprefix("sqlite:///")
        through = f"sqlite:///file:{path}?mode=ro&uri=true"
    else:
        user = "contextledger_reader"
        url = make_url(database_url)
        with direct_connection(database_url) as connection:
            make_reader(connection, str(url.database), user)
        through = url.set(username=user, password="reads").render_as_string(hide_password=False)
    try:
        for upgrade in (None, True, False):
            database = make_database(through, upgrade)
            assert database.run(nothing, write=False) == "done"
            with pytest.raises(DatabaseReadOnlyError):
                database.run(
                    lambda connection: connection.exec_driver_sql("INSERT INTO ledger_deletions VALUES (1)"), write=True
                )
    finally:
        if backend.system != "sqlite":
            with direct_connection(database_url) as connection:
                if backend.system == "postgresql":
                    connection.exec_driver_sql(f"DROP OWNED BY {user}")
                connection.exec_driver_sql(f"DROP USER {user}")


def make_reader(connection: Connection, database: str, user: str) -> None:
    """There is a user who may read the database and nothing else."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"CREATE USER {user} PASSWORD 'reads'")
        connection.exec_driver_sql(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {user}")
    else:
        connection.exec_driver_sql(f"CREATE OR REPLACE USER {user} IDENTIFIED BY 'reads'")
        connection.exec_driver_sql(f"GRANT SELECT ON {database}.* TO {user}")


@pytest.mark.backends("sqlite")
def test_files_that_are_no_database(make_database: Callable[..., Database], tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("This is no database, and it is longer than a header of SQLite.\n" * 100)
    with pytest.raises(DatabaseCorruptError):
        make_database(f"sqlite:///{text}").run(nothing, write=False)
    with pytest.raises(DatabaseUnavailableError):
        make_database(f"sqlite:///{tmp_path}/no/such/folder/x.db").run(nothing, write=False)
    assert os.listdir(tmp_path) == ["text.db"]
