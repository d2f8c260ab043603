"""Running a built-in strategy on a window that was read, and what it wants as the plan of a revision."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable

from manager.model import Derived, Entries, Entry, Message
from manager.operations import rows
from manager.operations.contexts import View
from manager.operations.cutting import settings_used
from manager.operations.drafts import json_of
from manager.operations.faces import Face
from manager.operations.handler_result import HandlerPlan
from manager.operations.handlers import memo_in
from manager.operations.ledger import Target
from manager.operations.revise import NewDerived, NewSummary
from manager.operations.strategies.basis import basis_of
from manager.operations.strategies.opening import grouped, opened, read_origins
from manager.operations.strategies.strategy import Run, State, Step, Strategy
from manager.planning import spans
from manager.planning.items import WindowItem, total_length
from manager.planning.matching import Reference


async def run_strategy(
    face: Face, target: Target, name: str, strategy: Strategy, seen: View
) -> tuple[HandlerPlan | None, int]:
    """What the strategy wants, and how long it took in microseconds; None where that is what there is.

    Raises:
        ResizeError: it failed, and nothing changed.
    """
    started = time.perf_counter_ns()
    rules = rows.rules_of(target, seen.row)
    measure = rows.measure_of(target, seen.row)
    origins, pinned = await face.read(target.ledger.database, lambda connection: read_origins(connection, seen))
    items = await face.call(opened, seen, rules, origins, pinned)
    sound: tuple[WindowItem, ...] = await face.call(grouped, items)
    if not sound:
        return None, _microseconds_since(started)  # providers refuse an empty window too
    run = Run(face, target, name, rules, measure, seen.row)
    step = await strategy.run(run, State(sound, memo_in(seen)), name)
    if step is None and len(sound) < len(items):
        step = Step(sound, f"{name} found nothing to do")
    plan = None
    if step is not None:
        plan = await face.call(_plan, run, seen, step, len(items) - len(sound), pinned)
    return plan, _microseconds_since(started)


def _microseconds_since(started: int) -> int:
    return (time.perf_counter_ns() - started) // 1_000


def _plan(run: Run, seen: View, step: Step, unacceptable: int, pinned: Collection[int]) -> HandlerPlan | None:
    memo = step.memo
    if memo is not None and seen.memo is not None and memo.text == seen.memo.content:
        memo = None
    window: Entries | None = spans.from_references(item.reference for item in step.items)
    if window == seen.entries:
        window = None
    if window is None and memo is None:
        return None
    numbers, derived = _numbered(run.derived, step)
    before = {item.reference for item in seen.known}
    kept = {item.reference for item in step.items}
    dropped = [item.length for item in seen.known if item.reference not in kept]
    reason = step.reason
    if unacceptable:
        what = "1 message" if unacceptable == 1 else f"{unacceptable:,} messages"
        reason += f"; {what} that no provider accepts (calls without answers, answers without calls) left as well"
    return HandlerPlan(
        full=None,
        window=None if window is None else _renumbered(window, numbers),
        window_length=total_length(step.items),
        added=[Message(item.message) for item in step.items if item.reference not in before],
        dropped_count=len(dropped),
        dropped_length=sum(dropped),
        derived=derived,
        memo=memo,
        reason=json_of(reason, "reason"),
        metadata=step.metadata,
        window_pinned=_head(step.items),
        summaries=tuple(_renumbered_summary(call, numbers) for call in step.summaries),
        settings=settings_used(run.rules, **step.settings),
        basis=basis_of([item.message for item in step.items], pinned),
    )


def _head(items: Iterable[WindowItem]) -> int:
    """How many messages at the front later cuts keep."""
    count = 0
    for item in items:
        if not item.head:
            break
        count += 1
    return count


def _numbered(made: list[NewDerived], step: Step) -> tuple[dict[Reference, Derived], tuple[NewDerived, ...]]:
    """The messages made on the way that are in the window or were shown to a summarizer, and their numbers; what a
    later step replaced unseen is not kept."""
    shown = (reference for call in step.summaries for reference in spans.references(call.given))
    wanted = {
        reference.derived_id
        for reference in (*(item.reference for item in step.items), *shown)
        if isinstance(reference, Derived) and reference.derived_id < 0
    }
    numbers: dict[Reference, Derived] = {}
    kept: list[NewDerived] = []
    for derived_id in sorted(wanted, reverse=True):
        kept.append(made[-derived_id - 1])
        numbers[Derived(derived_id)] = Derived(-len(kept))
    return numbers, tuple(kept)


def _renumbered(entries: Entries, numbers: dict[Reference, Derived]) -> Entries:
    def renumbered(entry: Entry) -> Entry:
        return numbers.get(entry, entry) if isinstance(entry, Derived) else entry

    return tuple(map(renumbered, entries))


def _renumbered_summary(call: NewSummary, numbers: dict[Reference, Derived]) -> NewSummary:
    return NewSummary(
        given=_renumbered(call.given, numbers),
        follows=call.follows,
        returned=call.returned,
        derived=None if call.derived is None else numbers.get(call.derived),
        model=call.model,
        cost=call.cost,
        duration_us=call.duration_us,
    )
