"""Who writes to a SQLite database, in the order they came: threads and coroutines, and which of them leads.

Whoever finds nobody leading leads: it runs a transaction with its own work and that of others who came meanwhile, then
hands over to the one that has waited longest. A thread leads by itself, so that where there is but one nothing crosses
threads; for coroutines a thread of ours does.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from enum import Enum, auto
from typing import Any, Protocol, TypeVar, cast

from sqlalchemy import Connection

from manager.errors import ClosedError
from manager.storage.workers import Workers

R = TypeVar("R")


class _State(Enum):
    WAITING = auto()
    RUNNING = auto()
    #: Its caller was interrupted or cancelled before it began, or does not wait for it any more.
    WITHDRAWN = auto()
    FINISHED = auto()


class Transactions(Protocol):
    """What runs the writes."""

    def commit_group(self, queue: WriteQueue) -> None:
        """The write that has waited longest has ended; maybe others too."""

    def close(self) -> None:
        """Nothing is open any more."""


class Write(ABC):
    """One caller's work on its way into the database, and what came of it."""

    __slots__ = ("alone", "error", "leads", "result", "state", "work")

    def __init__(self, work: Callable[[Connection], Any]) -> None:
        self.work = work
        self.state = _State.WAITING
        #: Whether it shares its transaction with no other: one that it shared has failed.
        self.alone = False
        #: Whether its caller is to lead.
        self.leads = False
        self.result: Any = None
        self.error: Exception | None = None

    @abstractmethod
    def lead(self, queue: WriteQueue) -> None:
        """Whoever waits for this write leads."""


class _ThreadWrite(Write):
    """A thread waits for it."""

    __slots__ = ("_woken",)

    def __init__(self, work: Callable[[Connection], Any]) -> None:
        super().__init__(work)
        self._woken = threading.Lock()
        self._woken.acquire()

    def lead(self, queue: WriteQueue) -> None:
        self.leads = True
        self._woken.release()

    def wake(self) -> None:
        """Its thread goes on."""
        self._woken.release()

    def wait(self) -> None:
        """It has ended, or its thread leads."""
        self._woken.acquire()


class _LoopWrite(Write):
    """A coroutine waits for it."""

    __slots__ = ("_future", "loop")

    def __init__(self, work: Callable[[Connection], Any], loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(work)
        self.loop = loop
        self._future: asyncio.Future[None] = loop.create_future()

    def lead(self, queue: WriteQueue) -> None:
        queue.lead_for_coroutines()

    def wake(self) -> None:
        """Its coroutine goes on; called on its loop."""
        if not self._future.done():
            self._future.set_result(None)

    async def wait(self) -> None:
        """It has ended."""
        await self._future

    async def wait_to_the_end(self) -> None:
        """It has ended, however often its caller was cancelled meanwhile."""
        while self.state is not _State.FINISHED:
            # Being cancelled cancels the future that is waited for: each time it takes a new one.
            self._future = self.loop.create_future()
            with contextlib.suppress(asyncio.CancelledError):
                await self._future


class WriteQueue:
    """The writes of one `Database` that have not ended.

    Args:
        transactions: runs them, one thread at a time.
        turn: held meanwhile; other managers of this process on the same file take turns by it.
        thread: gives the thread that leads for coroutines.
    """

    def __init__(
        self, transactions: Transactions, turn: AbstractContextManager[None], thread: Callable[[], Workers]
    ) -> None:
        self._transactions = transactions
        self._turn = turn
        self._thread = thread
        self._mutex = threading.Lock()
        self._drained = threading.Condition(self._mutex)
        self._waiting: deque[Write] = deque()
        self._led = False
        self._closed = False

    def run(self, work: Callable[[Connection], R]) -> R:
        """What the work returns, committed; what it raises, undone."""
        write = _ThreadWrite(work)
        try:
            self._enter(write)
            while write.state is not _State.FINISHED:
                if not write.leads:
                    write.wait()
                if write.leads:
                    with self._turn:
                        self._transactions.commit_group(self)
                    write.leads = False
                    self._hand_over()
        except BaseException:
            # Interrupted: what runs in another thread goes on there.
            self._withdraw(write)
            if write.leads:
                self._hand_over()
            raise
        return cast(R, _outcome(write))

    async def async_run(self, work: Callable[[Connection], R]) -> R:
        """The same from a coroutine.

        A caller that is cancelled gets `CancelledError` when the transaction has ended; work that had not begun never
        begins.
        """
        write = _LoopWrite(work, asyncio.get_running_loop())
        self._enter(write)
        if write.leads:
            self.lead_for_coroutines()
        try:
            await write.wait()
        except asyncio.CancelledError:
            if not self._cancel(write):
                await write.wait_to_the_end()
            raise
        return cast(R, _outcome(write))

    def lead_for_coroutines(self) -> None:
        """The thread for coroutines leads."""
        self._thread().start(self._lead)

    def close(self, *, wait: bool) -> None:
        """Nothing is taken in any more, what waits has ended, and the transactions are closed.

        Args:
            wait: For what waits. Without it, and while a write runs, nothing is closed.
        """
        with self._drained:
            self._closed = True
            while self._led and wait:
                self._drained.wait()
            if self._led:
                return
        self._transactions.close()

    def next(self, *, shared: bool = False) -> Write | None:
        """The write that has waited longest, which runs now; None where there is none.

        Args:
            shared: Only one that may share a transaction.
        """
        with self._mutex:
            while self._waiting:
                if shared and self._waiting[0].alone:
                    return None
                write = self._waiting.popleft()
                if write.state is _State.WAITING:
                    write.state = _State.RUNNING
                    return write
        return None

    def put_back(self, writes: Iterable[Write], *, alone: bool = False) -> None:
        """The writes wait again, before all others: nothing of them is stored.

        Args:
            alone: Each for a transaction of its own.
        """
        with self._mutex:
            again = [write for write in writes if write.state is _State.RUNNING]
            for write in again:
                write.state = _State.WAITING
                write.alone = alone
                write.result, write.error = None, None
            self._waiting.extendleft(reversed(again))

    def refuse(self, error: Exception) -> None:
        """All that wait have ended with an error like this one."""
        with self._mutex:
            refused = [write for write in self._waiting if write.state is _State.WAITING]
            self._waiting.clear()
        for write in refused:
            # Raised in several threads, one object would gather the frames of all of them.
            write.error = copy.copy(error)
            write.error.__cause__ = error.__cause__
        finish(refused)

    def _enter(self, write: Write) -> None:
        """The write waits; its caller leads where nobody does."""
        with self._mutex:
            if self._closed:
                raise ClosedError
            self._waiting.append(write)
            if not self._led:
                self._led = write.leads = True

    def _withdraw(self, write: Write) -> None:
        """Nobody waits for the write any more."""
        with self._mutex:
            if write.state is not _State.FINISHED:
                write.state = _State.WITHDRAWN

    def _cancel(self, write: Write) -> bool:
        """Whether the write had not begun, and never will."""
        with self._mutex:
            if write.state is not _State.WAITING:
                return False
            write.state = _State.WITHDRAWN
            return True

    def _lead(self) -> None:
        try:
            with self._turn:
                self._transactions.commit_group(self)
        finally:
            self._hand_over()

    def _hand_over(self) -> None:
        """Who has waited longest leads; nobody, where nobody waits."""
        with self._drained:
            while self._waiting and self._waiting[0].state is _State.WITHDRAWN:
                self._waiting.popleft()
            if self._waiting:
                self._waiting[0].lead(self)
            else:
                self._led = False
                if self._closed:
                    self._drained.notify_all()


def finish(writes: Iterable[Write]) -> None:
    """Each of the writes has ended with its result or error, and its caller goes on."""
    of_loops: dict[asyncio.AbstractEventLoop, list[_LoopWrite]] = {}
    for write in writes:
        write.state = _State.FINISHED
        if isinstance(write, _LoopWrite):
            of_loops.setdefault(write.loop, []).append(write)
        elif isinstance(write, _ThreadWrite):
            write.wake()
    for loop, ended in of_loops.items():
        # One call for all of them: each is a system call. The loop may have been closed: then nobody waits.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_wake, ended)


def _wake(writes: Iterable[_LoopWrite]) -> None:
    for write in writes:
        write.wake()


def _outcome(write: Write) -> Any:
    if write.error is not None:
        raise write.error
    return write.result
