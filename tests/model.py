"""What a session has to hold after any operations, worked out on plain lists that are copied at every step."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from manager import (
    ManagerWarning,
    OverLimitWarning,
    ResizeError,
    ResizeFailedWarning,
    UnknownStrategyWarning,
)
from manager.errors import RecallError, WindowFormatWarning
from manager.planning.approximate import approximate
from tests.messages import Fields
from tests.provider_rules import groups, problems
from tests.shortened import shortened_together
from tests.simple_cut import measured
from tests.window_cut import Limits, answers, window_cut

MEASURES: dict[str, Callable[[Fields], int]] = {"characters": measured, "approximate": approximate}

DEFAULTS: dict[str, Any] = {
    "session.max_length": None,
    "session.max_messages": None,
    "session.target_length": None,
    "session.target_messages": None,
    "session.strategy": "simple_cut",
    "session.pinned_roles": ["system", "developer"],
    "session.keep_rounds": None,
    "session.keep_tool_results": 3,
    "session.auto_resize": True,
    "session.on_resize_error": "warn",
    "session.validate": "warn",
    "session.resize_timeout": 120,
    "session.measure": "characters",
}


@dataclass(frozen=True, eq=False, slots=True)
class Item:
    """One message; two with the same fields are still two."""

    fields: Fields
    seq: int | None = None
    source: int | None = None  # the message of the log this one is a shortened form of
    metadata: Any = None

    @property
    def text(self) -> str:
        return json.dumps(self.fields)

    @property
    def stands_for(self) -> int | None:
        """The message of the log it is, or is a shortened form of."""
        return self.source if self.seq is None else self.seq


Items: TypeAlias = tuple[Item, ...]


def length(items: Iterable[Item], measure: str) -> int:
    """The length of messages together in a measure."""
    return sum(MEASURES[measure](item.fields) for item in items)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A message with its length in the measure of the moment."""

    item: Item
    length: int

    @property
    def fields(self) -> Fields:
        return self.item.fields


@dataclass(frozen=True, slots=True)
class State:
    """Both contexts and the memo at one moment; `pinned`: how many messages of the window's head later cuts keep."""

    window: Items = ()
    full: Items = ()
    memo: Any = None
    pinned: int | None = None

    def followed_by(self, items: Iterable[Item]) -> State:
        new = tuple(items)
        return replace(self, window=self.window + new, full=self.full + new)

    def upto(self, seq: int) -> State:
        return replace(self, window=_upto(self.window, seq), full=_upto(self.full, seq))


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A revision as it was made; `replaced`: what it logged in replacing the contexts, not in extending them.

    Its lengths are in its own measure, that of the window before it in the measure of then.
    """

    kind: str
    state: State
    before: State
    head: int
    measure: str
    measure_before: str
    strategy: str | None = None
    cause: str | None = None
    restored: int | None = None
    max_length: int | None = None
    replaced: Items = ()

    @property
    def dropped(self) -> Items:
        """What this revision took out of the window, where that is what its kind does."""
        if self.kind not in ("resize", "recall", "pop", "clear", "reset"):
            return ()
        gone = tuple(item for item in self.before.window if item not in self.state.window)
        if self.kind == "recall":  # what a message was shortened to gives way to it, and is not dropped
            there = {item.seq for item in self.state.window}
            gone = tuple(item for item in gone if item.source is None or item.source not in there)
        return gone


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A resize that came to nothing, with the window before it, or the one it left over the limit."""

    revision: int
    head: int
    cause: str
    strategy: str
    outcome: str
    window: Items
    measure: str
    max_length: int | None
    max_messages: int | None


@dataclass(frozen=True, slots=True)
class Backoff:
    """What automatic resizes by a strategy wait for: a length or a count of the window, or other settings."""

    strategy: str
    settings: str
    length: int | None
    count: int | None


class Refused(Exception):
    """The operation raises this error, and changes nothing but what the model has changed before."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error
        super().__init__(error)


@dataclass(frozen=True, slots=True)
class Moment:
    """What there was at a time: the state, the newest revision and the newest message."""

    state: State
    revision: int
    head: int


@dataclass(frozen=True, eq=False, slots=True)
class Strategy:
    """A resize handler that looks at the full context from `start` to `stop` and decides from what it is given."""

    decide: Callable[[list[Any], list[Any], Any, Mapping[str, Any]], Any]
    start: int = 0
    stop: int = 0

    def plain(self, full: Any, window: list[Any], memo: Any, settings: Mapping[str, Any]) -> Any:
        return self.decide(full[self.start : self.stop], window, memo, settings)

    async def awaited(self, full: Any, window: list[Any], memo: Any, settings: Mapping[str, Any]) -> Any:
        return self.decide(await full.read(self.start, self.stop), window, memo, settings)


@dataclass(frozen=True, eq=False, slots=True)
class Handle:
    """What a handle brings along beside the session's id."""

    auto_resize: bool | None = None
    longest_window: int | None = None  # the analysis handler asks for `strategy` where the window has more messages
    strategy: str | None = None
    strategies: Mapping[str, Strategy] = field(default_factory=dict)


@dataclass(slots=True)
class Model:
    """One session.

    Each operation does to the lists what the operation of that name promises to do, and leaves the warnings it gives
    in `warned`. `now` is the clock.
    """

    now: int = 0
    log: list[Item] = field(default_factory=list)
    state: State = State()
    versions: list[Version] = field(default_factory=list)
    held: bool = False
    measure: str = "characters"
    own: dict[str, Any] = field(default_factory=dict)
    keys: dict[str, tuple[str, Items]] = field(default_factory=dict)
    pins: set[int] = field(default_factory=set)
    attempts: list[Attempt] = field(default_factory=list)
    backoff: Backoff | None = None
    process: int = 0  # in which the operation is done
    told: set[tuple[int, str]] = field(default_factory=set)  # processes, strategies they said they do not know
    warned: list[type[ManagerWarning]] = field(default_factory=list)
    right_after: dict[int, tuple[State, int]] = field(default_factory=dict)  # seq: contexts, revision in force
    at_seq: dict[int, tuple[State, int]] = field(default_factory=dict)  # the same, whatever came before the next seq
    at_time: dict[int, Moment] = field(default_factory=dict)

    # --- what is read ---------------------------------------------------------------------------

    @property
    def exists(self) -> bool:
        return bool(self.versions)

    @property
    def head(self) -> int:
        return len(self.log)

    def setting(self, key: str) -> Any:
        return self.own.get(key, DEFAULTS[key])

    @property
    def limits(self) -> Limits:
        names = ("max_length", "max_messages", "target_length", "target_messages")
        return Limits(*(self.setting(f"session.{name}") for name in names))

    def over_limit(self, items: Items | None = None) -> bool:
        return self.limits.exceeded_by(self._weighed(self.state.window if items is None else items))

    def _weighed(self, items: Items) -> tuple[Weighed, ...]:
        return tuple(Weighed(item, length([item], self.measure)) for item in items)

    def resizes_automatically(self, handle: Handle) -> bool:
        stored: bool = self.setting("session.auto_resize")
        return stored if handle.auto_resize is None else handle.auto_resize

    def namespace(self) -> dict[str, Any]:
        return {key.removeprefix("session."): value for key, value in {**DEFAULTS, **self.own}.items()}

    # --- appending and setting ------------------------------------------------------------------

    def append(
        self, handle: Handle, messages: Sequence[Fields], *, key: str | None = None, metadata: Any = None
    ) -> Items:
        """The messages as stored; those of the first call where the key was used before."""
        if key is None and not messages:
            return ()
        request = json.dumps([messages, metadata])
        if key is not None and key in self.keys:
            asked, first = self.keys[key]
            assert asked == request, "the caller has to expect KeyReusedError"
            return first
        self._begin()
        new = self._logged(messages, metadata)
        if key is not None:
            self.keys[key] = (request, new)
        for item in new:
            self.state = self.state.followed_by([item])
            self._note(item, self.state, len(self.versions))
        if new:
            self._settle_after_write(handle, new)
            self._resize_after_write(handle)
            self._note(new[-1], self.state, len(self.versions))
        self._note_moment()
        return new

    def set_chat_history(self, handle: Handle, messages: Sequence[Fields]) -> None:
        self._begin()
        items, new, extends = self._full_of(messages)
        self._replace("set", State(items, items, self.state.memo), new, extends)
        self._resize_after_write(handle)
        if new:
            self._note(new[-1], self.state, len(self.versions))
        self._note_moment()

    def load(self, data: Mapping[str, Any]) -> None:
        """What a text in the original system's format holds."""
        self._begin()
        settings = {f"session.{key}": value for key, value in data.get("session_settings", {}).items()}
        if data.get("auto_resize") is not None:
            settings["session.auto_resize"] = data["auto_resize"]
        self.own.update({key: value for key, value in settings.items() if self.setting(key) != value})
        items, new, extends = self._full_of(data["full_context"])
        window = self._found(data["context_window"], [items], {})
        memo = data.get("memo", self.state.memo)
        self._replace("import", State(window, items, memo), new, extends)
        if new:
            self._note(new[-1], self.state, len(self.versions))
        self._note_moment()

    def _full_of(self, messages: Sequence[Fields]) -> tuple[Items, Items, bool]:
        """The messages as a full context, those of them that are new, and whether they only extend the present one."""
        wanted = [json.dumps(message) for message in messages]
        present = self.state.full
        shared = 0
        while shared < min(len(wanted), len(present)) and wanted[shared] == present[shared].text:
            shared += 1
        rest, ahead = present[shared:], wanted[shared:]
        overlap = min(len(rest), len(ahead))
        while overlap and [item.text for item in rest[-overlap:]] != ahead[:overlap]:
            overlap -= 1
        kept = present[:shared] + rest[len(rest) - overlap :]
        new = self._logged(messages[len(kept) :])
        return kept + new, new, shared == len(present)

    def _logged(self, messages: Sequence[Fields], metadata: Any = None) -> Items:
        new = tuple(
            Item(message, seq=seq, metadata=metadata) for seq, message in enumerate(messages, start=self.head + 1)
        )
        self.log.extend(new)
        return new

    # --- other contexts in force ----------------------------------------------------------------

    def reset_chat_history(self) -> None:
        self._begin()
        self._commit("reset", State(memo=self.state.memo))
        self._note_moment()

    def clean_context_window(self) -> None:
        self._begin()
        self._commit("clear", State(full=self.state.full, memo=self.state.memo))
        self._note_moment()

    def set_memo(self, memo: Any) -> None:
        self._begin()
        self._commit("memo", replace(self.state, memo=memo), hold=self.held, other_window=False)
        self._note_moment()

    def pop_message(self) -> Item | None:
        if not self.state.full:
            return None
        popped = self.state.full[-1]
        gone = {
            item
            for item in self.state.window
            if item is popped or (popped.seq is not None and item.source == popped.seq)
        }
        window = tuple(item for item in self.state.window if item not in gone)
        pinned = self.state.pinned
        if pinned is not None:
            pinned -= len(gone.intersection(self.state.window[:pinned]))
        self._commit("pop", State(window, self.state.full[:-1], self.state.memo, pinned))
        self._note_moment()
        return popped

    def rewind(self, seq: int) -> None:
        state, revision = self.right_after[seq]
        self._commit("rewind", replace(state, memo=self.state.memo), restored=revision)
        self._note_moment()

    def rollback(
        self,
        revision: int,
        *,
        keep_newer: bool = True,
        parts: Collection[str] = ("window", "full", "memo"),
        hold: bool | None = None,
    ) -> None:
        old = self.versions[revision - 1]
        replaced = {item for later in self.versions[revision:] for item in later.replaced}
        newer = tuple(
            item
            for item in self.state.full
            if item.seq is not None and item.seq > old.head and item not in replaced and keep_newer
        )
        restored = old.state.followed_by(newer)
        self._restore(
            replace(
                self.state,
                **{
                    name: getattr(restored, name)
                    for name in ("window", "full", "memo", "pinned")
                    if (name if name != "pinned" else "window") in parts
                },
            ),
            revision,
            hold,
            touches_window="window" in parts,
            memo_only=set(parts) == {"memo"},
        )

    def undo(self, *, hold: bool | None = None) -> None:
        current, parent = self.versions[-1], self.versions[-2]
        since = [item for item in self.log[parent.head :] if item not in current.replaced]
        self._restore(parent.state.followed_by(since), len(self.versions) - 1, hold)

    def _restore(
        self, state: State, revision: int, hold: bool | None, *, touches_window: bool = True, memo_only: bool = False
    ) -> None:
        over = touches_window and self.over_limit(state.window)
        if hold is None:
            hold = self.held if memo_only else over
            if over:
                self.warned.append(OverLimitWarning)
        self._commit(
            "rollback",
            state,
            restored=revision,
            max_length=self.setting("session.max_length"),
            hold=hold,
            other_window=touches_window,
        )
        self._note_moment()

    # --- settings -------------------------------------------------------------------------------

    def set_setting(self, key: str, value: Any) -> None:
        self._store_settings({**self.own, key: value})

    def unset_setting(self, key: str) -> None:
        self._store_settings({name: value for name, value in self.own.items() if name != key})

    def _store_settings(self, settings: dict[str, Any]) -> None:
        self._begin()
        ends_hold = ("session.max_length", "session.max_messages", "session.strategy")
        absent = object()
        if any(self.own.get(key, absent) != settings.get(key, absent) for key in ends_hold):
            self.held = False
        self.own = settings
        self._note_moment()

    # --- what was cut comes back ----------------------------------------------------------------

    def pin(self, seqs: Collection[int]) -> Version | None:
        made = self._returned("pin", seqs)
        self.pins.update(seqs)
        self._note_moment()
        return made

    def unpin(self, seqs: Collection[int]) -> None:
        self.pins.difference_update(seqs)

    def recall(self, seqs: Collection[int]) -> Version | None:
        made = self._returned("recall", seqs, within_limits=True)
        self._note_moment()
        return made

    def _returned(self, kind: str, seqs: Collection[int], *, within_limits: bool = False) -> Version | None:
        there = {item.seq for item in self.state.window}
        stand_in_for = {item.stands_for for item in self.state.window}
        wanted = {seq for seq in seqs if seq not in there}
        for members, state in self._groups_said(sorted(seqs)):
            if state not in ("whole", "open"):
                raise Refused(RecallError)
            wanted.update(seq for seq in members if seq not in stand_in_for)
        window = self._with_originals(self.state.window, wanted, self.state.pinned or 0)
        if not wanted:
            return None
        if len(_dead(window)) > len(_dead(self.state.window)):
            raise Refused(RecallError)  # they would stand behind a call that waits
        if within_limits and self.over_limit(window):
            raise Refused(RecallError)
        return self._commit(kind, replace(self.state, window=window))

    def _groups_said(self, seqs: Sequence[int]) -> list[tuple[list[int], str]]:
        """The groups of the messages by their seqs, with their states: in the full context, else in all of the log."""
        found: list[tuple[list[int], str]] = []
        for context in (self.state.full, tuple(self.log)):
            known = {seq for members, _ in found for seq in members}
            for group in groups([item.fields for item in context], latest=True):
                members = [context[place].seq for place in group.members]
                named = [seq for seq in members if seq is not None]
                if len(named) == len(members) and any(seq in seqs and seq not in known for seq in named):
                    found.append((named, group.state))
        return found

    def _with_originals(self, window: Items, seqs: Collection[int], head: int) -> Items:
        """The window with messages of the log before the first later one, and none in the head."""
        items = [item for item in window if item.source is None or item.source not in seqs]
        for seq in sorted(seqs):
            later = (at for at in range(head, len(items)) if (items[at].seq or 0) > seq)
            items.insert(next(later, len(items)), self.log[seq - 1])
        return tuple(items)

    def _settle_after_write(self, handle: Handle, new: Items) -> None:
        leaves = (
            self.resizes_automatically(handle)
            and handle.longest_window is None
            and self.limits.there
            and self.setting("session.validate") == "warn"
        )
        if leaves or any(answers(item.fields) for item in new):
            self._settle("auto", leaves)

    def _settle(self, cause: str, leaves: bool) -> Version | None:
        """Late answers bring their calls to stand before them; what no provider accepts leaves the window.

        Where nothing leaves, only what is not in the window comes back.
        """
        window = self.state.window
        dead = _dead(window)
        there = [item.stands_for for item in window]
        late = [item.stands_for for item in window if item in dead and answers(item.fields)]
        returning: dict[int, list[Item]] = {}
        moved: set[Item] = set()
        saved: set[int] = set()
        for members, state in self._groups_said([seq for seq in late if seq is not None]):
            present = [place for place, seq in enumerate(there) if seq in members]
            wanted = leaves or any(seq not in there for seq in members)
            if state in ("whole", "open") and len(members) > 1 and present and wanted:
                others = [seq for seq in members if seq != there[present[-1]]]
                returning[present[-1]] = [
                    window[len(there) - 1 - there[::-1].index(seq)] if seq in there else self.log[seq - 1]
                    for seq in others
                ]
                moved |= {item for item in window if item.stands_for in others}
                saved |= set(members)
        leaving = {item for item in dead if leaves and item.stands_for not in saved}
        if not returning and len(leaving) in (0, len(window)):
            return None
        pinned = _without(self.state, leaving | moved).pinned
        rearranged: list[Item] = []
        for place, item in enumerate(window):
            rearranged += [*returning.get(place, ()), *(() if item in leaving | moved else (item,))]
        settled = replace(self.state, window=tuple(rearranged), pinned=pinned)
        if leaves:  # what came back may stand behind a call that waited; an answer for the meantime is one no more
            settled = _without(settled, _dead(settled.window))
        return self._commit(
            "recall" if returning else "resize",
            settled,
            strategy=None if returning else "drop_unanswered_calls",
            cause=cause,
            max_length=self.setting("session.max_length"),
            hold=self.held and cause == "auto",
        )

    # --- measures -------------------------------------------------------------------------------

    def remeasure(self, measure: str) -> Version | None:
        before = self.measure
        if measure == before:
            return None
        self.measure = measure
        self.backoff = None
        made = self._commit("remeasure", self.state, hold=self.held, other_window=False, measure_before=before)
        self._note_moment()
        return made

    # --- resizing -------------------------------------------------------------------------------

    def resize(self, handle: Handle, strategy: str | None = None) -> Version | None:
        made = self._resize(handle, strategy, "manual")
        self.held = False
        self.backoff = None
        self._note_moment()
        return made

    def wanted_strategy(self, handle: Handle) -> str | None:
        if handle.longest_window is not None:
            return handle.strategy if len(self.state.window) > handle.longest_window else None
        return self.setting("session.strategy") if self.over_limit() else None

    def _resize_after_write(self, handle: Handle) -> None:
        if self.resizes_automatically(handle) and not self.held:
            self._resize(handle, None, "auto")

    def _resize(self, handle: Handle, strategy: str | None, cause: str) -> Version | None:
        name = self.wanted_strategy(handle) if strategy is None else strategy
        if name is not None and name in handle.strategies:
            if not self.exists or (cause == "auto" and self._waits(name)):
                return None
            return self._by_handler(handle, name, cause)
        if name == "simple_cut":
            repairs = cause == "manual" and self.exists and not self.over_limit()
            return self._settle(cause, True) if repairs else self._by_cut(cause)
        if name is not None and (cause == "manual" or (self.process, name) not in self.told):
            self.warned.append(UnknownStrategyWarning)
            if cause == "auto":
                self.told.add((self.process, name))
            if self.exists:
                self._record("unknown_strategy", name, cause)
        return None

    def _by_cut(self, cause: str) -> Version | None:
        before, backoff = self.state.window, self.backoff
        told = cause == "auto" and self._waits("simple_cut")
        cut = window_cut(
            self._weighed(before),
            self.limits,
            head=self.state.pinned,
            pinned_roles=self.setting("session.pinned_roles"),
            pinned=[place for place, item in enumerate(before) if item.stands_for in self.pins],
            shortened=self._shortened,
        )
        if cut is None:
            return None
        made = None
        window = tuple(weighed.item for weighed in cut.window)
        if window != before:
            state = replace(self.state, window=window, pinned=cut.pinned)
            limit = self.setting("session.max_length")
            made = self._commit("resize", state, strategy="simple_cut", cause=cause, max_length=limit)
        if cut.over_limit and not self.over_limit():
            self.warned.append(OverLimitWarning)
        elif cut.over_limit and told:
            self.backoff = backoff
        elif cut.over_limit:
            self.warned.append(OverLimitWarning)
            self._back_off("over_limit", "simple_cut", cause)
        return made

    def _by_handler(self, handle: Handle, name: str, cause: str) -> Version | None:
        strategy = handle.strategies[name]
        read = self.state.full[strategy.start : strategy.stop]
        try:
            full, window, memo = strategy.decide(
                [item.fields for item in read],
                [item.fields for item in self.state.window],
                self.state.memo,
                self.namespace(),
            )
        except ZeroDivisionError:
            self._back_off("failed", name, cause)
            if cause == "manual":
                raise Refused(ResizeError) from None
            self.warned.append(ResizeFailedWarning)
            return None
        known = [self.state.window, read]
        derived: dict[tuple[str, int], Item] = {}
        state = self.state
        other_window = False
        if window is not None:
            found = self._found(window, known, derived)
            other_window = found != state.window
            if other_window:
                state = replace(state, window=found, pinned=None)
        if full is not None:
            state = replace(state, full=self._found(full, known, derived))
        if memo is not None:
            state = replace(state, memo=memo)
        built_in = handle.longest_window is None
        if (state.window, state.full) == (self.state.window, self.state.full) and _same(state.memo, self.state.memo):
            self._back_off("declined", name, cause)
            if cause == "auto":
                self.warned.append(OverLimitWarning if built_in else ResizeFailedWarning)
            return None
        limit = self.setting("session.max_length")
        made = self._commit("resize", state, strategy=name, cause=cause, max_length=limit, other_window=other_window)
        if self.over_limit() and built_in:
            self._back_off("over_limit", name, cause)
            self.warned.append(OverLimitWarning)
        refused = other_window and problems([item.fields for item in state.window])
        if refused and self.setting("session.validate") == "warn":
            self.warned.append(WindowFormatWarning)
        return made

    def _shortened(self, items: Sequence[Weighed], room: int) -> dict[int, Weighed] | None:
        measure = MEASURES[self.measure]
        found = shortened_together([each.fields for each in items], measure, room)
        if found is None:
            return None
        return {
            place: Weighed(Item(fields, source=items[place].item.stands_for), measure(fields))
            for place, fields in found.items()
        }

    # --- resizes that come to nothing -----------------------------------------------------------

    def _record(self, outcome: str, strategy: str, cause: str) -> None:
        self.attempts.append(
            Attempt(
                revision=len(self.versions),
                head=self.head,
                cause=cause,
                strategy=strategy,
                outcome=outcome,
                window=self.state.window,
                measure=self.measure,
                max_length=self.setting("session.max_length"),
                max_messages=self.setting("session.max_messages"),
            )
        )

    def _back_off(self, outcome: str, strategy: str, cause: str) -> None:
        """The attempt is recorded; an automatic one is not made again before the window has grown by a tenth."""
        self._record(outcome, strategy, cause)
        now, count = length(self.state.window, self.measure), len(self.state.window)
        limit, most = self.setting("session.max_length"), self.setting("session.max_messages")
        by_length = now + max(1, (limit or now) // 10)
        self.backoff = None
        if cause == "auto":
            self.backoff = Backoff(
                strategy,
                json.dumps(self.namespace()),
                None if limit is None and most is not None else by_length,
                None if most is None else count + max(1, most // 10),
            )

    def _waits(self, strategy: str) -> bool:
        wait = self.backoff
        return (
            wait is not None
            and (wait.strategy, wait.settings) == (strategy, json.dumps(self.namespace()))
            and (wait.length is None or length(self.state.window, self.measure) < wait.length)
            and (wait.count is None or len(self.state.window) < wait.count)
        )

    @staticmethod
    def _found(wanted: Sequence[Fields], known: Sequence[Items], derived: dict[tuple[str, int], Item]) -> Items:
        """The wanted messages among the known ones, newest first and in order; what is not there is new.

        Args:
            known: where to look, in this order of preference.
            derived: the new ones so far, by text and by how often the text was new in one context: a message that is
                new in both contexts is one.
        """
        candidates = [list(items) for items in known]
        found: list[Item | None] = []
        for message in reversed(wanted):
            match = None
            for items in candidates:
                same = [item for item in items if item.text == json.dumps(message)]
                if same and match is None:
                    match = same[-1]
            found.insert(0, match)
            if match is not None:
                candidates = [_older(items, match) for items in candidates]
        times: dict[str, int] = {}
        result: list[Item] = []
        for message, known_item in zip(wanted, found, strict=True):
            text = json.dumps(message)
            if known_item is None:
                times[text] = times.get(text, 0) + 1
                known_item = derived.setdefault((text, times[text]), Item(dict(message)))
            result.append(known_item)
        return tuple(result)

    # --- keeping --------------------------------------------------------------------------------

    def _begin(self) -> None:
        if not self.versions:
            self._commit("created", State())

    def _commit(
        self, kind: str, state: State, *, hold: bool = False, other_window: bool = True, **facts: Any
    ) -> Version:
        measures = {"measure": self.measure, "measure_before": self.measure, **facts}
        version = Version(kind=kind, state=state, before=self.state, head=self.head, **measures)
        self.versions.append(version)
        self.state = state
        self.held = hold
        if other_window:
            self.backoff = None
        return version

    def _note(self, item: Item, state: State, revision: int) -> None:
        assert item.seq is not None
        self.right_after[item.seq] = (state, revision)
        self.at_seq[item.seq] = (state, revision)

    def _replace(self, kind: str, state: State, new: Items, extends: bool) -> None:
        """The revision of a set or import, in which what it logged is there at once: each `new` message in its place.

        What only extends the present full context counts as said before it.
        """
        if extends:
            self.state = self.state.followed_by(new)
        self._commit(kind, state, replaced=() if extends else new)
        for item in new:
            assert item.seq is not None
            self._note(item, self.state.upto(item.seq), len(self.versions))

    def _note_moment(self) -> None:
        if not self.exists:
            return
        if self.head:
            self.at_seq[self.head] = (self.state, len(self.versions))
        moment = Moment(self.state, len(self.versions), self.head)
        if not self.at_time or self.at_time[max(self.at_time)] != moment:
            self.at_time[max([self.now, *self.at_time])] = moment


def _dead(items: Items) -> set[Item]:
    """Those of a window that no provider accepts beside the others."""
    return {
        items[place]
        for group in groups([item.fields for item in items])
        if group.state not in ("whole", "open")
        for place in group.members
    }


def _without(state: State, leaving: Collection[Item]) -> State:
    """The state without these messages in its window."""
    pinned = state.pinned
    if pinned is not None:
        pinned = len([item for item in state.window[:pinned] if item not in leaving])
    return replace(state, window=tuple(item for item in state.window if item not in leaving), pinned=pinned)


def _upto(items: Items, seq: int) -> Items:
    return tuple(item for item in items if item.seq is None or item.seq <= seq)


def _older(items: list[Item], match: Item) -> list[Item]:
    """What stands before the match, or in its place where it is not among them."""
    if match in items:
        return items[: items.index(match)]
    if match.seq is None:
        return items
    newest = 0
    for position, item in enumerate(items):
        newest = max(newest, item.seq or 0)
        if newest >= match.seq:
            return items[:position]
    return items


def _same(one: Any, other: Any) -> bool:
    return json.dumps(one) == json.dumps(other)
