"""Who writes to a SQLite database, in the order they came: threads and coroutines, and which of them leads.

Whoever finds nobody leading leads: it runs a transaction with its own work and that of others who came meanwhile, then
hands over to the one that has waited longest. A thread leads by itself, so that where there is but one nothing crosses
threads; for coroutines a thread of ours does.

A thread that leads may be interrupted anywhere, by a signal or from another thread. So whatever is passed on is passed
on in one assignment, waking somebody twice does no harm, and who is interrupted does it once more.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import threading
from collections import deque
from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import Any, Protocol, TypeVar, cast

from sqlalchemy import Connection

from manager.errors import ClosedError
from manager.storage.locks import Place
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


class Write:
    """One caller's work on its way into the database, and what came of it."""

    __slots__ = ("alone", "error", "result", "state", "work")

    def __init__(self, work: Callable[[Connection], Any]) -> None:
        self.work = work
        self.state = _State.WAITING
        #: Whether it shares its transaction with no other.
        self.alone = False
        self.result: Any = None
        self.error: BaseException | None = None


class _ThreadWrite(Write):
    """A thread waits for it."""

    __slots__ = ("_woken",)

    def __init__(self, work: Callable[[Connection], Any]) -> None:
        super().__init__(work)
        self._woken = threading.Lock()
        self._woken.acquire()

    def wake(self) -> None:
        """Its thread looks at what has become of it."""
        with contextlib.suppress(RuntimeError):  # woken before, and has not looked yet
            self._woken.release()

    def wait(self) -> None:
        """It was woken."""
        self._woken.acquire()


class _LoopWrite(Write):
    """A coroutine waits for it."""

    __slots__ = ("_future", "loop")

    def __init__(self, work: Callable[[Connection], Any], loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(work)
        self.loop = loop
        self._future: asyncio.Future[None] = loop.create_future()

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

    def __init__(self, transactions: Transactions, turn: Place, thread: Callable[[], Workers]) -> None:
        self._transactions = transactions
        self._turn = turn
        self._thread = thread
        self._mutex = threading.Lock()
        #: Entered by its mutex: a condition is Python code, which may be interrupted with the mutex taken.
        self._drained = threading.Condition(self._mutex)
        self._waiting: deque[Write] = deque()
        #: Whose thread leads; that of a coroutine is the one for all of them.
        self._leader: Write | None = None
        self._closed = False

    def run(self, work: Callable[[Connection], R]) -> R:
        """What the work returns, committed; what it raises, undone."""
        write = _ThreadWrite(work)
        try:
            self._enter(write)
            while write.state is not _State.FINISHED:
                if self._leader is write:
                    # Signals interrupt the main thread: the writes of others are not in its hands.
                    write.alone |= threading.current_thread() is threading.main_thread()
                    self._lead(write)
                else:
                    write.wait()
        except BaseException:
            # Interrupted: what runs in another thread goes on there.
            self._withdraw(write)
            self._hand_over(write)
            raise
        return cast(R, _outcome(write))

    async def async_run(self, work: Callable[[Connection], R]) -> R:
        """The same from a coroutine.

        A caller that is cancelled gets `CancelledError` when the transaction has ended; work that had not begun never
        begins.
        """
        write = _LoopWrite(work, asyncio.get_running_loop())
        try:
            self._enter(write)
            await write.wait()
        except asyncio.CancelledError:
            if not self._cancel(write):
                await write.wait_to_the_end()
            raise
        except BaseException:
            self._withdraw(write)
            raise
        return cast(R, _outcome(write))

    def close(self, *, wait: bool) -> None:
        """Nothing is taken in any more, what waits has ended, and the transactions are closed.

        Args:
            wait: For what waits. Without it, and while a write runs, nothing is closed.
        """
        with self._mutex:
            self._closed = True
            while self._leader is not None and wait:
                self._drained.wait()
            if self._leader is not None:
                return
        self._transactions.close()

    def take(self, group: list[Write], *, shared: bool = False) -> Write | None:
        """The write that has waited longest, which runs now, as the last of the group; None where there is none.

        Args:
            group: Has it from the moment on that nobody else has it.
            shared: Only one that may share a transaction.
        """
        with self._mutex:
            self._drop_ended()
            if not self._waiting or (shared and self._waiting[0].alone):
                return None
            write = self._waiting[0]
            group.append(write)
            write.state = _State.RUNNING
            self._waiting.popleft()
            return write

    def put_back(self, writes: Iterable[Write]) -> None:
        """The writes wait again, before all others, each for a transaction of its own: nothing of them is stored."""
        with self._mutex:
            again = [write for write in writes if write.state is _State.RUNNING]
            self._waiting.extendleft(reversed(again))
            for write in again:
                write.alone = True
                write.result, write.error = None, None
                write.state = _State.WAITING

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
        """The write waits; its thread leads where nobody does."""
        with self._mutex:
            if self._closed:
                raise ClosedError
            self._waiting.append(write)
            if self._leader is None:
                if isinstance(write, _LoopWrite):
                    self._thread().start(self._lead_for_coroutines)
                self._leader = write

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

    def _lead(self, leader: Write) -> None:
        self._turn.take()
        self._transactions.commit_group(self)
        self._hand_over(leader)

    def _lead_for_coroutines(self) -> None:
        with self._mutex:
            leader = self._leader
        if not isinstance(leader, _LoopWrite):
            return  # woken once more than was needed
        try:
            self._lead(leader)
        except BaseException:
            # Its caller was told. This thread goes on.
            self._hand_over(leader)

    def _hand_over(self, leader: Write) -> None:
        """Who has waited longest leads; nobody, where nobody waits. Nothing, where another leads already."""
        if self._leader is leader:
            self._turn.give_back()
        with self._mutex:
            if self._leader is leader:
                self._drop_ended()
                self._leader = self._waiting[0] if self._waiting else None
            # Whoever leads now: an interrupt may have come between this and the assignment.
            if isinstance(self._leader, _ThreadWrite):
                self._leader.wake()
            elif self._leader is not None:
                self._thread().start(self._lead_for_coroutines)
            elif self._closed:
                self._drained.notify_all()

    def _drop_ended(self) -> None:
        """The first that waits, waits."""
        while self._waiting and self._waiting[0].state is not _State.WAITING:
            self._waiting.popleft()


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
