"""Searching the log: what was said is found whatever became of the contexts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from manager.errors import InvalidArgumentError
from manager.model import Entries, Message, Page, Span
from manager.operations import rows
from manager.operations.contexts import PAGE, read_part, read_rows
from manager.operations.faces import Face
from manager.operations.history import cursor_numbers, page_size
from manager.operations.ledger import Target
from manager.operations.present import message_of
from manager.planning import spans
from manager.planning.finding import holds, may_hold, pages_backward
from manager.storage import Connection
from manager.storage.codec import QUICK
from manager.storage.entries import PartRows
from manager.storage.messages import MessageRow
from manager.storage.sessions import SessionRow

_AFTER_ALL: Final = 2**62


async def search(
    face: Face, target: Target, text: object, *, in_window: object, limit: object, after: object
) -> Page[Message]:
    """A page of the messages of the log that hold the text, newest first; see Session.search."""
    if not isinstance(text, str) or not text:
        raise InvalidArgumentError("text", text, "text of at least one character")
    if in_window is not None and not isinstance(in_window, bool):
        raise InvalidArgumentError("in_window", in_window, "True, False or None")
    folded = text.casefold()
    size = page_size(limit)
    before = _AFTER_ALL if after is None else cursor_numbers(after, 1)[0]

    def read(connection: Connection) -> tuple[int, list[Span]] | None:
        row = rows.read(connection, target)
        return None if row is None else (row.id, _looked_at(connection, row, in_window, before))

    started = await face.read(target.ledger.database, read)
    if started is None:
        return Page()
    row_id, looked_at = started
    target.row_id = row_id
    found: list[Message] = []
    for page in pages_backward(looked_at, PAGE):

        def look(connection: Connection, page: Entries = page, most: int = size - len(found)) -> list[Message]:
            return _found(connection, target, row_id, page, folded, most)

        found += await face.read(target.ledger.database, look)
        if len(found) == size:
            break
    last = found[-1].seq if len(found) == size else None
    is_more = last is not None and last > looked_at[0].first
    return Page(found, next=str(last) if is_more else None)


def _looked_at(connection: Connection, row: SessionRow, in_window: bool | None, before: int) -> list[Span]:
    """The spans of the log, rising, in which the text is looked for."""
    log = (Span(1, min(row.head_seq, before - 1)),)
    if in_window is None:
        return spans.spans_of(spans.joined(log))
    part = read_part(connection, row, "window")
    window = sorted(spans.spans_of(part.entries), key=lambda span: span.first)
    if not in_window:
        return spans.spans_of(_without(log[0], window))
    return spans.spans_of(spans.upto(tuple(window), before - 1))


def _without(whole: Span, holes: Sequence[Span]) -> Entries:
    """The whole without the holes, which rise."""
    result: list[Span] = []
    first = whole.first
    for hole in holes:
        result.append(Span(first, min(hole.first - 1, whole.last)))
        first = hole.last + 1
    return spans.joined((*result, Span(first, whole.last)))


def _found(connection: Connection, target: Target, row_id: int, page: Entries, folded: str, most: int) -> list[Message]:
    """The newest of the page's messages that hold the text, at most so many, newest first."""
    found: list[Message] = []
    for _, row in reversed(read_rows(connection, target, row_id, PartRows(page, {}))):
        assert isinstance(row, MessageRow)
        if row.encoding == QUICK and not may_hold(row.payload or "", folded):
            continue
        message = message_of(row)
        if holds(message, folded):
            found.append(message)
            if len(found) == most:
                break
    return found
