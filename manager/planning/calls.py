"""Which calls a message makes and which it answers, by their ids, in the formats of providers and frameworks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from manager.model import NO_TIES, Ties

#: OpenAI Responses items that always wait for an output; other `…_call` items do where they carry a `call_id`. Hosted
#: ones (web or file search, a code interpreter, a remote MCP tool) hold their result themselves and carry none.
_ALWAYS_ANSWERED = ("function_call", "custom_tool_call")

#: In LangChain's own blocks, what a provider's tool found: it stands in the message with its `server_tool_call`.
HELD_RESULT = "server_tool_result"

#: The id of what has none: such an answer belongs to the nearest call before it.
NO_ID = ""


def ties_of(message: dict[str, Any]) -> Ties:
    """The calls and answers of any JSON object; what is answered inside the message itself is neither.

    Forms: OpenAI Chat (`tool_calls`, `tool_call_id`, and the older `function_call` by name), OpenAI Responses
    (`call_id`, MCP approvals), Anthropic (`tool_use`, `tool_result` and the blocks of server tools), LangChain
    (`tool_calls`, which blocks of Anthropic may repeat, and `invalid_tool_calls`), LlamaIndex (`blocks` and
    `additional_kwargs`), Pydantic AI (`parts`).
    """
    parts = message.get("parts")
    if isinstance(parts, list) and is_of_pydantic_ai(message):
        return _pydantic_ai_ties(parts)
    blocks = message.get("blocks")
    if isinstance(blocks, list):
        return _llama_index_ties(message, blocks)
    calls = [*_chat_calls(message), *_item_calls(message)]
    answers = [*_chat_answers(message), *_item_answers(message)]
    content = message.get("content")
    if isinstance(content, list):
        for block in content:
            if isinstance(block, dict):
                kind = block.get("type")
                if kind == "tool_use" or _ends(kind, "_tool_use"):
                    call = _id(block.get("id"))
                    if call == NO_ID or call not in calls:
                        calls.append(call)
                elif kind == "tool_result" or (_ends(kind, "_tool_result") and kind != HELD_RESULT):
                    answers.append(_id(block.get("tool_use_id")))
    if calls and answers:
        inside = set(calls) & set(answers)
        return Ties(
            tuple(call for call in calls if call not in inside),
            tuple(answer for answer in answers if answer not in inside),
        )
    return Ties(tuple(calls), tuple(answers)) if calls or answers else NO_TIES


def _chat_calls(message: dict[str, Any]) -> Iterator[str]:
    calls = message.get("tool_calls")
    if isinstance(calls, list):
        for call in calls:
            yield _id(call.get("id")) if isinstance(call, dict) else NO_ID
    invalid = message.get("invalid_tool_calls")  # what LangChain could not parse; it is sent like the others
    for call in invalid if isinstance(invalid, list) else ():
        if isinstance(call, dict) and isinstance(call.get("id"), str):
            yield call["id"]
    kwargs = message.get("additional_kwargs")
    legacy = message.get("function_call") or (kwargs.get("function_call") if isinstance(kwargs, dict) else None)
    if isinstance(legacy, dict) and legacy:
        yield _legacy_id(legacy.get("name"))


def _chat_answers(message: dict[str, Any]) -> Iterator[str]:
    answered = message.get("tool_call_id")
    if isinstance(answered, str):
        yield answered
    elif message.get("role") == "tool" and not _has_results(message.get("content")):
        yield NO_ID
    elif message.get("role") == "function":
        yield _legacy_id(message.get("name"))


def _has_results(content: object) -> bool:
    return isinstance(content, list) and any(
        isinstance(block, dict) and (block.get("type") == "tool_result" or _ends(block.get("type"), "_tool_result"))
        for block in content
    )


def _item_calls(message: dict[str, Any]) -> Iterator[str]:
    kind = message.get("type")
    if kind in _ALWAYS_ANSWERED:
        yield _id(message.get("call_id"))
    elif kind == "mcp_approval_request":
        yield _id(message.get("id"))
    elif (kind == "program" or _ends(kind, "_call")) and isinstance(message.get("call_id"), str):
        yield message["call_id"]


def _item_answers(message: dict[str, Any]) -> Iterator[str]:
    kind = message.get("type")
    if kind == "mcp_approval_response":
        yield _id(message.get("approval_request_id"))
    elif kind in ("program_output", "tool_search_output"):
        if isinstance(message.get("call_id"), str):
            yield message["call_id"]
    elif _ends(kind, "_call_output"):
        yield _id(message.get("call_id"))


def _llama_index_ties(message: dict[str, Any], blocks: list[Any]) -> Ties:
    kwargs = message.get("additional_kwargs")
    fields: dict[str, Any] = kwargs if isinstance(kwargs, dict) else {}
    if message.get("role") in ("tool", "function"):
        # Only these: what a tool returned directly is kept as the assistant's as well, under the same id.
        return Ties(answers=tuple(_chat_answers({**fields, "role": message["role"]})))
    called = [block for block in blocks if isinstance(block, dict) and block.get("block_type") == "tool_call"]
    if called:  # integrations may write them a second time, as the provider's own objects
        return Ties(calls=tuple(_id(block.get("tool_call_id")) for block in called))
    calls = tuple(_chat_calls(fields))
    return Ties(calls=calls) if calls else NO_TIES


def is_of_pydantic_ai(message: dict[str, Any]) -> bool:
    """Whether the message, if it has parts, is one of Pydantic AI."""
    return message.get("kind") in ("request", "response")


def is_retried_call(part: dict[str, Any]) -> bool:
    """Whether the part of Pydantic AI answers a call by telling the model to try it again."""
    return part.get("part_kind") == "retry-prompt" and part.get("tool_name") is not None


def _pydantic_ai_ties(parts: list[Any]) -> Ties:
    """A provider's own tools (`builtin-tool-call`) need no answer: it answers them inside the response."""
    calls: list[str] = []
    answers: list[str] = []
    for part in parts:
        if isinstance(part, dict):
            kind = part.get("part_kind")
            if kind == "tool-call":
                calls.append(_id(part.get("tool_call_id")))
            elif kind == "tool-return" or is_retried_call(part):
                answers.append(_id(part.get("tool_call_id")))
    return Ties(tuple(calls), tuple(answers)) if calls or answers else NO_TIES


def _legacy_id(name: object) -> str:
    return f"function {name}" if isinstance(name, str) else NO_ID


def _ends(kind: object, suffix: str) -> bool:
    return isinstance(kind, str) and kind.endswith(suffix)


def _id(value: object) -> str:
    return value if isinstance(value, str) else NO_ID
