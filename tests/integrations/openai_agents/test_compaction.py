"""`OpenAIResponsesCompactionSession` over a ledger: a compaction is a revision, and all it left out is kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from agents.memory import SQLiteSession

from manager import SessionManager
from manager.integrations.openai_agents import LedgerSession
from tests.backends import SYSTEMS
from tests.integrations.openai_agents.compacting import COMPACTED, Responses, compacting
from tests.integrations.openai_agents.scripted import (
    Item,
    agent_with,
    assistant,
    call,
    items,
    output,
    run,
    says,
    sent,
    user,
)

pytestmark = [pytest.mark.faces("sync"), pytest.mark.backends("sqlite")]


def sixteen() -> list[Item]:
    return [user(str(number)) if number % 2 else assistant(str(number)) for number in range(1, 17)]


@pytest.mark.backends(*SYSTEMS)
def test_an_automatic_compaction_is_one_revision_and_the_originals_stay(manager: SessionManager) -> None:
    async def went() -> None:
        ledger = LedgerSession("one", manager)
        agent, model = agent_with([says("Hello."), says("Good."), says("Bye.")])
        client = Responses()
        session = compacting(ledger, client, after=2)
        await run(agent, "Hi", session)
        await run(agent, "How are you?", session)
        assert len(client.requests) == 1
        assert await ledger.get_items() == COMPACTED
        revisions = await ledger.session.async_revisions()
        assert [(made.kind, made.strategy) for made in revisions] == [
            ("resize", "responses_compaction"),
            ("created", None),
        ]
        assert [message.role for message in await ledger.session.async_log()] == ["user", "assistant"] * 2
        assert len(await ledger.session.async_get_full_context()) == 4
        await run(agent, "Bye", session)
        assert sent(model)[-1] == [*COMPACTED, user("Bye")]

    asyncio.run(went())
    assert manager.verify().ok
    ledger = manager.session("one")
    ledger.rollback(1)
    assert ledger.context_window == ledger.log()


@pytest.mark.parametrize("limit", [None, 4])
def test_a_compaction_goes_as_with_sqlite_session(manager: SessionManager, limit: int | None, tmp_path: Path) -> None:
    """Whatever the default limit of reading is: sixteen items are compacted, or the latest, and none is lost."""

    async def went(store: Any) -> tuple[Any, Any, Any]:
        await store.add_items(items(*sixteen()))
        agent, model = agent_with([says("Good."), says("Bye.")])
        client = Responses()
        session = compacting(store, client)
        await run(agent, "How are you?", session)
        compacted = await store.get_items(100)
        popped = [await session.pop_item() for _ in range(3)]
        await run(agent, "Bye", session)
        return [request["input"] for request in client.requests], compacted, [sent(model), popped]

    ledger = LedgerSession("one", manager, session_settings={"limit": limit})
    other = SQLiteSession("one", tmp_path / "sdk.db", session_settings={"limit": limit})
    assert asyncio.run(went(ledger)) == asyncio.run(went(other))
    assert ledger.session.log()[:16] == sixteen()
    assert ledger.session.full_context[:16] == sixteen()
    other.close()


def test_a_forced_compaction_is_one_revision_too(manager: SessionManager) -> None:
    async def went() -> None:
        ledger = LedgerSession("one", manager, session_settings={"limit": 4})
        await ledger.add_items(items(*sixteen()))
        await compacting(ledger, Responses()).run_compaction({"force": True})
        assert await ledger.get_items(100) == COMPACTED
        assert [made.kind for made in await ledger.session.async_revisions()] == ["resize", "created"]
        assert await ledger.session.async_get_full_context() == sixteen()
        await ledger.session.async_undo()
        assert await ledger.get_items(100) == sixteen()

    asyncio.run(went())


def test_what_others_said_meanwhile_is_not_lost(manager: SessionManager) -> None:
    """The compaction is not made: it has not seen the message."""

    async def went() -> None:
        ledger = LedgerSession("one", manager)
        client = Responses(lambda: LedgerSession("one", manager).add_items(items(user("Me too!"))))
        agent, _ = agent_with([says("Hello.")])
        await run(agent, "Hi", compacting(ledger, client))
        assert [item.get("content") for item in cast(list[Item], await ledger.get_items())][::2] == ["Hi", "Me too!"]
        assert len(await ledger.session.async_revisions()) == 1

    asyncio.run(went())


def test_what_others_cleared_meanwhile_stays_cleared(manager: SessionManager) -> None:
    async def went() -> None:
        other = LedgerSession("one", manager)

        async def cleared_and_said_again() -> None:
            said = await other.get_items()
            await other.clear_session()
            await other.add_items(said)

        ledger = LedgerSession("one", manager)
        agent, _ = agent_with([says("Hello.")])
        await run(agent, "Hi", compacting(ledger, Responses(cleared_and_said_again)))
        assert [item.get("role") for item in cast(list[Item], await ledger.get_items())] == ["user", "assistant"]
        assert [made.kind for made in await ledger.session.async_revisions()] == ["reset", "created"]

    asyncio.run(went())


def test_a_snapshot_of_the_latest_items_tells_whether_they_are_all(manager: SessionManager) -> None:
    async def went() -> None:
        ledger = LedgerSession("one", manager)
        await ledger.add_items(items(user("Go."), call("a")))
        for limit, complete in ((0, False), (1, False), (2, True), (10, True)):
            snapshot = await ledger._get_compaction_snapshot(limit)
            assert snapshot is not None
            assert (len(snapshot.items), snapshot.complete) == (min(limit, 2), complete)
            assert await snapshot.replace_suffix(2, items(*COMPACTED)) is False
        assert await ledger.get_items() == [user("Go."), call("a")]

    asyncio.run(went())


def test_pops_go_through_what_was_compacted_and_each_is_undone(manager: SessionManager) -> None:
    async def went() -> None:
        ledger = LedgerSession("one", manager)
        await ledger.add_items(items(*sixteen()))
        await compacting(ledger, Responses()).run_compaction({"force": True})
        popped = await asyncio.gather(*(LedgerSession("one", manager).pop_item() for _ in range(4)))
        assert sorted(map(str, popped)) == sorted(map(str, [*COMPACTED, None, None]))
        assert await ledger.get_items() == []
        await ledger.session.async_undo()
        assert await ledger.get_items() == COMPACTED[:1]
        await ledger.add_items(items(user("More.")))
        assert [await ledger.pop_item() for _ in range(3)] == [user("More."), COMPACTED[0], None]

    asyncio.run(went())


class Shouting(LedgerSession):
    """A subclass that keeps items in another form than it gives them."""

    async def add_items(self, items: Any, *, wrapper: Any = None) -> None:
        await super().add_items([{"role": "user", "content": item["content"].upper()} for item in items])


def test_under_a_subclass_a_compaction_is_a_clearing_and_an_adding(manager: SessionManager) -> None:
    async def went() -> None:
        ledger = Shouting("one", manager)
        await ledger.add_items(items(user("hello"), user("you")))
        session = compacting(ledger, Responses())
        session.client.responses.compact = _compacted_to(user("both"))  # type: ignore[method-assign]
        await session.run_compaction({"force": True})
        assert await ledger.get_items() == [user("BOTH")]
        assert [made.kind for made in await ledger.session.async_revisions()] == ["reset", "created"]
        assert await ledger.session.async_log() == [user("HELLO"), user("YOU"), user("BOTH")]

    asyncio.run(went())


def _compacted_to(*given: Item) -> Any:
    async def compact(**request: Any) -> SimpleNamespace:
        return SimpleNamespace(output=items(*given), usage=None)

    return compact


def test_an_output_that_came_late_is_compacted_with_its_call(manager: SessionManager) -> None:
    async def went() -> None:
        ledger = LedgerSession("one", manager)
        await ledger.add_items(items(user("Go."), call("a"), user("And?"), output("a"), assistant("Gone.")))
        agent, _ = agent_with([says("Good.")])
        client = Responses()
        await run(agent, "Fine", compacting(ledger, client))
        assert len(client.requests) == 1
        assert await ledger.get_items() == COMPACTED

    asyncio.run(went())
