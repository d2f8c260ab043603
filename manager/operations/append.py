"""Appending: the messages, the session's row and the cut they make necessary, in one transaction."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from manager.errors import KeyReusedError, ResizeError
from manager.model import Appended, Draft, Encoded, Message, Revision
from manager.operations import rows
from manager.operations.announce import announce_over_limit
from manager.operations.cutting import SIMPLE_CUT, CutOutcome, Prepared, ShorteningNeeded, cut
from manager.operations.drafts import drafts_of, json_of
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.present import message_of, revision_of
from manager.operations.resize import resize_after_write
from manager.operations.shortening import prepare_shortened
from manager.planning.normalize import check_optional_name
from manager.settings import ResizeRules
from manager.storage import Connection, append_keys, messages
from manager.storage.append_keys import KeyRow
from manager.storage.digests import content_hash, message_digest, new_nonce
from manager.storage.messages import NewMessage
from manager.storage.sessions import SessionRow, active_minute


@dataclass(frozen=True, slots=True)
class Stored:
    """What an append's transaction did."""

    row: SessionRow
    messages: tuple[Message, ...]
    duplicate: bool
    rules: ResizeRules
    cut: CutOutcome | None


async def append(face: Face, target: Target, given: object, *, key: object = None, metadata: object = None) -> Appended:
    """The messages are at the end of the log, in the full context and in the window; see Session.append."""
    checked_key = check_optional_name("key", key)
    checked_metadata = None if metadata is None else json_of(metadata, "metadata")
    drafts = drafts_of(target.ledger, given, rows.measure_of(target, None))
    if not drafts and checked_key is None:
        return Appended(messages=())
    prepared: Prepared = {}
    while True:
        try:
            stored = await face.write(
                target.ledger.database,
                lambda connection: store(
                    connection,
                    target,
                    drafts,
                    checked_key,
                    checked_metadata,
                    prepared,  # noqa: B023
                ),
                confirm=_was_committed,
            )
            break
        except ShorteningNeeded as needed:
            prepared = {**prepared, **prepare_shortened(target, needed, drafts, rows.measure_of(target, None))}
    target.row_id = stored.row.id
    revision = _cut_of(target, stored.cut)
    appended = Appended(messages=stored.messages, duplicate=stored.duplicate, revision=revision)
    if stored.duplicate or not drafts:
        return appended
    if stored.cut is not None:
        announce_over_limit(target, stored.cut.over_limit)
        return appended
    try:
        later = await resize_after_write(face, target, stored.row, stored.rules)
    except ResizeError as error:
        error.appended = appended
        raise
    return appended if later is None else Appended(messages=appended.messages, revision=later)


def store(
    connection: Connection,
    target: Target,
    drafts: Sequence[Draft],
    key: str | None,
    metadata: Encoded | None,
    prepared: Prepared,
) -> Stored:
    """The transaction of an append."""
    stored, row = rows.lock_or_create(connection, target)
    rules = rows.rules_of(target, row)
    request_hash = None
    if key is not None:
        request_hash = _request_hash(drafts, metadata)
        found = append_keys.find(connection, row.id, key)
        if found is not None:
            return _first_result(connection, target, row, rules, key, found, request_hash)
    now = max(target.ledger.clock(), row.updated_at)
    row, kept = log(connection, row, drafts, metadata, now)
    if key is not None and request_hash is not None:
        append_keys.write(connection, row.id, key, KeyRow(row.head_seq - len(drafts) + 1, row.head_seq, request_hash))
    outcome = None
    if drafts and cuts_in_transaction(target, row, rules):
        outcome = cut(connection, target, row, rules, now, cause="auto", prepared=prepared)
        row = outcome.row
    rows.save(connection, stored, row)
    return Stored(row, kept, False, rules, outcome)


def cuts_in_transaction(target: Target, row: SessionRow, rules: ResizeRules) -> bool:
    """Whether the built-in analysis and the built-in cut are what a write to this session is followed by."""
    return (
        rules.max_length is not None
        and row.window_length > rules.max_length
        and row.held_revision is None
        and rules.strategy == SIMPLE_CUT
        and rows.resizes_automatically(target, rules)
        and target.effective_analysis_handler() is None
        and target.resize_handler(SIMPLE_CUT) is None
    )


def log(
    connection: Connection,
    row: SessionRow,
    drafts: Sequence[Draft],
    metadata: Encoded | None,
    now: int,
    *,
    revision: int | None = None,
) -> tuple[SessionRow, tuple[Message, ...]]:
    """The drafts are in the log; the row with its head and counters moved on, to be saved.

    Args:
        revision: the revision they belong to; None for the current one.
    """
    seq, length, digest = row.head_seq, row.head_length, row.head_digest
    text = None if metadata is None else metadata.text
    value = None if metadata is None else metadata.value
    in_force = row.current_revision if revision is None else revision
    new: list[NewMessage] = []
    kept: list[Message] = []
    for draft in drafts:
        content = draft.content
        seq += 1
        length += draft.length
        nonce = new_nonce()
        digest = message_digest(digest, seq, now, content_hash(nonce, content.data))
        new.append(
            NewMessage(
                row.id,
                seq,
                draft.role,
                draft.links,
                content.encoding,
                content.text,
                len(content.data),
                text,
                draft.length,
                length,
                in_force,
                nonce,
                digest,
                now,
            )
        )
        kept.append(Message(content.value, seq=seq, created=now, metadata=value))
    if new:
        messages.append(connection, new)
    added = len(new)
    moved = row._replace(
        head_seq=seq,
        head_length=length,
        head_digest=digest,
        full_count=row.full_count + added,
        window_count=row.window_count + added,
        window_length=row.window_length + length - row.head_length,
        updated_at=now,
        active_at=active_minute(row.active_at, now),
    )
    return moved, tuple(kept)


def _first_result(
    connection: Connection,
    target: Target,
    row: SessionRow,
    rules: ResizeRules,
    key: str,
    found: KeyRow,
    request_hash: bytes,
) -> Stored:
    if not hmac.compare_digest(found.request_hash, request_hash):
        raise KeyReusedError(key, target.session_id, found.first_seq, found.last_seq)
    kept = messages.read_range(connection, row.id, found.first_seq, found.last_seq)
    return Stored(row, tuple(map(message_of, kept)), True, rules, None)


def _request_hash(drafts: Sequence[Draft], metadata: Encoded | None) -> bytes:
    """The hash of what a key was used for: each payload and the metadata, length-prefixed."""
    digest = sha256()
    for data in (b"" if metadata is None else metadata.data, *(draft.content.data for draft in drafts)):
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.digest()


def _was_committed(connection: Connection, stored: Stored) -> bool:
    """Whether an append whose COMMIT got no answer is there: the log has its digest at its seq."""
    row = messages.read_one(connection, stored.row.id, stored.row.head_seq)
    return row is not None and row.digest == stored.row.head_digest


def _cut_of(target: Target, outcome: CutOutcome | None) -> Revision | None:
    if outcome is None or outcome.revision is None:
        return None
    return revision_of(outcome.revision, target.session_id, outcome.count_before, outcome.length_before)
