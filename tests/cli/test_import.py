"""`contextledger import`: the report, the exit code, and where the bar goes."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from manager import SessionManager
from tests.cli.command import Execute, Run, arguments_of, environment_of

CHATS = [
    {"id": "anna", "messages": [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hello!"}]},
    {"id": "ben", "messages": [{"role": "user", "content": "Good morning"}]},
]


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    return write(tmp_path / "chats.jsonl", *CHATS)


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    """The URL of a database that is not there yet."""
    return f"sqlite:///{tmp_path / 'ledger.db'}"


def write(file: Path, *lines: object) -> Path:
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return file


def test_what_became_of_each_session(run: Run, chats: Path, ledger: str) -> None:
    told = run("import", str(chats), "--from", "openai-jsonl", "--url", ledger)
    assert (told.exit_code, told.stderr) == (0, "")
    assert [line.split() for line in told.stdout.splitlines()[1:3]] == [["anna", "2", "2", "0"], ["ben", "1", "1", "0"]]
    assert told.stdout.splitlines()[3] == "2 sessions: 3 messages imported, 0 were there already"

    again = run("import", str(chats), "--from", "openai-jsonl", "--url", ledger, "--session", "ben", "--json")
    assert json.loads(again.stdout) == {
        "from": "openai-jsonl",
        "dry_run": False,
        "sessions": [
            {
                "session_id": "ben",
                "read": 1,
                "imported": 0,
                "already_there": 1,
                "no_longer_there": 0,
                "unreadable": 0,
                "refused": None,
                "problems": [],
                "notes": [],
            }
        ],
        "totals": {"read": 1, "imported": 0, "already_there": 1, "no_longer_there": 0, "unreadable": 0},
    }


def test_what_could_not_be_imported_is_told_and_ends_with_2(run: Run, chats: Path, ledger: str) -> None:
    with SessionManager(ledger) as manager:
        manager.session("anna").append({"role": "user", "content": "mine"})
    told = run("import", str(chats), "--from", "openai-jsonl", "--url", ledger)
    assert told.exit_code == 2
    assert "refused: session 'anna' is there" in told.stdout
    assert told.stderr == "error: 1 of 2 sessions could not be imported, or not as a whole: see the notes\n"
    with SessionManager(ledger) as manager:
        assert len(manager.session("ben").log()) == 1

    other = run("import", str(chats), "--from", "openai-jsonl", "--url", ledger, "--owner", "team")
    assert other.exit_code == 0
    write(chats, {"id": "cleo", "messages": [{"role": "user", "content": "x"}, *["no message \x1b[31m"] * 30]})
    told = run("import", str(chats), "--from", "openai-jsonl", "--url", ledger)
    assert told.exit_code == 2
    assert "message 2: it cannot be read" in told.stdout
    assert "and 10 more" in " ".join(told.stdout.split())


def test_a_dry_run_makes_nothing(run: Run, chats: Path, ledger: str, tmp_path: Path) -> None:
    told = run("import", str(chats), "--from", "openai-jsonl", "--url", ledger, "--dry-run")
    assert told.exit_code == 0
    assert told.stdout.splitlines()[-1] == "2 sessions: 3 messages would be imported, 0 were there already"
    assert [file.name for file in tmp_path.iterdir()] == ["chats.jsonl"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["none.jsonl", "--from", "openai-jsonl"], "none.jsonl: No such file or directory"),
        (["chats.jsonl", "--from", "openai-agents"], "it is not a SQLite database"),
        (["chats.jsonl", "--from", "langchain"], "it is not a SQLite database"),
        (["chats.jsonl", "--from", "llama-index"], "it is not JSON"),
        (["none", "--from", "agently"], "there is no such file"),
        (["chats.jsonl"], "what other systems wrote is read by `contextledger import --from`"),
        (["chats.jsonl", "--from", "openai-jsonl", "--session", "none"], "it has no session 'none'"),
        (["chats.jsonl", "--from", "elsewhere"], "'elsewhere' is none of contextledger, agently,"),
        (["mssql://sa:secret@host/db", "--from", "openai-agents"], "which is not supported"),
    ],
)
def test_what_is_no_such_source(
    run: Run, chats: Path, ledger: str, arguments: list[str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(chats.parent)
    told = run("import", *arguments, "--url", ledger)
    assert told.exit_code == 2
    assert told.stderr.startswith("error: ")
    assert why in told.stderr
    assert "secret" not in told.stderr


def test_a_framework_that_is_not_installed(execute: Execute, chats: Path) -> None:
    for system, package in (("langchain", "langchain_core"), ("llama-index", "llama_index")):
        program = (
            f"import sys; sys.modules[{package!r}] = None; sys.argv[1:] = {['import', 'x.db', '--from', system]}; "
            "from manager.cli import main; main()"
        )
        command = [*arguments_of()[:2], program]
        told = subprocess.run(
            command, cwd=chats.parent, env=environment_of(), capture_output=True, encoding="utf-8", check=False
        )
        assert told.returncode == 2
        assert f"pip install 'contextledger[{system}]'" in told.stderr


def on_a_terminal(folder: Path, *arguments: str) -> tuple[bytes, bytes]:
    """What the command prints where its stderr is a terminal, and what that shows."""
    ours, theirs = pty.openpty()
    told = subprocess.run(
        arguments_of(*arguments),
        cwd=folder,
        env=environment_of(TERM="xterm"),
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=True,
    )
    os.close(theirs)
    shown = os.read(ours, 10_000)
    os.close(ours)
    return told.stdout, shown


def test_the_bar_is_on_a_terminal_alone(execute: Execute, chats: Path) -> None:
    assert execute("import", str(chats), "--from", "openai-jsonl", FORCE_COLOR="1").stderr == ""
    stdout, stderr = on_a_terminal(chats.parent, "import", str(chats), "--from", "openai-jsonl")
    assert b"importing" in stderr
    assert b"importing" not in stdout


def test_what_this_program_wrote(run: Run, url: str, ledger: str, tmp_path: Path) -> None:
    """The default: whole sessions, with their cuts."""
    file = tmp_path / "sessions.jsonl"
    with SessionManager(url) as manager:
        manager.export_jsonl(file)
        revisions = len(manager.session("trip").revisions())
    told = run("import", str(file), "--url", ledger)
    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout == (f"sessions: 1 imported, 0 continued, 0 there already (10 messages, {revisions} revisions)\n")
    again = run("import", str(file), "--url", ledger, "--json")
    assert json.loads(again.stdout)["present"] == 1

    with SessionManager(url) as manager:
        manager.delete_session("trip")
        manager.session("trip").append({"role": "user", "content": "another"})
    told = run("import", str(file), "--url", url)
    assert told.exit_code == 2
    assert "line 1: session 'trip' refused: " in told.stdout
    assert run("import", str(file), "--url", url, "--owner", "x").exit_code == 2
    assert run("import", str(tmp_path / "none"), "--url", url).exit_code == 2


def test_what_this_program_wrote_on_a_terminal_and_through_a_pipe(execute: Execute, url: str, tmp_path: Path) -> None:
    file = tmp_path / "sessions.jsonl"
    with SessionManager(url) as manager:
        manager.export_jsonl(file)
    _, stderr = on_a_terminal(tmp_path, "import", str(file), "--url", "sqlite:///a.db")
    assert b"importing" in stderr
    with file.open("rb") as piped:
        subprocess.run(
            arguments_of("import", "-", "--url", "sqlite:///b.db"),
            cwd=tmp_path,
            env=environment_of(),
            stdin=piped,
            stdout=subprocess.DEVNULL,
            check=True,
        )
    for name in ("a", "b"):
        with SessionManager(f"sqlite:///{tmp_path / name}.db") as manager:
            assert len(manager.session("trip").log()) == 10
