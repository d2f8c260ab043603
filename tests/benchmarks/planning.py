"""What it takes to plan a cut of 10,000 messages: time, and how much of the window is looked at and read."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from manager.planning.calls import ties_of
from manager.planning.cut import Bounds, CutPlan, plan_cut
from manager.planning.links import links_of
from manager.planning.waiting import UNKNOWN
from manager.planning.window import Item, Look, Read
from tests.benchmarks.workload import MESSAGE

COUNT = 10_000
KEPT = 50


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan's cost: seconds, and messages whose lengths and whose payloads it asked for."""

    name: str
    seconds: float
    looked_at: int
    read: int


@dataclass(frozen=True, slots=True)
class _Window:
    """A window in memory that counts what is asked of it."""

    items: list[Item]
    messages: Sequence[dict[str, Any]]
    length: int

    @classmethod
    def of(cls, messages: Sequence[dict[str, Any]]) -> _Window:
        items = [Item(len(str(each)), each.get("role"), links_of(each)) for each in messages]
        return cls(items, messages, sum(item.length for item in items))

    def cut(self, bounds: Bounds, open_calls: str | None) -> tuple[CutPlan, int, int]:
        planning = plan_cut(
            count=len(self.items),
            length=self.length,
            bounds=bounds,
            head=0,
            pinned_roles=(),
            open_calls=open_calls,
        )
        looked_at = read = 0
        answer: Any = None
        while True:
            try:
                question = planning.send(answer)
            except StopIteration as finished:
                plan: CutPlan | None = finished.value
                assert plan is not None, "the window is over its limit"
                return plan, looked_at, read
            if isinstance(question, Look):
                answer = self.items[question.start : question.stop]
                looked_at += len(answer)
            elif isinstance(question, Read):
                answer = [ties_of(self.messages[position]) for position in question.positions]
                read += len(answer)
            else:
                raise AssertionError("nothing has to be shortened")


def planned(repeats: int = 15) -> list[Planned]:
    """The cost of each kind of cut, the time as the median of so many."""
    plain, agent = _Window.of([MESSAGE] * COUNT), _Window.of(_agent())
    one_less = COUNT - 1
    cuts: list[tuple[str, Callable[[], tuple[CutPlan, int, int]]]] = [
        (f"one of {COUNT:,} goes", lambda: plain.cut(Bounds(None, one_less), None)),
        (f"a question and a call of {COUNT:,} go", lambda: agent.cut(Bounds(None, one_less - 1), None)),
        (f"{KEPT} of {COUNT:,} stay", lambda: plain.cut(Bounds(None, KEPT), None)),
        (f"{KEPT} of {COUNT:,} stay, calls", lambda: agent.cut(Bounds(None, KEPT), None)),
        (f"half of {COUNT:,} stay, calls", lambda: agent.cut(Bounds(None, COUNT // 2), None)),
        ("calls, nothing known of them", lambda: agent.cut(Bounds(None, KEPT), UNKNOWN)),
    ]
    results: list[Planned] = []
    for name, cut in cuts:
        seconds: list[float] = []
        for _ in range(repeats):
            started = time.perf_counter()
            _, looked_at, read = cut()
            seconds.append(time.perf_counter() - started)
        results.append(Planned(name, median(seconds), looked_at, read))
    return results


def _agent() -> list[dict[str, Any]]:
    """Turns of a question, a call of two tools, their results, and an answer."""
    messages: list[dict[str, Any]] = []
    for turn in range(COUNT // 5):
        ids = [f"{turn}a", f"{turn}b"]
        messages.append(MESSAGE)
        messages.append({"role": "assistant", "content": None, "tool_calls": [{"id": name} for name in ids]})
        messages += [{"role": "tool", "tool_call_id": name, "content": MESSAGE["content"]} for name in ids]
        messages.append({"role": "assistant", "content": MESSAGE["content"]})
    return messages
