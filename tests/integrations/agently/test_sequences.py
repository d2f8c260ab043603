"""Any sequence of calls leaves in ours what it leaves in Agently's own session, and everything in the log."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manager import SessionManager
from manager.integrations.agently import LedgerSession
from tests.integrations.agently.scripted import AgentlySession, ChatMessage, dumped

MESSAGES = st.builds(
    lambda role, content: {"role": role, "content": content},
    st.sampled_from(["user", "assistant", "system"]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
)
GIVEN = st.one_of(
    MESSAGES, MESSAGES.map(lambda fields: ChatMessage(**fields)), st.lists(MESSAGES, min_size=1, max_size=4)
)
CALLS = st.one_of(
    st.tuples(st.just("add_chat_history"), GIVEN),
    st.tuples(st.just("set_chat_history"), GIVEN),
    st.sampled_from(
        [
            ("reset_chat_history",),
            ("clean_context_window",),
            ("resize",),
            ("run_resize_strategy", "newest"),
            ("run_resize_strategy", "first"),
            ("load", None),
        ]
    ),
    # The longest message is 160 characters long: where one is over the limit, ours cuts it by another rule.
    st.tuples(st.just("limit"), st.sampled_from([200, 300, 500, None])),
)


def newest(full: Any, window: Any, memo: Any, settings: Any) -> Any:
    return None, list(window[-2:]), {"seen": len(full)}


async def first(full: Any, window: Any, memo: Any, settings: Any) -> Any:
    return full[:3], [*full[:1], {"role": "system", "content": f"and {len(window)} more"}], None


def done(session: Any, call: tuple[Any, ...], awaited: bool) -> None:
    name, *arguments = call
    if name == "limit":
        session.session_settings["max_length"] = arguments[0]
    elif name == "load":
        session.load_json(session.to_json())
    elif awaited:
        asyncio.run(getattr(session, f"async_{name}")(*arguments))
    else:
        getattr(session, name)(*arguments)
    if type(session) is AgentlySession:
        # After a set, 4.0.8.1 has one list for both contexts: a message that is added then is in it twice.
        session._full_context = session.full_context


@pytest.fixture(scope="module")
def memory() -> Any:
    with SessionManager("sqlite://") as manager:
        yield manager
        assert manager.verify().ok


@settings(max_examples=30)
@given(calls=st.lists(st.tuples(CALLS, st.booleans()), max_size=8))
def test_ours_is_what_agently_s_own_is(memory: SessionManager, calls: list[tuple[tuple[Any, ...], bool]]) -> None:
    own, ours = AgentlySession(), LedgerSession(manager=memory)
    logged: list[Any] = []
    for session in (own, ours):
        session.register_resize_handler("newest", newest)
        session.register_resize_handler("first", first)
    for call, awaited in calls:
        for session in (own, ours):
            done(session, call, awaited)
        assert dumped(ours.full_context) == dumped(own.full_context)
        assert dumped(ours.context_window) == dumped(own.context_window)
        assert ours.memo == own.memo
        log = list(ours.ledger.log())
        assert log[: len(logged)] == logged
        logged = log
