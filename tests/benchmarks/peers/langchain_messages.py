"""A turn as langchain's messages, for its own history and for langgraph."""

from __future__ import annotations

from uuid import uuid4

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolCall, ToolMessage

from tests.benchmarks.peers.workload import TOOL, call_id, message, turn


def human(number: int) -> HumanMessage:
    """A message of a user."""
    return HumanMessage(message(number)["content"], id=str(uuid4()))


def messages(number: int) -> list[AnyMessage]:
    """A question, a call, its result and an answer."""
    _, call, result, answer = turn(number)
    arguments = {"text": call["tool_calls"][0]["function"]["arguments"]}
    called = ToolCall(name=TOOL, args=arguments, id=call_id(number))
    return [
        human(number),
        AIMessage("", tool_calls=[called], id=str(uuid4())),
        ToolMessage(result["content"], tool_call_id=call_id(number), name=TOOL, id=str(uuid4())),
        AIMessage(answer["content"], id=str(uuid4())),
    ]
