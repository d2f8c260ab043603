"""What LlamaIndex's own chat stores have written."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from llama_index.core.base.llms.types import ChatMessage, ImageBlock, MessageRole, TextBlock
from llama_index.core.memory import Memory
from llama_index.core.storage.chat_store import SimpleChatStore
from llama_index.core.storage.chat_store.sql import SQLAlchemyChatStore
from pydantic_core import PydanticSerializationError

from manager import LoadError, SessionManager
from manager.integrations.llama_index import LedgerChatStore, to_ledger
from tests.integrations.transfer.stores import imported, log_of

pytestmark = [pytest.mark.backends("sqlite"), pytest.mark.faces("sync")]
SYSTEM = "llama-index"


def talk(count: int) -> list[ChatMessage]:
    """Questions, calls, results and answers."""
    made = []
    for number in range(count):
        call = {"id": f"c{number}", "type": "function", "function": {"name": "look", "arguments": "{}"}}
        made += [
            ChatMessage(
                role=MessageRole.USER,
                blocks=[TextBlock(text=f"How is {number}? 🎻"), ImageBlock(url="https://example.org/a.png")],
            ),
            ChatMessage(role=MessageRole.ASSISTANT, blocks=[], additional_kwargs={"tool_calls": [call]}),
            ChatMessage(role=MessageRole.TOOL, content="rain", additional_kwargs={"tool_call_id": f"c{number}"}),
            ChatMessage(role=MessageRole.ASSISTANT, content="Rain."),
        ]
    return made


def persist(store: SimpleChatStore, file: Path) -> None:
    """As `store.persist(file)`; with pydantic 2.14 LlamaIndex's own serializer raises, and the same is made here."""
    try:
        store.persist(str(file))
    except PydanticSerializationError:
        kept = {key: [to_ledger(message) for message in messages] for key, messages in store.store.items()}
        file.write_text(json.dumps({"store": kept, "class_name": store.class_name()}), "utf-8")


def test_a_persisted_store(manager: SessionManager, tmp_path: Path) -> None:
    store = SimpleChatStore()
    store.set_messages("anna", talk(2))
    store.set_messages("empty", [])
    source = tmp_path / "chat_store.json"
    persist(store, source)
    assert {name: one.imported for name, one in imported(manager, SYSTEM, source).items()} == {"anna": 8, "empty": 0}
    assert LedgerChatStore(manager).get_messages("anna") == store.get_messages("anna")
    assert log_of(manager, "anna") == [to_ledger(message) for message in talk(2)]

    for message in talk(3)[8:]:
        store.add_message("anna", message)
    persist(store, source)
    moved = imported(manager, SYSTEM, source)["anna"]
    assert (moved.imported, moved.already_there) == (4, 8)
    store.delete_message("anna", 3)
    persist(store, source)
    assert "message 4 is not what was imported" in str(imported(manager, SYSTEM, source)["anna"].refused)


def test_stores_as_earlier_versions_wrote_them(manager: SessionManager, tmp_path: Path) -> None:
    """Text in `content`, before there were blocks, and the whole store as a JSON text in JSON."""
    store = {
        "store": {"anna": [{"role": "user", "content": "Hello", "additional_kwargs": {"n": 1}}]},
        "class_name": "x",
    }
    source = tmp_path / "chat_store.json"
    source.write_text(json.dumps(json.dumps(store)), "utf-8")
    imported(manager, SYSTEM, source)
    assert LedgerChatStore(manager).get_messages("anna") == [
        ChatMessage(role=MessageRole.USER, content="Hello", additional_kwargs={"n": 1})
    ]


def test_what_is_no_store_or_no_message(manager: SessionManager, tmp_path: Path) -> None:
    source = tmp_path / "chat_store.json"
    for text in ("{", '{"store": [', '{"messages": []}', "[1]", '"x'):
        source.write_text(text, "utf-8")
        with pytest.raises(LoadError, match="SimpleChatStore"):
            imported(manager, SYSTEM, source)
    good = to_ledger(talk(1)[0])
    source.write_text(json.dumps({"store": {"a": [good, 3, {"role": "elf", "blocks": []}, good], "b": 1}}), "utf-8")
    moved = imported(manager, SYSTEM, source)
    assert (moved["a"].imported, [problem[:9] for problem in moved["a"].problems]) == (2, ["message 2", "message 3"])
    assert moved["b"].refused == "it is not a list of messages"


@pytest.mark.backends("sqlite", "postgresql")
def test_a_database_of_a_memory(manager: SessionManager, fresh_database_url: str) -> None:
    """What the memory has flushed is in the log and the full context, and the window has what it would send."""
    family, _, rest = fresh_database_url.partition("://")
    url = f"{'sqlite+aiosqlite' if family.startswith('sqlite') else 'postgresql+psycopg'}://{rest}"

    async def write(count: int) -> list[ChatMessage]:
        store = SQLAlchemyChatStore(table_name="talks", async_database_uri=url)
        memory = Memory(sql_store=store, session_id="anna", token_limit=200, chat_history_token_ratio=0.5)
        for number in range(count):
            await memory.aput_messages([
                ChatMessage(role=MessageRole.USER, content=f"question {number} " + "word " * 20),
                ChatMessage(role=MessageRole.ASSISTANT, content=f"answer {number}"),
            ])  # fmt: skip
        active: list[ChatMessage] = await store.get_messages("anna")
        await store._async_engine.dispose()  # type: ignore[union-attr]
        return active

    active = asyncio.run(write(8))
    assert 0 < len(active) < 16
    assert imported(manager, SYSTEM, url, table="talks")["anna"].imported == 16
    session = manager.session("anna")
    assert [message["blocks"][0]["text"][:10] for message in session.full_context[::2]] == [
        f"question {number}" for number in range(8)
    ]
    assert session.context_window == [to_ledger(message) for message in active]

    active = asyncio.run(write(2))
    assert imported(manager, SYSTEM, url)["anna"].imported == 4
    assert session.context_window == [to_ledger(message) for message in active]
    assert len(session.full_context) == 20
    assert imported(manager, SYSTEM, url)["anna"].imported == 0
    assert manager.verify().ok


def test_a_store_that_is_set_anew_brings_only_what_is_new(manager: SessionManager, tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'chat.db'}"

    async def write(messages: list[ChatMessage]) -> None:
        store = SQLAlchemyChatStore(table_name="talks", async_database_uri=url)
        await store.set_messages("anna", messages)
        await store._async_engine.dispose()  # type: ignore[union-attr]

    for count in (1, 2, 2):
        asyncio.run(write(talk(count)))
        imported(manager, SYSTEM, url)
        assert log_of(manager, "anna") == [to_ledger(message) for message in talk(count)]
