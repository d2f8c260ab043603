"""100 histories recorded from the original system: after every append and at the end, no window is different."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from manager import SessionManager
from tests.backends import Backend
from tests.faces import Face

DATA = Path(__file__).parents[3] / "shared" / "data"
CASES = DATA / "simple_cut_cases.jsonl"
CONVERSATIONS = DATA / "airline_conversations.jsonl"

needs_cases = pytest.mark.skipif(not CASES.exists(), reason="../shared/data/simple_cut_cases.jsonl is not here")
needs_conversations = pytest.mark.skipif(
    not CONVERSATIONS.exists(), reason="../shared/data/airline_conversations.jsonl is not here"
)


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@needs_cases
def test_every_recorded_window_is_the_same(backend: Backend, manager: SessionManager, face: Face) -> None:
    cases = lines(CASES)
    assert len(cases) == 100
    chosen = cases if backend.name == "sqlite" else cases[::7]
    for number, case in enumerate(chosen):
        session = face(manager.session(f"case {number}", settings={"session.max_length": case["max_length"]}))
        for step in case["steps"]:
            session.append(step["append"])
            assert session.info().window_count == step["kept"]
        assert session.context_window == case["final_window"]


# --- real conversations -------------------------------------------------------------------------


@needs_conversations
def test_real_conversations_go_in_message_by_message(manager: SessionManager, face: Face) -> None:
    limit = 9_000
    manager.set_settings("session.max_length", limit)
    cuts = 0
    for conversation in lines(CONVERSATIONS)[::15]:
        session = face(manager.session(conversation["id"]))
        for message in conversation["messages"]:
            cuts += session.append(message).revision is not None
            assert session.info().window_length <= limit
        assert session.log() == session.full_context == conversation["messages"]
        window = session.context_window
        assert window[0] == conversation["messages"][0]
        assert window[-1] == conversation["messages"][-1]
        assert sum(len(str(dict(message))) for message in window) <= limit
    assert cuts > 0
    assert face(manager).verify().ok


@needs_conversations
@pytest.mark.faces("sync")
@pytest.mark.backends("sqlite", "postgresql", "mariadb")
def test_every_message_of_every_conversation_comes_back_with_every_field(
    backend: Backend, manager: SessionManager
) -> None:
    conversations = lines(CONVERSATIONS)
    assert len(conversations) == 40
    chosen = conversations if backend.name == "sqlite" else conversations[::4]
    for conversation in chosen:
        messages = conversation["messages"]
        session = manager.session(conversation["id"])
        session.append(messages)
        assert json.dumps(list(session.log())) == json.dumps(messages)
        session.set_settings("session.max_length", 7_000)
        session.resize()
        length = session.info().window_length
        copy = manager.session(f"{conversation['id']} copy")
        copy.load_json(session.to_json())
        assert copy.full_context == messages
        assert copy.context_window == session.context_window
        assert copy.info().window_length == length
        session.undo()
        assert session.context_window == messages
    report = manager.verify()
    assert (report.sessions, report.problems) == (2 * len(chosen), ())


@needs_conversations
@pytest.mark.faces("sync")
@pytest.mark.backends("sqlite")
@pytest.mark.parametrize("limit", [200, 700, 2_000, 6_500, 7_000, 20_000])
def test_windows_are_within_any_limit(manager: SessionManager, face: Face, limit: int) -> None:
    manager.set_settings("session.max_length", limit)
    for conversation in lines(CONVERSATIONS)[::5]:
        session = manager.session(conversation["id"])
        for message in conversation["messages"]:
            session.append(message)
            info = session.info()
            if info.window_length > limit:
                # Calls have no text that could be shortened: one that is longer than the limit stands alone with its
                # answers.
                call, *answers = session.context_window
                assert len(str(dict(call))) > limit - 100
                assert [answer["role"] for answer in answers] == ["tool"] * len(call["tool_calls"][: len(answers)])
        assert session.log() == conversation["messages"]
    assert manager.verify().ok
