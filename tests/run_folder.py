"""The folder that the processes of one test run share, and what is done when a run was killed."""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from pathlib import Path

from tests.backends import stop_embedded_postgres

_PREFIX = "contextledger-tests-"


class RunFolder:
    """A new folder, locked as long as the process that made it lives."""

    def __init__(self) -> None:
        """What runs that were killed left behind, servers included, is gone too."""
        for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/lock"):
            _remove_if_nobody_holds(left)
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self.path.chmod(0o755)  # PostgreSQL refuses to run as root: its files belong to a user of its own
        self._lock = (self.path / "lock").open("w")
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def remove(self) -> None:
        """The server in the folder, if one was started, and the folder are gone."""
        stop_embedded_postgres(self.path)
        shutil.rmtree(self.path)
        self._lock.close()


def _remove_if_nobody_holds(path: Path) -> None:
    with path.open("r+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        stop_embedded_postgres(path.parent)
        shutil.rmtree(path.parent, ignore_errors=True)
