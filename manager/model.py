"""The values the store speaks in; none of them changes after it is made."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, NoReturn, TypeAlias, TypeVar

JSON: TypeAlias = "dict[str, JSON] | list[JSON] | str | int | float | bool | None"

T = TypeVar("T")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def from_microseconds(microseconds: int) -> datetime:
    """The moment, aware and in UTC."""
    return _EPOCH + timedelta(microseconds=microseconds)


def to_microseconds(moment: datetime) -> int:
    """Microseconds since the epoch; a naive moment is local time, as everywhere in `datetime`."""
    return (moment.astimezone(UTC) - _EPOCH) // timedelta(microseconds=1)


class Message(dict[str, Any]):
    """A message as it came, every field in its order; a dict that does not change.

    `seq` is its place in the session's log, from 1; None for a message a handler wrote. `created_at` is when it was
    stored. `metadata` is kept beside it and never part of what a model is sent.
    """

    __slots__ = ("_created", "_metadata", "_seq")

    def __init__(
        self,
        fields: Mapping[str, Any] | Iterable[tuple[str, Any]] = (),
        *,
        seq: int | None = None,
        created: int | None = None,
        metadata: Any = None,
    ) -> None:
        super().__init__(fields)
        self._seq = seq
        self._created = created
        self._metadata = metadata

    @property
    def role(self) -> str | None:
        """Who speaks; None where the message has no role, as items of the Responses API have none."""
        role = self.get("role")
        return role if isinstance(role, str) else None

    @property
    def content(self) -> Any:
        """What the message says: text, blocks, or None."""
        return self.get("content")

    @property
    def seq(self) -> int | None:
        """Its place in the session's log, from 1; None for a message that a handler wrote or that is not stored."""
        return self._seq

    @property
    def created_at(self) -> datetime | None:
        """When it was stored, aware and in UTC; None where `seq` is."""
        return None if self._created is None else from_microseconds(self._created)

    @property
    def metadata(self) -> Any:
        """What was kept beside it; never part of what a model is sent."""
        return self._metadata

    def model_dump(self) -> dict[str, Any]:
        """A plain dict of the same fields, that may be changed."""
        return copy.deepcopy(dict(self))

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a Message does not change; message.model_dump() gives a dict that does")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_message, (dict(self), self._seq, self._created, self._metadata)

    def __copy__(self) -> Message:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Message:
        return Message(
            copy.deepcopy(dict(self), memo),
            seq=self._seq,
            created=self._created,
            metadata=copy.deepcopy(self._metadata, memo),
        )


def _restore_message(fields: dict[str, Any], seq: int | None, created: int | None, metadata: Any) -> Message:
    return Message(fields, seq=seq, created=created, metadata=metadata)


class Page(list[T]):
    """A list with the cursor of the page that follows it in `next`; None when there is none.

    A filter that no index serves is walked in bounded steps: such a page may be short, even empty, and still have a
    `next`.
    """

    def __init__(self, items: Iterable[T] = (), *, next: str | None = None) -> None:
        super().__init__(items)
        self.next = next


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One version of (full_context, context_window, memo), and how it came to be.

    Attributes:
        owner, session_id: whose it is.
        revision, parent: its number, from 1, and that of the one before it; None for the first.
        kind: created, resize, recall, pin, remeasure, set, reset, clear, memo, pop, rewind, rollback or import.
        strategy, cause: of a resize, the name of the strategy, and "auto" or "manual".
        restored: of a rollback or rewind, the revision it went back to.
        head_seq: the last message of the log when it was made.
        measure: what its lengths are counted in; of a revision of kind remeasure, `length_before` is in the one before.
        full_count, window_count, window_length: what the contexts held when it was made, and the window's length.
        count_before, length_before: the window just before it, what was said since its parent included.
        dropped_count, dropped_length: what a resize, pop, clear or reset took out of the window.
        max_length, settings: the limit a resize or rollback went by, and what else it went by, if not built in.
        actor, reason, metadata: what was said about it.
        duration: how long it took to decide.
        digest: what it is chained to the revisions before it by, in hexadecimal.
        created_at: aware and in UTC; never earlier than that of the one before it.
    """

    owner: str
    session_id: str
    revision: int
    parent: int | None
    kind: str
    strategy: str | None
    cause: str | None
    restored: int | None
    head_seq: int
    measure: str
    full_count: int
    window_count: int
    window_length: int
    count_before: int
    length_before: int
    dropped_count: int
    dropped_length: int
    max_length: int | None
    settings: dict[str, Any]
    actor: str | None
    reason: str | None
    metadata: Any
    duration: timedelta
    digest: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ResizeAttempt:
    """A resize that came to nothing.

    Attributes:
        owner, session_id: whose it is.
        attempt: its number, from 1.
        revision, head_seq: the current revision and the last message of the log.
        cause: "auto" or "manual".
        strategy: its name; None where the analysis failed before it named one.
        outcome: "declined" (it left everything as it was), "failed" (it raised, or returned what is no result),
            "over_limit" (the window it left is over the limit still; `revision` is the one it made) or
            "unknown_strategy" (it is not registered in the process that was to run it).
        window_count, window_length: the window it came to nothing with.
        max_length, max_messages: the limits in force.
        reason: what there is to say about it.
        duration: how long the strategy took.
        created_at: aware and in UTC.
    """

    owner: str
    session_id: str
    attempt: int
    revision: int
    head_seq: int
    cause: str
    strategy: str | None
    outcome: str
    window_count: int
    window_length: int
    max_length: int | None
    max_messages: int | None
    reason: str | None
    duration: timedelta
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """What an append stored.

    Attributes:
        messages: as they are stored, with their seq.
        duplicate: the key had been used for the same content before, and nothing was stored now.
        revision: the cut it led to; None where it led to none.
    """

    messages: tuple[Message, ...]
    duplicate: bool = False
    revision: Revision | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What the model sees at one moment, read in one go.

    Attributes:
        messages, memo: the window and the memo.
        revision, head_seq: the revision in force, and the last message of the log.
        length, max_length: of the window, and the limit in force; of a past moment, the limit its revision noted.
    """

    messages: list[Message]
    memo: Any
    revision: int
    head_seq: int
    length: int
    max_length: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    """What differs between two windows.

    Attributes:
        before, after: the revisions compared; `after` is None for a preview.
        removed, added: messages that are only in the first window, and only in the second.
        memo_before, memo_after: both memos.
        length_before, length_after: of both windows.
    """

    before: int
    after: int | None
    removed: list[Message]
    added: list[Message]
    memo_before: Any
    memo_after: Any
    length_before: int
    length_after: int

    @property
    def memo_changed(self) -> bool:
        """Whether the two memos differ."""
        return bool(self.memo_before != self.memo_after)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInfo:
    """Where a session stands, without reading any message.

    Attributes:
        owner, session_id, title, metadata: what it is called, and what was kept beside it.
        measure, settings: the measure its lengths are in, and its own settings under dotted keys.
        head_seq, head_digest: the last message of the log, and the log's digest after it, in hexadecimal.
        revision: the current one.
        full_count, window_count, window_length: what its contexts hold, and the window's length.
        held: automatic resizing waits, after a rollback.
        created_at, updated_at, active_at: of its making, of its last append or revision, and the minute of that.
    """

    owner: str
    session_id: str
    title: str | None
    metadata: Any
    measure: str
    settings: dict[str, Any]
    head_seq: int
    head_digest: str
    revision: int
    full_count: int
    window_count: int
    window_length: int
    held: bool
    created_at: datetime
    updated_at: datetime
    active_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowProblem:
    """Something in a window that a provider would refuse.

    Attributes:
        position, seq: of the message in the window, and in the log; `seq` is None where a handler wrote it.
        kind: "unanswered_call", "orphan_result", "dangling_reasoning", or "parted_result": a result that does not
            follow its call directly.
        what: what is wrong there, in words.
        calls: the ids of the calls it is about; "" stands for one without an id.
        pending: what it misses may still come.
    """

    position: int
    seq: int | None
    kind: str
    what: str
    pending: bool
    calls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """The first thing `verify` found wrong in a session.

    Attributes:
        owner, session_id: of the session.
        table, row: where it is.
        what: what is wrong there, in words.
    """

    owner: str
    session_id: str
    table: str
    row: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyReport:
    """What `verify` looked at, and the first problem of each session that has one.

    Attributes:
        sessions, messages, revisions: how many were looked at.
        problems: none where all is well.
    """

    sessions: int
    messages: int
    revisions: int
    problems: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport:
    """What `export_jsonl` wrote.

    Attributes:
        sessions, messages, revisions: how many were written.
        problems: the first problem of each session that is not as it was written, and was left out therefore.
    """

    sessions: int
    messages: int
    revisions: int
    problems: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every session was written."""
        return not self.problems


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedSession:
    """A session of a file that was not imported.

    Attributes:
        owner, session_id: of the session.
        line: where in the file it begins, from 1.
        reason: why, in words.
    """

    owner: str
    session_id: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What `import_jsonl` did.

    Attributes:
        imported: sessions that were not there.
        continued: sessions that were there as they stood earlier, and have what came since.
        present: sessions of which everything was there.
        messages, revisions: how many the imported sessions have, and the continued ones have more than before.
        refused: sessions that were left as they are, because another one of that name is there.
    """

    imported: int
    continued: int
    present: int
    messages: int
    revisions: int
    refused: tuple[RefusedSession, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether no session was refused."""
        return not self.refused


@dataclass(frozen=True, slots=True)
class ResizeResult:
    """What a resize handler wants.

    Attributes:
        full, window, memo: the new contexts and memo; None for what stays as it is.
        metadata, reason: kept with the revision.
    """

    full: Sequence[Mapping[str, Any]] | None = None
    window: Sequence[Mapping[str, Any]] | None = None
    memo: Any = None
    metadata: Any = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """What a summarizer returns where it has more to say than the text.

    Attributes:
        text: the summary; for a memo any JSON value.
        model: which model wrote it.
        cost: what it cost: a number, or any other JSON value.
        metadata: any JSON value to be kept with it.
    """

    text: Any
    model: str | None = None
    cost: Any = None
    metadata: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Messages that left a window together, came into it together, or were shown to a summarizer.

    Attributes:
        first, last: their places in the log, both included; of a message a handler wrote, those of the message it
            stands for, if one.
        derived_id: of a message a handler wrote, its number; None where the messages are of the log.
        count, length: how many they are, and what they measure together.
        roles: how many messages of each role; messages without a role count under None.
    """

    first: int | None
    last: int | None
    derived_id: int | None
    count: int
    length: int
    roles: dict[str | None, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryCall:
    """One call of a summarizer, as the revision keeps it.

    Attributes:
        given: what it was shown, in the order of the window.
        follows: the number of the call whose answer it was shown as well, in front or as the memo; None for none.
        returned: the text or JSON value it returned.
        model, cost, metadata: what it said about it.
        derived_id: the message it became; None where it became none.
        duration: how long it took.
    """

    given: tuple[Passage, ...]
    follows: int | None
    returned: Any
    model: str | None
    cost: Any
    metadata: Any
    derived_id: int | None
    duration: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What a revision did to the window, and why.

    Attributes:
        revision: its row: kind, strategy, cause, limit, settings, actor, reason, lengths before and after.
        left, came: what left the window, and what came into it.
        pinned: how many messages at the front every cut keeps; None where no cut made the window.
        memo_changed: whether the memo is another one.
        summaries: the calls of a summarizer it came of, in order.
        text: all of it, in words.
    """

    revision: Revision
    left: tuple[Passage, ...]
    came: tuple[Passage, ...]
    pinned: int | None
    memo_changed: bool
    summaries: tuple[SummaryCall, ...]
    text: str

    def __str__(self) -> str:
        return self.text


# --- what planning and storage hand each other --------------------------------------------------


@dataclass(frozen=True, slots=True)
class Span:
    """Messages `first` to `last` of the log, both included."""

    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Derived:
    """One derived message."""

    derived_id: int

    def __len__(self) -> int:
        return 1


Entry: TypeAlias = Span | Derived
Entries: TypeAlias = tuple[Entry, ...]


class Encoded(NamedTuple):
    """A JSON value as it is stored: its text, the text's bytes, how it must be read, and what it decodes to."""

    text: str
    data: bytes
    encoding: int
    value: Any


class Ties(NamedTuple):
    """The ids of the calls a message makes that need an answer, and of those it answers."""

    calls: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()


NO_TIES = Ties()


class Draft(NamedTuple):
    """A message ready to be stored: walked, encoded and measured before any transaction."""

    content: Encoded
    role: str | None
    links: int
    length: int
    ties: Ties = NO_TIES


@dataclass(frozen=True, slots=True)
class Note:
    """What the caller says about a revision."""

    reason: Encoded | None = None
    actor: str | None = None
    metadata: Encoded | None = None


NO_NOTE = Note()

#: The parts of a revision, in the order and with the numbers of `ledger_window_entries.part`.
PARTS: dict[str, int] = {"full": 0, "window": 1}
