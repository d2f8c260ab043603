"""A model that answers as it was told, and keeps what it was sent; it calls tools as LlamaIndex's own models do."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ChatResponseAsyncGen,
    ChatResponseGen,
    CompletionResponse,
    CompletionResponseAsyncGen,
    CompletionResponseGen,
    LLMMetadata,
)
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.llms.llm import ToolSelection
from llama_index.core.memory import Memory
from llama_index.core.storage.chat_store.base_db import AsyncDBChatStore

from manager.integrations.llama_index import from_ledger, to_ledger
from manager.planning.calls import ties_of


def says(text: str, role: str = "assistant") -> ChatMessage:
    return ChatMessage(role=role, content=text)


def user(text: str) -> ChatMessage:
    return says(text, "user")


def calls(*call_ids: str, tool: str = "weather", **arguments: Any) -> ChatMessage:
    """A message that calls a tool, in the form of the installed version."""
    function = {"name": tool, "arguments": json.dumps(arguments)}
    made = [{"id": call_id, "type": "function", "function": function} for call_id in call_ids]
    return from_ledger({"role": "assistant", "content": None, "tool_calls": made})


def answers(call_id: str, text: str) -> ChatMessage:
    """The result of a call, as `FunctionAgent` puts it into a memory."""
    return ChatMessage(role="tool", content=text, additional_kwargs={"tool_call_id": call_id})


def texts(messages: Sequence[ChatMessage]) -> list[str | None]:
    return [message.content for message in messages]


#: Up to 0.14.22, `Memory` takes no store but LlamaIndex's own.
needs_memory = pytest.mark.skipif(
    Memory.model_fields["sql_store"].annotation is not AsyncDBChatStore, reason="this Memory takes no other store"
)


class ScriptedLLM(FunctionCallingLLM):
    """Answers with the replies in turn; what it was sent each time is in `sent`."""

    _replies: list[ChatMessage] = PrivateAttr()
    _sent: list[list[ChatMessage]] = PrivateAttr(default_factory=list)

    def __init__(self, *replies: ChatMessage) -> None:
        super().__init__()
        self._replies = list(replies)

    @property
    def sent(self) -> list[list[ChatMessage]]:
        return self._sent

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(is_chat_model=True, is_function_calling_model=True, model_name="scripted")

    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        self._sent.append([message.model_copy(deep=True) for message in messages])
        return ChatResponse(message=self._replies.pop(0))

    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        return self.chat(messages, **kwargs)

    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        whole = self.chat(messages, **kwargs)
        whole.delta = whole.message.content
        yield whole

    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        whole = self.chat(messages, **kwargs)
        whole.delta = whole.message.content

        async def stream() -> ChatResponseAsyncGen:
            yield whole

        return stream()

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        return CompletionResponse(text=self.chat([user(prompt)]).message.content or "")

    async def acomplete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        return self.complete(prompt)

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        yield self.complete(prompt)

    async def astream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseAsyncGen:
        async def stream() -> CompletionResponseAsyncGen:
            yield self.complete(prompt)

        return stream()

    def _prepare_chat_with_tools(
        self, tools: Any, user_msg: Any = None, chat_history: Any = None, *_: Any, **kwargs: Any
    ) -> dict[str, Any]:
        return {"messages": [*(chat_history or []), *([user_msg] if user_msg else [])]}

    def get_tool_calls_from_response(
        self, response: ChatResponse, error_on_no_tool_call: bool = True, **kwargs: Any
    ) -> list[ToolSelection]:
        stored = to_ledger(response.message)
        made = [block for block in stored["blocks"] if block["block_type"] == "tool_call"]
        older = stored["additional_kwargs"].get("tool_calls", [])
        assert [call.get("tool_call_id") or call.get("id") for call in (*made, *older)] == list(ties_of(stored).calls)
        return [
            *(_selection(block["tool_call_id"], block["tool_name"], block["tool_kwargs"]) for block in made),
            *(_selection(call["id"], call["function"]["name"], call["function"]["arguments"]) for call in older),
        ]


def _selection(call_id: str, name: str, arguments: str) -> ToolSelection:
    return ToolSelection(tool_id=call_id, tool_name=name, tool_kwargs=json.loads(arguments))
