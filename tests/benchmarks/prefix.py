"""How much of each request is a prefix of the last one, which is what a provider's prompt cache can use again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from manager import SessionManager

#: Real conversations of an agent with tools; they lie beside a developer's checkout.
CONVERSATIONS = Path(__file__).parents[3] / "shared" / "data" / "airline_conversations.jsonl"
LIMIT = 12_000
TARGETS = (None, 10_500, 9_000)


@dataclass(frozen=True, slots=True)
class Reuse:
    """What the requests of all conversations came to under one target."""

    limit: int
    target: int | None
    requests: int
    cuts: int
    #: Of the characters of a request's window, those that the request before began with, in the mean.
    unchanged: float


def reuse(conversations: Sequence[Sequence[dict[str, Any]]], target: int | None) -> Reuse:
    """Each conversation said again, with a request before each of the assistant's messages."""
    shares: list[float] = []
    cuts = 0
    with SessionManager("sqlite:///:memory:") as manager:
        manager.set_settings("session.max_length", LIMIT)
        manager.set_settings("session.target_length", target)
        for number, messages in enumerate(conversations):
            session = manager.session(f"{number}")
            before: list[str] = []
            for message in messages:
                if message["role"] == "assistant":
                    window = [str(each) for each in session.context_window]
                    shares.append(_prefix(before, window) / sum(map(len, window)))
                    before = window
                revision = session.append(message).revision
                cuts += revision is not None
    return Reuse(LIMIT, target, len(shares), cuts, sum(shares) / len(shares))


def _prefix(before: list[str], window: list[str]) -> int:
    same = 0
    for old, new in zip(before, window, strict=False):
        if old != new:
            break
        same += len(new)
    return same


def reuses() -> list[Reuse]:
    """With and without a target; nothing where the conversations are not there."""
    if not CONVERSATIONS.exists():
        return []
    lines = CONVERSATIONS.read_text(encoding="utf-8").splitlines()
    conversations = [json.loads(line)["messages"] for line in lines]
    return [reuse(conversations, target) for target in TARGETS]
