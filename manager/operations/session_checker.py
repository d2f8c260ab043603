"""A session's rows in the order of their numbers, each compared with digests, counters and the rows before it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from manager.errors import StoredDataError
from manager.model import PARTS, Derived, Entry, Problem, Span
from manager.operations import verify_lengths
from manager.planning import spans
from manager.storage import audit
from manager.storage.codec import ENCODINGS, decode_settings, encode
from manager.storage.digests import content_hash, first_digest, message_digest, revision_digest, summary_hash
from manager.storage.entries import StoredEntry
from manager.storage.measurements import Measurement
from manager.storage.messages import ChainedRow, NewMessage
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow, session_name
from manager.storage.summaries import SummaryRow


class WrongError(Exception):
    """The first thing found wrong."""

    def __init__(self, table: str, row: str, what: str) -> None:
        self.table, self.row, self.what = table, row, what
        super().__init__(table, row, what)


#: How a damaged row shows: a column that holds another type, as SQLite lets it, as an error of our own code.
DAMAGED: Final = (WrongError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error)


def problem_of(row: SessionRow, error: Exception) -> Problem:
    """What is told of a session when reading its rows ended with the error."""
    wrong = error if isinstance(error, WrongError) else WrongError("", "", f"a row cannot be read: {error!r}")
    return Problem(owner=row.owner, session_id=row.session_id or "", table=wrong.table, row=wrong.row, what=wrong.what)


@dataclass(frozen=True, slots=True)
class Written:
    """What a revision wrote beside its own row."""

    entries: Sequence[StoredEntry] = ()
    derived: Sequence[audit.DerivedAudit] = ()
    memo: audit.MemoAudit | None = None
    summaries: Sequence[SummaryRow] = ()


class SessionChecker:
    """Walks a session's rows in order and raises WrongError at the first that cannot be what was written.

    The log's rows and those of the revisions may come one after the other or as they were made, a revision after the
    last message it knew.
    """

    def __init__(self, row: SessionRow, measured: list[Measurement], expected: tuple[int, str] | None = None) -> None:
        """Nothing is checked but the session's own row.

        Args:
            measured: the session's measurements that are finished.
            expected: a head that is kept elsewhere: the seq and the digest after it.
        """
        self.row = row
        self._expected = expected
        try:
            decode_settings(row.settings, session_name(row))
        except StoredDataError as error:
            raise WrongError("ledger_sessions", str(row.id), error.problem) from error
        self._first = first_digest(row.owner, row.session_id or "")
        #: The log's digest after the last message, and that of the last revision.
        self.digest = self.revision_digest = self._first
        wrong = verify_lengths.wrong_in_measurements(row, measured)
        if wrong is not None:
            raise WrongError(*wrong)
        self._remeasured = {item.revision or 0: item for item in measured[1:]}
        #: The length of the log up to these messages is counted in another measure from there on.
        self._counted_anew = {item.messages_upto: item.running_length for item in measured}
        #: The last message, and the last revision.
        self.seq = self.revision = 0
        self._length = 0
        self._derived = 0
        self._written: dict[str, set[int]] = {part: {1} for part in PARTS}
        self._memos: set[int] = set()
        self._counts: dict[tuple[str, int], int] = {("full", 1): 0, ("window", 1): 0}
        self._last: RevisionRow | None = None
        self._moment = 0
        self._in_force = 1

    def within(self, highest: audit.Bounds) -> None:
        """No table has rows beyond where the session's row says that they end."""
        row = self.row
        for table, found, limit in (
            ("ledger_messages", highest.seq, row.head_seq),
            ("ledger_bodies", highest.body_seq, row.head_seq),
            ("ledger_append_keys", highest.key_seq, row.head_seq),
            ("ledger_window_revisions", highest.revision, row.current_revision),
            ("ledger_window_entries", highest.entry_revision, row.current_revision),
            ("ledger_memos", highest.memo_revision, row.current_revision),
            ("ledger_summaries", highest.summary_revision, row.current_revision),
            ("ledger_derived_messages", highest.derived_id, row.derived_count),
            # One may be unfinished.
            ("ledger_measurements", highest.measurement, row.measurement + 1),
            ("ledger_lengths", highest.measurement_of_lengths, row.measurement + 1),
        ):
            if found > limit:
                raise WrongError(table, str(found), f"was added: the session's row ends at {limit}")

    # --- the log --------------------------------------------------------------------------------

    def messages(self, page: Sequence[ChainedRow], last: int) -> None:
        """The page is the next messages up to `last`."""
        for row in page:
            self.message(row)
        if self.seq < last:
            raise WrongError("ledger_messages", str(self.seq + 1), "is not there")

    def message(self, row: ChainedRow | NewMessage) -> None:
        """The row is the next message."""
        seq = self.seq + 1
        if row.seq != seq:
            raise WrongError("ledger_messages", str(seq), "is not there")
        if row.payload is None:
            raise WrongError("ledger_bodies", str(seq), "is not there")
        content = content_hash(row.nonce, row.payload.encode())
        self.digest = message_digest(self.digest, seq, row.created_at, content)
        if row.digest != self.digest:
            raise WrongError("ledger_messages", str(seq), "was altered: its digest is not that of its content")
        self._length += row.length
        if row.running_length != self._length:
            raise WrongError("ledger_messages", str(seq), "its running length is not the sum of the lengths")
        self._length = self._counted_anew.get(seq, self._length)
        if not self._in_force <= row.revision <= self.row.current_revision:
            raise WrongError("ledger_messages", str(seq), "its revision is not one that was in force")
        self._in_force = row.revision
        if row.encoding not in ENCODINGS:
            raise WrongError("ledger_messages", str(seq), f"its encoding {row.encoding} is none")
        if row.created_at < self._moment:
            raise WrongError("ledger_messages", str(seq), "it is older than the message before it")
        self._moment = row.created_at
        if self._expected is not None and seq == self._expected[0]:
            if row.digest.hex() != self._expected[1]:
                raise WrongError("ledger_messages", str(seq), "its digest is not the one kept elsewhere")
            self._expected = None
        self.seq = seq

    def head(self) -> None:
        """The log ends here."""
        row = self.row
        if (self.seq, self.digest, self._length) != (row.head_seq, row.head_digest, row.head_length):
            raise WrongError("ledger_sessions", str(row.id), "its head is not that of the log")
        if self._expected is not None:
            raise WrongError("ledger_messages", str(self._expected[0]), f"was expected; the log ends at {row.head_seq}")

    # --- the revisions --------------------------------------------------------------------------

    def written(self, row: RevisionRow, also: Written, log: bytes | None) -> None:
        """The row is the next revision, which wrote this beside it.

        Args:
            log: the log's digest at the revision's head; None where there is no such message.
        """
        number = self.revision + 1
        if row.revision != number:
            raise WrongError("ledger_window_revisions", str(number), "is not there")
        contents: list[bytes] = []
        for derived in also.derived:
            self._derived += 1
            if derived.derived_id != self._derived:
                raise WrongError("ledger_derived_messages", str(self._derived), "is not there")
            contents.append(_hash_of("ledger_derived_messages", derived.derived_id, derived.nonce, derived.payload))
        if also.memo is not None:
            contents.append(_hash_of("ledger_memos", number, also.memo.nonce, also.memo.content))
            self._memos.add(number)
        for position, call in enumerate(also.summaries, start=1):
            if call.call_number != position:
                raise WrongError("ledger_summaries", f"{number}/{position}", "is not there")
            contents.append(summary_hash(call.nonce, call.covered()))
        self.revision_digest = revision_digest(
            self.revision_digest, row.covered(), also.entries, contents, log or self._first
        )
        if row.digest != self.revision_digest:
            raise WrongError(
                "ledger_window_revisions",
                str(number),
                "was altered: its digest does not follow from the row, its entries, derived messages, memo, summaries",
            )
        self._measurement(row)
        self._pointers(row, also.entries)
        self._last = row
        self.revision = number

    def upto(self, last: int) -> None:
        """The revisions up to `last` were there."""
        if self.revision < last:
            raise WrongError("ledger_window_revisions", str(self.revision + 1), "is not there")

    def _measurement(self, row: RevisionRow) -> None:
        item = self._remeasured.pop(row.revision, None)
        if (item is not None) != (row.kind == "remeasure"):
            raise WrongError("ledger_measurements", str(row.revision), "is of no revision that measured again")
        if item is not None and (
            item.messages_upto,
            item.running_length,
            item.derived_upto,
            encode({"session.measure": item.measure}).text,
        ) != (row.head_seq, row.head_length, self._derived, row.settings):
            raise WrongError("ledger_measurements", str(item.measurement), "is not what its revision says of it")

    def _pointers(self, row: RevisionRow, entries: Sequence[StoredEntry]) -> None:
        number = str(row.revision)
        for name, part in PARTS.items():
            own = [_entry(number, item, row.head_seq, self._derived) for item in entries if item[0] == part]
            written_by = row.full_from if name == "full" else row.window_from
            at = row.full_at if name == "full" else row.window_at
            count = row.full_count if name == "full" else row.window_count
            if written_by == row.revision:
                self._written[name].add(row.revision)
                self._counts[name, row.revision] = spans.count(own)
            if written_by not in self._written[name]:
                raise WrongError("ledger_window_revisions", number, f"{name}_from names a revision that wrote none")
            if self._counts[name, written_by] + row.head_seq - at != count:
                raise WrongError("ledger_window_revisions", number, f"{name}_count is not that of entries and tail")
        if row.memo_from is not None and row.memo_from not in self._memos:
            raise WrongError("ledger_window_revisions", number, "memo_from names a revision that wrote none")

    def end(self) -> None:
        """The revisions end here."""
        row, last = self.row, self._last
        if self._remeasured:
            raise WrongError("ledger_measurements", str(min(self._remeasured)), "is of no revision")
        problem = None
        if last is None or (row.current_revision, row.revision_digest) != (self.revision, self.revision_digest):
            problem = "its revision digest is not that of the current revision"
        elif (row.full_from, row.full_at, row.window_from, row.window_at, row.memo_from) != (
            last.full_from,
            last.full_at,
            last.window_from,
            last.window_at,
            last.memo_from,
        ):
            problem = "its pointers are not those of the current revision"
        else:
            since, length = row.head_seq - last.head_seq, row.head_length - last.head_length
            if (row.full_count, row.window_count, row.window_length, row.window_pinned, row.derived_count) != (
                last.full_count + since,
                last.window_count + since,
                last.window_length + length,
                last.window_pinned,
                self._derived,
            ):
                problem = "its counters are not what the current revision and its tail hold"
        if problem is not None:
            raise WrongError("ledger_sessions", str(row.id), problem)


def _hash_of(table: str, row: int, nonce: bytes, text: str | None) -> bytes:
    if text is None:
        raise WrongError(table, str(row), "has no content")
    return content_hash(nonce, text.encode())


def _entry(revision: str, item: StoredEntry, head: int, derived: int) -> Entry:
    _, position, first, last, derived_id = item
    if derived_id is not None:
        if first is None and last is None and 1 <= derived_id <= derived:
            return Derived(derived_id)
    elif first is not None and last is not None and 1 <= first <= last <= head:
        return Span(first, last)
    raise WrongError("ledger_window_entries", f"{revision}/{position}", "names messages that are not there")
