"""A lock between threads that is granted in the order it was asked for."""

from __future__ import annotations

import os
import threading
from collections import deque
from weakref import WeakValueDictionary


class FairLock:
    """Writers of one SQLite database in one process take turns; SQLite's own back-off let one wait for 0.95 s."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        #: The first has the lock, the others wait for it.
        self._places: deque[Place] = deque()


class Place:
    """One user of a lock, which asks for it again and again.

    No context manager: where a signal interrupts Python code, `__exit__` may be left before its first line.
    """

    def __init__(self, lock: FairLock) -> None:
        self._lock = lock
        self._woken = threading.Lock()
        self._woken.acquire()

    def take(self) -> None:
        """The lock is this user's; an exception leaves it to be given back all the same."""
        places = self._lock._places
        with self._lock._mutex:
            places.append(self)
        while places[0] is not self:
            self._woken.acquire()

    def give_back(self) -> None:
        """The lock is the next one's, or nothing has changed where it was given back before."""
        places = self._lock._places
        with self._lock._mutex:
            if self in places:
                places.remove(self)
            # Again, where an interrupt came right after the removal.
            if places and places[0]._woken.locked():
                places[0]._woken.release()


_locks: WeakValueDictionary[str, FairLock] = WeakValueDictionary()

#: Those of a thread that forks.
_held_for_fork: list[Place] = []


def _before_fork() -> None:
    # SQLite keeps its locks in the process too: to a child that was forked in the middle of a transaction the file
    # would be locked for ever, by the copy of a connection that must not be touched.
    for lock in list(_locks.values()):
        place = Place(lock)
        _held_for_fork.append(place)
        place.take()


def _forked_parent() -> None:
    while _held_for_fork:
        _held_for_fork.pop().give_back()


def _forked_child() -> None:
    # A lock that another thread held at the fork would never be given back here.
    _locks.clear()
    _held_for_fork.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_forked_parent, after_in_child=_forked_child)


def shared_lock(key: str) -> FairLock:
    """The lock all users of the database `key` in this process share."""
    return _locks.setdefault(key, FairLock())
