"""Several tasks, threads and processes in one conversation; cancelled, and killed in the midst of a run."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import pytest
from agents import Runner, function_tool

from manager import SessionManager
from manager.integrations.openai_agents import LedgerSession
from tests.backends import SYSTEMS
from tests.integrations.openai_agents.scripted import (
    QUIET,
    Item,
    agent_with,
    assistant,
    call,
    calls,
    items,
    reasoning,
    run,
    says,
    sent,
    user,
    window,
)
from tests.processes import at_once, end_of, kill_oneself, running
from tests.provider_rules import problems

pytestmark = pytest.mark.faces("sync")
every_system = pytest.mark.backends(*SYSTEMS)
sqlite_only = pytest.mark.backends("sqlite")

WRITERS = 4


def in_threads(work: Callable[[int], Any]) -> list[Any]:
    """What the work returns for each number, all beginning at the same moment."""
    start = threading.Barrier(WRITERS)

    def begun(number: int) -> Any:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(WRITERS) as threads:
        return list(threads.map(begun, range(WRITERS)))


@every_system
def test_many_tasks_begin_a_conversation_in_a_new_database(fresh_database_url: str) -> None:
    async def said() -> list[Item]:
        manager = SessionManager(fresh_database_url)
        await asyncio.gather(
            *(LedgerSession("one", manager).add_items(items(user(str(number)))) for number in range(25))
        )
        found = await window(LedgerSession("one", manager))
        await manager.async_close()
        return found

    assert sorted(int(item["content"]) for item in asyncio.run(said())) == list(range(25))


@every_system
def test_batches_of_several_threads_stay_together(make_manager: Callable[..., SessionManager]) -> None:
    managers = [make_manager() for _ in range(WRITERS)]

    async def added(number: int) -> None:
        ledger = LedgerSession("one", managers[number])
        for batch in range(5):
            await ledger.add_items(items(*(user(f"{number} {batch}") for _ in range(3))))

    in_threads(lambda number: asyncio.run(added(number)))
    said = [message.content for message in managers[0].session("one").log()]
    assert len(said) == WRITERS * 5 * 3
    assert said == [text for text in said[::3] for _ in range(3)]
    assert managers[0].verify().ok


@every_system
def test_an_item_is_popped_once(make_manager: Callable[..., SessionManager]) -> None:
    managers = [make_manager() for _ in range(WRITERS)]
    texts = [str(number) for number in range(13)]
    asyncio.run(LedgerSession("one", managers[0]).add_items(items(*map(user, texts))))

    async def popped(number: int) -> list[str]:
        ledger = LedgerSession("one", managers[number])
        found = []
        while (item := cast(Item | None, await ledger.pop_item())) is not None:
            found.append(item["content"])
        return found

    every = in_threads(lambda number: asyncio.run(popped(number)))
    assert sorted(text for found in every for text in found) == sorted(texts)
    assert all(found == sorted(found, key=int, reverse=True) for found in every)
    assert len(managers[0].session("one").log()) == 13


def talk(url: str, number: int) -> list[list[Item]]:
    """Three runs with a tool each, in one conversation with others."""

    async def talked() -> list[list[Item]]:
        agent, model = agent_with([step for _ in range(3) for step in (calls("here"), says("Yes."))], tools=[here])
        for turn in range(3):
            await run(agent, f"{number} {turn}", LedgerSession("one", url))
        return sent(model)

    return asyncio.run(talked())


@function_tool
def here() -> str:
    """Whether somebody is here."""
    return "Yes."


@sqlite_only
def test_runs_of_several_processes_share_a_conversation(manager: SessionManager, database_url: str) -> None:
    """Their ids of calls are the same, which no provider's are: what is theirs is told by its place."""
    manager.set_settings("session.validate", "off")
    requests = at_once(talk, [(database_url, number) for number in range(2)])
    assert [len(sent_by_one) for sent_by_one in requests] == [6, 6]
    said = [message.content for message in manager.session("one").log() if message.role == "user"]
    assert sorted(said) == sorted(f"{number} {turn}" for number in range(2) for turn in range(3))
    assert len(manager.session("one").log()) == 2 * 3 * 4
    assert manager.verify().ok


@sqlite_only
def test_a_cancelled_call_is_done_or_not_done(manager: SessionManager) -> None:
    async def went() -> None:
        ledger = LedgerSession("one", manager)
        await ledger.add_items(items(user("first")))
        kept = ["first"]
        for number in range(60):
            pops = number % 3 == 2
            work: Any = ledger.pop_item() if pops else ledger.add_items(items(*[user(str(number))] * 2))
            task = asyncio.ensure_future(work)
            for _ in range(number % 20):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            found = [item["content"] for item in await window(ledger)]
            assert found in (kept, kept[:-1] if pops else [*kept, str(number), str(number)])
            assert task.cancelled() or found != kept
            kept = found
        await ledger.add_items(items(user("last")))

    asyncio.run(went())
    assert manager.verify().ok


# --- killed -----------------------------------------------------------------------------------------


def die_in_a_tool(url: str) -> None:
    """A run whose second tool ends the process, in a conversation that went on for a while."""

    @function_tool
    def there() -> str:
        """Never comes back."""
        kill_oneself()
        return "There."

    async def died() -> None:
        session = LedgerSession("one", url)
        agent, _ = agent_with([says("Hello."), calls("here"), calls("there", thinks="rs_1")], tools=[here, there])
        await run(agent, "Hi", session)
        await run(agent, "Go.", session)

    asyncio.run(died())


@sqlite_only
def test_after_a_kill_in_a_tool_the_conversation_goes_on(manager: SessionManager, database_url: str) -> None:
    with running(die_in_a_tool, database_url) as process:
        assert end_of(process) == -9
    log = [message.model_dump() for message in manager.session("one").log()]
    assert [item.get("type", item.get("role")) for item in log] == [
        "user",
        "message",
        "user",
        "function_call",
        "function_call_output",
    ]
    goes_on(LedgerSession("one", manager), log)
    waiting = [*log, reasoning("rs_1"), call("there")]  # as stores have it that save before the tool is called
    for limit in (None, 700):
        session = manager.session(f"waiting {limit}", settings={"session.max_length": limit})
        session.append(waiting)
        goes_on(LedgerSession(session.id, manager), waiting)
    assert manager.verify().ok


def goes_on(ledger: LedgerSession, log: list[Item]) -> None:
    """More runs, each with a request that a provider accepts; what was said before is in the log as it was."""

    async def went_on() -> list[list[Item]]:
        agent, model = agent_with([says(str(number)) for number in range(12)])
        assert (await ledger.get_items())[-1] == log[-1]
        for number in range(12):
            await run(agent, f"Question {number}", ledger)
            assert problems(await window(ledger)) == []
        return sent(model)

    requests = asyncio.run(went_on())
    assert [problems(request) for request in requests] == [[]] * 12
    assert [message.model_dump() for message in ledger.session.log()][: len(log)] == log
    assert len(ledger.session.log()) == len(log) + 24


@sqlite_only
def test_a_stopped_stream_leaves_a_conversation_that_goes_on(manager: SessionManager) -> None:
    async def went() -> list[list[Item]]:
        ledger = LedgerSession("one", manager)
        agent, model = agent_with([calls("here"), says("Yes."), says("Still.")], tools=[here])
        stream = Runner.run_streamed(agent, "Is somebody here?", session=ledger, run_config=QUIET)
        async for event in stream.stream_events():
            if event.type == "run_item_stream_event" and event.name == "tool_called":
                stream.cancel()
        await run(agent, "And now?", ledger)
        return sent(model)

    for request in asyncio.run(went()):
        assert problems(request) == []


@sqlite_only
def test_one_object_in_many_event_loops(manager: SessionManager) -> None:
    ledger = LedgerSession("one", manager)
    for number in range(30):
        asyncio.run(ledger.add_items(items(assistant(str(number)))))
    assert len(asyncio.run(ledger.get_items())) == 30
