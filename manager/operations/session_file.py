"""An export as it is read: the sessions of the file, each line looked at before it is handed on."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from manager.errors import LoadError
from manager.operations.examining import Examined
from manager.operations.files import ReadLines
from manager.operations.jsonl import (
    ABANDONED_LINE,
    END_LINE,
    SESSION_LINE,
    TOTAL_LINE,
    NotALineError,
    closing_of,
    parsed,
    record_of,
    session_of,
)
from manager.operations.session_checker import WrongError
from manager.storage.messages import NewMessage
from manager.storage.records import Record
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow, session_name

#: Records, and bytes of lines, that are handed on at once.
RECORDS_AT_ONCE: Final = 1_000
BYTES_AT_ONCE: Final = 4_000_000


class SessionFile:
    """The sessions of a file, one after the other."""

    def __init__(self, lines: ReadLines) -> None:
        self._lines = lines
        self._whole = 0
        self._ended = False

    def next(self) -> ReadSession | None:
        """The next session, of which only the first line was read; None where the file ends as it should.

        Raises:
            LoadError: the next line is no session's first, or the file ends before its last line.
        """
        while (line := self._lines.next()) is not None:
            with _told(self._lines):
                kind, values = parsed(line)
                if kind == SESSION_LINE:
                    self._ended = False
                    return ReadSession(self._lines, line, values, self._another_is_whole)
                if kind != TOTAL_LINE:
                    raise NotALineError(f"a line of type {kind!r} is of no session")
                total = closing_of(values, {"sessions": int})["sessions"]
                if total != self._whole:
                    raise NotALineError(f"before it are {self._whole} sessions, not {total}")
                self._whole, self._ended = 0, True
        if not self._ended:
            raise _cut_short(self._lines, "the file ends before the line that says how many sessions it has")
        return None

    def _another_is_whole(self) -> None:
        self._whole += 1


class ReadSession:
    """A session of the file: its own row, and its records as they are read and found right.

    Attributes:
        line: the number of its first line.
        ended, abandoned: whether its last line was read, and whether that says that the others are worth nothing.
    """

    def __init__(self, lines: ReadLines, line: bytes, values: dict[str, Any], when_whole: Callable[[], None]) -> None:
        self.line = lines.number
        self.row, self.details = session_of(values)
        self.ended = self.abandoned = False
        self.examined = Examined(self.row)
        self._lines = lines
        self._when_whole = when_whole
        self._hash = hashlib.sha256(line + b"\n")
        self._count = 1
        self._mark: SessionRow | None = None
        self._digests_at_mark: dict[str, bytes] = {}

    @property
    def place(self) -> str:
        """What errors call the last line that was read."""
        return f"{self._lines.name} line {self._lines.number}"

    def compare_with(self, earlier: SessionRow) -> None:
        """It is noted, while records are read, whether the row is this session's as it stood earlier."""
        self._mark = earlier
        if earlier.head_seq == 0:
            self._digests_at_mark["message"] = earlier.head_digest  # of the name alone

    @property
    def was_earlier(self) -> bool:
        """Whether it stood like that earlier: the same log, and the same revisions."""
        mark = self._mark
        return mark is not None and self._digests_at_mark == {
            "message": mark.head_digest,
            "revision": mark.revision_digest,
        }

    def page(self) -> dict[str, list[Record]]:
        """The next records by kind; the last ones where the session has ended.

        Raises:
            LoadError: naming the first line that cannot be what was written.
        """
        found: dict[str, list[Record]] = {}
        count = size = 0
        with _told(self._lines):
            while count < RECORDS_AT_ONCE and size < BYTES_AT_ONCE:
                line = self._lines.next()
                if line is None:
                    raise _cut_short(self._lines, f"the file ends within {session_name(self.row)}")
                kind, values = parsed(line)
                if kind in (END_LINE, ABANDONED_LINE):
                    self._end(kind, values)
                    break
                record = record_of(kind, values)
                self.examined.take(kind, record)
                self._note(kind, record)
                found.setdefault(kind, []).append(record)
                self._hash.update(line + b"\n")
                self._count += 1
                count += 1
                size += len(line)
        return found

    def _note(self, kind: str, record: Record) -> None:
        mark = self._mark
        if mark is None:
            return
        if kind == "message" and record[0] == mark.head_seq:
            self._digests_at_mark[kind] = NewMessage(0, *record).digest
        elif kind == "revision" and record[0] == mark.current_revision:
            self._digests_at_mark[kind] = RevisionRow._make(record).digest

    def _end(self, kind: str, values: dict[str, Any]) -> None:
        self.ended = True
        if kind == ABANDONED_LINE:
            closing_of(values, {})
            self.abandoned = True
            return
        self.examined.end()
        found = {
            "lines": self._count,
            "messages": self.examined.messages,
            "revisions": self.examined.revisions,
            "sha256": self._hash.hexdigest(),
        }
        told = closing_of(values, {name: type(value) for name, value in found.items()})
        for name, value in found.items():
            if told[name] != value:
                raise NotALineError(
                    f"{name} is {told[name]!r:.80}, and that of the lines since {self.line} is {value!r}"
                )
        self._when_whole()


def _cut_short(lines: ReadLines, problem: str) -> LoadError:
    return LoadError(f"{lines.name} line {lines.number + 1}", problem, "it was cut short: copy or export it again")


@contextmanager
def _told(lines: ReadLines) -> Iterator[None]:
    """What is found wrong within is told with the line that was read last."""
    try:
        yield
    except NotALineError as error:
        raise _altered(lines, str(error)) from error
    except WrongError as error:
        raise _altered(lines, f"{error.table} {error.row} {error.what}") from error
    except (OverflowError, struct.error) as error:
        raise _altered(lines, f"a number in it is out of every range ({error})") from error


def _altered(lines: ReadLines, problem: str) -> LoadError:
    remedy = "it was altered: export it again"
    if lines.number == 1:
        remedy = (
            "it was altered, or no export wrote it: what other systems wrote is read by `contextledger import --from`"
        )
    return LoadError(f"{lines.name} line {lines.number}", problem, remedy)
