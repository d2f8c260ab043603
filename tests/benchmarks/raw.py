"""The raw side: a session's rows written and read by statements a careful engineer writes by hand.

The rows are those of the store, columns and indexes included; what the store works out of a message (JSON text,
length, digest) is given.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import orjson

from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow
from tests.benchmarks.drivers import Driver
from tests.benchmarks.statements import AFTER_REVISION, Statements
from tests.benchmarks.workload import LENGTH, LIMIT, MESSAGE, PAGE, PROMPT, RESTORED, WINDOW

PAYLOAD = orjson.dumps(MESSAGE).decode()
PROMPT_PAYLOAD = orjson.dumps(PROMPT).decode()
NONCE, DIGEST = b"n" * 12, b"d" * 32
#: Positions at the front of the window that a cut looks at.
LOOK = 4


class RawSession:
    """One session on one connection."""

    def __init__(self, driver: Driver, number: int, *, prompted: bool) -> None:
        self._driver = driver
        self._sql = Statements(type(driver))
        self.number = number
        self._prompted = prompted
        self.head = 0
        self._restorable = 1
        self._last_cut: tuple[int, Sequence[Any]] = (0, ())

    def create(self) -> None:
        """The session and its revision 1 are there."""
        now = _now()
        row = SessionRow(
            id=self.number,
            owner="",
            session_id=f"raw-{self.number}",
            measure="characters",
            settings="{}",
            head_seq=0,
            head_length=0,
            head_digest=DIGEST,
            current_revision=0,
            revision_digest=DIGEST,
            derived_count=0,
            full_from=1,
            full_at=0,
            window_from=1,
            window_at=0,
            memo_from=None,
            full_count=0,
            window_count=0,
            window_length=0,
            window_pinned=None,
            held_revision=None,
            created_at=now,
            updated_at=now,
            active_at=now,
        )
        self._driver.begin()
        self._driver.execute(self._sql.insert_session, row)
        first = _revision(row, "created", now)._replace(parent=None)
        self._driver.execute(self._sql.insert_revision, (self.number, *first))
        self._driver.execute(self._sql.after_revision, self._revised(row, current_revision=1))
        self._driver.commit()

    def batch(self, count: int) -> list[tuple[Any, ...]]:
        """The rows of `count` messages at the end of the log, worked out."""
        row = self._row(self._sql.read_session)
        now = _now()
        rows = [
            _message(self.number, seq, row.head_length + LENGTH * (seq - row.head_seq), row.current_revision, now)
            for seq in range(row.head_seq + 1, row.head_seq + count + 1)
        ]
        if self._prompted and row.head_seq == 0:
            rows[0] = (*rows[0][:2], "system", *rows[0][3:5], PROMPT_PAYLOAD, *rows[0][6:])
        return rows

    def append_batch(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """The rows are in the log."""
        self._driver.begin()
        row = self._row(self._sql.lock_session)
        self._driver.execute_many(self._sql.insert_message, rows)
        self._driver.execute(self._sql.after_append, appended_values(row, len(rows)))
        self._driver.commit()

    def append(self) -> None:
        """One message more."""
        self._driver.begin()
        row = self._row(self._sql.lock_session)
        self._driver.execute(self._sql.insert_message, message_values(row))
        self._driver.execute(self._sql.after_append, appended_values(row, 1))
        self._driver.commit()

    def append_and_cut(self) -> None:
        """One message more, and a revision whose window holds the newest fifty."""
        self._driver.begin()
        row = self._row(self._sql.lock_session)
        self._driver.execute(self._sql.insert_message, message_values(row))
        revision, spans = self._last_cut
        if revision != row.current_revision:
            spans = self._entries(row)
        self._front(_spans(spans, row.window_at, row.head_seq + 1))
        head, number, now = row.head_seq + 1, row.current_revision + 1, _now()
        made = _revision(row, "resize", now)._replace(
            strategy="simple_cut",
            cause="auto",
            window_from=number,
            window_at=head,
            head_seq=head,
            head_length=row.head_length + LENGTH,
            full_count=row.full_count + 1,
            window_count=WINDOW,
            window_length=LIMIT,
            window_pinned=int(self._prompted),
            dropped_count=1,
            dropped_length=LENGTH,
            max_length=LIMIT,
        )
        self._driver.execute(self._sql.insert_revision, (self.number, *made))
        kept = [(1, 1), (head - WINDOW + 2, head)] if self._prompted else [(head - WINDOW + 1, head)]
        entries = [(self.number, number, 1, position, *span, None) for position, span in enumerate(kept)]
        if len(entries) == 1:
            self._driver.execute(self._sql.insert_entry, entries[0])
        else:
            self._driver.execute_many(self._sql.insert_entry, entries)
        self._driver.execute(
            self._sql.after_revision,
            self._revised(
                row,
                head_seq=head,
                head_length=made.head_length,
                current_revision=number,
                window_from=number,
                window_at=head,
                full_count=made.full_count,
                window_count=WINDOW,
                window_length=LIMIT,
                window_pinned=made.window_pinned,
                updated_at=now,
            ),
        )
        self._driver.commit()
        self._last_cut = number, kept

    def window(self) -> list[Any]:
        """The messages of the window, decoded."""
        row = self._row(self._sql.read_session)
        spans = _spans(self._entries(row), row.window_at, row.head_seq)
        sql = self._sql.messages_of_one if len(spans) == 1 else self._sql.messages_of_two
        rows = self._driver.execute(sql, self._ranges(spans)).fetchall()
        return [orjson.loads(payload) for _, _, payload, *_ in rows]

    def resize_history(self) -> list[Any]:
        """A page of revisions, each with what the window held before it."""
        row = self._row(self._sql.read_session)
        found: list[Any] = self._driver.execute(self._sql.history, (row.id, PAGE)).fetchall()
        return found

    def remember(self) -> None:
        """The head is known, as whoever works out a digest knows it, and so is the revision `rollback` restores."""
        row = self._row(self._sql.read_session)
        self.head = row.head_seq
        self._restorable = max(1, row.current_revision - RESTORED)

    def rollback(self) -> None:
        """A revision with the remembered one's window, and what was said since."""
        self._driver.begin()
        row = self._row(self._sql.lock_session)
        old = RevisionRow._make(
            self._driver.execute(self._sql.read_revision, (self.number, self._restorable)).fetchone(),
        )
        now = _now()
        made = _revision(row, "rollback", now)._replace(
            restored=old.revision,
            window_from=old.window_from,
            window_at=old.window_at,
            window_count=old.window_count + row.head_seq - old.head_seq,
            window_length=old.window_length + row.head_length - old.head_length,
            window_pinned=old.window_pinned,
            max_length=LIMIT,
        )
        self._driver.execute(self._sql.insert_revision, (self.number, *made))
        self._driver.execute(
            self._sql.after_revision,
            self._revised(
                row,
                current_revision=made.revision,
                window_from=made.window_from,
                window_at=made.window_at,
                window_count=made.window_count,
                window_length=made.window_length,
                window_pinned=made.window_pinned,
                updated_at=now,
            ),
        )
        self._driver.commit()

    def _row(self, sql: str) -> SessionRow:
        return SessionRow._make(self._driver.execute(sql, (self.number,)).fetchone())

    def _revised(self, row: SessionRow, **changed: Any) -> tuple[Any, ...]:
        after = row._replace(**changed)
        return (*(getattr(after, name) for name in AFTER_REVISION), self.number)

    def _entries(self, row: SessionRow) -> list[Any]:
        found: list[Any] = self._driver.execute(self._sql.read_entries, (self.number, row.window_from, 1)).fetchall()
        return found

    def _front(self, spans: list[tuple[int, int]]) -> list[Any]:
        """Lengths at the front of the window."""
        first, last = spans[-1]
        spans[-1] = (first, min(last, first + LOOK - len(spans)))
        sql = self._sql.lengths_of_one if len(spans) == 1 else self._sql.lengths_of_two
        found: list[Any] = self._driver.execute(sql, self._ranges(spans)).fetchall()
        return found

    def _ranges(self, spans: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        return tuple(value for first, last in spans for value in (self.number, first, last))


class GuardedSession(RawSession):
    """On PostgreSQL, where an append can be one statement."""

    def append(self) -> None:
        """One message more, in one round trip."""
        self._driver.execute(self._sql.guarded_append, guarded_values(self.number, self.head))
        self.head += 1


def guarded_values(session: int, head: int) -> tuple[Any, ...]:
    """The values of the one guarded statement."""
    now = _now()
    return (LENGTH, DIGEST, LENGTH, now, session, head, "user", 0, 1, PAYLOAD, None, LENGTH, NONCE, DIGEST, now)


def message_values(row: SessionRow) -> tuple[Any, ...]:
    """The next message of the session with this row."""
    return _message(row.id, row.head_seq + 1, row.head_length + LENGTH, row.current_revision, _now())


def appended_values(row: SessionRow, count: int) -> tuple[Any, ...]:
    """What the session's row becomes by messages at the end of the log."""
    return (
        row.head_seq + count,
        row.head_length + count * LENGTH,
        DIGEST,
        row.full_count + count,
        row.window_count + count,
        row.window_length + count * LENGTH,
        _now(),
        row.id,
    )


def _now() -> int:
    return time.time_ns() // 1_000


def _message(session: int, seq: int, running_length: int, revision: int, now: int) -> tuple[Any, ...]:
    return (session, seq, "user", 0, 1, PAYLOAD, None, LENGTH, running_length, revision, NONCE, DIGEST, now)


def _revision(row: SessionRow, kind: str, now: int) -> RevisionRow:
    """The revision that follows the row's current one and changes nothing yet."""
    return RevisionRow(
        revision=row.current_revision + 1,
        owner="",
        parent=row.current_revision,
        kind=kind,
        strategy=None,
        cause=None,
        restored=None,
        full_from=row.full_from,
        full_at=row.full_at,
        window_from=row.window_from,
        window_at=row.window_at,
        memo_from=None,
        head_seq=row.head_seq,
        head_length=row.head_length,
        appended_count=0,
        full_count=row.full_count,
        window_count=row.window_count,
        window_length=row.window_length,
        window_pinned=row.window_pinned,
        dropped_count=0,
        dropped_length=0,
        max_length=None,
        settings=None,
        actor=None,
        reason=None,
        metadata=None,
        duration_us=0,
        digest=DIGEST,
        created_at=now,
    )


def _spans(entries: Sequence[Any], at: int, head: int) -> list[tuple[int, int]]:
    """The entries and the tail after them, which here always continues the last one."""
    found = [(first, last) for first, last, *_ in entries]
    if not found:
        return [(at + 1, head)]
    if at < head:
        found[-1] = (found[-1][0], head)
    return found
