"""Bringing messages of the log back into the window, and pinning them there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from manager.errors import InvalidArgumentError, MessageNotFoundError, RecallError, SessionNotFoundError
from manager.model import Note, Revision
from manager.operations import rows
from manager.operations.drafts import integer
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.present import revision_of
from manager.operations.returning import groups_said, is_there, length_changed, repair_of, with_originals
from manager.operations.revise import NewPart, RevisionDraft, revise, was_committed
from manager.operations.windows import part_of_version
from manager.planning import spans
from manager.planning.waiting import UNKNOWN
from manager.settings import ResizeRules
from manager.storage import Connection, measurements, pins, sessions
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow

#: Messages named in one call.
MOST: int = 1_000


@dataclass(frozen=True, slots=True)
class Returned:
    """What a transaction did: the row before and after it, and its revision where the window is another."""

    before: SessionRow
    row: SessionRow
    revision: RevisionRow | None


async def recall(face: Face, target: Target, given: object, note: Note) -> Revision | None:
    """The messages are in the window, in their places and with their groups; see Session.recall."""
    seqs = _checked_seqs(given)
    moment = target.ledger.now()

    def work(connection: Connection) -> Returned:
        stored = _locked(connection, target, seqs)
        rules = rows.rules_of(target, stored)
        draft = _returning(connection, target, stored, seqs, "recall", note)
        if draft is None:
            return Returned(stored, stored, None)
        _refuse_over_limit(target, stored, draft, seqs, rules)
        row, made = revise(connection, stored, draft, max(moment, stored.updated_at))
        sessions.save(connection, stored, row)
        return Returned(stored, row, made)

    return await _run(face, target, work)


async def pin(face: Face, target: Target, given: object, note: Note) -> Revision | None:
    """The messages are in the window with their groups and stay there; see Session.pin."""
    seqs = _checked_seqs(given)
    moment = target.ledger.now()

    def work(connection: Connection) -> Returned:
        stored = row = _locked(connection, target, seqs)
        new = sorted(set(seqs) - set(pins.read(connection, stored.id)))
        pins.add(connection, stored.id, new)
        row = row._replace(pin_count=row.pin_count + len(new))
        draft = _returning(connection, target, row, seqs, "pin", note)
        made = None
        if draft is not None:
            row, made = revise(connection, row, draft, max(moment, stored.updated_at))
        if row != stored:
            sessions.save(connection, stored, row)
        return Returned(stored, row, made)

    return await _run(face, target, work)


async def unpin(face: Face, target: Target, given: object) -> None:
    """The messages may be cut like any other; see Session.unpin."""
    seqs = _checked_seqs(given)

    def work(connection: Connection) -> Returned:
        stored = _locked(connection, target, seqs)
        gone = sorted(set(seqs) & set(pins.read(connection, stored.id)))
        row = stored._replace(pin_count=stored.pin_count - len(gone))
        if gone:
            pins.remove(connection, stored.id, gone)
            sessions.save(connection, stored, row)
        return Returned(stored, row, None)

    await _run(face, target, work)


async def pinned(face: Face, target: Target) -> list[int]:
    """The seqs of the pinned messages, in order."""

    def read(connection: Connection) -> list[int]:
        row = rows.read(connection, target)
        return [] if row is None or row.pin_count == 0 else pins.read(connection, row.id)

    return await face.read(target.ledger.database, read)


async def _run(face: Face, target: Target, work: Callable[[Connection], Returned]) -> Revision | None:
    done = await face.write(
        target.ledger.database,
        work,
        confirm=lambda connection, done: done.revision is None or was_committed(connection, done.row, done.revision),
    )
    target.row_id = done.row.id
    if done.revision is None:
        return None
    return revision_of(
        done.revision, target.session_id, done.before.window_count, done.before.window_length, done.row.measure
    )


def _locked(connection: Connection, target: Target, seqs: list[int]) -> SessionRow:
    row = rows.lock(connection, target)
    if row is None:
        raise SessionNotFoundError(target.session_id, target.owner)
    outside = next((seq for seq in seqs if not 1 <= seq <= row.head_seq), None)
    if outside is not None:
        raise MessageNotFoundError(target.session_id, outside, row.head_seq)
    return row


def _returning(
    connection: Connection, target: Target, row: SessionRow, seqs: list[int], kind: str, note: Note
) -> RevisionDraft | None:
    """The revision that has the messages and their groups in the window; None where they all are."""
    part = part_of_version(connection, row, row, "window")
    part = part._replace(derived=measurements.derived(connection, row, part.derived))
    wanted = {seq for seq in seqs if not spans.contains(part.entries, seq)}
    for group in groups_said(connection, row, seqs):
        if not group.acceptable:
            raise RecallError(
                target.session_id,
                seqs,
                f"message {group.positions[0]} is part of a call that was never answered, or an answer without a call, "
                "which no provider accepts",
            )
        wanted.update(seq for seq in group.positions if not is_there(part, seq))
    if not wanted:
        return None
    entries = with_originals(part, wanted, row.window_pinned or 0)
    repair = repair_of(connection, row, part._replace(entries=entries))
    if len(repair.dead) > len(repair_of(connection, row, part).dead):
        raise RecallError(
            target.session_id,
            seqs,
            "they would stand behind a call that waits for its answer, which no provider accepts",
        )
    return RevisionDraft(
        kind=kind,
        window=NewPart(entries, row.head_seq, spans.count(entries)),
        window_length=length_changed(connection, row, part, part.entries, entries),
        window_pinned=row.window_pinned,
        open_calls=UNKNOWN if repair.dead else repair.note(()),
        note=note,
    )


def _refuse_over_limit(
    target: Target, row: SessionRow, draft: RevisionDraft, seqs: list[int], rules: ResizeRules
) -> None:
    length = row.window_length if draft.window_length is None else draft.window_length
    count = row.window_count if draft.window is None else draft.window.count
    too_much: list[str] = []
    if rules.max_length is not None and length > rules.max_length:
        too_much.append(f"measure {length:,} of {rules.max_length:,}")
    if rules.max_messages is not None and count > rules.max_messages:
        too_much.append(f"hold {count:,} messages of {rules.max_messages:,}")
    if too_much:
        raise RecallError(
            target.session_id,
            seqs,
            f"with them the window would {' and '.join(too_much)}",
            length=length,
            max_length=rules.max_length,
            count=count,
            max_messages=rules.max_messages,
        )


def _checked_seqs(given: object) -> list[int]:
    """The seqs, in order and each once.

    Raises:
        InvalidArgumentError: it is neither a whole number nor some of them.
    """
    if isinstance(given, int) and not isinstance(given, bool):
        given = [given]
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InvalidArgumentError("seqs", given, "the seq of a message, or a list of them")
    seqs = sorted({integer("seqs", seq) for seq in given})
    if not 1 <= len(seqs) <= MOST:
        raise InvalidArgumentError("seqs", given, f"1 to {MOST} of them")
    return seqs
