"""What ties a message to its neighbours: calls it makes, calls it answers, reasoning that others follow from."""

from __future__ import annotations

from typing import Any

from manager.planning.calls import is_retried_call

MAKES_CALLS = 1
ANSWERS_CALLS = 2
REASONING = 4
#: The message names calls, made or answered.
TIED = MAKES_CALLS | ANSWERS_CALLS

#: OpenAI Chat Completions: roles whose messages answer a call (`function` is the form before `tools`).
_ANSWERING_ROLES = ("tool", "function")

#: OpenAI Responses: input and output items, by `type`; beside them every `…_call` and `…_call_output`. Some calls
#: (web or file search, a code interpreter, a remote MCP tool) carry their answer in the same item; they count as calls,
#: since the reasoning before them may not be parted from them.
_ITEMS = {
    "reasoning": REASONING,
    "program": MAKES_CALLS,
    "program_output": ANSWERS_CALLS,
    "tool_search_output": ANSWERS_CALLS,
    "mcp_approval_request": MAKES_CALLS,
    "mcp_approval_response": ANSWERS_CALLS,
}
_ITEM_SUFFIXES = (("_call", MAKES_CALLS), ("_call_output", ANSWERS_CALLS))

#: Anthropic Messages: content blocks, by `type`; beside them every `…_tool_use` (server, mcp) and `…_tool_result`
#: (web search, web fetch, code execution, mcp and whatever server tools follow).
_BLOCKS = {
    "thinking": REASONING,
    "redacted_thinking": REASONING,
    "tool_use": MAKES_CALLS,
    "tool_result": ANSWERS_CALLS,
    "server_tool_result": 0,  # LangChain's: what it answers stands in the same message
}
_BLOCK_SUFFIXES = (("_tool_use", MAKES_CALLS), ("_tool_result", ANSWERS_CALLS))

#: LlamaIndex: blocks, by `block_type`.
_LLAMA_INDEX_BLOCKS = {"thinking": REASONING, "tool_call": MAKES_CALLS}

#: Pydantic AI: parts, by `part_kind`; beside them `retry-prompt` where it names a tool.
_PYDANTIC_AI_PARTS = {"thinking": REASONING, "tool-call": MAKES_CALLS, "tool-return": ANSWERS_CALLS}


def links_of(message: dict[str, Any]) -> int:
    """The message's flags: MAKES_CALLS, ANSWERS_CALLS, REASONING; 0 for one that stands alone.

    They say where to look, and are right whether or not the calls were answered; which call belongs to which answer is
    in the messages. Any JSON object has flags: an unknown shape has none.
    """
    role, content = message.get("role"), message.get("content")
    links = ANSWERS_CALLS if role in _ANSWERING_ROLES else 0
    if len(message) == 2 and type(role) is str and type(content) is str:
        return links
    links |= _chat_links(message) | _links_of_type(message.get("type"), _ITEMS, _ITEM_SUFFIXES)
    if isinstance(content, list):
        for block in content:
            if isinstance(block, dict):
                links |= _links_of_type(block.get("type"), _BLOCKS, _BLOCK_SUFFIXES)
    blocks, parts = message.get("blocks"), message.get("parts")
    if isinstance(blocks, list):
        links |= _llama_index_links(message, blocks)
    return links | _pydantic_ai_links(parts) if isinstance(parts, list) else links


def _chat_links(message: dict[str, Any]) -> int:
    links = 0
    calls, legacy_call = message.get("tool_calls"), message.get("function_call")
    if (isinstance(calls, list) and calls) or (isinstance(legacy_call, dict) and legacy_call):
        links |= MAKES_CALLS
    elif _is_filled_list(message.get("invalid_tool_calls")) or _has_legacy_call(message.get("additional_kwargs")):
        links |= MAKES_CALLS  # LangChain
    if isinstance(message.get("tool_call_id"), str):
        links |= ANSWERS_CALLS
    return links


def _is_filled_list(value: object) -> bool:
    return isinstance(value, list) and bool(value)


def _has_legacy_call(kwargs: object) -> bool:
    return isinstance(kwargs, dict) and isinstance(kwargs.get("function_call"), dict)


def _llama_index_links(message: dict[str, Any], blocks: list[Any]) -> int:
    kwargs = message.get("additional_kwargs")
    links = _chat_links(kwargs) & MAKES_CALLS if isinstance(kwargs, dict) else 0  # only a tool's message answers
    for block in blocks:
        if isinstance(block, dict):
            links |= _links_of_type(block.get("block_type"), _LLAMA_INDEX_BLOCKS, ())
    return links


def _pydantic_ai_links(parts: list[Any]) -> int:
    links = 0
    for part in parts:
        if isinstance(part, dict):
            links |= _links_of_type(part.get("part_kind"), _PYDANTIC_AI_PARTS, ())
            if is_retried_call(part):
                links |= ANSWERS_CALLS
    return links


def _links_of_type(kind: object, known: dict[str, int], suffixes: tuple[tuple[str, int], ...]) -> int:
    if not isinstance(kind, str):
        return 0
    links = known.get(kind)
    if links is not None:
        return links
    for suffix, links_of_suffix in suffixes:
        if kind.endswith(suffix):
            return links_of_suffix
    return 0
