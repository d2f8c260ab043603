"""What another system's store is here: conversations, one after the other, each a stream of messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from manager import ClosedError, DatabaseError, ManagerError, SchemaError
from manager.transfer.report import Moved


class Refused(Exception):
    """Why nothing more of a conversation is imported; never leaves this package."""


@contextmanager
def refusals(moved: Moved) -> Iterator[None]:
    """What keeps a conversation from being imported is told of it; what would keep the others as well is raised."""
    try:
        yield
    except (DatabaseError, SchemaError, ClosedError):
        raise
    except (Refused, ManagerError) as error:
        moved.refused = str(error)


def not_from(system: str, session_id: str) -> Refused:
    """The refusal of a session that is there already, and of which nothing was imported from the system."""
    return Refused(
        f"session {session_id!r} is there, and was not imported from {system}; "
        "import it for another --owner, or delete the session"
    )


class Item(NamedTuple):
    """A message where it stands in the source: the number of its row, or its place in a list, from 1.

    `message` is None where it cannot be read; `problem` then says why.
    """

    place: int
    message: dict[str, Any] | None
    problem: str = ""


class Aside(NamedTuple):
    """The places of the messages that are not in the full context, and of those that are not in the window."""

    full: frozenset[int] = frozenset()
    window: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One conversation of the source.

    Attributes:
        session_id: what it is called.
        items: its messages, in order, read when they are asked for.
        metadata: to be kept with the session.
        aside: asked when all items were read: which of them the contexts do not hold.
        known_by_id: what the session has under the `id` of a message is that message, whoever stored it.
        refused: why it cannot be imported.
    """

    session_id: str
    items: Iterable[Item] = ()
    metadata: Any = None
    aside: Callable[[], Aside] = Aside
    known_by_id: bool = False
    refused: str | None = None


class Source(Protocol):
    """A file or database of another system."""

    @property
    def system(self) -> str:
        """Its name, as `--from` has it."""

    @property
    def unit(self) -> str:
        """What `Item.place` counts: "row" or "message"."""

    def total(self, session_id: str | None) -> int | None:
        """How many messages it has, where that is known without reading them all."""

    def conversations(self, session_id: str | None) -> Iterator[Conversation]:
        """Its conversations, or the one of this name; the items of one are gone when the next is asked for."""

    def canonical(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """A stored message as this version of the adapter would store it now."""

    def close(self) -> None:
        """Nothing of it is open."""


def as_object(value: Any) -> dict[str, Any]:
    """The value, if it is an object.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(value, dict):
        raise TypeError(f"it is a {type(value).__name__}, not an object")
    return value


def read_item(place: int, text: str | bytes, to_message: Callable[[Any], dict[str, Any]] = as_object) -> Item:
    """What the JSON text stands for, as a message."""
    return made_item(place, text, lambda value: to_message(json.loads(value)))


def made_item(place: int, value: Any, to_message: Callable[[Any], dict[str, Any]] = as_object) -> Item:
    """The value as a message."""
    try:
        return Item(place, to_message(value))
    except Exception as error:  # whatever a framework's own reader raises for what is none of its messages
        return Item(place, None, f"it cannot be read: {' '.join(str(error).split()) or type(error).__name__}")
