"""Whole runs: what the model is sent is what it is sent with `SQLiteSession`, and a window a provider accepts."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from agents import (
    Agent,
    GuardrailFunctionOutput,
    InputGuardrailTripwireTriggered,
    RunConfig,
    Runner,
    RunState,
    function_tool,
    input_guardrail,
)
from agents.memory import Session, SessionSettings, SQLiteSession
from agents.result import RunResult

from manager import SessionManager
from manager.integrations.openai_agents import LedgerSession
from tests.integrations.openai_agents.scripted import (
    QUIET,
    Item,
    agent_with,
    assistant,
    calls,
    items,
    run,
    says,
    sent,
    user,
    window,
)
from tests.processes import at_once
from tests.provider_rules import problems

pytestmark = pytest.mark.faces("sync")
sqlite_only = pytest.mark.backends("sqlite")

#: What was sent to the models, in order, as one scenario went with one store.
Scenario: TypeAlias = Callable[[Session], Awaitable[list[list[Item]]]]


@function_tool
def weather(city: str = "Oslo") -> str:
    """The weather of a city."""
    return f"Rain in {city}."


@function_tool(needs_approval=True)
def pay() -> str:
    """Pay the bill."""
    return "Paid."


@function_tool
def bill() -> str:
    """The bill."""
    return "12 euros."


# --- scenarios --------------------------------------------------------------------------------------


async def talk(session: Session, streamed: bool = False) -> list[list[Item]]:
    agent, model = agent_with([says("Hello."), says("Fine.")])
    await run(agent, "Hi", session, streamed=streamed)
    await run(agent, items({"role": "user", "content": [{"type": "input_text", "text": "How?"}]}), session)
    return sent(model)


async def tools(session: Session, streamed: bool = False) -> list[list[Item]]:
    agent, model = agent_with(
        [calls("weather", thinks="rs_1"), calls("weather", "bill"), says("Wet."), says("Still wet.")],
        tools=[weather, bill],
    )
    await run(agent, "The weather?", session, streamed=streamed)
    await run(agent, "And now?", session, streamed=streamed)
    return sent(model)


async def streamed_tools(session: Session) -> list[list[Item]]:
    return await tools(session, streamed=True)


async def handoff(session: Session) -> list[list[Item]]:
    expert, expert_model = agent_with([calls("weather"), says("I know.")], name="expert", tools=[weather])
    guide, model = agent_with([calls("transfer_to_expert"), says("Anything else?")], handoffs=[expert])
    await run(guide, "Who knows?", session)
    await run(guide, "Thanks.", session)
    return [*sent(model), *sent(expert_model)]


async def guardrail(session: Session) -> list[list[Item]]:
    @input_guardrail
    async def polite(context: Any, agent: Agent[Any], given: Any) -> GuardrailFunctionOutput:
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered="damn" in str(given[-1]))

    agent, model = agent_with([says("Hello."), says("Better.")], input_guardrails=[polite])
    await run(agent, "Hi", session)
    with pytest.raises(InputGuardrailTripwireTriggered):
        await run(agent, "damn", session)
    agent.input_guardrails = []
    await run(agent, "Sorry", session)
    return sent(model)[:1] + sent(model)[-1:]


async def failing(session: Session) -> list[list[Item]]:
    """The model fails in the second turn of a run; the conversation goes on."""
    agent, model = agent_with([calls("weather"), RuntimeError("down"), says("Up again.")], tools=[weather])
    with pytest.raises(RuntimeError, match="down"):
        await run(agent, "The weather?", session)
    await run(agent, "Are you there?", session)
    return sent(model)


def merged(history: list[Any], new: list[Any]) -> list[Any]:
    return [*history[-2:], *new]


async def callback(session: Session) -> list[list[Item]]:
    agent, model = agent_with([says(str(number)) for number in range(4)])
    config = RunConfig(tracing_disabled=True, session_input_callback=merged)
    for number in range(4):
        await Runner.run(agent, f"Question {number}", session=session, run_config=config)
    return sent(model)


async def limited(session: Session) -> list[list[Item]]:
    agent, model = agent_with([calls("weather"), says("Wet."), says("Dry."), says("Wet again.")], tools=[weather])
    config = RunConfig(tracing_disabled=True, session_settings=SessionSettings(limit=3))
    for number in range(3):
        await Runner.run(agent, f"Question {number}", session=session, run_config=config)
    return sent(model)


# --- somebody has to agree --------------------------------------------------------------------------


def guide(*steps: Any) -> tuple[Agent[Any], Any]:
    return agent_with(list(steps), tools=[pay, bill])


async def interrupted(session: Session, *step: str) -> tuple[RunResult, list[list[Item]]]:
    agent, model = guide(says("Hello."), calls(*step, thinks="rs_1"))
    await run(agent, "Hi", session)
    result = await Runner.run(agent, "Pay the bill.", session=session, run_config=QUIET)
    assert [asked.tool_name for asked in result.interruptions] == ["pay"]
    return result, sent(model)


async def agreed(session: Session) -> list[list[Item]]:
    result, before = await interrupted(session, "bill", "pay")
    agent, model = guide(says("Done."), says("Bye."))
    state = result.to_state()
    state.approve(result.interruptions[0])
    result.last_agent.model = model  # as if one script went on
    await Runner.run(result.last_agent, state, session=session, run_config=QUIET)
    await run(agent, "Bye", session)
    return [*before, *sent(model)]


async def refused(session: Session) -> list[list[Item]]:
    result, before = await interrupted(session, "pay")
    agent, model = guide(says("Well then."))
    state = await RunState.from_json(agent, result.to_state().to_json())
    state.reject(state.get_interruptions()[0])
    await Runner.run(agent, state, session=session, run_config=QUIET)
    return [*before, *sent(model)]


async def left_alone(session: Session) -> list[list[Item]]:
    """A new turn instead of an answer."""
    _, before = await interrupted(session, "pay")
    agent, model = guide(says("We were paying."), says("Yes."))
    await run(agent, "Where were we?", session)
    await run(agent, "Ah.", session)
    return [*before, *sent(model)]


async def agreed_late(session: Session) -> list[list[Item]]:
    """New turns, and then the answer after all."""
    result, before = await interrupted(session, "pay")
    agent, model = guide(*[says("We were paying.")] * 8, says("Done."), says("Bye."))
    for number in range(8):
        await run(agent, f"Where were we, {number}?", session)
    state = await RunState.from_json(agent, result.to_state().to_json())
    state.approve(state.get_interruptions()[0])
    await Runner.run(agent, state, session=session, run_config=QUIET)
    await run(agent, "Bye", session)
    return [*before, *sent(model)]


SCENARIOS: list[Scenario] = [
    talk,
    tools,
    streamed_tools,
    handoff,
    guardrail,
    failing,
    callback,
    limited,
    agreed,
    refused,
    left_alone,
    agreed_late,
]


def played(scenario: Scenario, session: Session) -> list[list[Item]]:
    requests = asyncio.run(_copied(scenario, session))
    for request in requests:
        assert problems(request) == []
    return requests


async def _copied(scenario: Scenario, session: Session) -> list[list[Item]]:
    return copy.deepcopy(await scenario(session))


@sqlite_only
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_the_model_is_sent_what_it_is_sent_with_sqlite_session(
    manager: SessionManager, scenario: Scenario, tmp_path: Path
) -> None:
    other = SQLiteSession("one", tmp_path / "sdk.db")
    ledger = LedgerSession("one", manager)
    assert played(scenario, ledger) == played(scenario, other)
    stored = asyncio.run(window(other))
    assert ledger.session.log() == stored
    if not problems(stored):
        assert asyncio.run(window(ledger)) == stored
    other.close()
    report = manager.verify()
    assert report.ok, report.problems


@sqlite_only
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
@pytest.mark.parametrize("limit", [400, 900])
def test_under_a_limit_the_model_is_sent_what_a_provider_accepts(
    manager: SessionManager, scenario: Scenario, limit: int
) -> None:
    """The windows are cut down to a message or two, in the middle of runs."""
    manager.set_settings("session.max_length", limit)
    ledger = LedgerSession("one", manager)
    played(scenario, ledger)
    assert problems(asyncio.run(window(ledger))) == []
    assert ledger.session.info().window_length <= limit
    report = manager.verify()
    assert report.ok, report.problems


# --- another process --------------------------------------------------------------------------------


def go_on(url: str, state: dict[str, Any]) -> list[list[Item]]:
    """What the model is sent by a process that takes over a run that waits for somebody."""

    async def resumed() -> list[list[Item]]:
        agent, model = guide(says("Done."), says("Bye."))
        taken_over = await RunState.from_json(agent, state)
        taken_over.approve(taken_over.get_interruptions()[0])
        session = LedgerSession("one", url)
        await Runner.run(agent, taken_over, session=session, run_config=QUIET)
        await run(agent, "Bye", session)
        return sent(model)

    return asyncio.run(resumed())


@pytest.mark.backends("sqlite", "postgresql")
def test_another_process_goes_on_with_a_run_that_waited(
    manager: SessionManager, database_url: str, tmp_path: Path
) -> None:
    ledger = LedgerSession("one", manager)
    result, before = asyncio.run(interrupted(ledger, "bill", "pay"))
    (after,) = at_once(go_on, [(database_url, result.to_state().to_json())])
    other = SQLiteSession("one", tmp_path / "sdk.db")
    assert [*before, *after] == asyncio.run(agreed(other))
    assert asyncio.run(ledger.get_items()) == asyncio.run(other.get_items())
    assert ledger.session.check_window() == []
    other.close()


class UnheardOnce(LedgerSession):
    """Stores, and then the connection breaks before the SDK hears of it."""

    breaks = False

    async def add_items(self, items: list[Any], *, wrapper: Any = None) -> None:
        await super().add_items(items, wrapper=wrapper)
        if self.breaks:
            self.breaks = False
            raise ConnectionError("unheard")


@sqlite_only
@pytest.mark.parametrize(
    "step",
    [
        calls("pay"),
        calls("bill", "pay"),
        calls("pay", "bill", thinks="rs_1"),
        [*calls(thinks="rs_1"), *says("I will."), *calls("pay")],
    ],
    ids=["one call", "the second of two", "with a thought", "announced"],
)
def test_outputs_that_were_stored_unheard_are_not_stored_twice(manager: SessionManager, step: list[Any]) -> None:
    """The SDK looks for them at the end of the session when the run is resumed once more."""
    ledger = UnheardOnce("one", manager)

    async def resumed_twice() -> list[Item]:
        agent, _ = guide(step, says("Done."))
        result = await Runner.run(agent, "Pay the bill.", session=ledger, run_config=QUIET)
        state = result.to_state()
        state.approve(result.interruptions[0])
        ledger.breaks = True
        with pytest.raises(ConnectionError):
            await Runner.run(agent, state, session=ledger, run_config=QUIET)
        again = await RunState.from_json(agent, state.to_json())
        assert (await Runner.run(agent, again, session=ledger, run_config=QUIET)).final_output == "Done."
        return await window(ledger)

    stored = asyncio.run(resumed_twice())
    assert problems(stored) == []
    assert ledger.session.log() == stored
    answered = [item["call_id"] for item in stored if item.get("type") == "function_call_output"]
    assert len(answered) == len(set(answered))


# --- a window of one's own --------------------------------------------------------------------------


@sqlite_only
def test_a_run_is_sent_the_context_window(manager: SessionManager) -> None:
    """With what a strategy wrote, and what was appended in the words of OpenAI Chat."""
    ledger = LedgerSession("one", manager)
    agent, model = agent_with([says("One."), says("Two.")])
    ledger.session.append({"role": "developer", "content": "Be brief."})
    asyncio.run(run(agent, "First", ledger))

    def summed_up(full: Any, window: Any, memo: Any, namespace: Any) -> Any:
        return None, [window[0], {"role": "user", "content": "In short: first, one."}], memo

    ledger.session.register_resize_handler("summed_up", summed_up)
    ledger.session.resize("summed_up")
    asyncio.run(run(agent, "Second", ledger))
    assert sent(model)[-1] == [
        {"role": "developer", "content": "Be brief."},
        user("In short: first, one."),
        user("Second"),
    ]
    assert [message.get("content") for message in ledger.session.log()][:2] == ["Be brief.", "First"]
    assert len(ledger.session.full_context) == 5
    ledger.session.undo()
    assert len(asyncio.run(ledger.get_items())) == 5


@sqlite_only
def test_runs_without_an_event_loop(manager: SessionManager) -> None:
    ledger = LedgerSession("one", manager)
    agent, model = agent_with([says("One."), says("Two.")])
    loop = asyncio.new_event_loop()  # the SDK runs on the thread's own, and leaves it open
    asyncio.set_event_loop(loop)
    for question in ("First", "Second"):
        Runner.run_sync(agent, question, session=ledger, run_config=QUIET)
    asyncio.set_event_loop(None)
    loop.close()
    assert [len(request) for request in sent(model)] == [1, 3]


@sqlite_only
def test_an_error_of_the_store_ends_the_run(manager: SessionManager) -> None:
    ledger = LedgerSession("one", manager)
    asyncio.run(ledger.add_items(items(assistant("Hello."))))
    manager.delete_session("one")
    agent, model = agent_with([says("Never.")])
    with pytest.raises(LookupError):
        asyncio.run(run(agent, "Hi", ledger))
    assert model.calls == ()
