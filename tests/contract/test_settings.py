"""Settings: precedence, persistence, what is refused and what is warned about."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from manager import InvalidSettingError, Session, SessionManager, Settings, UnknownSettingWarning
from tests.backends import SHAREABLE, before_any_sql
from tests.faces import Face
from tests.messages import of_length, seqs, user

BUILT_IN = {
    "session.max_length": None,
    "session.max_messages": None,
    "session.target_length": None,
    "session.target_messages": None,
    "session.strategy": "simple_cut",
    "session.pinned_roles": ["system", "developer"],
    "session.keep_rounds": None,
    "session.keep_tool_results": 3,
    "session.validate": "warn",
    "session.resize_timeout": 120,
    "session.auto_resize": True,
    "session.on_resize_error": "warn",
    "session.measure": "characters",
}


# --- precedence ---------------------------------------------------------------------------------


def test_the_built_in_settings(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    for key, value in BUILT_IN.items():
        assert manager.settings[key] == session.settings[key] == value
    assert session.settings.get("session.never_set") is None
    assert session.settings.get("session.never_set", 5) == 5
    with pytest.raises(KeyError):
        session.settings["session.never_set"]


def test_a_sessions_own_go_before_its_managers_and_those_before_the_built_in(
    manager: SessionManager, face: Face
) -> None:
    session = face(manager.session("a"))
    manager.set_settings("session.max_length", 100)
    assert session.settings["session.max_length"] == 100
    session.set_settings("session.max_length", 200)
    assert session.settings["session.max_length"] == 200
    assert face(manager.session("b")).settings["session.max_length"] == 100
    manager.set_settings("session.max_length", 300)
    assert session.settings["session.max_length"] == 200
    session.unset_settings("session.max_length")
    assert session.settings["session.max_length"] == 300
    manager.settings.unset("session.max_length")
    assert session.settings["session.max_length"] is None


def test_none_is_a_value_and_hides_what_is_below(manager: SessionManager, face: Face) -> None:
    manager.set_settings("session.max_length", 100)
    session = face(manager.session("a"))
    session.set_settings("session.max_length", None)
    assert session.settings["session.max_length"] is None
    assert session.append([of_length(90)] * 3).revision is None
    assert session.info().settings == {"session.max_length": None}


def test_settings_of_the_process_are_live_for_sessions_without_their_own(manager: SessionManager, face: Face) -> None:
    one, own = face(manager.session("a")), face(manager.session("b", settings={"session.max_length": 1000}))
    for session in (one, own):
        session.append([of_length(100), of_length(100)])
    manager.set_settings("session.max_length", 150)
    assert one.append(of_length(100)).revision is not None
    assert own.append(of_length(100)).revision is None
    assert one.info().settings == {}


def test_a_changed_setting_never_resizes_by_itself(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append([of_length(100)] * 3)
    session.set_settings("session.max_length", 150)
    assert len(session.context_window) == 3
    assert session.info().revision == 1


def test_the_stored_auto_resize_counts_and_a_handles_argument_overrides_it(manager: SessionManager, face: Face) -> None:
    settings = {"session.max_length": 150, "session.auto_resize": False}
    session = face(manager.session("a", settings=settings))
    assert session.append([of_length(100)] * 2).revision is None
    eager = manager.session("a", auto_resize=True)
    assert eager.auto_resize is True
    assert face(eager).append(of_length(100)).revision is not None
    eager.auto_resize = None
    assert face(eager).append(of_length(100)).revision is None
    eager.auto_resize = True
    assert face(eager).append(of_length(100)).revision is not None


# --- persistence --------------------------------------------------------------------------------


def test_settings_of_a_new_session_are_stored_with_its_first_write(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session": {"max_length": 9, "own": {"depth": 2}}}))
    assert session.settings["session.max_length"] == 9
    session.append([])
    session.append(user())
    assert session.info().settings == {"session.max_length": 9, "session.own.depth": 2}
    late = face(manager.session("a", settings={"session.max_length": 5}))
    assert late.settings["session.max_length"] == 9


@pytest.mark.backends(*SHAREABLE)
def test_a_sessions_own_settings_are_there_for_every_process(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    one, other = face(make_manager().session("a")), face(make_manager().session("a"))
    assert one.set_settings("session.max_length", 150).id == "a"
    assert other.settings["session.max_length"] == 150
    other.append([of_length(100), of_length(100)])
    assert seqs(one.context_window) == [2]
    other.unset_settings("session.max_length")
    assert one.settings["session.max_length"] is None


@pytest.mark.backends(*SHAREABLE)
def test_settings_of_the_process_are_not_stored(make_manager: Callable[..., SessionManager], face: Face) -> None:
    one = make_manager(settings={"session.max_length": 150})
    face(one.session("a")).append(user())
    other = make_manager()
    assert face(other.session("a")).settings["session.max_length"] is None


# --- dotted and nested --------------------------------------------------------------------------


def test_dotted_and_nested_keys_are_the_same(make_manager: Callable[..., SessionManager], face: Face) -> None:
    manager = make_manager(settings={"session": {"max_length": 100, "own": {"a": 1}}, "session.own.b": 2})
    session = face(manager.session("a"))
    assert session.settings["session.max_length"] == 100
    assert session.settings["session.own"] == {"a": 1, "b": 2}
    assert session.settings["session.own.b"] == 2
    session.set_settings("session", {"max_length": 7, "own": {"a": 9}})
    assert session.settings["session.max_length"] == 7
    assert session.settings["session.own"] == {"a": 9, "b": 2}
    session.unset_settings("session")
    assert session.settings["session.own"] == {"a": 1, "b": 2}


def test_unknown_keys_are_kept_for_the_users_handlers(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.window.rounds": 6, "other.key": [1, {"a": None}]}))
    session.append(user())
    session.set_settings("session.window.style", "short")
    assert session.session_settings["window.rounds"] == 6
    assert session.session_settings["window"] == {"rounds": 6, "style": "short"}
    assert session.session_settings.get("window.nothing", "default") == "default"
    assert "window" in session.session_settings
    assert dict(session.session_settings)["max_length"] is None
    assert session.settings["other.key"] == [1, {"a": None}]


def test_a_branch_of_the_sessions_own_hides_a_value_of_its_managers_and_the_reverse(
    manager: SessionManager, face: Face
) -> None:
    session = face(manager.session("a", settings={"session.own.a": 1, "session.other": 2}))
    manager.set_settings("session.own", "all of it")
    manager.set_settings("session.other.b", 3)
    assert session.settings["session.own"] == session.session_settings["own"] == {"a": 1}
    assert session.settings["session.other"] == session.session_settings["other"] == 2
    assert session.settings.data["session"]["own"] == {"a": 1}


def test_a_value_may_take_the_place_of_a_branch_and_back(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.set_settings("session.own", {"a": 1, "b": 2})
    session.set_settings("session.own", 5)
    assert session.settings["session.own"] == 5
    session.set_settings("session.own.c", 3)
    assert session.settings["session.own"] == {"c": 3}
    assert session.info().settings == {"session.own.c": 3}


def test_an_empty_branch_of_known_settings_changes_none_of_them(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 9, "session": {}}))
    session.append(user("x"))
    session.set_settings("session", {})
    assert session.session_settings["max_length"] == 9
    assert session.session_settings["strategy"] == "simple_cut"


# --- what is refused ----------------------------------------------------------------------------

REFUSED: list[tuple[str, Any]] = [
    ("session.max_length", 0),
    ("session.max_length", -5),
    ("session.max_length", 2**63),
    ("session.max_length", 10.0),
    ("session.max_length", "12000"),
    ("session.max_length", True),
    ("session.strategy", None),
    ("session.strategy", ""),
    ("session.strategy", 5),
    ("session.strategy", "x" * 256),
    ("session.pinned_roles", "system"),
    ("session.pinned_roles", None),
    ("session.pinned_roles", [1]),
    ("session.auto_resize", 1),
    ("session.auto_resize", None),
    ("session.on_resize_error", "ignore"),
    ("session.measure", ""),
    ("session.measure", 5),
    ("session.max_length.more", 5),
]


@before_any_sql
@pytest.mark.parametrize(("key", "value"), REFUSED)
def test_a_known_setting_of_the_wrong_type_or_range_is_refused_everywhere(
    manager: SessionManager, face: Face, key: str, value: Any
) -> None:
    session = face(manager.session("a"))
    nested = {"session": {key.removeprefix("session."): value}}
    for refused in (
        lambda: manager.set_settings(key, value),
        lambda: manager.settings.set(key, value),
        lambda: manager.session("b", settings={key: value}),
        lambda: manager.session("b", settings=nested),
        lambda: Session("b", manager=manager, settings={key: value}),
        lambda: SessionManager("sqlite://", settings={key: value}),
        lambda: Settings({key: value}),
        lambda: session.set_settings(key, value),
        lambda: session.set_settings("session", nested["session"]),
    ):
        with pytest.raises(InvalidSettingError, match="it must be") as caught:
            refused()
        assert key.startswith(caught.value.key)
    assert face(manager).list_sessions() == []


@before_any_sql
@pytest.mark.parametrize("value", [5, None, "text", [1]])
def test_what_is_no_branch_cannot_stand_for_all_known_settings(manager: SessionManager, face: Face, value: Any) -> None:
    session = face(manager.session("a"))
    for refused in (
        lambda: session.set_settings("session", value),
        lambda: manager.set_settings("session", value),
        lambda: manager.session("b", settings={"session": value}),
    ):
        with pytest.raises(InvalidSettingError) as caught:
            refused()
        assert (caught.value.key, caught.value.value) == ("session", value)


@before_any_sql
@pytest.mark.parametrize("key", ["", ".", "session.", ".max_length", "session..max_length", 5, None])
def test_what_is_no_dotted_name_is_refused(manager: SessionManager, face: Face, key: Any) -> None:
    session = face(manager.session("a"))
    with pytest.raises(InvalidSettingError):
        session.set_settings(key, 1)
    with pytest.raises(InvalidSettingError):
        manager.set_settings(key, 1)
    with pytest.raises(InvalidSettingError):
        manager.session("b", settings={key: 1})


@before_any_sql
@pytest.mark.parametrize("value", [float("nan"), b"x", {1: 2}, object(), {"a": {1, 2}}])
def test_a_stored_setting_has_to_be_json(manager: SessionManager, face: Face, value: Any) -> None:
    session = face(manager.session("a"))
    with pytest.raises(InvalidSettingError) as caught:
        session.set_settings("session.own", value)
    assert caught.value.key == "session.own"
    with pytest.raises(InvalidSettingError):
        manager.session("b", settings={"session.own": value})


def test_the_measure_is_fixed_when_the_session_is_made(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(user())
    with pytest.raises(InvalidSettingError) as caught:
        session.set_settings("session.measure", "another")
    assert caught.value.key == "session.measure"
    session.set_settings("session.measure", "characters")
    assert session.info().measure == "characters"


def test_a_measure_that_is_not_there_is_refused_before_anything_is_stored(manager: SessionManager, face: Face) -> None:
    with pytest.raises(InvalidSettingError) as caught:
        manager.session("a", settings={"session.measure": "parsecs"})
    assert (caught.value.key, caught.value.value) == ("session.measure", "parsecs")
    session = face(manager.session("a"))
    manager.set_settings("session.measure", "parsecs")
    with pytest.raises(InvalidSettingError):
        session.append(user())
    assert face(manager).list_sessions() == []


# --- near misses --------------------------------------------------------------------------------


@before_any_sql
@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("session.max_lenght", "session.max_length"),
        ("session.maxlength", "session.max_length"),
        ("max_length", "session.max_length"),
        ("session.stratgy", "session.strategy"),
        ("session.autoresize", "session.auto_resize"),
        ("session.pinned_role", "session.pinned_roles"),
    ],
)
def test_a_near_miss_is_kept_and_warned_about(manager: SessionManager, face: Face, key: str, meant: str) -> None:
    session = face(manager.session("a"))
    with pytest.warns(UnknownSettingWarning, match=f"did you mean '{meant}'"):
        session.set_settings(key, 5)
    assert session.settings[key] == 5
    assert session.settings[meant] == BUILT_IN[meant]
    with pytest.warns(UnknownSettingWarning):
        manager.set_settings(key, 5)
    with pytest.warns(UnknownSettingWarning):
        manager.session("b", settings={key: 5})


def test_a_near_miss_is_logged_too_and_points_at_the_caller(
    manager: SessionManager, face: Face, caplog: pytest.LogCaptureFixture
) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        manager.set_settings("session.max_lenght", 5)
    assert [(record.name, record.levelname) for record in caplog.records] == [("contextledger", "WARNING")]
    assert [warning.filename for warning in caught] == [__file__]


def test_a_stored_near_miss_is_not_warned_about_again_and_again(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    with pytest.warns(UnknownSettingWarning) as given:
        session.set_settings("session.max_lenght", 5)
    assert len(given) == 1
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        session.append(user())
        assert session.settings["session.max_lenght"] == 5
        assert face(manager.session("a")).session_settings["max_lenght"] == 5
        session.resize()
    assert caught == []


def test_what_is_not_near_is_not_warned_about(manager: SessionManager, face: Face) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for key in ("session.window", "session.rounds", "my.setting", "session.summary.model"):
            face(manager.session("a")).set_settings(key, 1)


# --- Settings -----------------------------------------------------------------------------------


def test_settings_read_as_one_tree(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 5, "own.x": 1}))
    data = session.settings.data
    assert data["own"] == {"x": 1}
    assert data["session"] == {
        key.removeprefix("session."): value for key, value in {**BUILT_IN, "session.max_length": 5}.items()
    }
    assert "session.max_length" in session.settings
    assert "session.nothing" not in session.settings
    assert json.loads(json.dumps(session.session_settings.data))["max_length"] == 5


def test_a_sessions_settings_are_a_copy_of_the_moment(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.own": [1]}))
    session.append(user())
    session.settings["session.own"].append(2)
    with pytest.raises(TypeError, match="set_settings"):
        session.settings.set("session.max_length", 1)
    with pytest.raises(TypeError, match="unset_settings"):
        session.settings.unset("session.own")
    assert session.settings["session.own"] == [1]
    assert session.settings["session.max_length"] is None
    session.settings["session.pinned_roles"].append("user")
    assert session.settings["session.pinned_roles"] == ["system", "developer"]
