"""What an agent's session has in the store that it does not have without: a log, revisions, and other users of it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from manager import InvalidMessageError, LoadError, SessionManager, SessionNotFoundError
from manager.integrations.agently import LedgerSession, attach
from tests.backends import SYSTEMS
from tests.integrations.agently.conftest import Call, Kind
from tests.integrations.agently.scripted import AgentlySession, ScriptedModel, dumped, texts, user

only_sqlite = pytest.mark.backends("sqlite")


@pytest.fixture
def session(model: ScriptedModel, store: SessionManager) -> Any:
    """The session `a` of an agent."""
    return Kind(model, store).agent().activate_session(session_id="a").activated_session


@pytest.mark.backends(*SYSTEMS)
def test_everything_is_in_the_log_and_every_change_can_be_undone(
    session: Any, store: SessionManager, call: Call
) -> None:
    stored = store.session("a")
    call(session, "add_chat_history", [user("one"), user("two")])
    call(session, "clean_context_window")
    assert session.context_window == []
    session.ledger.undo()
    assert texts(session.context_window) == ["one", "two"]
    call(session, "reset_chat_history")
    assert session.full_context == []
    stored.undo()
    assert texts(session.full_context) == texts(session.context_window) == ["one", "two"]
    call(session, "set_chat_history", [user("three")])
    call(session, "add_chat_history", user("four"))
    asyncio.run(session.ledger.async_undo())
    assert texts(session.context_window) == ["one", "two", "four"]
    session.register_resize_handler("newest", lambda full, window, memo, settings: (None, window[-1:], "cut"))
    call(session, "run_resize_strategy", "newest")
    assert (texts(session.context_window), session.memo) == (["four"], "cut")
    stored.undo()
    assert (texts(session.context_window), session.memo) == (["one", "two", "four"], None)
    assert [message.content for message in stored.log()] == ["one", "two", "three", "four"]
    assert [revision.kind for revision in reversed(stored.revisions())] == [
        *("created", "clear", "rollback", "reset", "rollback", "set", "rollback", "resize", "rollback")
    ]
    assert store.verify().ok


@pytest.mark.backends(*SYSTEMS)
def test_both_faces_are_used_from_one_running_loop(session: Any, store: SessionManager) -> None:
    """As Agently does: it reads the window, and 4.0.8.1 records, with the blocking calls."""

    async def newest(full: Any, window: Any, memo: Any, settings: Any) -> Any:
        return None, [*full[:1], *window[-1:]], memo

    session.register_analysis_handler(lambda full, window, memo, settings: "newest" if len(window) > 2 else None)
    session.register_resize_handler("newest", newest)

    async def both() -> None:
        for number in range(0, 6, 2):
            await session.async_add_chat_history(user(str(number)))
            session.add_chat_history(user(str(number + 1)))
            assert session.context_window[-1].content == str(number + 1)

    asyncio.run(both())
    assert texts(session.context_window) == ["0", "5"]
    assert len(store.session("a").log()) == 6


@only_sqlite
def test_a_second_agent_sees_what_the_first_one_does(session: Any, model: ScriptedModel, store: SessionManager) -> None:
    other = Kind(model, store).agent().activate_session(session_id="a").activated_session
    session.add_chat_history([user("one"), user("two")])
    session.ledger.set_memo({"n": 1})
    assert (texts(other.full_context), texts(other.context_window), other.memo) == (
        ["one", "two"],
        ["one", "two"],
        {"n": 1},
    )
    other.clean_context_window()
    assert (len(session.full_context), session.context_window) == (2, [])


@only_sqlite
def test_every_field_of_a_dict_is_kept(session: Any, store: SessionManager) -> None:
    """Agently keeps role and content of a dict, and the other fields only of a ChatMessage."""
    message = {"content": "hi", "role": "user", "name": "Ines", "extra": {"deep": [1, None, {"é": "🎻"}]}}
    session.add_chat_history(message)
    assert list(store.session("a").log()[0].items()) == list(message.items())
    assert dumped(session.full_context) == [message]


@only_sqlite
@pytest.mark.parametrize("wrong", ["text", 5, None, {"content": "no role"}, ["text"], {"role": "user", "content": b""}])
def test_what_is_no_message_is_refused_and_nothing_is_stored(session: Any, call: Call, wrong: Any) -> None:
    for name in ("add_chat_history", "set_chat_history"):
        with pytest.raises(InvalidMessageError):
            call(session, name, wrong)
    assert session.full_context == []


@only_sqlite
def test_a_session_begins_with_a_memo_of_a_handler(session: Any, store: SessionManager, call: Call) -> None:
    """A handler may be run where nothing was written yet, as in Agently, which has no other way to set a memo."""
    session.register_resize_handler("first", lambda full, window, memo, settings: (None, None, {"diet": "coeliac"}))
    call(session, "run_resize_strategy", "first")
    assert session.memo == store.session("a").memo == {"diet": "coeliac"}


# --- messages that Agently did not write --------------------------------------------------------

CALLS: list[dict[str, Any]] = [
    {"type": "reasoning", "id": "r", "summary": []},
    {"type": "function_call", "call_id": "c", "name": "look", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c", "output": "found"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "d", "type": "function", "function": {"name": "look"}}],
    },
    {"role": "tool", "content": "found", "tool_call_id": "d"},
]


@only_sqlite
def test_messages_of_others_are_read_and_stay_as_they_are(session: Any, store: SessionManager) -> None:
    store.session("a").append([user("look"), *CALLS])
    assert [(message.role, message.content) for message in session.context_window] == [
        ("user", "look"),
        *[("assistant", "")] * 4,
        ("tool", "found"),
    ]
    assert dumped(session.context_window)[4]["tool_calls"] == CALLS[3]["tool_calls"]

    shown: list[Any] = []

    def mine(full: Any, window: Any, memo: Any, settings: Any) -> Any:
        shown.extend(full)
        return None, [*full[1:2], *window[2:]], memo

    session.register_resize_handler("mine", mine)
    session.run_resize_strategy("mine")
    assert [message.seq for message in store.session("a").context_window] == [2, 3, 4, 5, 6]
    assert [dict(message) for message in store.session("a").context_window] == CALLS
    assert len(shown) == 6


@only_sqlite
def test_texts_that_others_name_otherwise_are_sent(model: ScriptedModel, store: SessionManager) -> None:
    """As OpenAI's Responses, LangChain and Bedrock name them; what is stored stays as it is."""
    said: list[dict[str, Any]] = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "one"}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "two"}]},
        {"role": "user", "content": ["three", {"text": "four"}]},
        {"role": "assistant", "content": [None, ["five"]]},
    ]
    store.session("a").append(said)
    agent = attach(model.agent(input_keys=["input"]), store).activate_session(session_id="a")
    agent.input("?").start()
    sent = [message["content"].split() for message in model.asked[0]]
    assert sent == [["one"], ["two"], ["three", "four"], [], ["?"]]
    agent.register_session_resize_handler("all", lambda full, window, memo, settings: (None, full + window[:1], None))
    agent.activated_session.run_resize_strategy("all")
    window = store.session("a").context_window
    assert [dict(message) for message in window[:4]] == said
    assert dict(window[-1]) == said[0]


@only_sqlite
def test_a_deleted_session_is_begun_anew_by_activating_it(model: ScriptedModel, store: SessionManager) -> None:
    agent = attach(model.agent(input_keys=["input"]), store).activate_session(session_id="a")
    session = agent.activated_session
    session.register_resize_handler("last", lambda full, window, memo, settings: (None, window[-1:], None))
    agent.input("one").start()
    store.delete_session("a")
    with pytest.raises(SessionNotFoundError):
        agent.input("two").start()
    assert agent.activate_session(session_id="a").activated_session is session
    agent.input("three").start()
    assert len(store.session("a").log()) == 2
    session.run_resize_strategy("last")
    assert len(session.context_window) == 1


@only_sqlite
def test_a_call_and_its_result_stay_together(session: Any, store: SessionManager) -> None:
    session.session_settings["max_length"] = 300
    session.add_chat_history([user("look"), *CALLS[3:], user("x" * 200)])
    assert texts(session.context_window) == ["x" * 200]
    assert store.session("a").check_window() == []


# --- to and from Agently's own session ----------------------------------------------------------


@only_sqlite
@pytest.mark.parametrize("text", ["json", "yaml"])
def test_ours_loads_in_agently_s_own_session_and_the_reverse(session: Any, store: SessionManager, text: str) -> None:
    session.session_settings["max_length"] = 95
    session.session_settings["own"] = {"depth": 3}
    session.add_chat_history([user("one"), user("two"), user("three")])
    session.ledger.set_memo({"é": 1})

    own: Any = AgentlySession()
    getattr(own, f"load_{text}")(getattr(session, f"to_{text}")())
    assert (own.id, own.memo, own.session_settings.get("own.depth")) == ("a", {"é": 1}, 3)
    for name in ("full_context", "context_window"):
        assert dumped(getattr(own, name)) == dumped(getattr(session, name))
    own.add_chat_history(user("four"))
    assert texts(own.context_window) == ["three", "four"]

    own.id = "b"
    ours = LedgerSession(manager=store)
    getattr(ours, f"load_{text}")(getattr(own, f"to_{text}")())
    assert (ours.id, ours.memo) == ("b", {"é": 1})
    for name in ("full_context", "context_window"):
        assert dumped(getattr(ours, name)) == dumped(getattr(own, name))
    assert store.session("b").revisions()[0].kind == "import"
    assert len(store.session("b").context_window) == 2
    ours.add_chat_history(user("five"))
    assert texts(ours.context_window) == ["four", "five"]


@only_sqlite
def test_loading_can_be_undone(session: Any, store: SessionManager) -> None:
    session.add_chat_history([user("one"), user("two")])
    written = session.to_json()
    session.add_chat_history(user("three"))
    session.load_json(written)
    assert texts(session.context_window) == ["one", "two"]
    session.ledger.undo()
    assert texts(session.context_window) == ["one", "two", "three"]
    assert len(store.session("a").log()) == 3
    assert store.session("c").load_json(written).context_window == [user("one"), user("two")]


@only_sqlite
def test_what_cannot_be_loaded_changes_nothing(session: Any) -> None:
    session.add_chat_history(user("one"))
    for wrong, error in (
        ({"session_settings": 1}, TypeError),
        ({"id": "b", "full_context": [{"content": "no role"}]}, LoadError),
        ({"id": "", "full_context": []}, ValueError),
    ):
        with pytest.raises(error):
            session.load_json(json.dumps(wrong))
        assert (session.id, texts(session.full_context)) == ("a", ["one"])


@only_sqlite
def test_what_is_loaded_leaves_a_limit_to_the_agent(model: ScriptedModel, store: SessionManager) -> None:
    """Agently's own text says `max_length: null` where none was set, and its session would have no limit from then."""
    own: Any = AgentlySession("a")
    agent = Kind(model, store).agent(max_length=100).activate_session()
    agent.activated_session.load_json(own.to_json())
    agent.add_chat_history([user("x" * 19) for _ in range(4)])
    assert (agent.activated_session.id, len(agent.activated_session.context_window)) == ("a", 2)


@only_sqlite
def test_handlers_go_along_to_the_session_that_is_loaded(session: Any, store: SessionManager) -> None:
    session.register_analysis_handler(lambda full, window, memo, settings: "newest" if len(window) > 1 else None)
    session.register_resize_handler("newest", lambda full, window, memo, settings: (None, window[-1:], memo))
    session.load_json('{"id": "b", "full_context": []}')
    session.add_chat_history([user("one"), user("two")])
    assert [message.content for message in store.session("b").context_window] == ["two"]
    session.register_analysis_handler(None)
    session.add_chat_history(user("three"))
    assert texts(session.context_window) == ["two", "three"]
