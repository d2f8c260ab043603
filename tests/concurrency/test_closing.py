"""A manager is closed while others use it: everybody gets an answer, and the answer is true."""

from __future__ import annotations

import asyncio
import threading

import pytest

from manager import ClosedError, ManagerError, SessionManager
from tests.backends import SHAREABLE
from tests.messages import texts, user

TASKS = 12


@pytest.mark.backends(*SHAREABLE)
@pytest.mark.parametrize("from_the_loop", [False, True])
def test_closing_while_appends_are_in_flight_tells_each_what_became_of_it(
    database_url: str, from_the_loop: bool
) -> None:
    manager = SessionManager(database_url)
    manager.session("a").append(user("begun"))
    stored: list[str] = []
    refused: list[str] = []
    others: list[BaseException] = []

    async def appends(task: int, busy: asyncio.Event) -> None:
        session = manager.session("a", auto_resize=False)
        for number in range(1000):
            text = f"{task} {number}"
            try:
                await session.async_append(user(text))
            except ClosedError:
                refused.append(text)
                return
            except ManagerError as error:
                others.append(error)
                return
            stored.append(text)
            if len(stored) >= 2 * TASKS:
                busy.set()

    async def run() -> None:
        busy = asyncio.Event()
        tasks = [asyncio.create_task(appends(task, busy)) for task in range(TASKS)]
        async with asyncio.timeout(120):
            await busy.wait()
            if from_the_loop:
                manager.close()
            else:
                closing = threading.Thread(target=manager.close, daemon=True)
                closing.start()
                await asyncio.to_thread(closing.join, 60)
                assert not closing.is_alive()
            await asyncio.gather(*tasks)
            # Closing on the loop itself goes on in a task of its own.
            await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})

    asyncio.run(run())
    assert others == []
    assert len(refused) == TASKS
    with SessionManager(database_url) as again:
        logged = texts(again.session("a").log())
        assert again.verify().ok
    assert sorted(logged) == sorted(["begun", *stored])
    assert not set(refused) & set(logged)


@pytest.mark.backends(*SHAREABLE)
def test_closing_while_threads_append_tells_each_what_became_of_it(database_url: str) -> None:
    manager = SessionManager(database_url)
    manager.session("a").append(user("begun"))
    stored: list[str] = []
    refused: list[str] = []
    busy = threading.Event()

    def appends(task: int) -> None:
        session = manager.session("a", auto_resize=False)
        for number in range(1000):
            text = f"{task} {number}"
            try:
                session.append(user(text))
            except ClosedError:
                refused.append(text)
                return
            stored.append(text)
            if len(stored) >= 8:
                busy.set()

    threads = [threading.Thread(target=appends, args=(task,), daemon=True) for task in range(4)]
    for thread in threads:
        thread.start()
    assert busy.wait(60)
    manager.close()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert len(refused) == 4
    with SessionManager(database_url) as again:
        assert sorted(texts(again.session("a").log())) == sorted(["begun", *stored])
