"""The raw drivers behind the few calls that statements written by hand need, connected as the store connects."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import psycopg
from sqlalchemy import make_url


class Driver(ABC):
    """A connection that begins nothing by itself; `sent` counts statements, those that frame a transaction left out."""

    mark: ClassVar[str] = "%s"
    lock: ClassVar[str] = "FOR UPDATE"
    #: What MariaDB has to be told about the order of a join and the index to begin with.
    in_order: ClassVar[str] = ""
    by_primary_key: ClassVar[str] = ""

    def __init__(self) -> None:
        self.sent = 0

    @abstractmethod
    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """The driver's cursor, the statement executed."""

    @abstractmethod
    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """The statement is executed for each of the rows, in the driver's quickest way."""

    @abstractmethod
    def begin(self) -> None: ...

    @abstractmethod
    def commit(self) -> None: ...

    @abstractmethod
    def close(self) -> None: ...


class SQLiteDriver(Driver):
    """sqlite3."""

    mark = "?"
    lock = ""

    def __init__(self, url: str, durability: str) -> None:
        super().__init__()
        path = make_url(url).database or ""
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute(f"PRAGMA synchronous = {durability}")
        self._connection.execute("PRAGMA foreign_keys = ON")

    def execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        self.sent += 1
        return self._connection.execute(sql, values)

    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        self.sent += 1
        self._connection.executemany(sql, rows)

    def begin(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self._connection.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()


class PostgreSQLDriver(Driver):
    """psycopg."""

    lock = "FOR NO KEY UPDATE"

    def __init__(self, url: str) -> None:
        super().__init__()
        self._connection = psycopg.connect(postgresql_text(url), autocommit=True)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> psycopg.Cursor[Any]:
        self.sent += 1
        return self._connection.execute(sql, values)

    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        self.sent += 1
        self._connection.cursor().executemany(sql, rows)

    def begin(self) -> None:
        self._connection.execute("BEGIN")

    def commit(self) -> None:
        self._connection.commit()

    def close(self) -> None:
        self._connection.close()


class MariaDBDriver(Driver):
    """PyMySQL."""

    in_order = "STRAIGHT_JOIN"
    by_primary_key = "FORCE INDEX (PRIMARY)"
    set_up = "SET SESSION tx_isolation = 'READ-COMMITTED'"

    def __init__(self, url: str) -> None:
        import pymysql  # `make bench-peers` has no MariaDB and does not install its driver

        super().__init__()
        self._connection = pymysql.connect(
            **mariadb_arguments(url), charset="utf8mb4", autocommit=True, init_command=self.set_up
        )
        self._cursor = self._connection.cursor()

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any:
        self.sent += 1
        self._cursor.execute(sql, values)
        return self._cursor

    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        self.sent += 1
        self._cursor.executemany(sql, rows)

    def begin(self) -> None:
        self._connection.begin()

    def commit(self) -> None:
        self._connection.commit()

    def close(self) -> None:
        self._connection.close()


def postgresql_text(url: str) -> str:
    """The URL as psycopg takes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def mariadb_arguments(url: str) -> dict[str, Any]:
    """The URL as the arguments that PyMySQL and asyncmy share."""
    parsed = make_url(url)
    return {
        "host": parsed.host,
        "port": parsed.port or 3306,
        "user": parsed.username,
        "password": parsed.password or "",
        "database": parsed.database,
    }
