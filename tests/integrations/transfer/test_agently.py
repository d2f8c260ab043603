"""What an Agently session has written of itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from agently.core import Session as AgentlySession

from manager import LoadError, SessionManager
from manager.transfer.agently import files_of, move_in_agently
from manager.transfer.report import Moved

pytestmark = [pytest.mark.backends("sqlite"), pytest.mark.faces("sync")]

TALK: list[dict[str, Any]] = [
    {"role": "assistant" if number % 2 else "user", "content": f"turn {number} 🎻"} for number in range(8)
]


def agently_session(name: str, messages: list[dict[str, Any]], *, max_length: int | None = None) -> Any:
    session = AgentlySession(id=name)
    if max_length is not None:
        session.settings.set("session.max_length", max_length)
    session.add_chat_history(messages)  # type: ignore[arg-type]
    return session


def imported(manager: SessionManager, source: Path, **options: Any) -> dict[str, Moved]:
    return {moved.session_id: moved for moved in move_in_agently(manager, files_of(source), **options)}


def test_a_folder_of_sessions_with_window_memo_and_settings(manager: SessionManager, tmp_path: Path) -> None:
    cut = agently_session("anna", TALK, max_length=200)
    cut._memo = {"city": "Gothenburg"}
    (tmp_path / "1.json").write_text(cut.to_json(), "utf-8")
    (tmp_path / "2.yaml").write_text(agently_session("ben", TALK[:3]).to_yaml(), "utf-8")
    (tmp_path / "notes.txt").write_text("no session")
    moved = imported(manager, tmp_path)
    assert {name: one.imported for name, one in moved.items()} == {"anna": 8, "ben": 3}

    session, theirs = manager.session("anna"), cut.to_serializable_session_data()
    assert session.full_context == theirs["full_context"]
    assert session.context_window == theirs["context_window"]
    assert len(session.context_window) < 8
    assert session.memo == {"city": "Gothenburg"}
    assert session.session_settings.get("max_length") == 200
    assert [revision.kind for revision in session.revisions()] == ["import", "created"]

    session.append({"role": "user", "content": "here"})
    again = imported(manager, tmp_path)
    assert {name: (one.imported, one.already_there) for name, one in again.items()} == {"anna": (0, 8), "ben": (0, 3)}
    assert len(session.log()) == 9


def test_a_file_that_grew_and_one_that_changed(manager: SessionManager, tmp_path: Path) -> None:
    for name in ("anna", "ben", "cleo"):
        (tmp_path / f"{name}.json").write_text(agently_session(name, TALK[:4]).to_json(), "utf-8")
    imported(manager, tmp_path)
    manager.session("ben").append({"role": "user", "content": "here"})
    for name, talk in (("anna", TALK), ("ben", TALK), ("cleo", TALK[2:])):
        (tmp_path / f"{name}.json").write_text(agently_session(name, talk).to_json(), "utf-8")
    tried = imported(manager, tmp_path, dry_run=True)
    assert (tried["anna"].imported, tried["anna"].already_there) == (4, 4)
    moved = imported(manager, tmp_path)
    assert (moved["anna"].imported, moved["anna"].already_there) == (4, 4)
    assert manager.session("anna").context_window == manager.session("anna").log() == TALK
    assert "and the session here as well" in str(moved["ben"].refused)
    assert "is not what it begins with now" in str(moved["cleo"].refused)
    assert manager.verify().ok


def test_files_that_are_no_sessions_are_named_and_the_others_come(manager: SessionManager, tmp_path: Path) -> None:
    manager.session("own").append(TALK[0])
    whole = agently_session("anna", TALK).to_json()
    (tmp_path / "a.json").write_text(whole, "utf-8")
    (tmp_path / "b.json").write_text(whole[:100], "utf-8")
    (tmp_path / "c.yaml").write_text("- 1\n", "utf-8")
    (tmp_path / "d.yml").write_text("full_context: []\nmemo: 2026-01-01\n", "utf-8")
    (tmp_path / "e.json").write_text(json.dumps({"full_context": ["x"]}), "utf-8")
    (tmp_path / "f.json").write_text(json.dumps({"full_context": TALK}), "utf-8")
    (tmp_path / "g.json").write_text(json.dumps({"id": "own", "full_context": TALK}), "utf-8")
    (tmp_path / "h.json").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "i.json").write_text("{}", "utf-8")
    moved = imported(manager, tmp_path)
    assert {name for name, one in moved.items() if one.ok} == {"anna", "f"}
    assert "cannot be read" in str(moved["b"].refused)
    assert "holds a list" in str(moved["c"].refused)
    assert "no JSON" in str(moved["d"].refused)
    assert "was not imported from agently" in str(moved["own"].refused)
    assert set(imported(manager, tmp_path, session_id="f")) == {"f"}
    assert manager.session("own").log() == TALK[:1]
    with pytest.raises(LoadError, match=r"name a \.json or .yaml file"):
        files_of(tmp_path / "none.json")
