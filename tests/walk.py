"""A random walk over all operations of a session, each done to the store and to plain lists."""

from __future__ import annotations

import contextlib
import itertools
import json
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from manager import KeyReusedError, ManagerWarning, ResizeError, Session, SessionManager, SessionNotFoundError
from manager.session import Part
from tests.faces import Face
from tests.messages import Fields
from tests.model import MEASURES, Attempt, Handle, Item, Items, Model, Refused, Version, length
from tests.provider_rules import ties
from tests.walk_material import (
    NUMBER,
    OWN,
    PLAIN,
    QUIET,
    STRATEGIES,
    answer_to,
    batches,
    handles,
    instructions,
    json_values,
    limits,
    messages,
    said,
    settings_and_values,
    texts,
    told,
)

START = 1_700_000_000_000_000


class Clock:
    """Microseconds that pass, stand still and go back as the walk says."""

    now = START

    def __call__(self) -> int:
        return self.now


@dataclass(frozen=True, slots=True)
class Store:
    """Where the walks go: managers of one database, all by one clock, through one face."""

    managers: list[SessionManager]
    face: Face
    clock: Clock


class Walk(RuleBasedStateMachine):
    """One session, seen through many handles of one or two managers."""

    store: ClassVar[Store]
    ids = itertools.count(1)

    def __init__(self) -> None:
        super().__init__()
        self.store.clock.now = START
        self.id = f"walk {next(self.ids)}"
        self.model = Model(now=START)
        self.numbers = itertools.count(1)
        self.turns = itertools.cycle(range(len(self.store.managers)))
        self.which = 0
        self.open: dict[tuple[int, Handle], Session] = {}
        self.texts: list[str] = []

    def session(self, handle: Handle = QUIET) -> Session:
        """The session through a handle like this one, of each manager in turn; always the same for the same."""
        self.which = next(self.turns)
        key = (self.which, handle)
        if key not in self.open:
            made = self.store.managers[self.which].session(self.id, auto_resize=handle.auto_resize)
            for number, (name, strategy) in enumerate(handle.strategies.items()):
                made.register_resize_handler(name, strategy.plain if number % 2 else strategy.awaited)
            if handle.longest_window is not None:
                made.register_analysis_handler(_analysis(handle))
            self.open[key] = made
        return self.store.face(self.open[key])

    def length(self, items: Items) -> int:
        """The length of messages together in the measure of the session."""
        return length(items, self.model.measure)

    def new(self, batch: list[Fields]) -> list[Fields]:
        """The messages, each that asks for one with a number of its own."""
        return [
            {
                key: value.replace(NUMBER, str(next(self.numbers))) if isinstance(value, str) else value
                for key, value in message.items()
            }
            for message in batch
        ]

    def both(self, real: Callable[[Session], Any], model: Callable[[], Any], handle: Handle = QUIET) -> tuple[Any, Any]:
        """The operation's result in the store and in the model; both gave the same warnings, or refused it."""
        session = self.session(handle)
        self.model.process = self.which
        self.model.warned.clear()
        refused: list[type[Exception]] = []
        expected = result = None
        try:
            expected = model()
        except Refused as refusal:
            refused = [refusal.error]
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with pytest.raises(refused[0]) if refused else contextlib.nullcontext():
                result = real(session)
        given = [warning.category for warning in caught if issubclass(warning.category, ManagerWarning)]
        assert given == self.model.warned
        return result, expected

    @initialize(limit=limits, first=instructions, conversation=told)
    def a_conversation_begins(self, limit: int | None, first: list[Fields], conversation: list[Fields]) -> None:
        if limit is not None:
            self.set_setting(("session.max_length", limit))
        if first or conversation:
            self.append(PLAIN, [*self.new(first), *conversation])

    @rule(step=st.sampled_from([0, 1, 1_000_000, -500_000]))
    def time_passes(self, step: int) -> None:
        self.store.clock.now += step
        self.model.now = self.store.clock.now

    # --- appending ------------------------------------------------------------------------------

    @rule(turn=st.lists(said, min_size=1, max_size=3))
    def append_a_turn(self, turn: list[Fields]) -> None:
        self.append(PLAIN, self.new(turn))

    @rule(turn=st.lists(said, min_size=1, max_size=3))
    def append_another_turn(self, turn: list[Fields]) -> None:
        self.append(PLAIN, self.new(turn))

    @rule(handle=handles, message=messages, metadata=json_values)
    def append_one(self, handle: Handle, message: Fields, metadata: Any) -> None:
        self.append(handle, self.new([message]), metadata=metadata)

    @rule(handle=handles, batch=batches)
    def append_many(self, handle: Handle, batch: list[Fields]) -> None:
        self.append(handle, self.new(batch))

    @rule(conversation=told, data=st.data())
    def append_a_conversation(self, conversation: list[Fields], data: st.DataObject) -> None:
        """In the format of one provider, as a batch or in parts."""
        start = 0
        while start < len(conversation):
            size = data.draw(st.integers(1, 3) | st.just(len(conversation)), "size")
            self.append(PLAIN, conversation[start : start + size])
            start += size

    @rule(conversation=told, size=st.integers(1, 4))
    def append_another_conversation(self, conversation: list[Fields], size: int) -> None:
        for start in range(0, len(conversation), size):
            self.append(PLAIN, conversation[start : start + size])

    @precondition(lambda self: any(tie.is_call for item in self.model.log for tie in ties(item.fields)))
    @rule(handle=handles, text=texts, data=st.data())
    def answer_a_call(self, handle: Handle, text: str, data: st.DataObject) -> None:
        """Of any time: now, late, or once more."""
        calls = [(item.fields, tie.id) for item in self.model.log for tie in ties(item.fields) if tie.is_call]
        made_by, call = data.draw(st.sampled_from(calls[-8:]) | st.sampled_from(calls), "call")
        self.append(handle, [answer_to(made_by, call, text)])

    @rule(more=st.integers(-150, 60))
    def append_about_the_limit(self, more: int) -> None:
        """A message that fits beside the head, or shortened, or not at all."""
        limit = self.model.setting("session.max_length") or 300
        text = "".join(str(number % 10) for number in range(max(0, limit + more)))
        self.append(PLAIN, self.new([{"role": "user", "content": f"{NUMBER} {text}"}]))

    @rule(handle=handles, batch=batches, key=st.sampled_from("kKé"), metadata=json_values, again=st.booleans())
    def append_with_key(self, handle: Handle, batch: list[Fields], key: str, metadata: Any, again: bool) -> None:
        batch = self.new(batch)
        known = self.model.keys.get(key)
        if known is not None and again:
            batch, metadata = json.loads(known[0])
        if known is not None and known[0] != json.dumps([batch, metadata]):
            with pytest.raises(KeyReusedError):
                self.session(handle).append(batch, key=key, metadata=metadata)
        else:
            self.append(handle, batch, key=key, metadata=metadata)

    def append(self, handle: Handle, batch: list[Fields], key: str | None = None, metadata: Any = None) -> None:
        before = len(self.model.versions) or 1
        duplicate = key in self.model.keys
        appended, items = self.both(
            lambda session: session.append(batch, key=key, metadata=metadata),
            lambda: self.model.append(handle, batch, key=key, metadata=metadata),
            handle,
        )
        assert appended.duplicate is duplicate
        assert numbered(appended.messages) == as_numbered(items)
        assert [message.metadata for message in appended.messages] == [item.metadata for item in items]
        made = len(self.model.versions)
        expected = [self.expected_facts(made)] if made > before else []
        found = [facts(revision) for revision in [appended.revision] if revision is not None]
        assert found == expected

    # --- other contexts in force ----------------------------------------------------------------

    @rule(handle=handles, new=batches, extend=st.booleans(), data=st.data())
    def set_chat_history(self, handle: Handle, new: list[Fields], extend: bool, data: st.DataObject) -> None:
        full = [item.fields for item in self.model.state.full]
        if not extend:
            positions = st.integers(0, len(full))
            until, start = data.draw(positions), data.draw(positions)
            full = full[:until] + full[start:]
        history = full + self.new(new)
        self.both(
            lambda session: session.set_chat_history(history),
            lambda: self.model.set_chat_history(handle, history),
            handle,
        )

    @rule(window_alone=st.booleans())
    def empty(self, window_alone: bool) -> None:
        if window_alone:
            self.both(lambda session: session.clean_context_window(), self.model.clean_context_window)
        else:
            self.both(lambda session: session.reset_chat_history(), self.model.reset_chat_history)

    @rule(memo=json_values)
    def set_memo(self, memo: Any) -> None:
        self.both(lambda session: session.set_memo(memo), lambda: self.model.set_memo(memo))

    @rule()
    def pop_message(self) -> None:
        popped, expected = self.both(lambda session: session.pop_message(), self.model.pop_message)
        assert numbered(filter(None, [popped])) == as_numbered(filter(None, [expected]))

    @precondition(lambda self: self.model.head)
    @rule(data=st.data())
    def rewind(self, data: st.DataObject) -> None:
        seq = data.draw(st.integers(1, self.model.head))
        self.both(lambda session: session.rewind(seq), lambda: self.model.rewind(seq))

    @precondition(lambda self: self.model.exists)
    @rule(
        data=st.data(),
        keep_newer=st.booleans(),
        parts=st.just({"window", "full", "memo"}) | st.sets(st.sampled_from(["window", "full", "memo"]), min_size=1),
        hold=st.none() | st.booleans(),
    )
    def rollback(self, data: st.DataObject, keep_newer: bool, parts: set[Part], hold: bool | None) -> None:
        revision = data.draw(st.integers(1, len(self.model.versions)))
        made, _ = self.both(
            lambda session: session.rollback(revision, keep_newer=keep_newer, parts=parts, hold=hold),
            lambda: self.model.rollback(revision, keep_newer=keep_newer, parts=parts, hold=hold),
        )
        assert facts(made) == self.expected_facts(len(self.model.versions))

    @precondition(lambda self: len(self.model.versions) > 1)
    @rule(hold=st.none() | st.booleans())
    def undo(self, hold: bool | None) -> None:
        made, _ = self.both(lambda session: session.undo(hold=hold), lambda: self.model.undo(hold=hold))
        assert facts(made) == self.expected_facts(len(self.model.versions))

    # --- what was cut comes back ----------------------------------------------------------------

    @precondition(lambda self: self.model.head)
    @rule(data=st.data(), pins=st.booleans())
    def recall_or_pin(self, data: st.DataObject, pins: bool) -> None:
        seqs = data.draw(st.sets(st.integers(1, self.model.head), min_size=1, max_size=3))
        before = len(self.model.versions)
        if pins:
            made, _ = self.both(lambda session: session.pin(seqs), lambda: self.model.pin(seqs))
        else:
            made, _ = self.both(lambda session: session.recall(seqs), lambda: self.model.recall(seqs))
        expected = [self.expected_facts(len(self.model.versions))] if len(self.model.versions) > before else []
        assert [facts(revision) for revision in [made] if revision is not None] == expected

    @rule(turn=st.lists(said, min_size=2, max_size=3))
    def pin_what_does_not_fit_and_go_on(self, turn: list[Fields]) -> None:
        """Every append is over the limit, and not each of them is told."""
        limit = self.model.setting("session.max_length") or 300
        self.append(QUIET, self.new([{"role": "user", "content": f"{NUMBER} {'x' * limit}"}]))
        newest = [self.model.head]
        self.both(lambda session: session.pin(newest), lambda: self.model.pin(newest))
        for message in self.new(turn):
            self.append(PLAIN, [message])

    @precondition(lambda self: self.model.pins)
    @rule(data=st.data())
    def unpin(self, data: st.DataObject) -> None:
        seqs = data.draw(st.sets(st.integers(1, self.model.head), min_size=1) | st.just(set(self.model.pins)))
        self.both(lambda session: session.unpin(seqs), lambda: self.model.unpin(seqs))

    # --- resizing -------------------------------------------------------------------------------

    @rule(handle=handles, strategy=st.none() | st.sampled_from(["simple_cut", "never_registered"]))
    def resize(self, handle: Handle, strategy: str | None) -> None:
        self.resize_after_a_look(handle, strategy)

    @rule(strategy=st.sampled_from(sorted(STRATEGIES)))
    def resize_by_handler(self, strategy: str) -> None:
        self.resize_after_a_look(OWN, strategy)

    def resize_after_a_look(self, handle: Handle, strategy: str | None) -> None:
        before = self.model.state
        preview = None
        with warnings.catch_warnings(), contextlib.suppress(ResizeError):
            warnings.simplefilter("ignore")
            preview = self.session(handle).preview_resize(strategy)
        made, expected = self.both(
            lambda session: session.resize(strategy), lambda: self.model.resize(handle, strategy), handle
        )
        assert (made is None) == (expected is None)
        if made is not None:
            assert facts(made) == self.expected_facts(len(self.model.versions))
        if made is not None and preview is not None:
            after = self.model.state
            assert preview.removed == [item.fields for item in before.window if item not in after.window]
            assert preview.added == [item.fields for item in after.window if item not in before.window]
            assert (preview.memo_before, preview.memo_after) == (before.memo, after.memo)
            assert (preview.length_before, preview.length_after) == (
                self.length(before.window),
                self.length(after.window),
            )

    @rule(setting=settings_and_values)
    def set_setting(self, setting: tuple[str, Any]) -> None:
        self.both(lambda session: session.set_settings(*setting), lambda: self.model.set_setting(*setting))

    @precondition(lambda self: self.model.own)
    @rule(data=st.data())
    def unset_setting(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(sorted(self.model.own)))
        self.both(lambda session: session.unset_settings(key), lambda: self.model.unset_setting(key))

    @precondition(lambda self: self.model.exists)
    @rule(measure=st.sampled_from(sorted(MEASURES)))
    def remeasure(self, measure: str) -> None:
        made, expected = self.both(lambda session: session.remeasure(measure), lambda: self.model.remeasure(measure))
        assert (made is None) == (expected is None)
        if made is not None:
            assert facts(made) == self.expected_facts(len(self.model.versions))

    # --- texts, handles, the end ----------------------------------------------------------------

    @rule(handle=handles)
    def to_json(self, handle: Handle) -> None:
        text = self.session(handle).to_json()
        state, settings = self.model.state, self.model.namespace()
        automatic = settings["auto_resize"] if handle.auto_resize is None else handle.auto_resize
        assert json.loads(text) == {
            "id": self.id,
            "auto_resize": automatic,
            "full_context": [item.fields for item in state.full],
            "context_window": [item.fields for item in state.window],
            "memo": state.memo,
            "session_settings": {
                key: value for key, value in settings.items() if key not in ("auto_resize", "measure")
            },
        }
        self.texts.append(text)

    @precondition(lambda self: self.texts)
    @rule(data=st.data(), with_memo=st.booleans())
    def load_json(self, data: st.DataObject, with_memo: bool) -> None:
        loaded = json.loads(data.draw(st.sampled_from(self.texts)))
        if not with_memo:
            del loaded["memo"]
        self.both(lambda session: session.load_json(json.dumps(loaded)), lambda: self.model.load(loaded))

    @rule(full=batches, data=st.data())
    def load_what_was_written_by_hand(self, full: list[Fields], data: st.DataObject) -> None:
        full, kept = self.new(full), data.draw(st.integers(0, len(full)))
        loaded = {"full_context": full, "context_window": [{"role": "user", "content": "aside"}, *full[kept:]]}
        self.both(lambda session: session.load_json(json.dumps(loaded)), lambda: self.model.load(loaded))

    @rule()
    def open_handles_anew(self) -> None:
        self.open.clear()

    @precondition(lambda self: len(self.model.versions) > 15)
    @rule()
    def delete_and_begin_again(self) -> None:
        face, manager = self.store.face, self.store.managers[0]
        self.session()
        for session in self.open.values():
            assert face(session).memo == self.model.state.memo  # now it knows the session it is to lose
        face(manager).delete_session(self.id)
        for session in self.open.values():
            with pytest.raises(SessionNotFoundError):
                face(session).append({"role": "user", "content": "too late"})
        self.open.clear()
        self.model = Model(now=self.store.clock.now)

    # --- after every step -----------------------------------------------------------------------

    @invariant()
    def the_present_is_what_the_model_holds(self) -> None:
        session, state = self.session(), self.model.state
        assert numbered(session.context_window) == as_numbered(state.window)
        assert numbered(self.store.face.collect(session.full_context)) == as_numbered(state.full)
        assert numbered(self.store.face.collect(session.log())) == as_numbered(self.model.log)
        assert session.memo == state.memo
        if not self.model.exists:
            with pytest.raises(SessionNotFoundError):
                session.info()
            return
        info = session.info()
        assert (info.revision, info.head_seq, info.held) == (
            len(self.model.versions),
            self.model.head,
            self.model.held,
        )
        assert (info.full_count, info.window_count) == (len(state.full), len(state.window))
        assert (info.window_length, info.measure) == (self.length(state.window), self.model.measure)
        assert info.settings == self.model.own
        assert session.pins == sorted(self.model.pins)

    @invariant()
    def what_came_to_nothing_is_recorded(self) -> None:
        found = self.session().resize_attempts(limit=10_000)
        assert [attempt_facts(attempt) for attempt in reversed(found)] == [
            (number, *as_attempt_facts(attempt)) for number, attempt in enumerate(self.model.attempts, start=1)
        ]

    @invariant()
    def every_revision_reads_as_on_the_day_it_was_made(self) -> None:
        session = self.session()
        for number, version in list(enumerate(self.model.versions, start=1))[-4:]:
            assert numbered(session.window_at(number)) == as_numbered(version.state.window)
        found = session.revisions(limit=10_000)
        assert [facts(revision) for revision in reversed(found)] == [
            self.expected_facts(number) for number in range(1, len(self.model.versions) + 1)
        ]

    @invariant()
    def every_moment_reads_as_it_was(self) -> None:
        session = self.session()
        for seq, (state, revision) in list(self.model.at_seq.items())[-3:]:
            snapshot = session.snapshot(seq=seq)
            assert numbered(snapshot.messages) == as_numbered(state.window)
            assert snapshot.length == length(state.window, self.model.versions[revision - 1].measure)
        for time, moment in list(self.model.at_time.items())[-3:]:
            snapshot = session.snapshot(time=datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=time))
            assert numbered(snapshot.messages) == as_numbered(moment.state.window)
            assert (snapshot.revision, snapshot.head_seq) == (moment.revision, moment.head)
            assert snapshot.memo == moment.state.memo

    @invariant()
    def verify_finds_nothing(self) -> None:
        if self.model.exists:
            assert self.store.face(self.store.managers[0]).verify(self.id).problems == ()

    def teardown(self) -> None:
        """Every moment and revision reads as it was, and so do full context and memo, put in force once more."""
        session = self.session()
        for seq, (state, _) in self.model.at_seq.items():
            assert numbered(session.window_at(seq=seq)) == as_numbered(state.window)
        for number, version in enumerate(self.model.versions, start=1):
            assert numbered(session.window_at(number)) == as_numbered(version.state.window)
            session.rollback(number, keep_newer=False, hold=True)
            assert numbered(self.store.face.collect(session.full_context)) == as_numbered(version.state.full)
            assert session.memo == version.state.memo

    def expected_facts(self, number: int) -> dict[str, Any]:
        version: Version = self.model.versions[number - 1]
        return {
            "kind": version.kind,
            "parent": number - 1 or None,
            "strategy": version.strategy,
            "cause": version.cause,
            "restored": version.restored,
            "head_seq": version.head,
            "full_count": len(version.state.full),
            "window_count": len(version.state.window),
            "window_length": length(version.state.window, version.measure),
            "count_before": len(version.before.window),
            "length_before": length(version.before.window, version.measure_before),
            "dropped_count": len(version.dropped),
            "dropped_length": length(version.dropped, version.measure),
            "measure": version.measure,
            "max_length": version.max_length,
        }


FACTS = (
    *("kind", "parent", "strategy", "cause", "restored", "head_seq", "full_count", "window_count", "window_length"),
    *("count_before", "length_before", "dropped_count", "dropped_length", "max_length", "measure"),
)


def facts(revision: Any) -> dict[str, Any]:
    """What of a revision the model knows."""
    return {name: getattr(revision, name) for name in FACTS}


def attempt_facts(found: Any) -> tuple[Any, ...]:
    """What of a recorded attempt the model knows."""
    return (
        *(found.attempt, found.revision, found.head_seq, found.cause, found.strategy, found.outcome),
        *(found.window_count, found.window_length, found.max_length, found.max_messages),
    )


def as_attempt_facts(made: Attempt) -> tuple[Any, ...]:
    """The same of an attempt in the model, but for its number."""
    return (
        *(made.revision, made.head, made.cause, made.strategy, made.outcome),
        *(len(made.window), length(made.window, made.measure), made.max_length, made.max_messages),
    )


def numbered(found: Iterable[Any]) -> list[tuple[int | None, str]]:
    """Messages of the store by their place and text."""
    return [(message.seq, json.dumps(message)) for message in found]


def as_numbered(items: Iterable[Item]) -> list[tuple[int | None, str]]:
    """Messages of the model by their place and text."""
    return [(item.seq, item.text) for item in items]


def _analysis(handle: Handle) -> Callable[..., str | None]:
    def longer_than_it_may_be(full: Any, window: list[Any], memo: Any, settings: Any) -> str | None:
        assert handle.longest_window is not None
        return handle.strategy if len(window) > handle.longest_window else None

    return longer_than_it_may_be
