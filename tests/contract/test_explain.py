"""Explanations: what a revision did and why, as data and in words, for every kind of revision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from manager import (
    Explanation,
    InvalidArgumentError,
    RevisionNotFoundError,
    SessionManager,
    StoredDataError,
    Summary,
    chain,
    summarize,
)
from manager.storage import tables
from tests.backends import SHAREABLE, SYSTEMS, direct_connection
from tests.contract.test_summarize import HEADING
from tests.faces import Face
from tests.messages import assistant, numbered, of_length, system, user
from tests.rounds import rounds, turn
from tests.simple_cut import measured


def explained(manager: SessionManager, face: Face, revision: int, session_id: str = "a") -> Explanation:
    return face(manager.session(session_id)).explain(revision)


def test_a_cut_is_told_in_words_and_as_data(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 400}))
    for number in range(1, 6):
        session.append(of_length(100, str(number)))
    found = session.explain(2)
    assert found.text == "\n".join(
        [
            "Revision 2 (resize by simple_cut, automatic): the window was resized.",
            (
                "The window measured 500 in 5 messages before it, with a limit of 400, and 400 in 4 messages after it, "
                "by characters."
            ),
            "Message 1 left it (1 message: 1 user; length 100).",
        ]
    )
    assert str(found) == found.text
    (left,) = found.left
    assert (left.first, left.last, left.derived_id, left.count, left.length) == (1, 1, None, 1, 100)
    assert left.roles == {"user": 1}
    assert (found.came, found.pinned, found.memo_changed, found.summaries) == ((), 0, False, ())
    assert found.revision == session.revision(2)


def test_a_summary_is_told_with_what_was_given(manager: SessionManager, face: Face) -> None:
    handle = manager.session("a", auto_resize=False, settings={"session.max_length": 600})
    handle.register_resize_handler(
        "sum",
        summarize(lambda messages, memo: Summary("short", model="m1", cost=2), keep_rounds=1, into="window"),
    )
    session = face(handle)
    session.append([system(), *rounds(1, 2)])
    session.resize("sum")
    text = session.explain(2).text
    length = sum(map(measured, rounds(1, 1)))
    assert f"Messages 2–3 left it (2 messages: 1 user, 1 assistant; length {length})." in text
    assert f"Derived message 1 came into it (1 message: 1 user; length {measured(user(HEADING + 'short'))})." in text
    assert "The first 2 messages stay in every cut." in text
    assert "Call 1 of the summarizer was given messages 2–3 (model m1, cost 2, took 0." in text
    assert "and its answer became derived message 1." in text
    assert "It went by summarize = (keep_rounds = 1, into = window, max_input = None)." in text
    assert text.endswith("Reason: sum summarized 2 messages into the window")


def test_every_kind_of_revision_is_explained(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(6))
    session.set_memo({"n": 1}, reason="so that it is known", actor="ann")
    session.clean_context_window()
    session.undo()
    session.set_chat_history([*numbered(3), assistant("new")])
    session.pop_message()
    session.rewind(4)
    session.reset_chat_history()
    session.rollback(4)
    source = session.to_json()
    session.load_json(source)
    kinds = [revision.kind for revision in session.revisions()][::-1]
    assert kinds == ["created", "memo", "clear", "rollback", "set", "pop", "rewind", "reset", "rollback", "import"]
    texts = {number: explained(manager, face, number).text for number in range(1, len(kinds) + 1)}
    for number, kind in enumerate(kinds, start=1):
        assert texts[number].startswith(f"Revision {number} ({kind}")
        before, after = explained(manager, face, number).left, explained(manager, face, number).came
        diff = session.diff(number)
        assert sum(one.count for one in before) == len(diff.removed)
        assert sum(one.count for one in after) == len(diff.added)
        assert sum(one.length for one in before) == sum(measured(dict(message)) for message in diff.removed)
    assert texts[1].endswith("No message left the window or came into it.")
    assert texts[2].endswith("The memo is another one.\nReason: so that it is known\nActor: ann")
    assert "Messages 1–6 left it" in texts[3]
    assert "Revision 4 (rollback, of revision 2)" in texts[4]
    assert "Messages 4–6 left it" in texts[5]
    assert "Message 7 came into it" in texts[5]


def test_what_stands_for_another_message_says_so(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", auto_resize=False, settings={"session.keep_tool_results": 0}))
    session.append([*turn(1), {"type": "web_search_call", "id": "w"}, user("x")])
    session.resize("clear_tool_results")
    found = session.explain(2)
    (came,) = found.came
    assert (came.first, came.last, came.derived_id, came.roles) == (3, 3, 1, {"tool": 1})
    assert "Derived message 1 (for message 3) came into it" in found.text
    session.clean_context_window()
    assert session.explain(3).left[-1].roles == {"assistant": 1, None: 1, "user": 1}
    assert "1 without a role" in session.explain(3).text


def test_lengths_are_in_the_measure_of_the_revision(manager: SessionManager, face: Face) -> None:
    manager.register_measure("messages", lambda message: 1)
    session = face(manager.session("a", settings={"session.max_length": 400}))
    for number in range(1, 6):
        session.append(of_length(100, str(number)))
    session.remeasure("messages")
    session.set_settings("session.max_length", 2)
    session.append(user("6"))
    assert [one.length for one in session.explain(2).left] == [100]
    assert session.explain(3).text.splitlines()[1] == "The window measures 4 in 4 messages by messages."
    assert [(one.first, one.last, one.length) for one in session.explain(4).left] == [(2, 4, 3)]
    assert session.explain(4).text.splitlines()[1].endswith("and 2 in 2 messages after it, by messages.")


def test_there_is_no_explanation_of_what_is_not_there(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    with pytest.raises(RevisionNotFoundError):
        session.explain(1)
    session.append(user("1"))
    with pytest.raises(RevisionNotFoundError):
        session.explain(2)
    with pytest.raises(InvalidArgumentError):
        session.explain("1")  # type: ignore[arg-type]


# --- verified -----------------------------------------------------------------------------------


def summarized(manager: SessionManager, face: Face) -> None:
    """A session whose revisions 2 and 3 came of two calls of a summarizer each."""
    handle = manager.session("a", auto_resize=False)
    answers = iter(range(10))
    handle.register_resize_handler(
        "sum",
        summarize(
            lambda messages, memo: Summary(f"answer {next(answers)}", model="m", cost=1, metadata={"n": 1}),
            keep_rounds=1,
            into="window",
            max_input=250,
        ),
    )
    handle.register_resize_handler("all", chain("sum"))
    session = face(handle)
    session.append(rounds(1, 6))
    session.resize("sum")
    session.append(rounds(7, 10))
    session.resize("all")


FORGED: dict[str, Any] = {
    "revision": 9,
    "call_number": 9,
    "given": "[[1,99]]",
    "returned": '{"text":"forged"}',
    "derived_id": 7,
    "model": '"other"',
    "cost": None,
    "nonce": bytes(12),
}


def test_every_column_of_a_call_but_its_session_and_duration_is_altered() -> None:
    assert {column.name for column in tables.summaries.columns} - {"session", "duration_us"} == FORGED.keys()


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.parametrize("column", FORGED)
def test_an_altered_call_is_found(manager: SessionManager, face: Face, database_url: str, column: str) -> None:
    summarized(manager, face)
    assert face(manager).verify().ok
    t = tables.summaries
    with direct_connection(database_url) as connection:
        connection.execute(update(t).where(t.c.revision == 2, t.c.call_number == 2).values({column: FORGED[column]}))
    report = face(manager).verify()
    assert not report.ok
    assert report.problems[0].table in ("ledger_summaries", "ledger_window_revisions")


@pytest.mark.backends(*SYSTEMS)
def test_a_lost_or_added_call_is_found(manager: SessionManager, face: Face, database_url: str) -> None:
    summarized(manager, face)
    t = tables.summaries
    with direct_connection(database_url) as connection:
        kept = [dict(row) for row in connection.execute(select(t)).mappings()]
        assert len(kept) > 3
        for row in kept:
            here = [column == row[column.name] for column in t.primary_key.columns]
            connection.execute(delete(t).where(*here))
            assert not manager.verify().ok
            connection.execute(insert(t), row)
            assert manager.verify().ok
        for added in ({**kept[-1], "call_number": 9}, {**kept[-1], "revision": 1}, {**kept[-1], "revision": 99}):
            connection.execute(insert(t), added)
            assert not manager.verify().ok
            here = [column == added[column.name] for column in t.primary_key.columns]
            connection.execute(delete(t).where(*here))
        assert manager.verify().ok


@pytest.mark.backends(*SYSTEMS)
def test_damage_is_named_and_not_explained_away(manager: SessionManager, face: Face, database_url: str) -> None:
    summarized(manager, face)
    t = tables.summaries
    with direct_connection(database_url) as connection:
        for column, text in (("given", '{"a":1}'), ("given", '[["1",2]]'), ("returned", "3"), ("given", "[")):
            old = connection.scalar(select(t.c[column]).where(t.c.revision == 2, t.c.call_number == 1))
            here = update(t).where(t.c.revision == 2, t.c.call_number == 1)
            connection.execute(here.values({column: text}))
            with pytest.raises(StoredDataError, match="call 1 of revision 2"):
                explained(manager, face, 2)
            connection.execute(here.values({column: old}))
    assert explained(manager, face, 2).summaries


@pytest.mark.backends(*SHAREABLE)
def test_deleting_a_session_removes_what_summarizers_were_given(
    make_manager: Callable[..., SessionManager], face: Face, database_url: str
) -> None:
    manager = make_manager()
    summarized(manager, face)
    face(manager).delete_session("a")
    with direct_connection(database_url) as connection:
        assert connection.execute(select(tables.summaries)).all() == []
    assert face(manager).verify().ok
