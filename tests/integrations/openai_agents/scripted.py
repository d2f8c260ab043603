"""Runs with the SDK's own scripted model: no network, and what the model was sent is recorded."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, TypeAlias, cast

from agents import Agent, RunConfig, Runner
from agents.items import TResponseInputItem
from agents.memory import Session
from agents.result import RunResult, RunResultBase, RunResultStreaming
from agents.testing import ScriptedModel, assistant_message, function_call
from openai.types.responses import ResponseReasoningItem

Item: TypeAlias = dict[str, Any]
Step: TypeAlias = list[Any]

#: Without traces: they would be sent somewhere.
QUIET = RunConfig(tracing_disabled=True)


def says(text: str) -> Step:
    return [assistant_message(text)]


def calls(*names: str, thinks: str | None = None, **arguments: Any) -> Step:
    """A step that calls tools, each under an id that is its name with an underscore before it."""
    thought = [] if thinks is None else [ResponseReasoningItem(id=thinks, summary=[], type="reasoning")]
    return [*thought, *(function_call(name, arguments, call_id=f"_{name}") for name in names)]


def agent_with(steps: Sequence[Any], **options: Any) -> tuple[Agent[Any], ScriptedModel]:
    model = ScriptedModel(steps)
    return Agent(name=options.pop("name", "Guide"), model=model, **options), model


def sent(model: ScriptedModel) -> list[list[Item]]:
    """What each request to the model held."""
    return [copy.deepcopy(call.input) for call in model.calls]


async def run(agent: Agent[Any], given: Any, session: Session, *, streamed: bool = False) -> RunResultBase:
    if not streamed:
        result: RunResult = await Runner.run(agent, given, session=session, run_config=QUIET)
        return result
    stream: RunResultStreaming = Runner.run_streamed(agent, given, session=session, run_config=QUIET)
    async for _ in stream.stream_events():
        pass
    return stream


async def window(session: Session, limit: int | None = None) -> list[Item]:
    """What the session gives, in no type of the SDK's."""
    return cast(list[Item], await session.get_items(limit))


def items(*given: Item) -> list[TResponseInputItem]:
    """Items as the SDK types them."""
    return cast(list[TResponseInputItem], copy.deepcopy(list(given)))


def user(text: str) -> Item:
    return {"role": "user", "content": text}


def assistant(text: str) -> Item:
    return {"role": "assistant", "content": text}


def call(call_id: str) -> Item:
    return {"type": "function_call", "call_id": call_id, "name": "look", "arguments": "{}"}


def output(call_id: str, text: str = "found") -> Item:
    return {"type": "function_call_output", "call_id": call_id, "output": text}


def reasoning(item_id: str) -> Item:
    return {"type": "reasoning", "id": item_id, "summary": []}
