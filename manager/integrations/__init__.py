"""One file for each framework; here, what they share. A file imports its framework, and nothing imports the file."""

from __future__ import annotations

import threading

from manager import InvalidArgumentError, SessionManager

_managers: dict[str, SessionManager] = {}
_lock = threading.Lock()


def manager_of(manager_or_url: SessionManager | str) -> SessionManager:
    """The manager itself, or the one that every adapter of this process shares for the URL.

    A framework makes a session object for each request; a pool of connections for each would be too many. The shared
    one is there until the process ends; an application that wants to close it makes a manager itself.

    Raises:
        InvalidArgumentError: it is neither.
        UnsupportedDatabaseError: the URL names no database that can be used.
    """
    if isinstance(manager_or_url, SessionManager):
        return manager_or_url
    if not isinstance(manager_or_url, str):
        raise InvalidArgumentError("manager_or_url", manager_or_url, "a SessionManager or the URL of a database")
    with _lock:
        manager = _managers.get(manager_or_url)
        if manager is None:
            manager = _managers[manager_or_url] = SessionManager(manager_or_url)
        return manager
