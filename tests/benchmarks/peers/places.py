"""Where contestants keep their sessions: SQLite files, and databases of a PostgreSQL server."""

from __future__ import annotations

import itertools
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import uuid4

from sqlalchemy import create_engine, make_url
from sqlalchemy.engine import Connection
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

#: Tables and what they take with their indexes.
TABLES = """SELECT relname, pg_total_relation_size(oid) FROM pg_class
            WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"""


def driven_by(place: str, sqlite: str, postgresql: str) -> str:
    """The place as a URL of SQLAlchemy that names the driver."""
    if "://" not in place:
        return f"sqlite+{sqlite}:///{place}" if sqlite else f"sqlite:///{place}"
    return make_url(place).set(drivername=f"postgresql+{postgresql}").render_as_string(hide_password=False)


class Files:
    """SQLite files in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count(1)

    def new(self) -> str:
        """A place where there is nothing."""
        return str(self._folder / f"{next(self._numbers)}.db")

    def copy(self, place: str) -> str:
        """A place with what nobody has open at the other, on the disk as that is."""
        copied = self.new()
        if Path(place).exists():
            shutil.copyfile(place, copied)
            with open(copied, "rb") as file:
                os.fsync(file.fileno())
        return copied

    def size(self, place: str) -> int:
        """Bytes that are in use."""
        with closing(sqlite3.connect(place)) as connection:

            def pragma(name: str) -> int:
                return int(connection.execute(f"PRAGMA {name}").fetchone()[0])

            pragma("wal_checkpoint(TRUNCATE)")
            return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")

    def remove(self, place: str) -> None:
        for suffix in ("", "-wal", "-shm", "-journal"):
            Path(f"{place}{suffix}").unlink(missing_ok=True)

    def close(self) -> None:
        """The files are in a folder that the caller removes."""


class Databases:
    """Databases of a PostgreSQL server, dropped at the end."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url).set(drivername="postgresql+psycopg")
        self._server = create_engine(self._url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
        self._names: set[str] = set()

    def missing(self) -> str | None:
        """Why the server cannot be used, if it cannot."""
        try:
            with self._server.connect():
                return None
        except OperationalError as error:
            return f"PostgreSQL does not answer at {self._url!r}: {error.orig}"

    def version(self) -> str:
        with self._server.connect() as connection:
            return str(connection.exec_driver_sql("SHOW server_version").scalar_one())

    def new(self) -> str:
        """A place where there is nothing."""
        return self._create("")

    def copy(self, place: str) -> str:
        """A place with what nobody has open at the other."""
        return self._create(f" TEMPLATE {make_url(place).database}")

    def size(self, place: str) -> int:
        """Bytes of the tables and their indexes, what is no longer used left out."""
        engine = create_engine(driven_by(place, "", "psycopg"), isolation_level="AUTOCOMMIT", poolclass=NullPool)
        with engine.connect() as connection:
            for name, _ in connection.exec_driver_sql(TABLES).all():
                connection.exec_driver_sql(f'VACUUM FULL "{name}"')
            return sum(size for _, size in connection.exec_driver_sql(TABLES))

    def remove(self, place: str) -> None:
        name = make_url(place).database or ""
        with self._server.connect() as connection:
            _drop(connection, name)
        self._names.discard(name)

    def close(self) -> None:
        """Nothing that was made is left on the server."""
        with self._server.connect() as connection:
            for name in self._names:
                _drop(connection, name)
        self._names.clear()

    def _create(self, more: str) -> str:
        name = f"contextledger_peers_{uuid4().hex[:16]}"
        with self._server.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}{more}")
        self._names.add(name)
        return self._url.set(drivername="postgresql", database=name).render_as_string(hide_password=False)


def _drop(connection: Connection, name: str) -> None:
    connection.exec_driver_sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
