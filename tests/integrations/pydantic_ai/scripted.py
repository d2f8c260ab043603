"""A model that says what it is told to, and remembers what it was sent; agents that use it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from pydantic_ai import Agent
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel

from tests.faces import AsyncFace, Face


class Script:
    """Answers with the responses in turn, and with "done" when there are none left."""

    def __init__(self, *responses: ModelResponse | Exception) -> None:
        self.requests: list[list[ModelMessage]] = []
        self._responses = list(responses)
        self.model = FunctionModel(self._respond, stream_function=self._stream)

    def _respond(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.requests.append(list(messages))
        response = self._responses.pop(0) if self._responses else says("done")
        if isinstance(response, Exception):
            raise response
        return response

    async def _stream(self, messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        self.requests.append(list(messages))
        yield "do"
        yield "ne"


def says(text: str) -> ModelResponse:
    return ModelResponse(parts=[TextPart(text)])


def calls(*calls: tuple[str, dict[str, Any], str]) -> ModelResponse:
    """A response that calls tools: name, arguments, id."""
    return ModelResponse(parts=[ToolCallPart(name, args, call) for name, args, call in calls])


def run(face: Face, agent: Agent[None, Any], *arguments: Any, **options: Any) -> Any:
    """The result of a run, by `run_sync` or by `run`."""
    if isinstance(face, AsyncFace):
        return face.run(agent.run(*arguments, **options))
    return agent.run_sync(*arguments, **options)


def shape(messages: Sequence[ModelMessage]) -> list[str]:
    """What the messages are of, such as "user-prompt" or "text tool-call"."""
    return [" ".join(part.part_kind for part in message.parts) for message in messages]


def prompts(messages: Sequence[ModelMessage]) -> list[Any]:
    """What the user said in the messages."""
    return [
        part.content
        for message in messages
        if isinstance(message, ModelRequest)
        for part in message.parts
        if isinstance(part, UserPromptPart)
    ]


def contents(message: ModelMessage) -> list[Any]:
    """What each part says; None where it says nothing."""
    return [getattr(part, "content", None) for part in message.parts]


def unpaired(messages: Sequence[ModelMessage]) -> list[str]:
    """The ids of calls that the next request does not answer, and of results without their call."""
    wrong: list[str] = []
    waiting: set[str] = set()
    for message in messages:
        if isinstance(message, ModelResponse):
            wrong += waiting
            waiting = {part.tool_call_id for part in message.parts if isinstance(part, ToolCallPart)}
        else:
            answered = [call for part in message.parts if (call := _answered(part)) is not None]
            wrong += [call for call in answered if call not in waiting]
            waiting -= set(answered)
    return [*wrong, *waiting]


def _answered(part: Any) -> str | None:
    """The call it answers; in older versions a tool that wants another try says so by a part of its own."""
    answers = part.part_kind == "tool-return" or (part.part_kind == "retry-prompt" and part.tool_name is not None)
    return part.tool_call_id if answers else None
