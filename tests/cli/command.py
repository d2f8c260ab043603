"""The command as the tests run it, and a session worth looking at."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol

from manager import SessionManager

ROOT = Path(__file__).parents[2]


class Result(Protocol):
    """What is known of a command that ran in this process."""

    exit_code: int

    @property
    def stdout(self) -> str: ...
    @property
    def stderr(self) -> str: ...


class Run(Protocol):
    """Runs the command in this process."""

    def __call__(self, *arguments: str) -> Result: ...


class Execute(Protocol):
    """Runs the command as a process of its own, in a folder of the test's, as a shell would."""

    def __call__(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]: ...


def arguments_of(*arguments: str) -> list[str]:
    """The command line of the process."""
    return [sys.executable, "-c", "from manager.cli import main; main()", *arguments]


def environment_of(**extra: str) -> dict[str, Any]:
    """This process's environment without what the command itself looks at."""
    ours = {"CONTEXTLEDGER_URL", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **extra}


def tell_trip(manager: SessionManager, session_id: str = "trip") -> None:
    """Ten messages under a limit that keeps about four of them."""
    session = manager.session(session_id, settings={"session.max_length": 260})
    session.append({"role": "user", "content": "I am coeliac, remember that."})
    for number in range(1, 10):
        session.append({"role": "assistant", "content": f"Answer number {number}."})
