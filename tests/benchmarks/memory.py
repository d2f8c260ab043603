"""Peak memory of a process that walks through a whole full context: `python -m tests.benchmarks.memory URL SESSION`."""

from __future__ import annotations

import subprocess
import sys

import psutil

from manager import SessionManager

#: Messages between two looks at the memory.
STEP = 250


def peak_memory(url: str, session: str) -> int:
    """Bytes that a process of its own takes at most while it iterates the session's full context."""
    command = [sys.executable, "-m", "tests.benchmarks.memory", url, session]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _walk(url: str, session: str) -> int:
    process = psutil.Process()
    peak = 0
    with SessionManager(url) as manager:
        for number, _ in enumerate(manager.session(session).full_context):
            if number % STEP == 0:
                peak = max(peak, process.memory_info().rss)
    return peak


if __name__ == "__main__":
    sys.stdout.write(str(_walk(*sys.argv[1:])))
