"""The examples of the original system's documentation, as written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from manager import OverLimitWarning, ResizeFailedWarning, Session, SessionManager, UnknownStrategyWarning
from tests.faces import AsyncFace, Face
from tests.messages import assistant, numbered, of_length, seqs, texts, user


def test_max_length_and_simple_cut(manager: SessionManager, face: Face) -> None:
    agent = manager
    agent.set_settings("session.max_length", 12000)

    agent.activate_session(session_id="resize_demo")
    session = agent.activated_session
    assert session is not None
    face(session).append([of_length(1000, str(number)) for number in range(15)])
    assert seqs(face(session).context_window) == list(range(4, 16))


def test_manual_trigger(manager: SessionManager, face: Face) -> None:
    agent = manager
    agent.activate_session(session_id="resize_demo")
    session = agent.activated_session
    assert session is not None
    if isinstance(face, AsyncFace):
        assert face.run(session.async_resize()) is None
    else:
        assert session.resize() is None


def test_keep_the_last_rounds(manager: SessionManager, face: Face) -> None:
    session = manager.activate_session(session_id="resize_demo").activated_session
    assert session is not None

    def analysis_handler(full_context: Any, context_window: Any, memo: Any, session_settings: Any) -> str | None:
        if len(context_window) > 10:
            return "keep_last_ten"
        return None

    def keep_last_ten(full_context: Any, context_window: Any, memo: Any, session_settings: Any) -> Any:
        return None, list(context_window[-10:]), memo

    session.register_analysis_handler(analysis_handler)
    session.register_execution_handlers("keep_last_ten", keep_last_ten)

    for number in range(1, 15):
        face(session).append(user(f"m{number}"))
    assert texts(face(session).context_window) == [f"m{number}" for number in range(5, 15)]
    assert [revision.strategy for revision in face(session).resize_history()] == ["keep_last_ten"] * 4


def test_batch_writes_then_one_resize(manager: SessionManager, face: Face) -> None:
    agent = manager
    agent.set_settings("session.max_length", 300)
    session = Session(auto_resize=False, settings=agent.settings)
    face(session).add_chat_history([of_length(100, str(number)) for number in range(10)])
    assert len(face(session).context_window) == 10
    face(session).resize()
    assert seqs(face(session).context_window) == [8, 9, 10]
    assert face(manager).get_session(session.id).id == session.id


def test_common_pitfalls(manager: SessionManager, face: Face) -> None:
    agent = manager
    agent.set_settings("session.max_length", 300)
    assert agent.activated_session is None

    session = manager.session("a")
    session.register_analysis_handler(lambda full, window, memo, settings: "never_registered")
    with pytest.warns(UnknownStrategyWarning):
        face(session).append([user(), assistant()])
    wrong: Any = lambda full, window, memo, settings: (window, memo)  # noqa: E731
    session.register_resize_handler("never_registered", wrong)
    with pytest.warns(ResizeFailedWarning, match=r"return \(new_full, new_window, new_memo\)"):
        face(session).append(user())
    assert len(face(session).context_window) == 3


# --- activating ---------------------------------------------------------------------------------


def test_activating_an_id_again_gives_the_same_handle_with_its_handlers(manager: SessionManager, face: Face) -> None:
    first = manager.activate_session(session_id="one").activated_session
    assert first is not None
    first.register_analysis_handler(lambda full, window, memo, settings: "mine")
    first.register_resize_handler("mine", lambda full, window, memo, settings: (None, window[-1:], None))
    second = manager.activate_session(session_id="two").activated_session
    assert second is not None
    assert (first.id, second.id) == ("one", "two")
    assert manager.deactivate_session() is manager
    assert manager.activated_session is None
    again = manager.activate_session(session_id="one").activated_session
    assert again is first
    assert face(again).append(numbered(3)).revision is not None


def test_activating_without_an_id_begins_a_new_session(manager: SessionManager, face: Face) -> None:
    one = manager.activate_session().activated_session
    two = manager.activate_session().activated_session
    assert one is not None
    assert two is not None
    assert one.id != two.id
    face(one).append(user())
    assert manager.activate_session(session_id=one.id).activated_session is one


# --- the process-wide default -------------------------------------------------------------------


def test_sessions_of_no_manager_share_a_process_wide_default(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'default.db'}"
    script = """
from manager import Session
Session("a").append({"role": "user", "content": "one"})
Session("a", settings={"session.max_length": 50}).append({"role": "user", "content": "two"})
print([message.seq for message in Session("a").context_window])
"""
    environment = {**os.environ, "CONTEXTLEDGER_URL": url}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == ("[1, 2]\n", "")
    with SessionManager(url) as manager:
        assert texts(manager.session("a").context_window) == ["one", "two"]


# --- where that system is wrong -----------------------------------------------------------------


def test_answers_keep_the_id_of_their_call(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 600}))
    call = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    session.add_chat_history(
        [
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "call_1", "name": "look", "content": "found"},
        ]
    )
    assert [message.get("tool_call_id") for message in session.context_window] == [None, "call_1"]
    assert session.context_window[0]["tool_calls"] == [call]


def test_a_message_over_the_limit_loses_no_more_than_it_must(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 300}))
    session.append(of_length(100))
    for length in (301, 305, 320, 600, 1000, 5000, 100_000):
        session.append(of_length(length, "long"))
        assert (session.info().window_length, session.info().window_count) == (300, 1)


def test_an_over_long_message_without_text_is_told(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 300}))
    with pytest.warns(OverLimitWarning):
        session.append({"role": "user", "content": [{"type": "image", "data": "x" * 1000}]})
