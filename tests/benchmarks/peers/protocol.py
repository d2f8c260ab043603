"""What a contestant is: one store on one database, reached as its documentation says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

SESSION = "conversation"


class Contestant(ABC):
    """One session of a store at a place: a SQLite file's path or a PostgreSQL URL.

    Each of `workload.OPERATIONS` is a method, plain or async, which does the operation once; an operation that the
    store does not have is no method here. `companion(number)` gives a call that appends to another session.
    """

    #: The distributions whose versions are told.
    libraries: ClassVar[tuple[str, ...]]
    #: What an application imports to use it.
    imports: ClassVar[str]
    #: What a reader must know of how the operations are done.
    note: ClassVar[str] = ""
    #: A query for how many messages there are; None where no query can tell.
    count: ClassVar[str | None] = None

    def __init__(self, place: str) -> None:
        self.place = place
        self._number = 0

    def next(self) -> int:
        """A number that was not given before."""
        self._number += 1
        return self._number

    @abstractmethod
    def open(self) -> Any:
        """The session is there and can be used; it is the one that was left at this place, if there was one."""

    @abstractmethod
    def fill(self, turns: int) -> Any:
        """So many turns more are in the history, in the quickest way the store has."""

    @abstractmethod
    def append(self) -> Any:
        """One message more."""

    @abstractmethod
    def load(self) -> Any:
        """The whole history."""

    @abstractmethod
    def ask(self, sql: str) -> Any:
        """The first value of a query, asked on a connection of the store's own."""

    @abstractmethod
    def close(self) -> Any: ...

    def ready(self) -> Any:
        """What is timed next finds a window as it is after a cut."""
        return None  # where nothing is cut there is nothing to do

    def after_error(self) -> Any:
        """An append that failed does not keep the next one from being tried."""
        return None
