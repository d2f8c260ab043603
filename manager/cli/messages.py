"""A message as one line of text, whichever provider's or framework's shape it has."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

#: Where messages have what they say: providers, LlamaIndex, Pydantic AI.
_CONTENTS = ("content", "blocks", "parts")


def speaker(message: Mapping[str, Any]) -> str:
    """Who speaks: the role, or the type of an item that has none."""
    return str(message.get("role") or message.get("type") or "")


def gist(message: Mapping[str, Any]) -> str:
    """What the message says and does, without loss of any text: content, then calls."""
    said = (text for field in _CONTENTS for text in _content(message.get(field)))
    parts = [part for part in (*said, *_calls(message.get("tool_calls"))) if part]
    return "  ".join(parts) if parts else _compact({k: v for k, v in message.items() if k not in {"role", "type"}})


def _content(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for block in content:
            yield _block(block) if isinstance(block, dict) else block if isinstance(block, str) else _compact(block)
    elif content is not None:
        yield _compact(content)


def _block(block: dict[str, Any]) -> str:
    text = block.get("text")
    if isinstance(text, str):
        return text
    if block.get("block_type") == "tool_call":
        return _call(block.get("tool_name"), block.get("tool_kwargs"))
    kind = block.get("part_kind")
    if kind == "tool-call":
        return _call(block.get("tool_name"), block.get("args"))
    if kind is not None and "content" in block:
        return "  ".join(_content(block["content"]))
    return _compact(block)


def _calls(calls: Any) -> Iterator[str]:
    for call in calls if isinstance(calls, list) else []:
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict):
            yield _call(function.get("name"), function.get("arguments"))
        elif isinstance(call, dict) and "args" in call:  # LangChain's
            yield _call(call.get("name"), call["args"])
        else:
            yield f"→ {_compact(call)}"


def _call(name: object, arguments: object) -> str:
    return f"→ {name}({arguments if isinstance(arguments, str) else _compact(arguments)})"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
