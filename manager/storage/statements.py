"""Statements of SQLAlchemy Core, compiled once and executed on the driver's cursor."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Column, Connection, Executable, LargeBinary, Table, bindparam, insert, update
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler

from manager.storage import failures

Row = tuple[Any, ...]
Process = Callable[[Any], Any]

_NOTHING: Mapping[str, Any] = {}


class Statement:
    """A Core statement without the cost of executing it through Core, and with the same values in and out.

    A transaction of select, insert and update took 215 µs through Core, 177 through `exec_driver_sql`, 86 on the
    cursor (50 without SQLAlchemy). Parameters come as a mapping, by name, or both; an error leaves as the driver's.
    """

    __slots__ = ("_compiled", "_element")

    def __init__(self, element: Executable) -> None:
        self._element = element
        self._compiled: dict[type[Dialect], _Compiled] = {}

    def first(self, connection: Connection, parameters: Mapping[str, Any] = _NOTHING, /, **named: Any) -> Row | None:
        """The first row, or None."""
        cursor, compiled = self._execute(connection, {**parameters, **named} if named else parameters)
        try:
            row: Row | None = cursor.fetchone()
        finally:
            cursor.close()
        return compiled.results(row) if row is not None and compiled.results is not None else row

    def all(self, connection: Connection, parameters: Mapping[str, Any] = _NOTHING, /, **named: Any) -> list[Row]:
        """All rows."""
        cursor, compiled = self._execute(connection, {**parameters, **named} if named else parameters)
        try:
            rows: Sequence[Row] = cursor.fetchall()
        finally:
            cursor.close()
        if compiled.results is not None:
            return [compiled.results(row) for row in rows]
        return rows if type(rows) is list else list(rows)

    def execute(self, connection: Connection, parameters: Mapping[str, Any] = _NOTHING, /, **named: Any) -> int:
        """The statement is executed; the number of rows it matched."""
        cursor, _ = self._execute(connection, {**parameters, **named} if named else parameters)
        count: int = cursor.rowcount
        cursor.close()
        return count

    def _execute(self, connection: Connection, parameters: Mapping[str, Any]) -> tuple[Any, _Compiled]:
        dialect = connection.dialect
        compiled = self._compiled.get(type(dialect)) or self._compile(dialect)
        sql, values = compiled.bind(parameters)
        dbapi_connection = connection.connection.dbapi_connection
        assert dbapi_connection is not None
        cursor = dbapi_connection.cursor()
        try:
            cursor.execute(sql, values)
        except BaseException as error:
            cursor.close()
            failures.explain(error, values, connection.info)
            raise
        return cursor, compiled

    def _compile(self, dialect: Dialect) -> _Compiled:
        compiled = self._compiled[type(dialect)] = _Compiled(self._element, dialect)
        return compiled


class _Written:
    """A statement that writes rows, their values in the order of its placeholders.

    By name, a row costs a mapping and its way back into a list: a fifth of a batch's time.
    """

    __slots__ = ("_element", "_sql")

    def __init__(self, element: ClauseElement) -> None:
        self._element = element
        self._sql: dict[type[Dialect], str] = {}

    def row(self, connection: Connection, values: Row) -> None:
        """The row is stored."""
        self._send(connection, "execute", values)

    def _send(self, connection: Connection, method: str, values: Sequence[Any]) -> None:
        dialect = connection.dialect
        sql = self._sql.get(type(dialect)) or self._compile(dialect)
        dbapi_connection = connection.connection.dbapi_connection
        assert dbapi_connection is not None
        cursor = dbapi_connection.cursor()
        try:
            getattr(cursor, method)(sql, values)
        except Exception as error:
            failures.explain(error, values, connection.info)
            raise
        finally:
            cursor.close()

    def _compile(self, dialect: Dialect) -> str:
        # Where values go by name (psycopg), they go by place as well.
        sql = self._sql[type(dialect)] = re.sub(r"%\(\w+\)s", "%s", str(self._element.compile(dialect=dialect)))
        return sql


class Insert(_Written):
    """An INSERT of whole rows of a table, their values in the order of its columns."""

    __slots__ = ()

    def __init__(self, table: Table) -> None:
        super().__init__(insert(table))

    def rows(self, connection: Connection, rows: Sequence[Row]) -> None:
        """The rows are stored: psycopg pipelines them, PyMySQL makes one INSERT of many."""
        if len(rows) == 1:
            self._send(connection, "execute", rows[0])
        elif rows:
            self._send(connection, "executemany", rows)


class Update(_Written):
    """An UPDATE of one row of a table: the values of these columns in their order, then the key."""

    __slots__ = ()

    def __init__(self, key: Column[Any], columns: Sequence[str]) -> None:
        values: list[tuple[str, Any]] = [(name, bindparam(f"new_{name}")) for name in columns]
        super().__init__(update(key.table).ordered_values(*values).where(key == bindparam("key")))


class _Compiled:
    """What one dialect makes of a statement: its text, and how values go in and come out."""

    __slots__ = ("_compiler", "_defaults", "_in_order", "_processors", "results", "sql")

    def __init__(self, element: Executable, dialect: Dialect) -> None:
        compiler = element.compile(dialect=dialect)  # type: ignore[attr-defined]
        assert isinstance(compiler, SQLCompiler)
        self._compiler = compiler if compiler.post_compile_params else None
        self.sql = str(compiler)
        order = compiler.positiontup if compiler.positional else None
        self._in_order = _values_of(order) if order is not None else None
        self._defaults = {name: bind.value for bind, name in compiler.bind_names.items() if not bind.required}
        # All drivers here take and give bytes as bytes: the wrapping Core does for others is left out.
        self._processors: dict[str, Process] = {}
        for bind, name in compiler.bind_names.items():
            process = bind.type.dialect_impl(dialect).bind_processor(dialect)
            if process is not None and not isinstance(bind.type, LargeBinary):
                self._processors[name] = process
        columns = getattr(element, "exported_columns", ())
        processes = [
            None if isinstance(kind, LargeBinary) else kind.dialect_impl(dialect).result_processor(dialect, None)
            for kind in (column.type for column in columns)
        ]
        self.results = _row_processor(processes) if any(processes) else None

    def bind(self, parameters: Mapping[str, Any]) -> tuple[str, Sequence[Any] | Mapping[str, Any]]:
        """The text and the values, as the driver's `execute` takes them."""
        if self._compiler is not None:
            # IN (...) has as many placeholders as the list has elements.
            state = self._compiler.construct_expanded_state(dict(parameters))
            return state.statement, state.positional_parameters if self._in_order is not None else state.parameters
        if self._defaults:
            parameters = {**self._defaults, **parameters}
        if self._processors:
            parameters = dict(parameters)
            for name, process in self._processors.items():
                parameters[name] = process(parameters[name])
        if self._in_order is None:
            return self.sql, parameters
        return self.sql, self._in_order(parameters)


def _values_of(names: Sequence[str]) -> Callable[[Mapping[str, Any]], Row]:
    if len(names) > 1:
        return itemgetter(*names)
    if not names:
        return lambda _: ()
    (name,) = names
    return lambda parameters: (parameters[name],)


def _row_processor(processes: Sequence[Process | None]) -> Callable[[Row], Row]:
    def results(row: Row) -> Row:
        return tuple([process(value) if process else value for process, value in zip(processes, row, strict=True)])

    return results
