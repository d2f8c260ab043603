"""Databases that other programs made: read page by page, and left as they are."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    LargeBinary,
    and_,
    cast,
    column,
    create_engine,
    func,
    inspect,
    or_,
    select,
    table,
)
from sqlalchemy.dialects import mysql
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from manager.errors import LoadError
from manager.storage.dialects import dialect_of
from manager.storage.failures import translate

R = TypeVar("R")

#: A page has at most so many rows, and ends behind the row with which it has so many characters and bytes.
_PAGE = 1_000
_PAGE_SIZE = 4_000_000

#: Seconds that a page waits for who has locked a SQLite file.
_PATIENCE = 5.0

#: The collation under which texts are equal only where all their characters are; MariaDB's depends on the column.
_EXACT = {"sqlite": "BINARY", "postgresql": "C"}

#: Schemes of frameworks' URLs, whatever the driver behind the plus, as they are named here.
_FAMILIES = {"mysql": "mariadb"}


class ForeignDatabase:
    """A database of another program. No connection, and so no lock, is held between two pages."""

    def __init__(self, source: str) -> None:
        """Nothing is opened.

        Args:
            source: the path of a SQLite file, or the URL of a database.

        Raises:
            LoadError: there is no such file, or it is no SQLite database.
            UnsupportedDatabaseError: the URL names what cannot be read here.
        """
        self._file: Path | None = None
        self._unlocked: tuple[int, int] | None = None
        if "://" in source:
            try:
                url = make_url(source)
            except (ArgumentError, ValueError):
                url = None
            if url is not None:
                family = url.drivername.partition("+")[0]
                url = url.set(drivername=_FAMILIES.get(family, family))
            dialect = dialect_of(url if url is not None else source)
            self.shown, self._collation = dialect.shown, _EXACT.get(dialect.name)
            if dialect.name == "sqlite":
                self._file = Path((url.database if url is not None else None) or ":memory:")
            else:
                # Without autocommit: rows can be streamed in a transaction alone, which ends with its page.
                arguments = {key: value for key, value in dialect.connect_args().items() if key != "autocommit"}
                self._engine = create_engine(dialect.sync_url, connect_args=arguments, hide_parameters=True)
        else:
            self._file = Path(source)
            self.shown, self._collation = source, _EXACT["sqlite"]
        if self._file is not None:
            _check_file(self.shown, self._file)
            # SQLite names the files beside a file by where links lead.
            self._file = self._file.resolve()
            self._engine = create_engine("sqlite://", creator=self._connect, poolclass=NullPool, hide_parameters=True)

    def close(self) -> None:
        """No connection is open."""
        self._engine.dispose()

    def tables(self) -> dict[str, set[str]]:
        """The names of the tables, and of the columns of each."""

        def read(connection: Connection) -> dict[str, set[str]]:
            inspector = inspect(connection)
            return {
                name: {each["name"] for each in inspector.get_columns(name)} for name in inspector.get_table_names()
            }

        return self._steadily(read)

    def table_with(self, columns: Collection[str], named: str | None) -> str:
        """The one table that has these columns; the one of this name, where one is named.

        Raises:
            LoadError: there is none, or more than one.
        """
        there = self.tables()
        fitting = sorted(name for name, of_table in there.items() if set(columns) <= of_table)
        if named is not None:
            fitting = [name for name in fitting if name == named]
        if len(fitting) == 1:
            return fitting[0]
        if not there:
            raise LoadError(self.shown, "it is empty: it has no tables", "check the path or URL, and --from")
        what = f"no table{f' {named!r}' if named is not None else ''} with the columns {', '.join(sorted(columns))}"
        if fitting:
            raise LoadError(self.shown, f"more than one table fits: {', '.join(fitting)}", "name one with --table")
        raise LoadError(
            self.shown,
            f"it has {what}",
            f"its tables are: {', '.join(sorted(there))}; check --from and --table",
        )

    def count(self, name: str, where: Mapping[str, str | None]) -> int:
        """How many rows there are with these values."""
        statement = select(func.count()).select_from(table(name)).where(*self._where(where))
        return self._steadily(lambda connection: connection.execute(statement).scalar_one())

    def rows(
        self, name: str, *, by: Sequence[str], columns: Sequence[str] = (), where: Mapping[str, str] | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """The values of `by` and of the other columns, row by row, in the order of `by`.

        Rows without a value in the first of them are left out.

        Args:
            by: columns that name a row together and are not null; the first of them is text.
        """
        keys: list[ColumnElement[Any]] = [self._exact(by[0]), *(column(key) for key in by[1:])]
        page: Any = (
            select(*(column(each) for each in (*by, *columns)))
            .select_from(table(name))
            .where(column(by[0]).is_not(None), *self._where(where or {}))
            .order_by(*keys)
            .limit(_PAGE)
        )
        last: tuple[Any, ...] | None = None
        while True:
            after = () if last is None else (_after(keys, (self._exact_value(last[0]), *last[1:])),)
            read, more = self._steadily(partial(_read_page, page.where(*after)))
            for row in read:
                if not isinstance(row[0], str):
                    raise LoadError(self.shown, f"{by[0]} {row[0]!r} of {name} is no text", "mend it there")
            yield from read
            if not more:
                return
            last = read[-1][: len(keys)]

    def _where(self, values: Mapping[str, str | None]) -> Iterator[ColumnElement[bool]]:
        for name, value in values.items():
            yield column(name).is_(None) if value is None else self._exact(name) == self._exact_value(value)

    def _exact(self, name: str) -> ColumnElement[Any]:
        named: ColumnElement[Any] = column(name)
        if self._collation is not None:
            return named.collate(self._collation)
        return cast(cast(named, mysql.CHAR(charset="utf8mb4")), LargeBinary)

    def _exact_value(self, value: str) -> str | bytes:
        return value if self._collation is not None else value.encode()

    def _steadily(self, read: Callable[[Connection], R]) -> R:
        """What it reads on a connection of its own; from a file that did not change meanwhile."""
        while True:
            before = self._unlocked = self._state()
            try:
                with self._engine.connect() as connection:
                    found = read(connection)
            except SQLAlchemyError as error:
                if before != self._state():
                    continue
                if getattr(error.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_READONLY_ROLLBACK:
                    raise LoadError(
                        self.shown,
                        "whoever wrote to it last was interrupted, and what they had begun is to be taken back first",
                        "open it once with the program that writes to it; it is only read here",
                    ) from error
                raise translate(error, self.shown) from error
            if before is None or before == self._state():
                return found

    def _state(self) -> tuple[int, int] | None:
        """When the file was changed last, and its size, where it is to be read without locks; else None.

        Opened read-only, SQLite makes the files -wal and -shm beside a file in WAL mode, and leaves them there. Where
        there are none, nobody has it open, and it can be read as a file that does not change, if it then did not.
        """
        if self._file is None or not _has_wal_mode(self._file) or os.path.exists(f"{self._file}-wal"):
            return None
        found = self._file.stat()
        return found.st_mtime_ns, found.st_size

    def _connect(self) -> sqlite3.Connection:
        assert self._file is not None
        uri = f"{self._file.as_uri()}?mode=ro{'&immutable=1' if self._unlocked is not None else ''}"
        connection = sqlite3.connect(uri, uri=True, timeout=_PATIENCE, isolation_level=None)
        connection.text_factory = _text
        return connection


def _read_page(statement: Executable, connection: Connection) -> tuple[list[tuple[Any, ...]], bool]:
    """The rows, and whether there may be more behind them."""
    read: list[tuple[Any, ...]] = []
    size = 0
    # Drivers of servers would else have all the rows in memory before the first is seen.
    for row in connection.execution_options(stream_results=True, max_row_buffer=10).execute(statement):
        read.append(tuple(row))
        size += sum(len(value) for value in row if isinstance(value, str | bytes))
        if size > _PAGE_SIZE:
            return read, True
    return read, len(read) == _PAGE


def _check_file(shown: str, file: Path) -> None:
    if not file.is_file():
        raise LoadError(shown, "there is no such file", "check the path")
    with file.open("rb") as opened:
        if opened.read(16) not in (b"SQLite format 3\0", b""):
            raise LoadError(shown, "it is not a SQLite database", "check the path and --from")


def _has_wal_mode(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(20)[18:19] == b"\2"


def _text(raw: bytes) -> str | bytes:
    """Text that is no UTF-8 stays what it is, so that one such row does not hide the page it is on."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _after(keys: Sequence[ColumnElement[Any]], values: Sequence[Any]) -> ColumnElement[bool]:
    """Behind the row with these values."""
    return or_(
        *(
            and_(*(keys[before] == values[before] for before in range(index)), key > values[index])
            for index, key in enumerate(keys)
        )
    )
