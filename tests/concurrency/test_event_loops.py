"""One database used from many event loops, threads and processes."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest
from sqlalchemy import Connection, make_url

from manager.errors import DatabaseUnavailableError
from manager.storage.database import Database
from tests.concurrency.works import count, numbers, say, saying, texts


@pytest.mark.faces("async")
def test_thirty_event_loops_leave_no_open_files(database: Database) -> None:
    process = psutil.Process()

    async def several() -> None:
        calls = [database.async_run(numbers, write=write) for write in (True, False) * 3]
        assert await asyncio.gather(*calls) == [[]] * 6

    def open_files() -> int:
        gc.collect()
        return process.num_fds() + process.num_threads()

    for _ in range(5):
        asyncio.run(several())
    allowed = open_files() + 10  # a pool fills up; a loop that left something each time would leave 30
    for _ in range(30):
        asyncio.run(several())
    # aiosqlite's threads close their files a moment after they were told to.
    for _ in range(50):
        if open_files() <= allowed:
            break
        threading.Event().wait(0.1)
    assert open_files() <= allowed


@pytest.mark.faces("async")
def test_event_loops_in_several_threads_at_once(database: Database) -> None:
    database.run(saying(0, "0"), write=True)

    async def counting() -> None:
        for _ in range(5):
            await database.async_run(count, write=True)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: asyncio.run(counting()), range(4)))
    assert database.run(texts, write=False) == {0: "20"}


@pytest.mark.faces("async")
def test_a_loop_is_not_blocked_by_a_slow_transaction(database: Database) -> None:
    async def main() -> None:
        await database.async_run(numbers, write=False)
        done = asyncio.Event()
        steps = 0

        async def step() -> None:
            nonlocal steps
            while not done.is_set():
                steps += 1
                await asyncio.sleep(0)

        def work(connection: Connection) -> None:
            # As long as it takes: twenty statements in memory may be over before the loop's thread has a turn.
            number = 0
            while steps <= 5 and number < 5_000:
                say(connection, number)
                number += 1

        stepping = asyncio.create_task(step())
        await database.async_run(work, write=True)
        done.set()
        await stepping
        assert steps > 5
        await database.async_close()

    asyncio.run(main())


PROGRAM = """
import asyncio, sys
from manager.storage.database import Database
from tests.concurrency.works import numbers, saying

database = Database(sys.argv[1])
database.run(saying(1), write=True)

async def main():
    await database.async_run(saying(2), write=True)
    await asyncio.gather(*(database.async_run(numbers, write=False) for _ in range(4)))

asyncio.run(main())
asyncio.run(main_again := database.async_run(saying(3), write=True))
print(database.run(numbers, write=False))
"""


@pytest.mark.faces("sync")
@pytest.mark.parametrize("closing", ["", "database.close()"], ids=["never_closed", "closed"])
def test_a_process_ends_without_a_word(database_url: str, closing: str) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM + closing, database_url],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "[1, 2, 3]\n", "")


@pytest.mark.faces("sync")
def test_a_database_that_nobody_holds_is_closed(make_database: Callable[..., Database], database_url: str) -> None:
    process = psutil.Process()
    gc.collect()
    before = process.num_fds() + process.num_threads()
    database = Database(database_url)
    database.run(numbers, write=True)
    asyncio.run(database.async_run(numbers, write=True))
    del database
    gc.collect()
    for _ in range(50):
        if process.num_fds() + process.num_threads() <= before:
            break
        threading.Event().wait(0.1)
    assert process.num_fds() + process.num_threads() <= before


@pytest.mark.faces("sync")
@pytest.mark.backends("sqlite", "sqlite-aiosqlite", "postgresql", "mariadb")
def test_a_forked_child_and_its_parent_go_on(database: Database) -> None:
    database.run(saying(0, "0"), write=True)
    asyncio.run(database.async_run(numbers, write=False))
    children = []
    for _ in range(3):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                for _ in range(5):
                    database.run(count, write=True)
                asyncio.run(database.async_run(count, write=True))
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    for _ in range(5):
        database.run(count, write=True)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0, 0]
    assert database.run(texts, write=False) == {0: str(3 * 6 + 5)}


OPEN_AND_COUNT = """
import sys
from manager.storage.database import Database
from tests.concurrency.works import count

database = Database(sys.argv[1])
for _ in range(int(sys.argv[2])):
    database.run(count, write=True)
database.close()
"""


@pytest.mark.faces("sync")
@pytest.mark.backends("sqlite", "postgresql", "mariadb")
def test_processes_at_once_lose_nothing(database: Database, database_url: str) -> None:
    database.run(saying(0, "0"), write=True)
    processes = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", OPEN_AND_COUNT, database_url, "50"]) for _ in range(4)
    ]
    assert [process.wait() for process in processes] == [0] * 4
    assert database.run(texts, write=False) == {0: "200"}


@pytest.mark.faces("sync")
@pytest.mark.backends("postgresql")
def test_passwords_are_not_shown(database_url: str) -> None:
    url = make_url(database_url).set(password="no&secret", host="127.0.0.1", port=1, query={})
    database = Database(url.render_as_string(hide_password=False))
    with pytest.raises(DatabaseUnavailableError) as raised:
        database.run(numbers, write=False)
    assert "secret" not in f"{database.url} {database!r} {raised.value!r} {raised.value}"
    database.close()
