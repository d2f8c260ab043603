"""Sessions as a whole: made, found, listed, described, deleted; and a manager that is closed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from manager import (
    ClosedError,
    InvalidArgumentError,
    InvalidIdError,
    InvalidMemoError,
    Session,
    SessionInfo,
    SessionManager,
    SessionNotFoundError,
    UnsupportedDatabaseError,
)
from tests.backends import SHAREABLE, before_any_sql
from tests.faces import Face
from tests.messages import numbered, seqs, texts, user

#: Other sessions everywhere, whatever a database's collation thinks of them.
DISTINCT = [
    *("A", "a", "x", "x ", " x", "x\u00a0", "ß", "ss", "\u00e9", "e\u0301", "İ", "i", "I", "ı", "\u03a9", "\u2126"),
    *("ﬁ", "fi", "1", "١", "😀", "😁", "%", "_", "'", '"', "\\", "a\u200b", "ａ"),
]


# --- making and finding -------------------------------------------------------------------------


def test_a_handle_does_no_io_and_the_first_write_makes_the_session(manager: SessionManager, face: Face) -> None:
    session = manager.session("a", title="t", metadata={"n": 1}, settings={"session.max_length": 9999})
    assert (session.id, session.owner, session.auto_resize) == ("a", "", None)
    assert manager.session("a") is not session
    assert face(manager).list_sessions() == []
    face(session).append(user())
    info = face(session).info()
    assert (info.session_id, info.title, info.metadata) == ("a", "t", {"n": 1})
    assert info.settings == {"session.max_length": 9999}
    first = face(session).revision(1)
    assert (first.kind, first.window_count, first.full_count, first.parent) == ("created", 0, 0, None)


def test_a_session_without_an_id_has_one_of_its_own(manager: SessionManager, face: Face) -> None:
    one, two = manager.session(), Session(manager=manager)
    assert one.id != two.id
    face(one).append(user("one"))
    face(two).append(user("two"))
    assert texts(face(manager.session(one.id)).context_window) == ["one"]


def test_a_sessions_manager_is_given_or_carried_by_its_settings(manager: SessionManager, face: Face) -> None:
    face(manager.session("a")).append(user("one"))
    for session in (
        Session("a", manager=manager),
        Session("a", settings=manager.settings),
        Session("a", settings=face(manager.session("a")).settings),
    ):
        assert texts(face(session).context_window) == ["one"]


def test_get_session_finds_what_is_there(manager: SessionManager, face: Face) -> None:
    face(manager.session("a", owner="ann")).append(user("one"))
    found = face(manager).get_session("a", owner="ann")
    assert (found.id, found.owner) == ("a", "ann")
    assert texts(face(found).context_window) == ["one"]
    for session_id, owner in (("b", "ann"), ("a", None), ("a", "bob")):
        with pytest.raises(SessionNotFoundError) as caught:
            face(manager).get_session(session_id, owner=owner)
        assert (caught.value.session_id, caught.value.owner, caught.value.deleted) == (session_id, owner or "", False)
        assert isinstance(caught.value, LookupError)


def test_ids_that_look_alike_are_different_sessions(manager: SessionManager, face: Face) -> None:
    for session_id in DISTINCT:
        face(manager.session(session_id)).append(user(repr(session_id)))
        face(manager.session("same", owner=session_id)).append(user(repr(session_id)))
    for session_id in DISTINCT:
        assert texts(face(manager.session(session_id)).context_window) == [repr(session_id)]
        assert texts(face(manager).get_session("same", owner=session_id).context_window) == [repr(session_id)]
    assert {info.session_id for info in face(manager).list_sessions()} == set(DISTINCT)
    face(manager).delete_session("x ")
    assert texts(face(manager.session("x")).context_window) == ["'x'"]


def test_ids_of_255_characters_are_kept_whole(manager: SessionManager, face: Face) -> None:
    for character in ("x", "é", "汉", "😀"):
        one, other = character * 255, character * 254 + "y"
        face(manager.session(one, owner=one)).append(user("one"))
        face(manager.session(other, owner=one)).append(user("other"))
        assert texts(face(manager).get_session(one, owner=one).context_window) == ["one"]
        assert face(manager.session(one, owner=one)).info().session_id == one


@before_any_sql
@pytest.mark.parametrize(
    "name", ["", "x" * 256, "😀" * 256, "a\nb", "a\x00b", "\x7f", "\x85", "\ud800", 5, b"a", ["a"]]
)
def test_what_is_no_name_is_refused(manager: SessionManager, face: Face, name: Any) -> None:
    for field, refused in (
        ("session_id", lambda: manager.session(name)),
        ("session_id", lambda: Session(name, manager=manager)),
        ("session_id", lambda: face(manager).get_session(name)),
        ("session_id", lambda: face(manager).delete_session(name)),
        ("session_id", lambda: manager.activate_session(session_id=name)),
        ("session", lambda: face(manager).revisions(session=name)),
        ("actor", lambda: SessionManager("sqlite://", actor=name)),
        ("actor", lambda: face(manager.session("a")).set_memo(1, actor=name)),
        ("kind", lambda: face(manager.session("a")).revisions(kind=name)),
    ):
        with pytest.raises(InvalidIdError, match="use 1 to 255 characters") as caught:
            refused()
        assert (caught.value.field, caught.value.value) == (field, name)
        assert isinstance(caught.value, ValueError)
    if name != "":  # the default owner
        for refused_owner in (
            lambda: manager.session("a", owner=name),
            lambda: SessionManager("sqlite://", owner=name),
            lambda: face(manager).list_sessions(owner=name),
        ):
            with pytest.raises(InvalidIdError) as caught:
                refused_owner()
            assert caught.value.field == "owner"
    assert face(manager).list_sessions() == []


def test_a_managers_owner_is_meant_where_none_is_named(make_manager: Callable[..., SessionManager], face: Face) -> None:
    manager = make_manager(owner="ann")
    session = manager.session("a")
    assert (manager.owner, session.owner) == ("ann", "ann")
    face(session).append(user("ann's"))
    face(manager.session("a", owner="")).append([user("the default owner's"), user()])
    assert face(manager).get_session("a").owner == "ann"
    assert [info.owner for info in face(manager).list_sessions()] == ["ann"]
    assert {revision.owner for revision in face(manager).revisions()} == {"ann"}
    face(manager).delete_session("a")
    assert face(manager.session("a", owner="")).info().head_seq == 2


@before_any_sql
@pytest.mark.parametrize("value", ["yes", 1, 0])
def test_auto_resize_is_true_false_or_none(manager: SessionManager, value: Any) -> None:
    with pytest.raises(InvalidArgumentError):
        manager.session("a", auto_resize=value)
    session = manager.session("a")
    with pytest.raises(InvalidArgumentError):
        session.auto_resize = value


# --- describing ---------------------------------------------------------------------------------


def test_info_says_where_a_session_stands(make_manager: Callable[..., SessionManager], face: Face) -> None:
    now = datetime(2024, 5, 1, 12, 30, 45, tzinfo=UTC)
    manager = make_manager(clock=lambda: int(now.timestamp()) * 1_000_000)
    session = face(manager.session("a", owner="ann", title="Trip"))
    session.append(numbered(3))
    session.clean_context_window()
    session.append(user("m4"))
    info = session.info()
    assert isinstance(info, SessionInfo)
    assert (info.owner, info.session_id, info.title, info.metadata, info.measure) == (
        "ann", "a", "Trip", None, "characters",
    )  # fmt: skip
    assert (info.head_seq, info.revision, info.full_count, info.window_count) == (4, 2, 4, 1)
    assert (info.window_length, info.held, info.settings) == (len(str(user("m4"))), False, {})
    assert (info.created_at, info.updated_at, info.active_at) == (now, now, now.replace(second=0))
    assert len(info.head_digest) == 64


@pytest.mark.parametrize("value", ["Trip to 東京 😀", "a\x00b", "\ud83d", "x" * 70_000, ""])
def test_title_and_metadata_are_updated_apart(manager: SessionManager, face: Face, value: str) -> None:
    session = face(manager.session("a"))
    assert session.update(title=value).id == "a"
    assert session.update(metadata={"k": value}).info().title == value
    info = session.info()
    assert (info.title, info.metadata, info.revision) == (value, {"k": value}, 1)
    session.update(title=None)
    assert (session.info().title, session.info().metadata) == (None, {"k": value})
    session.update()
    session.update(metadata=None)
    assert session.info().metadata is None


def test_a_title_or_metadata_that_cannot_be_kept_is_refused(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    wrong: Any = 5
    with pytest.raises(InvalidMemoError):
        session.update(title=wrong)
    with pytest.raises(InvalidMemoError) as caught:
        session.update(metadata={"a": [1, float("inf")]})
    assert caught.value.path == "metadata.a[1]"
    with pytest.raises(InvalidMemoError):
        manager.session("b", title=wrong)
    with pytest.raises(InvalidMemoError):
        manager.session("b", metadata=b"x")
    assert face(manager).list_sessions() == []


# --- listing ------------------------------------------------------------------------------------


def test_sessions_are_listed_last_active_first_page_by_page(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    now = datetime(2024, 5, 1, tzinfo=UTC)
    manager = make_manager(clock=lambda: int(now.timestamp()) * 1_000_000)
    for number in range(25):
        now += timedelta(minutes=1) if number % 3 == 0 else timedelta()
        face(manager.session(f"s{number}")).append(user())
    now += timedelta(minutes=1)
    face(manager.session("s3")).append(user())
    for size in (1, 4, 5, 25, 100):
        page = face(manager).list_sessions(limit=size)
        found = list(page)
        while page.next is not None:
            page = face(manager).list_sessions(limit=size, after=page.next)
            found.extend(page)
        names = [info.session_id for info in found]
        assert names[0] == "s3"
        assert len(names) == len(set(names)) == 25
        moments = [info.active_at for info in found]
        assert moments == sorted(moments, reverse=True)


@before_any_sql
@pytest.mark.parametrize(
    "given", [{"limit": 0}, {"limit": -1}, {"limit": 10**9}, {"limit": "5"}, {"after": "x"}, {"after": 5}]
)
def test_arguments_of_a_list_are_checked(manager: SessionManager, face: Face, given: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgumentError):
        face(manager).list_sessions(**given)


# --- deleting -----------------------------------------------------------------------------------


def test_a_deleted_session_is_gone_and_its_name_is_free(manager: SessionManager, face: Face) -> None:
    old = manager.session("a", title="old")
    face(old).append(numbered(5), key="k")
    face(old).set_memo({"n": 1})
    face(manager.session("other")).append(user("stays"))
    face(manager).delete_session("a")
    assert [info.session_id for info in face(manager).list_sessions()] == ["other"]
    assert {revision.session_id for revision in face(manager).revisions()} == {"other"}
    with pytest.raises(SessionNotFoundError):
        face(manager).get_session("a")
    with pytest.raises(SessionNotFoundError):
        face(manager).delete_session("a")
    new = face(manager.session("a"))
    assert new.append(user("new"), key="k").duplicate is False
    assert (seqs(new.context_window), new.memo, new.info().title) == ([1], None, None)
    assert new.info().revision == 1
    assert face(manager).verify().ok


def test_a_handle_of_a_deleted_session_raises_and_does_not_make_it_again(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    full, log = session.full_context, session.log()
    face(manager).delete_session("a")
    for use in (
        lambda: session.append(user()),
        lambda: session.append([user()], key="k"),
        lambda: session.set_chat_history([user()]),
        session.reset_chat_history,
        session.clean_context_window,
        lambda: session.set_memo(1),
        session.pop_message,
        lambda: session.rewind(1),
        lambda: session.rollback(1),
        session.undo,
        session.resize,
        lambda: session.context_window,
        lambda: session.full_context,
        lambda: session.memo,
        session.log,
        session.info,
        session.snapshot,
        lambda: session.snapshot(revision=1),
        lambda: session.snapshot(seq=1),
        lambda: session.snapshot(time=datetime.now(UTC)),
        lambda: session.window_at(1),
        lambda: session.revision(1),
        session.revisions,
        lambda: session.diff(1, 1),
        lambda: session.settings,
        lambda: session.set_settings("session.max_length", 5),
        lambda: session.unset_settings("session.max_length"),
        lambda: session.update(title="t"),
        session.to_json,
        lambda: session.load_json('{"full_context": []}'),
        session.analyze_context,
        session.preview_resize,
        lambda: face.collect(full),
        lambda: face.collect(log),
    ):
        with pytest.raises(SessionNotFoundError) as caught:
            use()
        assert caught.value.deleted
    assert face(manager).list_sessions() == []


def test_a_new_session_of_the_name_is_not_taken_for_the_old_one(manager: SessionManager, face: Face) -> None:
    old = face(manager.session("a"))
    old.append(numbered(3))
    face(manager).delete_session("a")
    face(manager.session("a")).append(user("another"))
    with pytest.raises(SessionNotFoundError):
        old.append(user("too late"))
    assert texts(face(manager.session("a")).context_window) == ["another"]


# --- a manager's end ----------------------------------------------------------------------------


def test_a_closed_manager_says_so(make_manager: Callable[..., SessionManager], face: Face) -> None:
    manager = make_manager()
    session = manager.session("a")
    face(session).append(user())
    face(manager).close()
    face(manager).close()
    for use in (
        lambda: face(session).append(user()),
        lambda: face(session).context_window,
        lambda: face(manager).list_sessions(),
        lambda: face(manager).upgrade(),
    ):
        with pytest.raises(ClosedError, match="make a new one"):
            use()
    report = face(manager).verify()
    assert not report.ok
    assert "closed" in report.problems[0].what


def test_a_manager_that_was_never_used_can_be_closed(make_manager: Callable[..., SessionManager], face: Face) -> None:
    face(make_manager()).close()


@pytest.mark.backends(*SHAREABLE)
def test_a_manager_is_a_context_manager(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face
) -> None:
    if face.name == "sync":
        with SessionManager(database_url) as manager:
            manager.session("a").append(user("one"))
    else:

        async def within() -> SessionManager:
            async with SessionManager(database_url) as manager:
                await manager.session("a").async_append(user("one"))
            return manager

        manager = face.run(within())  # type: ignore[attr-defined] # the async face alone has a loop
    with pytest.raises(ClosedError):
        face(manager).list_sessions()
    assert texts(face(make_manager().session("a")).context_window) == ["one"]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"url": "oracle://host/name"}, UnsupportedDatabaseError),
        ({"url": "mysql+mysqldb://host/name"}, UnsupportedDatabaseError),
        ({"url": "not a url"}, UnsupportedDatabaseError),
        ({"max_message_bytes": 0}, InvalidArgumentError),
        ({"max_message_bytes": "1"}, InvalidArgumentError),
        ({"durability": "some"}, InvalidArgumentError),
        ({"upgrade": "yes"}, InvalidArgumentError),
    ],
)
def test_arguments_of_a_manager_are_checked(given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        SessionManager(**({"url": "sqlite://"} | given))


def test_names_and_passwords_in_what_is_shown(manager: SessionManager) -> None:
    assert repr(manager.session("a")) == "Session('a')"
    assert repr(manager.session("a", owner="ann")) == "Session('a', owner='ann')"
    with SessionManager("postgresql://ann:secret-word@localhost/x") as other:
        assert "secret-word" not in repr(other)
        assert "secret-word" not in other.url
