"""A lock between threads that is granted in the order it was asked for."""

from __future__ import annotations

import os
import threading
from collections import deque
from types import TracebackType
from weakref import WeakValueDictionary


class FairLock:
    """Writers of one SQLite database in one process take turns; SQLite's own back-off let one wait for 0.95 s."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._held = False
        self._waiting: deque[threading.Lock] = deque()

    def __enter__(self) -> None:
        with self._mutex:
            if not self._held:
                self._held = True
                return
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        try:
            turn.acquire()
        except BaseException:
            # Interrupted while waiting; if the turn had come already, it is passed on.
            with self._mutex:
                given = turn not in self._waiting
                if not given:
                    self._waiting.remove(turn)
            if given:
                self._release()
            raise

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._release()

    def _release(self) -> None:
        with self._mutex:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False


_locks: WeakValueDictionary[str, FairLock] = WeakValueDictionary()

if hasattr(os, "register_at_fork"):
    # A lock that another thread held at the fork would never be given back in the child.
    os.register_at_fork(after_in_child=_locks.clear)


def shared_lock(key: str) -> FairLock:
    """The lock all users of the database `key` in this process share."""
    return _locks.setdefault(key, FairLock())
