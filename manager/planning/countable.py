"""What of a message a model is charged for, as texts to be counted: the same for every measure that counts tokens."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from manager.planning.calls import is_of_pydantic_ai

#: What a message costs beside its texts, and one with a name: as OpenAI documents for its chat models.
TOKENS_A_MESSAGE: Final = 3
TOKENS_A_NAME: Final = 1
#: What an image, a sound or a file that is sent within a message counts, whatever its size. Providers charge between 85
#: tokens (a small image, OpenAI) and some thousands (pages of a PDF, Anthropic); as text it would count a million.
TOKENS_AN_ATTACHMENT: Final = 1_000

#: Shorter texts are counted as they are, whatever they hold.
_SHORTEST_DATA = 256
_DATA_URL = re.compile(r"data:[^,]{0,255};base64,", re.IGNORECASE)
_BASE64 = re.compile(r"[A-Za-z0-9+/_\-\r\n]+={0,2}\s*")
#: Where blocks keep bare base64: Anthropic's sources and OpenAI's sound, files, and what an image tool made;
#: LangChain's, and LlamaIndex's.
_DATA_FIELDS = frozenset(
    {"data", "file_data", "result", "b64_json", "partial_image_b64", "base64", "image", "audio", "video"}
)

#: What LangChain sends of a message, whose `type` is one of these.
_SENT_BY_LANGCHAIN = ("role", "content", "name", "tool_calls", "invalid_tool_calls", "tool_call_id")
_LANGCHAIN_TYPES = frozenset({"human", "ai", "system", "tool", "function", "chat"})
_LANGCHAIN_CHUNK = "MessageChunk"
#: Blocks in which a message of LangChain repeats what its `tool_calls` say.
_REPEATED_CALLS = ("tool_use", "tool_call", "function_call")

#: What Pydantic AI keeps in a part for itself, and does not send.
_KEPT_IN_PARTS = frozenset(
    {
        "part_kind",
        "timestamp",
        "metadata",
        "outcome",
        "dynamic_ref",
        "otel_metadata",
        "provider_name",
        "provider_details",
    }
)


@dataclass(frozen=True, slots=True)
class Countable:
    """A message's texts, and how many names and attachments it has beside them."""

    texts: list[str]
    names: int
    attachments: int

    @property
    def overhead(self) -> int:
        """The tokens of what is no text."""
        return TOKENS_A_MESSAGE + TOKENS_A_NAME * self.names + TOKENS_AN_ATTACHMENT * self.attachments


def countable(message: dict[str, Any]) -> Countable:
    """The message as it is counted: texts as they are, everything structured as its compact JSON, attachments apart."""
    if isinstance(message.get("parts"), list) and is_of_pydantic_ai(message):
        message = _sent_by_pydantic_ai(message)
    elif _is_langchain(message):
        message = _sent_by_langchain(message)
    texts: list[str] = []
    attachments: list[str] = []
    for field, value in message.items():
        if isinstance(value, str):
            if _is_data(field, value):
                attachments.append(field)
            else:
                texts.append(value)
        elif value is not None:
            stripped = _without_data(field, value, attachments)
            texts.append(json.dumps(stripped, ensure_ascii=False, separators=(",", ":")))
    return Countable(texts, 1 if isinstance(message.get("name"), str) else 0, len(attachments))


def _is_langchain(message: dict[str, Any]) -> bool:
    kind = message.get("type")
    return isinstance(kind, str) and (kind in _LANGCHAIN_TYPES or kind.endswith(_LANGCHAIN_CHUNK))


def _sent_by_langchain(message: dict[str, Any]) -> dict[str, Any]:
    """Without what LangChain keeps beside: ids, usage, what the provider said about the response, artifacts; and a
    call only once.
    """
    sent = {field: message[field] for field in _SENT_BY_LANGCHAIN if field in message}
    content, kwargs = message.get("content"), message.get("additional_kwargs")
    blocks = content if isinstance(content, list) else ()
    if any(isinstance(block, dict) and block.get("type") in _REPEATED_CALLS for block in blocks):
        sent.pop("tool_calls", None)
    if isinstance(kwargs, dict) and isinstance(kwargs.get("function_call"), dict):
        sent["function_call"] = kwargs["function_call"]
    return sent


def _sent_by_pydantic_ai(message: dict[str, Any]) -> dict[str, Any]:
    """The role and the parts, without what is kept beside them: times, usage, ids of runs, and the instructions, which
    are sent once with a request and not with each message.
    """
    parts = [
        {key: value for key, value in part.items() if value is not None and key not in _KEPT_IN_PARTS}
        if isinstance(part, dict)
        else part
        for part in message["parts"]
    ]
    return {"role": message.get("role"), "parts": parts}


def _without_data(field: str, value: Any, attachments: list[str]) -> Any:
    """The value with attachments left empty; their places are noted."""
    if isinstance(value, str):
        if _is_data(field, value):
            attachments.append(field)
            return ""
        return value
    if isinstance(value, dict):
        return {key: _without_data(key, item, attachments) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_data(field, item, attachments) for item in value]
    return value


def _is_data(field: str, text: str) -> bool:
    """Whether the text is a file in base64: a data URL, or the like of one in a field that holds such."""
    if len(text) < _SHORTEST_DATA or field in ("content", "text"):
        return False
    if _DATA_URL.match(text):
        return True
    return field in _DATA_FIELDS and _BASE64.fullmatch(text) is not None
