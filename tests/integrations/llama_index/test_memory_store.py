"""`AsyncLedgerChatStore` does what `SQLAlchemyChatStore` does, and everything it takes away can be had back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import Memory
from llama_index.core.storage.chat_store.base_db import MessageStatus
from llama_index.core.storage.chat_store.sql import SQLAlchemyChatStore
from sqlalchemy.ext.asyncio import create_async_engine

from manager import SessionManager
from manager.integrations.llama_index import AsyncLedgerChatStore, to_ledger
from tests.backends import SYSTEMS
from tests.faces import AsyncFace
from tests.integrations.llama_index.scripted import needs_memory, says, texts, user

ACTIVE, ARCHIVED = MessageStatus.ACTIVE, MessageStatus.ARCHIVED


@st.composite
def arguments_of(draw: st.DrawFn, name: str, turn: int, active: list[ChatMessage]) -> tuple[Any, ...]:
    """What is new at each turn is like nothing before it: what a list means that is set is tested elsewhere."""
    new = [says(f"{turn}.{number}", draw(st.sampled_from(["user", "assistant"]))) for number in range(3)]
    if name == "add_message":
        return new[0], draw(st.sampled_from([ACTIVE, ARCHIVED]))
    if name == "add_messages":
        return new[: draw(st.integers(1, 3))], draw(st.sampled_from([ACTIVE, ARCHIVED]))
    if name == "set_messages":
        left = active[draw(st.integers(0, len(active))) :]
        return [*left, *new[: draw(st.integers(0, 2))]], draw(st.sampled_from([ACTIVE, ARCHIVED]))
    if name == "delete_messages":
        return (draw(st.sampled_from([None, ACTIVE, ARCHIVED])),)
    return (draw(st.integers(0, 4)),)


NAMES = [
    "add_message",
    "add_messages",
    "set_messages",
    "delete_messages",
    "delete_oldest_messages",
    "archive_oldest_messages",
]


async def compared(data: st.DataObject, manager: SessionManager) -> None:
    engine = create_async_engine("sqlite+aiosqlite:///:memory:")
    expected, store = SQLAlchemyChatStore("messages", async_engine=engine), AsyncLedgerChatStore(manager)
    try:
        for turn in range(data.draw(st.integers(1, 7))):
            name = data.draw(st.sampled_from(NAMES))
            arguments = data.draw(arguments_of(name, turn, await expected.get_messages("s")))
            returned = await getattr(expected, name)("s", *arguments)
            assert await getattr(store, name)("s", *arguments) == returned
            if name == "set_messages" and arguments[1] is ACTIVE:  # what was archived stays archived
                assert await store.get_messages("s") == await expected.get_messages("s")
                await store.delete_messages("s", ARCHIVED)
            for status in (ACTIVE, ARCHIVED, None):
                now = await expected.get_messages("s", status)
                assert await store.get_messages("s", status) == now
                assert await store.count_messages("s", status) == await expected.count_messages("s", status)
                limit, offset = data.draw(st.sampled_from([(None, None), (2, None), (2, 1), (0, 0)]))
                page = now[offset or 0 :] if limit is None else now[offset or 0 :][:limit]
                assert await store.get_messages("s", status, limit=limit, offset=offset) == page
            assert await store.get_keys() == await expected.get_keys()
    finally:
        await engine.dispose()
    assert (await manager.async_verify()).ok


@settings(max_examples=15)
@given(data=st.data())
def test_any_calls_do_what_they_do_to_the_store_of_llama_index(data: st.DataObject) -> None:
    with SessionManager("sqlite://") as manager, asyncio.Runner() as runner:
        runner.run(compared(data, manager))


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("async")
def test_what_is_archived_or_deleted_comes_back_by_undo(manager: SessionManager, face: AsyncFace) -> None:
    store, session = AsyncLedgerChatStore(manager), manager.session("s")
    all_of_it = [user("a"), says("b"), user("c"), says("d")]
    face.run(store.add_messages("s", all_of_it))
    for call, active, archived in [
        (store.archive_oldest_messages("s", 2), all_of_it[2:], all_of_it[:2]),
        (store.delete_oldest_messages("s", 1), all_of_it[1:], []),
        (store.delete_message("s", 3), [*all_of_it[:2], all_of_it[3]], []),
        (store.delete_messages("s", ACTIVE), [], []),
        (store.delete_messages("s"), [], []),
    ]:
        face.run(call)
        assert face.run(store.get_messages("s")) == active
        assert face.run(store.get_messages("s", ARCHIVED)) == archived
        face(session).undo()
        assert face.run(store.get_messages("s")) == face.run(store.get_messages("s", None)) == all_of_it
    assert face.run(store.delete_message("s", 5)) is None
    assert [dict(message) for message in face.collect(face.call(session.log))] == list(map(to_ledger, all_of_it))
    assert face(manager).verify().ok


@pytest.mark.backends("sqlite")
@pytest.mark.faces("async")
def test_what_the_settings_cut_is_archived(manager: SessionManager, face: AsyncFace) -> None:
    manager.set_settings("session.max_length", 300)
    store = AsyncLedgerChatStore(manager)
    for number in range(9):
        face.run(store.add_message("s", user(f"{number}")))
    active, archived = face.run(store.get_messages("s")), face.run(store.get_messages("s", ARCHIVED))
    assert 0 < len(active) < 9
    assert texts([*archived, *active]) == texts(face.run(store.get_messages("s", None))) == list("012345678")


# --- used by Memory -----------------------------------------------------------------------------


def memory_in(store: Any, **options: Any) -> Memory:
    return Memory(sql_store=store, session_id="s", tokenizer_fn=str.split, **options)


async def spoken(store: Any) -> list[list[list[ChatMessage]]]:
    """What a memory gives at each turn of a conversation, and all it has."""
    memory = memory_in(store, token_limit=20, token_flush_size=4, chat_history_token_ratio=0.5)
    given = []
    for number in range(6):
        await memory.aput(user(f"question number {number}"))
        given.append([await memory.aget(), await memory.aget_all()])
        await memory.aput_messages([says(f"the answer {number}"), says("and more")])
    await memory.aset([*await memory.aget(), user("set")])
    given.append([await memory.aget()])
    await memory.areset(ACTIVE)
    given.append([await memory.aget()])
    await memory.areset()
    return [*given, [await memory.aget(), await memory.aget_all()]]


@needs_memory
def test_a_memory_gives_what_it_gives_with_its_own_store() -> None:
    async def both(manager: SessionManager) -> None:
        engine = create_async_engine("sqlite+aiosqlite:///:memory:")
        expected = await spoken(SQLAlchemyChatStore("messages", async_engine=engine))
        await engine.dispose()
        assert await spoken(AsyncLedgerChatStore(manager)) == expected
        assert len(expected[5][0]) < len(expected[5][1])

    with SessionManager("sqlite://") as manager, asyncio.Runner() as runner:
        runner.run(both(manager))
        session = manager.session("s")
        assert len(session.log()) == 19
        assert {revision.strategy for revision in session.resize_history()} == {
            "archive_oldest_messages",
            "delete_messages",
        }


@needs_memory
def test_the_sync_methods_of_a_memory_and_its_loops_of_their_own() -> None:
    with SessionManager("sqlite://") as manager:
        memory = memory_in(AsyncLedgerChatStore(manager), token_limit=100)
        for number in range(20):
            memory.put(user(f"{number}"))
            assert len(memory.get()) == number + 1
        memory.reset()
        assert memory.get() == []
        manager.session("s").undo()
        assert len(memory.get()) == 20


@needs_memory
def test_a_memory_is_set_from_the_window_it_gave() -> None:
    """The list that was handed out, with one more: what was archived meanwhile stays in the full context."""
    with SessionManager("sqlite://") as manager:
        memory = memory_in(AsyncLedgerChatStore(manager), token_limit=8, token_flush_size=1)
        for number in range(9):
            memory.set([*memory.get(), user(f"question {number}")])
            memory.put(says("ok"))
        session = manager.session("s")
        assert len(session.log()) == session.info().full_count == 18
        assert session.info().window_count < 9
