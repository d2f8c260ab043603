"""What an append promises: order, keys, metadata, all or nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from manager import (
    InvalidIdError,
    InvalidMemoError,
    InvalidMessageError,
    KeyReusedError,
    Message,
    SessionManager,
    SessionNotFoundError,
)
from tests.backends import SHAREABLE, before_any_sql
from tests.faces import Face
from tests.messages import assistant, numbered, of_length, seqs, texts, user


def test_a_message_comes_back_with_every_field_in_its_order(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    message = {
        "tool_call_id": "call_7",
        "role": "tool",
        "name": "search",
        "content": [{"type": "text", "text": "found"}, {"z": 1, "a": [None, True, 1.5]}],
        "own": {"b": 1, "a": 2},
    }
    session.append(message)
    (found,) = session.context_window
    assert found == message
    assert list(found) == list(message)
    assert list(found["own"]) == ["b", "a"]


def test_appending_one_or_many_says_what_was_stored(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    one = session.append(user("one"))
    assert (one.messages, one.duplicate, one.revision) == ((user("one"),), False, None)
    many = session.append([assistant("two"), user("three")])
    assert seqs((*one.messages, *many.messages)) == [1, 2, 3]
    assert all(isinstance(message, Message) for message in many.messages)
    assert many.messages[0].created_at == many.messages[1].created_at
    assert seqs(session.context_window) == seqs(session.full_context[:]) == seqs(session.log()[:]) == [1, 2, 3]


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(lambda: (user("a"), user("b")), id="tuple"),
        pytest.param(lambda: iter([user("a"), user("b")]), id="iterator"),
        pytest.param(lambda: [Message(user("a"), seq=9, metadata="x"), Message(user("b"))], id="messages read before"),
    ],
)
def test_messages_may_come_in_any_iterable(manager: SessionManager, face: Face, given: Callable[[], Any]) -> None:
    session = face(manager.session("a"))
    session.append(given())
    assert texts(session.context_window) == ["a", "b"]
    assert [message.metadata for message in session.context_window] == [None, None]


def test_an_object_with_model_dump_is_dumped(manager: SessionManager, face: Face) -> None:
    class Reply:
        def model_dump(self) -> dict[str, Any]:
            return {"role": "assistant", "content": "dumped", "refusal": None}

    session = face(manager.session("a"))
    session.append(Reply())
    assert session.context_window == [{"role": "assistant", "content": "dumped", "refusal": None}]


def test_what_the_caller_changes_afterwards_is_not_changed_in_the_store(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    message: dict[str, Any] = {"role": "user", "content": [{"type": "text", "text": "as sent"}]}
    appended = session.append(message)
    message["content"][0]["text"] = "changed"
    message["more"] = True
    assert (
        appended.messages[0]
        == session.context_window[0]
        == {
            "role": "user",
            "content": [{"type": "text", "text": "as sent"}],
        }
    )


def test_an_item_with_a_type_and_no_role_is_kept_unchanged(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    item = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
    session.append(item)
    (found,) = session.context_window
    assert found == item
    assert (found.role, found.content) == (None, None)


def test_add_chat_history_returns_the_session(manager: SessionManager, face: Face) -> None:
    session = manager.session("a")
    assert face(session).add_chat_history([user("one"), assistant("two")]) is session
    assert texts(face(session).context_window) == ["one", "two"]


# --- an empty batch -----------------------------------------------------------------------------


def test_an_empty_batch_is_no_error_and_makes_no_session(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    appended = session.append([])
    assert (appended.messages, appended.revision) == ((), None)
    with pytest.raises(SessionNotFoundError):
        session.info()


def test_an_empty_batch_does_not_resize(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", auto_resize=False))
    session.append([of_length(100), of_length(100)])
    session.set_settings("session.max_length", 120)
    eager = face(manager.session("a"))
    assert eager.append([]).revision is None
    assert eager.info().revision == 1
    assert len(session.context_window) == 2


def test_a_batch_whose_second_message_cannot_be_stored_stores_none(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(user("before"))
    with pytest.raises(InvalidMessageError) as caught:
        session.append([user("first"), {"role": "user", "content": {1, 2}}])
    assert caught.value.path == "messages[1].content"
    assert texts(session.log()[:]) == ["before"]


# --- metadata -----------------------------------------------------------------------------------


def test_metadata_is_beside_each_message_and_never_in_it(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    metadata = {"usage": {"tokens": 12}, "tags": ["a", None]}
    appended = session.append([user("one"), assistant("two")], metadata=metadata)
    for message in (*appended.messages, *session.context_window, *session.log()[:]):
        assert message.metadata == metadata
        assert list(message) == ["role", "content"]
    session.append(user("three"))
    assert session.context_window[-1].metadata is None


def test_metadata_that_is_not_json_is_refused_with_its_path(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    with pytest.raises(InvalidMemoError) as caught:
        session.append(user(), metadata={"when": [b"bytes"]})
    assert (caught.value.path, caught.value.value) == ("metadata.when[0]", b"bytes")
    assert session.log() == []


# --- keys ---------------------------------------------------------------------------------------


def test_the_same_key_and_content_store_once_and_return_the_first_result(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    first = session.append([user("one"), user("two")], key="turn 1", metadata={"n": 1})
    session.append(user("three"))
    again = session.append([user("one"), user("two")], key="turn 1", metadata={"n": 1})
    assert (first.duplicate, again.duplicate) == (False, True)
    assert again.messages == first.messages
    assert seqs(again.messages) == [1, 2]
    assert [message.created_at for message in again.messages] == [message.created_at for message in first.messages]
    assert [message.metadata for message in again.messages] == [{"n": 1}, {"n": 1}]
    assert session.info().head_seq == 3


def test_a_key_used_again_resizes_nothing_and_names_no_revision(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 120}))
    session.append(of_length(100))
    first = session.append(of_length(100, "second"), key="k")
    assert first.revision is not None
    session.set_settings("session.max_length", 50)
    again = session.append(of_length(100, "second"), key="k")
    assert (again.duplicate, again.revision) == (True, None)
    assert session.info().revision == first.revision.revision


OTHER_CONTENT: dict[str, dict[str, Any]] = {
    "other text": {"message": user("another"), "metadata": {"n": 1}},
    "more messages": {"message": [user("one"), user("two")], "metadata": {"n": 1}},
    "other order of fields": {"message": {"content": "one", "role": "user"}, "metadata": {"n": 1}},
    "other metadata": {"message": user("one"), "metadata": {"n": 2}},
    "no metadata": {"message": user("one")},
    "nothing": {"message": []},
}


def test_a_key_used_for_other_content_is_refused(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(user("zero"))
    session.append(user("one"), key="k", metadata={"n": 1})
    for other in OTHER_CONTENT.values():
        with pytest.raises(KeyReusedError) as caught:
            session.append(**other, key="k")
        error = caught.value
        assert (error.key, error.session_id, error.first_seq, error.last_seq) == ("k", "a", 2, 2)
    assert session.append(user("one"), key="k", metadata={"n": 1}).duplicate
    assert session.info().head_seq == 2


def test_keys_are_of_one_session_and_told_apart_exactly(manager: SessionManager, face: Face) -> None:
    one, two = face(manager.session("1")), face(manager.session("2"))
    for session in (one, two):
        for key in ("k", "K", "k ", "é", "e\u0301"):
            assert not session.append(user(key), key=key).duplicate
        assert session.info().head_seq == 5


def test_a_key_may_name_an_append_of_nothing(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    assert session.append([], key="k").messages == ()
    again = session.append([], key="k")
    assert (again.messages, again.duplicate) == ((), True)
    with pytest.raises(KeyReusedError):
        session.append(user(), key="k")


@before_any_sql
@pytest.mark.parametrize("key", ["", "k" * 256, "a\nb", "\ud800", 7, b"k"])
def test_a_key_that_is_no_name_is_refused(manager: SessionManager, face: Face, key: Any) -> None:
    session = face(manager.session("a"))
    with pytest.raises(InvalidIdError) as caught:
        session.append(user(), key=key)
    assert (caught.value.field, caught.value.value) == ("key", key)
    assert session.log() == []


def test_a_key_of_255_characters_is_kept_whole(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(user("one"), key="é" * 254 + "1")
    assert not session.append(user("two"), key="é" * 254 + "2").duplicate
    assert session.append(user("one"), key="é" * 254 + "1").duplicate


@pytest.mark.backends(*SHAREABLE)
def test_a_client_that_lost_the_answer_sends_again_from_another_process(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    first = face(make_manager().session("a")).append(numbered(3), key="lost")
    again = face(make_manager().session("a")).append(numbered(3), key="lost")
    assert again.duplicate
    assert seqs(again.messages) == seqs(first.messages) == [1, 2, 3]


# --- order and clocks ---------------------------------------------------------------------------


def test_order_is_the_order_of_appends_whatever_the_clock_says(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    hour = 3_600_000_000
    times = iter([10 * hour] * 4 + [9 * hour] * 4 + [11 * hour] * 9)
    manager = make_manager(clock=lambda: next(times))
    session = face(manager.session("a"))
    session.append([user("m1"), user("m2")])
    session.append(user("m3"))
    session.append([user("m4"), user("m5")])
    assert texts(session.context_window) == ["m1", "m2", "m3", "m4", "m5"]
    moments = [message.created_at or pytest.fail("no time") for message in session.context_window]
    assert moments == sorted(moments)
    assert face(manager).verify().ok


# --- another owner's session --------------------------------------------------------------------


def test_an_existing_session_is_not_wiped_by_opening_it_again(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", title="first", metadata={"n": 1}, settings={"session.max_length": 999}))
    session.append(user("kept"))
    again = face(manager.session("a", title="second", metadata={"n": 2}, settings={"session.max_length": 1}))
    again.append(user("more"))
    assert texts(again.context_window) == ["kept", "more"]
    info = again.info()
    assert (info.title, info.metadata, info.settings) == ("first", {"n": 1}, {"session.max_length": 999})


def test_owners_do_not_see_or_write_to_each_others_sessions(manager: SessionManager, face: Face) -> None:
    face(manager.session("a", owner="ann")).append(user("ann's"))
    face(manager.session("a", owner="bob")).append([user("bob's"), user("also")])
    assert texts(face(manager.session("a", owner="ann")).context_window) == ["ann's"]
    with pytest.raises(SessionNotFoundError) as caught:
        face(manager).get_session("a")
    assert (caught.value.session_id, caught.value.owner) == ("a", "")
    with pytest.raises(SessionNotFoundError):
        face(manager).delete_session("a", owner="carol")
    assert face(manager.session("a", owner="bob")).info().head_seq == 2
