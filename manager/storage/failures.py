"""What a driver's error means: may it pass by itself, is the connection gone, and which of our errors says so."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping
from enum import Enum, auto
from typing import Any

from sqlalchemy import exc

from manager.errors import (
    DatabaseBusyError,
    DatabaseCorruptError,
    DatabaseError,
    DatabaseFullError,
    DatabaseReadOnlyError,
    DatabaseUnavailableError,
    ManagerError,
)


class _Kind(Enum):
    TRANSIENT = auto()
    BUSY = auto()
    GONE = auto()
    UNREACHABLE = auto()
    FULL = auto()
    READ_ONLY = auto()
    CORRUPT = auto()


_ERRORS = {
    _Kind.TRANSIENT: DatabaseBusyError,
    _Kind.BUSY: DatabaseBusyError,
    _Kind.GONE: DatabaseUnavailableError,
    _Kind.UNREACHABLE: DatabaseUnavailableError,
    _Kind.FULL: DatabaseFullError,
    _Kind.READ_ONLY: DatabaseReadOnlyError,
    _Kind.CORRUPT: DatabaseCorruptError,
}


_SQLITE = {
    sqlite3.SQLITE_BUSY: _Kind.TRANSIENT,
    sqlite3.SQLITE_LOCKED: _Kind.TRANSIENT,
    sqlite3.SQLITE_PROTOCOL: _Kind.TRANSIENT,  # two connections set up the write-ahead log at once
    sqlite3.SQLITE_CANTOPEN: _Kind.UNREACHABLE,
    sqlite3.SQLITE_FULL: _Kind.FULL,
    sqlite3.SQLITE_TOOBIG: _Kind.FULL,
    sqlite3.SQLITE_READONLY: _Kind.READ_ONLY,
    sqlite3.SQLITE_PERM: _Kind.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: _Kind.CORRUPT,
    sqlite3.SQLITE_NOTADB: _Kind.CORRUPT,
}

#: By sqlstate, or the class its first two characters name.
_POSTGRESQL = {
    "40001": _Kind.TRANSIENT,  # serialization failure
    "40P01": _Kind.TRANSIENT,  # deadlock
    "55P03": _Kind.TRANSIENT,  # lock not available
    "57P03": _Kind.TRANSIENT,  # the server is starting up
    "08": _Kind.GONE,
    "57P01": _Kind.GONE,
    "57P02": _Kind.GONE,
    "57P05": _Kind.GONE,
    "25P03": _Kind.GONE,  # idle in transaction for too long
    "25P04": _Kind.GONE,
    "53300": _Kind.UNREACHABLE,  # too many connections
    "28": _Kind.UNREACHABLE,
    "3D000": _Kind.UNREACHABLE,
    "53100": _Kind.FULL,
    "53200": _Kind.FULL,
    "54": _Kind.FULL,
    "25006": _Kind.READ_ONLY,
    "42501": _Kind.READ_ONLY,
    "XX001": _Kind.CORRUPT,
    "XX002": _Kind.CORRUPT,
}

_MARIADB = {
    **dict.fromkeys((1020, 1205, 1213), _Kind.TRANSIENT),
    # 0: PyMySQL, of a socket it has closed before.
    **dict.fromkeys((0, 1053, 1158, 1159, 1160, 1161, 1927, 2006, 2013, 2014, 2045, 2055, 4031), _Kind.GONE),
    **dict.fromkeys((1040, 1044, 1045, 1047, 1049, 1129, 1130, 1203, 2002, 2003, 2005), _Kind.UNREACHABLE),
    **dict.fromkeys((1021, 1041, 1114, 1153), _Kind.FULL),
    **dict.fromkeys((1036, 1142, 1143, 1227, 1290, 1792), _Kind.READ_ONLY),
    **dict.fromkeys((126, 127, 134, 144, 145, 1034, 1035, 1194, 1195), _Kind.CORRUPT),
}


class TooLargeError(Exception):
    """A statement is larger than the server takes; the server closes the connection and gives no reason."""


def driver_error(error: BaseException) -> BaseException | None:
    """The driver's error in what SQLAlchemy or a driver raised; None if it comes from elsewhere."""
    if isinstance(error, exc.DBAPIError):
        return error.orig
    if isinstance(error, exc.TimeoutError | sqlite3.Error | TooLargeError):
        return error
    if type(error).__module__.partition(".")[0] in ("psycopg", "pymysql", "asyncmy"):
        return error
    if isinstance(error, ManagerError):  # some of which are ConnectionError too
        return None
    # asyncmy lets those of the socket through.
    return error if isinstance(error, ConnectionError | asyncio.IncompleteReadError) else None


def transient(error: BaseException) -> bool:
    """Whether the same transaction may succeed when it is run again."""
    return _kind(error) is _Kind.TRANSIENT


def disconnected(error: BaseException) -> bool:
    """Whether the connection is gone with it."""
    return _kind(error) is _Kind.GONE


def duplicate(error: BaseException) -> bool:
    """Whether a row with the same key was there already."""
    cause = driver_error(error)
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) in (
            sqlite3.SQLITE_CONSTRAINT_UNIQUE,
            sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
        )
    if getattr(cause, "sqlstate", None) == "23505":
        return True
    return cause is not None and cause.args[:1] == (1062,)


def translate(error: BaseException, url: str) -> DatabaseError:
    """The error of ours that says what happened; to be raised from the driver's."""
    cause = driver_error(error) or error
    text = " ".join(str(cause).split()) or type(cause).__name__
    kind = _kind(cause)
    return (DatabaseError if kind is None else _ERRORS[kind])(url, text)


def _kind(error: BaseException) -> _Kind | None:
    cause = driver_error(error)
    if cause is None:
        return None
    if isinstance(cause, sqlite3.Error):
        return _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    if isinstance(cause, exc.TimeoutError):
        return _Kind.BUSY  # the pool has waited as long as it was told to
    if isinstance(cause, TooLargeError):
        return _Kind.FULL
    if isinstance(cause, ConnectionError | asyncio.IncompleteReadError):
        return _Kind.GONE
    if type(cause).__module__.partition(".")[0] == "psycopg":
        state = getattr(cause, "sqlstate", None)
        if state is None:
            # libpq gives no state where the server gave none: it is not there, or no longer.
            return _Kind.GONE if type(cause).__name__ in ("OperationalError", "ConnectionTimeout") else None
        return _POSTGRESQL.get(state, _POSTGRESQL.get(state[:2]))
    code = cause.args[0] if cause.args else None
    if isinstance(code, int):
        return _MARIADB.get(code)
    # What SQLAlchemy makes of an AttributeError of asyncmy, whose socket has gone.
    return _Kind.GONE if "network operation failed" in str(code) else None


def explain(error: BaseException, values: Any, info: Mapping[Any, Any]) -> None:
    """Raises `TooLargeError` if the statement with these values is more than the server takes.

    MariaDB closes the connection in the middle of such a statement; taken for a lost connection, it would be sent
    again and again.
    """
    limit = info.get("max_allowed_packet")
    if limit is not None and isinstance(error, Exception) and disconnected(error):
        size = _size(values)
        if size > limit:
            raise TooLargeError(
                f"a statement of at least {size} bytes is over the server's max_allowed_packet of {limit} bytes, "
                "which must be raised for it"
            ) from error


def _size(values: Any) -> int:
    if isinstance(values, str):
        return len(values.encode())
    if isinstance(values, bytes):
        return len(values)
    if isinstance(values, Mapping):
        return sum(map(_size, values.values()))
    # The rows of one execute_many are cut into packets by the driver: the largest one counts.
    if isinstance(values, list | tuple):
        sizes = list(map(_size, values))
        rows = any(isinstance(value, list | tuple | Mapping) for value in values)
        return max(sizes, default=0) if rows else sum(sizes)
    return 0
