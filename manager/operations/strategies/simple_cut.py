"""`simple_cut` as a step: the same plan as in a transaction, answered from memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from manager.model import Draft
from manager.operations.shortening import drafts_shortened
from manager.operations.strategies.strategy import Run, State, Step, Strategy, flagged_head
from manager.planning.calls import ties_of
from manager.planning.cut import Bounds, CutPlan, plan_cut
from manager.planning.items import WindowItem
from manager.planning.window import Item, answered_from


class SimpleCut(Strategy):
    """The oldest groups go until the window fits."""

    title = "simple_cut"

    async def run(self, run: Run, state: State, name: str) -> Step | None:
        cut = await run.face.call(cut_items, run, state.items)
        if cut is None:
            return None
        dropped = len(state.items) - len(cut)
        return Step(items=cut, reason=f"{name} dropped {dropped:,} message{'' if dropped == 1 else 's'}")


def cut_items(run: Run, items: tuple[WindowItem, ...]) -> tuple[WindowItem, ...] | None:
    """What a cut leaves of the window; None where it may stay as it is, or nothing can go."""
    length, count = sum(item.length for item in items), len(items)
    bounds = run.bounds
    if bounds.reached_by(length, count):
        return None
    if bounds.exceeded_by(length, count):
        plan = _planned(run, items, bounds)
    else:
        # Within the limit by now, after other steps, and not yet at the target: what can go does, and no more.
        plan = _planned(run, items, replace(bounds, max_length=_below(length), max_messages=_below(count)))
        if plan is not None and (plan.shortened or plan.over_limit is not None):
            return None
    if plan is None:
        return None
    kept: list[WindowItem] = []
    for position in (position for part in plan.kept for position in part):
        item = items[position]
        shortened = plan.shortened.get(position)
        if shortened is not None:
            item = replace(
                run.derive_draft(shortened, item.original),
                head=item.head,
                pinned=item.pinned,
                is_summary=item.is_summary,
            )
        kept.append(item)
    cut = flagged_head(kept, plan.head)
    return None if cut == items else cut


def _planned(run: Run, items: Sequence[WindowItem], bounds: Bounds) -> CutPlan | None:
    head = sum(item.head for item in items)
    planning = plan_cut(
        count=len(items),
        length=sum(item.length for item in items),
        bounds=bounds,
        head=head,
        pinned_roles=run.rules.pinned_roles,
        pinned=frozenset(position for position, item in enumerate(items) if item.pinned and not item.head),
    )

    def shorten(positions: Sequence[int], room: int) -> dict[int, Draft] | None:
        chosen = [items[position].message for position in positions]
        found = drafts_shortened(run.target.ledger, chosen, run.measure, room)
        return None if found is None else {positions[index]: made for index, made in found.items()}

    return answered_from(
        planning,
        [Item(item.length, item.message.get("role"), item.links) for item in items],
        [ties_of(item.message) for item in items],
        shorten,
    )


def _below(number: int) -> int:
    return max(number - 1, 1)
