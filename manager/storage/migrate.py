"""The state of the schema, and the only user of Alembic, which creates and upgrades it."""

from __future__ import annotations

import logging
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.schema import CreateTable

from manager.errors import SchemaForeignError, SchemaNewerError, SchemaOutdatedError
from manager.storage import tables
from manager.storage.dialects import Dialect, SQLite, dialect_of
from manager.storage.engines import Engines

#: The version of the schema this program reads and writes.
HEAD = "0002"

#: Alembic's version table, under a name of its own: two programs that share `alembic_version` overwrite each other's.
#: It is made first of all: a database that has it and no version in it is one whose creation was interrupted.
VERSION_TABLE = "ledger_version"

_version = Table(
    VERSION_TABLE,
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc"),
    mariadb_engine="InnoDB",
    mariadb_charset="utf8mb4",
    mariadb_collate="utf8mb4_nopad_bin",
)

_VIEWS = frozenset({"ledger_resize_history", "ledger_current_windows", "ledger_window_messages"})

#: What `pg_advisory_xact_lock` locks; any number that no other program uses.
_ADVISORY_LOCK = 0x6C6564676572

# Of 24 databases upgraded at once in threads, none came out right: Alembic keeps the migration that runs in globals.
_alembic = threading.Lock()


def prepare(engine: Engine, dialect: Dialect, *, upgrade: bool | None) -> None:
    """The schema is there and is the one this program knows.

    Args:
        engine: Of the database.
        dialect: Of the database.
        upgrade: None creates what is not there at all, or holds nothing yet, and upgrades SQLite files, True upgrades
            everything, False nothing.

    Raises:
        SchemaError: It is not, and was left as it is.
    """
    path = dialect.path if isinstance(dialect, SQLite) else None
    if upgrade is False and path is not None and not os.path.exists(path):
        raise SchemaOutdatedError(dialect.shown, None, HEAD)  # connecting would make the file
    with engine.connect() as connection:
        found = installed(connection, dialect.shown)
        if found == HEAD and upgrade is not False:
            dialect.adopted(connection.connection.dbapi_connection)
        # A creation that was killed between two migrations leaves an earlier version with nothing in it.
        is_used = bool(found) and found != HEAD and _holds_sessions(connection)
    if found == HEAD:
        return
    if upgrade is False or (upgrade is None and is_used and dialect.name != "sqlite"):
        raise SchemaOutdatedError(dialect.shown, found or None, HEAD)
    with _alembic, exclusive(engine, dialect) as connection:
        if installed(connection, dialect.shown) != HEAD:
            _upgrade(connection)
    with engine.connect() as connection:
        dialect.adopted(connection.connection.dbapi_connection)


def installed(connection: Connection, shown: str) -> str | None:
    """The version of the schema in the database: None where there is none, empty where its creation has only begun.

    Raises:
        SchemaNewerError: A later version of this program made it.
        SchemaForeignError: Another program made it.
    """
    inspector = inspect(connection)
    # Named, because without it PostgreSQL's whole search path is looked through.
    schema = inspector.default_schema_name
    present = {*inspector.get_table_names(schema), *inspector.get_view_names(schema)}
    if VERSION_TABLE not in present:
        ours = tuple(sorted(present & (_VIEWS | tables.metadata.tables.keys())))
        if ours:
            raise SchemaForeignError(shown, ours)
        return None
    try:
        versions = list(connection.scalars(select(_version.c.version_num)))
    except SQLAlchemyError as error:
        columns = {column["name"] for column in inspector.get_columns(VERSION_TABLE, schema)}
        if "version_num" in columns:
            raise
        raise SchemaForeignError(shown, (VERSION_TABLE,)) from error
    if len(versions) > 1 or not all(re.fullmatch("[0-9]{4}", version) for version in versions):
        raise SchemaForeignError(shown, (VERSION_TABLE,))
    found = versions[0] if versions else ""
    if found > HEAD:
        raise SchemaNewerError(shown, found, HEAD)
    return found


def _holds_sessions(connection: Connection) -> bool:
    return connection.execute(select(tables.sessions.c.id).limit(1)).first() is not None


@contextmanager
def exclusive(engine: Engine, dialect: Dialect) -> Iterator[Connection]:
    """A connection for a migration, that no other thread, process or machine has at the same time."""
    with engine.connect() as connection:
        if dialect.transactional_ddl:
            # Begun for SQLAlchemy too, so that Alembic leaves the transaction to us.
            with connection.begin():
                driver = connection.connection.dbapi_connection
                dialect.begin(driver)
                if dialect.name == "postgresql":
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})"))
                connection.execute(CreateTable(_version, if_not_exists=True))
                yield connection
                dialect.commit(driver)
        else:
            connection.execute(CreateTable(_version, if_not_exists=True))
            connection.commit()
            # The lock is a row that is never committed: who inserts it too waits until this one is rolled back, by
            # the end of the connection if need be. GET_LOCK is granted twice on Galera.
            with engine.connect() as lock, lock.begin():
                dialect.begin(lock.connection.dbapi_connection)
                lock.execute(insert(_version), {"version_num": "lock"})
                with connection.begin():
                    yield connection
                lock.rollback()


def script_location() -> Path:
    """The folder of the migrations: in the package, or in the checkout beside it."""
    package = Path(__file__).parents[1]
    packaged = package / "migrations"
    if (packaged / "env.py").is_file():
        return packaged
    if (package.parent / "alembic.ini").is_file():
        return package.parent / "migrations"
    raise RuntimeError(f"{package} was installed without its migrations; install contextledger again")


@contextmanager
def by_hand(url: str) -> Iterator[Connection]:
    """The same connection for `alembic` called from a shell."""
    dialect = dialect_of(url)
    engines = Engines(dialect, {})
    try:
        with exclusive(engines.single(), dialect) as connection:
            yield connection
    finally:
        engines.close()


@contextmanager
def _alembic_quiet() -> Iterator[None]:
    """Unless it was given a level, Alembic does not tell its steps: 11 lines, at a first use, of who logs at INFO."""
    logger = logging.getLogger("alembic")
    asked = logger.level != logging.NOTSET
    if not asked:
        logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        if not asked:
            logger.setLevel(logging.NOTSET)


def _upgrade(connection: Connection) -> None:
    with _alembic_quiet():  # it tells something when it is imported, too
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(script_location()).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def configuration(connection: Connection) -> dict[str, Any]:
    """What Alembic's context is configured with, whoever started it."""
    return {
        "connection": connection,
        "target_metadata": tables.metadata,
        "version_table": VERSION_TABLE,
        # Other tables in the database are nobody's business here.
        "include_name": lambda name, kind, _: kind != "table" or name in tables.metadata.tables,
    }
