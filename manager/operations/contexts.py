"""Reading: the window, the full context and the log, as they stand at one moment."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, overload

from manager.errors import SessionNotFoundError
from manager.model import Entries, Message, Span
from manager.operations import rows
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.present import derived_message, memo_of, message_from, message_of
from manager.operations.windows import explain_missing, part_of_version
from manager.planning import spans
from manager.planning.matching import PayloadKey, Reference
from manager.storage import Connection, measurements, messages, moments
from manager.storage import entries as entry_rows
from manager.storage.digests import payload_key
from manager.storage.entries import DerivedRow, PartRows
from manager.storage.memos import MemoRow
from manager.storage.messages import MessageRow
from manager.storage.sessions import SessionRow

#: Messages read at once where a context is walked through.
PAGE = 500

StoredRow: TypeAlias = "MessageRow | DerivedRow"


@dataclass(frozen=True, slots=True)
class Known:
    """A message that was read: where it is, what stands for its payload, and its length."""

    reference: Reference
    key: PayloadKey
    length: int


@dataclass(frozen=True, slots=True)
class View:
    """A session's window and memo at one moment, with what a resize needs to find its messages again."""

    row: SessionRow
    entries: Entries
    messages: list[Message]
    known: list[Known]
    memo: MemoRow | None


def read_part(connection: Connection, row: SessionRow, part: str) -> PartRows:
    """A part as it stands under the session's row: entries with the tail, and derived messages with their payloads.

    The pointers and `head_seq` are of one row, so that what is read by them is one moment without a transaction.
    """
    return part_of_version(connection, row, row, part, payloads=True)


def read_window(connection: Connection, target: Target, row: SessionRow) -> PartRows:
    """The window as `read_part` reads it; nothing is read where its revision is the cut this handle made last."""
    known = target.spans_after_cut(row.revision_digest)
    if known is not None:
        return PartRows(spans.content(known, row.window_at, row.head_seq), {})
    return read_part(connection, row, "window")


def read_rows(
    connection: Connection, target: Target, session: int, part: PartRows
) -> list[tuple[Reference, StoredRow]]:
    """The messages of the entries in order.

    Never fewer messages.

    Raises:
        SessionNotFoundError: the session was deleted meanwhile.
        StoredDataError: a message is not there, though the session is.
    """
    chosen = spans.spans_of(part.entries)
    found = messages.read_spans(connection, session, chosen) if chosen else {}
    result: list[tuple[Reference, StoredRow]] = []
    for reference in spans.references(part.entries):
        row = found.get(reference) if isinstance(reference, int) else part.derived.get(reference.derived_id)
        if row is None or row.payload is None:
            what = f"message {reference}" if isinstance(reference, int) else f"derived message {reference.derived_id}"
            explain_missing(connection, session, target, what)
        result.append((reference, row))
    return result


def read_messages(connection: Connection, target: Target, session: int, part: PartRows) -> list[Message]:
    """The messages of the entries in order, of which nothing else is to be known.

    Never fewer messages.

    Raises:
        SessionNotFoundError: the session was deleted meanwhile.
        StoredDataError: a message is not there, though the session is.
    """
    chosen = spans.spans_of(part.entries)
    found = messages.read_contents(connection, session, chosen) if chosen else {}
    result: list[Message] = []
    for entry in part.entries:
        if isinstance(entry, Span):
            try:
                contents = [found[seq] for seq in range(entry.first, entry.last + 1)]
            except KeyError as missing:
                explain_missing(connection, session, target, f"message {missing.args[0]}")
            result += map(message_from, contents)
        else:
            derived = part.derived.get(entry.derived_id)
            if derived is None or derived.payload is None:
                explain_missing(connection, session, target, f"derived message {entry.derived_id}")
            result.append(derived_message(derived))
    return result


def as_message(row: StoredRow) -> Message:
    """The stored row as the message it is."""
    return message_of(row) if isinstance(row, MessageRow) else derived_message(row)


def in_measure_of(
    connection: Connection, session: SessionRow, found: list[tuple[Reference, StoredRow]]
) -> list[tuple[Reference, StoredRow]]:
    """The messages with their lengths in the measure of the session's row."""
    if session.measurement == 0:
        return found
    seqs = sorted({reference for reference, _ in found if isinstance(reference, int)})
    log = measurements.measured_again(connection, session, spans.spans_of(spans.from_references(seqs)))
    ids = [reference.derived_id for reference, _ in found if not isinstance(reference, int)]
    derived = measurements.derived_measured_again(connection, session, ids)
    result: list[tuple[Reference, StoredRow]] = []
    for reference, row in found:
        new = log.get(reference) if isinstance(reference, int) else derived.get(reference.derived_id)
        result.append((reference, row if new is None else row._replace(length=new)))
    return result


def known(reference: Reference, row: StoredRow) -> Known:
    """What a resize finds the message again by."""
    return Known(reference, payload_key(row.payload or ""), row.length)


def now(connection: Connection, target: Target) -> tuple[SessionRow, MemoRow | None] | None:
    """The session's row and memo; None where it was never written to.

    Raises:
        SessionNotFoundError: the session this handle knew was deleted.
    """
    row_id = target.row_id
    found = moments.now(connection, row_id, target.owner, target.session_id)
    if found is None and row_id is not None:
        raise SessionNotFoundError(target.session_id, target.owner, deleted=True)
    return found


def view(connection: Connection, target: Target) -> View | None:
    """The session's window and memo now; None where it was never written to."""
    found = now(connection, target)
    if found is None:
        return None
    row, memo = found
    part = read_window(connection, target, row)
    read = in_measure_of(connection, row, read_rows(connection, target, row.id, part))
    return View(row, part.entries, [as_message(item) for _, item in read], [known(*item) for item in read], memo)


async def context_window(face: Face, target: Target) -> list[Message]:
    """What goes into the next request to the model."""

    def read(connection: Connection) -> tuple[int | None, list[Message]]:
        row = rows.read(connection, target)
        if row is None:
            return None, []
        part = read_window(connection, target, row)
        return row.id, read_messages(connection, target, row.id, part)

    row_id, found = await face.read(target.ledger.database, read)
    if row_id is not None:
        target.row_id = row_id
    return found


async def memo(face: Face, target: Target) -> Any:
    """The memo; None where there is none."""

    found = await face.read(target.ledger.database, lambda connection: now(connection, target))
    if found is None:
        return None
    row, stored = found
    target.row_id = row.id
    return memo_of(stored)


async def full_context(face: Face, target: Target) -> LazyContext:
    """The conversation as it stands now, read page by page when it is looked at."""

    def read(connection: Connection) -> tuple[SessionRow | None, PartRows]:
        row = rows.read(connection, target)
        return row, entry_rows.EMPTY_PART if row is None else read_part(connection, row, "full")

    row, part = await face.read(target.ledger.database, read)
    if row is not None:
        target.row_id = row.id
    return LazyContext(target, row, part)


async def log(face: Face, target: Target, *, after: int, before: int | None, limit: int | None) -> LazyContext:
    """Messages of the log, whatever became of the contexts: `after < seq < before`, the first `limit` of them."""

    row = await face.read(target.ledger.database, lambda connection: rows.read(connection, target))
    head = 0
    if row is not None:
        target.row_id, head = row.id, row.head_seq
    last = head if before is None else min(head, before - 1)
    if limit is not None:
        last = min(last, after + limit)
    return LazyContext(target, row, PartRows(spans.joined((Span(after + 1, last),)), {}))


@dataclass(eq=False)
class LazyContext(Sequence[Message]):
    """Messages of one moment, read from the database a page at a time when they are looked at.

    Index, slice and iterate it like a list; on the async face use `async for` and `await read(start, stop)`. No
    connection is held between pages, and nothing that was read is kept.
    """

    _target: Target
    _row: SessionRow | None
    _part: PartRows
    _on_read: Callable[[int, list[Known]], None] | None = None
    _count: int = field(init=False)

    def __post_init__(self) -> None:
        self._count = spans.count(self._part.entries)

    @property
    def entries(self) -> Entries:
        return self._part.entries

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Message: ...
    @overload
    def __getitem__(self, index: slice) -> list[Message]: ...
    def __getitem__(self, index: int | slice) -> Message | list[Message]:
        if isinstance(index, slice):
            positions = range(*index.indices(self._count))
            if not positions:
                return []
            low, high = min(positions[0], positions[-1]), max(positions[0], positions[-1])
            found = self._read_now(low, high + 1)
            return [found[position - low] for position in positions]
        position = range(self._count)[index]
        return self._read_now(position, position + 1)[0]

    def __iter__(self) -> Iterator[Message]:
        for start in range(0, self._count, PAGE):
            yield from self._read_now(start, min(start + PAGE, self._count))

    async def __aiter__(self) -> AsyncIterator[Message]:
        for start in range(0, self._count, PAGE):
            for message in await self.read(start, start + PAGE):
                yield message

    async def read(self, start: int, stop: int) -> list[Message]:
        """The messages at positions `start` to `stop` (not included), read without blocking the loop."""
        start, stop, _ = slice(start, stop).indices(self._count)
        if start >= stop:
            return []
        found = await self._target.ledger.database.async_run(self._work(start, stop), write=False)
        return self._seen(start, *found)

    def _read_now(self, start: int, stop: int) -> list[Message]:
        return self._seen(start, *self._target.ledger.database.run(self._work(start, stop), write=False))

    def _work(self, start: int, stop: int) -> Callable[[Connection], tuple[list[Message], list[Known]]]:
        row = self._row
        assert row is not None, "a context without a session is empty, and nothing of it is read"
        part = PartRows(spans.part_of(self._part.entries, start, stop), self._part.derived)

        def work(connection: Connection) -> tuple[list[Message], list[Known]]:
            if self._on_read is None:
                return read_messages(connection, self._target, row.id, part), []
            found = in_measure_of(connection, row, read_rows(connection, self._target, row.id, part))
            return [as_message(item) for _, item in found], [known(*item) for item in found]

        return work

    def _seen(self, start: int, found: list[Message], to_find_again: list[Known]) -> list[Message]:
        if self._on_read is not None:
            self._on_read(start, to_find_again)
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self._count} messages of session {self._target.session_id!r}>"
