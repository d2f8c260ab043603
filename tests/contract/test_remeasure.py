"""Measuring a session again: from then on every length is in the new measure, and the past keeps its own."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import delete, func, insert, select, update

from manager import (
    InvalidSettingError,
    MeasureError,
    OverLimitWarning,
    RemeasureConflictError,
    Revision,
    Session,
    SessionManager,
    SessionNotFoundError,
    UnknownMeasureError,
)
from manager.operations.remeasure import PAGE
from manager.planning.measures import measure_named
from manager.storage import tables
from tests.backends import SHAREABLE, SYSTEMS, direct_connection
from tests.faces import Face
from tests.messages import numbered, of_length, system, texts, user
from tests.processes import end_of, kill_oneself, running

Measure = Callable[[dict[str, Any]], int]


def words(message: dict[str, Any]) -> int:
    """A measure of one's own."""
    return 7 + len(str(message.get("content")).split())


MEASURES: dict[str, Measure] = {
    "words": words,
    **{name: measure_named(name, {}) for name in ("characters", "approximate", "tokens:o200k_base")},
}


def total(name: str, messages: Any) -> int:
    return sum(MEASURES[name](dict(message)) for message in messages)


def check(session: Session) -> None:
    """The window's length is what its messages measure, in the session's measure."""
    info = session.info()
    assert info.window_length == total(info.measure, session.context_window)


# --- the switch ---------------------------------------------------------------------------------


def test_every_length_is_in_the_new_measure(manager: SessionManager, face: Face) -> None:
    manager.register_measure("words", words)
    session = face(manager.session("a", settings={"session.max_length": 400}))
    session.append([system("be short"), *numbered(30)])
    before = session.info()
    made = session.remeasure("words", reason="shorter numbers", actor="ann", metadata={"n": 1})
    assert made is not None
    assert (made.kind, made.measure, made.settings) == ("remeasure", "words", {"session.measure": "words"})
    assert (made.reason, made.actor, made.metadata) == ("shorter numbers", "ann", {"n": 1})
    assert (made.count_before, made.length_before) == (before.window_count, before.window_length)
    assert (made.window_count, made.window_length) == (before.window_count, total("words", session.context_window))
    info = session.info()
    assert (info.measure, info.revision, info.full_count) == ("words", before.revision + 1, 31)
    assert session.revision(made.revision) == made
    assert session.settings["session.max_length"] == 400
    session.set_settings("session.max_length", 40)
    session.append(user("and more"))
    assert info.window_count > session.info().window_count > 1
    check(session)
    assert face(manager).verify().ok


def test_the_same_measure_changes_nothing(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    before = session.info()
    assert session.remeasure("characters") is None
    assert session.info() == before


def test_an_empty_session_is_measured_again_too(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    with pytest.raises(SessionNotFoundError):
        session.remeasure("approximate")
    assert face(manager).list_sessions() == []
    session.set_memo(1)
    assert session.remeasure("approximate") is not None
    session.append(numbered(3))
    check(session)
    assert face(manager).verify().ok


@pytest.mark.parametrize("name", ["parsecs", "tokens:gpt2"])
def test_a_measure_nobody_knows_is_refused(manager: SessionManager, face: Face, name: str) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    before = session.info()
    with pytest.raises(UnknownMeasureError):
        session.remeasure(name)
    assert session.info() == before


def test_a_measure_that_fails_changes_nothing(manager: SessionManager, face: Face) -> None:
    manager.register_measure("words", lambda message: -1 if message["content"] == f"m{PAGE + 5}" else 1)
    session = face(manager.session("a"))
    session.append(numbered(PAGE + 10))
    before = session.info()
    with pytest.raises(MeasureError):
        session.remeasure("words")
    assert session.info() == before
    assert session.remeasure("approximate") is not None
    check(session)
    assert face(manager).verify().ok


def test_settings_do_not_change_the_measure_and_say_what_does(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.measure": "approximate"}))
    session.append(numbered(3))
    with pytest.raises(InvalidSettingError, match=r"session\.remeasure\('characters'\)"):
        session.set_settings("session.measure", "characters")
    session.remeasure("characters")
    assert session.settings["session.measure"] == "characters"
    session.set_settings("session.max_length", 5_000)
    session.set_settings("session.measure", "characters")
    with pytest.raises(InvalidSettingError):
        session.set_settings("session.measure", "approximate")


def test_a_hold_goes_on(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 300}))
    session.append([of_length(100, str(number)) for number in range(6)])
    with pytest.warns(OverLimitWarning):
        session.undo()
    session.remeasure("tokens:o200k_base")
    assert session.info().held


# --- what was -----------------------------------------------------------------------------------


def test_what_was_keeps_its_measure(manager: SessionManager, face: Face) -> None:
    manager.register_measure("words", words)
    session = face(manager.session("a"))
    lengths: dict[int, tuple[int, int, str]] = {}
    at_seq: dict[int, int] = {}

    def note() -> None:
        info = session.info()
        lengths[info.revision] = (info.window_length, info.window_count, info.measure)

    for name in ("words", "tokens:o200k_base", "characters", "words"):
        session.append(numbered(3))
        session.set_chat_history([user("kept"), *numbered(2), user(f"new in {name}"), user("more")])
        note()
        for _ in range(3):
            seq = session.append(user(f"a word more than {name}")).messages[0].seq
            assert seq is not None
            at_seq[seq] = session.info().window_length
        session.remeasure(name)
        note()
    for revision, (length, count, measure) in lengths.items():
        found = session.revision(revision)
        assert (found.window_length, found.window_count, found.measure) == (length, count, measure)
        snapshot = session.snapshot(revision=revision)
        assert snapshot.length == length == total(measure, snapshot.messages)
    for seq, length in at_seq.items():
        if seq == session.info().head_seq:
            continue  # where the last measure was switched on since
        snapshot = session.snapshot(seq=seq)
        assert snapshot.length in (length, session.revision(snapshot.revision).window_length)
        assert snapshot.length == total(session.revision(snapshot.revision).measure, snapshot.messages)
    page = session.revisions()
    assert [made.measure for made in page] == [session.revision(made.revision).measure for made in page]
    assert [made.measure for made in face(manager).revisions()] == [made.measure for made in page]
    assert {made.measure for made in page} == set(MEASURES) - {"approximate"}
    difference = session.diff(1, page[0].revision)
    assert (difference.length_before, difference.length_after) == (0, page[0].window_length)


def test_a_message_inside_a_set_is_measured_as_then(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(4))
    session.remeasure("approximate")
    session.set_chat_history([*numbered(2), user("new one"), user("new two")])
    session.remeasure("tokens:o200k_base")
    snapshot = session.snapshot(seq=5)
    assert texts(snapshot.messages) == ["m1", "m2", "new one"]
    assert snapshot.length == total("approximate", snapshot.messages)
    session.rewind(5)
    assert texts(session.context_window) == ["m1", "m2", "new one"]
    check(session)


# --- everything, held against plain counting ----------------------------------------------------


def summed(full: Any, window: Any, memo: Any, settings: Any) -> Any:
    """A handler that brings back the first message, and writes one of its own."""
    return None, [*full[:1], system(f"summary of {len(window)} messages"), *window[-3:]], memo


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.filterwarnings("ignore::manager.OverLimitWarning")
def test_a_random_walk(manager: SessionManager, face: Face, seed: int) -> None:
    chance = random.Random(seed)
    manager.register_measure("words", words)
    handle = manager.session("a")
    handle.register_resize_handler("summed", summed)
    session = face(handle)
    session.append(user("first"))
    past: dict[int, tuple[str, int]] = {}
    for number in range(70):
        before = session.info()
        made = _step(session, chance, number, before.revision, before.head_seq)
        check(session)
        info = session.info()
        if info.revision == before.revision + 1:
            revision = session.revision(info.revision)
            assert (revision.measure, revision.window_length) == (info.measure, info.window_length)
            if revision.cause != "auto" and revision.kind not in ("set", "import"):
                assert (revision.count_before, revision.length_before) == (before.window_count, before.window_length)
            if isinstance(made, Revision):
                assert made == revision
            past[info.revision] = (info.measure, info.window_length)
    for number, (measure, length) in past.items():
        found = session.revision(number)
        assert (found.measure, found.window_length) == (measure, length)
        assert session.snapshot(revision=number).length == length
    report = face(manager).verify()
    assert report.problems == ()


def _step(session: Session, chance: random.Random, number: int, revision: int, head: int) -> object:
    match chance.randrange(13):
        case 0 | 1 | 2:
            return session.append(
                [user(f"{number} " + "ab 字 " * chance.randrange(9)) for _ in range(chance.randrange(1, 4))]
            )
        case 3 | 4:
            return session.remeasure(chance.choice([*MEASURES]))
        case 5:
            session.set_settings("session.max_length", chance.choice([40, 90, 400, None]))
            return session.resize()
        case 6:
            return session.resize("summed")
        case 7:
            return session.rollback(chance.randint(1, revision), keep_newer=chance.random() < 0.5, hold=True)
        case 8:
            return session.undo() if revision > 1 else None
        case 9:
            return session.rewind(chance.randint(1, head))
        case 10:
            return session.pop_message()
        case 11:
            kept = list(session.full_context[: chance.randrange(4)])
            return session.set_chat_history([*kept, user(f"set {number}"), user(f"also {number}")])
        case _:
            return session.set_memo({"n": number})


# --- pages, and what happens between them -------------------------------------------------------


@pytest.mark.parametrize("count", [PAGE - 1, PAGE, PAGE + 1, 2 * PAGE + 1])
def test_pages_join(manager: SessionManager, face: Face, count: int) -> None:
    session = face(manager.session("a"))
    session.append(numbered(count))
    session.remeasure("approximate")
    check(session)
    assert face(manager).verify().ok


def test_derived_messages_are_measured_with_the_others(manager: SessionManager, face: Face) -> None:
    handle = manager.session("a")
    handle.register_resize_handler(
        "many", lambda full, window, memo, settings: (None, [system(f"part {n}") for n in range(PAGE + 3)], memo)
    )
    session = face(handle)
    session.append(numbered(10))
    session.resize("many")
    for name in ("tokens:o200k_base", "approximate", "characters"):
        session.remeasure(name)
        session.append(user("more"))
        check(session)
    assert face(manager).verify().ok


def test_others_append_meanwhile(manager: SessionManager, face: Face) -> None:
    other = manager.session("a")

    def measure(message: dict[str, Any]) -> int:
        if message["content"] in ("m1", "m400", f"m{PAGE + 1}", "meanwhile m1"):
            other.append([user(f"meanwhile {message['content']}"), user("and more")])
        return words(message)

    manager.register_measure("words", measure)
    session = face(manager.session("a"))
    session.append(numbered(PAGE + 2))
    made = session.remeasure("words")
    assert made is not None
    assert made.head_seq == PAGE + 2 + 8
    check(session)
    other.append(user("after"))
    check(session)
    assert face(manager).verify().ok


def test_a_built_in_measure_catches_up_with_whoever_appends(manager: SessionManager, face: Face, backend: Any) -> None:
    session = face(manager.session("a"))
    session.append(numbered(50))
    done = threading.Event()

    def append() -> None:
        handle = manager.session("a")
        while not done.is_set():
            handle.append(user("one more"))

    writers = [threading.Thread(target=append) for _ in range(2)]
    for writer in writers:
        writer.start()
    try:
        for name in ("approximate", "characters", "approximate"):
            assert session.remeasure(name) is not None
    finally:
        done.set()
        for writer in writers:
            writer.join()
    check(session)
    assert face(manager).verify().ok


def test_who_appends_faster_than_anybody_measures_is_told(manager: SessionManager, face: Face) -> None:
    other = manager.session("a")
    endless = True

    def measure(message: dict[str, Any]) -> int:
        if endless:
            other.append(user("one more"))
        return words(message)

    manager.register_measure("words", measure)
    session = face(manager.session("a"))
    session.append(user())
    with pytest.raises(RemeasureConflictError, match="append faster") as caught:
        session.remeasure("words")
    assert caught.value.retryable
    assert session.info().measure == "characters"
    endless = False
    assert session.remeasure("words") is not None
    check(session)


def test_another_run_for_another_measure_goes_first(manager: SessionManager, face: Face) -> None:
    other = manager.session("a")

    def measure(message: dict[str, Any]) -> int:
        if message["content"] == "m3":
            other.remeasure("approximate")
        return words(message)

    manager.register_measure("words", measure)
    session = face(manager.session("a"))
    session.append(numbered(5))
    session.remeasure("words")
    assert [made.measure for made in session.revisions(kind="remeasure")] == ["words", "approximate"]
    check(session)
    assert face(manager).verify().ok


def test_another_run_for_another_measure_takes_its_place(manager: SessionManager, face: Face) -> None:
    other = manager.session("a")
    interrupts = True

    def measure(message: dict[str, Any]) -> int:
        if interrupts and message["content"] == f"m{PAGE + 1}":
            with pytest.raises(MeasureError):
                other.remeasure("broken")
        return words(message)

    manager.register_measure("words", measure)
    manager.register_measure("broken", lambda message: -1 if message["content"] == f"m{PAGE + 9}" else 3)
    session = face(manager.session("a"))
    session.append(numbered(PAGE + 10))
    with pytest.raises(RemeasureConflictError, match="another run measures it in 'broken'"):
        session.remeasure("words")
    interrupts = False
    assert session.remeasure("words") is not None
    check(session)
    assert face(manager).verify().ok


def test_two_runs_for_one_measure_share_the_work(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3 * PAGE))
    handles = [manager.session("a") for _ in range(3)]
    made = [each for each in face.together([(handle.remeasure, "approximate") for handle in handles]) if each]
    assert len(made) == 1
    assert session.info().revision == 2
    check(session)
    assert face(manager).verify().ok


def measure_until_killed(url: str, face_name: str) -> None:
    """Measures in another process that dies on its second page."""
    measured = 0

    def dying(message: dict[str, Any]) -> int:
        nonlocal measured
        measured += 1
        if measured == PAGE + 100:
            kill_oneself()
        return words(message)

    SessionManager(url).register_measure("words", dying).session("a").remeasure("words")


@pytest.mark.backends(*SHAREABLE)
def test_a_killed_run_is_gone_on_with(manager: SessionManager, face: Face, database_url: str) -> None:
    session = face(manager.session("a"))
    session.append(numbered(2 * PAGE + 50))
    before = session.info()
    with running(measure_until_killed, database_url, face.name) as process:
        assert end_of(process) == -9
    assert session.info() == before
    session.append(user("after it"))
    assert face(manager).verify().ok
    measured = 0

    def counted(message: dict[str, Any]) -> int:
        nonlocal measured
        measured += 1
        return words(message)

    manager.register_measure("words", counted)
    assert session.remeasure("words") is not None
    assert measured == PAGE + 50 + 1
    check(session)
    assert face(manager).verify().ok


@pytest.mark.backends(*SHAREABLE)
def test_a_killed_run_does_not_bind_the_next_one(manager: SessionManager, face: Face, database_url: str) -> None:
    session = face(manager.session("a"))
    session.append(numbered(2 * PAGE + 50))
    with running(measure_until_killed, database_url, face.name) as process:
        assert end_of(process) == -9
    assert session.remeasure("approximate") is not None
    check(session)
    assert face(manager).verify().ok
    manager.register_measure("words", words)
    assert session.remeasure("words") is not None
    check(session)
    assert face(manager).verify().ok


@pytest.mark.backends(*SHAREABLE)
def test_handles_of_other_processes_follow(make_manager: Callable[..., SessionManager], face: Face) -> None:
    one, other = face(make_manager().session("a")), face(make_manager().session("a"))
    for number, name in enumerate(("approximate", "characters", "tokens:o200k_base")):
        one.append(user(f"one {number}"))
        other.append(user(f"other {number} 字字字"))
        one.remeasure(name)
        other.append(user(f"other again {number}"))
        other.append([user("by key")], key=f"k{number}")
        one.append(user("one again"))
        check(one)


def test_a_deleted_session_leaves_nothing(manager: SessionManager, face: Face, database_url: str) -> None:
    session = face(manager.session("a"))
    session.append(numbered(PAGE + 10))
    session.remeasure("approximate")
    session.remeasure("characters")
    face(manager).delete_session("a")
    assert face(manager).verify().ok
    session = face(manager.session("a"))
    session.append(numbered(1))
    assert session.info().measure == "characters"


# --- verify -------------------------------------------------------------------------------------


def remeasured(manager: SessionManager, face: Face) -> None:
    """A session that was measured again twice, with derived messages and an unfinished third time."""
    manager.register_measure("broken", lambda message: -1 if message["content"] == f"m{PAGE + 9}" else 3)
    handle = manager.session("a")
    handle.register_resize_handler("summed", summed)
    session = face(handle)
    session.append(numbered(8))
    session.resize("summed")
    session.remeasure("approximate")
    session.append(numbered(PAGE + 10))
    session.resize("summed")
    session.remeasure("tokens:o200k_base")
    session.append(numbered(2))
    with pytest.raises(MeasureError):
        session.remeasure("broken")
    assert face(manager).verify().ok


@pytest.mark.faces("sync")
@pytest.mark.backends(*SYSTEMS)
def test_an_altered_length_is_found(manager: SessionManager, face: Face, database_url: str) -> None:
    remeasured(manager, face)
    missed: list[object] = []
    with direct_connection(database_url) as connection:
        for table in (tables.lengths, tables.measurements):
            columns = [column for column in table.c if column.name not in ("session", "created_at")]
            rows = connection.execute(select(table)).mappings().all()
            for row in rows:
                if row["measurement"] == 3 or row.get("number", 0) not in (0, 1, 8, 9, PAGE + 18):
                    continue  # the unfinished one; the middle of a page
                here = [column == row[column.name] for column in table.primary_key.columns]
                for column in columns:
                    if row["measurement"] == 0 and column.name == "measure":
                        continue  # nothing else tells what a session was made with
                    value = row[column.name]
                    other = f"{value}x" if isinstance(value, str) else value + 1_000
                    connection.execute(update(table).where(*here).values({column.name: other}))
                    if manager.verify().ok:
                        missed.append((table.name, dict(row), column.name))
                    there = [c == (other if c is column else row[c.name]) for c in table.primary_key.columns]
                    connection.execute(update(table).where(*there).values({column.name: value}))
                connection.execute(delete(table).where(*here))
                if manager.verify().ok:
                    missed.append((table.name, dict(row), "lost"))
                connection.execute(insert(table).values(dict(row)))
        assert missed == []
        assert manager.verify().ok


@pytest.mark.faces("sync")
@pytest.mark.backends("sqlite")
def test_what_was_added_is_found(manager: SessionManager, face: Face, database_url: str) -> None:
    remeasured(manager, face)
    face(manager.session("plain")).append(numbered(2))
    x, t = tables.lengths.c, tables.measurements.c
    with direct_connection(database_url) as connection:
        for kind in (0, 1):
            last = connection.scalar(select(func.max(x.number)).where(x.measurement == 1, x.derived == kind))
            row = {
                "session": 1,
                "measurement": 1,
                "derived": kind,
                "number": last + 1,
                "length": 0,
                "running_length": 0,
            }
            connection.execute(insert(tables.lengths).values(row))
            assert not manager.verify().ok
            connection.execute(
                delete(tables.lengths).where(x.number == last + 1, x.measurement == 1, x.derived == kind)
            )
        for measurement in (0, 9):
            row = {"measurement": measurement, "measure": "x", "revision": 1, "messages_upto": 0, "derived_upto": 0}
            connection.execute(
                insert(tables.measurements).values(row | {"session": 2, "running_length": 0, "created_at": 0})
            )
            assert not manager.verify().ok
            connection.execute(delete(tables.measurements).where(t.session == 2))
    assert manager.verify().ok
