"""JSON and YAML in the original system's format, both ways."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from manager import LoadError, Message, SessionManager
from tests.backends import before_any_sql
from tests.faces import Face
from tests.messages import assistant, numbered, of_length, seqs, system, texts, user

#: As the original system writes it (4.0.8.1 and 4.1.4.10 alike).
ORIGINAL = """{
  "id": "f3d1",
  "auto_resize": true,
  "full_context": [
    {"role": "user", "content": "one"},
    {"role": "assistant", "content": "two"},
    {"role": "user", "content": "three"}
  ],
  "context_window": [
    {"role": "user", "content": "three"}
  ],
  "memo": {"topic": "counting"},
  "session_settings": {"max_length": 300}
}"""


def test_a_session_is_written_in_the_original_systems_format(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 300, "session.own.depth": 2}))
    session.append([of_length(100, name) for name in "abcd"])
    session.set_memo({"n": 1})
    written = json.loads(session.to_json())
    assert list(written) == ["id", "auto_resize", "full_context", "context_window", "memo", "session_settings"]
    assert (written["id"], written["auto_resize"], written["memo"]) == ("a", True, {"n": 1})
    assert len(written["full_context"]) == 4
    assert written["context_window"] == written["full_context"][1:]
    assert written["session_settings"]["max_length"] == 300
    assert written["session_settings"]["own"] == {"depth": 2}
    assert yaml.safe_load(session.to_yaml()) == written


def test_a_session_nobody_wrote_to_is_written_as_an_empty_one(manager: SessionManager, face: Face) -> None:
    written = json.loads(face(manager.session("a")).to_json())
    assert (written["full_context"], written["context_window"], written["memo"]) == ([], [], None)
    assert face(manager).list_sessions() == []


def test_what_the_original_system_wrote_is_read(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    assert session.load_json(ORIGINAL).id == "a"
    assert texts(session.full_context[:]) == ["one", "two", "three"]
    assert seqs(session.context_window) == [3]
    assert session.memo == {"topic": "counting"}
    assert session.settings["session.max_length"] == 300
    # What the session inherits anyway, such as auto_resize here, it goes on inheriting.
    assert session.info().settings == {"session.max_length": 300}
    newest = session.revisions(limit=1)[0]
    assert (newest.kind, newest.full_count, newest.window_count) == ("import", 3, 1)


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_a_round_trip_changes_nothing(manager: SessionManager, face: Face, form: str) -> None:
    session = manager.session("a", settings={"session.max_length": 400, "session.own": [1, {"x": None}]})
    summary = {"role": "system", "content": "summary\n: - # 'é' 😀"}
    session.register_resize_handler("mine", lambda full, window, memo, settings: (None, [summary, *window[-2:]], None))
    through = face(session)
    through.append([*numbered(4), {"role": "user", "name": "c", "content": [{"b": 1, "a": None}], "n": 1.5}])
    through.resize("mine")
    through.set_memo({"n": [1, "x", None, True]})
    copy = face(manager.session("b"))
    if form == "json":
        copy.load_json(through.to_json())
    else:
        copy.load_yaml(through.to_yaml())
    assert json.dumps(copy.full_context[:]) == json.dumps(through.full_context[:])
    assert json.dumps(copy.context_window) == json.dumps(through.context_window)
    assert seqs(copy.context_window) == [None, 4, 5]
    assert copy.memo == through.memo
    assert copy.settings.data == through.settings.data
    assert copy.info().window_length == through.info().window_length
    assert (json.loads(copy.to_json()) | {"id": "a"}) == json.loads(through.to_json())


def test_any_text_makes_the_round_trip(manager: SessionManager, face: Face) -> None:
    for number, value in enumerate(("a\x00b", "\ud83d", "\\u0000", "e\u0301\u00e9", "\u202eabc", "😀", "x\u2028y\x85")):
        session = face(manager.session(f"{number}"))
        session.append([user(value), {"role": "user", "content": "x", value: value}])
        session.set_memo({value: value})
        text = session.to_json()
        text.encode()
        copy = face(manager.session(f"copy of {number}"))
        copy.load_json(text)
        assert copy.context_window == session.context_window
        assert copy.memo == session.memo


def test_a_load_refers_to_what_is_there_and_keeps_the_log(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    text = session.to_json()
    session.append(user("later"))
    session.reset_chat_history()
    session.undo()
    session.load_json(text)
    assert seqs(session.full_context[:]) == [1, 2, 3]
    assert len(session.log()) == 4
    session.undo()
    assert texts(session.context_window) == ["m1", "m2", "m3", "later"]


def test_a_load_never_resizes(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    window = [of_length(200), of_length(200)]
    session.load_json(json.dumps({"full_context": window, "session_settings": {"max_length": 250}}))
    assert len(session.context_window) == 2
    assert session.append(of_length(100)).revision is not None


def test_a_load_without_a_memo_keeps_the_memo_and_null_clears_it(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.set_memo("kept")
    session.load_json('{"full_context": []}')
    assert session.memo == "kept"
    session.load_json('{"full_context": [], "memo": null}')
    assert session.memo is None


def test_a_window_left_out_is_the_full_context(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.load_json(json.dumps({"full_context": numbered(2)}))
    assert seqs(session.context_window) == [1, 2]


def test_a_window_may_hold_what_the_full_context_does_not(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    window = [system("summary"), user("m2"), assistant("aside")]
    session.load_json(json.dumps({"full_context": numbered(2), "context_window": window}))
    assert seqs(session.context_window) == [None, 2, None]
    assert session.context_window == window
    assert len(session.log()) == 2


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_files_are_read_by_their_path(manager: SessionManager, face: Face, tmp_path: Path, form: str) -> None:
    source = face(manager.session("a"))
    source.append([user("é😀"), assistant("two")])
    path = tmp_path / f"session.{form}"
    session = face(manager.session("b"))
    if form == "json":
        path.write_text("\ufeff" + source.to_json(), encoding="utf-8")
        session.load_json(path)
        session.load_json(str(path))
    else:
        path.write_text(source.to_yaml(), encoding="utf-8")
        session.load_yaml(path)
        session.load_yaml(str(path))
    assert texts(session.context_window) == ["é😀", "two"]
    assert isinstance(session.context_window[0], Message)


BROKEN: list[Any] = [
    pytest.param("", id="nothing"),
    pytest.param("not json", id="no JSON"),
    pytest.param("[1, 2]", id="a list"),
    pytest.param("null", id="null"),
    pytest.param('{"full_context": "text"}', id="text for messages"),
    pytest.param('{"full_context": {"role": "user"}}', id="one message for messages"),
    pytest.param('{"full_context": ["text"]}', id="text for a message"),
    pytest.param('{"full_context": [{"content": "no role"}]}', id="no role"),
    pytest.param('{"full_context": [], "context_window": 5}', id="number for a window"),
    pytest.param('{"full_context": [], "memo": NaN}', id="NaN"),
    pytest.param('{"full_context": [], "id": 5}', id="number for an id"),
    pytest.param('{"full_context": [], "auto_resize": "yes"}', id="text for a bool"),
    pytest.param('{"full_context": [], "session_settings": {"max_length": -5}}', id="wrong limit"),
    pytest.param('{"full_context": [], "session_settings": [1]}', id="list for settings"),
    pytest.param('{"full_context": [], "session_settings": {"measure": "parsecs"}}', id="unknown measure"),
    pytest.param(Path("/nowhere/at/all.json"), id="no file"),
    pytest.param(5, id="number"),
    pytest.param(b"{}", id="bytes"),
]


@before_any_sql
@pytest.mark.parametrize("source", BROKEN)
def test_what_is_no_session_is_refused_and_changes_nothing(manager: SessionManager, face: Face, source: Any) -> None:
    session = face(manager.session("a"))
    session.append(user("kept"))
    session.set_memo("kept")
    for load in (session.load_json, session.load_yaml, face(manager).import_session):
        if source == '{"full_context": [], "memo": NaN}' and load != session.load_json:
            continue  # plain text to YAML
        with pytest.raises(LoadError, match="cannot load") as caught:
            load(source)
        assert caught.value.source
        assert caught.value.problem
    assert texts(session.context_window) == ["kept"]
    assert (session.memo, session.info().revision) == ("kept", 2)
    assert len(face(manager).list_sessions()) == 1


def test_what_is_nested_too_deep_is_refused(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    for depth in (250, 100_000):
        with pytest.raises(LoadError):
            session.load_json('{"full_context": [], "memo": ' + "[" * depth + "]" * depth + "}")
    with pytest.raises(LoadError):
        session.load_yaml("full_context: []\nmemo: " + "[" * 250 + "]" * 250)


def test_yaml_that_would_make_objects_is_refused(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    with pytest.raises(LoadError):
        session.load_yaml("full_context: !!python/object/apply:os.getcwd []")
    with pytest.raises(LoadError, match="date"):
        session.load_yaml("full_context: [{role: user, content: 2024-01-01}]")


# --- importing ----------------------------------------------------------------------------------


@pytest.mark.parametrize("write", [json.dumps, yaml.safe_dump])
def test_an_import_makes_a_session_of_the_texts_id(manager: SessionManager, face: Face, write: Any) -> None:
    session = face(manager).import_session(write(json.loads(ORIGINAL)))
    assert session.id == "f3d1"
    assert texts(face(session).full_context[:]) == ["one", "two", "three"]
    assert texts(face(session).context_window) == ["three"]
    assert face(session).memo == {"topic": "counting"}
    assert [revision.kind for revision in face(session).revisions()] == ["import", "created"]


def test_an_import_without_an_id_has_a_new_one(manager: SessionManager, face: Face) -> None:
    one = face(manager).import_session('{"full_context": []}')
    two = face(manager).import_session('{"full_context": []}')
    assert one.id != two.id


def test_an_import_onto_an_existing_id_is_refused(manager: SessionManager, face: Face) -> None:
    face(manager.session("f3d1")).append(user("kept"))
    with pytest.raises(LoadError, match=r"'f3d1' exists; delete it first, or load into it"):
        face(manager).import_session(ORIGINAL)
    assert texts(face(manager.session("f3d1")).context_window) == ["kept"]
    other = face(manager).import_session(ORIGINAL, owner="ann")
    assert other.owner == "ann"


# --- what a YAML library lets through -----------------------------------------------------------


@before_any_sql
@pytest.mark.parametrize(
    "source",
    [
        "a: !!bool foo",
        "full_context: []\nmemo: !!bool foo",
        "full_context: []\nmemo: !!timestamp foo",
        "full_context: []\nmemo: !!int ''",
        "full_context: []\nmemo: !!float ''",
        "full_context: []\nmemo: !!binary é",
        "full_context: []\nmemo: {[1]: 2}",
    ],
)
def test_yaml_whose_tags_lie_is_refused(manager: SessionManager, face: Face, source: str) -> None:
    session = face(manager.session("a"))
    session.append(user("kept"))
    for load in (session.load_yaml, face(manager).import_session):
        with pytest.raises(LoadError, match="cannot load"):
            load(source)
    assert (texts(session.context_window), session.info().revision) == (["kept"], 1)
    assert len(face(manager).list_sessions()) == 1


@before_any_sql
@pytest.mark.parametrize("source", ['{"messages": []}', "{}", '{"id": "a"}', '{"auto_resize": true}'])
def test_an_object_with_nothing_of_a_session_is_refused(manager: SessionManager, face: Face, source: str) -> None:
    session = face(manager.session("a"))
    session.append(user("kept"))
    session.set_memo("kept")
    for load in (session.load_json, session.load_yaml, face(manager).import_session):
        with pytest.raises(LoadError, match="none of the keys"):
            load(source)
    assert (texts(session.context_window), session.memo, session.info().revision) == (["kept"], "kept", 2)
    assert len(face(manager).list_sessions()) == 1


@before_any_sql
@pytest.mark.parametrize("text", ["\x85\ud800", "a\x85b", "a\x85 b\x85", "a\u2028b\u2029", "\ufeffa", "\x85"])
def test_line_ends_of_all_kinds_beside_a_lone_surrogate_make_the_round_trip(
    manager: SessionManager, face: Face, text: str
) -> None:
    session = face(manager.session("a"))
    session.append([user(text), user("\ud800")])
    session.set_memo({text: text})
    loaded = face(manager.session("b"))
    loaded.load_yaml(session.to_yaml())
    assert texts(loaded.context_window) == [text, "\ud800"]
    assert loaded.memo == {text: text}
