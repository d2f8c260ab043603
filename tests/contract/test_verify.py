"""Verification: the first row that was altered, lost or added behind the store's back is named."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, SmallInteger, Table, delete, insert, select, update

from manager import ALL_OWNERS, InvalidArgumentError, SessionManager, StoredDataError, VerifyReport
from manager.storage import tables
from tests.backends import SYSTEMS, direct_connection
from tests.faces import Face
from tests.messages import numbered, of_length, system, user

#: Columns no digest and no sum covers: they are worked out from the others, or are the application's to change.
NOT_COVERED = {
    "ledger_sessions": {
        *("id", "measure", "settings", "held_revision", "created_at", "updated_at", "active_at"),
        # What an automatic resize waits for is found out again by the next.
        *("open_calls", "retry_length", "retry_count", "retry_rules", "lease_holder", "lease_until"),
    },
    "ledger_pins": {"session"},
    "ledger_messages": {"session", "role", "links", "encoding", "metadata", "revision"},
    "ledger_bodies": {"session", "metadata"},
    "ledger_window_revisions": {"session", "duration_us"},
    "ledger_window_entries": {"session"},
    "ledger_derived_messages": {"session", "source_seq", "role", "links", "encoding", "length"},
    "ledger_memos": {"session", "encoding", "created_at"},
}
COVERED = [
    (table.name, column.name)
    for table in tables.metadata.sorted_tables
    if table.name in NOT_COVERED
    for column in table.columns
    if column.name not in NOT_COVERED[table.name]
]


def eventful(manager: SessionManager, face: Face) -> None:
    """A session with rows in every table, and another one."""
    handle = manager.session("a", owner="ann", settings={"session.max_length": 400})
    handle.register_resize_handler(
        "mine",
        lambda full, window, memo, settings: ([*full[:2], system("sum")], [system("sum"), *window[-1:]], {"n": 2}),
    )
    session = face(handle)
    session.append([user("one"), user("x" * 2000), user("three")], key="k", metadata={"n": 1})
    session.append(of_length(900, "long"))
    session.set_memo({"n": 1}, reason="why", actor="bob", metadata=[1])
    session.append(numbered(3))
    session.resize("mine")
    session.append(user("nine"))
    session.pin(1)
    face(manager.session("other")).append(numbered(2))


def verified(manager: SessionManager, face: Face) -> VerifyReport:
    return face(manager).verify("a", owner="ann")


def other_value(column: Column[Any], value: Any) -> Any:
    """Another value of the column's type."""
    if isinstance(column.type, LargeBinary):
        return bytes(len(value))
    if isinstance(column.type, (BigInteger, Integer, SmallInteger)):
        return 1 if value is None else value + (1000 if column.primary_key else 1)
    return '{"role": "user", "content": "forged"}' if column.name in ("payload", "content") else "forged"


def test_an_untouched_ledger_is_ok(manager: SessionManager, face: Face) -> None:
    eventful(manager, face)
    report = face(manager).verify()
    assert (report.ok, report.problems) == (True, ())
    assert (report.sessions, report.messages, report.revisions) == (2, 10, 8)
    one = verified(manager, face)
    assert (one.sessions, one.messages, one.revisions) == (1, 8, 7)
    assert face(manager).verify(owner=None).sessions == 1
    assert face(manager).verify(owner="ann").messages == 8
    assert face(manager).verify(owner=ALL_OWNERS).sessions == 2


@pytest.mark.faces("sync")
@pytest.mark.backends("sqlite")
def test_every_altered_column_is_found(manager: SessionManager, face: Face, database_url: str) -> None:
    eventful(manager, face)
    found: dict[tuple[str, str], bool] = {}
    with direct_connection(database_url) as connection:
        for table_name, column_name in COVERED:
            table, column = tables.metadata.tables[table_name], tables.metadata.tables[table_name].c[column_name]
            key = [c for c in table.primary_key.columns if c is not column]
            rows = connection.execute(select(table).where(_of_the_session(table))).mappings().all()
            row = next((row for row in rows if row[column_name] is not None), rows[-1])
            here = [c == row[c.name] for c in table.primary_key.columns]
            there = [*(c == row[c.name] for c in key), column == other_value(column, row[column_name])]
            connection.execute(update(table).where(*here).values({column_name: other_value(column, row[column_name])}))
            report = manager.verify()
            found[table_name, column_name] = not report.ok
            connection.execute(
                update(table).where(*(there if column.primary_key else here)).values({column_name: row[column_name]})
            )
            assert manager.verify().ok
    assert [name for name, was_found in found.items() if not was_found] == []


@pytest.mark.faces("sync")
@pytest.mark.backends(*SYSTEMS)
@pytest.mark.parametrize(
    "table", ["messages", "bodies", "window_revisions", "window_entries", "derived_messages", "memos", "pins"]
)
def test_a_lost_or_added_row_is_found(manager: SessionManager, face: Face, database_url: str, table: str) -> None:
    eventful(manager, face)
    rows: Table = getattr(tables, table)
    with direct_connection(database_url) as connection:
        kept = [dict(row) for row in connection.execute(select(rows).where(_of_the_session(rows))).mappings()]
        assert kept
        for row in kept:
            here = [column == row[column.name] for column in rows.primary_key.columns]
            connection.execute(delete(rows).where(*here))
            report = verified(manager, face)
            assert not report.ok
            (problem,) = report.problems
            assert (problem.owner, problem.session_id) == ("ann", "a")
            assert problem.table
            assert problem.row
            assert problem.what
            connection.execute(insert(rows), row)
        last = list(rows.primary_key.columns)[-1].name
        more = {**kept[-1], last: kept[-1][last] + 1}
        connection.execute(insert(rows), more)
        assert not verified(manager, face).ok
        assert manager.verify("other").ok


@pytest.mark.faces("sync")
@pytest.mark.backends(*SYSTEMS)
def test_the_first_row_that_is_wrong_is_named(manager: SessionManager, face: Face, database_url: str) -> None:
    eventful(manager, face)
    session = manager.session("a", owner="ann")
    row = _of_the_session(tables.messages)
    with direct_connection(database_url) as connection:
        connection.execute(
            update(tables.messages).where(row, tables.messages.c.seq >= 3).values(payload='{"role":"u"}')
        )
    problem = verified(manager, face).problems[0]
    assert (problem.table, problem.row) == ("ledger_messages", "3")
    assert "altered" in problem.what
    assert len(session.context_window) > 0


@pytest.mark.faces("sync")
@pytest.mark.backends(*SYSTEMS)
def test_problems_of_several_sessions_are_all_listed(manager: SessionManager, face: Face, database_url: str) -> None:
    for name in "abc":
        manager.session(name).append(numbered(2))
    with direct_connection(database_url) as connection:
        connection.execute(update(tables.messages).where(tables.messages.c.session != 2).values(created_at=5))
    report = manager.verify()
    assert [problem.session_id for problem in report.problems] == ["a", "c"]
    assert report.sessions == 3


# --- against a head kept elsewhere --------------------------------------------------------------


def test_a_head_kept_elsewhere_is_compared(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    info = session.info()
    kept = {"a": (info.head_seq, info.head_digest)}
    session.append(numbered(2))
    assert face(manager).verify(expected=kept).ok
    assert face(manager).verify("a", expected={("", "a"): (3, bytes.fromhex(info.head_digest))}).ok
    wrong = face(manager).verify(expected={"a": (2, info.head_digest)})
    assert [problem.row for problem in wrong.problems] == ["2"]
    short = face(manager).verify(expected={"a": (9, info.head_digest)})
    assert "the log ends at 5" in short.problems[0].what
    missing = face(manager).verify(expected={"b": (1, info.head_digest)})
    assert (missing.problems[0].session_id, missing.ok) == ("b", False)


def test_a_rewritten_history_is_found_by_its_head_alone(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    info = session.info()
    face(manager).delete_session("a")
    face(manager.session("a")).append(numbered(3))
    assert face(manager).verify().ok
    assert not face(manager).verify(expected={"a": (info.head_seq, info.head_digest)}).ok


def test_verify_never_raises(manager: SessionManager, face: Face) -> None:
    report = face(manager).verify("never written to")
    assert not report.ok
    assert "no session" in report.problems[0].what
    assert face(manager).verify().ok


def _of_the_session(table: Table) -> Any:
    """The rows of the first session, whose id is the lowest."""
    column = table.c.id if table.name == "ledger_sessions" else table.c.session
    return column == select(tables.sessions.c.id).where(tables.sessions.c.owner == "ann").scalar_subquery()


@pytest.mark.backends(*SYSTEMS)
def test_settings_that_are_no_json_are_named(manager: SessionManager, face: Face, database_url: str) -> None:
    face(manager.session("a")).append({"role": "user", "content": "x"})
    face(manager.session("b")).append({"role": "user", "content": "y"})
    face.call(manager.close)
    with direct_connection(database_url) as connection:
        connection.exec_driver_sql("UPDATE ledger_sessions SET settings = '{oops' WHERE session_id = 'a'")
    with SessionManager(database_url) as again:
        report = face(again).verify()
        assert [(problem.session_id, problem.table) for problem in report.problems] == [("a", "ledger_sessions")]
        assert report.sessions == 2
        with pytest.raises(StoredDataError, match="session 'a'"):
            face(again).list_sessions()
        assert face(again.session("b")).context_window == [{"role": "user", "content": "y"}]


@pytest.mark.backends(*SYSTEMS)
def test_a_lost_message_is_not_called_a_deleted_session(manager: SessionManager, face: Face, database_url: str) -> None:
    session = face(manager.session("a"))
    session.append([{"role": "user", "content": str(number)} for number in range(9)])
    face.call(manager.close)
    with direct_connection(database_url) as connection:
        connection.exec_driver_sql("DELETE FROM ledger_messages WHERE seq = 7")
    with SessionManager(database_url) as again, pytest.raises(StoredDataError, match="message 7"):
        face(again.session("a")).get_context_window()


@pytest.mark.backends("sqlite")
@pytest.mark.parametrize("expected", [{"a": 5}, {"a": (1, 2)}, {1: (1, "x")}, [1], {"a": ("1", "x")}])
def test_heads_that_are_none_are_refused(manager: SessionManager, face: Face, expected: Any) -> None:
    with pytest.raises(InvalidArgumentError, match="expected"):
        face(manager).verify(expected=expected)


# --- what belongs to no session, and what SQLite keeps in any column ----------------------------


@pytest.mark.backends(*SYSTEMS)
def test_a_deletion_nobody_asked_for_removes_nothing_and_is_named(
    manager: SessionManager, face: Face, database_url: str
) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    with direct_connection(database_url) as connection:
        row_id = connection.scalar(select(tables.sessions.c.id))
        connection.execute(insert(tables.deletions).values(session=row_id))
    for _ in range(2):
        problems = face(manager).verify().problems
        assert [(problem.table, problem.row) for problem in problems] == [("ledger_deletions", str(row_id))]
        face(manager).upgrade()
    face(manager.session("b")).append(numbered(1))
    face(manager).delete_session("b")
    assert session.context_window == numbered(3)


@pytest.mark.backends("sqlite")
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE ledger_messages SET payload = x'ff'",
        "UPDATE ledger_messages SET payload = x'7b7d'",
        "UPDATE ledger_messages SET payload = 5",
        "UPDATE ledger_messages SET digest = 'text'",
        "UPDATE ledger_messages SET created_at = 'text'",
        "UPDATE ledger_window_revisions SET window_count = 'text'",
        "UPDATE ledger_memos SET content = x'ff'",
        "UPDATE ledger_messages SET revision = 9 WHERE seq = 2",
        "UPDATE ledger_messages SET revision = 0 WHERE seq = 2",
        "UPDATE ledger_messages SET encoding = 9 WHERE seq = 2",
    ],
)
def test_a_value_that_cannot_be_is_reported(
    manager: SessionManager, face: Face, database_url: str, damage: str
) -> None:
    for name in ("a", "b"):
        session = face(manager.session(name))
        session.append(numbered(3))
        session.set_memo({"n": 1})
    with direct_connection(database_url) as connection:
        session_id = connection.scalar(select(tables.sessions.c.id).where(tables.sessions.c.session_id == "a"))
        where = " AND " if "WHERE" in damage else " WHERE "
        assert connection.exec_driver_sql(f"{damage}{where}session = {session_id}").rowcount
    report = face(manager).verify()
    assert [problem.session_id for problem in report.problems] == ["a"]
    assert report.sessions == 2
    assert not face(manager).verify("a", owner=None).ok


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
def test_the_column_that_was_altered_is_told(manager: SessionManager, face: Face, database_url: str) -> None:
    manager.session("a").append(numbered(3))
    with direct_connection(database_url) as connection:
        for column, wrong, right in (("revision", 9, 1), ("encoding", 9, 1)):
            row = update(tables.messages).where(tables.messages.c.seq == 2)
            connection.execute(row.values({column: wrong}))
            (problem,) = manager.verify().problems
            assert (problem.table, problem.row) == ("ledger_messages", "2")
            assert column in problem.what
            connection.execute(row.values({column: right}))
    assert manager.verify().ok


@pytest.mark.backends(*SYSTEMS)
def test_rows_whose_session_is_lost_are_named(manager: SessionManager, face: Face, database_url: str) -> None:
    eventful(manager, face)
    with direct_connection(database_url) as connection:
        (row_id,) = connection.execute(select(tables.sessions.c.id).where(tables.sessions.c.owner == "ann")).scalars()
        connection.execute(delete(tables.sessions).where(tables.sessions.c.id == row_id))
    report = face(manager).verify()
    assert {problem.row for problem in report.problems} == {str(row_id)}
    assert {problem.table for problem in report.problems} >= {
        *("ledger_messages", "ledger_bodies", "ledger_window_revisions", "ledger_window_entries", "ledger_memos"),
        *("ledger_derived_messages", "ledger_append_keys"),
    }
    assert report.sessions == 1


@pytest.mark.backends(*SYSTEMS)
def test_a_session_that_lost_its_name_is_named(manager: SessionManager, face: Face, database_url: str) -> None:
    eventful(manager, face)
    with direct_connection(database_url) as connection:
        (row_id,) = connection.execute(select(tables.sessions.c.id).where(tables.sessions.c.owner == "ann")).scalars()
        connection.execute(update(tables.sessions).where(tables.sessions.c.id == row_id).values(session_id=None))
    problems = face(manager).verify().problems
    assert ("ledger_sessions", str(row_id)) in [(problem.table, problem.row) for problem in problems]
