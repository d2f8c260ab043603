"""`EncryptedSession` over a ledger: its envelopes are kept like any item."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from agents import function_tool
from agents.extensions.memory import EncryptedSession

from manager import SessionManager
from manager.integrations.openai_agents import LedgerSession
from tests.integrations.openai_agents.compacting import COMPACTED, Responses, compacting
from tests.integrations.openai_agents.scripted import Item, agent_with, calls, items, run, says, sent, user

pytestmark = [pytest.mark.faces("sync"), pytest.mark.backends("sqlite")]

SECRET = "only the application knows this"


@function_tool
def look() -> str:
    """Look around."""
    return "A crocodile."


def test_encrypted_items_are_kept_and_nothing_is_readable(manager: SessionManager, database_url: str) -> None:
    async def went() -> list[Item]:
        ledger = LedgerSession("one", manager, session_settings={"limit": 6})
        session = EncryptedSession("one", cast(Any, ledger), encryption_key=SECRET)
        agent, model = agent_with([calls("look"), says("Found a crocodile.")], tools=[look])
        await run(agent, "Look for a crocodile.", session)
        assert len(await session.get_items()) == 4
        assert len(await session.get_items(2)) == 2
        popped = cast(Item, await session.pop_item())
        assert popped["role"] == "assistant"
        await ledger.session.async_undo()
        assert cast(Item, (await session.get_items())[-1]) == popped
        other = EncryptedSession("one", cast(Any, LedgerSession("one", manager)), encryption_key="another")
        assert await other.get_items() == []
        return sent(model)[-1]

    assert len(asyncio.run(went())) == 3
    stored = b"".join(path.read_bytes() for path in Path(database_url.removeprefix("sqlite:///")).parent.glob("*.db*"))
    assert b"hkdf-v1" in stored
    assert b"crocodile" not in stored


@pytest.mark.parametrize("outer", [False, True], ids=["encrypted inside", "encrypted outside"])
def test_encrypted_items_are_compacted(manager: SessionManager, outer: bool) -> None:
    async def went() -> None:
        ledger = LedgerSession("one", manager)
        client = Responses()
        session: Any
        if outer:
            session = EncryptedSession("one", compacting(ledger, client), encryption_key=SECRET)
        else:
            session = compacting(EncryptedSession("one", cast(Any, ledger), encryption_key=SECRET), client)
        agent, _ = agent_with([says("Hello.")])
        await run(agent, "Hi", session)
        assert await session.get_items() == COMPACTED
        assert [item["role"] for item in client.requests[0]["input"]] == ["user", "assistant"]
        assert [made.strategy for made in await ledger.session.async_revisions()] == ["responses_compaction", None]
        assert len(await ledger.session.async_get_full_context()) == 2

    asyncio.run(went())


def test_expired_items_leave_the_window_with_a_compaction(
    manager: SessionManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def went() -> None:
        clock = [1_000]
        monkeypatch.setattr("cryptography.fernet.time.time", lambda: clock[0])
        monkeypatch.setattr("agents.extensions.memory.encrypt_session.time.time", lambda: clock[0])
        ledger = LedgerSession("one", manager)
        client = Responses()
        session = EncryptedSession("one", compacting(ledger, client), encryption_key=SECRET, ttl=10)
        await session.add_items(items(*[user(str(number)) for number in range(16)]))
        clock[0] += 11
        agent, _ = agent_with([says("Hello.")])
        await run(agent, "Hi", session)
        assert len(client.requests[0]["input"]) == 2
        assert len(await ledger.get_items()) == len(COMPACTED)
        assert len(await ledger.session.async_get_full_context()) == 18

    asyncio.run(went())
