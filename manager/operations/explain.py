"""What a revision did and why: as data, and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from manager.errors import RevisionNotFoundError, SessionNotFoundError, StoredDataError
from manager.model import Derived, Entries, Entry, Explanation, Passage, Span, SummaryCall
from manager.operations import rows
from manager.operations.drafts import integer
from manager.operations.explain_words import words
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.present import history_revision
from manager.operations.windows import entries_upto
from manager.planning import spans
from manager.planning.matching import Reference
from manager.storage import Connection, measurements, moments, revisions, summaries
from manager.storage import entries as entry_rows
from manager.storage.codec import decode_plain
from manager.storage.entries import EMPTY_PART, DerivedRow
from manager.storage.revisions import HistoryFilter, HistoryRow
from manager.storage.sessions import SessionRow
from manager.storage.summaries import SummaryRow


@dataclass(frozen=True, slots=True)
class _Found:
    """A revision's rows: what is to be explained."""

    history: HistoryRow
    left: Entries
    came: Entries
    pinned: int | None
    memo_changed: bool
    calls: list[SummaryRow]
    given: list[Entries]
    passages: Mapping[Entry, Passage]


async def explain(face: Face, target: Target, revision: object) -> Explanation:
    """What the revision did to the window, and why; see Session.explain."""
    number = integer("revision", revision)
    found = await face.read(target.ledger.database, lambda connection: _read(connection, target, number))
    made = history_revision(found.history)
    left = tuple(found.passages[entry] for entry in found.left)
    came = tuple(found.passages[entry] for entry in found.came)
    calls = tuple(
        _call(row, tuple(found.passages[entry] for entry in given))
        for row, given in zip(found.calls, found.given, strict=True)
    )
    return Explanation(
        revision=made,
        left=left,
        came=came,
        pinned=found.pinned,
        memo_changed=found.memo_changed,
        summaries=calls,
        text=words(made, left, came, found.pinned, found.memo_changed, calls),
    )


def _read(connection: Connection, target: Target, number: int) -> _Found:
    moment = moments.of_revision(connection, target.row_id, target.owner, target.session_id, number)
    if moment is None:
        row = rows.read(connection, target)
        raise RevisionNotFoundError(target.session_id, number, 0 if row is None else row.current_revision)
    session, made = moment.session, moment.revision
    page, _ = revisions.history(connection, HistoryFilter(session=session.id), (0, 0, number + 1), 1)
    if not page:
        raise SessionNotFoundError(target.session_id, target.owner, deleted=True)
    parent = None
    if number > 1:
        parent = revisions.get(connection, session.id, number - 1)
        if parent is None:
            raise SessionNotFoundError(target.session_id, target.owner, deleted=True)
    after = EMPTY_PART if made.window_count == 0 else entries_upto(connection, session, made, "window", made.head_seq)
    before = EMPTY_PART
    if parent is not None:
        before = entries_upto(connection, session, parent, "window", made.head_seq - made.appended_count)
    left, came = _only_in_first(before.entries, after.entries), _only_in_first(after.entries, before.entries)
    calls = summaries.read(connection, session.id, number, number)
    given = [_entries_of(row) for row in calls]
    return _Found(
        history=page[0],
        left=left,
        came=came,
        pinned=made.window_pinned,
        memo_changed=made.memo_from != (None if parent is None else parent.memo_from),
        calls=calls,
        given=given,
        passages=_passages(
            connection,
            measurements.at_revision(connection, session, number),
            {*left, *came, *(entry for entries in given for entry in entries)},
        ),
    )


def _only_in_first(first: Entries, second: Entries) -> Entries:
    others = Counter(spans.references(second))
    only: list[Reference] = []
    for reference in spans.references(first):
        if others[reference]:
            others[reference] -= 1
        else:
            only.append(reference)
    return spans.from_references(only)


def _entries_of(row: SummaryRow) -> Entries:
    entries: list[Entry] = []
    for item in _given(row):
        if isinstance(item, list):
            entries.append(Span(*item))
        elif "derived" in item:
            entries.append(Derived(item["derived"]))
    return tuple(entries)


def _given(row: SummaryRow) -> list[Any]:
    given = decode_plain(row.given, f"call {row.call_number} of revision {row.revision}")
    if not isinstance(given, list) or not all(_is_given(item) for item in given):
        raise StoredDataError(f"call {row.call_number} of revision {row.revision}", "it does not say what was given")
    return given


def _is_given(item: object) -> bool:
    if isinstance(item, list):
        return len(item) == 2 and all(type(seq) is int for seq in item)
    return isinstance(item, dict) and all(type(number) is int for number in item.values())


def _passages(connection: Connection, session: SessionRow, wanted: Iterable[Entry]) -> dict[Entry, Passage]:
    """What the entries hold, in the measure of the row."""
    entries = tuple(wanted)
    chosen = spans.spans_of(entries)
    log = measurements.lengths(connection, session, chosen) if chosen else {}
    ids = spans.derived_of(entries)
    derived = {row.derived_id: row for row in entry_rows.read_derived(connection, session.id, ids)} if ids else {}
    derived = measurements.derived(connection, session, derived)
    found: dict[Entry, Passage] = {}
    for entry in entries:
        if isinstance(entry, Derived):
            found[entry] = _derived_passage(entry, derived)
            continue
        items = [log[seq] for seq in range(entry.first, entry.last + 1) if seq in log]
        if len(items) < len(entry):
            raise StoredDataError(
                f"messages {entry.first} to {entry.last}", "are not all there, or were deleted meanwhile"
            )
        found[entry] = Passage(
            first=entry.first,
            last=entry.last,
            derived_id=None,
            count=len(items),
            length=sum(item.length for item in items),
            roles=dict(Counter(item.role for item in items)),
        )
    return found


def _derived_passage(entry: Derived, rows: Mapping[int, DerivedRow]) -> Passage:
    row = rows.get(entry.derived_id)
    if row is None:
        raise StoredDataError(f"derived message {entry.derived_id}", "is not there, or was deleted meanwhile")
    return Passage(
        first=row.source_seq,
        last=row.source_seq,
        derived_id=row.derived_id,
        count=1,
        length=row.length,
        roles={row.role: 1},
    )


def _call(row: SummaryRow, given: Sequence[Passage]) -> SummaryCall:
    name = f"call {row.call_number} of revision {row.revision}"
    returned = decode_plain(row.returned, name)
    if not isinstance(returned, dict):
        raise StoredDataError(name, "it does not say what was returned")
    follows = [item["call"] for item in _given(row) if isinstance(item, dict) and "call" in item]
    return SummaryCall(
        given=tuple(given),
        follows=follows[0] if follows else None,
        returned=returned.get("text"),
        model=decode_plain(row.model, name),
        cost=decode_plain(row.cost, name),
        metadata=returned.get("metadata"),
        derived_id=row.derived_id,
        duration=timedelta(microseconds=row.duration_us),
    )
