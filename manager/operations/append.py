"""Appending: the messages, the session's row and the cut they make necessary, in one transaction."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import NamedTuple

from manager.announce import announce_over_limit
from manager.errors import KeyReusedError, ResizeError
from manager.model import Appended, Draft, Encoded, Message, Revision
from manager.operations import rows
from manager.operations.append_at_once import OutcomeUnknownError, append_at_once
from manager.operations.cutting import CutOutcome, cut
from manager.operations.drafts import drafts_of, json_of
from manager.operations.faces import Face
from manager.operations.known import REMEMBERED, appended
from manager.operations.ledger import Target
from manager.operations.measuring import Measuring, OtherMeasure, measuring, require
from manager.operations.planned import Prepared, ShorteningNeeded
from manager.operations.present import message_of, revision_of
from manager.operations.resize import resize_after_write
from manager.operations.settling import is_unsettled, repairs, settle
from manager.operations.shortening import shortened
from manager.operations.writing import cut_is_due, cuts_in_transaction, log
from manager.planning.normalize import check_optional_name
from manager.settings import ResizeRules
from manager.storage import Connection, append_keys, messages, sessions
from manager.storage.append_keys import KeyRow
from manager.storage.sessions import AppendedRow, SessionRow


class Stored(NamedTuple):
    """What an append's transaction did."""

    row: SessionRow | AppendedRow
    messages: tuple[Message, ...]
    duplicate: bool
    rules: ResizeRules
    cut: CutOutcome | None


async def append(face: Face, target: Target, given: object, *, key: object = None, metadata: object = None) -> Appended:
    """The messages are at the end of the log, in the full context and in the window; see Session.append."""
    checked_key = check_optional_name("key", key)
    checked_metadata = None if metadata is None else json_of(metadata, "metadata")
    counted = await measuring(face, target)
    drafts = drafts_of(target.ledger, given, counted.measure)
    if not drafts and checked_key is None:
        return Appended(messages=())
    stored = await _stored(face, target, drafts, checked_key, checked_metadata, counted)
    target.row_id = stored.row.id
    target.window_length = stored.row.window_length
    target.window_count = stored.row.window_count
    target.open_calls = stored.row.open_calls
    revision = _cut_of(target, stored.cut)
    appended = Appended(messages=stored.messages, duplicate=stored.duplicate, revision=revision)
    if stored.duplicate or not drafts:
        return appended
    if stored.cut is None:
        _remember(target, stored, drafts)
    else:
        target.cut_window = stored.cut.window
        announce_over_limit(target.session_id, stored.cut.over_limit)
    if cuts_in_transaction(target, stored.rules):
        return appended
    try:
        later = await resize_after_write(face, target, stored.row, stored.rules)
    except ResizeError as error:
        error.appended = appended
        raise
    return appended if later is None else Appended(messages=appended.messages, revision=later)


async def _stored(
    face: Face,
    target: Target,
    drafts: Sequence[Draft],
    key: str | None,
    metadata: Encoded | None,
    counted: Measuring,
) -> Stored:
    sent: bytes | None = None
    database = target.ledger.database
    seen = rows.seen(target) if key is None and database.appends_at_once else None
    if seen is not None:
        try:
            done = await append_at_once(face, target, seen, drafts, metadata, counted.name)
        except OutcomeUnknownError as unknown:
            sent = unknown.nonce
        else:
            if done is not None:
                row, message = done
                return Stored(row, (message,), False, seen.rules, None)
    prepared: Prepared = {}
    moment = target.ledger.now()
    while True:
        work = partial(
            store,
            target=target,
            drafts=drafts,
            key=key,
            metadata=metadata,
            prepared=prepared,
            moment=moment,
            sent=sent,
            measured_in=counted.name,
        )
        try:
            return await face.write(database, work, confirm=_was_committed)
        except ShorteningNeeded as needed:
            prepared = {**prepared, **(await shortened(face, target, needed, drafts))}
        except OtherMeasure:
            counted = await measuring(face, target)
            drafts, prepared = counted.again(drafts), {}


def store(
    connection: Connection,
    target: Target,
    drafts: Sequence[Draft],
    key: str | None,
    metadata: Encoded | None,
    prepared: Prepared,
    moment: int,
    sent: bytes | None = None,
    *,
    measured_in: str,
) -> Stored:
    """The transaction of an append.

    Args:
        moment: what the clock said before it.
        sent: the nonce of the same message sent before with unknown outcome: it is not stored twice.
        measured_in: the measure of the drafts' lengths.

    Raises:
        OtherMeasure: the session has another one.
    """
    stored, row = rows.lock_or_create(connection, target, moment)
    rules = rows.rules_of(target, row)
    if sent is not None:
        # With the row locked, whatever became of that statement is decided.
        arrived = messages.find_nonce(connection, row.id, sent, row.head_seq)
        if arrived is not None:
            return Stored(row, (message_of(arrived),), False, rules, None)
    request_hash = None
    if key is not None:
        request_hash = _request_hash(drafts, metadata)
        found = append_keys.find(connection, row.id, key)
        if found is not None:
            return _first_result(connection, target, row, rules, key, found, request_hash)
    require(target, row, measured_in)
    now = max(moment, row.updated_at)
    row, kept = log(connection, row, drafts, metadata, now)
    if key is not None and request_hash is not None:
        append_keys.write(connection, row.id, key, KeyRow(row.head_seq - len(drafts) + 1, row.head_seq, request_hash))
    outcome = None
    if drafts and is_unsettled(target, row, rules, drafts):
        outcome = settle(connection, target, row, rules, now, may_drop=repairs(target, rules))
        row = outcome.row
    if drafts and cut_is_due(target, row, rules):
        settled = outcome
        outcome = cut(connection, target, row, rules, now, cause="auto", prepared=prepared, logged=drafts)
        row = outcome.row
        if settled is not None and outcome.revision is None:
            outcome = settled._replace(row=row, over_limit=outcome.over_limit)
    sessions.save(connection, stored, row)
    return Stored(row, kept, False, rules, outcome)


def _remember(target: Target, stored: Stored, drafts: Sequence[Draft]) -> None:
    """What was appended after the cut that the handle knows need not be read for the next one."""
    row = stored.row
    known = target.known_after_cut(row.revision_digest, row.measurement)
    if known is not None and row.window_count <= REMEMBERED:
        last = stored.messages[-1].seq
        assert last is not None
        known.update(appended(drafts, last))


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
    row = stored.row
    assert isinstance(row, SessionRow), "a transaction has read the whole row"
    sessions.lock(connection, row.id, row.owner, row.session_id or "")
    return messages.digest_at(connection, row.id, row.head_seq) == row.head_digest


def _cut_of(target: Target, outcome: CutOutcome | None) -> Revision | None:
    if outcome is None or outcome.revision is None:
        return None
    return revision_of(
        outcome.revision, target.session_id, outcome.count_before, outcome.length_before, outcome.row.measure
    )
