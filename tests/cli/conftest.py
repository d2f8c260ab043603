"""The command in this process and as one of its own, and a database with the session `trip`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from manager import SessionManager
from tests.cli.command import Execute, Result, Run, arguments_of, environment_of, tell_trip


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("list", "--url", …)` in this process; an error that is no exit is raised."""
    from manager.cli.application import application

    monkeypatch.delenv("CONTEXTLEDGER_URL", raising=False)
    monkeypatch.setenv("COLUMNS", "120")

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(application, list(arguments), catch_exceptions=False)

    return invoke


@pytest.fixture
def execute(tmp_path: Path) -> Execute:
    """`execute("list", CONTEXTLEDGER_URL=…)` as a process, in the test's folder."""

    def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            arguments_of(*arguments),
            cwd=tmp_path,
            env=environment_of(**environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )

    return start


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A SQLite file in which the session `trip` lost its first message to a cut."""
    address = f"sqlite:///{tmp_path / 'conversations.db'}"
    with SessionManager(address) as manager:
        tell_trip(manager)
    return address
