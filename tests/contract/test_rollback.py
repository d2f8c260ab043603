"""Rollback, undo and redo, and the hold that keeps what was brought back from being cut away at once."""

from __future__ import annotations

from typing import Any

import pytest

from manager import InvalidArgumentError, OverLimitWarning, RevisionNotFoundError, Session, SessionManager
from manager.session import Part
from tests.backends import SYSTEMS, before_any_sql
from tests.faces import Face
from tests.messages import numbered, of_length, seqs, texts, user

LIMIT: dict[str, Any] = {"session.max_length": 300}


def cut_session(manager: SessionManager, face: Face) -> Session:
    """A session of six messages of 100 whose window was cut to the last three by revision 2, 3 and 4."""
    session = manager.session("a", settings=LIMIT)
    for name in "abcdef":
        face(session).append(of_length(100, name))
    assert seqs(face(session).context_window) == [4, 5, 6]
    return face(session)


# --- what is brought back -----------------------------------------------------------------------


def test_a_rollback_brings_back_the_window_as_it_was_made_and_what_was_said_since(
    manager: SessionManager, face: Face
) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.set_memo("then")
    session.append(user("m4"))
    session.clean_context_window()
    session.append(user("m5"))
    made = session.rollback(2, reason="wrong", actor="ann", metadata={"n": 1})
    assert seqs(session.context_window) == [1, 2, 3, 4, 5]
    assert (made.kind, made.revision, made.parent, made.restored) == ("rollback", 4, 3, 2)
    assert (made.count_before, made.window_count, made.dropped_count) == (1, 5, 0)
    assert (made.reason, made.actor, made.metadata) == ("wrong", "ann", {"n": 1})
    session.append(user("m6"))
    assert seqs(session.context_window) == [1, 2, 3, 4, 5, 6]


def test_keep_newer_false_restores_exactly_what_it_was(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.set_memo("then")
    session.append(numbered(2, start=4))
    session.set_memo("now")
    session.rollback(2, keep_newer=False)
    assert seqs(session.context_window) == seqs(session.full_context[:]) == [1, 2, 3]
    assert session.memo == "then"
    assert len(session.log()) == 5


def test_rolling_back_to_the_first_revision_without_newer_is_empty(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.set_memo({"n": 1})
    session.rollback(1, keep_newer=False)
    assert session.context_window == session.full_context[:] == []
    assert session.memo is None


def test_what_was_added_later_is_absent_after_a_rollback_and_not_null(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.set_memo({"first": 1})
    session.set_memo({"first": 1, "second": 2})
    session.rollback(2)
    assert session.memo == {"first": 1}
    assert list(session.memo) == ["first"]
    session.rollback(1)
    assert session.snapshot().memo is None


@pytest.mark.parametrize(
    ("parts", "window", "full", "memo"),
    [
        (("window", "full", "memo"), [1, 2, 3], [1, 2, 3], "then"),
        (["window"], [1, 2, 3], [4], "now"),
        ({"full"}, [4], [1, 2, 3], "now"),
        (("memo",), [4], [4], "then"),
        (["memo", "window"], [1, 2, 3], [4], "then"),
    ],
)
def test_parts_are_restored_one_by_one(
    manager: SessionManager, face: Face, parts: Any, window: list[int], full: list[int], memo: str
) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.set_memo("then")
    session.set_chat_history([user("m4")])
    session.set_memo("now")
    session.rollback(2, parts=parts)
    assert seqs(session.context_window) == window
    assert seqs(session.full_context[:]) == full
    assert session.memo == memo


def test_what_a_reset_took_out_of_the_full_context_is_not_said_since(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(2))
    session.set_memo("mark")
    session.append(user("m3"))
    session.reset_chat_history()
    session.append(user("m4"))
    session.rollback(2)
    assert seqs(session.context_window) == [1, 2, 4]


def test_what_was_popped_is_not_said_since(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(2))
    session.set_memo("mark")
    session.append(numbered(2, start=3))
    session.pop_message()
    session.append(user("m5"))
    session.rollback(2)
    assert seqs(session.context_window) == seqs(session.full_context[:]) == [1, 2, 3, 5]


def test_what_a_set_logged_in_replacing_is_not_said_since(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.set_memo("mark")
    session.append(user("m4"))
    session.set_chat_history([user("m1"), user("other"), user("more")])
    session.append(user("m7"))
    session.rollback(2)
    assert texts(session.context_window) == ["m1", "m2", "m3", "m7"]


def test_what_a_set_logged_in_extending_counts_as_said(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(2))
    session.set_memo("mark")
    session.set_chat_history([*numbered(2), user("m3"), user("m4")])
    session.rollback(2)
    assert texts(session.context_window) == ["m1", "m2", "m3", "m4"]


def test_many_replacements_on_the_way_are_all_left_out(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(2))
    session.set_memo("mark")
    for text in ("x", "y"):
        session.append(user(f"said before {text}"))
        session.set_chat_history([user(text)])
        session.append(user(f"said after {text}"))
    session.set_chat_history([user("y"), user("said after y"), user("said at last")])
    session.rollback(2)
    assert texts(session.context_window) == ["m1", "m2", "said after y", "said at last"]


def test_every_revision_reads_as_on_the_day_it_was_made(manager: SessionManager, face: Face) -> None:
    session = cut_session(manager, face)
    session.rollback(1)
    session.pop_message()
    session.reset_chat_history()
    assert seqs(session.window_at(1)) == []
    assert seqs(session.window_at(2)) == [2, 3, 4]
    assert seqs(session.window_at(4)) == [4, 5, 6]
    assert seqs(session.window_at(5)) == [1, 2, 3, 4, 5, 6]
    assert seqs(session.window_at(6)) == [1, 2, 3, 4, 5]
    assert session.window_at(7) == []


@pytest.mark.parametrize("revision", [0, -1, 5, 10**12])
def test_an_unknown_revision_changes_nothing(manager: SessionManager, face: Face, revision: int) -> None:
    session = cut_session(manager, face)
    with pytest.raises(RevisionNotFoundError) as caught:
        session.rollback(revision)
    assert (caught.value.session_id, caught.value.revision, caught.value.newest) == ("a", revision, 4)
    assert session.info().revision == 4


def test_a_session_nobody_wrote_to_has_nothing_to_roll_back(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    with pytest.raises(RevisionNotFoundError):
        session.rollback(1)
    with pytest.raises(RevisionNotFoundError):
        session.undo()
    assert face(manager).list_sessions() == []


@before_any_sql
@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("revision", "2"),
        ("revision", None),
        ("revision", 2.0),
        ("revision", True),
        ("keep_newer", 1),
        ("parts", "window"),
        ("parts", []),
        ("parts", ["window", "log"]),
        ("parts", None),
        ("hold", "yes"),
    ],
)
def test_arguments_are_checked(manager: SessionManager, face: Face, argument: str, value: Any) -> None:
    session = cut_session(manager, face)
    given = {"revision": 2, argument: value}
    with pytest.raises(InvalidArgumentError) as caught:
        session.rollback(**given)
    assert (caught.value.argument, caught.value.value) == (argument, value)
    assert session.info().revision == 4


# --- undo and redo ------------------------------------------------------------------------------


def test_an_undo_restores_what_stood_just_before_and_undoing_it_is_redo(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(2))
    session.set_memo("one")
    session.append(user("m3"))
    session.clean_context_window()
    session.append(user("m4"))
    undone = session.undo()
    assert (undone.kind, undone.restored) == ("rollback", 2)
    assert seqs(session.context_window) == [1, 2, 3, 4]
    redone = session.undo()
    assert redone.restored == 3
    assert seqs(session.context_window) == [4]


def test_an_undo_of_a_memo_brings_the_memo_back(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.set_memo("one")
    session.set_memo("two")
    session.undo()
    assert session.memo == "one"
    session.undo()
    assert session.memo == "two"


def test_an_undo_of_a_set_leaves_out_what_it_logged_in_replacing(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.set_chat_history([user("m1"), user("other")])
    session.append(user("after"))
    session.undo()
    assert texts(session.context_window) == texts(session.full_context[:]) == ["m1", "m2", "m3", "after"]
    session.undo()
    assert texts(session.context_window) == ["m1", "other", "after"]


def test_an_undo_of_a_reset_brings_the_conversation_back(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.reset_chat_history()
    session.undo()
    assert seqs(session.context_window) == seqs(session.full_context[:]) == [1, 2, 3]


def test_an_undo_of_an_import_brings_memo_and_contexts_back(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.set_memo("mine")
    session.load_json('{"full_context": [{"role": "user", "content": "theirs"}], "memo": "theirs"}')
    session.undo()
    assert texts(session.context_window) == ["m1", "m2", "m3"]
    assert session.memo == "mine"


def test_the_first_revision_cannot_be_undone(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    with pytest.raises(RevisionNotFoundError):
        session.undo()
    assert seqs(session.context_window) == [1, 2, 3]


# --- the hold -----------------------------------------------------------------------------------


def test_a_rollback_over_the_limit_holds_automatic_resizing(manager: SessionManager, face: Face) -> None:
    session = cut_session(manager, face)
    with pytest.warns(OverLimitWarning, match="measures 600, the limit is 300; automatic resizing is held"):
        made = session.rollback(1)
    assert (made.window_length, made.max_length) == (600, 300)
    assert session.info().held
    assert session.append(of_length(100)).revision is None
    assert len(session.context_window) == 7


def test_a_rollback_within_the_limit_holds_nothing(manager: SessionManager, face: Face) -> None:
    session = cut_session(manager, face)
    session.rollback(2, keep_newer=False)
    assert not session.info().held
    assert session.append(of_length(100)).revision is not None


def test_a_held_window_is_not_cut_by_the_users_handlers_either(manager: SessionManager, face: Face) -> None:
    cut_session(manager, face).undo()
    handle = manager.session("a")
    handle.register_analysis_handler(lambda full, window, memo, settings: pytest.fail("it is held"))
    assert face(handle).append(of_length(100)).revision is None


def test_an_undone_cut_is_not_made_again_by_the_next_append(manager: SessionManager, face: Face) -> None:
    session = cut_session(manager, face)
    with pytest.warns(OverLimitWarning):
        session.undo()
    assert seqs(session.context_window) == [3, 4, 5, 6]
    session.append(of_length(100))
    assert seqs(session.context_window) == [3, 4, 5, 6, 7]


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.parametrize(
    ("end", "ends"),
    [
        pytest.param(lambda session: session.resize(), True, id="resize"),
        pytest.param(lambda session: session.set_settings("session.max_length", 200), True, id="another limit"),
        pytest.param(lambda session: session.unset_settings("session.max_length"), True, id="no limit of its own"),
        pytest.param(lambda session: session.set_settings("session.strategy", "other"), True, id="another strategy"),
        pytest.param(lambda session: session.clean_context_window(), True, id="clear"),
        pytest.param(lambda session: session.pop_message(), True, id="pop"),
        pytest.param(lambda session: session.rewind(2), True, id="rewind"),
        pytest.param(lambda session: session.set_chat_history([user()]), True, id="set"),
        pytest.param(lambda session: session.rollback(2, keep_newer=False), True, id="rollback within the limit"),
        pytest.param(lambda session: session.set_memo(1), False, id="memo"),
        pytest.param(lambda session: session.rollback(1, parts=["memo"]), False, id="rollback of the memo"),
        pytest.param(lambda session: session.rollback(1), False, id="rollback over the limit"),
        pytest.param(lambda session: session.set_settings("session.max_length", 300), False, id="the same limit"),
        pytest.param(lambda session: session.set_settings("session.pinned_roles", []), False, id="pinned roles"),
        pytest.param(lambda session: session.preview_resize(), False, id="preview"),
        pytest.param(lambda session: session.append(of_length(100)), False, id="append"),
        pytest.param(lambda session: session.update(title="t"), False, id="title"),
    ],
)
def test_what_ends_a_hold(manager: SessionManager, face: Face, end: Any, ends: bool) -> None:
    session = cut_session(manager, face)
    session.rollback(1)
    assert session.info().held
    end(session)
    assert session.info().held is not ends


def test_a_resize_with_nothing_to_do_ends_a_hold_too(manager: SessionManager, face: Face) -> None:
    session = cut_session(manager, face)
    session.rollback(2, keep_newer=False, hold=True)
    assert session.resize() is None
    assert not session.info().held


def test_hold_decides_otherwise(manager: SessionManager, face: Face) -> None:
    session = cut_session(manager, face)
    session.rollback(1, hold=False)
    assert not session.info().held
    assert session.append(of_length(100)).revision is not None
    session.rollback(2, keep_newer=False, hold=True)
    assert session.info().held
    assert session.append(of_length(100)).revision is None
    session.undo(hold=False)
    assert not session.info().held


def test_a_rollback_that_leaves_the_window_alone_holds_nothing(manager: SessionManager, face: Face) -> None:
    session = cut_session(manager, face)
    session.set_settings("session.max_length", 250)
    choices: list[list[Part]] = [["memo"], ["full"], ["full", "memo"]]
    for parts in choices:
        session.rollback(2, parts=parts)
        assert not session.info().held


def test_a_rollback_never_resizes(manager: SessionManager, face: Face) -> None:
    session = cut_session(manager, face)
    session.rollback(1, hold=False)
    assert len(session.context_window) == 6
    assert session.revisions(limit=1)[0].kind == "rollback"
