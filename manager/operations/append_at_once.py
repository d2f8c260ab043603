"""An append in one statement, for a handle that knows the session: the transaction's effect in one round trip."""

from __future__ import annotations

from collections.abc import Sequence

from manager.model import Draft, Encoded, Message
from manager.operations.faces import Face
from manager.operations.ledger import Seen, Target
from manager.operations.writing import cuts_in_transaction
from manager.planning.waiting import UNKNOWN, after
from manager.storage import Connection, guarded_append
from manager.storage.digests import content_hash, new_nonce
from manager.storage.guarded_append import NO_LIMIT, GuardedAppend
from manager.storage.sessions import AppendedRow


class OutcomeUnknownError(Exception):
    """The connection was lost, or the statement failed: the message with this nonce may or may not be stored."""

    def __init__(self, nonce: bytes) -> None:
        self.nonce = nonce
        super().__init__(nonce)


async def append_at_once(
    face: Face, target: Target, seen: Seen, drafts: Sequence[Draft], metadata: Encoded | None, measured_in: str
) -> tuple[AppendedRow, Message] | None:
    """The message is stored, no cut being due; None, and nothing stored, where this cannot be done in one statement or
    the session is no longer as this handle last saw it.

    Args:
        seen: what the handle last saw of the session.
        measured_in: the measure of the draft's length.

    Raises:
        OutcomeUnknownError: the transaction must look for the nonce before it stores the message.
    """
    row_id = target.row_id
    if row_id is None or len(drafts) != 1:
        return None
    (draft,) = drafts
    cuts = cuts_in_transaction(target, seen.rules)
    if cuts and seen.rules.exceeded_by(target.window_length + draft.length, target.window_count + 1):
        return None  # a cut is due, as far as this handle knows
    waiting = target.open_calls  # asked once: another thread may append by this handle meanwhile
    waiting_after = after(waiting, drafts)
    if UNKNOWN in (waiting, waiting_after):
        return None  # the window may have to be looked at
    message = _guarded(target, row_id, seen, cuts, draft, metadata, measured_in, waiting, waiting_after)
    sent = False

    def work(connection: Connection) -> AppendedRow | None:
        nonlocal sent
        if sent:
            raise OutcomeUnknownError(message.nonce)
        sent = True
        return guarded_append.append(connection, message)

    row = await face.statement(target.ledger.database, work)
    if row is None:
        return None
    value = None if metadata is None else metadata.value
    return row, Message(draft.content.value, seq=row.head_seq, created=row.updated_at, metadata=value)


def _guarded(
    target: Target,
    row_id: int,
    seen: Seen,
    cuts: bool,
    draft: Draft,
    metadata: Encoded | None,
    measured_in: str,
    waiting: str | None,
    waiting_after: str | None,
) -> GuardedAppend:
    nonce = new_nonce()
    limit, most = (seen.rules.max_length, seen.rules.max_messages) if cuts else (None, None)
    return GuardedAppend(
        row_id=row_id,
        settings=seen.settings,
        measure=measured_in,
        limit=NO_LIMIT if limit is None else limit,
        most=NO_LIMIT if most is None else most,
        open_calls=waiting or "",
        open_calls_after=waiting_after,
        role=draft.role,
        links=draft.links,
        encoding=draft.content.encoding,
        payload=draft.content.text,
        payload_bytes=len(draft.content.data),
        metadata=None if metadata is None else metadata.text,
        length=draft.length,
        nonce=nonce,
        content_hash=content_hash(nonce, draft.content.data),
        now=target.ledger.now(),
    )
