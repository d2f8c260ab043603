"""Threads that run transactions for the event loop, one hop each way."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

R = TypeVar("R")


class Workers:
    """Up to `count` threads that run what they are given in order; they do not keep the process alive.

    SQLAlchemy's adapter over aiosqlite crosses threads 15 times a write transaction (0.6 to 1.2 ms); this, once.
    """

    def __init__(self, count: int, name: str) -> None:
        self._count = count
        self._name = name
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._unfinished = 0
        self._mutex = threading.Lock()

    async def run(self, function: Callable[[], R]) -> R:
        """What the function returns, run in a thread.

        A caller that is cancelled gets `CancelledError` when the function has ended; one that had not begun never
        begins.
        """
        job = _Job(function, asyncio.get_running_loop())
        self.start(job.run)
        try:
            result: R = await job.future
        except asyncio.CancelledError:
            if job.claim():
                raise
            await job.wait()
            raise
        return result

    def stop(self, *, wait: bool) -> None:
        """The threads end when what was handed in before has ended, which is waited for or not."""
        with self._mutex:
            threads, self._threads = self._threads, []
            for _ in threads:
                self._jobs.put(None)
        for thread in threads if wait else ():
            if thread is not threading.current_thread():
                thread.join()

    def start(self, function: Callable[[], None]) -> None:
        """The function will be run in a thread; it raises nothing."""
        with self._mutex:
            if self._unfinished >= len(self._threads) < self._count:
                # A daemon: a manager that nobody closes must not hold up the end of the process.
                thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                thread.start()
                self._threads.append(thread)
            self._unfinished += 1
            self._jobs.put(function)

    def _work(self) -> None:
        while (function := self._jobs.get()) is not None:
            function()
            del function
            with self._mutex:
                self._unfinished -= 1


class _Job:
    """One function on its way through a thread, and the future its caller waits for."""

    __slots__ = ("_claimed", "_finished", "_function", "_loop", "future")

    def __init__(self, function: Callable[[], Any], loop: asyncio.AbstractEventLoop) -> None:
        self._function = function
        self._loop = loop
        self._claimed = threading.Lock()
        self._finished = False
        self.future: asyncio.Future[Any] = loop.create_future()

    def claim(self) -> bool:
        """Whether the caller is the first to ask: the thread, to run it, or who wants it never to run."""
        return self._claimed.acquire(blocking=False)

    def run(self) -> None:
        """The function has been run, if its caller still wants it."""
        if not self.claim():
            return
        result, failure = None, None
        try:
            result = self._function()
        except BaseException as error:
            failure = error
        # The loop may have been closed meanwhile: then nobody waits.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._finish, result, failure)

    def _finish(self, result: Any, failure: BaseException | None) -> None:
        self._finished = True
        if self.future.done():
            return
        if failure is None:
            self.future.set_result(result)
        else:
            self.future.set_exception(failure)

    async def wait(self) -> None:
        """The function has ended, however often the caller was cancelled meanwhile."""
        while not self._finished:
            # Being cancelled cancels the future that is waited for: each time it takes a new one.
            self.future = self._loop.create_future()
            with contextlib.suppress(BaseException):
                await self.future
