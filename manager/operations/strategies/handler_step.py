"""A resize handler of the user's as a step of a chain."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from manager.errors import ResizeError
from manager.model import Derived, Message, Span
from manager.operations.contexts import Known, View
from manager.operations.handler_result import HandlerPlan
from manager.operations.handlers import run_handler
from manager.operations.strategies.opening import grouped
from manager.operations.strategies.strategy import Run, State, Step, Strategy
from manager.planning import spans
from manager.planning.items import WindowItem
from manager.planning.links import links_of
from manager.planning.matching import Reference
from manager.protocols import ResizeHandler
from manager.storage import Connection, measurements
from manager.storage import entries as entry_rows
from manager.storage.codec import decode_plain, encode
from manager.storage.digests import payload_key
from manager.storage.memos import MemoRow

#: What this resize has made so far is shown to the handler under ids that no message has yet.
_NOT_STORED = 2**62


@dataclass(frozen=True, slots=True)
class HandlerStep(Strategy):
    """What the handler makes of the window; what no provider accepts of it is left out."""

    handler: ResizeHandler
    title = "handler"

    async def run(self, run: Run, state: State, name: str) -> Step | None:
        shown: dict[Reference, WindowItem] = {_shown_as(item.reference): item for item in state.items}
        plan, _ = await run_handler(run.face, run.target, run.strategy, self.handler, _view_of(run, state))
        if plan is None:
            return None
        if plan.full is not None:
            raise ResizeError(
                run.strategy,
                f"has the step {name!r}, which changes the full context; in a chain a handler returns None for it",
            )
        items = state.items
        if plan.window is not None:
            items = grouped(await _items_of(run, plan, shown))
        reason = decode_plain(plan.reason.text, "reason") if plan.reason is not None else f"{name} made another window"
        return Step(items=items, reason=reason, memo=plan.memo, metadata=plan.metadata)


def _shown_as(reference: Reference) -> Reference:
    if isinstance(reference, Derived) and reference.derived_id < 0:
        return Derived(_NOT_STORED - reference.derived_id)
    return reference


def _view_of(run: Run, state: State) -> View:
    """The window of the chain so far, as a handler sees one that was read."""
    known = [
        Known(_shown_as(item.reference), payload_key(encode(dict(item.message)).text), item.length)
        for item in state.items
    ]
    memo = None if state.memo is None else encode(state.memo)
    return View(
        row=run.row,
        entries=spans.from_references(item.reference for item in known),
        messages=[_message(item) for item in state.items],
        known=known,
        memo=None if memo is None else MemoRow(memo.encoding, memo.text, b""),
    )


def _message(item: WindowItem) -> Message:
    return item.message if isinstance(item.message, Message) else Message(copy.deepcopy(item.message))


async def _items_of(run: Run, plan: HandlerPlan, shown: dict[Reference, WindowItem]) -> tuple[WindowItem, ...]:
    """The window the handler wants: what it was shown, what it found in the full context, and what it wrote."""
    wanted = list(spans.references(plan.window or ()))
    added = iter(plan.added)
    fields = {reference: next(added) for reference in wanted if reference not in shown}
    found = [reference for reference in fields if isinstance(reference, int) or reference.derived_id > 0]
    lengths = await run.face.read(run.target.ledger.database, lambda connection: _lengths(connection, run, found))
    items: list[WindowItem] = []
    for reference in wanted:
        if reference in shown:
            items.append(shown[reference])
        elif reference in lengths:
            length, source_seq = lengths[reference]
            message = fields[reference]
            items.append(WindowItem(reference, message, length, links_of(message), source_seq))
        else:
            assert isinstance(reference, Derived), "messages of the log are read"
            new = plan.derived[-reference.derived_id - 1]
            items.append(run.derive_draft(new.draft, new.source_seq))
    return tuple(items)


def _lengths(
    connection: Connection, run: Run, references: Sequence[Reference]
) -> dict[Reference, tuple[int, int | None]]:
    """The length of each message, and the message of the log a derived one stands for."""
    seqs = [reference for reference in references if isinstance(reference, int)]
    ids = [reference.derived_id for reference in references if isinstance(reference, Derived)]
    found: dict[Reference, tuple[int, int | None]] = {}
    if seqs:
        rows = measurements.lengths(connection, run.row, [Span(seq, seq) for seq in sorted(seqs)])
        found.update({seq: (row.length, None) for seq, row in rows.items()})
    if ids:
        stored = {row.derived_id: row for row in entry_rows.read_derived(connection, run.row.id, ids)}
        derived = measurements.derived(connection, run.row, stored)
        found.update({Derived(one.derived_id): (one.length, one.source_seq) for one in derived.values()})
    return found
