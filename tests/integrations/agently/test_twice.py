"""What an agent's session does, on Agently's own session and on ours: the same is expected of both."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.integrations.agently.conftest import Call, Kind
from tests.integrations.agently.scripted import AgentlySession, ChatMessage, dumped, texts, user

pytestmark = pytest.mark.backends("sqlite")


def of_length(length: int, name: str = "m") -> dict[str, Any]:
    """A message whose text makes it as long as that, as Agently counts."""
    bare = len(str(user(name)))
    return user(name + "." * (length - bare))


@pytest.fixture
def deprecated() -> Iterator[None]:
    """What Agently itself says about names of its own is no failure."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


# --- writing and reading ------------------------------------------------------------------------


def test_messages_are_added_one_or_many_as_dicts_or_objects(kind: Kind, call: Call) -> None:
    session = kind.agent().activate_session(session_id="a").activated_session
    assert isinstance(session, AgentlySession)
    assert call(session, "add_chat_history", user("one")) is session
    call(session, "add_chat_history", ChatMessage(role="assistant", content="two"))
    call(session, "add_chat_history", [user("three"), ChatMessage(role="tool", content="four")])
    call(session, "add_chat_history", (user("five"),))
    roles = ["user", "assistant", "user", "tool", "user"]
    for context in (session.full_context, session.context_window):
        assert [(message.role, message.content) for message in context] == [
            *zip(roles, ["one", "two", "three", "four", "five"], strict=True)
        ]


def test_blocks_and_fields_come_back_as_they_went_in(kind: Kind, call: Call) -> None:
    blocks = [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA==", "detail": "low"}},
        {"type": "file", "file": {"name": "müll.pdf", "pages": [1, 2.5, None, True]}},
    ]
    session = kind.agent().activate_session().activated_session
    call(
        session, "add_chat_history", [user(blocks), ChatMessage.model_validate({**user("x"), "name": "n", "tags": []})]
    )
    assert dumped(session.full_context) == [user(blocks), {**user("x"), "name": "n", "tags": []}]


def test_the_history_is_set(kind: Kind, call: Call) -> None:
    session = kind.agent().activate_session(session_id="a").activated_session
    call(session, "add_chat_history", [user("one"), user("two")])
    assert call(session, "set_chat_history", [user("two"), user("three")]) is session
    assert texts(session.full_context) == texts(session.context_window) == ["two", "three"]
    call(session, "set_chat_history", ChatMessage(role="user", content="four"))
    assert texts(session.full_context) == texts(session.context_window) == ["four"]
    call(session, "set_chat_history", [])
    assert (session.full_context, session.context_window) == ([], [])


def test_cleaning_empties_the_window_and_resetting_everything(kind: Kind, call: Call) -> None:
    session = kind.agent().activate_session(session_id="a").activated_session
    for clean in ("clean_context_window", "clean_window_context"):
        call(session, "add_chat_history", [user("one"), user("two")])
        assert call(session, clean) is session
        assert (texts(session.full_context)[-2:], session.context_window) == (["one", "two"], [])
    call(session, "add_chat_history", user("three"))
    assert texts(session.context_window) == ["three"]
    assert call(session, "reset_chat_history") is session
    assert (session.full_context, session.context_window, session.memo) == ([], [], None)


def test_what_is_read_is_a_copy_and_cannot_be_assigned(kind: Kind) -> None:
    session = kind.agent().activate_session().activated_session
    session.add_chat_history([user("one"), user("two")])
    session.full_context.clear()
    session.context_window.pop()
    assert len(session.full_context) == len(session.context_window) == 2
    for name in ("full_context", "context_window", "memo"):
        with pytest.raises(AttributeError):
            setattr(session, name, [])


# --- resizing: the seed's own examples ----------------------------------------------------------


def test_the_default_is_max_length_and_simple_cut(kind: Kind, call: Call) -> None:
    agent = kind.agent()
    agent.set_settings("session.max_length", 12000)
    session = agent.activate_session(session_id="resize_demo").activated_session
    call(session, "add_chat_history", [of_length(1000, f"{number} ") for number in range(15)])
    assert [text.split()[0] for text in texts(session.context_window)] == [str(number) for number in range(3, 15)]
    assert len(session.full_context) == 15
    call(session, "add_chat_history", of_length(1001, "15 "))
    assert [text.split()[0] for text in texts(session.context_window)] == [str(number) for number in range(5, 16)]


def test_a_session_is_resized_by_hand(kind: Kind, call: Call) -> None:
    agent = kind.agent()
    agent.activate_session(session_id="resize_demo")
    session = agent.activated_session
    assert call(session, "resize") is None
    assert session.context_window == []


def test_the_last_messages_are_kept_by_handlers_of_the_session(kind: Kind, call: Call, deprecated: None) -> None:
    session = kind.agent().activate_session(session_id="a").activated_session

    def analysis_handler(full_context: Any, context_window: Any, memo: Any, session_settings: Any) -> str | None:
        if len(context_window) > 10:
            return "keep_last_ten"
        return None

    def keep_last_ten(full_context: Any, context_window: Any, memo: Any, session_settings: Any) -> Any:
        return None, list(context_window[-10:]), memo

    assert session.register_analysis_handler(analysis_handler) is session
    assert session.register_execution_handlers("keep_last_ten", keep_last_ten) is session
    for number in range(14):
        call(session, "add_chat_history", user(str(number)))
    assert texts(session.context_window) == [str(number) for number in range(4, 14)]
    assert len(session.full_context) == 14


def test_writes_are_batched_and_resized_once(kind: Kind, call: Call) -> None:
    agent = kind.agent(max_length=300)
    session = kind.session(auto_resize=False, settings=agent.settings)
    for number in range(10):
        call(session, "add_chat_history", of_length(100, f"{number} "))
    assert len(session.context_window) == 10
    call(session, "resize")
    assert [text[0] for text in texts(session.context_window)] == ["7", "8", "9"]


def test_common_pitfalls(kind: Kind, call: Call) -> None:
    agent = kind.agent(max_length=100)
    agent.set_chat_history([user("long " * 100)])
    assert agent.activated_session is None

    session = agent.activate_session(session_id="a").activated_session
    call(session, "add_chat_history", user("one"))
    session.register_analysis_handler(lambda *_: "never_registered")
    with pytest.warns(UserWarning, match="never_registered"):
        call(session, "add_chat_history", [user("two"), user("three")])
    session.register_resize_handler("never_registered", lambda full, window, memo, settings: (window, memo))
    with pytest.raises((ValueError, TypeError)):
        call(session, "add_chat_history", user("four"))
    assert texts(session.context_window) == texts(session.full_context) == ["one", "two", "three", "four"]


# --- handlers -----------------------------------------------------------------------------------


async def _newest_awaited(full: Any, window: Any, memo: Any, settings: Any) -> Any:
    return None, window[-1:], {"cut": len(window)}


@pytest.mark.parametrize(
    "handler",
    [
        pytest.param(lambda full, window, memo, settings: (None, window[-1:], {"cut": len(window)}), id="plain"),
        pytest.param(_newest_awaited, id="async"),
        pytest.param(lambda full, window, memo, settings: [None, full[-1:], {"cut": len(window)}], id="of the full"),
        pytest.param(
            lambda full, window, memo, settings: (None, [window[-1].model_dump()], {"cut": len(window)}), id="dicts"
        ),
        pytest.param(lambda full, window, memo, settings: (None, tuple(window[-1:]), {"cut": len(window)}), id="tuple"),
    ],
)
def test_a_handler_is_plain_or_async_and_of_the_agent(kind: Kind, call: Call, handler: Any) -> None:
    agent = kind.agent()
    agent.activate_session(session_id="before")
    agent.register_session_analysis_handler(lambda full, window, memo, settings: "mine" if len(window) > 2 else None)
    agent.register_session_resize_handler("mine", handler)
    agent.activate_session(session_id="after")
    for session in agent.sessions.values():
        call(session, "add_chat_history", [user("one"), user("two")])
        assert (texts(session.context_window), session.memo) == (["one", "two"], None)
        call(session, "add_chat_history", user("three"))
        assert (texts(session.context_window), session.memo) == (["three"], {"cut": 3})
        assert texts(session.full_context) == ["one", "two", "three"]


def test_handlers_get_contexts_of_messages_the_memo_and_the_settings(kind: Kind, call: Call) -> None:
    agent = kind.agent(max_length=5000, depth=3, own={"model": "small"})
    session = agent.activate_session().activated_session
    seen: list[Any] = []

    def analysis(full: Any, window: Any, memo: Any, settings: Any) -> str | None:
        seen.append((dumped(full), dumped(window), memo))
        assert (len(full), full[0].content, full[-1].content, texts(full[:1])) == (2, "one", "two", ["one"])
        assert type(full.copy()) is type(full[:]) is type(window) is list
        assert texts(full + window[1:]) == texts(window[:1] + full[1:] + window[1:]) == ["one", "two", "two"]
        assert texts(window[:1] + full) == ["one", "one", "two"]
        assert settings.get("max_length") == settings["max_length"] == 5000
        assert settings.get("own.model") == settings["own.model"] == settings["own"]["model"] == "small"
        assert (settings.get("never", 7), settings["never"], settings.get("never.at")) == (7, None, None)
        assert {"max_length", "depth"} <= set(settings.keys()) & set(settings)
        assert "depth" in settings
        assert settings.data["depth"] == dict(settings.items())["depth"] == 3
        settings["looked"] = (settings.get("looked") or 0) + 1
        return "note"

    session.register_analysis_handler(analysis)
    session.register_resize_handler("note", lambda full, window, memo, settings: (None, None, {"n": len(full)}))
    call(session, "add_chat_history", [user("one"), user("two")])
    call(session, "resize")
    both = [user("one"), user("two")]
    assert seen == [(both, both, None), (both, both, {"n": 2})]
    assert session.session_settings.get("looked") == 2


def test_a_handler_may_write_messages_and_another_full_context(kind: Kind, call: Call) -> None:
    session = kind.agent().activate_session().activated_session

    def mine(full: Any, window: Any, memo: Any, settings: Any) -> Any:
        window[-1].content = "short"
        return full[1:], [{"role": "system", "content": "summary"}, window[-1]], None

    session.register_resize_handler("mine", mine)
    call(session, "add_chat_history", [user("one"), user("two"), user("three")])
    call(session, "run_resize_strategy", "mine")
    assert dumped(session.context_window) == [{"role": "system", "content": "summary"}, user("short")]
    assert texts(session.full_context)[0] == "two"
    assert session.memo is None
    call(session, "add_chat_history", user("four"))
    assert texts(session.context_window) == ["summary", "short", "four"]


@pytest.mark.filterwarnings("ignore:Can not find strategy")
def test_an_empty_name_is_no_strategy(kind: Kind, call: Call) -> None:
    session = kind.agent().activate_session().activated_session
    session.register_analysis_handler(lambda *_: "")
    call(session, "add_chat_history", user("one"))
    assert texts(session.context_window) == ["one"]


def test_what_a_handler_raises_reaches_the_caller_and_the_messages_stay(kind: Kind, call: Call) -> None:
    class OwnError(Exception):
        pass

    def fails(*_: Any) -> Any:
        raise OwnError("no") from KeyError("why")

    session = kind.agent().activate_session().activated_session
    session.register_resize_handler("fails", fails)
    session.register_analysis_handler(lambda *_: "fails")
    for operation in (("add_chat_history", user("one")), ("resize",)):
        with pytest.raises(OwnError, match="no") as raised:
            call(session, *operation)
        assert isinstance(raised.value.__cause__, KeyError)
    session.register_analysis_handler(fails)
    for operation in (("add_chat_history", user("two")), ("analyze_context",)):
        with pytest.raises(OwnError, match="no"):
            call(session, *operation)
    assert texts(session.context_window) == texts(session.full_context) == ["one", "two"]


def test_the_analysis_is_asked_after_every_change_also_an_emptying_one(kind: Kind, call: Call) -> None:
    session = kind.agent().activate_session().activated_session
    session.register_analysis_handler(lambda full, window, memo, settings: "note" if not window else None)
    session.register_resize_handler("note", lambda full, window, memo, settings: (None, None, f"{len(full)} were said"))
    call(session, "add_chat_history", [user("one"), user("two")])
    assert len(session.context_window) == 2
    call(session, "clean_context_window")
    assert session.memo == "2 were said"
    call(session, "reset_chat_history")
    assert session.memo == "0 were said"


def test_the_analysis_is_asked_and_a_strategy_run_by_name(kind: Kind, call: Call, deprecated: None) -> None:
    session = kind.session(auto_resize=False, settings={"session": {"max_length": 110}})
    assert call(session, "analyze_context") is None
    call(session, "add_chat_history", [of_length(50, "one"), of_length(50, "two"), of_length(50, "three")])
    assert call(session, "analyze_context") == "simple_cut"
    assert len(session.context_window) == 3
    call(session, "run_resize_strategy", "simple_cut")
    assert len(session.context_window) == 2
    call(session, "set_chat_history", session.full_context)
    call(session, "execute_strategy", "simple_cut")
    assert len(session.context_window) == 2
    session.register_resize_handler("simple_cut", lambda full, window, memo, settings: (None, window[:1], None))
    call(session, "set_chat_history", session.full_context)
    call(session, "resize")
    assert session.context_window[0].content.startswith("one")


# --- activating ---------------------------------------------------------------------------------


def test_activating_an_id_again_gives_the_same_session(kind: Kind) -> None:
    agent = kind.agent()
    assert agent.activate_session(session_id="one") is agent
    first = agent.activated_session
    first.register_resize_handler("mine", lambda full, window, memo, settings: (None, window[-1:], None))
    agent.activate_session(session_id="two")
    assert (first.id, agent.activated_session.id, list(agent.sessions)) == ("one", "two", ["one", "two"])
    agent.activate_session(session_id="one")
    assert agent.activated_session is first
    first.add_chat_history([user("one"), user("two")])
    first.run_resize_strategy("mine")
    assert texts(first.context_window) == ["two"]


def test_activating_without_an_id_begins_a_new_session(kind: Kind) -> None:
    agent = kind.agent()
    one = agent.activate_session().activated_session
    two = agent.activate_session().activated_session
    assert one.id != two.id
    assert agent.sessions == {one.id: one, two.id: two}
    assert isinstance(two, AgentlySession)


def test_the_agent_s_own_calls_go_to_the_activated_session(kind: Kind) -> None:
    agent = kind.agent()
    session = agent.activate_session(session_id="a").activated_session
    agent.add_chat_history([user("one"), user("two")])
    assert texts(session.full_context) == texts(agent.agent_prompt["chat_history"]) == ["one", "two"]
    agent.set_chat_history([user("three")])
    assert texts(session.context_window) == texts(agent.agent_prompt["chat_history"]) == ["three"]
    agent.clean_context_window()
    assert (texts(session.full_context), agent.agent_prompt["chat_history"]) == (["three"], [])
    agent.add_chat_history(user("four"))
    agent.reset_chat_history()
    assert (session.full_context, agent.agent_prompt["chat_history"]) == ([], [])
    agent.add_chat_history(user("five"))
    agent.deactivate_session()
    assert (agent.activated_session, agent.agent_prompt["chat_history"]) == (None, [])
    agent.activate_session(session_id="a")
    assert texts(agent.agent_prompt["chat_history"]) == ["five"]


# --- JSON and YAML ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["json", "yaml"])
def test_a_session_is_written_and_loaded_with_its_id(kind: Kind, text: str, tmp_path: Path) -> None:
    agent = kind.agent(max_length=90)
    session = agent.activate_session(session_id="saved").activated_session
    session.register_resize_handler("note", lambda full, window, memo, settings: (None, None, {"é": [1, None]}))
    session.run_resize_strategy("note")
    session.add_chat_history([user("one"), user("two"), user("three")])
    session.run_resize_strategy("note")
    written = getattr(session, f"to_{text}")()
    assert written == getattr(session, f"get_{text}_session")()
    data = session.to_serializable_session_data()
    assert {name: data[name] for name in ("id", "auto_resize", "memo")} == {
        "id": "saved",
        "auto_resize": True,
        "memo": {"é": [1, None]},
    }
    assert (len(data["full_context"]), len(data["context_window"])) == (3, 2)
    assert data["session_settings"]["max_length"] == 90

    path = tmp_path / f"session.{text}"
    path.write_text(written, encoding="utf-8")
    for source in (written, path):
        loaded = kind.agent().activate_session().activated_session
        loaded.add_chat_history(user("gone"))
        assert getattr(loaded, f"load_{text}")(source) is loaded
        assert (loaded.id, loaded.memo) == ("saved", {"é": [1, None]})
        assert texts(loaded.full_context) == ["one", "two", "three"]
        assert texts(loaded.context_window) == ["two", "three"]
        assert loaded.session_settings.get("max_length") == 90
        loaded.add_chat_history(user("four"))
        assert texts(loaded.context_window) == ["three", "four"]


def test_what_a_text_leaves_out_is_as_the_original_takes_it(kind: Kind) -> None:
    session = kind.session(id="a")
    session.register_resize_handler("note", lambda full, window, memo, settings: (None, None, "kept"))
    session.add_chat_history(user("before"))
    session.run_resize_strategy("note")
    session.load_json(
        '{"saved": {"here": {"full_context": [{"role": "user", "content": "one"}]}}}', session_key_path="saved.here"
    )
    assert (session.id, texts(session.full_context), texts(session.context_window)) == ("a", ["one"], ["one"])
    assert session.memo == "kept"
    session.load_json(
        "{full_context: [{role: 'user', content: 'two'}], window_context: [], memo: null, auto_resize: false}"
    )
    assert (texts(session.full_context), session.context_window, session.memo) == (["two"], [], None)
    session.session_settings["max_length"] = 10
    session.add_chat_history([user("three"), user("four")])
    assert texts(session.context_window) == ["three", "four"]
    session.load_yaml("id: b")
    assert (session.id, session.full_context, session.context_window) == ("b", [], [])


@pytest.mark.parametrize("text", ["[1]", "{", '{"full_context": "text"}'])
def test_what_is_no_session_is_refused(kind: Kind, text: str) -> None:
    session = kind.session(id="a")
    session.add_chat_history(user("one"))
    with pytest.raises((TypeError, ValueError)):
        session.load_json(text)
    assert (session.id, texts(session.full_context)) == ("a", ["one"])
