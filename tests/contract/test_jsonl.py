"""Whole sessions as lines of JSON: what comes back is what was there, and nothing else ever is."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import update

from manager import (
    ALL_OWNERS,
    InvalidArgumentError,
    LoadError,
    Session,
    SessionManager,
    SessionNotFoundError,
)
from manager.operations import exporting, session_file
from manager.operations.jsonl import record_of
from manager.storage import records, tables
from manager.storage.digests import revision_digest
from manager.storage.revisions import RevisionRow
from tests.backends import SYSTEMS, Backend, Backends, before_any_sql, direct_connection
from tests.faces import Face, SyncFace
from tests.kept_whole import exported, fill, rows_left
from tests.messages import numbered, system, user
from tests.walk import Clock, Store, Walk
from tests.walk import numbered as as_numbered

shared = pytest.mark.backends(*SYSTEMS)
one_face = pytest.mark.faces("sync")
other_face = pytest.mark.faces("async")


def imported(manager: SessionManager, face: Face, data: bytes) -> Any:
    return face(manager).import_jsonl(io.BytesIO(data))


def told(report: Any) -> tuple[int, int, int]:
    """How many sessions were imported, continued and present."""
    return report.imported, report.continued, report.present


# --- what is kept -------------------------------------------------------------------------------


@shared
def test_everything_comes_back(
    make_manager: Callable[..., SessionManager], make_database_url: Callable[[], str], database_url: str, face: Face
) -> None:
    source, other_url = make_manager(), make_database_url()
    fill(source, face)
    rows = rows_left(database_url)
    assert rows.keys() == tables.metadata.tables.keys() - {"ledger_deletions"}, "every kind of row is to be moved"
    data = exported(source, face)
    target = make_manager(other_url)
    report = imported(target, face, data)
    assert report.ok
    assert told(report) == (3, 0, 0)
    assert (report.messages, report.revisions) == (rows["ledger_messages"], rows["ledger_window_revisions"])
    assert rows_left(other_url) == rows
    assert face(target).verify().problems == ()
    assert exported(target, face) == data
    for owner, session_id in (("", "everything"), ("Ïnes 'x'", "everything"), ("", "empty \u00e9")):
        assert_same(face(source.session(session_id, owner=owner)), face(target.session(session_id, owner=owner)), face)


def assert_same(a: Session, b: Session, face: Face) -> None:
    """The sessions are the same, now and at every revision."""
    assert a.info() == b.info()
    assert face.collect(a.log()) == face.collect(b.log())
    assert [message.metadata for message in face.collect(a.log())] == [
        message.metadata for message in face.collect(b.log())
    ]
    assert a.memo == b.memo
    assert a.pins == b.pins
    assert a.revisions(limit=10_000) == b.revisions(limit=10_000)
    assert a.resize_attempts(limit=10_000) == b.resize_attempts(limit=10_000)
    for revision in range(1, a.info().revision + 1):
        assert as_numbered(a.window_at(revision)) == as_numbered(b.window_at(revision))
        assert a.snapshot(revision=revision) == b.snapshot(revision=revision)
        assert str(a.explain(revision)) == str(b.explain(revision))


@pytest.mark.backends("sqlite")
def test_it_goes_on_as_it_would_have(make_manager: Callable[..., SessionManager], face: Face) -> None:
    clock = Clock()
    a, b = make_manager(clock=clock), make_manager("sqlite:///:memory:", clock=clock)
    fill(a, face)
    imported(b, face, exported(a, face))
    session = [face(manager.session("everything")) for manager in (a, b)]
    for one in session:
        one.set_settings("session.max_length", 900)
        one.append(numbered(8, 70), key="after")
        assert one.append(numbered(8, 70), key="after").duplicate
        assert one.append([], key="nothing").duplicate
        one.undo()
        one.pin([3])
        one.recall([4])
        one.remeasure("approximate")
    facts = [
        [(made.kind, made.window_count, made.window_length, made.head_seq) for made in one.revisions()]
        for one in session
    ]
    assert facts[0] == facts[1]
    assert session[0].context_window == session[1].context_window
    assert face(b).verify().ok


@pytest.mark.backends("sqlite")
@one_face
def test_through_every_database_and_back(backends: Backends, face: Face, manager: SessionManager) -> None:
    fill(manager, face)
    data = exported(manager, face)
    for name in ("postgresql", "mariadb", "sqlite"):
        backend = backends.find(name)
        if not isinstance(backend, Backend):
            pytest.skip(f"BACKEND NOT TESTED: {name}: {backend}")
        with backend.database() as url, SessionManager(url) as next_one:
            assert imported(next_one, face, data).imported == 3
            assert exported(next_one, face) == data
            assert next_one.verify().ok


class MovedWalk(Walk):
    """A walk whose session is moved at its end."""

    def teardown(self) -> None:
        if not self.model.exists:
            return
        (manager,), face = self.store.managers, self.store.face
        data = exported(manager, face, session=self.id)
        with SessionManager("sqlite:///:memory:", clock=self.store.clock) as other:
            assert told(imported(other, face, data)) == (1, 0, 0)
            assert other.verify().problems == ()
            assert exported(other, face) == data
            here, there = (face(each.session(self.id, auto_resize=True)) for each in (manager, other))
            assert_same(here, there, face)
            for session in (here, there):
                with contextlib.suppress(Warning):
                    session.append([user("one more"), *numbered(3)])
                session.undo()
            assert as_numbered(here.context_window) == as_numbered(there.context_window)
            assert other.verify().problems == ()


@pytest.mark.backends("sqlite-memory")
@one_face
def test_any_walk_can_be_moved(
    manager: SessionManager, face: Face, make_manager: Callable[..., SessionManager]
) -> None:
    clock = Clock()
    run_state_machine_as_test(
        type("MovedWalk", (MovedWalk,), {"store": Store([make_manager(clock=clock)], face, clock)}),
        settings=hypothesis.settings(max_examples=3, stateful_step_count=20),
    )


@shared
@other_face
def test_pages_of_any_size_are_the_same_file(
    manager: SessionManager,
    face: Face,
    monkeypatch: pytest.MonkeyPatch,
    make_manager: Callable[..., SessionManager],
    make_database_url: Callable[[], str],
) -> None:
    fill(manager, face)
    data = exported(manager, face)
    monkeypatch.setattr(exporting, "_ROWS_AT_ONCE", 3)
    monkeypatch.setattr(exporting, "_BYTES_AT_ONCE", 300)
    monkeypatch.setattr(exporting, "_REVISIONS_AT_ONCE", 2)
    monkeypatch.setattr(exporting, "_SESSIONS_AT_ONCE", 1)
    monkeypatch.setattr(records, "_DERIVED_AT_ONCE", 1)
    monkeypatch.setattr(records, "_KEYS_AT_ONCE", 2)
    monkeypatch.setattr(session_file, "RECORDS_AT_ONCE", 2)
    assert exported(manager, face) == data
    other = make_manager(make_database_url())
    assert imported(other, face, data).imported == 3
    assert exported(other, face) == data


# --- which, and where ---------------------------------------------------------------------------


@pytest.mark.backends("sqlite")
def test_sessions_are_chosen_by_name_and_owner(manager: SessionManager, face: Face) -> None:
    for owner in ("", "ann"):
        for name in ("a", "b"):
            face(manager.session(name, owner=owner)).append(numbered(2))

    def names(**options: Any) -> list[tuple[str, str]]:
        lines = [json.loads(line) for line in exported(manager, face, **options).splitlines()]
        return [(line["owner"], line["session_id"]) for line in lines if line["type"] == "session"]

    assert names() == [("", "a"), ("", "b"), ("ann", "a"), ("ann", "b")]
    assert names(owner=None) == names(owner="") == [("", "a"), ("", "b")]
    assert names(owner="ann") == [("ann", "a"), ("ann", "b")]
    assert names(session="a") == names(session="a", owner=ALL_OWNERS) == [("", "a")]
    assert names(session="b", owner="ann") == [("ann", "b")]
    assert names(owner="nobody") == []
    with pytest.raises(SessionNotFoundError):
        exported(manager, face, session="c")


@pytest.mark.backends("sqlite")
def test_a_path_has_the_file_when_it_is_whole(manager: SessionManager, face: Face, tmp_path: Path) -> None:
    face(manager.session("a")).append(numbered(2))
    path = tmp_path / "all.jsonl"
    path.write_text("what was there before")
    with pytest.raises(SessionNotFoundError):
        face(manager).export_jsonl(path, session="b")
    assert path.read_text() == "what was there before"
    face(manager).export_jsonl(path)
    assert path.read_bytes() == exported(manager, face)
    assert list(tmp_path.iterdir()) == [path]
    face(manager).delete_session("a")
    assert face(manager).import_jsonl(path).imported == 1
    with pytest.raises(FileNotFoundError):
        face(manager).export_jsonl(tmp_path / "no folder" / "all.jsonl")


@pytest.mark.backends("sqlite")
def test_what_only_its_owner_may_read_stays_so(manager: SessionManager, face: Face, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    path.touch(mode=0o600)
    face(manager).export_jsonl(path)
    assert path.stat().st_mode & 0o777 == 0o600


class Largest(io.BytesIO):
    """A file that knows what was most at once."""

    most = 0

    def write(self, data: Any) -> int:
        self.most = max(self.most, len(data))
        return super().write(data)


@pytest.mark.backends("sqlite")
@one_face
def test_large_messages_are_not_read_many_at_once(
    manager: SessionManager, face: Face, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "_BYTES_AT_ONCE", 20_000)
    manager.session("a").append([user("x" * 2_000) for _ in range(500)])
    file = Largest()
    assert manager.export_jsonl(file).messages == 500
    assert file.most < 60_000, "20 messages, of which the first pages are"


@before_any_sql
@pytest.mark.parametrize("wrong", ["all.jsonl", None, io.StringIO(), 7])
def test_what_is_no_file_is_refused(manager: SessionManager, face: Face, wrong: Any) -> None:
    with pytest.raises(InvalidArgumentError, match="target"):
        face(manager).export_jsonl(wrong)
    with pytest.raises(InvalidArgumentError, match="source"):
        face(manager).import_jsonl(wrong)


# --- while others write -------------------------------------------------------------------------


class Watched(io.BytesIO):
    """A file that lets something happen between the pages."""

    def __init__(self, data: bytes = b"", *, happens: Callable[[], object], at: int = 1) -> None:
        super().__init__(data)
        self._happens, self._left = happens, at

    def _count(self) -> None:
        self._left -= 1
        if self._left == 0:
            self._happens()

    def write(self, data: Any) -> int:
        self._count()
        return super().write(data)

    def readline(self, size: int | None = -1) -> bytes:
        self._count()
        return super().readline(size)


@shared
@one_face
@pytest.mark.parametrize("at", [1, 2, 4])
def test_a_session_is_of_one_moment(
    manager: SessionManager, face: Face, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    monkeypatch.setattr(exporting, "_ROWS_AT_ONCE", 3)
    session = manager.session("a", settings={"session.max_length": 400})
    session.append(numbered(20), key="first")
    session.pin([2])
    before = exported(manager, face)

    def more() -> None:
        session.append(numbered(20), key="more")
        session.unpin([2])
        session.set_memo("later")

    file = Watched(happens=more, at=at)
    assert manager.export_jsonl(file).ok
    assert file.getvalue() == before


@shared
@other_face
@pytest.mark.parametrize("at", [1, 4])
def test_a_session_that_is_deleted_meanwhile_is_left_out(
    make_manager: Callable[..., SessionManager], face: Face, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    monkeypatch.setattr(exporting, "_ROWS_AT_ONCE", 3)
    manager, other = make_manager(), make_manager()
    for name in ("a", "b"):
        face(manager.session(name)).append(numbered(20))
    file = Watched(happens=lambda: SyncFace().call(other.delete_session, "a"), at=at)
    report = face(manager).export_jsonl(file)
    assert (report.sessions, report.messages, report.problems) == (1, 20, ())
    face(manager).delete_session("b")
    assert told(imported(manager, face, file.getvalue())) == (1, 0, 0)
    assert [info.session_id for info in face(manager).list_sessions()] == ["b"]
    alone = Watched(happens=lambda: SyncFace().call(other.delete_session, "b"), at=at)
    with pytest.raises(SessionNotFoundError):
        face(manager).export_jsonl(alone, session="b")


@shared
@one_face
def test_what_is_damaged_is_told_and_left_out(
    make_manager: Callable[..., SessionManager], face: Face, database_url: str
) -> None:
    manager = make_manager()
    for name in ("a", "b", "c", "d"):
        face(manager.session(name)).append(numbered(5))
    m, s = tables.messages, tables.sessions
    with direct_connection(database_url) as connection:
        connection.execute(update(m).where(m.c.session == 1, m.c.seq == 4).values(payload='{"role":"user"}'))
        connection.execute(m.delete().where(m.c.session == 2, m.c.seq == 2))
        connection.execute(update(s).where(s.c.id == 3).values(settings="{oops"))
    file = io.BytesIO()
    report = face(make_manager()).export_jsonl(file)
    assert not report.ok
    assert [(problem.session_id, problem.table, problem.row) for problem in report.problems] == [
        ("a", "ledger_messages", "4"),
        ("b", "ledger_messages", "1"),
        ("c", "ledger_sessions", "3"),
    ]
    face(manager).delete_session("d")
    assert told(imported(manager, face, file.getvalue())) == (1, 0, 0)


# --- what is there already ----------------------------------------------------------------------


@shared
@one_face
def test_what_is_there_is_left_and_what_is_new_is_added(
    make_manager: Callable[..., SessionManager], make_database_url: Callable[[], str], face: Face
) -> None:
    source, url = make_manager(), make_database_url()
    target = make_manager(url)
    session = face(source.session("a", settings={"session.max_length": 400}))
    session.update(title="one")
    first = exported(source, face)
    states = [first]
    for step in (
        lambda: session.append(numbered(30), key="first"),
        lambda: session.set_memo("a memo"),
        lambda: session.append(numbered(3), key="second"),
        lambda: session.remeasure("approximate"),
        lambda: session.update(title="two"),
        lambda: session.append(numbered(3)),
    ):
        step()
        states.append(exported(source, face))
        report = imported(target, face, states[-1])
        expected = (1, 0, 0) if len(states) == 2 else (0, 0, 1) if len(states) == 6 else (0, 1, 0)
        assert (told(report), report.refused) == (expected, ())
    assert exported(target, face) == states[-1]
    assert face(target).verify().ok
    rows = rows_left(url)
    assert rows["ledger_sessions"] == 1
    for state in states:
        assert told(imported(target, face, state)) == (0, 0, 1), "an older backup has nothing that is not there"
    assert rows_left(url) == rows


@shared
@other_face
def test_handles_of_what_is_continued_know_it(
    make_manager: Callable[..., SessionManager], make_database_url: Callable[[], str], face: Face
) -> None:
    source, target = make_manager(), make_manager(make_database_url())
    session = face(source.session("a"))
    session.append(numbered(3))
    imported(target, face, exported(source, face))
    handle = face(target.session("a"))
    assert len(handle.context_window) == 3
    session.append(numbered(2))
    report = imported(target, face, exported(source, face))
    assert (told(report), report.messages, report.revisions) == ((0, 1, 0), 2, 0)
    with pytest.raises(SessionNotFoundError):
        handle.append(user())
    assert len(face(target.session("a")).context_window) == 5


@shared
@one_face
def test_another_history_is_refused_and_the_others_are_imported(
    make_manager: Callable[..., SessionManager], make_database_url: Callable[[], str], face: Face
) -> None:
    source, url = make_manager(), make_database_url()
    target = make_manager(url)
    for name in ("a", "b", "c", "d"):
        face(source.session(name)).append(numbered(3))
    for name, made in (("a", 2), ("b", 3), ("c", 9)):
        face(target.session(name)).append(numbered(made, 100))
    before = {name: exported(target, face, session=name) for name in "abc"}
    rows = rows_left(url)
    report = imported(target, face, exported(source, face))
    assert (told(report), report.ok) == ((1, 0, 0), False)
    assert [(refused.session_id, "another history" in refused.reason) for refused in report.refused] == [
        ("a", True),
        ("b", True),
        ("c", True),
    ]
    lines = exported(source, face).splitlines()
    assert [json.loads(lines[refused.line - 1])["session_id"] for refused in report.refused] == ["a", "b", "c"]
    assert {name: exported(target, face, session=name) for name in "abc"} == before
    face(target).delete_session("d")
    assert rows_left(url) == rows


@shared
@other_face
@pytest.mark.parametrize("there", [True, False])
def test_a_session_that_is_written_to_while_it_is_imported_is_left(
    make_manager: Callable[..., SessionManager], make_database_url: Callable[[], str], face: Face, there: bool
) -> None:
    source, target = make_manager(), make_manager(make_database_url())
    session = face(source.session("a"))
    session.append(numbered(3))
    if there:
        imported(target, face, exported(source, face))
    session.append(numbered(3))
    data = exported(source, face)
    file = Watched(data, happens=lambda: target.session("a").append(user("meanwhile")), at=3)
    report = face(target).import_jsonl(file)
    assert told(report) == (0, 0, 0)
    (refused,) = report.refused
    assert "while it was imported" in refused.reason
    assert face(target.session("a")).context_window[-1].content == "meanwhile"
    assert face(target).verify().ok


@shared
@one_face
@pytest.mark.parametrize("stands_still", [False, True])
def test_what_is_on_its_way_in_is_cleared_away_only_where_nobody_brings_it(
    make_manager: Callable[..., SessionManager],
    make_database_url: Callable[[], str],
    face: Face,
    monkeypatch: pytest.MonkeyPatch,
    stands_still: bool,
) -> None:
    monkeypatch.setattr(session_file, "RECORDS_AT_ONCE", 4)
    source, url = make_manager(), make_database_url()
    face(source.session("a")).append(numbered(20))
    data = exported(source, face)
    other = make_manager(url)

    def clear() -> None:
        if stands_still:
            with direct_connection(url) as connection:
                connection.execute(update(tables.sessions).values(lease_until=0))
        assert SyncFace().call(other.list_sessions) == []
        assert SyncFace().call(other.verify).ok
        SyncFace().call(other.upgrade)

    target = make_manager(url)
    file = Watched(data, happens=clear, at=12)
    if stands_still:
        with pytest.raises(LoadError, match="nothing came for too long"):
            face(target).import_jsonl(file)
        assert rows_left(url) == {}
    else:
        assert told(face(target).import_jsonl(file)) == (1, 0, 0)
        assert exported(target, face) == data


# --- files that are not what was written --------------------------------------------------------


def small_file() -> bytes:
    """Two sessions, one of which has most of what there is."""
    with SessionManager("sqlite:///:memory:") as manager:
        session = manager.session("a", settings={"session.max_length": 400})
        session.register_resize_handler("says", lambda full, window, memo, s: (None, [system("so"), *window[-1:]], 1))
        session.append(numbered(3), key="k")
        session.resize("says")
        session.pin([1])
        session.remeasure("approximate")
        session.append(user("x" * 900))
        with contextlib.suppress(Warning):
            session.resize("of nobody")
        manager.session("b").append(numbered(2))
        return exported(manager, SyncFace())


def resealed(lines: list[bytes]) -> bytes:
    """The lines with the counts and the hash that fit them, as a forger would make them."""
    result: list[bytes] = []
    since: list[bytes] = []
    for line in lines:
        kind = _kind(line)
        if kind == "session":
            since = []
        if kind == "end":
            kinds = [_kind(each) for each in since]
            sealed = {
                "type": "end",
                "lines": len(since),
                "messages": kinds.count("message"),
                "revisions": kinds.count("revision"),
                "sha256": hashlib.sha256(b"".join(each + b"\n" for each in since)).hexdigest(),
            }
            line = json.dumps(sealed).encode()
        since.append(line)
        result.append(line)
    return b"\n".join(result)


def _kind(line: bytes) -> Any:
    with contextlib.suppress(ValueError, AttributeError):
        return json.loads(line).get("type")
    return None


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([2**31, 2**62, 2**63, 10**9, -(2**63), 1.5, "", "a", "\x00", "{", "{}", "[[[[", "00", [], {}]),
    st.just("[" * 3000),
)


@pytest.fixture(scope="module")
def lasting() -> Iterator[SessionManager]:
    """A manager whose database is used by many examples, each leaving it without a session."""
    with SessionManager("sqlite:///:memory:") as manager:
        yield manager


@hypothesis.settings(max_examples=80)
@hypothesis.given(data=st.data())
def test_a_file_that_was_altered_is_refused_and_leaves_nothing(lasting: SessionManager, data: st.DataObject) -> None:
    good = _SMALL
    position = data.draw(st.integers(0, len(good) - 1), "position")
    byte = data.draw(st.binary(min_size=0, max_size=2), "bytes")
    altered = data.draw(st.sampled_from([good[:position], good[:position] + byte + good[position + 1 :]]), "altered")
    hypothesis.assume(altered.replace(b"\r\n", b"\n").rstrip(b"\n") != good.rstrip(b"\n"))
    with pytest.raises(LoadError, match=r"the file line \d+"):
        lasting.import_jsonl(io.BytesIO(altered))
    remove_all(lasting)


def remove_all(manager: SessionManager) -> None:
    """No session is there any more; those in front of the line that was refused were."""
    for info in manager.list_sessions(owner=ALL_OWNERS):
        manager.delete_session(info.session_id, owner=info.owner)


@hypothesis.settings(max_examples=80)
@hypothesis.given(data=st.data())
def test_a_file_that_was_forged_is_refused_or_verified(lasting: SessionManager, data: st.DataObject) -> None:
    lines = _SMALL.splitlines()
    for _ in range(data.draw(st.integers(1, 2), "alterations")):
        index = data.draw(st.integers(0, len(lines) - 1), "line")
        match data.draw(st.sampled_from(["value", "value", "value", "drop", "twice", "swap", "field"]), "how"):
            case "value":
                values = json.loads(lines[index])
                name = data.draw(st.sampled_from(sorted(values)), "name")
                values[name] = data.draw(VALUES, "value")
                lines[index] = json.dumps(values).encode()
            case "field":
                values = json.loads(lines[index])
                values.pop(data.draw(st.sampled_from(sorted(values)), "name"))
                lines[index] = json.dumps(values).encode()
            case "drop":
                del lines[index]
            case "twice":
                lines.insert(index, lines[index])
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1), "other")
                lines[index], lines[other] = lines[other], lines[index]
    with contextlib.suppress(LoadError):
        lasting.import_jsonl(io.BytesIO(resealed(lines)))
    assert lasting.verify().problems == ()
    for info in lasting.list_sessions(owner=ALL_OWNERS):
        session = lasting.get_session(info.session_id, owner=info.owner)
        session.snapshot()
        session.revisions()
        session.resize_attempts()
        list(session.log())
    assert lasting.export_jsonl(io.BytesIO()).ok
    remove_all(lasting)


_SMALL = small_file()


@shared
@other_face
def test_an_altered_file_leaves_no_rows(manager: SessionManager, face: Face, database_url: str) -> None:
    lines = _SMALL.splitlines(keepends=True)
    for cut in (len(lines) // 4, len(lines) // 2):
        with pytest.raises(LoadError, match=f"line {cut + 1}: the file ends"):
            imported(manager, face, b"".join(lines[:cut]))
        assert rows_left(database_url) == {}
    altered = _SMALL.replace(b'\\"content\\":\\"m2\\"', b'\\"content\\":\\"m3\\"', 1)
    with pytest.raises(LoadError, match="ledger_messages 2 was altered"):
        imported(manager, face, altered)
    assert rows_left(database_url) == {}
    assert told(imported(manager, face, _SMALL)) == (2, 0, 0)
    assert face(manager).verify().ok


def changed(kind: str, **values: Any) -> bytes:
    """The small file with other values in the first line of the kind."""
    lines = _SMALL.splitlines()
    index = next(index for index, line in enumerate(lines) if _kind(line) == kind)
    lines[index] = json.dumps(json.loads(lines[index]) | values).encode()
    return resealed(lines)


HOSTILE = {
    "nothing": (b"", "ends before the line that says how many"),
    "a blank line": (b"\n" + _SMALL, "line 1: it is not JSON"),
    "a list": (b"[]\n", "it is a list"),
    "no type": (b"{}\n", "it has no type"),
    "no session": (b'{"type":"message"}\n', "of no session"),
    "another format": (changed("session", format=2), "format 2"),
    "a byte order mark": (b"\xef\xbb\xbf" + _SMALL, "not JSON"),
    "deep nesting": (b'{"type":' + b"[" * 100_000, "not JSON"),
    "a deep setting": (changed("session", settings='{"x":' + "[" * 100_000 + "]" * 100_000 + "}"), "settings"),
    "no session id": (changed("session", session_id=None), "session_id"),
    "a control character": (changed("session", session_id="a\nb"), "control character"),
    "a long id": (changed("session", session_id="a" * 256), "session_id"),
    "a setting that is none": (changed("session", settings='{"session.max_length":"many"}'), "max_length"),
    "another measure": (changed("session", settings='{"session.measure":"bytes"}'), "measure"),
    "a time after all": (changed("session", updated_at=2**62), "updated_at"),
    "a great head": (changed("session", head_seq=10**9), "head is not that of the log"),
    "many revisions": (changed("session", current_revision=10**9), "revision digest"),
    "beyond 64 bits": (changed("session", head_seq=2**64), "head_seq"),
    "calls that are none": (changed("session", open_calls="{}"), "open_calls"),
    "a message that is text": (changed("message", payload='"m"'), "no JSON object"),
    "an encoding that is none": (changed("message", encoding=9), "encoding"),
    "a message without text": (changed("message", payload=None), "payload"),
    "true for a number": (changed("message", length=True), "length"),
    "a short digest": (changed("message", digest="00"), "digest"),
    "a pin of nothing": (changed("pin", seq=99), "ledger_pins 99"),
    "a key of nothing": (changed("append_key", last_seq=99), "ledger_append_keys k"),
    "another owner": (changed("revision", owner="eve"), "another owner"),
    "a length of nothing": (changed("length", measurement=7), "ledger_lengths 7"),
    "a length too short": (changed("length", length=0), "ledger_lengths 1/message 1"),
    "one more field": (changed("memo", more=1), "'more'"),
    "one session less": (changed("total", sessions=1), "before it are 2 sessions, not 1"),
}


@before_any_sql
@one_face
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(manager: SessionManager, name: str) -> None:
    data, message = HOSTILE[name]
    with pytest.raises(LoadError, match=message):
        manager.import_jsonl(io.BytesIO(data))
    if name != "one session less":
        assert manager.list_sessions() == []


@before_any_sql
@one_face
def test_a_span_that_is_a_derived_message_as_well(make_manager: Callable[..., SessionManager], face: Face) -> None:
    """Whoever forges the digests too would have an entry that is checked as the one and read as the other."""
    with SessionManager("sqlite:///:memory:") as source:
        session = source.session("a")
        session.append(numbered(3))
        session.register_resize_handler("last", lambda full, window, memo, settings: (None, window[-1:], None))
        session.resize("last")
        lines = [json.loads(line) for line in exported(source, face).splitlines()]
    of = {line["type"]: line for line in lines}
    of["entry"]["derived_id"] = 7
    fields = {name: {key: value for key, value in of[name].items() if key != "type"} for name in ("revision", "entry")}
    created = next(bytes.fromhex(line["digest"]) for line in lines if line["type"] == "revision")
    covered = RevisionRow._make(record_of("revision", fields["revision"])).covered()
    entry = record_of("entry", fields["entry"])[1:]
    forged = revision_digest(created, covered, [entry], [], bytes.fromhex(of["message"]["digest"])).hex()
    of["revision"]["digest"] = of["session"]["revision_digest"] = forged
    with pytest.raises(LoadError, match="ledger_window_entries 2/0 names messages that are not there"):
        imported(make_manager(), face, resealed([json.dumps(line).encode() for line in lines]))


@before_any_sql
def test_a_line_without_an_end_is_not_read_to_it(make_manager: Callable[..., SessionManager], face: Face) -> None:
    manager = make_manager(max_message_bytes=1_000)
    with pytest.raises(LoadError, match=r"more than 1000000 bytes.*max_message_bytes"):
        imported(manager, face, b" " * 3_000_000)


@before_any_sql
def test_files_that_cannot_be_read(manager: SessionManager, face: Face, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.jsonl"):
        with pytest.raises(LoadError, match=path.name):
            face(manager).import_jsonl(path)
    (tmp_path / "cut.jsonl").write_bytes(_SMALL[: len(_SMALL) // 2])
    with pytest.raises(LoadError, match=r"cut.jsonl' line \d+"):
        face(manager).import_jsonl(tmp_path / "cut.jsonl")


@before_any_sql
def test_files_may_be_joined_and_have_other_line_ends(manager: SessionManager, face: Face) -> None:
    report = imported(manager, face, _SMALL + _SMALL.replace(b"\n", b"\r\n"))
    assert told(report) == (2, 0, 2)
