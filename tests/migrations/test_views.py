"""The views say what the program says."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from sqlalchemy import Connection

from manager import Session, SessionManager
from tests.backends import direct_connection

pytestmark = [pytest.mark.backends("sqlite", "postgresql", "mariadb"), pytest.mark.faces("sync")]


def rows(connection: Connection, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.exec_driver_sql(query)]


def tell(session: Session, texts: Sequence[str]) -> None:
    for text in texts:
        session.append({"role": "user", "content": text})


def shorten_all(full: Any, window: list[Any], memo: Any, settings: Any) -> tuple[None, list[Any], str]:
    """A summary in the middle, and the first and the last message around it."""
    return None, [window[0], {"role": "assistant", "content": f"{len(window)} messages"}, window[-1]], "memo"


@pytest.fixture
def session(manager: SessionManager) -> Session:
    """A session with cuts, derived messages, large bodies, a rollback and a live tail; others around it."""
    manager.register_session_resize_handler("shorten_all", shorten_all)
    other = manager.session("s", owner="somebody else")
    tell(other, ["not mine"] * 3)
    other.clean_context_window()
    other.undo()
    gone = manager.session("gone")
    tell(gone, ["gone"] * 3)
    gone.resize("shorten_all")
    manager.delete_session("gone")

    session = manager.session("s")
    tell(session, [f"message {number}" for number in range(6)])
    session.resize("shorten_all", reason="too much", actor="test")
    tell(session, ["large " * 500, "small"])
    session.resize("shorten_all")
    session.set_settings("session.max_length", 200)
    tell(session, [f"after {number}" for number in range(5)])
    session.rollback(4)
    tell(session, ["the end"])
    return session


def test_window_messages_of_every_revision(session: Session, database_url: str) -> None:
    with direct_connection(database_url) as connection:
        newest = session.info().revision
        for revision in range(1, newest + 1):
            found = rows(
                connection,
                "SELECT position, seq, role, payload FROM ledger_window_messages"
                f" WHERE owner = '' AND session_id = 's' AND revision = {revision} ORDER BY position",
            )
            expected = session.window_at(revision=revision)
            assert [position for position, *_ in found] == list(range(len(expected)))
            assert [seq for _, seq, *_ in found] == [message.seq for message in expected]
            assert [role for *_, role, _ in found] == [message.role for message in expected]
            assert [json.loads(payload) for *_, payload in found] == [dict(message) for message in expected]
        assert rows(connection, "SELECT * FROM ledger_window_messages WHERE session_id = 'gone'") == []
        owners = rows(connection, "SELECT DISTINCT owner FROM ledger_window_messages ORDER BY owner")
        assert owners == [("",), ("somebody else",)]


def test_resize_history(session: Session, database_url: str) -> None:
    with direct_connection(database_url) as connection:
        found = rows(
            connection,
            "SELECT revision, strategy, cause, messages_before, messages_after, length_before, length_after,"
            " dropped_count, dropped_length, max_length, reason, actor, created_utc FROM ledger_resize_history"
            " WHERE owner = '' AND session_id = 's' ORDER BY revision DESC",
        )
        history = session.resize_history()
        assert len(history) >= 3
        assert found == [
            (
                revision.revision,
                revision.strategy,
                revision.cause,
                revision.count_before,
                revision.window_count,
                revision.length_before,
                revision.window_length,
                revision.dropped_count,
                revision.dropped_length,
                revision.max_length,
                None if revision.reason is None else json.dumps(revision.reason),
                revision.actor,
                f"{revision.created_at:%Y-%m-%d %H:%M:%S}",
            )
            for revision in history
        ]
        assert {owner for (owner,) in rows(connection, "SELECT owner FROM ledger_resize_history")} == {""}


def test_current_windows(session: Session, database_url: str) -> None:
    with direct_connection(database_url) as connection:
        found = rows(
            connection,
            "SELECT revision, position, first_seq, last_seq, derived_id FROM ledger_current_windows"
            " WHERE owner = '' AND session_id = 's' ORDER BY position",
        )
        assert {revision for revision, *_ in found} == {session.info().revision}
        assert [position for _, position, *_ in found] == list(range(len(found)))
        seqs: list[int | None] = []
        for _, _, first, last, derived in found:
            seqs += [None] if derived is not None else range(first, last + 1)
        assert seqs == [message.seq for message in session.context_window]
        assert found[-1][3] == session.info().head_seq
        assert rows(connection, "SELECT * FROM ledger_current_windows WHERE session_id = 'gone'") == []


@pytest.fixture
def times(make_manager: Callable[..., SessionManager]) -> list[int]:
    """The moments of three cuts: before the epoch's first second has passed, at a leap day, late in a year."""
    moments = [1, 1_709_164_800_000_000 - 1, 1_767_225_599_999_999]
    clock = iter(sorted(moments * 20))
    manager = make_manager(clock=lambda: next(clock))
    manager.register_session_resize_handler("shorten_all", shorten_all)
    for moment in moments:
        session = manager.session(str(moment))
        tell(session, ["a", "b", "c", "d"])
        session.resize("shorten_all")
    return moments


def test_readable_times_are_utc(times: list[int], database_url: str) -> None:
    with direct_connection(database_url) as connection:
        found = dict(rows(connection, "SELECT created_at, created_utc FROM ledger_resize_history"))
    assert found
    readable = {1: "1970-01-01 00:00:00", times[1]: "2024-02-28 23:59:59", times[2]: "2025-12-31 23:59:59"}
    assert found.items() <= readable.items()
