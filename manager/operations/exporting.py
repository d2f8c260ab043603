"""Whole sessions written as lines of JSON: everything that is kept of them, as it is kept."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias, TypeVar

from manager.errors import SessionNotFoundError
from manager.model import ExportReport, Problem
from manager.operations import rows, verify_lengths
from manager.operations.examining import Examined
from manager.operations.faces import Face
from manager.operations.files import WrittenFile
from manager.operations.jsonl import (
    ABANDONED_LINE,
    END_LINE,
    TOTAL_LINE,
    NotALineError,
    closing_line,
    record_line,
    session_line,
)
from manager.operations.ledger import Ledger, Target
from manager.operations.session_checker import DAMAGED, WrongError, problem_of
from manager.storage import Connection, measurements, records, sessions
from manager.storage.measurements import OF_DERIVED, OF_MESSAGES
from manager.storage.records import Record, WholeSession
from manager.storage.revisions import RevisionRow

R = TypeVar("R")
Read: TypeAlias = Callable[[Callable[[Connection], R]], Awaitable[R]]
#: Kind and record.
Numbered: TypeAlias = tuple[str, Record]

_SESSIONS_AT_ONCE: Final = 100
_REVISIONS_AT_ONCE: Final = 200
_ROWS_AT_ONCE: Final = 1_000
#: Bytes of payloads read at once, as far as the messages before tell: some hold a picture.
_BYTES_AT_ONCE: Final = 4_000_000
#: Messages read first, and how many times as many at most follow on them: 1,000 pictures at once would be 1 GB.
_FIRST_AT_ONCE: Final = 20
_TIMES_AS_MANY: Final = 4


@dataclass(slots=True)
class _Tally:
    sessions: int = 0
    messages: int = 0
    revisions: int = 0
    problems: list[Problem] = field(default_factory=list)


async def export_jsonl(
    face: Face, ledger: Ledger, target: Path | BinaryIO, *, only: Target | None, owner: str | None
) -> ExportReport:
    """The session, or the owner's, or all (None), are written; see SessionManager.export_jsonl."""
    tally = _Tally()
    row = None
    if only is not None:
        row = await face.read(ledger.database, lambda connection: rows.existing(connection, only))
    file = await face.call(WrittenFile, target)
    try:
        async for row_id in _ids(face, ledger, owner, None if row is None else row.id):
            async with aclosing(_lines(face, ledger, row_id, tally)) as lines:
                async for data in lines:
                    await face.call(file.write, data)
        if row is not None and not tally.sessions and not tally.problems:
            raise SessionNotFoundError(row.session_id or "", row.owner, deleted=True)
        await face.call(file.write, closing_line(TOTAL_LINE, sessions=tally.sessions))
        await face.call(file.finish)
    except BaseException:
        file.give_up()
        raise
    return ExportReport(
        sessions=tally.sessions,
        messages=tally.messages,
        revisions=tally.revisions,
        problems=tuple(tally.problems),
    )


async def _ids(face: Face, ledger: Ledger, owner: str | None, only: int | None) -> AsyncGenerator[int, None]:
    """The sessions to be written, in the order in which they were made."""
    if only is not None:
        yield only
        return
    after = 0
    while page := await face.read(
        ledger.database,
        lambda connection: sessions.next_rows(connection, after, _SESSIONS_AT_ONCE, owner),  # noqa: B023
    ):
        for row in page:
            yield row.id
        after = page[-1].id


async def _lines(face: Face, ledger: Ledger, row_id: int, tally: _Tally) -> AsyncGenerator[bytes, None]:
    """A session's lines, some at a time.

    All of it is of the moment in which its own row was read: what came later has higher numbers, and is left out. Where
    it turns out to be damaged, or is deleted meanwhile, the last line says that the others are worth nothing.
    """

    async def read(work: Callable[[Connection], R]) -> R:
        return await face.read(ledger.database, work)

    whole = await read(lambda connection: records.read_session(connection, row_id))
    if whole is None:
        return
    lines = _Lines(whole)
    begun = False
    try:
        first = lines.first()
        begun = True
        yield first
        async with aclosing(_records(read, whole)) as pages:
            async for page in pages:
                yield await face.call(lines.of, page)
        wrong = await verify_lengths.wrong_in_lengths(read, whole.row, lines.examined.measured)
        if wrong is not None:
            raise WrongError(*wrong)
        closing = lines.last()
        # The first thing a deletion takes is the name: what has it still was there while it was read.
        if await read(lambda connection: records.read_session(connection, row_id)) is None:
            yield closing_line(ABANDONED_LINE)
            return
        yield closing
    except (*DAMAGED, NotALineError) as error:
        if begun:
            yield closing_line(ABANDONED_LINE)
        if await read(lambda connection: records.read_session(connection, row_id)) is not None:
            tally.problems.append(problem_of(whole.row, error))
        return
    tally.sessions += 1
    tally.messages += lines.examined.messages
    tally.revisions += lines.examined.revisions


class _Lines:
    """Makes the lines of a session; what is written can be read back, or it is not written to its end."""

    def __init__(self, whole: WholeSession) -> None:
        self._whole = whole
        self._hash = hashlib.sha256()
        self._count = 0
        self.examined = Examined(whole.row)

    def first(self) -> bytes:
        row = self._whole.row
        try:
            return self._counted([session_line(row, self._whole.details)])
        except NotALineError as error:
            raise WrongError("ledger_sessions", str(row.id), str(error)) from error

    def of(self, page: Iterable[Numbered]) -> bytes:
        lines = []
        for kind, record in page:
            self.examined.take(kind, record)
            try:
                lines.append(record_line(kind, record))
            except NotALineError as error:
                raise WrongError(records.KINDS[kind].table.name, str(record[0]), str(error)) from error
        return self._counted(lines)

    def last(self) -> bytes:
        self.examined.end()
        return closing_line(
            END_LINE,
            lines=self._count,
            messages=self.examined.messages,
            revisions=self.examined.revisions,
            sha256=self._hash.hexdigest(),
        )

    def _counted(self, lines: list[bytes]) -> bytes:
        data = b"".join(lines)
        self._hash.update(data)
        self._count += len(lines)
        return data


# --- records in their order ---------------------------------------------------------------------


async def _records(read: Any, whole: WholeSession) -> AsyncGenerator[list[Numbered], None]:
    """Every record of the session but its own row, some at a time."""
    row = whole.row
    measured = await read(lambda connection: measurements.read_all(connection, row.id))
    # One may be unfinished, and change while it is read.
    yield [("measurement", (*item,)) for item in measured if item.measurement <= row.measurement]
    async for page in _history(read, whole):
        yield page
    key = ""
    while keys := await read(
        lambda connection: records.read_append_keys(connection, row.id, key, row.head_seq)  # noqa: B023
    ):
        yield [("append_key", record) for record in keys]
        key = keys[-1][0]
    yield [("pin", (seq,)) for seq in whole.pins]
    for measurement in range(1, row.measurement + 1):
        for derived in (OF_MESSAGES, OF_DERIVED):
            async for page in _lengths(read, row.id, measurement, derived):
                yield page
    async for page in _attempts(read, whole):
        yield page


async def _history(read: Any, whole: WholeSession) -> AsyncGenerator[list[Numbered], None]:
    """Messages and revisions as they were made: each revision after the last message it knew, with what it wrote."""
    messages = _Messages(read, whole)
    derived = 0
    for first in range(1, whole.row.current_revision + 1, _REVISIONS_AT_ONCE):
        last = min(first + _REVISIONS_AT_ONCE - 1, whole.row.current_revision)
        page = await read(lambda connection: _revisions(connection, whole.row.id, first, last, derived))  # noqa: B023
        made: list[Numbered] = []
        for written in page:
            head = RevisionRow._make(written[0][1]).head_seq
            while messages.seq < head:
                made += await messages.upto(head)
                if len(made) >= _ROWS_AT_ONCE or messages.large:
                    yield made
                    made = []
            made += written
            derived += sum(kind == "derived" for kind, _ in written)
        yield made
    while messages.seq < whole.row.head_seq:
        yield await messages.upto(whole.row.head_seq)


def _revisions(connection: Connection, session: int, first: int, last: int, derived: int) -> list[list[Numbered]]:
    """The revisions `first` to `last`, each with what it wrote beside its own row."""
    pages: dict[int, list[Numbered]] = {
        record[0]: [("revision", record)] for record in records.read(connection, session, "revision", first, last)
    }
    for kind, number, found in (
        ("entry", 0, records.read(connection, session, "entry", first, last)),
        ("derived", 1, records.read_derived(connection, session, derived, last)),
        ("memo", 0, records.read(connection, session, "memo", first, last)),
        ("summary", 0, records.read(connection, session, "summary", first, last)),
    ):
        for record in found:
            pages.setdefault(record[number], []).append((kind, record))
    if list(pages) != [*range(first, last + 1)]:
        missing = next((number for number in range(first, last + 1) if number not in pages), first)
        raise WrongError("ledger_window_revisions", str(missing), "is not there, or more than belongs there is")
    return list(pages.values())


class _Messages:
    """The log in order, read ahead."""

    def __init__(self, read: Any, whole: WholeSession) -> None:
        self._read = read
        self._row = whole.row
        self._ahead: list[Record] = []
        self._size = min(_FIRST_AT_ONCE, _ROWS_AT_ONCE)
        #: The last message given.
        self.seq = 0

    @property
    def large(self) -> bool:
        """Whether a page of them is as much as is held at once."""
        return self._size < _ROWS_AT_ONCE

    async def upto(self, seq: int) -> list[Numbered]:
        """The next messages, none behind `seq`."""
        if not self._ahead:
            first = self.seq + 1
            last = min(self.seq + self._size, self._row.head_seq)
            page = await self._read(lambda connection: records.read_messages(connection, self._row.id, first, last))
            if [message.seq for message in page] != [*range(first, last + 1)]:
                raise WrongError("ledger_messages", str(first), "is not there, or one of the messages after it is not")
            self._ahead = [message[1:] for message in page]
            average = sum(len(message.payload or "") + len(message.metadata or "") for message in page) // len(page)
            most = min(_ROWS_AT_ONCE, self._size * _TIMES_AS_MANY)
            self._size = max(1, min(most, _BYTES_AT_ONCE // max(average, 1)))
        count = seq - self.seq
        given, self._ahead = self._ahead[:count], self._ahead[count:]
        self.seq += len(given)
        return [("message", record) for record in given]


async def _lengths(read: Any, session: int, measurement: int, derived: int) -> AsyncGenerator[list[Numbered], None]:
    after = 0
    while found := await read(
        lambda connection: records.read_lengths(
            connection,
            session,
            measurement,
            derived,
            after,  # noqa: B023
            _ROWS_AT_ONCE,
        )
    ):
        yield [("length", record) for record in found]
        after = found[-1][2]


async def _attempts(read: Any, whole: WholeSession) -> AsyncGenerator[list[Numbered], None]:
    """The resizes that came to nothing with what there was at that moment."""
    head, revision, after = whole.row.head_seq, whole.row.current_revision, 0
    while found := await read(
        lambda connection: records.read(connection, whole.row.id, "attempt", after + 1, after + _ROWS_AT_ONCE)  # noqa: B023
    ):
        known = next((n for n, record in enumerate(found) if record[1] > revision or record[2] > head), len(found))
        yield [("attempt", record) for record in found[:known]]
        if known < len(found):
            return
        after = found[-1][0]
