"""The session services of google-adk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from google.adk.events import Event
from google.adk.sessions import DatabaseSessionService
from google.adk.sessions.base_session_service import GetSessionConfig
from google.adk.sessions.sqlite_session_service import SqliteSessionService
from google.genai import types
from sqlalchemy import text

from tests.benchmarks.peers.places import driven_by
from tests.benchmarks.peers.protocol import SESSION, Contestant
from tests.benchmarks.peers.workload import TOOL, WINDOW, call_id, message, turn

NAMES = {"app_name": "benchmark", "user_id": "user"}


def _event(author: str, **part: Any) -> Event:
    role = "user" if author == "user" else "model"
    return Event(author=author, content=types.Content(role=role, parts=[types.Part(**part)]))


def _events(number: int) -> list[Event]:
    question, call, result, answer = turn(number)
    arguments = {"text": call["tool_calls"][0]["function"]["arguments"]}
    identity = {"id": call_id(number), "name": TOOL}
    return [
        _event("user", text=question["content"]),
        _event("agent", function_call=types.FunctionCall(**identity, args=arguments)),
        _event("agent", function_response=types.FunctionResponse(**identity, response={"text": result["content"]})),
        _event("agent", text=answer["content"]),
    ]


class _Service(Contestant):
    libraries = ("google-adk",)
    note = "one `append_event` for each message; it has no call that takes several"
    count = "SELECT count(*) FROM events"
    _service: Any
    _session: Any

    async def open(self) -> None:
        self._service = self._made()
        self._session = await self._read(WINDOW)
        if self._session is None:
            self._session = await self._service.create_session(**NAMES, session_id=SESSION)

    def _made(self) -> Any:
        raise NotImplementedError

    async def _read(self, latest: int | None) -> Any:
        config = GetSessionConfig(num_recent_events=latest)
        return await self._service.get_session(**NAMES, session_id=SESSION, config=config)

    async def fill(self, turns: int) -> None:
        for _ in range(turns):
            for event in _events(self.next()):
                await self._service.append_event(self._session, event)
        self._session = await self._read(WINDOW)

    async def turn(self) -> list[Any]:
        for event in _events(self.next()):
            await self._service.append_event(self._session, event)
        return await self.window()

    async def append(self) -> None:
        await self._service.append_event(self._session, _event("user", text=message(self.next())["content"]))

    async def window(self) -> list[Any]:
        self._session = await self._read(WINDOW)
        found: list[Any] = self._session.events
        return found

    async def load(self) -> list[Any]:
        found: list[Any] = (await self._read(None)).events
        return found

    async def companion(self, number: int) -> Callable[[], Awaitable[object]]:
        session = await self._service.create_session(**NAMES, session_id=f"{SESSION}-{number}")
        content = message(number)["content"]
        await self._service.append_event(session, _event("user", text=content))
        return lambda: self._service.append_event(session, _event("user", text=content))

    async def after_error(self) -> None:
        """A session that others wrote to is to be read again; the error says so."""
        self._session = await self._read(WINDOW)

    async def close(self) -> None:
        await self._service.close()


class SQLite(_Service):
    """SqliteSessionService: aiosqlite, a connection for each operation."""

    imports = "from google.adk.sessions.sqlite_session_service import SqliteSessionService"

    def _made(self) -> Any:
        return SqliteSessionService(self.place)

    async def ask(self, sql: str) -> Any:
        async with self._service._get_db_connection() as connection:
            return (await (await connection.execute(sql)).fetchone())[0]


class AnyDatabase(_Service):
    """DatabaseSessionService: SQLAlchemy's ORM over aiosqlite or asyncpg."""

    imports = "from google.adk.sessions import DatabaseSessionService; DatabaseSessionService"

    def _made(self) -> Any:
        return DatabaseSessionService(db_url=driven_by(self.place, "aiosqlite", "asyncpg"))

    async def ask(self, sql: str) -> Any:
        async with self._service.db_engine.connect() as connection:
            return (await connection.execute(text(sql))).scalar_one()
