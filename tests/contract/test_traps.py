"""Traps that databases and drivers set, each with what happens when it is stepped into."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, select

from manager import Message, Session, SessionManager
from manager.storage.database import Database
from manager.storage.tables import memos, messages, sessions
from tests.backends import SHAREABLE, SYSTEMS, Backend, direct_connection
from tests.faces import Face
from tests.processes import without_slow_callbacks
from tests.statements import StatementRecorder


def said(number: int, length: int = 30) -> dict[str, Any]:
    return {"role": "user", "content": f"{number} " + "x" * length}


def keep_last(full: Any, window: list[Message], memo: Any, settings: Any) -> Any:
    return [*full][-3:], [{"role": "assistant", "content": "summary"}, *window[-1:]], {"kept": 1}


# --- the row lock comes first, and alone --------------------------------------------------------


class TransactionRecorder(StatementRecorder):
    """Hears which statements each write transaction begins with."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = False
        self._first: list[str] | None = None

    @contextmanager
    def firsts(self) -> Iterator[list[str]]:
        """The first statement of each transaction begun in this context."""
        self._first = []
        try:
            yield self._first
        finally:
            self._first = None

    def _hear(self, statement: str) -> None:
        if self._first is None:
            return
        if statement.startswith("BEGIN"):
            self._begun = True
        elif self._begun:
            self._begun = False
            self._first.append(" ".join(statement.split()))


WRITES: dict[str, Callable[[Session], object]] = {
    "append": lambda session: session.append(said(1)),
    "append many": lambda session: session.append([said(1), said(2)]),
    "append with key": lambda session: session.append(said(1), key="key"),
    "append with cut": lambda session: session.append([said(1, 2_000), said(2)]),
    "append of what has to be shortened": lambda session: session.append(said(2, 3_000)),
    "set": lambda session: session.set_chat_history([said(0), said(7)]),
    "reset": lambda session: session.reset_chat_history(),
    "clear": lambda session: session.clean_context_window(),
    "memo": lambda session: session.set_memo({"a": 1}),
    "pop": lambda session: session.pop_message(),
    "rewind": lambda session: session.rewind(2),
    "rollback": lambda session: session.rollback(1),
    "exact rollback": lambda session: session.rollback(1, keep_newer=False),
    "undo": lambda session: session.set_memo("undone").undo(),
    "resize": lambda session: session.set_settings("session.max_length", 100).resize(),
    "resize by a handler": lambda session: session.register_resize_handler("last", keep_last).resize("last"),
    "release": lambda session: [session.rollback(1, hold=True), session.resize()],
    "settings": lambda session: session.set_settings("session.max_length", 100),
    "unset settings": lambda session: session.unset_settings("session.max_length"),
    "title": lambda session: session.update(title="title", metadata={"a": 1}),
    "load": lambda session: session.load_json(session.to_json()),
}


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
def test_the_first_statement_of_every_write_locks_the_session_row_alone(database_url: str, backend: Backend) -> None:
    """PostgreSQL: after waiting for the row, a join in the locking statement found no row, a sub-select an old one.

    MariaDB: a plain read before the lock made later reads stale.
    """
    system = backend.system
    with TransactionRecorder().listening() as recorder, SessionManager(database_url) as manager:
        assert isinstance(recorder, TransactionRecorder)
        for name, write in WRITES.items():
            session = manager.session(name, settings={"session.max_length": 1_000})
            session.append([said(0), said(0), said(3)])
            with recorder.firsts() as firsts:
                write(session)
            if not firsts:
                assert name == "append", f"{name} had no transaction"  # PostgreSQL's guarded statement
            for first in firsts:
                assert_locks_alone(first, system)
        with recorder.firsts() as firsts:
            manager.session("new").append(said(0))
            manager.delete_session("new")
        assert len(firsts) > 3
        for first in firsts:
            assert_locks_alone(first, system)


def assert_locks_alone(statement: str, system: str) -> None:
    """It locks the session row, and reads no other table."""
    if statement.startswith("UPDATE ledger_sessions SET lease_"):
        # Taking the lease, or giving it back, is this one statement.
        assert "SELECT" not in statement
        assert " WHERE ledger_sessions.id = " in statement
        return
    assert statement.startswith("SELECT ledger_sessions.")
    assert statement.count("SELECT") == 1
    assert " FROM ledger_sessions WHERE ledger_sessions." in statement
    lock = {"sqlite": "", "postgresql": " FOR NO KEY UPDATE", "mariadb": " FOR UPDATE"}[system]
    assert statement.endswith(lock)  # on SQLite the transaction itself is the lock


# --- the session's row --------------------------------------------------------------------------


@pytest.mark.backends("postgresql")
def test_updates_of_the_session_row_stay_on_its_page(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face
) -> None:
    """With an index on a column that every append changes, heap-only updates fall from 100 % to none."""
    moment = [60_000_000]

    def clock() -> int:
        moment[0] += 1_000
        return moment[0]

    manager = make_manager(clock=clock)
    session = face(manager.session("one", settings={"session.max_length": 400}))
    for number in range(40):
        session.append(said(number))
        session.append([said(number), said(number)], key=f"key {number}")
    session.set_memo("memo")
    face(manager).close()  # which makes its counters known
    with direct_connection(database_url) as connection:
        updated, hot = connection.exec_driver_sql(
            "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'ledger_sessions'"
        ).one()
    assert updated >= 80
    assert hot >= 0.9 * updated


@pytest.mark.backends(*SHAREABLE)
def test_the_number_of_a_deleted_session_is_not_given_again(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face
) -> None:
    """SQLite gives a deleted rowid to the next row, unless told not to: a handle would go on in another's session."""
    manager = face(make_manager())
    numbers: list[int] = []
    with direct_connection(database_url) as connection:
        for number in range(3):
            face(manager.session(f"session {number}")).append(said(0))
            numbers += connection.scalars(select(sessions.c.id))
            manager.delete_session(f"session {number}")
    assert numbers == sorted(set(numbers))


# --- text ---------------------------------------------------------------------------------------

TEXTS: list[dict[str, Any]] = [
    {"role": "user", "content": "é e\u0301 \x00 \\u0000 שלום 😀 \u2028 \x7f", "n": 2**70},
    {"role": "user", "content": "\ud83d lone", "n": [-(2**63) - 1, 1e-320, -0.0, 1e22, 0.1]},
    {"role": "assistant", "content": None, "big": [9007199254740993, 18446744073709551616]},
    {"role": "user", "content": "a percent sign %s %(x)s 100% and a :colon ?", "quote": 'it\'s "quoted" `so` \\'},
]


@pytest.mark.backends(*SYSTEMS)
def test_stored_text_is_what_was_hashed(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face
) -> None:
    """With orjson alone 2**70 is a float, silently, and a lone surrogate unreadable; PostgreSQL's TEXT refuses NUL.

    What is in the column must be the JSON text that was hashed, byte for byte, as the server sees it.
    """
    manager = face(make_manager())
    session = face(manager.session("one"))
    session.append(TEXTS)
    session.set_memo(TEXTS)
    again = list(session.log())
    assert again == TEXTS
    assert repr([message.model_dump() for message in again]) == repr(TEXTS)
    assert repr(session.memo) == repr(TEXTS)
    server_hash = {
        "sqlite": None,
        "postgresql": "encode(sha256(nonce || convert_to(payload, 'UTF8')), 'hex')",
        "mariadb": "SHA2(CONCAT(nonce, CONVERT(payload USING binary)), 256)",
    }
    with direct_connection(database_url) as connection:
        for payload, said_ in zip(
            connection.scalars(select(messages.c.payload).order_by(messages.c.seq)), TEXTS, strict=True
        ):
            assert payload is not None
            assert repr(json.loads(payload)) == repr(said_)
            payload.encode()
        (memo,) = connection.scalars(select(memos.c.content))
        assert repr(json.loads(str(memo))) == repr(TEXTS)
        expression = server_hash[connection.dialect.name]
        if expression is not None:
            for nonce, payload, digest in connection.exec_driver_sql(
                f"SELECT nonce, payload, {expression} FROM ledger_messages ORDER BY seq"
            ):
                assert digest == hashlib.sha256(bytes(nonce) + payload.encode()).hexdigest()
    assert manager.verify().ok


@pytest.mark.backends("sqlite")
def test_rows_without_a_rowid_are_small(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face
) -> None:
    """Above 1,000 bytes every comparison of keys reads the whole row: 54 µs for a page of lengths and not 12."""
    session = face(make_manager().session("one"))
    for size in (10, 500, 700, 790, 800, 810, 1_000, 5_000):
        for letter in ("x", "é", "😀", "\ud83d"):
            session.append({"role": "user", "content": letter * size})
            session.append({"role": "user", "content": "short"}, metadata={"note": letter * size})
            session.append(said(1, 400), metadata={"note": letter * 100})
    with direct_connection(database_url) as connection:
        rows = [tuple(row) for row in connection.execute(select(messages))]
    assert len(rows) == 96
    assert max(sum(map(_size, row)) for row in rows) < 1_000
    assert {row[5] is None for row in rows} == {True, False}


def _size(value: Any) -> int:
    if isinstance(value, str):
        return len(value.encode())
    return len(value) if isinstance(value, bytes) else 8


@pytest.mark.backends("mariadb")
def test_connections_are_strict_and_read_what_is_committed(database: Database, face: Face) -> None:
    """Without strict mode long text is cut silently; REPEATABLE READ reads stale rows after the lock, and its gap locks
    made 7 of 8 creations at once deadlock."""

    def read(connection: Connection) -> tuple[str, ...]:
        return tuple(connection.exec_driver_sql("SELECT @@tx_isolation, @@sql_mode, @@collation_connection").one())

    for write in (True, False):
        isolation, mode, collation = face.call(database.run, read, write=write)
        assert isolation == "READ-COMMITTED"
        assert "STRICT_ALL_TABLES" in mode
        assert collation.startswith("utf8mb4")


@pytest.fixture
def database(database_url: str, face: Face) -> Iterator[Database]:
    made = Database(database_url)
    yield made
    face.call(made.close)


@pytest.mark.backends("sqlite", "sqlite-aiosqlite")
def test_connections_wait_before_they_do_anything_else(database: Database, face: Face) -> None:
    """The busy timeout set after `journal_mode=WAL`: 432 of 480 opens of a fresh file by 16 processes were refused."""

    def read(connection: Connection) -> tuple[int, ...]:
        names = ("busy_timeout", "synchronous", "foreign_keys")
        return tuple(int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()) for name in names)

    assert face.call(database.run, read, write=False) == (5_000, 2, 1)
    timeout, *others = face.call(database.run, read, write=True)
    assert others == [2, 1]
    # The connection of a group commit waits by itself, after it was set up.
    assert timeout == (5_000 if face.name == "async" and "aiosqlite" in database.url else 0)


# --- the end ------------------------------------------------------------------------------------

PROGRAM = """
import asyncio, sys
from manager import SessionManager

manager = SessionManager(sys.argv[1], settings={"session.max_length": 200})

async def analyze(full, window, memo, settings):
    return "last" if len(window) > 2 else None

manager.register_session_analysis_handler(analyze)
manager.register_session_resize_handler("last", lambda full, window, memo, settings: (None, window[-1:], memo))
session = manager.session("one")
for number in range(4):
    session.append({"role": "user", "content": str(number)})

async def main():
    for number in range(4):
        await session.async_append({"role": "user", "content": str(number)})
    async for message in await session.async_get_full_context():
        break

asyncio.run(main())
walk = iter(session.log())
next(walk)
print(len(session.log()), len(session.context_window))
"""


@pytest.mark.faces("sync")
def test_a_manager_nobody_closes_does_not_keep_the_process(database_url: str) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-X", "dev", "-c", PROGRAM, database_url],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stdout, without_slow_callbacks(result.stderr)) == (0, "8 2\n", "")
