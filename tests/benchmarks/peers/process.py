"""The conductor's side of a contestant's process."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
#: Seconds after which a process that has not answered is ended.
PATIENCE = 300.0


class ContestantError(Exception):
    """A contestant could not do what it was asked; the text is its error."""


class Started:
    """A process of a contestant, which answers one command after another."""

    def __init__(self, name: str, log: Path) -> None:
        self._log = log.open("ab")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.peers.contestant", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=environment(),
            cwd=ROOT,
        )

    def tell(self, command: str, **arguments: Any) -> None:
        """The command is under way; its answer is for `answer`."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps([command, arguments]).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise ContestantError(f"its process ended, see {self._log.name}") from error

    def answer(self, patience: float = PATIENCE) -> Any:
        """What the command under way gave.

        Raises:
            ContestantError: the command failed, or the process ended, or it did not answer in time and is ended now.
        """
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], patience)
        if not ready:
            self.end()
            raise ContestantError(f"no answer in {patience:.0f} s")
        line = self._process.stdout.readline()
        if not line:
            self.end()
            raise ContestantError(f"its process ended, see {self._log.name}")
        told = json.loads(line)
        if "error" in told:
            raise ContestantError(told["error"])
        return told["answer"]

    def ask(self, command: str, patience: float = PATIENCE, **arguments: Any) -> Any:
        """What the command gives."""
        self.tell(command, **arguments)
        return self.answer(patience)

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    @property
    def closed(self) -> bool:
        """Whether its end is known already."""
        return self._log.closed

    def end(self) -> None:
        """The process is gone."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._log):
            assert stream is not None
            try:
                stream.close()
            except BrokenPipeError:  # what was written last is for nobody
                continue


def environment() -> dict[str, str]:
    """That of a process that imports the benchmark and our package from here."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
