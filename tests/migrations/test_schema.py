"""The schema the migrations make: the one tables.py describes, the same on every database."""

from __future__ import annotations

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import LargeBinary, MetaData, String, Text, inspect

from manager.storage import migrate, tables
from tests.backends import direct_connection

pytestmark = pytest.mark.backends("sqlite", "postgresql", "mariadb")

VIEWS = {
    "ledger_resize_history": [
        "owner",
        "session_id",
        "revision",
        "strategy",
        "cause",
        "messages_before",
        "messages_after",
        "length_before",
        "length_after",
        "dropped_count",
        "dropped_length",
        "max_length",
        "reason",
        "actor",
        "created_at",
        "created_utc",
    ],
    "ledger_current_windows": [
        "owner",
        "session_id",
        "revision",
        "position",
        "first_seq",
        "last_seq",
        "derived_id",
    ],
    "ledger_window_messages": ["owner", "session_id", "revision", "position", "seq", "role", "payload"],
}

INDEXES = {
    ("ledger_sessions", "ledger_sessions_owner_active", ("owner", "active_at", "id")),
    ("ledger_window_revisions", "ledger_window_revisions_created", ("created_at", "session", "revision")),
    ("ledger_window_revisions", "ledger_window_revisions_owner", ("owner", "created_at", "session", "revision")),
    ("ledger_window_revisions", "ledger_window_revisions_strategy", ("strategy", "created_at", "session", "revision")),
    ("ledger_window_revisions", "ledger_window_revisions_head", ("session", "head_seq", "revision")),
}


def test_nothing_differs_from_the_tables_the_program_knows(database_url: str) -> None:
    with direct_connection(database_url) as connection:
        configuration = migrate.configuration(connection)
        context = MigrationContext.configure(connection, opts={**configuration, "compare_type": True})
        assert compare_metadata(context, tables.metadata) == []


def test_tables_keys_and_indexes(database_url: str) -> None:
    with direct_connection(database_url) as connection:
        found = inspect(connection)
        assert set(found.get_table_names()) == {*tables.metadata.tables, "ledger_version"}
        assert {
            view: [column["name"] for column in found.get_columns(view)] for view in found.get_view_names()
        } == VIEWS
        indexes = set()
        for name, table in tables.metadata.tables.items():
            expected = [column.name for column in table.primary_key.columns]
            assert found.get_pk_constraint(name)["constrained_columns"] == expected
            assert found.get_foreign_keys(name) == []
            assert found.get_check_constraints(name) == []
            indexes |= {
                (name, index["name"], tuple(index["column_names"]))
                for index in found.get_indexes(name)
                if not index["unique"]
            }
            unique = {tuple(constraint["column_names"]) for constraint in found.get_unique_constraints(name)}
            assert unique == ({("owner", "session_id")} if name == "ledger_sessions" else set())
        assert indexes == INDEXES
        assert list(connection.exec_driver_sql("SELECT version_num FROM ledger_version")) == [(migrate.HEAD,)]


def test_columns_hold_what_they_must(database_url: str) -> None:
    with direct_connection(database_url) as connection:
        reflected = MetaData()
        reflected.reflect(connection, only=list(tables.metadata.tables))
        for name, table in tables.metadata.tables.items():
            for column in table.columns:
                found = reflected.tables[name].columns[column.name]
                assert found.nullable == column.nullable, found
                # A column added to a table with rows in it needs a value for them; all others are given one by every
                # insert. The databases disagree whether a number that counts by itself is a default.
                if column.identity is None:
                    assert (found.server_default is None) == (column.server_default is None), found
                if isinstance(column.type, Text):
                    expected = "LONGTEXT" if connection.dialect.name == "mariadb" else "TEXT"
                    assert type(found.type).__name__ == expected, found
                elif isinstance(column.type, String):
                    assert str(found.type).startswith("VARCHAR(255)"), found
                elif isinstance(column.type, LargeBinary):
                    kinds = {"sqlite": {"BLOB"}, "postgresql": {"BYTEA"}, "mariadb": {"BINARY", "VARBINARY"}}
                    assert type(found.type).__name__ in kinds[connection.dialect.name], found


@pytest.mark.backends("mariadb")
def test_mariadb_tables_keep_any_text_and_tell_ids_apart(database_url: str) -> None:
    with direct_connection(database_url) as connection:
        options = connection.exec_driver_sql(
            "SELECT engine, row_format, table_collation FROM information_schema.tables"
            " WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' AND table_name <> 'ledger_version'"
        )
        assert set(options) == {("InnoDB", "Dynamic", "utf8mb4_nopad_bin")}
        kinds = connection.exec_driver_sql(
            "SELECT DISTINCT data_type, collation_name FROM information_schema.columns c JOIN information_schema.tables"
            " t USING (table_schema, table_name) WHERE c.table_schema = DATABASE() AND t.table_type = 'BASE TABLE'"
        )
        assert set(kinds) == {
            ("bigint", None),
            ("int", None),
            ("smallint", None),
            ("binary", None),
            ("varbinary", None),
            ("varchar", "utf8mb4_nopad_bin"),
            ("longtext", "utf8mb4_nopad_bin"),
        }
        counted = connection.exec_driver_sql(
            "SELECT table_name FROM information_schema.columns WHERE table_schema = DATABASE()"
            " AND extra LIKE '%%auto_increment%%'"
        )
        assert list(counted) == [("ledger_sessions",)]


@pytest.mark.backends("sqlite")
def test_sqlite_tables_have_rowids_only_where_rows_are_large(database_url: str) -> None:
    with direct_connection(database_url) as connection:
        listed = connection.exec_driver_sql("SELECT name, wr FROM pragma_table_list WHERE name LIKE 'ledger%%'")
        without_rowid = {name for name, flag in listed if flag}
        assert without_rowid == {
            "ledger_messages",
            "ledger_append_keys",
            "ledger_window_revisions",
            "ledger_window_entries",
            "ledger_pins",
            "ledger_measurements",
            "ledger_lengths",
        }
        (sql,) = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = 'ledger_sessions'").one()
        assert "id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT" in sql


@pytest.mark.backends("postgresql")
def test_postgresql_keeps_room_for_heap_only_updates(database_url: str) -> None:
    with direct_connection(database_url) as connection:
        options = connection.exec_driver_sql("SELECT reloptions FROM pg_class WHERE relname = 'ledger_sessions'")
        assert options.scalar() == ["fillfactor=60"]


def test_the_version_the_program_knows_is_the_newest_there_is() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrate.script_location()))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [migrate.HEAD]
