"""Every message comes back from a session as LlamaIndex made it."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llama_index.core.base.llms import types
from llama_index.core.base.llms.types import (
    AudioBlock,
    CacheControl,
    CachePoint,
    ChatMessage,
    CitableBlock,
    CitationBlock,
    DocumentBlock,
    ImageBlock,
    MessageRole,
    TextBlock,
)
from llama_index.core.schema import ImageDocument
from pydantic import BaseModel

from manager import InvalidMessageError, SessionManager, summarize
from manager.integrations.llama_index import LedgerChatStore, from_ledger, to_ledger
from tests.integrations.llama_index.scripted import answers, calls, says, texts, user

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=")
ThinkingBlock: Any = getattr(types, "ThinkingBlock", None)
VideoBlock: Any = getattr(types, "VideoBlock", None)
ToolCallBlock: Any = getattr(types, "ToolCallBlock", None)


class Usage(BaseModel):
    tokens: int


def restored(message: ChatMessage) -> ChatMessage:
    with SessionManager("sqlite://") as manager:
        store = LedgerChatStore(manager)
        store.add_message("s", message)
        (found,) = store.get_messages("s")
        assert to_ledger(found) == dict(manager.session("s").log()[0])
        return found


BLOCKS: list[Any] = [
    TextBlock(text="a\x00b \ud83d é e\u0301 \U0001f600 שלום"),
    ImageBlock(image=PNG),
    ImageBlock(image=b"not known to anybody", detail="low"),
    ImageBlock(url="https://example.org/a.png"),
    AudioBlock(audio=b"RIFF....WAVEfmt ", format="wav"),
    AudioBlock(url="https://example.org/a.mp3"),
    DocumentBlock(data=b"\x04\xcf\xff", title="three bytes"),  # in base64 they begin like a bitmap
    DocumentBlock(url="https://example.org/a.pdf", title="a"),
    CachePoint(cache_control=CacheControl(type="ephemeral")),
    CitableBlock(title="t", source="s", content=[TextBlock(text="x"), DocumentBlock(data=b"%PDF-1.4")]),
    CitationBlock(cited_content=TextBlock(text="x"), source="s", title="t", additional_location_info={"page": 3}),
]
if ThinkingBlock is not None:
    BLOCKS.append(ThinkingBlock(content="hm", num_tokens=2, additional_information={"signature": "s=="}))
if VideoBlock is not None:
    BLOCKS.append(VideoBlock(video=b"\x00\x00\x00\x18ftypmp42", fps=2))
if ToolCallBlock is not None:
    BLOCKS += [
        ToolCallBlock(tool_call_id="c", tool_name="f", tool_kwargs={"n": 2**70, "x": [None, 0.1]}),
        ToolCallBlock(tool_name="f", tool_kwargs='{"n": 1}'),
    ]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: str(block.block_type))
def test_every_block_comes_back(block: Any) -> None:
    message = ChatMessage(role="user", blocks=[TextBlock(text="look"), block], additional_kwargs={"k": 1})
    assert restored(message) == message


@pytest.mark.parametrize("role", MessageRole)
def test_every_role_comes_back(role: MessageRole) -> None:
    assert restored(ChatMessage(role=role, content="x")) == ChatMessage(role=role, content="x")


@given(
    st.dictionaries(
        st.text(max_size=5).filter(lambda name: name != "images"),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
            max_leaves=6,
        ),
        max_size=4,
    ),
    st.lists(st.text(), max_size=3),
)
def test_any_texts_and_arguments_come_back(arguments: dict[str, Any], words: list[str]) -> None:
    message = ChatMessage(role="user", blocks=[TextBlock(text=each) for each in words], additional_kwargs=arguments)
    again = from_ledger(to_ledger(message))
    assert again == message
    assert repr(again.additional_kwargs) == repr(message.additional_kwargs)


def test_a_message_whose_file_is_gone_comes_back(tmp_path: Path) -> None:
    """LlamaIndex refuses the path of a file that is not there: one such message, and no other could be read."""
    file = tmp_path / "a.png"
    file.write_bytes(PNG)
    image = ImageBlock(path=file)
    message = ChatMessage(role="user", blocks=[image, CitableBlock(title="t", source="s", content=[image])])
    file.unlink()
    assert restored(message) == message


def test_images_of_before_there_were_blocks_come_back_once() -> None:
    document = ImageDocument(image=base64.b64encode(PNG).decode())
    message = ChatMessage(role="user", content="look", additional_kwargs={"images": [document]})
    again = restored(message)
    assert [block.block_type for block in again.blocks] == ["text", "image"]
    assert again.blocks == message.blocks
    assert to_ledger(again) == to_ledger(message)


def test_an_open_file_is_stored_with_its_bytes() -> None:
    try:
        block = ImageBlock(image=io.BytesIO(PNG), image_mimetype="image/png")
    except ValueError:
        pytest.skip("this version takes no open files")
    assert restored(ChatMessage(role="user", blocks=[block])).blocks == [ImageBlock(image=PNG)]


def test_what_providers_put_into_a_message_is_written_as_llama_index_writes_it() -> None:
    message = ChatMessage(role="assistant", content="x", additional_kwargs={"usage": [Usage(tokens=3)]})
    assert restored(message).additional_kwargs == {"usage": [{"tokens": 3}]}


@pytest.mark.parametrize(
    ("make", "path"),
    [
        (lambda: ChatMessage(content="x", additional_kwargs={"a": 1, "b": object()}), "message.additional_kwargs['b']"),
        (lambda: ChatMessage(additional_kwargs={"a": [float("nan")]}), "message.additional_kwargs['a'][0]"),
        (lambda: ChatMessage(blocks=[TextBlock(text="x"), broken()]), "message.blocks[1]"),
    ],
)
def test_what_is_no_json_is_refused_and_named(make: Callable[[], ChatMessage], path: str) -> None:
    with SessionManager("sqlite://") as manager:
        store = LedgerChatStore(manager)
        with pytest.raises(InvalidMessageError) as refused:
            store.add_message("s", make())
        assert refused.value.path == path
        assert store.get_messages("s") == []


def broken() -> ImageBlock:
    block = ImageBlock(url="https://example.org/a.png")
    block.detail = object()  # type: ignore[assignment] # set, and not checked by pydantic
    return block


# --- messages of others -------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["system", "developer", "user", "assistant", "tool"])
def test_a_message_of_openai_chat_is_read(role: str) -> None:
    message = from_ledger({"role": role, "content": "x", "name": "ann"})
    assert message == ChatMessage(role=role, content="x", additional_kwargs={"name": "ann"})


def test_calls_parts_and_answers_of_openai_chat_are_read() -> None:
    assert from_ledger({"role": "tool", "tool_call_id": "c", "content": "19"}) == answers("c", "19")
    assert from_ledger(to_ledger(calls("a", "b", city="Oslo"))) == calls("a", "b", city="Oslo")
    url = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"
    parts = [
        {"type": "text", "text": "look"},
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png", "detail": "low"}},
        {"type": "input_audio", "input_audio": {"data": "UklGRi4uLi4=", "format": "wav"}},
        {"type": "file", "file": {"filename": "a.png", "file_data": url}},
    ]
    assert from_ledger({"role": "user", "content": parts}).blocks == [
        TextBlock(text="look"),
        ImageBlock(url="https://example.org/a.png", detail="low"),
        AudioBlock(audio=b"UklGRi4uLi4=", format="wav"),
        DocumentBlock(url=url, title="a.png"),
    ]
    assert from_ledger({"role": "assistant", "content": None}).blocks == []


@pytest.mark.parametrize(
    "message",
    [
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"},
        {"role": "human", "content": "x"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]},
        {"role": "assistant", "content": ["x"]},
        {"role": "user", "blocks": ["x"]},
        {"role": "user", "blocks": [{"block_type": "smell"}]},
        {"role": "user", "blocks": [], "additional_kwargs": ["x"]},
    ],
)
def test_a_message_of_another_form_is_refused(message: dict[str, Any]) -> None:
    with pytest.raises(InvalidMessageError, match="neither the form of LlamaIndex nor that of OpenAI Chat"):
        from_ledger(message)


def test_what_strategies_write_is_read() -> None:
    """A summary is in the form of OpenAI Chat, a shortened message and a cleared result in LlamaIndex's."""
    with SessionManager("sqlite://") as manager:
        summarizing = summarize(lambda messages, memo: "They spoke of Oslo.", keep_rounds=1, into="window")
        manager.register_session_resize_handler("summarize", summarizing)
        session, store = manager.session("s"), LedgerChatStore(manager)
        session.set_settings("session.keep_tool_results", 0)
        for message in (user("Weather in Oslo?"), calls("c"), answers("c", "x" * 600), says("Fine."), user("y" * 600)):
            store.add_message("s", message)
        session.resize("clear_tool_results")
        assert texts(store.get_messages("s"))[2] == "[cleared: 600 characters; the original is message 3 of the log]"
        session.set_settings("session.max_length", 1200)
        session.resize("summarize")
        summary, newest = store.get_messages("s")
        assert "They spoke of Oslo." in (summary.content or "")
        assert newest == user("y" * 600)
        session.set_settings("session.max_length", 300)
        session.resize("simple_cut")
        shortened = store.get_messages("s")[-1]
        assert set(shortened.content or "") == {"y"}
        assert len(texts([shortened])[0] or "") < 300
