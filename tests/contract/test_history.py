"""History: pages, filters and cursors, one moment read whole, and what differs between two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from manager import (
    ALL_OWNERS,
    InvalidArgumentError,
    InvalidIdError,
    MessageNotFoundError,
    Page,
    RevisionNotFoundError,
    Session,
    SessionManager,
)
from tests.backends import before_any_sql
from tests.faces import Face
from tests.messages import numbered, of_length, seqs, user

START = datetime(2024, 5, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


class Clock:
    """A clock that stands where the test puts it."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return int(self.now.timestamp()) * 1_000_000 + self.now.microsecond


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(make_manager: Callable[..., SessionManager], clock: Clock) -> SessionManager:
    """A manager by the test's clock."""
    return make_manager(clock=clock)


def revise(session: Session, count: int) -> None:
    """So many revisions more."""
    for number in range(count):
        session.set_memo(number)


def pages(read: Callable[..., Page[Any]], **filters: Any) -> Iterator[Page[Any]]:
    """Every page, each by the cursor of the one before."""
    page = read(**filters)
    yield page
    while page.next is not None:
        page = read(**filters, after=page.next)
        yield page


def every(read: Callable[..., Page[Any]], **filters: Any) -> list[Any]:
    return [item for page in pages(read, **filters) for item in page]


# --- pages --------------------------------------------------------------------------------------


def test_revisions_are_listed_newest_first(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    revise(session, 4)
    assert [revision.revision for revision in session.revisions()] == [5, 4, 3, 2, 1]
    assert session.revisions().next is None


def test_pages_follow_each_other_without_gap_or_repeat(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    revise(session, 5)
    for size in range(1, 8):
        found = list(pages(session.revisions, limit=size))
        assert [revision.revision for page in found for revision in page] == [6, 5, 4, 3, 2, 1]
        assert all(len(page) == size for page in found[:-1])
        assert found[-1].next is None
        assert len(found[-1]) > 0


def test_a_page_goes_on_where_it_was_though_revisions_were_made_meanwhile(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    revise(session, 5)
    first = session.revisions(limit=3)
    revise(session, 4)
    second = session.revisions(limit=3, after=first.next)
    assert [revision.revision for revision in (*first, *second)] == [6, 5, 4, 3, 2, 1]


def test_pages_across_sessions_with_equal_times_lose_and_repeat_nothing(timed: SessionManager, face: Face) -> None:
    names = ["a", "b", "c", "d"]
    for name in names:
        revise(face(timed.session(name)), 6)
    for size in (1, 3, 5, 28, 50):
        found = every(face(timed).revisions, limit=size)
        assert len(found) == 28
        assert {(revision.session_id, revision.revision) for revision in found} == {
            (name, number) for name in names for number in range(1, 8)
        }


def test_205_messages_of_one_moment_are_read_page_by_page(timed: SessionManager, face: Face) -> None:
    session = face(timed.session("a"))
    session.append(numbered(205))
    found: list[Any] = []
    while len(page := session.log(after=len(found), limit=100)):
        found.extend(page)
    assert seqs(found) == list(range(1, 206))
    assert len({message["content"] for message in found}) == 205
    assert {message.created_at for message in found} == {START}


def test_the_log_is_read_from_and_to(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(6))
    session.reset_chat_history()
    assert seqs(session.log()[:]) == [1, 2, 3, 4, 5, 6]
    assert seqs(session.log(after=2)[:]) == [3, 4, 5, 6]
    assert seqs(session.log(before=3)[:]) == [1, 2]
    assert seqs(session.log(after=1, before=5, limit=2)[:]) == [2, 3]
    assert session.log(after=6) == session.log(limit=0) == session.log(after=4, before=4) == []
    assert session.log(after=10**9) == session.log(before=-5) == []


# --- filters ------------------------------------------------------------------------------------


def test_one_kind_or_one_strategy(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 150}))
    for name in "abcd":
        session.append(of_length(100, name))
        session.set_memo(name)
    cuts = session.revisions(kind="resize")
    assert [revision.kind for revision in cuts] == ["resize"] * 3
    assert session.resize_history() == cuts
    assert session.revisions(strategy="simple_cut") == cuts
    assert session.revisions(kind="memo", strategy="simple_cut") == session.resize_history(strategy="other") == []
    assert every(session.revisions, kind="memo", limit=1) == session.revisions(kind="memo")
    assert face(manager).resize_history() == face(manager).revisions(strategy="simple_cut") == cuts


def test_since_takes_in_and_until_leaves_out_its_moment(timed: SessionManager, clock: Clock, face: Face) -> None:
    session = face(timed.session("a"))
    for number in range(5):
        clock.now = START + number * SECOND
        session.set_memo(number)
    for read in (session.revisions, face(timed).revisions):
        found = every(read, since=START + SECOND, until=START + 3 * SECOND, limit=1)
        assert [revision.revision for revision in found] == [4, 3]
        assert [revision.created_at for revision in found] == [START + 2 * SECOND, START + SECOND]
    assert session.revisions(since=START + 5 * SECOND) == session.revisions(until=START) == []


def test_times_may_be_of_any_zone_or_local(timed: SessionManager, clock: Clock, face: Face) -> None:
    session = face(timed.session("a"))
    clock.now = START
    session.set_memo(1)
    clock.now = START + SECOND
    session.set_memo(2)
    kathmandu = timezone(timedelta(hours=5, minutes=45))
    for moment in (
        START + SECOND,
        (START + SECOND).astimezone(kathmandu),
        (START + SECOND).astimezone().replace(tzinfo=None),
    ):
        assert [revision.revision for revision in session.revisions(since=moment)] == [3]
        assert session.snapshot(time=moment).memo == 2
        assert session.snapshot(time=moment - timedelta(microseconds=1)).memo == 1


def test_owners_and_sessions(manager: SessionManager, face: Face) -> None:
    for owner in ("", "ann", "bob"):
        revise(face(manager.session("a", owner=owner)), 1)
        revise(face(manager.session("b", owner=owner)), 2)

    def found(**filters: Any) -> list[tuple[str, str, int]]:
        listed = every(face(manager).revisions, limit=3, **filters)
        return sorted((revision.owner, revision.session_id, revision.revision) for revision in listed)

    of_ann = [("ann", "a", 1), ("ann", "a", 2), ("ann", "b", 1), ("ann", "b", 2), ("ann", "b", 3)]
    assert found(owner="ann") == of_ann
    assert found() == [("", *rest) for _, *rest in of_ann]
    assert found(owner="ann", session="a") == of_ann[:2]
    assert found(owner="ann", session="a", kind="memo") == of_ann[1:2]
    assert len(found(owner=ALL_OWNERS)) == 15
    assert len(found(owner=ALL_OWNERS, kind="memo")) == 9
    assert found(owner="nobody") == found(session="nothing") == []


@before_any_sql
@pytest.mark.parametrize(
    ("argument", "value", "error"),
    [
        ("limit", 0, InvalidArgumentError),
        ("limit", 10_001, InvalidArgumentError),
        ("limit", "5", InvalidArgumentError),
        ("after", "not a cursor", InvalidArgumentError),
        ("after", 5, InvalidArgumentError),
        ("since", "2024-01-01", InvalidArgumentError),
        ("until", 0, InvalidArgumentError),
        ("kind", "", InvalidIdError),
        ("strategy", "a\nb", InvalidIdError),
    ],
)
def test_arguments_of_pages_are_checked(
    manager: SessionManager, face: Face, argument: str, value: Any, error: type[Exception]
) -> None:
    session = face(manager.session("a"))
    revise(session, 1)
    for read in (session.revisions, face(manager).revisions):
        with pytest.raises(error) as caught:
            read(**{argument: value})
        assert caught.value.value == value  # type: ignore[attr-defined] # both errors have it


# --- one revision -------------------------------------------------------------------------------


def test_a_revision_tells_how_it_came_to_be(timed: SessionManager, clock: Clock, face: Face) -> None:
    session = face(timed.session("a", owner="ann"))
    session.append(numbered(3))
    clock.now = START + SECOND
    session.clean_context_window(reason="enough", actor="bob", metadata=[1])
    made = session.revision(2)
    assert (made.owner, made.session_id, made.revision, made.parent, made.kind) == ("ann", "a", 2, 1, "clear")
    assert (made.head_seq, made.full_count, made.window_count, made.count_before, made.dropped_count) == (3, 3, 0, 3, 3)
    assert (made.reason, made.actor, made.metadata) == ("enough", "bob", [1])
    assert (made.created_at, made.settings, made.strategy, made.cause) == (START + SECOND, {}, None, None)
    assert made.created_at.utcoffset() == timedelta(0)
    assert len(made.digest) == 64
    assert made == session.revisions()[0]
    with pytest.raises(FrozenInstanceError):
        made.reason = "other"  # type: ignore[misc]


@pytest.mark.parametrize("number", [0, -3, 3, 10**12])
def test_a_revision_that_is_not_there(manager: SessionManager, face: Face, number: int) -> None:
    session = face(manager.session("a"))
    revise(session, 1)
    for read in (session.revision, session.window_at, lambda n: session.snapshot(revision=n), session.diff):
        with pytest.raises(RevisionNotFoundError) as caught:
            read(number)
        assert (caught.value.revision, caught.value.newest) == (number, 2)
    with pytest.raises(RevisionNotFoundError):
        session.diff(1, number)


# --- one moment ---------------------------------------------------------------------------------


def test_a_snapshot_of_now_is_of_one_moment(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 300}))
    session.append([of_length(100, name) for name in "abcd"])
    session.set_memo({"n": 1})
    session.append(of_length(80))
    snapshot = session.snapshot()
    assert seqs(snapshot.messages) == [3, 4, 5]
    assert (snapshot.memo, snapshot.revision, snapshot.head_seq) == ({"n": 1}, 4, 5)
    assert (snapshot.length, snapshot.max_length) == (280, 300)


def test_a_snapshot_by_revision_is_as_it_was_made(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 300}))
    session.append([of_length(100, name) for name in "abcd"])
    session.set_memo({"n": 1})
    session.append(of_length(80))
    snapshot = session.snapshot(revision=2)
    assert seqs(snapshot.messages) == seqs(session.window_at(2)) == [2, 3, 4]
    assert (snapshot.memo, snapshot.revision, snapshot.head_seq) == (None, 2, 4)
    assert (snapshot.length, snapshot.max_length) == (300, 300)
    assert session.snapshot(revision=1).messages == []
    assert session.snapshot(revision=3).memo == {"n": 1}


def test_the_window_of_any_seq(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 250}))
    for name in "abcd":
        session.append(of_length(100, name))
    session.append([of_length(100, "e"), of_length(100, "f")])
    expected = {1: [1], 2: [1, 2], 3: [2, 3], 4: [3, 4], 5: [3, 4, 5], 6: [5, 6]}
    for seq, window in expected.items():
        assert seqs(session.window_at(seq=seq)) == window
        snapshot = session.snapshot(seq=seq)
        assert (seqs(snapshot.messages), snapshot.head_seq) == (window, seq)
        assert snapshot.length == 100 * len(window)


def test_the_window_of_a_seq_is_the_last_while_it_was_the_newest(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(2))
    session.clean_context_window()
    session.set_memo("cleared")
    session.append(user("m3"))
    assert session.window_at(seq=2) == []
    assert session.snapshot(seq=2).memo == "cleared"
    assert seqs(session.window_at(seq=3)) == [3]


@pytest.mark.parametrize("seq", [0, -1, 4, 10**12])
def test_a_seq_that_is_not_there(manager: SessionManager, face: Face, seq: int) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    with pytest.raises(MessageNotFoundError) as caught:
        session.snapshot(seq=seq)
    assert (caught.value.seq, caught.value.head_seq) == (seq, 3)


def test_the_window_of_a_time(timed: SessionManager, clock: Clock, face: Face) -> None:
    session = face(timed.session("a"))
    for number in range(1, 6):
        clock.now = START + number * SECOND
        session.append(user(f"m{number}"))
        if number == 3:
            session.clean_context_window()
    half = SECOND / 2
    assert seqs(session.window_at(time=START + SECOND)) == [1]
    assert seqs(session.window_at(time=START + 2 * SECOND + half)) == [1, 2]
    assert session.window_at(time=START + 3 * SECOND) == []
    assert seqs(session.window_at(time=START + 4 * SECOND)) == [4]
    assert seqs(session.window_at(time=START + 99 * SECOND)) == [4, 5]
    with pytest.raises(RevisionNotFoundError):
        session.window_at(time=START)


def test_a_time_finds_the_last_of_many_revisions_and_messages(timed: SessionManager, clock: Clock, face: Face) -> None:
    session = face(timed.session("a"))
    for number in range(1, 131):
        clock.now = START + (number // 3) * SECOND
        session.set_memo(number)
    for number in (1, 2, 3, 77, 98, 99, 100, 101, 128, 129, 130):
        moment = START + (number // 3) * SECOND
        assert session.snapshot(time=moment).memo == min(130, number // 3 * 3 + 2)


def test_a_clock_that_goes_back_does_not_take_time_back(timed: SessionManager, clock: Clock, face: Face) -> None:
    session = face(timed.session("a"))
    session.append(user("m1"))
    clock.now = START - timedelta(hours=1)
    session.append(user("m2"))
    session.set_memo("later")
    assert {message.created_at for message in session.log()} == {START}
    assert session.revision(2).created_at == START
    assert seqs(session.window_at(time=START)) == [1, 2]
    with pytest.raises(RevisionNotFoundError):
        session.snapshot(time=START - SECOND)


def test_a_moment_is_named_once(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(user())
    with pytest.raises(InvalidArgumentError) as caught:
        session.snapshot(revision=1, seq=1)
    assert (caught.value.argument, caught.value.value) == ("seq", 1)
    wrong: Any = "yesterday"
    for moment in ({"time": wrong}, {"seq": wrong}, {"revision": wrong}, {"revision": True}):
        with pytest.raises(InvalidArgumentError):
            session.window_at(**moment)


# --- differences --------------------------------------------------------------------------------


def test_a_diff_says_what_is_only_in_one_of_two_windows(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(4))
    session.set_memo({"n": 1})
    handle = manager.session("a")
    summary = {"role": "system", "content": "sum"}
    handle.register_resize_handler(
        "mine", lambda full, window, memo, settings: (None, [summary, *window[-1:]], {"n": 2})
    )
    face(handle).resize("mine")
    difference = session.diff(2, 3)
    assert (difference.before, difference.after) == (2, 3)
    assert (seqs(difference.removed), difference.added) == ([1, 2, 3], [summary])
    assert (difference.memo_before, difference.memo_after) == ({"n": 1}, {"n": 2})
    assert difference.memo_changed
    assert difference.length_after == len(str(summary)) + len(str(user("m4")))
    back = session.diff(3, 2)
    assert (back.removed, seqs(back.added)) == ([summary], [1, 2, 3])
    same = session.diff(3, 3)
    assert (same.removed, same.added, same.memo_changed) == ([], [], False)


def test_a_diff_of_one_revision_is_what_it_changed(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 300}))
    session.append([of_length(100, name) for name in "abc"])
    session.append(of_length(100, "d"))
    difference = session.diff(2)
    assert (seqs(difference.removed), difference.added) == ([1], [])
    assert (difference.length_before, difference.length_after) == (400, 300)


def test_equal_messages_are_different_messages(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append([user("ok")] * 3)
    session.set_memo("all three")
    session.pop_message()
    assert seqs(session.diff(2, 3).removed) == [3]


# --- the pages of a context ---------------------------------------------------------------------


def test_reading_inside_an_open_iterator_does_not_deadlock(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face
) -> None:
    pool_of_one = {} if database_url.startswith("sqlite") else {"pool_size": 1, "max_overflow": 0, "pool_timeout": 5}
    session = make_manager(engine_options=pool_of_one).session("a")
    face(session).append(numbered(1200))
    seen = 0
    for message in session.log():
        seen += 1
        if message.seq in (1, 500, 501, 1100):
            assert len(face(session).context_window) == 1200
            face(session).set_memo(message.seq)
    assert seen == 1200


def test_an_iterator_abandoned_half_way_holds_no_connection(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face
) -> None:
    pool_of_one = {} if database_url.startswith("sqlite") else {"pool_size": 1, "max_overflow": 0, "pool_timeout": 5}
    session = make_manager(engine_options=pool_of_one).session("a")
    face(session).append(numbered(5))
    abandoned = [iter(session.log()) for _ in range(10)]
    for iterator in abandoned:
        assert next(iterator) == user("m1")
    face(session).append(user("m6"))
    assert len(face(session).log()) == 6


def test_a_context_is_of_the_moment_it_was_asked_for(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    full, log = session.full_context, session.log()
    session.append(user("m4"))
    session.reset_chat_history()
    assert seqs(face.collect(full)) == seqs(face.collect(log)) == [1, 2, 3]
    assert len(full) == len(log) == 3


def test_a_context_compares_with_lists_and_contexts(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    assert session.full_context == session.log() == session.context_window == numbered(3)
    assert session.full_context != numbered(2)
    assert session.full_context != "m1"
    assert user("m2") in list(session.full_context)
    assert repr(session.full_context) == "<3 messages of session 'a'>"
