"""Statements give what Core gives, through every driver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import (
    Connection,
    LargeBinary,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    text,
    union_all,
    update,
)

from manager.errors import DatabaseError, DatabaseFullError
from manager.storage.database import Database
from manager.storage.statements import Insert, Statement
from manager.storage.tables import append_keys, bodies, derived_messages, session_details
from tests.faces import Face

d = derived_messages.c

ROWS: list[dict[str, Any]] = [
    {
        "session": 1,
        "derived_id": number,
        "revision": 2**62 + number,
        "source_seq": None if number % 2 else number,
        "role": role,
        "links": number,
        "encoding": 1,
        "payload": payload,
        "length": len(payload or ""),
        "nonce": nonce,
    }
    for number, (role, payload, nonce) in enumerate(
        [
            ("user", "plain", bytes(12)),
            (None, None, b"\xff\x00'\"\\%s%%\n\xc3\x28\x80"),
            ("r%oles", "100 % of %s and %(name)s ? :name", b""),
            ("é", "composed é, decomposed é, 😀, \u202eright to left", b"\x00\x01\x02"),
            ("'; --", 'it\'s "quoted" \\ and \\u0000', b"%"),
        ]
    )
]

_INSERT = Insert(derived_messages)
_ALL = select(derived_messages).where(d.session == bindparam("session")).order_by(d.derived_id)


@pytest.fixture
def database(database_url: str, face: Face) -> Iterator[Database]:
    made = Database(database_url)
    yield made
    face.call(made.close)


@pytest.fixture
def filled(database: Database, face: Face) -> Database:
    def fill(connection: Connection) -> None:
        _INSERT.rows(connection, [tuple(row.values()) for row in ROWS[:3]])
        _INSERT.rows(connection, [tuple(ROWS[3].values())])
        _INSERT.row(connection, tuple(ROWS[4].values()))

    face.call(database.run, fill, write=True)
    return database


def test_rows_come_back_as_they_went_in(filled: Database, face: Face) -> None:
    statement = Statement(_ALL)

    def read(connection: Connection) -> tuple[Any, ...]:
        through_core = [tuple(row) for row in connection.execute(_ALL, {"session": 1})]
        return (
            through_core,
            statement.all(connection, {"session": 1}),
            statement.first(connection, {"session": 1}),
            statement.first(connection, session=2),
            statement.all(connection, session=2),
        )

    through_core, rows, first, none, empty = face.call(filled.run, read, write=False)
    assert rows == through_core == [tuple(row.values()) for row in ROWS]
    assert [[type(value) for value in row] for row in rows] == [[type(value) for value in row] for row in through_core]
    assert (first, none, empty) == (rows[0], None, [])


@pytest.mark.parametrize(
    "element",
    [
        select(func.count(), func.max(d.length), func.min(d.derived_id), func.sum(d.length)),
        select(d.payload.like("%of%"), d.length > 5, d.role.is_(None)).order_by(d.derived_id),
        select(d.payload).where(d.payload.contains("100 % of", autoescape=True)),
        select(d.role, literal("100%"), literal(7)).where(d.derived_id == 2),
        union_all(
            select(d.derived_id, d.nonce).where(d.derived_id == bindparam("one")),
            select(d.derived_id, d.nonce).where(d.derived_id.between(bindparam("one"), bindparam("other"))),
        ).order_by("derived_id"),
        select(d.derived_id).order_by(d.derived_id.desc()).limit(bindparam("one")),
        select(d.derived_id, d.payload).where(d.derived_id.in_(bindparam("several", expanding=True))),
        select(d.derived_id).where(d.derived_id.in_([0, 1, 99])).order_by(d.derived_id).limit(1),
        select(d.nonce).where(d.nonce == bindparam("bytes", type_=LargeBinary)),
        text("SELECT derived_id, nonce FROM ledger_derived_messages WHERE derived_id <= :other ORDER BY derived_id"),
    ],
    ids=range(10),
)
def test_any_query_reads_what_core_reads(filled: Database, face: Face, element: Any) -> None:
    statement = Statement(element)
    parameters = {"one": 1, "other": 3, "several": [4, 1, 77], "bytes": b"%"}
    used = {name: value for name, value in parameters.items() if name in element.compile().params}

    def read(connection: Connection) -> tuple[Any, Any]:
        return [tuple(row) for row in connection.execute(element, used)], statement.all(connection, used)

    through_core, rows = face.call(filled.run, read, write=False)
    assert rows == through_core
    assert [[type(value) for value in row] for row in rows] == [[type(value) for value in row] for row in through_core]
    assert rows


def test_changes_count_the_rows_they_match(filled: Database, face: Face) -> None:
    change = Statement(update(derived_messages).where(d.derived_id < bindparam("below")).values(links=bindparam("new")))
    remove = Statement(delete(derived_messages).where(d.derived_id == bindparam("number")))

    def work(connection: Connection) -> list[int]:
        return [
            change.execute(connection, {"below": 3, "new": 9}),
            change.execute(connection, {"below": 3, "new": 9}),  # matched, though they hold that already
            change.execute(connection, below=0, new=9),
            remove.execute(connection, number=1),
            remove.execute(connection, number=1),
        ]

    assert face.call(filled.run, work, write=True) == [3, 3, 0, 1, 0]


def test_many_rows_at_once(database: Database, face: Face) -> None:
    rows = [(1, number, "x" * 5000, None) for number in range(5000)]
    statement = Insert(bodies)

    def work(connection: Connection) -> Any:
        statement.rows(connection, [])
        statement.rows(connection, rows)
        return connection.execute(select(func.count(), func.max(bodies.c.seq))).one()

    assert tuple(face.call(database.run, work, write=True)) == (5000, 4999)


def test_a_refused_row_is_our_error(database: Database, face: Face) -> None:
    statement = Insert(session_details)
    row = (1, "secret words", None)

    def work(connection: Connection, many: bool) -> None:
        statement.row(connection, row)
        if many:
            statement.rows(connection, [(2, None, None), row])
        else:
            statement.row(connection, row)

    for many in (False, True):
        with pytest.raises(DatabaseError) as raised:
            face.call(database.run, lambda connection, many=many: work(connection, many), write=True)
        assert "secret words" not in str(raised.value)
    assert face.call(database.run, Statement(select(session_details)).all, write=False) == []


def test_a_missing_parameter_is_a_mistake(database: Database, face: Face) -> None:
    with pytest.raises((KeyError, DatabaseError), match="session"):
        face.call(database.run, lambda connection: Statement(insert(append_keys)).execute(connection), write=True)


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.backends("mariadb")
def test_more_than_mariadb_takes_in_one_statement_is_said_and_not_sent_again(
    database: Database, face: Face, many: bool
) -> None:
    statement = Insert(bodies)
    runs = []

    def work(connection: Connection) -> None:
        runs.append(1)
        packet = connection.exec_driver_sql("SELECT @@max_allowed_packet").scalar_one()
        row = (1, 1, "x" * (packet + 1), None)
        if many:
            statement.rows(connection, [(1, 0, "", None), row])
        else:
            statement.row(connection, row)

    with pytest.raises(DatabaseFullError, match="max_allowed_packet") as raised:
        face.call(database.run, work, write=True)
    assert not raised.value.retryable
    assert len(runs) == 1
    assert face.call(database.run, Statement(select(bodies)).all, write=False) == []


@pytest.mark.faces("sync")
@pytest.mark.backends("sqlite")
def test_a_statement_is_compiled_once(database: Database) -> None:
    compiled: list[Any] = []

    class Counted(Statement):
        def _compile(self, dialect: Any) -> Any:
            compiled.append(dialect)
            return super()._compile(dialect)

    statement = Counted(_ALL)
    read: Callable[[Connection], Any] = lambda connection: statement.all(connection, {"session": 1})  # noqa: E731
    for _ in range(3):
        database.run(read, write=False)
    other = Database("sqlite://")
    other.run(read, write=False)
    other.close()
    assert len(compiled) == 1
