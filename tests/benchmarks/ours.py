"""Our side: the same operations by the public names."""

from __future__ import annotations

from typing import Any

from manager import SessionManager
from tests.benchmarks.workload import LIMIT, MESSAGE, PAGE, PROMPT, RESTORED


class OurSession:
    """One session through one manager; a handle that cuts and one that does not."""

    def __init__(self, manager: SessionManager, name: str, *, prompted: bool) -> None:
        limit = {"session.max_length": LIMIT}
        self._name = name
        self._plain = manager.session(name, settings=limit, auto_resize=False)
        self._cutting = manager.session(name, settings=limit)
        self._prompted = prompted
        self._restorable = 1

    def through(self, manager: SessionManager) -> OurSession:
        """The same session through another manager."""
        return OurSession(manager, self._name, prompted=self._prompted)

    def batch(self, count: int) -> list[dict[str, Any]]:
        """Messages to be appended together."""
        first = PROMPT if self._prompted and not self._plain.full_context else MESSAGE
        return [first, *[MESSAGE] * (count - 1)]

    def append_batch(self, messages: list[dict[str, Any]]) -> None:
        """The messages are in the log."""
        self._plain.append(messages)

    def append(self) -> None:
        """One message more."""
        self._plain.append(MESSAGE)

    async def async_append(self) -> None:
        """One message more."""
        await self._plain.async_append(MESSAGE)

    def append_and_cut(self) -> None:
        """One message more, and a revision whose window holds the newest fifty."""
        self._cutting.append(MESSAGE)

    def window(self) -> list[Any]:
        """The messages of the window."""
        return list(self._plain.context_window)

    def resize_history(self) -> list[Any]:
        """A page of revisions."""
        return self._plain.resize_history(limit=PAGE)

    def remember(self) -> None:
        """What `rollback` restores is known."""
        self._restorable = max(1, self._plain.info().revision - RESTORED)

    def rollback(self) -> None:
        """A revision with the remembered one's window, and what was said since."""
        self._plain.rollback(self._restorable, hold=False)
