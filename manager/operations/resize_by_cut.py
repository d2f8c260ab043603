"""The built-in cut, asked for by itself: in a transaction of its own."""

from __future__ import annotations

from manager.announce import announce_over_limit
from manager.model import Note, Revision
from manager.operations import rows
from manager.operations.cutting import CutOutcome, cut
from manager.operations.faces import Face
from manager.operations.handlers import over_limit
from manager.operations.ledger import Target
from manager.operations.planned import Prepared, ShorteningNeeded
from manager.operations.present import revision_of
from manager.operations.revise import was_committed
from manager.operations.settling import settle
from manager.operations.shortening import shortened
from manager.storage import Connection, sessions


async def resize_by_cut(face: Face, target: Target, cause: str, note: Note) -> Revision | None:
    prepared: Prepared = {}
    moment = target.ledger.now()

    def work(connection: Connection) -> CutOutcome | None:
        stored = rows.lock(connection, target)
        if stored is None or (cause == "auto" and stored.held_revision is not None):
            return None
        rows.measure_of(target, stored)  # who cannot count in it does not decide what is too long
        rules = rows.rules_of(target, stored)
        now = max(moment, stored.updated_at)
        if cause == "manual" and stored.open_calls is not None and not over_limit(stored, rules):
            # What no provider accepts leaves also where there is nothing to cut.
            outcome = settle(connection, target, stored, rules, now, may_drop=True, cause=cause, note=note)
        else:
            outcome = cut(connection, target, stored, rules, now, cause=cause, prepared=prepared, note=note)
        if outcome.row != stored:
            sessions.save(connection, stored, outcome.row)
        return outcome

    while True:
        try:
            outcome = await face.write(target.ledger.database, work, confirm=_cut_was_committed)
            break
        except ShorteningNeeded as needed:
            prepared = {**prepared, **(await shortened(face, target, needed))}
    if outcome is None:
        return None
    announce_over_limit(target.session_id, outcome.over_limit)
    if outcome.revision is None:
        return None
    return revision_of(
        outcome.revision, target.session_id, outcome.count_before, outcome.length_before, outcome.row.measure
    )


def _cut_was_committed(connection: Connection, outcome: CutOutcome | None) -> bool:
    if outcome is None or outcome.revision is None:
        return True
    return was_committed(connection, outcome.row, outcome.revision)
