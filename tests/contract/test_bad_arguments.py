"""Arguments of the wrong kind or beyond every range: a typed error that names them, before anything is stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from manager import (
    DatabaseError,
    InvalidArgumentError,
    InvalidSettingError,
    Page,
    Session,
    SessionManager,
    UnsupportedDatabaseError,
)
from tests.backends import SYSTEMS, before_any_sql
from tests.faces import Face
from tests.messages import numbered, user

YEAR_10000 = 253_402_300_800_000_000
DOTTED = ".".join(["a"] * 3001)


def cyclic() -> dict[str, Any]:
    value: dict[str, Any] = {}
    value["session"] = {"own": value}
    return value


# --- managers, sessions and settings ------------------------------------------------------------


@before_any_sql
@pytest.mark.faces("sync")
@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"settings": [1]}, InvalidArgumentError),
        ({"settings": "session.max_length"}, InvalidArgumentError),
        ({"settings": cyclic()}, InvalidSettingError),
        ({"settings": {DOTTED: 1}}, InvalidSettingError),
        ({"settings": {1: 1}}, InvalidSettingError),
        ({"engine_options": 5}, InvalidArgumentError),
        ({"engine_options": [("pool_size", 1)]}, InvalidArgumentError),
        ({"clock": 5}, InvalidArgumentError),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else f"{value!r}"[:40],
)
def test_what_a_manager_cannot_be_made_of_is_refused(
    database_url: str, face: Face, options: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        SessionManager(database_url, **options)


@before_any_sql
@pytest.mark.faces("sync")
@pytest.mark.parametrize("manager", [5, "sqlite://", object(), SessionManager])
def test_what_is_no_manager_is_refused(face: Face, manager: Any) -> None:
    with pytest.raises(InvalidArgumentError, match="manager"):
        Session("x", manager=manager)


@before_any_sql
@pytest.mark.parametrize("key", [[], 5, None, DOTTED, "a" + "." * 3000], ids=["list", "int", "None", "deep", "dots"])
def test_a_key_that_names_no_setting_is_refused_everywhere(manager: SessionManager, face: Face, key: Any) -> None:
    session = face(manager.session("a"))
    session.append(user())
    with pytest.raises(InvalidSettingError):
        manager.set_settings(key, 1)
    with pytest.raises(InvalidSettingError):
        session.set_settings(key, 1)
    if key.__hash__ is not None:
        with pytest.raises(InvalidSettingError):
            manager.session("b", settings={key: 1})
    assert session.settings["session.strategy"] == "simple_cut"
    assert session.info().settings == {}


@before_any_sql
def test_a_setting_that_holds_itself_is_refused(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    with pytest.raises(InvalidSettingError):
        manager.session("b", settings=cyclic())
    with pytest.raises(InvalidSettingError):
        manager.set_settings("own", cyclic())
    with pytest.raises(InvalidSettingError):
        session.set_settings("own", cyclic())
    assert face(manager).list_sessions() == []


# --- clocks -------------------------------------------------------------------------------------


@before_any_sql
@pytest.mark.parametrize("moment", [YEAR_10000, 10**30, -1, 1.5, "now", None, True])
def test_a_clock_that_tells_no_time_is_refused_before_anything_is_stored(
    make_manager: Callable[..., SessionManager], face: Face, moment: Any
) -> None:
    manager = make_manager(clock=lambda: moment)
    session = face(manager.session("a"))
    for write in (lambda: session.append(numbered(2)), lambda: session.set_memo(1), session.clean_context_window):
        with pytest.raises(InvalidArgumentError, match="clock"):
            write()
    assert face(make_manager()).list_sessions() == []


@pytest.mark.backends(*SYSTEMS)
def test_a_clock_in_the_last_microsecond_there_is_can_be_read(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    session = face(make_manager(clock=lambda: YEAR_10000 - 1).session("a"))
    session.append(user())
    assert session.revision(1).created_at == datetime.max.replace(tzinfo=UTC)
    assert session.context_window[0].created_at == datetime.max.replace(tzinfo=UTC)


# --- pages and times ----------------------------------------------------------------------------


NO_CURSORS: list[Any] = [
    *("1.2.99999999999999999999", 1.5, " 1 . 2 . 3 ", "1_0.2.3", "1.2", "1.2.3.4", "", "-1.2.3", "١.٢.٣", "1.2.3\n", 5)
]


@pytest.mark.backends(*SYSTEMS)
def test_a_cursor_no_page_gave_is_refused(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(2))
    for after in NO_CURSORS:
        with pytest.raises(InvalidArgumentError, match="after"):
            pytest.fail(f"{after!r} gave {face(manager).revisions(after=after)}")
        if after != "1.2":  # of a list of sessions
            with pytest.raises(InvalidArgumentError, match="after"):
                pytest.fail(f"{after!r} gave {face(manager).list_sessions(after=after)}")
    for cursor in ("1.2.99999999999999999999", "1_0.2", " 1 . 2 ", "1.2.3"):
        with pytest.raises(InvalidArgumentError, match="after"):
            pytest.fail(f"{cursor!r} gave {face(manager).list_sessions(after=cursor)}")


ENDS = [
    end.replace(tzinfo=zone)
    for end in (datetime.min, datetime.max)  # noqa: DTZ901 - naive ones are local
    for zone in (None, UTC, timezone(timedelta(hours=14)), timezone(timedelta(hours=-12)))
]


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.parametrize("argument", ["since", "until"])
def test_the_ends_of_time_are_refused_or_give_a_page(manager: SessionManager, face: Face, argument: str) -> None:
    session = face(manager.session("a"))
    session.append(numbered(2))
    for end in ENDS:
        given: dict[str, Any] = {argument: end}
        for revisions in (face(manager).revisions, face(manager).resize_history, session.revisions):
            try:
                page = revisions(**given)
            except InvalidArgumentError as error:
                assert argument in str(error), end  # noqa: PT017 - either is right, and nothing else
            else:
                assert isinstance(page, Page), end


# --- databases ----------------------------------------------------------------------------------


@before_any_sql
@pytest.mark.parametrize("use", ["append", "list_sessions", "upgrade"])
@pytest.mark.parametrize(
    ("scheme", "query", "options"),
    [
        ("sqlite", "?timeout=abc", {}),
        ("sqlite+aiosqlite", "?timeout=abc", {}),
        ("sqlite", "?check_same_thread=maybe", {}),
        ("sqlite", "", {"engine_options": {"foo": 1}}),
        ("sqlite+aiosqlite", "", {"engine_options": {"foo": 1}}),
        ("sqlite", "", {"engine_options": {"connect_args": {"foo": 1}}}),
        ("sqlite", "", {"engine_options": {"pool_size": "many"}}),
    ],
)
def test_options_no_connection_takes_are_refused_at_the_first_use(
    database_url: str, face: Face, use: str, scheme: str, query: str, options: dict[str, Any]
) -> None:
    _refused_at_first_use(database_url.replace("sqlite", scheme, 1) + query, options, face, use)


@pytest.mark.backends("mariadb")
@pytest.mark.parametrize("use", ["append", "list_sessions"])
@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("?bogus=1", {}),
        ("", {"engine_options": {"foo": 1}}),
        ("", {"engine_options": {"connect_args": {"bogus": 1}}}),
    ],
)
def test_options_no_server_takes_are_refused_at_the_first_use(
    database_url: str, face: Face, use: str, query: str, options: dict[str, Any]
) -> None:
    _refused_at_first_use(database_url + query, options, face, use)


@pytest.mark.backends("postgresql")
def test_what_libpq_refuses_is_told_in_its_own_words(database_url: str, face: Face) -> None:
    manager = SessionManager(database_url, engine_options={"connect_args": {"bogus": 1}})
    with pytest.raises(DatabaseError, match="bogus"):
        face(manager).list_sessions()
    face.call(manager.close)
    _refused_at_first_use(database_url, {"engine_options": {"foo": 1}}, face, "append")


def _refused_at_first_use(url: str, options: dict[str, Any], face: Face, use: str) -> None:
    manager = SessionManager(url, **options)
    first: dict[str, Callable[[], Any]] = {
        "append": lambda: face(manager.session("a")).append(user()),
        "list_sessions": lambda: face(manager).list_sessions(),
        "upgrade": lambda: face(manager).upgrade(),
    }
    for _ in range(2):
        with pytest.raises(UnsupportedDatabaseError):
            first[use]()
    face.call(manager.close)


@before_any_sql
@pytest.mark.faces("sync")
@pytest.mark.parametrize(
    "url", ["sqlite://my.db", "sqlite://folder/my.db", "mariadb://root@127.0.0.1", "mariadb://root@127.0.0.1/"]
)
def test_a_url_that_names_no_database_is_refused(face: Face, url: str) -> None:
    with pytest.raises(UnsupportedDatabaseError):
        SessionManager(url)
