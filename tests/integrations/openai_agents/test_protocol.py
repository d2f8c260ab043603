"""The SDK's `Session` protocol, as its users know it from `SQLiteSession`, and what the ledger keeps meanwhile."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from agents.memory import Session, SessionSettings, SQLiteSession
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manager import InvalidArgumentError, InvalidIdError, InvalidMessageError, SessionManager
from manager.integrations.openai_agents import LedgerSession
from tests.backends import SYSTEMS
from tests.integrations.openai_agents.scripted import Item, assistant, call, items, output, reasoning, user, window
from tests.provider_rules import problems

sqlite_only = pytest.mark.backends("sqlite")
every_system = pytest.mark.backends(*SYSTEMS)
pytestmark = pytest.mark.faces("sync")

#: A session of its own for each example, in one database.
one_manager = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])

VERBATIM: list[Item] = [
    {"role": "user", "content": [{"type": "input_text", "text": "a\x00b \ud83d \\u0000 é e\u0301 🚆 مرحبا"}]},
    {
        "type": "message",
        "role": "user",
        "content": [{"type": "input_image", "image_url": "data:image/png;base64,AA=="}],
    },
    {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAA", "content": None, "status": None},
    {
        "id": "fc_1",
        "type": "function_call",
        "call_id": "call_1",
        "name": "look",
        "arguments": '{"n": 9007199254740993}',
        "status": "completed",
        "namespace": None,
        "provider_data": {"model": "a-model", "response_id": "resp_1", "n": 2**70},
    },
    {"type": "function_call_output", "call_id": "call_1", "output": [{"type": "input_text", "text": "found"}]},
    {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "", "annotations": [], "logprobs": None}],
    },
    {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAA"},
    {"__enc__": 1, "v": 1, "kid": "hkdf-v1", "payload": "gAAAA"},
    {"type": "openai_agents.item", "item": {"role": "user"}},
    {"role": None, "content": "no role", "type": "message"},
    {},
]


@pytest.fixture
def ledger(manager: SessionManager) -> LedgerSession:
    return LedgerSession("one", manager)


def answered(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


# --- items ------------------------------------------------------------------------------------------


@every_system
def test_items_come_back_as_they_went_in(ledger: LedgerSession) -> None:
    answered(ledger.add_items(items(*VERBATIM)))
    found = answered(ledger.get_items())
    assert found == VERBATIM
    assert [list(item) for item in found] == [list(item) for item in VERBATIM]
    assert {type(item) for item in found} == {dict}
    assert [answered(ledger.pop_item()) for _ in VERBATIM] == VERBATIM[::-1]


@sqlite_only
def test_what_is_given_may_be_changed(ledger: LedgerSession) -> None:
    answered(ledger.add_items(items(*VERBATIM)))
    for item in answered(ledger.get_items()):
        for value in item.values():
            if isinstance(value, list | dict):
                value.clear()
        item.clear()
    assert answered(ledger.get_items()) == VERBATIM


@every_system
def test_a_batch_is_added_whole_or_not_at_all(ledger: LedgerSession) -> None:
    answered(ledger.add_items([]))
    with pytest.raises(InvalidMessageError) as refused:
        answered(ledger.add_items(items(user("kept?"), {"role": "user", "content": object()})))
    assert refused.value.path == "messages[1].content"
    assert answered(ledger.get_items()) == []
    answered(ledger.add_items(items(user("yes"), assistant("yes"), user("yes"))))
    assert answered(ledger.get_items()) == [user("yes"), assistant("yes"), user("yes")]
    assert ledger.session.revisions()[-1].revision == 1


# --- limits -----------------------------------------------------------------------------------------


@sqlite_only
@pytest.mark.parametrize("given", [{"limit": 2}, SessionSettings(limit=2)], ids=["dict", "object"])
def test_limits_are_those_of_the_sdk(manager: SessionManager, given: Any, tmp_path: Path) -> None:
    ledger = LedgerSession("one", manager, session_settings=given)
    other = SQLiteSession("one", tmp_path / "sdk.db", session_settings=given)
    said = [user(str(number)) for number in range(5)]
    for session in (ledger, other):
        answered(session.add_items(items(*said)))
    assert ledger.session_settings == other.session_settings == SessionSettings(limit=2)
    for limit in (None, 0, 1, 3, 5, 6, -1):
        assert answered(ledger.get_items(limit)) == answered(other.get_items(limit)), limit
    ledger.session_settings = None
    assert answered(ledger.get_items()) == said
    other.close()


@sqlite_only
def test_settings_are_there_without_any(manager: SessionManager) -> None:
    assert LedgerSession("one", manager).session_settings == SessionSettings()
    with pytest.raises(Exception, match="limits"):
        LedgerSession("one", manager, session_settings={"limits": 3})


GROUPS = [
    reasoning("rs_1"),
    call("a"),
    call("b"),
    output("a"),
    output("b"),
    assistant("Both found."),
    user("Thanks."),
    reasoning("rs_2"),
    assistant("You are welcome."),
]


@sqlite_only
def test_a_limit_leaves_no_call_and_no_output_alone(ledger: LedgerSession) -> None:
    answered(ledger.add_items(items(user("Find both."), *GROUPS)))
    for limit in range(len(GROUPS) + 1):
        latest = (GROUPS[-limit:] if limit else []) if limit not in (5, 6, 7, 8) else GROUPS[5:]
        assert answered(ledger.get_items(limit)) == latest, limit


@sqlite_only
def test_a_limit_in_an_unfinished_turn_is_exact(ledger: LedgerSession) -> None:
    """The SDK compares the end of such a turn with what it finds there when it is resumed."""
    said: list[Item] = []
    for added in (
        [user("Find both."), reasoning("rs_1"), assistant("I will."), call("a"), call("b"), output("a")],
        [output("b")],
    ):
        answered(ledger.add_items(items(*added)))
        said += added
        for limit in range(1, len(said) + 1):
            assert answered(ledger.get_items(limit)) == said[-limit:]


# --- calls and outputs that stand alone -------------------------------------------------------------


@sqlite_only
def test_a_call_that_was_left_behind_is_not_given_and_comes_with_its_output(ledger: LedgerSession) -> None:
    said = [user("Find it."), reasoning("rs_1"), call("a")]
    answered(ledger.add_items(items(*said)))
    assert answered(ledger.get_items()) == said
    answered(ledger.add_items(items(user("Are you there?"))))
    assert answered(ledger.get_items()) == [said[0], user("Are you there?")]
    answered(ledger.add_items(items(output("a"))))
    assert answered(ledger.get_items()) == [*said, user("Are you there?"), output("a")]
    assert ledger.session.log() == [*said, user("Are you there?"), output("a")]


@sqlite_only
def test_one_of_two_calls_is_left_behind(ledger: LedgerSession) -> None:
    """The other keeps its reasoning."""
    said = [user("Find both."), reasoning("rs_1"), call("a"), call("b"), output("b"), assistant("One of them.")]
    answered(ledger.add_items(items(*said)))
    assert answered(ledger.get_items()) == [said[0], said[1], *said[3:]]


@sqlite_only
def test_an_output_without_its_call_is_not_given(ledger: LedgerSession) -> None:
    answered(ledger.add_items(items(output("a"), user("Hello"), call("b"), output("b"), output("b"))))
    assert answered(ledger.get_items()) == [user("Hello"), call("b"), output("b")]


@sqlite_only
def test_approvals_of_remote_tools_are_pairs_too(ledger: LedgerSession) -> None:
    asked = {"type": "mcp_approval_request", "id": "mcpr_1", "name": "pay", "arguments": "{}", "server_label": "bank"}
    agreed = {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": True}
    answered(ledger.add_items(items(user("Pay."), asked, agreed, assistant("Paid."))))
    assert answered(ledger.get_items()) == [user("Pay."), asked, agreed, assistant("Paid.")]
    assert answered(ledger.get_items(2)) == [assistant("Paid.")]


@sqlite_only
@pytest.mark.parametrize("kind", ["function", "custom_tool", "computer", "local_shell", "shell", "apply_patch"])
def test_every_kind_of_call(ledger: LedgerSession, kind: str) -> None:
    made = {"type": f"{kind}_call", "call_id": "a"}
    done = {"type": f"{kind}_call_output", "call_id": "a", "output": "done"}
    hosted = {"type": "web_search_call", "id": "ws_1", "status": "completed"}
    answered(ledger.add_items(items(user("Go."), hosted, made, done, user("And?"))))
    assert answered(ledger.get_items()) == [user("Go."), hosted, made, done, user("And?")]
    assert answered(ledger.get_items(2)) == [user("And?")]


ANY_ITEM = st.one_of(
    st.sampled_from("ab").map(call),
    st.sampled_from("ab").map(output),
    st.sampled_from([user("x"), assistant("y"), reasoning("rs")]),
)

#: The model has not answered yet; the SDK itself leaves out of a request what stands alone then.
ENDED_BY_OUTPUT = [[output(call_id)] for call_id in "ab"]


@sqlite_only
@one_manager
@given(said=st.lists(ANY_ITEM, max_size=9), limit=st.integers(1, 10))
def test_whatever_was_added_a_provider_accepts_what_is_given(
    manager: SessionManager, said: list[Item], limit: int
) -> None:
    """Reasoning is as it was added: that a response ends with it is no doing of ours."""
    ledger = LedgerSession(uuid4().hex, manager)
    answered(ledger.add_items(items(*said)))
    whole = answered(ledger.get_items())
    latest = answered(ledger.get_items(limit))
    assert whole[len(whole) - len(latest) :] == latest
    assert len(latest) <= limit
    assert answered(ledger.get_items(len(said) + 1)) == whole
    assert [found for found in problems(whole) if "reasoning" not in found] == []
    if not any(problem.pending for problem in ledger.session.check_window()) and whole[-1:] not in ENDED_BY_OUTPUT:
        assert [found for found in problems(latest) if "reasoning" not in found] == []
    assert ledger.session.log() == said


# --- pop and clear ----------------------------------------------------------------------------------


@every_system
def test_a_pop_is_a_revision_that_can_be_undone(ledger: LedgerSession) -> None:
    assert answered(ledger.pop_item()) is None
    answered(ledger.add_items(items(user("One"), assistant("Two"))))
    assert answered(ledger.pop_item()) == assistant("Two")
    assert answered(ledger.get_items()) == [user("One")]
    assert ledger.session.revisions()[0].kind == "pop"
    assert ledger.session.log() == [user("One"), assistant("Two")]
    ledger.session.undo()
    assert answered(ledger.get_items()) == [user("One"), assistant("Two")]


@every_system
def test_clearing_is_a_revision_that_can_be_undone(ledger: LedgerSession) -> None:
    answered(ledger.clear_session())
    answered(ledger.add_items(items(user("One"), assistant("Two"))))
    answered(ledger.clear_session())
    assert answered(ledger.get_items()) == []
    assert answered(ledger.pop_item()) is None
    answered(ledger.add_items(items(user("Three"))))
    assert ledger.session.log() == [user("One"), assistant("Two"), user("Three")]
    ledger.session.undo()
    assert answered(ledger.get_items()) == [user("One"), assistant("Two"), user("Three")]


@sqlite_only
def test_what_a_cut_shortened_is_popped_as_it_was_said(manager: SessionManager) -> None:
    manager.set_settings("session.max_length", 200)
    ledger = LedgerSession("one", manager)
    answered(ledger.add_items(items(user("Hello"), user("long " * 100))))
    assert answered(ledger.get_items()) != [user("Hello"), user("long " * 100)]
    assert answered(ledger.pop_item()) == user("long " * 100)


@sqlite_only
@pytest.mark.parametrize("role", ["user", "assistant", "system"])
def test_a_summary_is_popped_itself_and_not_what_it_stands_for(ledger: LedgerSession, role: str) -> None:
    summary = {"role": role, "content": "They greeted."}
    ledger.session.register_resize_handler("sum", lambda full, window, memo, _: (None, [summary, *window[2:]], None))
    answered(ledger.add_items(items(user("One"), assistant("Two"), user("Three"))))
    ledger.session.resize("sum")
    assert [answered(ledger.pop_item()) for _ in range(3)] == [user("Three"), summary, None]
    assert ledger.session.full_context == [user("One"), assistant("Two")]
    ledger.session.undo()
    assert answered(ledger.get_items()) == [summary]


@sqlite_only
def test_only_what_is_in_the_window_is_popped(manager: SessionManager) -> None:
    """An empty window is the SDK's empty session."""
    ledger = LedgerSession("one", manager)
    answered(ledger.add_items(items(user("One"), assistant("Two"))))
    ledger.session.clean_context_window()
    assert answered(ledger.get_items()) == []
    assert answered(ledger.pop_item()) is None
    assert len(ledger.session.full_context) == 2


# --- like SQLiteSession -----------------------------------------------------------------------------

TURNS = st.sampled_from(
    [
        [user("u")],
        [user("u"), assistant("a")],
        [user("u"), call("c"), output("c"), assistant("a")],
        [user("u"), reasoning("r"), call("c"), call("d"), output("d"), output("c"), assistant("a")],
    ]
)
STEPS = st.one_of(
    st.tuples(st.just("add"), TURNS),
    st.tuples(st.just("pop"), st.integers(1, 5)),
    st.tuples(st.just("clear"), st.none()),
    st.tuples(st.just("read"), st.integers(0, 12)),
    st.tuples(st.just("undo"), st.none()),
)


@sqlite_only
@one_manager
@given(steps=st.lists(STEPS, max_size=14))
def test_a_conversation_goes_as_with_sqlite_session(manager: SessionManager, steps: list[tuple[str, Any]]) -> None:
    async def compared() -> None:
        other = SQLiteSession("one")
        ledger = LedgerSession(uuid4().hex, manager)
        said: list[Item] = []
        for name, argument in steps:
            if name == "add":
                for session in (ledger, other):
                    await session.add_items(items(*argument))
                said += argument
            elif name == "pop":
                for _ in range(argument):
                    assert await ledger.pop_item() == await other.pop_item()
            elif name == "clear":
                for session in (ledger, other):
                    await session.clear_session()
            elif name == "read":
                latest, expected = await ledger.get_items(argument), await other.get_items(argument)
                assert latest == expected[len(expected) - len(latest) :]
            elif await ledger.get_items():
                before = await ledger.get_items()
                await ledger.clear_session()
                await ledger.session.async_undo()
                assert await ledger.get_items() == before
            whole = await window(other)
            if not problems(whole):
                assert await window(ledger) == whole
        assert [message.model_dump() for message in await ledger.session.async_log()] == said
        other.close()

    answered(compared())


# --- the object -------------------------------------------------------------------------------------


@sqlite_only
def test_it_is_a_session_of_the_sdk_that_takes_the_run_context(ledger: LedgerSession) -> None:
    assert isinstance(ledger, Session)
    assert ledger.session_id == ledger.session.id == "one"
    for method in (ledger.get_items, ledger.add_items, ledger.pop_item, ledger.clear_session):
        wrapper = inspect.signature(method).parameters["wrapper"]
        assert wrapper.kind is inspect.Parameter.KEYWORD_ONLY
        assert wrapper.default is None


@sqlite_only
def test_objects_with_one_url_share_a_manager(make_database_url: Callable[[], str]) -> None:
    url, other_url = make_database_url(), make_database_url()
    answered(LedgerSession("one", url).add_items(items(user("Hello"))))
    assert answered(LedgerSession("one", url).get_items()) == [user("Hello")]
    assert answered(LedgerSession("two", url).get_items()) == []
    assert answered(LedgerSession("one", other_url).get_items()) == []


@sqlite_only
def test_closing_one_leaves_the_others_open(manager: SessionManager) -> None:
    first, second = LedgerSession("one", manager), LedgerSession("one", manager)
    first.close()
    first.close()
    answered(second.add_items(items(user("Hello"))))
    assert answered(second.get_items()) == [user("Hello")]


@sqlite_only
def test_what_cannot_be_a_session_is_told_at_once(manager: SessionManager) -> None:
    with pytest.raises(InvalidIdError):
        LedgerSession("", manager)
    with pytest.raises(InvalidArgumentError):
        LedgerSession("one", 5)  # type: ignore[arg-type]
    assert repr(LedgerSession("one", manager)) == "LedgerSession('one')"
