"""What differs between databases: URLs, drivers, connection set-up, how a transaction begins and ends."""

from __future__ import annotations

import importlib.util
import os
import sqlite3
import threading
import uuid
from abc import ABC, abstractmethod
from collections.abc import Mapping, MutableMapping
from typing import Any, ClassVar

from sqlalchemy import BigInteger, exc
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from manager.errors import UnsupportedDatabaseError

#: Options of every engine. Nothing is rolled back when a connection returns to the pool, because `Database` leaves none
#: with an open transaction (PyMySQL would pay a round trip for it); parameters hold people's messages and stay out of
#: error texts and logs.
_ENGINE_OPTIONS: dict[str, Any] = {
    "pool_reset_on_return": None,
    "hide_parameters": True,
    "pool_use_lifo": True,
    # SQLAlchemy's five and ten more for a moment were opened and closed all the time: 579 connections for 2,000 appends
    # by 200 coroutines.
    "pool_size": 10,
    "max_overflow": 0,
}
#: Those that only a pool of a certain size takes.
_OF_THE_POOL = ("pool_use_lifo", "pool_size", "max_overflow")

#: What the first part of a URL's scheme means.
_FAMILIES = {
    "sqlite": "sqlite",
    "postgresql": "postgresql",
    "postgres": "postgresql",
    "mariadb": "mariadb",
    "mysql": "mariadb",
}

#: Keys of a URL's query that hold secrets.
_SECRETS = frozenset({"password", "passwd", "sslpassword", "ssl_key_password"})


class Dialect(ABC):
    """One database, as a URL names it, and how it is spoken to."""

    name: ClassVar[str]
    #: The driver's module for each face, and the extra that installs both.
    modules: ClassVar[tuple[str, ...]] = ()
    extra: ClassVar[str] = ""
    begin_sql: ClassVar[str] = "BEGIN"
    #: Whether the tables are made in one transaction, which a kill undoes.
    transactional_ddl: ClassVar[bool] = True
    #: Whether an append that needs no cut can be one statement.
    appends_at_once: ClassVar[bool] = False

    def __init__(self, url: URL, *, sync_url: URL, async_url: URL | None) -> None:
        self.shown = shown_url(url)
        self.sync_url = sync_url
        #: None: the async face is driven through threads.
        self.async_url = async_url
        for module in self.modules:
            if importlib.util.find_spec(module) is None:
                raise UnsupportedDatabaseError(
                    self.shown,
                    f"needs the driver {module}, which is not installed",
                    f'install it with: pip install "contextledger[{self.extra}]"',
                )

    def engine_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """What `create_engine` is called with: ours, and over it the caller's."""
        merged = {**_ENGINE_OPTIONS, **options}
        if "poolclass" in options:
            merged = {key: value for key, value in merged.items() if key not in _OF_THE_POOL or key in options}
        merged["connect_args"] = {**self.connect_args(), **options.get("connect_args", {})}
        return merged

    def connect_args(self) -> dict[str, Any]:
        """What the driver's `connect` is called with."""
        return {}

    @abstractmethod
    def connected(self, connection: Any, info: MutableMapping[Any, Any]) -> None:
        """The new DBAPI connection is set up; `info` is kept with it."""

    def adopted(self, connection: Any) -> None:  # noqa: B027 - only SQLite's files need it
        """The database is set up for our use; it has our schema."""

    def begin(self, connection: Any) -> None:
        """A write transaction is open."""
        send(connection, self.begin_sql)

    def commit(self, connection: Any) -> None:
        """The open transaction is committed."""
        connection.commit()

    @abstractmethod
    def abandon(self, connection: Any) -> None:
        """The socket or file of an async driver's connection is closed without its event loop, which may be gone."""


class SQLite(Dialect):
    """SQLite: a file, or a memory database that every connection of one manager shares."""

    name = "sqlite"
    # A deferred BEGIN that reads and then writes fails at once with "database is locked": the busy timeout does not
    # cover the upgrade of a read lock (4 processes, 3 s: 13,072 errors against 0).
    begin_sql = "BEGIN IMMEDIATE"

    def __init__(self, url: URL, *, durability: str) -> None:
        database = url.database or ""
        query = dict(url.query)
        self.memory = database in ("", ":memory:", "file::memory:") or query.get("mode") == "memory"
        self.synchronous = "NORMAL" if durability == "normal" else "FULL"
        #: The file; None for a memory database, and for a `file:` URI, whose form is SQLite's own.
        self.path: str | None = None
        if self.memory:
            # Shared-cache memory databases answer "table is locked" at once; those of the memdb VFS wait.
            database = f"file:/contextledger-{uuid.uuid4().hex}"
            query = {"vfs": "memdb", "uri": "true"}
        elif not database.startswith("file:"):
            # Absolute: a process that changes its directory goes on with the same file.
            database = self.path = os.path.abspath(database)
        target = url.set(database=database, query=query)
        #: Names the database among all managers of this process.
        self.key = os.path.realpath(self.path) if self.path else database
        threads = url.drivername != "sqlite+aiosqlite"
        super().__init__(
            url,
            sync_url=target.set(drivername="sqlite+pysqlite"),
            async_url=None if threads else target.set(drivername="sqlite+aiosqlite"),
        )

    def connect_args(self) -> dict[str, Any]:
        # isolation_level None: the driver begins nothing by itself. The timeout is in force from the first statement
        # on: set after `journal_mode=WAL`, 432 of 480 opens of a fresh file by 16 processes were refused as locked.
        return {"isolation_level": None, "timeout": 5.0, "check_same_thread": False}

    def connected(self, connection: Any, info: MutableMapping[Any, Any]) -> None:
        send(connection, f"PRAGMA synchronous = {self.synchronous}")
        send(connection, "PRAGMA foreign_keys = ON")

    def adopted(self, connection: Any) -> None:
        # Stays with the file. Not set for a file before it is known to be ours: the pragma rewrites its header.
        if self.memory:
            return
        try:
            send(connection, "PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # A file that may only be read keeps the mode it has.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
                raise

    def anchor(self) -> sqlite3.Connection:
        """A connection that keeps the memory database while no other is open."""
        filename = f"{self.sync_url.database}?vfs=memdb"
        return sqlite3.connect(filename, uri=True, isolation_level=None, check_same_thread=False)

    def commit(self, connection: Any) -> None:
        # The statement and not the driver's commit(), which says nothing where an error has ended the transaction.
        send(connection, "COMMIT")

    def abandon(self, connection: Any) -> None:
        # stop() asks for the event loop of its thread; the main thread would be given one that nobody closes.
        stopping = threading.Thread(target=connection.stop)
        stopping.start()
        stopping.join()


class PostgreSQL(Dialect):
    """PostgreSQL 14 or later through psycopg 3, in autocommit, so that reads cost no BEGIN and COMMIT."""

    name = "postgresql"
    modules = ("psycopg",)
    extra = "postgresql"
    appends_at_once = True
    # Named here and not left to the server's or the user's default: the lock-first rule is made for it.
    begin_sql = "BEGIN ISOLATION LEVEL READ COMMITTED"

    def __init__(self, url: URL) -> None:
        target = url.set(drivername="postgresql+psycopg")
        super().__init__(url, sync_url=target, async_url=target)

    def engine_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {"use_native_hstore": False, **super().engine_options(options)}

    def connect_args(self) -> dict[str, Any]:
        arguments: dict[str, Any] = {"autocommit": True, "client_encoding": "utf8"}
        if "connect_timeout" not in self.sync_url.query:
            arguments["connect_timeout"] = 10
        return arguments

    def connected(self, connection: Any, info: MutableMapping[Any, Any]) -> None:
        version = driver_connection(connection).info.server_version
        if version < 140000:
            raise UnsupportedDatabaseError(
                self.shown, f"is PostgreSQL {version // 10000}", "use PostgreSQL 14 or later"
            )

    def commit(self, connection: Any) -> None:
        # COMMIT of a failed transaction is a ROLLBACK that reports success.
        status = driver_connection(connection).info.transaction_status.name
        if status != "INTRANS":
            raise RuntimeError(f"the transaction cannot be committed, it is {status}")
        connection.commit()

    def abandon(self, connection: Any) -> None:
        connection.pgconn.finish()


class MariaDB(Dialect):
    """MariaDB 10.6 or later through PyMySQL and asyncmy, in autocommit, so that reads cost no COMMIT."""

    name = "mariadb"
    modules = ("pymysql", "asyncmy")
    extra = "mariadb"
    transactional_ddl = False

    def __init__(self, url: URL) -> None:
        target = url.update_query_dict({"charset": "utf8mb4"})
        super().__init__(
            url,
            sync_url=target.set(drivername="mariadb+pymysql"),
            async_url=target.set(drivername="mariadb+asyncmy"),
        )

    def connect_args(self) -> dict[str, Any]:
        return {"autocommit": True}

    def connected(self, connection: Any, info: MutableMapping[Any, Any]) -> None:
        cursor = connection.cursor()
        try:
            # Asked for as rows: a server without Galera may not know wsrep_on, and MySQL does not.
            cursor.execute("SHOW VARIABLES WHERE Variable_name IN ('version', 'max_allowed_packet', 'wsrep_on')")
            variables = dict(cursor.fetchall())
        finally:
            cursor.close()
        version = variables["version"]
        numbers = tuple(int(number) for number in version.split("-")[0].split(".")[:2])
        if "mariadb" not in version.lower() or numbers < (10, 6):
            raise UnsupportedDatabaseError(self.shown, f"is version {version}", "use MariaDB 10.6 or later")
        info["max_allowed_packet"] = int(variables["max_allowed_packet"])
        # Without strict mode long text is cut silently. Another node of Galera answered 107 of 200 reads without an
        # append that had been acknowledged.
        galera = ", wsrep_sync_wait = 1" if variables.get("wsrep_on") == "ON" else ""
        send(connection, f"SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'{galera}")
        # REPEATABLE READ reads rows that are stale after the lock, and its gap locks made 7 of 8 creations of different
        # sessions deadlock.
        send(connection, "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED")

    def abandon(self, connection: Any) -> None:
        transport, loop = connection._transport, connection._loop
        if transport is None:
            return
        connection._transport = None
        if not loop.is_closed():
            loop.call_soon_threadsafe(transport.abort)
            return
        # close() asks the loop for this, which takes nothing any more; uvloop has closed its sockets by itself.
        plain = getattr(getattr(transport, "_ssl_protocol", None), "_transport", transport)
        if hasattr(plain, "_call_connection_lost"):
            plain._call_connection_lost(None)


def dialect_of(url: str | URL, *, durability: str = "full") -> Dialect:
    """The database a URL names.

    Raises:
        UnsupportedDatabaseError: The URL cannot be read, or names a database or driver that is not supported.
    """
    try:
        parsed = make_url(url)
    except (exc.ArgumentError, ValueError):
        # The text may hold a password anywhere: nothing of it but the scheme is shown.
        scheme, separator, _ = str(url).partition("://")
        shown = f"{scheme}://***" if separator else "the database URL"
        raise UnsupportedDatabaseError(
            shown, "cannot be read", "write it like sqlite:///file.db or postgresql://user:password@host/database"
        ) from None
    if parsed.drivername.startswith("sqlite") and parsed.host:
        raise UnsupportedDatabaseError(
            shown_url(parsed), "names a server, and SQLite has none", f"use sqlite:///{parsed.host} for a file"
        )
    if parsed.drivername.startswith(("mariadb", "mysql")) and not parsed.database:
        raise UnsupportedDatabaseError(
            shown_url(parsed), "names no database", "add it at the end: mariadb://user@host/database"
        )
    match parsed.drivername:
        case "sqlite" | "sqlite+pysqlite" | "sqlite+aiosqlite":
            return SQLite(parsed, durability=durability)
        case "postgresql" | "postgres" | "postgresql+psycopg" | "postgresql+psycopg_async":
            return PostgreSQL(parsed)
        case "mariadb" | "mysql" | "mariadb+pymysql" | "mysql+pymysql" | "mariadb+asyncmy" | "mysql+asyncmy":
            return MariaDB(parsed)
    family = parsed.drivername.partition("+")[0]
    if family in _FAMILIES:
        remedy = f"use {shown_url(parsed.set(drivername=_FAMILIES[family]))}"
    else:
        remedy = "use sqlite:///file.db, postgresql://… or mariadb://…"
    raise UnsupportedDatabaseError(shown_url(parsed), f"names {parsed.drivername}, which is not supported", remedy)


class DatabaseClock(FunctionElement[int]):
    """Now by the database's clock, in microseconds since the epoch: the one clock that all its clients share."""

    inherit_cache = True
    name = "database_clock"
    type = BigInteger()


@compiles(DatabaseClock, "sqlite")
def _sqlite_clock(element: DatabaseClock, compiler: Any, **_: Any) -> str:
    # unixepoch('subsec') is as exact, and not known before SQLite 3.42.
    return "CAST((julianday('now') - 2440587.5) * 86400000000.0 AS INTEGER)"


@compiles(DatabaseClock, "postgresql")
def _postgresql_clock(element: DatabaseClock, compiler: Any, **_: Any) -> str:
    # now() is when the transaction began, which may have waited since.
    return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"


@compiles(DatabaseClock, "mariadb")
def _mariadb_clock(element: DatabaseClock, compiler: Any, **_: Any) -> str:
    # UNIX_TIMESTAMP(NOW(6)) goes by the session's time zone, which has one hour twice a year.
    return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))"


def shown_url(url: URL) -> str:
    """The URL as people may see it: without passwords."""
    secret = {key: "hidden" for key in url.query if key in _SECRETS}
    return url.update_query_dict(secret).render_as_string(hide_password=True)


def driver_connection(connection: Any) -> Any:
    """The driver's own connection under a DBAPI connection, which for the async drivers is SQLAlchemy's adapter."""
    return getattr(connection, "driver_connection", connection)


def send(connection: Any, sql: str) -> None:
    """The statement is executed on the DBAPI connection, and its result is thrown away."""
    cursor = connection.cursor()
    try:
        cursor.execute(sql)
    finally:
        cursor.close()
