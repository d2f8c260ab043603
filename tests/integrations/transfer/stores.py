"""Stores as the frameworks themselves write them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from agents import SQLiteSession
from agents.extensions.memory import SQLAlchemySession

from manager import SessionManager
from manager.transfer.moving import move_in
from manager.transfer.report import Moved
from manager.transfer.systems import open_source


def turn(number: int) -> list[dict[str, Any]]:
    """A question, a call, its result and an answer, as the Responses API has them."""
    call = f"call-{number}"
    return [
        {"role": "user", "content": [{"type": "input_text", "text": f"How is {number}? 🎻 \ud800 \x00"}]},
        {
            "type": "function_call",
            "call_id": call,
            "name": "look",
            "arguments": f'{{"at": {number}}}',
            "id": f"fc_{number}",
        },
        {
            "type": "function_call_output",
            "call_id": call,
            "output": [{"type": "input_text", "text": str(2**70 + number)}],
        },
        {
            "role": "assistant",
            "id": f"msg_{number}",
            "type": "message",
            "status": "completed",
            "content": [{"type": "output_text", "text": "fine", "annotations": [], "logprobs": []}],
        },
    ]


def turns(count: int) -> list[dict[str, Any]]:
    return [item for number in range(count) for item in turn(number)]


def write_sqlite_session(file: Path, batches: Iterable[tuple[str, Sequence[Mapping[str, Any]]]]) -> None:
    """Each batch is added by a `SQLiteSession` of its name."""

    async def write() -> None:
        for name, items in batches:
            session = SQLiteSession(name, file)
            await session.add_items(list(items))  # type: ignore[arg-type]
            session.close()

    asyncio.run(write())


def write_sqlalchemy_session(url: str, batches: Iterable[tuple[str, Sequence[Mapping[str, Any]]]]) -> None:
    """Each batch is added by a `SQLAlchemySession` of its name."""

    async def write() -> None:
        for name, items in batches:
            session = SQLAlchemySession.from_url(name, url=url, create_tables=True)
            await session.add_items(list(items))  # type: ignore[arg-type]
            await session.engine.dispose()

    asyncio.run(write())


def imported(
    manager: SessionManager, system: str, source: Path | str, *, table: str | None = None, **options: Any
) -> dict[str, Moved]:
    """What became of each conversation of the source."""
    opened = open_source(system, str(source), table)
    try:
        return {moved.session_id: moved for moved in move_in(manager, opened, **options)}
    finally:
        opened.close()


def log_of(manager: SessionManager, session_id: str) -> list[dict[str, Any]]:
    return [dict(message) for message in manager.session(session_id).log()]
