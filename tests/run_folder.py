"""The folder that the processes of one test run share, and what is done when a run was killed."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from pathlib import Path

from tests.servers import stop_own_servers

_PREFIX = "contextledger-tests-"

_MEMORY = Path("/dev/shm")
_DISK = Path(tempfile.gettempdir())
_ENOUGH = 4 << 30


def _place() -> Path:
    """Memory, if there is enough: in the tables of one new database MariaDB waits for a disk 269 times whatever it is
    told."""
    if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free >= _ENOUGH:
        return _MEMORY
    return _DISK


class RunFolder:
    """A new folder, locked as long as the process that made it lives."""

    def __init__(self) -> None:
        """What runs that were killed left behind, servers included, is gone too."""
        for place in (_MEMORY, _DISK):
            for left in place.glob(f"{_PREFIX}*/lock"):
                _remove_if_nobody_holds(left)
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=_place()))
        self.path.chmod(0o755)  # PostgreSQL refuses to run as root: its files belong to a user of its own
        self._lock = (self.path / "lock").open("w")
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def remove(self) -> None:
        """The servers in the folder, if any were started, and the folder are gone."""
        stop_own_servers(self.path)
        shutil.rmtree(self.path)
        self._lock.close()


def _remove_if_nobody_holds(path: Path) -> None:
    with path.open("r+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        stop_own_servers(path.parent)
        shutil.rmtree(path.parent, ignore_errors=True)
