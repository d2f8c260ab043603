"""`LedgerChatStore` does what `SimpleChatStore` does, and everything it takes away can be had back."""

from __future__ import annotations

import asyncio
import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.storage.chat_store import SimpleChatStore

from manager import InvalidArgumentError, SessionManager
from manager.integrations.llama_index import LedgerChatStore, to_ledger
from tests.backends import SYSTEMS
from tests.faces import Face
from tests.integrations.llama_index.scripted import answers, calls, says, texts, user
from tests.processes import at_once

ASYNC_NAMES = {
    "set_messages": "aset_messages",
    "get_messages": "aget_messages",
    "add_message": "async_add_message",
    "delete_messages": "adelete_messages",
    "delete_message": "adelete_message",
    "delete_last_message": "adelete_last_message",
    "get_keys": "aget_keys",
}


def called(store: Any, runner: asyncio.Runner | None, name: str, *arguments: Any) -> Any:
    """What the method returns; with a runner, its async twin."""
    if runner is None:
        return getattr(store, name)(*arguments)
    return runner.run(getattr(store, ASYNC_NAMES[name])(*arguments))


# --- against SimpleChatStore --------------------------------------------------------------------

MESSAGES = st.builds(
    lambda role, text: says(text, role), st.sampled_from(["system", "user", "assistant"]), st.sampled_from("abcd")
)


@st.composite
def changed(draw: st.DrawFn, before: list[ChatMessage]) -> list[ChatMessage]:
    """A list as frameworks set it: what is there with more behind it, less in front, a summary, or another list."""
    start = draw(st.integers(0, len(before)))
    stop = draw(st.integers(start, len(before)))
    new = st.lists(MESSAGES, max_size=2)
    return [*draw(new), *before[start:stop], *draw(new)] if draw(st.booleans()) else [*before, *draw(new)]


@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
@settings(max_examples=25)
@given(data=st.data())
def test_any_calls_do_what_they_do_to_the_simple_store(is_async: bool, data: st.DataObject) -> None:
    expected = SimpleChatStore()
    with SessionManager("sqlite://") as manager, asyncio.Runner() as own_runner:
        runner, store = own_runner if is_async else None, LedgerChatStore(manager)
        said: list[dict[str, Any]] = []
        for _ in range(data.draw(st.integers(1, 8))):
            key = data.draw(st.sampled_from(["one", "two"]))
            before = list(expected.get_messages(key))
            name = data.draw(st.sampled_from(sorted(set(ASYNC_NAMES) - {"get_messages", "get_keys"})))
            arguments: list[Any] = [key]
            if name == "set_messages":
                arguments.append(data.draw(changed(before)))
            elif name == "add_message":
                arguments.append(data.draw(MESSAGES))
            elif name == "delete_message":
                arguments.append(data.draw(st.integers(-len(before), 4)))
            if before or name not in ("delete_message", "delete_last_message"):  # it raises IndexError on an empty list
                returned = getattr(expected, name)(*copy.deepcopy(arguments))
            else:
                returned = None
            assert (called(store, runner, name, *arguments) or None) == (returned or None)
            now = list(expected.get_messages(key))
            assert called(store, runner, "get_messages", key) == now
            if name.startswith("delete") and before != now:
                session = manager.session(key)
                session.undo()
                assert store.get_messages(key) == before
                session.undo()
            assert set(called(store, runner, "get_keys")) == {
                each for each in expected.get_keys() if expected.get_messages(each)
            }
            if name == "add_message":
                said.append(to_ledger(arguments[1]))
        kept = [dict(message) for key in ("one", "two") for message in manager.session(key).log()]
        assert all(kept.count(message) >= said.count(message) for message in said)
        assert manager.verify().ok


# --- on every database --------------------------------------------------------------------------


@pytest.mark.backends(*SYSTEMS)
def test_what_is_deleted_comes_back_by_undo(manager: SessionManager, face: Face) -> None:
    store, session = LedgerChatStore(manager), manager.session("s")
    runner = asyncio.Runner() if face.name == "async" else None
    all_of_it = [user("a"), calls("c"), answers("c", "19"), says("d"), user("e")]
    called(store, runner, "set_messages", "s", all_of_it)
    assert called(store, runner, "get_keys") == ["s"]
    for name, arguments, deleted, left in [
        ("delete_last_message", (), all_of_it[4], all_of_it[:4]),
        ("delete_message", (3,), all_of_it[3], [*all_of_it[:3], all_of_it[4]]),
        ("delete_message", (-5,), all_of_it[0], all_of_it[1:]),
        ("delete_messages", (), all_of_it, []),
    ]:
        assert called(store, runner, name, "s", *arguments) == deleted
        assert called(store, runner, "get_messages", "s") == left
        assert [dict(message) for message in face(session).full_context] == list(map(to_ledger, left))
        face(session).undo()
        assert called(store, runner, "get_messages", "s") == all_of_it
    assert face(manager).verify().ok
    assert len(face(session).log()) == len(all_of_it)
    if runner is not None:
        runner.close()


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_nothing_is_made_for_a_conversation_that_is_not_there(manager: SessionManager) -> None:
    store = LedgerChatStore(manager)
    assert store.get_messages("s") == []
    assert (store.delete_messages("s"), store.delete_message("s", 0), store.delete_last_message("s")) == (None,) * 3
    store.set_messages("s", [])
    assert manager.list_sessions() == []


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_every_key_is_told_however_many_there_are(manager: SessionManager) -> None:
    store = LedgerChatStore(manager)
    for number in range(1_003):
        manager.session(f"{number}").append({"role": "user", "content": "x"})
    store.delete_messages("7")
    assert len(store.get_keys()) == len(set(store.get_keys())) == 1_002
    assert "7" not in store.get_keys()


# --- a window that was cut ----------------------------------------------------------------------


@pytest.fixture
def cut() -> Iterator[tuple[LedgerChatStore, SessionManager]]:
    """A store with a conversation `s` of messages 0 to 5, whose window begins with 3."""
    with SessionManager("sqlite://") as manager:
        store, session = LedgerChatStore(manager), manager.session("s")
        for number in range(6):
            store.add_message("s", user(f"{number}"))
        session.register_resize_handler("last three", lambda full, window, memo, _: (None, window[-3:], memo))
        session.resize("last three")
        assert texts(store.get_messages("s")) == ["3", "4", "5"]
        yield store, manager


def contents(messages: Any) -> list[str]:
    return [message["blocks"][0]["text"] for message in messages]


def test_setting_what_is_there_changes_nothing(cut: tuple[LedgerChatStore, SessionManager]) -> None:
    store, manager = cut
    session = manager.session("s")
    before = session.info().revision
    store.set_messages("s", store.get_messages("s"))
    assert session.info().revision == before
    assert len(session.log()) == 6


def test_setting_the_window_and_a_new_message_logs_that_one(cut: tuple[LedgerChatStore, SessionManager]) -> None:
    store, manager = cut
    for number in range(6, 9):
        store.set_messages("s", [*store.get_messages("s"), user(f"{number}")])
    session = manager.session("s")
    assert contents(session.log()) == contents(session.full_context) == [f"{number}" for number in range(9)]
    assert texts(store.get_messages("s")) == ["3", "4", "5", "6", "7", "8"]


def test_setting_all_that_was_said_and_a_new_message_brings_it_back(
    cut: tuple[LedgerChatStore, SessionManager],
) -> None:
    """An application that keeps the list itself hands in all of it every time."""
    store, manager = cut
    whole = [user(f"{number}") for number in range(7)]
    store.set_messages("s", whole)
    session = manager.session("s")
    assert store.get_messages("s") == whole
    assert contents(session.log()) == contents(session.full_context) == [f"{number}" for number in range(7)]


@pytest.mark.parametrize(
    ("given", "logged"),
    [
        pytest.param(["4", "5"], [], id="less in front"),
        pytest.param(["4", "5", "6"], ["6"], id="a window that slides"),
        pytest.param(["summary", "5"], [], id="a summary"),
        pytest.param(["summary", "4", "5", "6", "7"], ["6", "7"], id="a summary and new messages"),
        pytest.param(["2", "3", "4", "5", "6"], ["6"], id="one of before the cut"),
        pytest.param(["3", "4", "other"], ["other"], id="another last message"),
        pytest.param(["3", "5"], [], id="one less in the middle"),
    ],
)
def test_setting_part_of_a_cut_window_keeps_the_full_context(
    cut: tuple[LedgerChatStore, SessionManager], given: list[str], logged: list[str]
) -> None:
    store, manager = cut
    store.set_messages("s", list(map(user, given)))
    session = manager.session("s")
    assert texts(store.get_messages("s")) == given
    assert contents(session.log()) == contents(session.full_context) == [*"012345", *logged]
    assert {message.seq for message in session.context_window if message["blocks"][0]["text"] != "summary"} <= set(
        range(1, 7 + len(logged))
    )
    assert manager.verify().ok


def test_setting_another_conversation_replaces_it(cut: tuple[LedgerChatStore, SessionManager]) -> None:
    store, manager = cut
    store.set_messages("s", [user("x"), says("y")])
    session = manager.session("s")
    assert texts(store.get_messages("s")) == contents(session.full_context) == ["x", "y"]
    assert contents(session.log()) == [*"012345", "x", "y"]
    session.undo()
    assert texts(store.get_messages("s")) == ["3", "4", "5"]


def test_going_back_in_a_conversation_logs_what_is_new(cut: tuple[LedgerChatStore, SessionManager]) -> None:
    store, manager = cut
    session = manager.session("t")
    store.set_messages("t", [user("a"), says("b"), user("c"), says("d")])
    store.set_messages("t", [user("a"), says("b"), user("another")])
    assert contents(session.full_context) == texts(store.get_messages("t")) == ["a", "b", "another"]
    assert contents(session.log()) == ["a", "b", "c", "d", "another"]


def test_deleting_from_a_cut_window_leaves_the_rest_of_the_full_context(
    cut: tuple[LedgerChatStore, SessionManager],
) -> None:
    store, manager = cut
    session = manager.session("s")
    assert store.delete_message("s", 1) == user("4")
    assert contents(session.full_context) == ["0", "1", "2", "3", "5"]
    assert store.delete_message("s", 2) is None
    store.set_messages("s", [user("3")])  # the full context goes on to 5
    assert store.delete_last_message("s") == user("3")
    assert store.get_messages("s") == []
    assert store.delete_last_message("s") is None
    assert contents(session.full_context) == ["0", "1", "2", "5"]
    assert store.delete_messages("s") == []
    assert store.get_keys() == []


def test_of_equal_texts_that_were_put_in_one_is_deleted(cut: tuple[LedgerChatStore, SessionManager]) -> None:
    store, _ = cut
    newest = store.get_messages("s")[-1]
    store.set_messages("s", [user("!"), user("?"), user("!"), newest])
    assert store.delete_message("s", 2) == user("!")
    assert store.get_messages("s") == [user("!"), user("?"), newest]


def test_a_message_of_another_form_is_compared_as_it_is_read() -> None:
    with SessionManager("sqlite://") as manager:
        store, session = LedgerChatStore(manager), manager.session("s")
        session.append([{"role": "system", "content": "Be brief."}, {"role": "user", "content": "a"}])
        store.set_messages("s", [*store.get_messages("s"), says("b")])
        assert len(session.log()) == 3
        store.set_messages("s", store.get_messages("s")[1:])
        assert [message.seq for message in session.context_window] == [2, 3]


def test_a_limit_cuts_what_is_set_and_keeps_calls_whole() -> None:
    with SessionManager("sqlite://", settings={"session.max_length": 500}) as manager:
        store, session = LedgerChatStore(manager), manager.session("s")
        for number in range(8):
            turn = [user(f"{number}"), calls(f"c{number}"), answers(f"c{number}", "19"), says("It is 19.")]
            store.set_messages("s", [*store.get_messages("s"), *turn])
            assert session.check_window() == []
            assert session.info().window_length <= 500
        assert len(session.log()) == 32
        assert session.info().full_count == 32


# --- several processes --------------------------------------------------------------------------


def taking_out(url: str, name: str) -> list[str]:
    with SessionManager(url) as manager:
        store, taken = LedgerChatStore(manager), []
        for number in range(4):
            store.add_message("s", user(f"{name} {number}"))
            taken.append(store.delete_message("s", 0))
        taken += [store.delete_last_message("s") for _ in range(3)]
        return [message.content or "" for message in taken if message is not None]


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
def test_processes_take_out_each_message_once(database_url: str, make_manager: Callable[..., SessionManager]) -> None:
    manager = make_manager()
    store, session = LedgerChatStore(manager), manager.session("s")
    store.set_messages("s", [user(f"first {number}") for number in range(20)])
    taken = [text for each in at_once(taking_out, [(database_url, "a"), (database_url, "b")]) for text in each]
    assert len(taken) == len(set(taken)) == 14
    assert sorted([*taken, *(text or "" for text in texts(store.get_messages("s")))]) == sorted(contents(session.log()))
    assert len(session.log()) == 28
    assert manager.verify().ok


# --- the store itself ---------------------------------------------------------------------------


def test_a_store_is_dumped_copied_and_pickled_without_its_connections(tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path}/a.db"
    store = LedgerChatStore(url)
    store.add_message("s", user("x"))
    assert store.to_dict() == {"url": url, "class_name": "LedgerChatStore"}
    for same in (
        LedgerChatStore.from_dict(store.to_dict()),
        LedgerChatStore.model_validate_json(store.model_dump_json()),
        copy.copy(store),
        copy.deepcopy(store),
        store.model_copy(deep=True),
        pickle.loads(pickle.dumps(store)),
    ):
        assert same.get_messages("s") == [user("x")]


def test_a_store_of_a_manager_is_not_pickled() -> None:
    with SessionManager("sqlite://") as manager:
        store = LedgerChatStore(manager)
        store.add_message("s", user("x"))
        assert copy.deepcopy(store).get_messages("s") == [user("x")]
        with pytest.raises(InvalidArgumentError, match="the URL of a database"):
            pickle.dumps(store)


def test_a_password_is_in_no_repr_and_no_dump() -> None:
    store = LedgerChatStore("postgresql://ledger:secret@localhost/ledger")
    assert "secret" not in f"{store!r} {store} {store.to_json()}"


def test_a_store_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="manager_or_url"):
        LedgerChatStore()
