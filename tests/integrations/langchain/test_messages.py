"""Messages of every type come back as they went in; what cannot be kept is refused before anything is."""

from __future__ import annotations

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ChatMessage,
    ChatMessageChunk,
    FunctionMessage,
    FunctionMessageChunk,
    HumanMessage,
    HumanMessageChunk,
    RemoveMessage,
    SystemMessage,
    SystemMessageChunk,
    ToolMessage,
    ToolMessageChunk,
)
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from manager import InvalidMessageError, SessionManager
from manager.integrations.langchain import LedgerChatMessageHistory, from_ledger, to_ledger
from manager.planning.format import window_problems
from tests.faces import Face
from tests.integrations.langchain.scripted import Through, calls

ANTHROPIC = AIMessage(
    [
        {"type": "thinking", "thinking": "Both.", "signature": "c2ln"},
        {"type": "text", "text": "Let me look.", "citations": None},
        {"type": "tool_use", "id": "a", "name": "weather", "input": {"city": "Oslo"}},
    ],
    id="msg_1",
    tool_calls=[{"name": "weather", "args": {"city": "Oslo"}, "id": "a"}],
    usage_metadata={
        "input_tokens": 3,
        "output_tokens": 4,
        "total_tokens": 7,
        "input_token_details": {"cache_read": 2},
    },
    response_metadata={"model_provider": "anthropic", "stop_reason": "tool_use"},
)
STANDARD = AIMessage(
    content_blocks=[
        {"type": "reasoning", "reasoning": "hm", "extras": {"signature": "x"}},
        {"type": "server_tool_call", "id": "s", "name": "web_search", "args": {"query": "Oslo"}},
        {"type": "server_tool_result", "tool_call_id": "s", "status": "success", "output": [{"url": "u"}]},
        {"type": "text", "text": "Sunny.", "annotations": [{"type": "citation", "url": "u", "cited_text": "sun"}]},
        {"type": "tool_call", "id": "a", "name": "weather", "args": {"city": "Oslo"}},
    ],
    response_metadata={"output_version": "v1"},
)
CHUNKS = AIMessageChunk(
    content="He", id="run-1", tool_call_chunks=[{"name": "f", "args": '{"a": ', "id": "c", "index": 0}]
) + AIMessageChunk(content="llo", tool_call_chunks=[{"name": None, "args": "1}", "id": None, "index": 0}])

EVERY_KIND: list[BaseMessage] = [
    HumanMessage("Hello", id="1", name="Ines"),
    HumanMessage(content_blocks=[{"type": "image", "base64": "QUFB", "mime_type": "image/png"}]),
    HumanMessage(["text", {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}]),
    HumanMessage("x", additional_kwargs={"note": [1, None, {"a": True}]}, extra_field={"kept": "too"}),
    HumanMessage("x", role="critic"),
    SystemMessage("Be brief."),
    SystemMessage("Be brief.", additional_kwargs={"__openai_role__": "developer"}),
    AIMessage(""),
    ANTHROPIC,
    STANDARD,
    AIMessage("", invalid_tool_calls=[{"name": "f", "args": "{", "id": "b", "error": "no JSON"}]),
    AIMessage("", additional_kwargs={"function_call": {"name": "f", "arguments": "{}"}}),
    AIMessage("", additional_kwargs={"reasoning_content": "hm", "refusal": None}),
    ToolMessage("12", tool_call_id="a", name="weather", id="2"),
    ToolMessage([{"type": "text", "text": "12"}], tool_call_id="a", artifact={"rows": [1, 2.5]}, status="error"),
    FunctionMessage(content="12", name="f"),
    ChatMessage(content="Fine.", role="moderator"),
    ChatMessage(content="Fine.", role="assistant"),
    RemoveMessage(id="1"),
    CHUNKS,
    AIMessageChunk(content="", chunk_position="last"),
    HumanMessageChunk(content="a"),
    SystemMessageChunk(content="a"),
    ChatMessageChunk(content="a", role="user"),
    FunctionMessageChunk(content="a", name="f"),
    ToolMessageChunk(content="a", tool_call_id="a"),
]


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
def test_every_kind_comes_back_as_it_went_in(face: Face, manager: SessionManager) -> None:
    history = LedgerChatMessageHistory("thread", manager)
    face.call(history.session.append, [to_ledger(message) for message in EVERY_KIND])
    found = [from_ledger(message) for message in face(history.session).full_context]
    assert found == EVERY_KIND
    assert [type(message) for message in found] == [type(message) for message in EVERY_KIND]


def test_a_checkpointer_changes_nothing_that_is_stored() -> None:
    """Else a message would be taken for an edited one when its thread is resumed."""
    serializer = JsonPlusSerializer()
    for message in EVERY_KIND:
        assert to_ledger(serializer.loads_typed(serializer.dumps_typed(message))) == to_ledger(message)


@pytest.mark.parametrize(
    ("message", "role"),
    [
        (EVERY_KIND[0], "user"),
        (EVERY_KIND[4], "user"),
        (EVERY_KIND[6], "developer"),
        (CHUNKS, "assistant"),
        (ChatMessage(content="x", role="moderator"), "moderator"),
        (RemoveMessage(id="1"), "remove"),
    ],
)
def test_roles(message: BaseMessage, role: str) -> None:
    assert to_ledger(message)["role"] == role


def test_what_has_its_default_value_is_not_stored() -> None:
    assert to_ledger(AIMessage("Hi")) == {"role": "assistant", "type": "ai", "content": "Hi"}


names = st.text(string.ascii_lowercase, min_size=1, max_size=5)
texts = st.text(max_size=8)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=5,
)
objects = st.dictionaries(names, json_values, max_size=3)
contents = texts | st.lists(
    texts | st.builds(lambda text, more: {**more, "type": "text", "text": text}, texts, objects), max_size=3
)
common = {
    "content": contents,
    "additional_kwargs": objects,
    "response_metadata": objects,
    "id": st.none() | names,
    "name": st.none() | names,
}
tool_calls = st.lists(st.fixed_dictionaries({"name": names, "args": objects, "id": st.none() | names}), max_size=2)
invalid_calls = st.lists(
    st.fixed_dictionaries(
        {"name": st.none() | names, "args": st.none() | texts, "id": st.none() | names, "error": st.none() | texts}
    ),
    max_size=2,
)
usage = st.builds(
    lambda a, b, details: {"input_tokens": a, "output_tokens": b, "total_tokens": a + b, **details},
    st.integers(0, 9),
    st.integers(0, 9),
    st.sampled_from([{}, {"output_token_details": {"reasoning": 1}}]),
)
messages = st.one_of(
    st.builds(HumanMessage, **common),
    st.builds(SystemMessage, **common),
    st.builds(
        AIMessage,
        **common,
        tool_calls=tool_calls,
        invalid_tool_calls=invalid_calls,
        usage_metadata=st.none() | usage,
    ),
    st.builds(
        ToolMessage,
        **common,
        tool_call_id=names,
        artifact=json_values,
        status=st.sampled_from(["success", "error"]),
    ),
    st.builds(FunctionMessage, **{**common, "name": names}),
    st.builds(ChatMessage, **common, role=names),
)


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_any_message_comes_back_as_it_went_in(manager: SessionManager) -> None:
    @given(st.lists(messages, min_size=1, max_size=4))
    def check(given: list[BaseMessage]) -> None:
        history = LedgerChatMessageHistory("any", manager)
        history.add_messages(given)
        assert history.messages[-len(given) :] == given

    check()


@pytest.mark.backends("sqlite")
@pytest.mark.parametrize(
    ("refused", "path"),
    [
        (ToolMessage("x", tool_call_id="a", artifact=object()), "messages[1].artifact"),
        (HumanMessage("x", additional_kwargs={1: "a"}), "messages[1].additional_kwargs"),
        (AIMessage([{"type": "image", "data": b"png"}]), "messages[1].content[0].data"),
        (ChatMessage(content="x", role=""), "messages[1].role"),
    ],
)
def test_what_is_no_json_is_refused_and_nothing_is_stored(
    face: Face, manager: SessionManager, refused: BaseMessage, path: str
) -> None:
    history = LedgerChatMessageHistory("thread", manager)
    with pytest.raises(InvalidMessageError) as raised:
        Through(face, history).add([HumanMessage("first"), refused])
    assert raised.value.path.startswith(path)
    assert len(face(history.session).log()) == 0


def test_a_message_of_a_type_langchain_cannot_read_is_refused() -> None:
    class Letter(BaseMessage):
        type: str = "letter"

    with pytest.raises(InvalidMessageError, match="'letter' is none of LangChain's"):
        to_ledger(Letter(content="x"))


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_an_artifact_of_models_comes_back_as_what_they_dump(manager: SessionManager) -> None:
    """As from LangChain's own stores."""
    history = LedgerChatMessageHistory("thread", manager)
    document = Document("Sunny.", metadata={"page": 1})
    history.add_messages([ToolMessage("found", tool_call_id="a", artifact=[document])])
    (found,) = history.messages
    assert isinstance(found, ToolMessage)
    assert found.artifact == [document.model_dump()]


@pytest.mark.parametrize(
    ("stored", "message"),
    [
        ({"role": "user", "content": "Hello", "name": "Ines"}, HumanMessage("Hello", name="Ines")),
        ({"role": "system", "content": "Be brief."}, SystemMessage("Be brief.")),
        ({"role": "developer", "content": "Be brief."}, EVERY_KIND[6]),
        ({"role": "assistant", "content": None, "tool_calls": [
            {"id": "a", "type": "function", "function": {"name": "weather", "arguments": '{"city": "a"}'}},
        ]}, calls("a")),
        ({"role": "assistant", "content": "", "tool_calls": [
            {"id": "b", "type": "function", "function": {"name": "f", "arguments": "{"}},
        ]}, AIMessage("", invalid_tool_calls=[{"name": "f", "args": "{", "id": "b", "error": None}])),
        ({"role": "tool", "tool_call_id": "a", "content": "sunny"}, ToolMessage("sunny", tool_call_id="a")),
        ({"role": "function", "name": "f", "content": "12"}, FunctionMessage(content="12", name="f")),
        ({"role": "assistant", "content": "x", "refusal": None}, AIMessage("x", additional_kwargs={"refusal": None})),
        ({"role": "moderator", "content": "x"}, ChatMessage(content="x", role="moderator")),
        ({"type": "message", "role": "user", "content": [{"type": "text", "text": "x"}]},
         HumanMessage([{"type": "text", "text": "x"}], additional_kwargs={"type": "message"})),
    ],
)  # fmt: skip
def test_messages_of_openai_chat_are_read(stored: dict[str, Any], message: BaseMessage) -> None:
    assert from_ledger(stored) == message
    assert window_problems([stored]) == window_problems([to_ledger(message)])


@pytest.mark.parametrize(
    "stored",
    [
        {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"},
        {"role": "user", "parts": [], "kind": "request"},
        {"role": "user", "blocks": []},
        {"role": "tool", "content": "no call"},
        {"type": "ai", "role": "assistant", "content": 1},
        {"role": "assistant", "content": "", "tool_calls": [{"function": {}}]},
    ],
)
def test_messages_of_other_forms_are_refused(stored: dict[str, Any]) -> None:
    with pytest.raises(InvalidMessageError, match="neither the form of LangChain nor that of OpenAI Chat"):
        from_ledger(stored)
