"""Calls that put other contexts in force: set, reset, clear, memo, pop, rewind. The log keeps everything."""

from __future__ import annotations

from typing import Any

import pytest

from manager import InvalidArgumentError, InvalidMemoError, InvalidMessageError, MessageNotFoundError, SessionManager
from tests.backends import before_any_sql
from tests.faces import Face
from tests.messages import assistant, numbered, of_length, seqs, system, texts, user

# --- set_chat_history ---------------------------------------------------------------------------


def test_a_set_refers_to_what_is_there_and_logs_only_what_is_new(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(5))
    session.set_chat_history([user("m1"), user("m2"), user("m4"), user("m5"), user("new")])
    assert seqs(session.full_context[:]) == seqs(session.context_window) == [1, 2, 4, 5, 6]
    assert texts(session.log()[:]) == ["m1", "m2", "m3", "m4", "m5", "new"]
    newest = session.revisions(limit=1)[0]
    assert (newest.kind, newest.full_count, newest.window_count) == ("set", 5, 5)


PRESENT_ALREADY = {
    "nothing": ([], []),
    "the same": (["m1", "m2", "m3"], [1, 2, 3]),
    "prefix": (["m1", "m2"], [1, 2]),
    "tail": (["m2", "m3"], [2, 3]),
    "overlap": (["m3", "n"], [3, 4]),
    "prefix and tail": (["m1", "m3"], [1, 3]),
    "a middle is not looked for": (["m2"], [4]),
    "after something new all is new": (["n", "m3"], [4, 5]),
    "extended": (["m1", "m2", "m3", "n"], [1, 2, 3, 4]),
    "each message once": (["m1", "m1"], [1, 4]),
}


def test_what_of_a_set_is_there_already(manager: SessionManager, face: Face) -> None:
    for name, (history, expected) in PRESENT_ALREADY.items():
        session = face(manager.session(name))
        session.append(numbered(3))
        session.set_chat_history([user(text) for text in history])
        assert (name, seqs(session.context_window)) == (name, expected)
        assert texts(session.context_window) == history


def test_a_set_compares_encoded_payloads(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append({"role": "user", "content": "x", "n": 1})
    for lookalike in (
        {"role": "user", "content": "x", "n": True},
        {"role": "user", "content": "x", "n": 1.0},
        {"content": "x", "role": "user", "n": 1},
    ):
        head = session.info().head_seq
        session.set_chat_history([lookalike])
        assert seqs(session.context_window) == [head + 1]


def test_a_set_resizes_automatically(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 250}))
    session.set_chat_history([of_length(100, name) for name in "abcd"])
    assert seqs(session.context_window) == [3, 4]
    assert seqs(session.full_context[:]) == [1, 2, 3, 4]
    assert [revision.kind for revision in session.revisions()] == ["resize", "set", "created"]


def test_a_set_that_cannot_be_stored_changes_nothing(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(user("kept"))
    with pytest.raises(InvalidMessageError):
        session.set_chat_history([user("new"), {"content": "neither role nor type"}])
    assert texts(session.context_window) == ["kept"]
    assert session.info().revision == 1


# --- reset, clear, memo -------------------------------------------------------------------------


def test_a_reset_empties_both_contexts_and_keeps_memo_and_log(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.set_memo({"kept": True})
    session.reset_chat_history()
    assert session.context_window == []
    assert session.full_context == []
    assert session.memo == {"kept": True}
    assert len(session.log()) == 3
    newest = session.revisions(limit=1)[0]
    assert (newest.kind, newest.count_before, newest.window_count, newest.dropped_count) == ("reset", 3, 0, 3)
    session.append(user("m4"))
    assert seqs(session.full_context[:]) == seqs(session.context_window) == [4]


def test_a_clear_empties_the_window_alone(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.set_memo("kept")
    session.clean_context_window()
    session.append(user("m4"))
    assert seqs(session.context_window) == [4]
    assert seqs(session.full_context[:]) == [1, 2, 3, 4]
    assert session.memo == "kept"
    cleared = session.revision(3)
    assert (cleared.kind, cleared.full_count, cleared.dropped_count) == ("clear", 3, 3)


def test_a_memo_is_any_json_value(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    memos: list[Any] = [{"b": [1, {"a": None}], "a": 2**70}, [], "text", "", 0, False, 1.5, {"": ""}, "a\x00b\ud83d"]
    for memo in memos:
        session.set_memo(memo)
        assert session.memo == memo
        assert type(session.memo) is type(memo)


def test_none_leaves_the_session_without_a_memo(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.set_memo({"a": 1})
    session.set_memo(None)
    assert session.memo is None
    assert session.snapshot(revision=2).memo == {"a": 1}
    assert session.snapshot(revision=3).memo is None


def test_what_the_caller_does_to_a_memo_stays_with_the_caller(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    memo: dict[str, Any] = {"list": [1]}
    session.set_memo(memo)
    memo["list"].append(2)
    session.memo["list"].append(3)
    assert session.memo == {"list": [1]}


@before_any_sql
@pytest.mark.parametrize("memo", [float("nan"), {1: "a"}, {"a": b""}, {"a": object()}])
def test_a_memo_that_is_not_json_is_refused(manager: SessionManager, face: Face, memo: Any) -> None:
    session = face(manager.session("a"))
    session.set_memo("before")
    with pytest.raises(InvalidMemoError, match=r"^memo"):
        session.set_memo(memo)
    assert session.memo == "before"


def test_every_such_call_writes_its_revision_even_when_nothing_differs(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.reset_chat_history()
    session.reset_chat_history()
    session.clean_context_window()
    session.set_memo(None)
    session.set_memo(None)
    session.set_chat_history([])
    kinds = [revision.kind for revision in session.revisions()]
    assert kinds == ["set", "memo", "memo", "clear", "reset", "reset", "created"]


def test_calls_that_change_contexts_return_the_session(manager: SessionManager, face: Face) -> None:
    session = manager.session("a")
    through = face(session)
    through.append(user())
    assert through.set_memo(1) is session
    assert through.clean_context_window() is session
    assert through.set_chat_history([user()]) is session
    assert through.rewind(1) is session
    assert through.reset_chat_history() is session


# --- pop ----------------------------------------------------------------------------------------


def test_a_pop_returns_the_last_message_and_takes_it_out_of_both_contexts(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    popped = session.pop_message()
    assert popped is not None
    assert (popped, popped.seq) == (user("m3"), 3)
    assert seqs(session.context_window) == seqs(session.full_context[:]) == [1, 2]
    assert len(session.log()) == 3
    newest = session.revisions(limit=1)[0]
    assert (newest.kind, newest.dropped_count, newest.window_count) == ("pop", 1, 2)


def test_a_pop_of_nothing_is_none_and_no_revision(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    assert session.pop_message() is None
    session.append(user())
    session.reset_chat_history()
    assert session.pop_message() is None
    assert session.info().revision == 2


def test_a_pop_takes_what_was_derived_from_the_message_out_of_the_window(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 100}))
    session.append(of_length(60, "first"))
    session.append(of_length(500, "long"))
    (shortened,) = session.context_window
    assert shortened.seq is None
    popped = session.pop_message()
    assert popped == of_length(500, "long")
    assert session.context_window == []
    assert seqs(session.full_context[:]) == [1]


def test_a_pop_of_a_message_the_window_does_not_hold_leaves_the_window(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.clean_context_window()
    assert session.pop_message() == user("m3")
    newest = session.revisions(limit=1)[0]
    assert (newest.dropped_count, newest.window_count, newest.full_count) == (0, 0, 2)


def test_a_pop_out_of_the_pinned_head_pins_one_fewer(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 250}))
    session.append([system("one"), system("two")])
    session.rewind(2)
    session.append([of_length(100, "a"), of_length(100, "b")])
    assert seqs(session.context_window) == [1, 2, 4]
    session.rollback(2, parts=["full"], keep_newer=False)  # full context: the two prompts
    session.pop_message()
    assert seqs(session.context_window) == [1, 4]
    session.append(of_length(150, "c"))
    session.append(of_length(50, "d"))
    assert seqs(session.context_window) == [1, 5, 6]


# --- rewind -------------------------------------------------------------------------------------


def test_a_rewind_brings_back_what_stood_right_after_a_message(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    for message in numbered(4):
        session.append(message)
    session.set_memo("stays")
    session.rewind(2)
    assert seqs(session.context_window) == seqs(session.full_context[:]) == [1, 2]
    assert session.memo == "stays"
    newest = session.revisions(limit=1)[0]
    assert (newest.kind, newest.restored, newest.dropped_count) == ("rewind", 1, 0)
    session.append(user("m5"))
    assert seqs(session.full_context[:]) == [1, 2, 5]


def test_a_rewind_includes_the_cut_of_the_messages_own_append(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 250}))
    for name in "abcd":
        session.append(of_length(100, name))
    session.rewind(3)
    assert seqs(session.context_window) == [2, 3]
    assert seqs(session.full_context[:]) == [1, 2, 3]


def test_a_rewind_into_a_batch_has_the_content_up_to_the_message(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 250}))
    session.append([of_length(100, name) for name in "abcd"])
    assert seqs(session.context_window) == [3, 4]
    session.rewind(3)
    assert seqs(session.context_window) == [1, 2, 3]


def test_a_rewind_over_a_reset_brings_back_the_time_before_it(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.reset_chat_history()
    session.append(user("m4"))
    session.rewind(3)
    assert seqs(session.context_window) == [1, 2, 3]
    session.rewind(4)
    assert seqs(session.context_window) == [4]


@pytest.mark.parametrize("seq", [0, -1, 4, 10**12])
def test_a_rewind_to_a_message_that_is_not_there_is_refused(manager: SessionManager, face: Face, seq: int) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    with pytest.raises(MessageNotFoundError) as caught:
        session.rewind(seq)
    assert (caught.value.session_id, caught.value.seq, caught.value.head_seq) == ("a", seq, 3)
    assert session.info().revision == 1


@before_any_sql
@pytest.mark.parametrize("seq", [None, "1", 1.0, True, 2**70])
def test_a_rewind_to_what_is_no_number_is_refused(manager: SessionManager, face: Face, seq: Any) -> None:
    session = face(manager.session("a"))
    session.append(user())
    with pytest.raises(InvalidArgumentError) as caught:
        session.rewind(seq)
    assert (caught.value.argument, caught.value.value) == ("seq", seq)


# --- a session nobody wrote to ------------------------------------------------------------------


def test_a_session_nobody_wrote_to_reads_as_empty(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    assert session.context_window == []
    assert session.full_context == []
    assert session.log() == []
    assert session.memo is None
    assert session.revisions() == []
    assert session.snapshot().revision == 0
    assert session.resize() is None
    with pytest.raises(MessageNotFoundError):
        session.rewind(1)
    assert face(manager).list_sessions() == []


# --- reason, actor, metadata --------------------------------------------------------------------


def test_every_call_that_makes_a_revision_notes_who_and_why(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 150}, auto_resize=False))
    note: dict[str, Any] = {"reason": "because\x00", "actor": "ann", "metadata": {"ticket": 7}}
    session.append([of_length(100, "a"), of_length(100, "b")])
    session.set_memo(1, **note)
    session.resize(**note)
    session.run_resize_strategy("simple_cut", **note)
    session.set_chat_history([assistant(), of_length(100), of_length(100)], **note)
    session.run_resize_strategy("simple_cut", **note)
    session.pop_message(**note)
    session.rewind(2, **note)
    session.rollback(2, **note)
    session.undo(**note)
    text = session.to_json()
    session.load_json(text, **note)
    session.clean_context_window(**note)
    session.reset_chat_history(**note)
    made = session.revisions()[:-1]
    assert {revision.kind for revision in made} == {
        "memo", "resize", "set", "pop", "rewind", "rollback", "import", "clear", "reset",
    }  # fmt: skip
    for revision in made:
        assert (revision.reason, revision.actor, revision.metadata) == ("because\x00", "ann", {"ticket": 7})


def test_the_managers_actor_is_noted_where_nobody_else_is_named(make_manager: Any, face: Face) -> None:
    session = face(make_manager(actor="service").session("a"))
    session.set_memo(1)
    session.set_memo(2, actor="ann")
    assert [revision.actor for revision in session.revisions()] == ["ann", "service", "service"]
