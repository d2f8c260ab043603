"""Processes with many writers of one SQLite database, which end in the middle of what they write."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path
from typing import Any

from manager import SessionManager
from manager.storage.database import Database
from tests.concurrency.queued import in_thread
from tests.concurrency.works import saying
from tests.crash.writer import batch_of

#: Threads, and as many coroutines.
WRITERS = 12


def write_until_killed(url: str, notes: Path) -> None:
    """Each writer appends batches to a session of its own and notes those it was told are stored."""
    manager = SessionManager(url, settings={"session.max_length": 1_500})
    file = os.open(notes, os.O_CREAT | os.O_APPEND | os.O_WRONLY)

    def note(writer: int, number: int) -> None:
        os.write(file, f"{writer} {number}\n".encode())

    def batch(writer: int, number: int) -> list[dict[str, Any]]:
        return batch_of(f"{writer}-{number}", 1 + (writer + number) % 4)

    def in_its_thread(writer: int) -> None:
        session = manager.session(str(writer))
        for number in range(1_000_000):
            session.append(batch(writer, number))
            note(writer, number)

    async def in_its_task(writer: int) -> None:
        session = manager.session(str(writer))
        for number in range(1_000_000):
            await session.async_append(batch(writer, number))
            note(writer, number)

    async def main() -> None:
        await asyncio.gather(*(in_its_task(WRITERS + task) for task in range(WRITERS)))

    for writer in range(WRITERS):
        in_thread(in_its_thread, writer)
    asyncio.run(main())


def end_while_others_write(url: str) -> None:
    """The process comes to its end while a daemon thread is in the middle of a transaction, and others wait for it."""
    database = Database(url)
    database.run(saying(0), write=True)
    begun = threading.Event()

    def endless(connection: Any) -> None:
        saying(1)(connection)
        begun.set()
        threading.Event().wait()

    in_thread(database.run, endless, write=True)
    begun.wait()
    for number in range(2, 6):
        in_thread(database.run, saying(number), write=True)
