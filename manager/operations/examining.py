"""A session's records in the order of an export: whether together they are what `verify` finds right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from manager.operations.session_checker import SessionChecker, Written, WrongError
from manager.storage.audit import DerivedAudit, MemoAudit
from manager.storage.measurements import OF_DERIVED, OF_MESSAGES, Measurement
from manager.storage.messages import NewMessage
from manager.storage.records import KINDS, Record
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow
from manager.storage.summaries import SummaryRow

#: Which kinds follow on which. Messages and revisions come as they were made, each revision followed by what it wrote.
_STAGES: Final = {
    "measurement": 0,
    **dict.fromkeys(("message", "revision", "entry", "derived", "memo", "summary"), 1),
    "append_key": 2,
    "pin": 3,
    "length": 4,
    "attempt": 5,
}


@dataclass(slots=True)
class _Open:
    """A revision of which there may be more."""

    row: RevisionRow
    entries: list[Any] = field(default_factory=list)
    derived: list[DerivedAudit] = field(default_factory=list)
    memo: MemoAudit | None = None
    summaries: list[SummaryRow] = field(default_factory=list)


class Examined:
    """Takes a session's records one by one, and raises WrongError at the first that cannot be what was written.

    What a digest does not reach is compared with what is there beside it: no record is twice there, none is of messages
    or revisions that are not.
    """

    def __init__(self, row: SessionRow) -> None:
        self.row = row
        self.messages = self.revisions = 0
        self.measured: list[Measurement] = []
        self._stage = 0
        self._checker: SessionChecker | None = None
        self._open: _Open | None = None
        self._last: dict[str, Any] = {}
        self._pins = 0
        self._take: dict[str, Callable[[Record], None]] = {
            "measurement": self._measurement,
            "message": self._message,
            "revision": self._revision,
            "entry": self._entry,
            "derived": self._derived,
            "memo": self._memo,
            "summary": self._summary,
            "append_key": self._append_key,
            "pin": self._pin,
            "length": self._length,
            "attempt": self._attempt,
        }

    @property
    def log_digest(self) -> bytes:
        """The log's digest after the last message that was taken."""
        return self._checked().digest

    @property
    def revision_digest(self) -> bytes:
        """The digest of the last revision that was taken whole."""
        self._close()
        return self._checked().revision_digest

    def take(self, kind: str, record: Record) -> None:
        """The record is the next one."""
        stage = _STAGES[kind]
        if stage < self._stage:
            raise _wrong(kind, record, "does not belong here")
        self._stage = stage
        self._take[kind](record)

    def end(self) -> None:
        """There are no more."""
        self._close()
        checker = self._checked()
        checker.head()
        checker.end()
        if self._pins != self.row.pin_count:
            raise WrongError("ledger_pins", str(self.row.id), f"{self._pins} are there, {self.row.pin_count} were made")

    def _checked(self) -> SessionChecker:
        if self._checker is None:
            self._checker = SessionChecker(self.row, self.measured)
        return self._checker

    # --- what was said and done -----------------------------------------------------------------

    def _measurement(self, record: Record) -> None:
        self.measured.append(Measurement._make(record))

    def _message(self, record: Record) -> None:
        self._close()
        message = NewMessage(0, *record)
        self._checked().message(message)
        self.messages += 1

    def _revision(self, record: Record) -> None:
        self._close()
        row = RevisionRow._make(record)
        if row.head_seq != self._checked().seq:
            raise _wrong("revision", record, f"its head is message {row.head_seq}, and it stands elsewhere")
        if row.owner != self.row.owner:
            raise _wrong("revision", record, "it is of another owner")
        self._open = _Open(row)

    def _close(self) -> None:
        """The revision that was open is whole."""
        made, self._open = self._open, None
        if made is not None:
            checker = self._checked()
            written = Written(made.entries, made.derived, made.memo, made.summaries)
            checker.written(made.row, written, checker.digest)
            self.revisions += 1

    def _of_open(self, kind: str, record: Record, revision: int) -> _Open:
        if self._open is None or self._open.row.revision != revision:
            raise _wrong(kind, record, "belongs to another revision")
        return self._open

    def _entry(self, record: Record) -> None:
        made = self._of_open("entry", record, record[0])
        entry = record[1:]
        if made.entries and entry[:2] <= made.entries[-1][:2]:
            raise _wrong("entry", record, "is not in its place")
        made.entries.append(entry)

    def _derived(self, record: Record) -> None:
        derived_id, revision, *_, payload, _, nonce = record
        self._of_open("derived", record, revision).derived.append(DerivedAudit(derived_id, revision, payload, nonce))

    def _memo(self, record: Record) -> None:
        revision, _, content, nonce, _ = record
        made = self._of_open("memo", record, revision)
        if made.memo is not None:
            raise _wrong("memo", record, "is there twice")
        made.memo = MemoAudit(revision, content, nonce)

    def _summary(self, record: Record) -> None:
        row = SummaryRow._make(record)
        self._of_open("summary", record, row.revision).summaries.append(row)

    # --- what stands beside them ----------------------------------------------------------------

    def _append_key(self, record: Record) -> None:
        key, first_seq, last_seq, _ = record
        self._in_order("append_key", record, key.encode())
        if not 1 <= first_seq <= last_seq + 1 <= self.row.head_seq + 1:
            raise _wrong("append_key", record, "names messages that are not there")

    def _pin(self, record: Record) -> None:
        (seq,) = record
        self._in_order("pin", record, seq)
        self._pins += 1
        if not 1 <= seq <= self.row.head_seq:
            raise _wrong("pin", record, "is of a message that is not there")

    def _length(self, record: Record) -> None:
        measurement, derived, number, *_ = record
        self._in_order("length", record, (measurement, derived, number))
        if not 1 <= measurement <= self.row.measurement or derived not in (OF_MESSAGES, OF_DERIVED) or number < 1:
            raise _wrong("length", record, "is of nothing that was measured")

    def _attempt(self, record: Record) -> None:
        attempt = record[0]
        if attempt != self._last.get("attempt", 0) + 1:
            raise _wrong("attempt", record, "is not in its place")
        self._last["attempt"] = attempt

    def _in_order(self, kind: str, record: Record, place: Any) -> None:
        if kind in self._last and place <= self._last[kind]:
            raise _wrong(kind, record, "is not in its place")
        self._last[kind] = place


def _wrong(kind: str, record: Record, what: str) -> WrongError:
    """The kind's table, and the record by what its key begins with."""
    return WrongError(KINDS[kind].table.name, str(record[0]), what)
