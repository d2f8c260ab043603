"""What the other tests stand on: databases nobody else has touched, and a count of what is really sent."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import create_engine, insert, inspect, select

from manager.storage.tables import deletions, metadata, sessions
from tests.backends import SHAREABLE, SYSTEMS, Backend, direct_connection
from tests.statements import StatementRecorder


@pytest.mark.backends(*SHAREABLE)
def test_a_database_used_before_is_as_good_as_new(backend: Backend) -> None:
    with backend.database() as url, direct_connection(url) as connection:
        connection.execute(insert(deletions), {"session": 1})
    with backend.database() as url, direct_connection(url) as connection:
        for table in metadata.sorted_tables:
            assert connection.execute(select(table)).all() == []


@pytest.mark.backends(*SHAREABLE)
def test_two_databases_are_two(backend: Backend) -> None:
    with backend.database() as one, backend.database() as two:
        with direct_connection(one) as connection:
            connection.execute(insert(deletions), {"session": 1})
        with direct_connection(two) as connection:
            assert connection.execute(select(deletions)).all() == []


@pytest.mark.backends(*SHAREABLE)
@pytest.mark.parametrize(
    "damage",
    [
        "DROP TABLE ledger_deletions",
        "ALTER TABLE ledger_messages ADD COLUMN more INTEGER",
        "DROP VIEW ledger_resize_history",
        "DELETE FROM ledger_version",
    ],
)
def test_a_database_whose_shape_was_changed_is_not_used_again(backend: Backend, damage: str) -> None:
    with backend.database() as url, direct_connection(url) as connection:
        whole = _shape(url)
        connection.exec_driver_sql(damage)
    with backend.database() as url:
        assert _shape(url) == whole


@pytest.mark.backends(*SHAREABLE)
def test_an_empty_database_has_no_tables(fresh_database_url: str) -> None:
    assert _shape(fresh_database_url) == {}


@pytest.mark.backends(*SYSTEMS)
def test_statements_are_counted_as_they_are_sent(
    make_database_url: Callable[[], str], statements: StatementRecorder
) -> None:
    engine = create_engine(make_database_url())
    with engine.begin() as connection, statements.recorded() as sent:
        connection.execute(select(sessions))
        connection.execute(insert(deletions), [{"session": 1}, {"session": 2}, {"session": 3}])
        cursor = connection.connection.cursor()
        cursor.execute("DELETE FROM ledger_deletions")
        cursor.close()
    engine.dispose()
    assert [statement.split()[0] for statement in sent] == ["SELECT", "INSERT", "DELETE"]


def _shape(url: str) -> dict[str, list[str]]:
    with direct_connection(url) as connection:
        inspector = inspect(connection)
        shape = {
            name: [column["name"] for column in inspector.get_columns(name)]
            for name in (*inspector.get_table_names(), *inspector.get_view_names())
        }
        if "ledger_version" in shape:
            shape["version rows"] = [str(row) for row in connection.exec_driver_sql("SELECT * FROM ledger_version")]
    return shape
