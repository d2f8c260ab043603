"""The Session of agently, which keeps its lists in memory: what a turn costs where nothing is kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from agently.core.session import Session

from tests.benchmarks.peers.protocol import Contestant
from tests.benchmarks.peers.workload import WINDOW, message, turn


class InMemory(Contestant):
    """No limit is set, so nothing is resized."""

    libraries = ("agently",)
    imports = "from agently.core.session import Session"
    note = f"keeps nothing; a window is the last {WINDOW} of its list"

    async def open(self) -> None:
        self._session = Session()

    async def fill(self, turns: int) -> None:
        await self._add([each for _ in range(turns) for each in turn(self.next())])

    async def turn(self) -> list[Any]:
        await self._add(turn(self.next()))
        return await self.window()

    async def append(self) -> None:
        await self._add([message(self.next())])

    async def window(self) -> list[Any]:
        return list(self._session.context_window[-WINDOW:])

    async def load(self) -> list[Any]:
        return list(self._session.full_context)

    async def companion(self, number: int) -> Callable[[], Awaitable[object]]:
        session = Session()
        said: Any = message(number)
        return lambda: session.async_add_chat_history([said])

    async def ask(self, sql: str) -> Any:
        raise LookupError(f"there is no database to ask {sql!r}")

    async def close(self) -> None:
        self._session = Session()

    async def _add(self, messages: list[dict[str, Any]]) -> None:
        # It takes the `content` of every message as text: that of a call is None.
        said: list[Any] = [{**each, "content": each["content"] or ""} for each in messages]
        await self._session.async_add_chat_history(said)
