"""What a resize handler returned, checked and found again among the messages the store has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from manager.errors import InvalidMemoError, InvalidMessageError, ManagerError, ResizeResultError
from manager.model import Derived, Draft, Encoded, Entries, Message, ResizeResult
from manager.operations.contexts import Known, LazyContext, View, read_part
from manager.operations.drafts import draft_of, json_of
from manager.operations.faces import Face
from manager.operations.ledger import Ledger, Target
from manager.operations.revise import NewDerived, NewSummary
from manager.planning import spans
from manager.planning.matching import Reference, match_newest_first
from manager.protocols import Measure
from manager.storage import Connection
from manager.storage.digests import payload_key
from manager.storage.entries import EMPTY_PART, PartRows
from manager.storage.sessions import SessionRow


@dataclass(slots=True)
class FullReader:
    """The full context for one run of a handler, and which of its messages the handler looked at."""

    target: Target
    row: SessionRow | None
    read: dict[int, Known] = field(default_factory=dict)
    entries: Entries = ()

    async def context(self, face: Face) -> LazyContext:
        """The lazy full context, of the same moment as the row."""
        row = self.row
        part = EMPTY_PART
        if row is not None:

            def work(connection: Connection) -> PartRows:
                return read_part(connection, row, "full")

            part = await face.read(self.target.ledger.database, work)
        self.entries = part.entries
        return LazyContext(self.target, row, part, self._note)

    def _note(self, start: int, found: list[Known]) -> None:
        self.read.update(enumerate(found, start))

    def in_order(self) -> list[Known]:
        """What was read, in the order of the full context."""
        return [self.read[position] for position in sorted(self.read)]


@dataclass(frozen=True, slots=True)
class Basis:
    """What a built-in strategy's plan rests on: the messages of its window, the positions of those no provider accepts
    (what is pinned may be among them), whether one of them waits for an answer, and what was pinned."""

    messages: list[dict[str, Any]]
    refused: frozenset[int]
    waits: bool
    pins: frozenset[int]


@dataclass(frozen=True, slots=True)
class HandlerPlan:
    """The revision a handler asks for; a part or memo of None stays as it is.

    Built-in strategies add how many messages at the front later cuts keep, what summarizers were asked, the settings
    they went by, and what must still hold when the plan comes into force. `contents`: the messages of the window that a
    user's handler wants.
    """

    full: Entries | None
    window: Entries | None
    window_length: int
    added: list[Message]
    dropped_count: int
    dropped_length: int
    derived: tuple[NewDerived, ...]
    memo: Encoded | None
    reason: Encoded | None
    metadata: Encoded | None
    window_pinned: int | None = None
    summaries: tuple[NewSummary, ...] = ()
    settings: str | None = None
    basis: Basis | None = None
    contents: list[dict[str, Any]] | None = None


def plan_result(
    ledger: Ledger, strategy: str, returned: object, seen: View, full: FullReader, measure: Measure
) -> HandlerPlan | None:
    """What the handler wants changed; None where that is what there is already.

    Raises:
        ResizeResultError: it is no resize result, or holds what cannot be kept.
    """
    result = _result_of(strategy, returned)
    try:
        wanted_window = _drafts(ledger, strategy, returned, result.window, measure, "new_window")
        wanted_full = _drafts(ledger, strategy, returned, result.full, measure, "new_full")
        memo = None if result.memo is None else json_of(result.memo, "new_memo")
        reason = None if result.reason is None else json_of(result.reason, "reason")
        metadata = None if result.metadata is None else json_of(result.metadata, "metadata")
    except (InvalidMessageError, InvalidMemoError) as error:
        raise ResizeResultError(strategy, returned, str(error)) from error

    finder = _Finder(seen, full)
    window = None if wanted_window is None else finder.find(wanted_window)
    new_full = None if wanted_full is None else finder.find(wanted_full)
    if window is not None and spans.from_references(window) == seen.entries:
        window = None
    if new_full is not None and spans.from_references(new_full) == full.entries:
        new_full = None
    if memo is not None and seen.memo is not None and memo.text == seen.memo.content:
        memo = None
    if window is None and new_full is None and memo is None:
        return None

    kept = set(window) if window is not None else {item.reference for item in seen.known}
    dropped = [item.length for item in seen.known if item.reference not in kept]
    before = {item.reference for item in seen.known}
    window_length = (
        seen.row.window_length
        if window is None or wanted_window is None
        else sum(finder.length(reference) for reference in window)
    )
    return HandlerPlan(
        full=None if new_full is None else spans.from_references(new_full),
        window=None if window is None else spans.from_references(window),
        window_length=window_length,
        added=[
            Message(item.content.value)
            for item, reference in zip(wanted_window or (), window or (), strict=window is not None)
            if reference not in before
        ],
        dropped_count=len(dropped),
        dropped_length=sum(dropped),
        derived=tuple(finder.derived),
        memo=memo,
        reason=reason,
        metadata=metadata,
        contents=None if window is None else [item.content.value for item in wanted_window or ()],
    )


class _Finder:
    """Finds the messages of a result; what is not found becomes a derived message, once for both contexts."""

    def __init__(self, seen: View, full: FullReader) -> None:
        self._window = [(item.reference, item.key) for item in seen.known]
        self._read = [(item.reference, item.key) for item in full.in_order()]
        self._lengths: dict[Reference, int] = {
            item.reference: item.length for item in (*seen.known, *full.read.values())
        }
        self._new: dict[tuple[str, int], Derived] = {}
        self.derived: list[NewDerived] = []

    def find(self, wanted: list[Draft]) -> list[Reference]:
        keys = [payload_key(item.content.text) for item in wanted]
        found = match_newest_first(keys, self._window, self._read)
        times: dict[str, int] = {}
        result: list[Reference] = []
        for item, reference in zip(wanted, found, strict=True):
            if reference is None:
                occurrence = times[item.content.text] = times.get(item.content.text, 0) + 1
                reference = self._derive(item, occurrence)
            result.append(reference)
        return result

    def _derive(self, item: Draft, occurrence: int) -> Derived:
        identity = (item.content.text, occurrence)
        if identity not in self._new:
            self.derived.append(NewDerived(item))
            reference = self._new[identity] = Derived(-len(self.derived))
            self._lengths[reference] = item.length
        return self._new[identity]

    def length(self, reference: Reference) -> int:
        return self._lengths[reference]


def _result_of(strategy: str, returned: object) -> ResizeResult:
    if isinstance(returned, ResizeResult):
        if returned.reason is not None and not isinstance(returned.reason, str):
            raise ResizeResultError(strategy, returned, "its reason is no text")
        return returned
    if not isinstance(returned, tuple | list):
        raise ResizeResultError(strategy, returned, f"it is of type {type(returned).__name__}")
    count = len(tuple(returned))
    if count != 3:
        raise ResizeResultError(strategy, returned, f"it holds {count} values, not three")
    full, window, memo = tuple(returned)
    return ResizeResult(full, window, memo)


def _drafts(
    ledger: Ledger, strategy: str, returned: object, given: Any, measure: Measure, place: str
) -> list[Draft] | None:
    if given is None:
        return None
    if isinstance(given, str | bytes | Mapping | Set) or not isinstance(given, Iterable):
        raise ResizeResultError(
            strategy, returned, f"{place} is of type {type(given).__name__}, not a list of messages"
        )
    try:
        return [draft_of(ledger, message, measure, f"{place}[{index}]") for index, message in enumerate(given)]
    except ManagerError:
        raise
    except Exception as error:
        raise ResizeResultError(strategy, returned, f"{place} raised {type(error).__name__}: {error}") from error
