"""A chat model that answers as it was told, and keeps what it was sent; agents that use it, through both faces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import tool
from pydantic import PrivateAttr

from manager.integrations.langchain import LedgerChatMessageHistory
from tests.faces import AsyncFace, Face


class ScriptedModel(BaseChatModel):
    """Answers with the replies in turn, and with "answer N" when there are none left; what it was sent is in `sent`."""

    _replies: list[AIMessage | Exception] = PrivateAttr()
    _sent: list[list[BaseMessage]] = PrivateAttr(default_factory=list)

    def __init__(self, *replies: AIMessage | Exception) -> None:
        super().__init__()
        self._replies = list(replies)

    @property
    def sent(self) -> list[list[BaseMessage]]:
        return self._sent

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **options: Any) -> Runnable[Any, AIMessage]:
        return self

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        self._sent.append(list(messages))
        reply = self._replies.pop(0) if self._replies else AIMessage(f"answer {len(self._sent)}")
        if isinstance(reply, Exception):
            raise reply
        return ChatResult(generations=[ChatGeneration(message=reply)])


@tool
def weather(city: str) -> str:
    """The weather in a city."""
    return f"{city}: sunny"


def calls(*call_ids: str, name: str = "weather", text: str = "") -> AIMessage:
    """A message that calls a tool, for a city that is called like the call."""
    return AIMessage(text, tool_calls=[{"name": name, "args": {"city": call}, "id": call} for call in call_ids])


def texts(messages: Sequence[BaseMessage]) -> list[str]:
    return [message.text for message in messages]


def run(face: Face, runnable: Any, given: Any, *arguments: Any, **options: Any) -> Any:
    """What a runnable gives, by `invoke` or by `ainvoke`."""
    if isinstance(face, AsyncFace):
        return face.run(runnable.ainvoke(given, *arguments, **options))
    return runnable.invoke(given, *arguments, **options)


class Through:
    """A history through a face."""

    def __init__(self, face: Face, history: LedgerChatMessageHistory) -> None:
        self._face = face
        self._history = history

    @property
    def messages(self) -> list[BaseMessage]:
        if isinstance(self._face, AsyncFace):
            return self._face.run(self._history.aget_messages())
        return self._history.messages

    def add(self, messages: Sequence[BaseMessage]) -> None:
        if isinstance(self._face, AsyncFace):
            self._face.run(self._history.aadd_messages(messages))
        else:
            self._history.add_messages(messages)

    def clear(self) -> None:
        if isinstance(self._face, AsyncFace):
            self._face.run(self._history.aclear())
        else:
            self._history.clear()


def on(thread: str, **more: Any) -> Any:
    """The config that names a thread."""
    return {"configurable": {"thread_id": thread, **more}}


def unpaired(messages: Sequence[BaseMessage]) -> list[str]:
    """Calls that the messages right after them do not answer, and results without their call."""
    wrong: list[str] = []
    waiting: set[str] = set()
    for message in messages:
        if isinstance(message, ToolMessage):
            wrong += [] if message.tool_call_id in waiting else [message.tool_call_id]
            waiting.discard(message.tool_call_id)
            continue
        wrong += waiting
        found = [*message.tool_calls, *message.invalid_tool_calls] if isinstance(message, AIMessage) else []
        waiting = {call["id"] or "" for call in found}
    return [*wrong, *waiting]
