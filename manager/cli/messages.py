"""A message as one line of text, whichever provider's shape it has."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any


def speaker(message: Mapping[str, Any]) -> str:
    """Who speaks: the role, or the type of an item that has none."""
    return str(message.get("role") or message.get("type") or "")


def gist(message: Mapping[str, Any]) -> str:
    """What the message says and does, without loss of any text: content, then calls."""
    parts = [part for part in (*_content(message.get("content")), *_calls(message.get("tool_calls"))) if part]
    return "  ".join(parts) if parts else _compact({k: v for k, v in message.items() if k not in {"role", "type"}})


def _content(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for block in content:
            text = block.get("text") if isinstance(block, dict) else block
            yield text if isinstance(text, str) else _compact(block)
    elif content is not None:
        yield _compact(content)


def _calls(calls: Any) -> Iterator[str]:
    for call in calls if isinstance(calls, list) else []:
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict):
            yield f"→ {function.get('name')}({function.get('arguments')})"
        else:
            yield f"→ {_compact(call)}"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
