"""What a reader must know of the machine to read the figures."""

from __future__ import annotations

import os
import platform
import sqlite3
from datetime import UTC, datetime
from pathlib import Path


def circumstances(folder: Path) -> dict[str, str]:
    """The date, the processor, the system, and the file system the SQLite files are on."""
    return {
        "Date": f"{datetime.now(UTC):%Y-%m-%d}",
        "Machine": f"{_processor()}, {os.cpu_count()} cores, {_memory()}, {platform.system()} {platform.release()}",
        "Software": f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}",
        "SQLite files": f"on {_file_system(folder)}",
        "Load before the run": f"{os.getloadavg()[0]:.1f} processes in the last minute; a run wants a quiet machine",
    }


def _processor() -> str:
    return _first("/proc/cpuinfo", "model name", ":") or platform.processor() or platform.machine()


def _memory() -> str:
    kibibytes = _first("/proc/meminfo", "MemTotal", ":").split()
    return f"{int(kibibytes[0]) / 2**20:.0f} GiB of memory" if kibibytes else "memory unknown"


def _file_system(folder: Path) -> str:
    """The kind of the file system that the longest mount point above the folder has."""
    mounts = Path("/proc/mounts")
    if not mounts.exists():
        return "a file system of unknown kind"
    points = [line.split()[1:3] for line in mounts.read_text().splitlines()]
    above = [(point, kind) for point, kind in points if folder.resolve().is_relative_to(point)]
    return max(above, key=lambda each: len(each[0]))[1]


def _first(path: str, name: str, separator: str) -> str:
    """The value of the first line that begins with the name."""
    if not Path(path).exists():
        return ""
    for line in Path(path).read_text().splitlines():
        if line.startswith(name):
            return line.partition(separator)[2].strip()
    return ""
