"""Every part of every kind comes back as the framework's own JSON brings it back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pydantic_ai.messages
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic_ai.messages import (
    AudioUrl,
    BinaryContent,
    CachePoint,
    DocumentUrl,
    FilePart,
    ImageUrl,
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    NativeToolCallPart,
    NativeToolReturnPart,
    SystemPromptPart,
    TextContent,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
    VideoUrl,
)
from pydantic_ai.usage import RequestUsage

from manager import InvalidMessageError, SessionManager
from manager.integrations.pydantic_ai import LedgerHistory, from_ledger, to_ledger
from tests.backends import SYSTEMS
from tests.faces import Face
from tests.integrations.pydantic_ai.scripted import calls, contents

text = st.text(max_size=20)
names = st.none() | text
ids = st.text("abc123", min_size=1, max_size=8)
times = st.datetimes(timezones=st.just(UTC), min_value=datetime(2000, 1, 1), max_value=datetime(2100, 1, 1))  # noqa: DTZ001
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(text, plain, max_size=3)
maybe_object = st.none() | objects

binary = st.builds(
    BinaryContent, st.binary(max_size=40), media_type=st.sampled_from(["image/png", "audio/wav", "application/pdf"])
)
urls = st.sampled_from([ImageUrl, AudioUrl, VideoUrl, DocumentUrl]).map(lambda kind: kind("https://example.org/a.png"))
user_content = st.lists(
    text | binary | urls | st.builds(CachePoint) | st.builds(TextContent, text, metadata=maybe_object), max_size=4
)

request_parts: st.SearchStrategy[Any] = st.one_of(
    st.builds(SystemPromptPart, text, timestamp=times, dynamic_ref=names),
    st.builds(UserPromptPart, text | user_content, timestamp=times),
    st.builds(
        ToolReturnPart,
        ids,
        plain | binary,
        ids,
        metadata=objects,
        timestamp=times,
        outcome=st.sampled_from(["success", "failed", "denied"]),
    ),
)
of_provider: dict[str, Any] = {"id": names, "provider_name": names, "provider_details": maybe_object}
response_parts: st.SearchStrategy[Any] = st.one_of(
    st.builds(TextPart, text, **of_provider),
    st.builds(ThinkingPart, text, signature=names, **of_provider),
    st.builds(ToolCallPart, ids, st.none() | text | objects, ids, **of_provider),
    st.builds(NativeToolCallPart, ids, st.none() | text | objects, ids, **of_provider),
    st.builds(NativeToolReturnPart, ids, plain, ids, timestamp=times, provider_name=names),
    st.builds(FilePart, binary, **of_provider),
)
of_message: dict[str, Any] = {"run_id": st.none() | ids, "conversation_id": st.none() | ids, "metadata": maybe_object}
requests = st.builds(
    ModelRequest,
    st.lists(request_parts, max_size=4),
    timestamp=st.none() | times,
    instructions=names,
    state=st.sampled_from(["complete", "interrupted"]),
    **of_message,
)
responses = st.builds(
    ModelResponse,
    st.lists(response_parts, max_size=4),
    usage=st.builds(RequestUsage, input_tokens=st.integers(0, 9), details=st.just({"reasoning": 1})),
    model_name=names,
    timestamp=times,
    provider_name=names,
    provider_response_id=names,
    provider_details=maybe_object,
    finish_reason=st.sampled_from([None, "stop", "length", "tool_call"]),
    **of_message,
)

#: Parts that this version of the framework may have, and what it keeps of them.
RECORDS: dict[str, dict[str, Any]] = {
    "RetryFeedbackPart": {"content": "again", "retry": {"cause": "model_retry"}, "part_kind": "retry-feedback"},
    "ToolAvailabilityDeltaPart": {"tools_added": ["a"], "part_kind": "tool-availability-delta"},
    "CapabilityLoadDeltaPart": {"loaded": ["a"], "part_kind": "capability-load-delta"},
    "CompactionPart": {"content": "so far", "part_kind": "compaction"},
    "SpeechPart": {"speaker": "user", "transcript": "hello", "part_kind": "speech"},
}


def through_json(messages: list[ModelMessage]) -> list[ModelMessage]:
    """The oracle: what an application has that keeps the framework's JSON in a file."""
    return ModelMessagesTypeAdapter.validate_json(ModelMessagesTypeAdapter.dump_json(messages))


@given(requests | responses)
def test_a_message_comes_back(message: ModelMessage) -> None:
    assert from_ledger(to_ledger(message)) == through_json([message])[0]


@pytest.mark.parametrize("name", RECORDS)
def test_what_newer_versions_record_comes_back(name: str) -> None:
    if not hasattr(pydantic_ai.messages, name):
        pytest.skip(f"this version has no {name}")
    dumped = [{"kind": "request", "parts": [RECORDS[name]]}]
    try:
        (message,) = ModelMessagesTypeAdapter.validate_python(dumped)
    except ValueError:
        pytest.skip(f"this version has no {name} in requests")
    assert from_ledger(to_ledger(message)) == message


@pytest.mark.backends(*SYSTEMS)
@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(messages=st.lists(requests | responses, min_size=1, max_size=5))
def test_a_conversation_comes_back_from_the_database(
    manager: SessionManager, face: Face, messages: list[ModelMessage]
) -> None:
    history = LedgerHistory(manager.session().id, manager)
    answered = {getattr(part, "tool_call_id", None) for message in messages for part in message.parts}
    messages = [calls(*(("f", {}, call) for call in answered if call is not None)), *messages]
    stored = face.call(history.save, messages)
    assert face.call(history.load) == through_json(messages)
    assert [message.seq for message in stored.messages] == list(range(1, len(stored.messages) + 1))
    assert face.call(history.save, messages).messages == ()


def test_roles() -> None:
    system, prompt = SystemPromptPart("Be brief."), UserPromptPart("Hello")
    result, call = ToolReturnPart("f", "x", "a"), ToolCallPart("f", {}, "a")
    by_role: list[tuple[str, ModelMessage]] = [
        ("system", ModelRequest([system])),
        ("user", ModelRequest([prompt])),
        ("user", ModelRequest([])),
        ("user", ModelRequest([result, prompt])),
        ("tool", ModelRequest([result])),
        ("assistant", ModelResponse([call])),
    ]
    assert [to_ledger(message)["role"] for _, message in by_role] == [role for role, _ in by_role]


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_a_system_prompt_is_a_message_of_its_own_in_the_log_and_none_in_the_history(
    manager: SessionManager, face: Face
) -> None:
    history = LedgerHistory("one", manager)
    message = ModelRequest([SystemPromptPart("Be brief."), UserPromptPart("Hello")], instructions="x", run_id="r")
    history.save([message])
    assert [stored.role for stored in history.session.log()] == ["system", "user"]
    assert history.load() == through_json([message])


@pytest.mark.backends(*SYSTEMS)
def test_text_of_any_kind(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)
    odd = "a\x00b \\u0000 é e\u0301 שלום 😀"
    face.call(history.save, [ModelRequest.user_text_prompt(odd), ModelResponse([TextPart("half \ud83d")])])
    request, response = face.call(history.load)
    assert contents(request) == [odd]
    assert contents(response) == ["half ?"]  # pydantic reads no half of a pair; the log has it
    assert face(history.session).log()[1]["parts"][0]["content"] == "half \ud83d"


def test_messages_of_openai_chat_are_read() -> None:
    pixel = "data:image/png;base64,AAAA"
    image = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    called = [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hello"},
        {"role": "user", "content": [{"type": "text", "text": "this"}, image, {"image_url": {"url": pixel}}]},
        {"role": "assistant", "content": "Hm", "tool_calls": called},
        {"role": "tool", "tool_call_id": "a", "content": [{"type": "text", "text": "x"}]},
        {"role": "assistant", "content": None, "tool_calls": called},
    ]
    read = [from_ledger(message) for message in messages]
    expected_image = ImageUrl("https://example.org/a.png")
    assert [contents(message) for message in read] == [
        ["Be brief."],
        ["Hello"],
        [["this", expected_image, BinaryContent.from_data_uri(pixel)]],
        ["Hm", None],
        ["x"],
        [None],
    ]
    assert isinstance(read[3].parts[1], ToolCallPart)
    assert isinstance(read[4].parts[0], ToolReturnPart)
    assert (read[3].parts[1].args, read[4].parts[0].tool_call_id) == ("{}", "a")


@pytest.mark.parametrize(
    "message",
    [
        {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "x"}]},
        {"role": "user", "content": None},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "a"}]},
        {"role": "tool", "content": "x"},
        {"role": "user", "kind": "request", "parts": [{"part_kind": "of a later version", "content": "x"}]},
        {"role": "user", "kind": "request", "parts": [None]},
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:x"}}]},
    ],
)
def test_another_form_is_refused(message: dict[str, Any]) -> None:
    with pytest.raises(InvalidMessageError) as refused:
        from_ledger(message)
    assert refused.value.value == message


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_results_of_openai_chat_get_the_names_of_their_tools(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)
    called = [{"id": "a", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]
    history.session.append({"role": "assistant", "content": None, "tool_calls": called})
    history.session.append({"role": "tool", "tool_call_id": "a", "content": "19"})
    _, result = history.load()
    assert isinstance(result.parts[0], ToolReturnPart)
    assert result.parts[0].tool_name == "weather"
