"""Writing a revision: the one place where a version of the contexts and the memo comes to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from manager.model import NO_NOTE, Derived, Draft, Encoded, Entries, Note
from manager.planning.waiting import UNKNOWN
from manager.storage import Connection, memos, revisions, sessions, summaries
from manager.storage import entries as entry_rows
from manager.storage.codec import encode
from manager.storage.digests import content_hash, new_nonce, revision_digest, summary_hash
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow, active_minute
from manager.storage.summaries import SummaryRow

#: Kinds of revisions that leave the window as it is, and a hold of automatic resizing with it.
_KEEPS_HOLD: Final = ("memo", "remeasure")


@dataclass(frozen=True, slots=True)
class NewPart:
    """A version of a part that this revision writes: its entries describe the log position `at`.

    Negative derived ids stand for the revision's own derived messages: -1 is the first.
    """

    entries: Entries
    at: int
    count: int


@dataclass(frozen=True, slots=True)
class KeptPart:
    """A version that an earlier revision wrote; what was logged since is its tail."""

    written_by: int
    at: int
    count: int


PartVersion: TypeAlias = NewPart | KeptPart


@dataclass(frozen=True, slots=True)
class KeptMemo:
    """The memo an earlier revision wrote, or none."""

    written_by: int | None


class NewDerived(NamedTuple):
    """A message to be written with the revision, and the message of the log it stands for, if one."""

    draft: Draft
    source_seq: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSummary:
    """A call of a summarizer the revision came of: what it was shown, what it answered, and the message that became.

    Negative derived ids stand for the revision's own derived messages, as in its entries. `follows` is the number of
    the call whose answer was shown in front.
    """

    given: Entries
    follows: int | None
    returned: Encoded
    derived: Derived | None
    model: Encoded | None
    cost: Encoded | None
    duration_us: int


class RevisionDraft(NamedTuple):
    """A revision before it has a number; a part or memo of None stays as it is.

    `open_calls` notes the calls that wait at the end of another window; see manager.planning.waiting.
    """

    kind: str
    full: PartVersion | None = None
    window: PartVersion | None = None
    window_length: int | None = None
    window_pinned: int | None = None
    open_calls: str | None = UNKNOWN
    memo: Encoded | KeptMemo | None = None
    derived: tuple[NewDerived, ...] = ()
    summaries: tuple[NewSummary, ...] = ()
    strategy: str | None = None
    cause: str | None = None
    restored: int | None = None
    appended_count: int = 0
    dropped_count: int = 0
    dropped_length: int = 0
    max_length: int | None = None
    settings: str | None = None
    held: bool = False
    note: Note = NO_NOTE
    duration_us: int = 0


def revise(connection: Connection, row: SessionRow, draft: RevisionDraft, now: int) -> tuple[SessionRow, RevisionRow]:
    """The revision, its entries, derived messages and memo are written; the session row as it must now be saved.

    Args:
        row: the locked row with everything this transaction has logged; its head is the revision's.
        now: the moment, not before any other of the session.
    """
    number = row.current_revision + 1
    first_derived = row.derived_count + 1
    written = {
        first_derived + index: (item.draft, item.source_seq, new_nonce()) for index, item in enumerate(draft.derived)
    }
    full, full_entries = _version(draft.full, number, row.full_from, row.full_at, row.full_count, row.derived_count)
    window, window_entries = _version(
        draft.window, number, row.window_from, row.window_at, row.window_count, row.derived_count
    )
    contents = [content_hash(nonce, item.content.data) for item, _, nonce in written.values()]
    memo_from = row.memo_from
    if isinstance(draft.memo, Encoded):
        memo_from, memo_nonce = number, new_nonce()
        contents.append(content_hash(memo_nonce, draft.memo.data))
        memos.write(connection, row.id, number, draft.memo, memo_nonce, now)
    elif draft.memo is not None:
        memo_from = draft.memo.written_by
    calls = [
        _summary_row(number, index, item, row.derived_count) for index, item in enumerate(draft.summaries, start=1)
    ]
    contents.extend(summary_hash(call.nonce, call.covered()) for call in calls)

    pinned = row.window_pinned if draft.window is None else draft.window_pinned
    made = RevisionRow(
        revision=number,
        owner=row.owner,
        parent=row.current_revision or None,
        kind=draft.kind,
        strategy=draft.strategy,
        cause=draft.cause,
        restored=draft.restored,
        full_from=full.written_by,
        full_at=full.at,
        window_from=window.written_by,
        window_at=window.at,
        memo_from=memo_from,
        head_seq=row.head_seq,
        head_length=row.head_length,
        appended_count=draft.appended_count,
        full_count=full.count,
        window_count=window.count,
        window_length=row.window_length if draft.window_length is None else draft.window_length,
        window_pinned=None if pinned is None else min(pinned, window.count),
        dropped_count=draft.dropped_count,
        dropped_length=draft.dropped_length,
        max_length=draft.max_length,
        settings=draft.settings,
        actor=draft.note.actor,
        reason=None if draft.note.reason is None else draft.note.reason.text,
        metadata=None if draft.note.metadata is None else draft.note.metadata.text,
        duration_us=draft.duration_us,
        digest=b"",
        created_at=now,
    )
    stored_entries = [
        *entry_rows.rows_of("full", full_entries or ()),
        *entry_rows.rows_of("window", window_entries or ()),
    ]
    digest = revision_digest(row.revision_digest, made.covered(), stored_entries, contents, row.head_digest)
    made = made.sealed(digest)

    if written:
        entry_rows.write_derived(connection, row.id, number, written)
    if calls:
        summaries.write(connection, row.id, calls)
    revisions.write(connection, row.id, made)
    entry_rows.write(connection, row.id, number, stored_entries)
    held = row.held_revision if draft.kind in _KEEPS_HOLD else (number if draft.held else None)
    saved = row._replace(
        current_revision=number,
        revision_digest=digest,
        derived_count=row.derived_count + len(written),
        full_from=made.full_from,
        full_at=made.full_at,
        window_from=made.window_from,
        window_at=made.window_at,
        memo_from=memo_from,
        full_count=made.full_count,
        window_count=made.window_count,
        window_length=made.window_length,
        window_pinned=made.window_pinned,
        held_revision=held,
        open_calls=row.open_calls if draft.window is None else draft.open_calls,
        # Whoever runs a slow handler works on a revision that is no longer the current one.
        lease_holder=None,
        lease_until=None,
        updated_at=now,
        active_at=active_minute(row.active_at, now),
    )
    if draft.window is not None and row.retry_rules is not None:
        saved = saved.backing_off(None)  # what came to nothing, came to nothing with another window
    return saved, made


def _version(
    part: PartVersion | None, number: int, written_by: int, at: int, count: int, derived_count: int
) -> tuple[KeptPart, Entries | None]:
    """The version in force under the new revision, and the entries to write for it."""
    if part is None:
        # Revision 1 writes the two empty parts everything begins with.
        return KeptPart(written_by or number, at, count), None
    if isinstance(part, KeptPart):
        return part, None
    return KeptPart(number, part.at, part.count), _numbered(part.entries, derived_count)


def _numbered(entries: Entries, derived_count: int) -> Entries:
    """The entries, derived messages of the revision's own under the ids they get."""
    return tuple(
        [
            Derived(derived_count - entry.derived_id) if isinstance(entry, Derived) and entry.derived_id < 0 else entry
            for entry in entries
        ]
    )


def _summary_row(revision: int, call: int, summary: NewSummary, derived_count: int) -> SummaryRow:
    given: list[object] = [] if summary.follows is None else [{"call": summary.follows}]
    for entry in _numbered(summary.given, derived_count):
        if isinstance(entry, Derived):
            given.append({"derived": entry.derived_id})
        else:
            given.append([entry.first, entry.last])
    return SummaryRow(
        revision=revision,
        call_number=call,
        given=encode(given).text,
        returned=summary.returned.text,
        derived_id=None if summary.derived is None else derived_count - summary.derived.derived_id,
        model=None if summary.model is None else summary.model.text,
        cost=None if summary.cost is None else summary.cost.text,
        duration_us=summary.duration_us,
        nonce=new_nonce(),
    )


def was_committed(connection: Connection, row: SessionRow, made: RevisionRow) -> bool:
    """Whether a revision whose COMMIT got no answer is there: its number has its digest.

    The row is locked first: the lost transaction may still be ending.
    """
    sessions.lock(connection, row.id, row.owner, row.session_id or "")
    found = revisions.get(connection, row.id, made.revision)
    return found is not None and found.digest == made.digest
