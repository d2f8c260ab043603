"""`contextledger demo`: the conversation that ships, one's own, and files that are none."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from manager import SessionManager
from manager.cli.conversations import DEMO, conversations, fitting_limit
from tests.cli.command import ROOT, Execute, Run, environment_of

AIRLINE = ROOT.parent / "shared" / "data" / "airline_conversations.jsonl"


def lines(*values: Any) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


def talk(name: str, turns: int) -> dict[str, Any]:
    return {"id": name, "messages": [{"role": "user", "content": f"turn {turn} " + "x" * 40} for turn in range(turns)]}


def test_the_conversation_that_ships_tells_the_whole_story(execute: Execute, tmp_path: Path) -> None:
    told = execute("demo", COLUMNS="120", TMPDIR=str(tmp_path))
    assert told.returncode == 0, told.stderr
    assert re.search(r"revision +kind +strategy +messages +length +when", told.stdout)
    assert re.search(r"^ *2  resize  simple_cut +\d+ → \d+ +[\d,]+ → [\d,]+ +\d{4}-", told.stdout, re.MULTILINE)
    assert "What it no longer sees: message 2, dropped by revision 2\n" in told.stdout
    assert "back in Lyon by 17:00" in told.stdout
    assert re.search(r"rollback to 1 +\d+ → 44 ", told.stdout)
    assert re.search(r"^\+ +2  user ", told.stdout, re.MULTILINE)
    assert re.search(r"verified: 1 sessions?, 44 messages", told.stdout)
    assert "resizing is held" in told.stdout
    assert told.stderr == ""

    commands = re.findall(r"^contextledger (.+)$", told.stdout, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        assert execute(*shlex.split(command)).returncode == 0
    looked = execute(*shlex.split(commands[1]), "--json")
    assert len(json.loads(looked.stdout)["messages"]) == 44


def test_the_commands_to_look_with_are_named_as_the_shell_finds_them(tmp_path: Path) -> None:
    script = tmp_path / "bin" / "contextledger"
    script.parent.mkdir()
    script.write_text(f"#!{sys.executable}\nfrom manager.cli import main\nmain()\n")
    script.chmod(0o755)
    environment = environment_of(TMPDIR=str(tmp_path), COLUMNS="120")
    for path, name in ((os.defpath, "bin/contextledger"), (f"{script.parent}:{os.defpath}", "contextledger")):
        told = subprocess.run(
            [script, "demo"],
            cwd=tmp_path,
            env={**environment, "PATH": path},
            capture_output=True,
            encoding="utf-8",
            check=True,
            timeout=120,
        )
        assert re.search(rf"^{name} history conference-trip --url sqlite:///", told.stdout, re.MULTILINE)


def test_a_demo_in_memory_leaves_nothing_to_look_at(run: Run) -> None:
    told = run("demo", "--url", "sqlite://")
    assert told.exit_code == 0
    assert "Look for yourself" not in told.stdout


def test_the_conversation_that_ships_is_one_a_provider_takes() -> None:
    (conversation,) = conversations(DEMO)
    assert 36 <= len(conversation.messages) <= 48
    waiting: set[str] = set()
    for message in conversation.messages:
        if message["role"] == "tool":
            waiting.remove(message["tool_call_id"])
        else:
            assert not waiting
        for call in message.get("tool_calls", ()):
            json.loads(call["function"]["arguments"])
            waiting.add(call["id"])
    assert not waiting


def test_each_conversation_of_a_file_becomes_a_session(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "talks.jsonl"
    file.write_text("\ufeff" + lines(talk("short", 3), talk("long", 30)) + "\n" + lines(talk("middle", 10)), "utf-8")
    url = f"sqlite:///{tmp_path / 'talks.db'}"
    told = run("demo", str(file), "--url", url, "--max-length", "400")
    assert told.exit_code == 0, told.stderr
    assert "3 conversations under session.max_length = 400" in told.stdout
    assert "long: 30 messages" in told.stdout
    with SessionManager(url) as manager:
        assert {one.session_id: one.head_seq for one in manager.list_sessions()} == {
            "short": 3,
            "long": 30,
            "middle": 10,
        }
        assert manager.get_session("long").info().settings["session.max_length"] == 400


def test_a_second_run_leaves_the_first_ones_sessions_alone(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'twice.db'}"
    assert run("demo", "--url", url).exit_code == 0
    assert run("demo", "--url", url).exit_code == 0
    with SessionManager(url) as manager:
        assert {one.session_id for one in manager.list_sessions()} == {"conference-trip", "conference-trip-2"}
        assert len(manager.get_session("conference-trip").log()) == 44


def test_nothing_to_cut_is_said(run: Run, tmp_path: Path) -> None:
    told = run("demo", "--url", f"sqlite:///{tmp_path / 'uncut.db'}", "--max-length", "1000000")
    assert told.exit_code == 0
    assert "Nothing was cut" in told.stdout
    assert "verified" in told.stdout


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (lines(talk("a", 2)) + "{not json\n", "line 2: it is not JSON"),
        (lines(talk("a", 2)) + "\n[1]\n", "line 3: it is a list, not an object"),
        (lines({"messages": [{"role": "user", "content": "x"}]}), "line 1: it has no id"),
        (lines({"id": True, "messages": [{"role": "user", "content": "x"}]}), "line 1: it has no id"),
        (lines({"id": "a"}), "line 1: it has no list of messages"),
        (lines({"id": "a", "messages": []}), "line 1: it has no list of messages"),
        (lines({"id": "a", "messages": [{"role": "user", "content": "x"}, "y"]}), "line 1: messages[1] is a str"),
        (lines({"id": "a", "messages": [{"content": "x"}]}), "line 1: messages[0] cannot be kept"),
        (lines({"id": "a", "messages": [{"role": "user", "content": float("nan")}]}), "line 1: messages[0]"),
        (lines({"id": "a\nb", "messages": [{"role": "user", "content": "x"}]}), "line 1: its id cannot be kept"),
        ("[" * 200_000 + "\n", "line 1: it is "),
        ("\n \n", "it holds no conversation"),
    ],
)
def test_a_bad_line_is_named(run: Run, tmp_path: Path, content: str, told: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(content, "utf-8")
    result = run("demo", str(file), "--url", f"sqlite:///{tmp_path / 'bad.db'}")
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_bytes_that_are_no_text_are_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "latin.jsonl"
    file.write_bytes(lines(talk("a", 2)).encode() + b'{"id": "caf\xe9"}\n')
    result = run("demo", str(file), "--url", f"sqlite:///{tmp_path / 'latin.db'}")
    assert result.exit_code == 2
    assert "line 2: it is not UTF-8 at byte 12" in result.stderr


def test_a_file_that_is_not_there_is_named(execute: Execute, tmp_path: Path) -> None:
    for name in ("absent.jsonl", "."):
        told = execute("demo", name)
        assert told.returncode == 2
        assert name in told.stderr
        assert "Traceback" not in told.stderr


def test_real_conversations_run(run: Run, tmp_path: Path) -> None:
    if not AIRLINE.exists():
        pytest.skip(f"{AIRLINE.name} is not in the shared folder beside this checkout")
    url = f"sqlite:///{tmp_path / 'airline.db'}"
    told = run("demo", str(AIRLINE), "--url", url)
    assert told.exit_code == 0, told.stderr
    assert "40 conversations" in told.stdout
    with SessionManager(url) as manager:
        cut = {revision.session_id for revision in manager.resize_history(limit=1000)}
        stored = {one.session_id: one.head_seq for one in manager.list_sessions(limit=100)}
    assert stored == {one.name: len(one.messages) for one in conversations(AIRLINE)}
    assert 10 <= len(cut) < 40
    assert fitting_limit(AIRLINE) > 6000
