"""Files of JSON lines, in and out."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from manager import LoadError, SessionManager, SessionNotFoundError
from manager.transfer.openai_jsonl import write_openai_jsonl
from tests.integrations.transfer.stores import imported, log_of

pytestmark = [pytest.mark.backends("sqlite"), pytest.mark.faces("sync")]
SYSTEM = "openai-jsonl"

CHAT: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [
        {"type": "text", "text": "Weather? \ud800 🎻"}, {"type": "image_url", "image_url": {"url": "u"}}
    ]},
    {"role": "assistant", "content": None, "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    ]},
    {"role": "tool", "tool_call_id": "c1", "content": "rain"},
    {"role": "assistant", "content": "Rain.", "weight": 0, "n": 2**80},
]  # fmt: skip


def write(file: Path, *lines: object) -> Path:
    file.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "utf-8")
    return file


def written(manager: SessionManager, **options: Any) -> list[dict[str, Any]]:
    target = io.BytesIO()
    count = write_openai_jsonl(manager, target, **options)
    lines = target.getvalue().decode().splitlines()
    assert len(lines) == count
    return [json.loads(line) for line in lines]


def test_lines_with_and_without_an_id(manager: SessionManager, tmp_path: Path) -> None:
    tools = {"tools": [{"type": "function"}], "parallel_tool_calls": False}
    file = write(
        tmp_path / "tuning.jsonl",
        {"id": "a", "messages": CHAT},
        "",
        {"messages": CHAT[:3], **tools},
        {"id": 7, "messages": CHAT[:1]},
    )
    moved = imported(manager, SYSTEM, file)
    assert {name: one.imported for name, one in moved.items()} == {"a": 5, "tuning-3": 3, "7": 1}
    assert log_of(manager, "a") == CHAT
    assert list(log_of(manager, "a")[4]) == list(CHAT[4])
    assert manager.session("tuning-3").info().metadata == tools
    assert [one.metadata for one in manager.session("7").log()] == [{"imported_from": SYSTEM, "messages": [1, 1]}]


def test_lines_that_grew_and_lines_that_changed(manager: SessionManager, tmp_path: Path) -> None:
    file = write(
        tmp_path / "chats.jsonl",
        {"id": "a", "messages": CHAT[:2]},
        {"id": "b", "messages": CHAT},
        {"id": "c", "messages": CHAT},
    )
    imported(manager, SYSTEM, file)
    write(file, {"id": "a", "messages": CHAT}, {"id": "b", "messages": CHAT[1:]}, {"id": "c", "messages": CHAT[:3]})
    moved = imported(manager, SYSTEM, file)
    assert (moved["a"].imported, moved["a"].already_there) == (3, 2)
    assert "message 1 is not what was imported as message 1" in str(moved["b"].refused)
    assert (moved["c"].no_longer_there, moved["c"].already_there) == (2, 3)
    assert [log_of(manager, name) for name in "abc"] == [CHAT] * 3


def test_lines_that_are_none_are_named_and_the_others_come(manager: SessionManager, tmp_path: Path) -> None:
    file = write(
        tmp_path / "chats.jsonl",
        {"id": "a", "messages": CHAT},
        '{"id": "b", "messages": [{"role": "user", "con',
        [1],
        {"id": "d"},
        {"id": "e", "messages": ["x", '{"role": "user"}', *CHAT[:1], {"content": "x"}]},
        "[" * 200_000,
    )
    moved = imported(manager, SYSTEM, file)
    assert moved["a"].ok
    assert "line 2: it is not JSON" in str(moved["chats-2"].refused)
    assert "line 3: it is a list" in str(moved["chats-3"].refused)
    assert "line 4: it has no list of messages" in str(moved["chats-4"].refused)
    assert (moved["e"].imported, moved["e"].unreadable) == (1, 3)
    assert moved["e"].problems[0] == "message 1: it cannot be read: it is a str, not an object"
    assert moved["chats-6"].refused is not None
    with pytest.raises(LoadError, match="No such file"):
        imported(manager, SYSTEM, tmp_path / "none.jsonl")


@pytest.mark.parametrize("part", ["full", "window", "log"])
def test_what_was_written_is_read_as_the_same(manager: SessionManager, part: Any) -> None:
    session = manager.session("a", metadata={"topic": "weather", "id": "mine", "messages": 3})
    session.append([*CHAT, {"role": "user", "content": "Thanks"}])
    session.pop_message()
    session.register_resize_handler("last", lambda full, window, memo, settings: (None, window[-1:], memo))
    session.resize("last")
    manager.session("b", owner="anna").append(CHAT[0])
    messages = {"full": CHAT, "window": CHAT[-1:], "log": [*CHAT, {"role": "user", "content": "Thanks"}]}[part]
    assert written(manager, session_id="a", part=part) == [{"id": "a", "topic": "weather", "messages": messages}]
    assert [line["id"] for line in written(manager, part=part)] == ["b", "a"]
    assert [line["id"] for line in written(manager, owner="anna", part=part)] == ["b"]


def test_there_and_back(manager: SessionManager, tmp_path: Path) -> None:
    for number in range(3):
        manager.session(f"s{number}", metadata={"number": number}).append(CHAT * number + CHAT[:1])
    manager.session("empty").set_memo("no message yet")
    file = tmp_path / "out.jsonl"
    with file.open("wb") as target:
        assert write_openai_jsonl(manager, target, owner="") == 4
    with SessionManager("sqlite://") as other:
        assert all(one.ok for one in imported(other, SYSTEM, file).values())
        for number in range(3):
            assert log_of(other, f"s{number}") == log_of(manager, f"s{number}")
            assert other.session(f"s{number}").info().metadata == {"number": number}
    with pytest.raises(SessionNotFoundError):
        write_openai_jsonl(manager, io.BytesIO(), session_id="none")
