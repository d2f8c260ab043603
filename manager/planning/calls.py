"""Which calls a message makes and which it answers, by their ids, in the formats of OpenAI and Anthropic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from manager.model import NO_TIES, Ties

#: OpenAI Responses items that always wait for an output; other `…_call` items do where they carry a `call_id`. Hosted
#: ones (web or file search, a code interpreter, a remote MCP tool) hold their result themselves and carry none.
_ALWAYS_ANSWERED = ("function_call", "custom_tool_call")

#: The id of what has none: such an answer belongs to the nearest call before it.
NO_ID = ""


def ties_of(message: dict[str, Any]) -> Ties:
    """The calls and answers of any JSON object; what is answered inside the message itself is neither.

    Forms: OpenAI Chat (`tool_calls`, `tool_call_id`, and the older `function_call` by name), OpenAI Responses
    (`call_id`, MCP approvals), Anthropic (`tool_use`, `tool_result` and the blocks of server tools).
    """
    calls = [*_chat_calls(message), *_item_calls(message)]
    answers = [*_chat_answers(message), *_item_answers(message)]
    content = message.get("content")
    if isinstance(content, list):
        for block in content:
            if isinstance(block, dict):
                kind = block.get("type")
                if kind == "tool_use" or _ends(kind, "_tool_use"):
                    calls.append(_id(block.get("id")))
                elif kind == "tool_result" or _ends(kind, "_tool_result"):
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
    legacy = message.get("function_call")
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


def _legacy_id(name: object) -> str:
    return f"function {name}" if isinstance(name, str) else NO_ID


def _ends(kind: object, suffix: str) -> bool:
    return isinstance(kind, str) and kind.endswith(suffix)


def _id(value: object) -> str:
    return value if isinstance(value, str) else NO_ID
