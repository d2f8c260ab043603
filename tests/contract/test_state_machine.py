"""Random walks over all operations: after every step the store holds what plain lists hold, now and at every moment."""

from __future__ import annotations

import itertools
import json
import os
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from manager import KeyReusedError, ManagerWarning, Session, SessionManager, SessionNotFoundError
from manager.session import Part
from tests.backends import Backend
from tests.faces import Face
from tests.model import Fields, Handle, Item, Items, Model, Strategy, Version
from tests.simple_cut import total

#: How many walks each backend and face takes; CONTEXTLEDGER_FUZZ asks for more.
WALKS = {"sqlite": 20, "sqlite-memory": 5, "sqlite-aiosqlite": 3, "postgresql": 3, "mariadb": 3}
STEPS = 30

# --- what a walk is made of ---------------------------------------------------------------------

#: Where a text holds it, the walk puts a number of its own there: most messages differ, and some do not.
NUMBER = "№"

texts = st.text(st.sampled_from("abc dé汉😀'\"\\\n"), max_size=60)
roles = st.sampled_from(["user", "user", "assistant", "system", "developer"])


def _numbered_text(role: str, text: str) -> Fields:
    return {"role": role, "content": f"{NUMBER} {text}"}


def _call(number: int) -> Fields:
    arguments = json.dumps({"city": "München", "n": number})
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": f"c{number}", "type": "function", "function": {"name": "f", "arguments": arguments}}],
    }


messages = st.one_of(
    st.builds(_numbered_text, roles, texts),
    st.builds(_numbered_text, roles, texts),
    st.sampled_from([{"role": "user", "content": "ok"}, {"content": "ok", "role": "user"}, {"type": "reasoning"}]),
    st.builds(_call, st.integers(1, 9)),
    st.builds(lambda n: {"role": "tool", "tool_call_id": f"c{n}", "content": "x" * 7 * n}, st.integers(1, 30)),
)
batches = st.lists(messages, max_size=5)
json_values = st.none() | st.integers() | st.text("aé\x00\ud83d", max_size=3) | st.just({"b": [1, None], "a": 2**70})
limits = st.none() | st.integers(30, 120) | st.integers(100, 700)


def _summary(read: list[Any], window: list[Any], memo: Any, settings: Mapping[str, Any]) -> Any:
    text = f"{len(window)} messages, at most {settings['max_length']}"
    return None, [{"role": "system", "content": text}, *window[-1:]], {"summaries": text}


def _rewritten(read: list[Any], window: list[Any], memo: Any, settings: Mapping[str, Any]) -> Any:
    kept = [{"role": "developer", "content": "before"}, {"role": "user", "content": "before"}, *read]
    return kept, kept[:1] + window[-2:], None


STRATEGIES = {
    "last_two": Strategy(lambda read, window, memo, settings: (None, window[-2:], memo)),
    "summary": Strategy(_summary),
    "readmitted": Strategy(lambda read, window, memo, settings: (None, read + window[-1:], None), 0, 3),
    "rewritten": Strategy(_rewritten, -3, 10**6),
    "full_in_window": Strategy(lambda read, window, memo, settings: (None, read, memo), 0, 10**6),
    "backward": Strategy(lambda read, window, memo, settings: (None, window[::-1], None)),
    "twice": Strategy(lambda read, window, memo, settings: (window * 2, window + window[-1:], memo)),
    "memo_only": Strategy(lambda read, window, memo, settings: (None, None, {"seen": len(window)})),
    "emptied": Strategy(lambda read, window, memo, settings: (None, [], None)),
    "nothing": Strategy(lambda read, window, memo, settings: (None, None, None)),
    "as_it_was": Strategy(lambda read, window, memo, settings: (read, window, memo), 0, 10**6),
}
HANDLES = (
    Handle(),
    Handle(auto_resize=False),
    Handle(strategies=STRATEGIES),
    Handle(strategies=STRATEGIES, auto_resize=True, longest_window=4, strategy="last_two"),
    Handle(strategies=STRATEGIES, longest_window=3, strategy="summary"),
    Handle(strategies=STRATEGIES, longest_window=5, strategy="rewritten"),
    Handle(longest_window=2, strategy="simple_cut"),
    Handle(longest_window=2, strategy="never_registered"),
)
handles = st.sampled_from(HANDLES)
settings_and_values = st.one_of(
    st.tuples(st.just("session.max_length"), limits),
    st.tuples(st.just("session.max_length"), limits),
    st.tuples(st.just("session.pinned_roles"), st.sampled_from([[], ["system"], ["system", "developer", "user"]])),
    st.tuples(st.just("session.auto_resize"), st.booleans()),
    st.tuples(st.just("session.strategy"), st.sampled_from(["simple_cut", "summary", "last_two"])),
)


@dataclass(frozen=True, slots=True)
class Store:
    """Where the walks go: managers of one database, all by one clock, through one face."""

    managers: list[SessionManager]
    face: Face
    clock: Clock


START = 1_700_000_000_000_000


class Clock:
    """Microseconds that pass, stand still and go back as the test says."""

    now = START

    def __call__(self) -> int:
        return self.now


# --- the walk -----------------------------------------------------------------------------------


class Walk(RuleBasedStateMachine):
    """One session, seen through many handles of one or two managers."""

    store: Store
    ids = itertools.count(1)

    def __init__(self) -> None:
        super().__init__()
        self.store.clock.now = START
        self.id = f"walk {next(self.ids)}"
        self.model = Model(now=START)
        self.numbers = itertools.count(1)
        self.turns = itertools.cycle(range(len(self.store.managers)))
        self.open: dict[tuple[int, Handle], Session] = {}
        self.texts: list[str] = []

    def session(self, handle: Handle = HANDLES[1]) -> Session:
        """The session through a handle like this one, of each manager in turn; always the same for the same."""
        which = next(self.turns)
        key = (which, handle)
        if key not in self.open:
            made = self.store.managers[which].session(self.id, auto_resize=handle.auto_resize)
            for number, (name, strategy) in enumerate(handle.strategies.items()):
                made.register_resize_handler(name, strategy.plain if number % 2 else strategy.awaited)
            if handle.longest_window is not None:
                made.register_analysis_handler(_analysis(handle))
            self.open[key] = made
        return self.store.face(self.open[key])

    def new(self, batch: list[Fields]) -> list[Fields]:
        """The messages, each that asks for one with a number of its own."""
        return [
            {
                key: value.replace(NUMBER, str(next(self.numbers))) if isinstance(value, str) else value
                for key, value in message.items()
            }
            for message in batch
        ]

    def both(self, real: Callable[[], Any], model: Callable[[], Any]) -> tuple[Any, Any]:
        """The operation's result in the store and in the model; both gave the same warnings."""
        self.model.warned.clear()
        expected = model()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            result = real()
        given = [warning.category for warning in caught if issubclass(warning.category, ManagerWarning)]
        assert given == self.model.warned
        return result, expected

    @rule(step=st.sampled_from([0, 1, 1_000_000, -500_000]))
    def time_passes(self, step: int) -> None:
        self.store.clock.now += step
        self.model.now = self.store.clock.now

    # --- writing --------------------------------------------------------------------------------

    @rule(handle=handles, message=messages, metadata=json_values)
    def append_one(self, handle: Handle, message: Fields, metadata: Any) -> None:
        (message,) = self.new([message])
        appended, expected = self.both(
            lambda: self.session(handle).append(message, metadata=metadata),
            lambda: self._appending(handle, [message], metadata=metadata),
        )
        self._check_appended(appended, *expected)

    @rule(handle=handles, batch=batches)
    def append_many(self, handle: Handle, batch: list[Fields]) -> None:
        batch = self.new(batch)
        appended, expected = self.both(
            lambda: self.session(handle).append(batch), lambda: self._appending(handle, batch)
        )
        self._check_appended(appended, *expected)

    @rule(handle=handles, batch=batches, key=st.sampled_from("kKé"), metadata=json_values)
    def append_with_key(self, handle: Handle, batch: list[Fields], key: str, metadata: Any) -> None:
        batch = self.new(batch)
        known = self.model.keys.get(key)
        if known is not None and known[0] != json.dumps([batch, metadata]):
            with pytest.raises(KeyReusedError):
                self.session(handle).append(batch, key=key, metadata=metadata)
            return
        appended, expected = self.both(
            lambda: self.session(handle).append(batch, key=key, metadata=metadata),
            lambda: self._appending(handle, batch, key=key, metadata=metadata),
        )
        self._check_appended(appended, *expected, duplicate=known is not None)

    @precondition(lambda self: self.model.keys)
    @rule(handle=handles, data=st.data())
    def append_with_key_again(self, handle: Handle, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(sorted(self.model.keys)))
        batch, metadata = json.loads(self.model.keys[key][0])
        appended, expected = self.both(
            lambda: self.session(handle).append(batch, key=key, metadata=metadata),
            lambda: self._appending(handle, batch, key=key, metadata=metadata),
        )
        self._check_appended(appended, *expected, duplicate=True)

    def _appending(
        self, handle: Handle, batch: list[Fields], key: str | None = None, metadata: Any = None
    ) -> tuple[Items, Version | None]:
        before = len(self.model.versions) or 1
        items = self.model.append(handle, batch, key=key, metadata=metadata)
        made = self.model.versions[before:]
        return items, made[0] if made else None

    def _check_appended(self, appended: Any, items: Items, made: Version | None, *, duplicate: bool = False) -> None:
        assert appended.duplicate is duplicate
        assert _numbered(appended.messages) == _as_numbered(items)
        assert [message.metadata for message in appended.messages] == [item.metadata for item in items]
        assert (None if appended.revision is None else _facts(appended.revision)) == (
            None if made is None else self._expected_facts(len(self.model.versions))
        )

    @rule(handle=handles, new=batches, data=st.data())
    def set_chat_history(self, handle: Handle, new: list[Fields], data: st.DataObject) -> None:
        full = [item.fields for item in self.model.state.full]
        positions = st.integers(0, len(full))
        until, start = data.draw(positions), data.draw(positions)
        history = full[:until] + full[start:] + self.new(new)
        self.both(
            lambda: self.session(handle).set_chat_history(history),
            lambda: self.model.set_chat_history(handle, history),
        )

    @rule(new=batches)
    def extend_chat_history(self, new: list[Fields]) -> None:
        history = [item.fields for item in self.model.state.full] + self.new(new)
        self.both(
            lambda: self.session().set_chat_history(history),
            lambda: self.model.set_chat_history(HANDLES[1], history),
        )

    @rule()
    def reset_chat_history(self) -> None:
        self.both(lambda: self.session().reset_chat_history(), self.model.reset_chat_history)

    @rule()
    def clean_context_window(self) -> None:
        self.both(lambda: self.session().clean_context_window(), self.model.clean_context_window)

    @rule(memo=json_values)
    def set_memo(self, memo: Any) -> None:
        self.both(lambda: self.session().set_memo(memo), lambda: self.model.set_memo(memo))

    @rule()
    def pop_message(self) -> None:
        popped, expected = self.both(lambda: self.session().pop_message(), self.model.pop_message)
        assert _numbered([popped] if popped is not None else []) == _as_numbered(
            [expected] if expected is not None else []
        )

    @precondition(lambda self: self.model.head)
    @rule(data=st.data())
    def rewind(self, data: st.DataObject) -> None:
        seq = data.draw(st.integers(1, self.model.head))
        self.both(lambda: self.session().rewind(seq), lambda: self.model.rewind(seq))

    # --- rolling back ---------------------------------------------------------------------------

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
            lambda: self.session().rollback(revision, keep_newer=keep_newer, parts=parts, hold=hold),
            lambda: self.model.rollback(revision, keep_newer=keep_newer, parts=parts, hold=hold),
        )
        assert _facts(made) == self._expected_facts(len(self.model.versions))

    @precondition(lambda self: len(self.model.versions) > 1)
    @rule(hold=st.none() | st.booleans())
    def undo(self, hold: bool | None) -> None:
        made, _ = self.both(lambda: self.session().undo(hold=hold), lambda: self.model.undo(hold=hold))
        assert _facts(made) == self._expected_facts(len(self.model.versions))

    # --- resizing -------------------------------------------------------------------------------

    @rule(
        handle=handles, strategy=st.none() | st.just("simple_cut") | st.sampled_from([*STRATEGIES, "never_registered"])
    )
    def resize(self, handle: Handle, strategy: str | None) -> None:
        before = self.model.state
        preview = None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            preview = self.session(handle).preview_resize(strategy)
        made, expected = self.both(
            lambda: self.session(handle).resize(strategy), lambda: self.model.resize(handle, strategy)
        )
        assert (made is None) == (expected is None) == (preview is None)
        if made is not None and preview is not None:
            after = self.model.state
            assert _facts(made) == self._expected_facts(len(self.model.versions))
            assert preview.removed == [item.fields for item in before.window if item not in after.window]
            assert preview.added == [item.fields for item in after.window if item not in before.window]
            assert (preview.memo_before, preview.memo_after) == (before.memo, after.memo)
            assert (preview.length_before, preview.length_after) == (total(before.window), total(after.window))

    @rule(setting=settings_and_values)
    def set_setting(self, setting: tuple[str, Any]) -> None:
        self.both(lambda: self.session().set_settings(*setting), lambda: self.model.set_setting(*setting))

    @rule(key=st.sampled_from(["session.max_length", "session.strategy", "session.pinned_roles"]))
    def unset_setting(self, key: str) -> None:
        self.both(lambda: self.session().unset_settings(key), lambda: self.model.unset_setting(key))

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
        self.both(lambda: self.session().load_json(json.dumps(loaded)), lambda: self.model.load(loaded))

    @rule(full=batches, data=st.data())
    def load_written_by_hand(self, full: list[Fields], data: st.DataObject) -> None:
        full, kept = self.new(full), data.draw(st.integers(0, len(full)))
        loaded = {"full_context": full, "context_window": [{"role": "user", "content": "aside"}, *full[kept:]]}
        self.both(lambda: self.session().load_json(json.dumps(loaded)), lambda: self.model.load(loaded))

    @rule()
    def open_handles_anew(self) -> None:
        self.open.clear()

    @precondition(lambda self: len(self.model.versions) > 5)
    @rule()
    def delete_and_begin_again(self) -> None:
        face, manager = self.store.face, self.store.managers[0]
        self.session()
        held = self.open
        for session in held.values():
            face(session).get_memo()  # now it knows the session it is to lose
        face(manager).delete_session(self.id)
        for session in held.values():
            with pytest.raises(SessionNotFoundError):
                face(session).append({"role": "user", "content": "too late"})
        self.open = {}
        self.model = Model(now=self.store.clock.now)

    # --- after every step -----------------------------------------------------------------------

    @invariant()
    def the_present_is_what_the_model_holds(self) -> None:
        session, state = self.session(), self.model.state
        assert _numbered(session.context_window) == _as_numbered(state.window)
        assert _numbered(self.store.face.collect(session.full_context)) == _as_numbered(state.full)
        assert _numbered(self.store.face.collect(session.log())) == _as_numbered(self.model.log)
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
        assert info.window_length == total(state.window)
        assert info.settings == self.model.own

    @invariant()
    def every_revision_reads_as_on_the_day_it_was_made(self) -> None:
        session = self.session()
        for number, version in enumerate(self.model.versions, start=1):
            assert _numbered(session.window_at(number)) == _as_numbered(version.state.window)
        found = session.revisions(limit=10_000)
        assert [_facts(revision) for revision in reversed(found)] == [
            self._expected_facts(number) for number in range(1, len(self.model.versions) + 1)
        ]

    @invariant()
    def every_moment_reads_as_it_was(self) -> None:
        session = self.session()
        for seq, state in list(self.model.at_seq.items())[-3:]:
            snapshot = session.snapshot(seq=seq)
            assert _numbered(snapshot.messages) == _as_numbered(state.window)
            assert snapshot.length == total(state.window)
        for time, moment in list(self.model.at_time.items())[-3:]:
            snapshot = session.snapshot(time=datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=time))
            assert _numbered(snapshot.messages) == _as_numbered(moment.state.window)
            assert (snapshot.revision, snapshot.head_seq) == (moment.revision, moment.head)
            assert snapshot.memo == moment.state.memo

    @invariant()
    def verify_finds_nothing(self) -> None:
        if self.model.exists:
            assert self.store.face(self.store.managers[0]).verify(self.id).problems == ()

    def teardown(self) -> None:
        """Every revision's full context and memo read as they were made, too: they are put in force once more."""
        session = self.session()
        for number, version in enumerate(self.model.versions, start=1):
            session.rollback(number, keep_newer=False, hold=True)
            assert _numbered(self.store.face.collect(session.full_context)) == _as_numbered(version.state.full)
            assert session.memo == version.state.memo

    def _expected_facts(self, number: int) -> dict[str, Any]:
        version = self.model.versions[number - 1]
        return {
            "kind": version.kind,
            "parent": number - 1 or None,
            "strategy": version.strategy,
            "cause": version.cause,
            "restored": version.restored,
            "head_seq": version.head,
            "full_count": len(version.state.full),
            "window_count": len(version.state.window),
            "window_length": total(version.state.window),
            "count_before": len(version.before.window),
            "length_before": total(version.before.window),
            "dropped_count": len(version.dropped),
            "dropped_length": total(version.dropped),
            "max_length": version.max_length,
        }


def _facts(revision: Any) -> dict[str, Any]:
    names = (
        "kind",
        "parent",
        "strategy",
        "cause",
        "restored",
        "head_seq",
        "full_count",
        "window_count",
        "window_length",
        "count_before",
        "length_before",
        "dropped_count",
        "dropped_length",
        "max_length",
    )
    return {name: getattr(revision, name) for name in names}


def _numbered(found: Iterable[Any]) -> list[tuple[int | None, str]]:
    return [(message.seq, json.dumps(message)) for message in found]


def _as_numbered(items: Iterable[Item]) -> list[tuple[int | None, str]]:
    return [(item.seq, item.text) for item in items]


def _analysis(handle: Handle) -> Callable[..., str | None]:
    def longer_than_it_may_be(full: Any, window: list[Any], memo: Any, settings: Any) -> str | None:
        assert handle.longest_window is not None
        return handle.strategy if len(window) > handle.longest_window else None

    return longer_than_it_may_be


def test_any_walk_leaves_what_plain_lists_hold(
    backend: Backend, make_manager: Callable[..., SessionManager], face: Face
) -> None:
    clock = Clock()
    managers = [make_manager(clock=clock) for _ in range(2 if backend.shareable else 1)]
    store = Store(managers, face, clock)
    walks = int(os.environ.get("CONTEXTLEDGER_FUZZ", "0")) or WALKS[backend.name]
    run_state_machine_as_test(
        type("Walk", (Walk,), {"store": store}),
        settings=hypothesis.settings(max_examples=walks, stateful_step_count=STEPS),
    )
