"""What a resize would do, without doing it."""

from __future__ import annotations

from collections.abc import Collection

from manager.model import Diff, Message, Span
from manager.operations import rows
from manager.operations.contexts import View
from manager.operations.cutting import SIMPLE_CUT, plan
from manager.operations.faces import Face
from manager.operations.handler_result import HandlerPlan
from manager.operations.handlers import analyze, memo_in, over_limit
from manager.operations.ledger import Target
from manager.operations.planned import Prepared, ShorteningNeeded
from manager.operations.present import message_of
from manager.operations.resize_by_strategy import run
from manager.operations.resize_failures import announce_unknown
from manager.operations.settling import Settling, plan_settling
from manager.operations.shortening import shortened
from manager.operations.wanted import handler_of, view_of
from manager.planning import spans
from manager.planning.matching import Reference
from manager.planning.normalize import check_optional_name
from manager.storage import Connection, messages
from manager.storage.messages import MessageRow


async def preview_resize(face: Face, target: Target, strategy: object = None) -> Diff | None:
    """What a resize would do now, without doing it."""
    given = check_optional_name("strategy", strategy)
    seen = await view_of(face, target)
    name = given if given is not None else await analyze(face, target, seen)
    if name is None or seen is None:
        return None
    handler = handler_of(target, name)
    if handler is not None:
        planned, _ = await run(face, target, name, handler, seen)
        return None if planned is None else _preview_of(seen, planned)
    if name == SIMPLE_CUT:
        return await _preview_cut(face, target, seen)
    announce_unknown(target, name)
    return None


async def _preview_cut(face: Face, target: Target, seen: View) -> Diff | None:
    rules = rows.rules_of(target, seen.row)
    if not over_limit(seen.row, rules):
        return await _preview_settling(face, target, seen)
    prepared: Prepared = {}
    while True:
        try:
            planned = await face.read(
                target.ledger.database,
                lambda connection: plan(connection, target, seen.row, rules, prepared),  # noqa: B023
            )
            break
        except ShorteningNeeded as needed:
            prepared = {**prepared, **(await shortened(face, target, needed))}
    if planned is None or planned.unchanged:
        return None
    kept = set(spans.references(planned.entries))
    added = [Message(item.draft.content.value) for item in planned.derived]
    return _diff(seen, kept, added, planned.plan.length, memo_in(seen))


async def _preview_settling(face: Face, target: Target, seen: View) -> Diff | None:
    def read(connection: Connection) -> tuple[Settling, list[MessageRow]]:
        settling = plan_settling(connection, target, seen.row, may_drop=True)
        back = [Span(seq, seq) for seq in sorted(settling.returning)]
        return settling, list(messages.read_spans(connection, seen.row.id, back).values()) if back else []

    settling, returning = await face.read(target.ledger.database, read)
    if not settling.changes:
        return None
    added = [message_of(row) for row in sorted(returning, key=lambda row: row.seq)]
    return _diff(seen, set(spans.references(settling.entries)), added, settling.length, memo_in(seen))


def _preview_of(seen: View, planned: HandlerPlan) -> Diff:
    memo_after = planned.memo.value if planned.memo is not None else memo_in(seen)
    if planned.window is None:
        return _diff(seen, {item.reference for item in seen.known}, [], seen.row.window_length, memo_after)
    return _diff(seen, set(spans.references(planned.window)), planned.added, planned.window_length, memo_after)


def _diff(seen: View, kept: Collection[Reference], added: list[Message], length: int, memo_after: object) -> Diff:
    return Diff(
        before=seen.row.current_revision,
        after=None,
        removed=[
            message for message, item in zip(seen.messages, seen.known, strict=True) if item.reference not in kept
        ],
        added=added,
        memo_before=memo_in(seen),
        memo_after=memo_after,
        length_before=seen.row.window_length,
        length_after=length,
    )
