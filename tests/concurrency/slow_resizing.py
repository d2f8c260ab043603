"""A strategy that works until it is told to end, in this process or in another one."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

from manager import SessionManager
from tests.messages import of_length

LIMIT = 20_000
SETTINGS: dict[str, Any] = {"session.max_length": LIMIT, "session.strategy": "slow"}
TOO_LONG = of_length(LIMIT + 100)


class Slow:
    """Keeps the newest message; before that it works until `go` is set. What it saw, and how many worked at once."""

    def __init__(self) -> None:
        self.saw: list[list[Any]] = []
        self.busy = threading.Event()
        self.go = threading.Event()

    def __call__(self, full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        self.saw.append(list(window))
        self.busy.set()
        assert self.go.wait(60)
        return None, window[-1:], None


def keep_newest(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
    """A strategy that keeps the newest message."""
    return None, window[-1:], None


def resize_until_killed(url: str, session_id: str, folder: Path, settings: dict[str, Any]) -> None:
    """An append whose resize never ends; the file `busy` is there once it has begun."""

    def endless(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        (folder / "busy").touch()
        while True:
            time.sleep(1)

    session = SessionManager(url).session(session_id, settings=settings)
    session.register_resize_handler("slow", endless)
    session.append(TOO_LONG)
