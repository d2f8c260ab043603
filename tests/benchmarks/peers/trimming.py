"""A list of messages cut to the last fifty, by langchain's trim_messages and by our planning, with the same counter."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

from manager.planning.cut import Bounds, CutPlan, plan_cut
from manager.planning.window import Item, answered_from
from tests.benchmarks.peers.workload import WINDOW, message

LANGCHAIN = "langchain-core trim_messages"
PLANNED = "ContextLedger, every message counted anew"
STORED = "ContextLedger, lengths as stored"


def counted(content: str) -> int:
    """The length of a message, for both sides."""
    return len(content)


def _items(messages: list[dict[str, Any]]) -> list[Item]:
    return [Item(counted(each["content"]), each["role"], 0) for each in messages]


def _plan(items: list[Item], length: int, limit: int) -> CutPlan:
    planning = plan_cut(
        count=len(items),
        length=length,
        bounds=Bounds(limit, None),
        head=0,
        pinned_roles=(),
        open_calls=None,
    )
    # There are no calls to be read, and nothing has to be shortened.
    plan = answered_from(planning, items, ())
    assert plan is not None, "the window is over its limit"
    assert plan.count == WINDOW, "the last fifty"
    return plan


def _langchain(messages: list[dict[str, Any]], limit: int) -> Callable[[], object] | None:
    try:
        from langchain_core.messages import BaseMessage, HumanMessage, trim_messages
    except ImportError:
        return None
    theirs = [HumanMessage(each["content"]) for each in messages]

    def count(some: list[BaseMessage]) -> int:
        return sum(counted(str(each.content)) for each in some)

    def trim() -> object:
        kept = trim_messages(theirs, max_tokens=limit, token_counter=count, strategy="last")
        assert len(kept) == WINDOW, "the last fifty"
        return kept

    return trim


def trimmed(count: int, rounds: int) -> dict[str, float]:
    """Seconds of each, as medians of so many rounds in turn; without langchain's where it is not installed."""
    messages = [message(number) for number in range(count)]
    limit = WINDOW * counted(messages[0]["content"])
    stored = _items(messages)
    length = sum(item.length for item in stored)

    def planned_anew() -> CutPlan:
        items = _items(messages)
        return _plan(items, sum(item.length for item in items), limit)

    sides: dict[str, Callable[[], object] | None] = {
        LANGCHAIN: _langchain(messages, limit),
        PLANNED: planned_anew,
        STORED: lambda: _plan(stored, length, limit),
    }
    seconds: dict[str, list[float]] = {name: [] for name, side in sides.items() if side is not None}
    for _ in range(rounds):
        for name, side in sides.items():
            if side is not None:
                started = perf_counter()
                side()
                seconds[name].append(perf_counter() - started)
    return {name: median(values) for name, values in seconds.items()}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(trimmed(int(sys.argv[1]), int(sys.argv[2]))))
