"""Where the texts of a message are, in the formats of the providers, of LlamaIndex and of Pydantic AI, and copies of it
with another text there."""

from __future__ import annotations

from typing import Any, TypeAlias

#: The keys and indexes from a message to a value in it.
Way: TypeAlias = "tuple[str | int, ...]"

#: Roles of Chat Completions whose content answers a call.
_ANSWERING_ROLES = ("tool", "function")

#: Content blocks that are text: Chat and Anthropic, Responses input and output.
TEXT_BLOCKS = ("text", "input_text", "output_text")

#: Parts of Pydantic AI whose content is said or answered; thinking is signed, and records are read by the framework.
_TEXT_PARTS = ("system-prompt", "user-prompt", "text", "tool-return", "retry-prompt")


def ways_to_results(message: dict[str, Any]) -> list[Way]:
    """The places of the results in a message that may hold any text: the content of a tool message, the `output` of a
    Responses item, the content of each Anthropic `tool_result` block, the text blocks of LlamaIndex's tool messages,
    the content of Pydantic AI's returns, which may be any JSON.

    Results with a shape of their own (a screenshot, what a server's tool found) are none of them: the provider checks
    what stands there.
    """
    parts = message.get("parts")
    if isinstance(parts, list):
        return [("parts", index, "content") for index, part in enumerate(parts) if _is_any_result(part)]
    if message.get("role") in _ANSWERING_ROLES:
        blocks = message.get("blocks")
        if isinstance(blocks, list):
            return [("blocks", index, "text") for index, block in enumerate(blocks) if _is_llama_index_text(block)]
        return [("content",)] if _is_text_or_blocks(message.get("content")) else []
    kind, content = message.get("type"), message.get("content")
    if isinstance(kind, str) and kind.endswith("_call_output"):
        return [("output",)] if _is_text_or_blocks(message.get("output")) else []
    if not isinstance(content, list):
        return []
    return [
        ("content", index, "content")
        for index, block in enumerate(content)
        if isinstance(block, dict) and block.get("type") == "tool_result" and _is_text_or_blocks(block.get("content"))
    ]


def way_to_longest_text(message: dict[str, Any]) -> Way | None:
    """The place of the longest text that is said or answered in the message; None where there is none."""
    found: list[tuple[int, Way]] = []
    for field in ("content", "output", "blocks"):
        _collect_texts(message.get(field), (field,), found)
    found += [(len(value_at(message, way)), way) for way in ways_to_part_texts(message.get("parts"))]
    return max(found, key=lambda place: place[0])[1] if found else None


def ways_to_part_texts(parts: object) -> list[Way]:
    """The places of the texts in the `parts` of a message of Pydantic AI, in their order; none in anything else."""
    ways: list[Way] = []
    for index, part in enumerate(parts if isinstance(parts, list) else ()):
        if not isinstance(part, dict) or part.get("part_kind") not in _TEXT_PARTS or part.get("tool_kind") is not None:
            continue
        content, way = part.get("content"), ("parts", index, "content")
        if isinstance(content, str):
            ways += [way] if content else []
        elif part["part_kind"] == "user-prompt" and isinstance(content, list):
            for place, item in enumerate(content):
                if isinstance(item, str) and item:
                    ways.append((*way, place))
                elif isinstance(item, dict) and item.get("kind") == "text-content":
                    text = item.get("content")
                    ways += [(*way, place, "content")] if isinstance(text, str) and text else []
    return ways


def _is_any_result(part: object) -> bool:
    """Whether it is a tool's return whose content has no shape that the framework checks (`tool_kind`)."""
    return (
        isinstance(part, dict)
        and part.get("part_kind") == "tool-return"
        and part.get("tool_kind") is None
        and isinstance(part.get("content"), str | dict | list)
    )


def _collect_texts(value: object, way: Way, found: list[tuple[int, Way]]) -> None:
    if isinstance(value, str):
        if value:
            found.append((len(value), way))
    elif isinstance(value, list):
        for index, block in enumerate(value):
            if isinstance(block, str):  # LangChain
                _collect_texts(block, (*way, index), found)
            if not isinstance(block, dict):
                continue
            if block.get("type") in TEXT_BLOCKS or _is_llama_index_text(block):
                _collect_texts(block.get("text"), (*way, index, "text"), found)
            elif block.get("type") == "tool_result":
                _collect_texts(block.get("content"), (*way, index, "content"), found)


def _is_llama_index_text(block: object) -> bool:
    return isinstance(block, dict) and block.get("block_type") == "text" and isinstance(block.get("text"), str)


def value_at(message: dict[str, Any], way: Way) -> Any:
    """What stands in this place of the message."""
    value: Any = message
    for step in way:
        value = value[step]
    return value


def replaced(message: dict[str, Any], way: Way, value: object) -> dict[str, Any]:
    """A copy of the message with another value in this place; what is not on the way is shared with the original."""
    copy = dict(message)
    holder: Any = copy
    for step in way[:-1]:
        holder[step] = holder[step].copy()
        holder = holder[step]
    holder[way[-1]] = value
    return copy


def _is_text_or_blocks(value: object) -> bool:
    """Whether another text may stand in this place."""
    if isinstance(value, str):
        return True
    return isinstance(value, list) and all(
        isinstance(block, str)  # LangChain
        or (isinstance(block, dict) and isinstance(block.get("type"), str) and "outcome" not in block)
        for block in value
    )
