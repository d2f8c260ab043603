"""A session is deleted between two statements of one reading: the reader hears of it, and never gets less."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection

from manager import Session, SessionManager, SessionNotFoundError, StoredDataError
from manager.storage.statements import Statement
from tests.backends import SYSTEMS, direct_connection
from tests.faces import Face
from tests.messages import numbered, user

READS: dict[str, Callable[[Session], Any]] = {
    "context_window": lambda session: session.context_window,
    "snapshot": lambda session: session.snapshot(),
    "full_context": lambda session: session.full_context[:],
    "to_json": lambda session: session.to_json(),
    "window_at": lambda session: session.window_at(revision=2),
    "preview_resize": lambda session: session.preview_resize("mine"),
}


@contextmanager
def before_the_first_select_of(table: str, deed: Callable[[], Any]) -> Iterator[list[str]]:
    """Another thread does the deed right before the first SELECT from the table; the list holds what it preceded."""
    preceded: list[str] = []
    execute = Statement._execute

    def hooked(statement: Statement, connection: Connection, parameters: Any) -> Any:
        element: Any = statement._element
        sql = str(element.compile(dialect=connection.dialect))
        if not preceded and sql.startswith("SELECT") and table in sql:
            preceded.append(sql)
            with ThreadPoolExecutor(1) as thread:
                thread.submit(deed).result()
        return execute(statement, connection, parameters)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Statement, "_execute", hooked)
        yield preceded


def begun(manager: SessionManager, face: Face) -> Session:
    """A handle of a session whose contexts are entries and a tail."""
    handle = manager.session("a", settings={"session.max_length": 300})
    handle.register_resize_handler("mine", lambda full, window, memo, settings: (None, window[-1:], None))
    session = face(handle)
    session.set_chat_history(numbered(4))
    session.append(numbered(2, 5))
    session.clean_context_window()
    session.append(numbered(20, 7))
    session.set_memo("after the cut")  # or the handle would know which entries its cut left, and read none
    return session


@pytest.mark.backends(*SYSTEMS, "sqlite-aiosqlite")
@pytest.mark.parametrize("read", READS)
def test_reading_a_session_that_is_deleted_meanwhile_says_so(
    make_manager: Callable[..., SessionManager], face: Face, read: str
) -> None:
    session = begun(make_manager(), face)
    other = make_manager()
    other.list_sessions()
    with (
        before_the_first_select_of("ledger_window_entries", lambda: other.delete_session("a")) as preceded,
        pytest.raises(SessionNotFoundError) as caught,
    ):
        READS[read](session)
    assert preceded
    assert (caught.value.deleted, caught.value.session_id) == (True, "a")


@pytest.mark.backends(*SYSTEMS, "sqlite-aiosqlite")
@pytest.mark.parametrize("read", ["context_window", "snapshot"])
def test_a_window_known_from_a_cut_is_no_window_of_a_session_deleted_meanwhile(
    make_manager: Callable[..., SessionManager], face: Face, read: str
) -> None:
    session = face(make_manager().session("a", settings={"session.max_length": 300}))
    assert session.append(numbered(20)).revision is not None
    other = make_manager()
    with (
        before_the_first_select_of("ledger_messages", lambda: other.delete_session("a")) as preceded,
        pytest.raises(SessionNotFoundError) as caught,
    ):
        READS[read](session)
    assert preceded
    assert caught.value.deleted


@pytest.mark.backends("sqlite")
def test_a_message_in_pages_that_is_deleted_meanwhile_is_no_missing_row(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    session = face(make_manager().session("a"))
    session.append([user(f"{number} " + "x" * 2000) for number in range(3)])
    other = make_manager()
    with (
        before_the_first_select_of("ledger_bodies", lambda: other.delete_session("a")) as preceded,
        pytest.raises(SessionNotFoundError) as caught,
    ):
        session.get_context_window()
    assert preceded
    assert caught.value.deleted


@pytest.mark.backends("sqlite")
@pytest.mark.parametrize("table", ["ledger_messages", "ledger_bodies"])
def test_verifying_a_session_that_is_deleted_meanwhile_finds_nothing_wrong(
    make_manager: Callable[..., SessionManager], face: Face, table: str
) -> None:
    manager = make_manager()
    face(manager.session("a")).append([user(f"{number} " + "x" * 2000) for number in range(3)])
    other = make_manager()
    with before_the_first_select_of(table, lambda: other.delete_session("a")) as preceded:
        report = face(manager).verify()
    assert preceded
    assert report.problems == ()


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
@pytest.mark.parametrize("read", ["context_window", "snapshot", "full_context", "to_json", "preview_resize"])
def test_a_lost_entry_is_no_shorter_window(
    make_manager: Callable[..., SessionManager], face: Face, database_url: str, read: str
) -> None:
    manager = make_manager()
    session = begun(manager, face)
    session.set_chat_history([*numbered(3), user("another")])
    session.resize("mine")
    assert session.context_window == [user("another")]
    with direct_connection(database_url) as connection:
        deleted = connection.exec_driver_sql("DELETE FROM ledger_window_entries")
        assert deleted.rowcount
    with pytest.raises(StoredDataError, match="'a'"):
        READS[read](session)
