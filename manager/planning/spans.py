"""Arithmetic on the entries of a part: spans of the log and derived messages, in the order of the context."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from manager.model import Derived, Entries, Entry, Span


def count(entries: Iterable[Entry]) -> int:
    """How many messages the entries hold."""
    return sum(map(len, entries))


def joined(entries: Iterable[Entry]) -> Entries:
    """The same messages in as few entries as can be."""
    result: list[Entry] = []
    for entry in entries:
        last = result[-1] if result else None
        if isinstance(entry, Span):
            if entry.last < entry.first:
                continue
            if isinstance(last, Span) and last.last + 1 == entry.first:
                result[-1] = Span(last.first, entry.last)
                continue
        result.append(entry)
    return tuple(result)


def content(entries: Entries, at: int, head: int) -> Entries:
    """A part as it reads at a log position: its entries, then the messages `at < seq <= head`."""
    return joined((*entries, Span(at + 1, head)))


def upto(entries: Entries, seq: int) -> Entries:
    """The entries without the messages of the log after `seq`."""
    return joined(Span(entry.first, min(entry.last, seq)) if isinstance(entry, Span) else entry for entry in entries)


def after(entries: Entries, seq: int) -> tuple[Span, ...]:
    """The messages of the log after `seq` among the entries."""
    return tuple(
        entry
        for entry in joined(Span(max(e.first, seq + 1), e.last) for e in entries if isinstance(e, Span))
        if isinstance(entry, Span)
    )


def excluding(entries: Iterable[Entry], holes: Sequence[Span]) -> Entries:
    """The entries without the messages of the log that lie in one of the holes."""
    result = tuple(entries)
    for hole in holes:
        rest: list[Entry] = []
        for entry in result:
            if isinstance(entry, Span):
                rest.append(Span(entry.first, min(entry.last, hole.first - 1)))
                rest.append(Span(max(entry.first, hole.last + 1), entry.last))
            else:
                rest.append(entry)
        result = joined(rest)
    return joined(result)


def part_of(entries: Entries, start: int, stop: int) -> Entries:
    """The messages at positions `start` to `stop` (not included), as entries."""
    result: list[Entry] = []
    position = 0
    for entry in entries:
        size = len(entry)
        low, high = max(start - position, 0), min(stop - position, size)
        if low < high:
            result.append(Span(entry.first + low, entry.first + high - 1) if isinstance(entry, Span) else entry)
        position += size
        if position >= stop:
            break
    return tuple(result)


def references(entries: Iterable[Entry]) -> Iterator[int | Derived]:
    """Every message of the entries in order: its seq, or the derived message."""
    for entry in entries:
        if isinstance(entry, Span):
            yield from range(entry.first, entry.last + 1)
        else:
            yield entry


def from_references(items: Iterable[int | Derived]) -> Entries:
    """The entries that hold just these messages in this order."""
    return joined(Span(item, item) if isinstance(item, int) else item for item in items)


def spans_of(entries: Iterable[Entry]) -> list[Span]:
    """The spans among the entries."""
    return [entry for entry in entries if isinstance(entry, Span)]


def derived_of(entries: Iterable[Entry]) -> list[int]:
    """The ids of the derived messages among the entries."""
    return [entry.derived_id for entry in entries if isinstance(entry, Derived)]


def without_positions(entries: Entries, positions: Collection[int]) -> Entries:
    """The entries without the messages at these positions."""
    result: list[Entry] = []
    start = 0
    for position in sorted(positions):
        result += part_of(entries, start, position)
        start = position + 1
    return joined((*result, *part_of(entries, start, count(entries))))


def with_messages(entries: Entries, seqs: Iterable[int], head: int) -> Entries:
    """The entries with further messages of the log in their places: each before the first span of later ones, and none
    among the first `head` messages."""
    front, rest = part_of(entries, 0, head), list(part_of(entries, head, count(entries)))
    for seq in sorted(seqs):
        index = next((i for i, entry in enumerate(rest) if isinstance(entry, Span) and entry.first > seq), len(rest))
        rest.insert(index, Span(seq, seq))
    return joined((*front, *rest))


def contains(entries: Iterable[Entry], seq: int) -> bool:
    """Whether the message of the log is among the entries."""
    return any(isinstance(entry, Span) and entry.first <= seq <= entry.last for entry in entries)
