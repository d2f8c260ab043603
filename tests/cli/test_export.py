"""The command `export`: whole sessions and plain messages, to a file or a pipe."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from manager import SessionManager
from tests.backends import direct_connection
from tests.cli.command import Run, arguments_of, environment_of, tell_trip
from tests.faces import SyncFace
from tests.kept_whole import exported


def sessions_in(data: str) -> list[tuple[str, str]]:
    lines = [json.loads(line) for line in data.splitlines()]
    return [(line["owner"], line["session_id"]) for line in lines if line["type"] == "session"]


@pytest.fixture
def two(url: str) -> str:
    """The database with a second session, of another owner."""
    with SessionManager(url) as manager:
        manager.session("talk", owner="ines", metadata={"topic": "water"}).append({"role": "user", "content": "Olá"})
    return url


def test_whole_sessions_come_in_again_as_they_were(run: Run, two: str, tmp_path: Path) -> None:
    file, other = tmp_path / "all.jsonl", f"sqlite:///{tmp_path / 'other.db'}"
    result = run("export", "--output", str(file), "--url", two)
    assert (result.exit_code, result.stdout) == (0, "")
    assert re.search(r"^exported: 2 sessions, 11 messages, \d+ revisions$", result.stderr, re.MULTILINE)
    assert run("import", str(file), "--url", other).exit_code == 0
    with SessionManager(two) as manager, SessionManager(other) as another:
        assert exported(manager, SyncFace()) == exported(another, SyncFace()) == file.read_bytes()
        assert another.verify().ok
    assert [path.name for path in tmp_path.iterdir() if path.suffix in (".jsonl", ".part")] == ["all.jsonl"]


def test_sessions_are_chosen(run: Run, two: str) -> None:
    for arguments, expected in (
        ([], [("", "trip"), ("ines", "talk")]),
        (["--owner", "ines"], [("ines", "talk")]),
        (["--owner", ""], [("", "trip")]),
        (["trip"], [("", "trip")]),
        (["talk", "--owner", "ines"], [("ines", "talk")]),
    ):
        result = run("export", *arguments, "--url", two)
        assert result.exit_code == 0, result.stderr
        assert sessions_in(result.stdout) == expected
    missing = run("export", "talk", "--url", two)
    assert (missing.exit_code, missing.stdout) == (2, "")
    assert "error: no session 'talk'" in missing.stderr


def test_plain_messages(run: Run, two: str, tmp_path: Path) -> None:
    file = tmp_path / "plain.jsonl"
    counts = {}
    for part in ("full", "window", "log"):
        arguments = ["export", "--format", "openai-jsonl", "--part", part, "--output", str(file), "--force"]
        result = run(*arguments, "--url", two)
        assert result.exit_code == 0, result.stderr
        assert "exported: 2 sessions" in result.stderr
        lines = {line["id"]: line for line in map(json.loads, file.read_text(encoding="utf-8").splitlines())}
        assert lines["talk"] == {"id": "talk", "topic": "water", "messages": [{"role": "user", "content": "Olá"}]}
        counts[part] = len(lines["trip"]["messages"])
    assert counts["log"] == counts["full"] == 10
    assert counts["window"] < 10


def test_the_report_as_json(run: Run, two: str, tmp_path: Path) -> None:
    for written_as in ("contextledger", "openai-jsonl"):
        file = tmp_path / f"{written_as}.out"
        result = run("export", "--format", written_as, "--output", str(file), "--json", "--url", two)
        document: dict[str, Any] = json.loads(result.stdout)
        assert (document["format"], document["file"], document["sessions"]) == (written_as, str(file), 2)
        assert result.stderr == ""


def test_what_is_there_is_not_written_over(run: Run, url: str, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    file.write_text("mine")
    file.chmod(0o600)
    result = run("export", "--output", str(file), "--url", url)
    assert result.exit_code == 2
    assert "is there already" in result.stderr
    assert file.read_text() == "mine"
    missing = run("export", "nobody", "--output", str(file), "--force", "--url", url)
    assert (missing.exit_code, file.read_text()) == (2, "mine")
    assert run("export", "--output", str(file), "--force", "--url", url).exit_code == 0
    assert sessions_in(file.read_text()) == [("", "trip")]
    assert file.stat().st_mode & 0o777 == 0o600
    nowhere = run("export", "--output", str(tmp_path / "no folder" / "all.jsonl"), "--url", url)
    assert nowhere.exit_code == 2
    assert "cannot be written: No such file or directory" in nowhere.stderr
    assert run("export", "--output", os.devnull, "--force", "--url", url).exit_code == 0
    assert not Path(os.devnull).is_file()


def test_what_was_altered_is_left_out_and_told(run: Run, two: str, tmp_path: Path) -> None:
    with direct_connection(two) as connection:
        connection.execute(text("UPDATE ledger_messages SET created_at = created_at + 1 WHERE session = 1 AND seq = 3"))
    file = tmp_path / "all.jsonl"
    result = run("export", "--output", str(file), "--url", two)
    assert result.exit_code == 1
    assert "left out: session 'trip': ledger_messages 3 was altered" in result.stderr
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert run("import", str(file), "--url", other).exit_code == 0
    with SessionManager(other) as manager:
        assert [info.session_id for info in manager.list_sessions(owner="ines")] == ["talk"]
        assert manager.list_sessions() == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "csv"], "none of contextledger, openai-jsonl"),
        (["--part", "log"], "as contextledger, sessions are written whole"),
        (["--format", "openai-jsonl", "--part", "memo"], "none of full, window, log"),
        (["--json"], "name a file with --output"),
        (["--output", "x", "--url", "sqlite:///nowhere.db"], "there is no database file"),
    ],
)
def test_wrong_use_is_said(run: Run, arguments: list[str], message: str) -> None:
    result = run("export", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_a_reader_that_goes_away_is_no_error(url: str) -> None:
    with SessionManager(url) as manager:
        for number in range(20):
            tell_trip(manager, f"trip {number}")
    process = subprocess.Popen(
        arguments_of("export"),
        env=environment_of(CONTEXTLEDGER_URL=url),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 141
    assert errors == b""
