"""Real conversations with tools, cut at every limit: a provider takes every window."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from manager import SessionManager
from manager.planning.cut import Bounds
from tests.backends import SYSTEMS, Backend
from tests.faces import Face
from tests.group_cut import Told
from tests.kept import kept_of
from tests.messages import Fields
from tests.provider_rules import parted, problems
from tests.simple_cut import measured

CONVERSATIONS = Path(__file__).parents[3] / "shared" / "data" / "airline_conversations.jsonl"

pytestmark = pytest.mark.skipif(
    not CONVERSATIONS.exists(), reason="../shared/data/airline_conversations.jsonl is not here"
)


def conversations() -> list[list[Fields]]:
    lines = CONVERSATIONS.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["messages"] for line in lines]


def steps(messages: list[Fields]) -> list[int]:
    """The limits at which what a cut leaves becomes another: every end of the conversation with its instructions
    or without, just as long, and one less and more."""
    lengths = [measured(message) for message in messages]
    ends = [sum(lengths[start:]) for start in range(len(lengths) + 1)]
    found = {end + front + more for end in ends for front in (0, lengths[0]) for more in (-1, 0, 1)}
    return sorted(limit for limit in found | set(lengths) if limit > 0)


def test_every_limit_at_which_a_cut_becomes_another() -> None:
    for messages in conversations():
        told = Told(messages)
        for limit in steps(messages):
            told.check(Bounds(limit))
        for count in range(1, len(messages)):
            told.check(Bounds(None, count))


def test_every_limit_of_the_shortest_conversation() -> None:
    told = Told(min(conversations(), key=len))
    for limit in range(1, sum(told.lengths) + 2):
        told.check(Bounds(limit))


def test_every_target_under_a_limit() -> None:
    for messages in conversations()[::4]:
        told = Told(messages)
        whole = sum(told.lengths)
        for target in steps(messages):
            told.check(Bounds(max(target, whole - 1), None, target))
        for count in range(1, len(messages) - 1):
            told.check(Bounds(None, len(messages) - 1, None, count))


@pytest.mark.parametrize(
    "limits",
    [
        {"session.max_length": 8_500},
        {"session.max_length": 10_000},
        {"session.max_length": 12_000, "session.target_length": 8_000},
        {"session.max_messages": 5},
        {"session.max_messages": 16, "session.target_messages": 8},
    ],
    ids=["8500", "10000", "12000 to 8000", "5 messages", "16 to 8 messages"],
)
@pytest.mark.backends(*SYSTEMS)
def test_every_window_of_a_session(
    backend: Backend, manager: SessionManager, face: Face, limits: dict[str, Any]
) -> None:
    chosen = conversations()
    cuts = 0
    for number, messages in enumerate(chosen[::4] if backend.name == "sqlite" else chosen[::13]):
        session = face(manager.session(f"{number}", settings=limits))
        for place, message in enumerate(messages):
            cuts += session.append(message).revision is not None
            window = session.context_window
            assert problems(window) == []
            assert parted(kept_of(window, messages[: place + 1]), messages[: place + 1]) == []
            info = session.info()
            assert info.window_length <= limits.get("session.max_length", info.window_length)
            assert info.window_count <= limits.get("session.max_messages", info.window_count)
        assert session.log() == messages
        assert window[0] == messages[0]
        assert window[-1] == messages[-1]
    assert cuts > 0
    assert face(manager).verify().ok
