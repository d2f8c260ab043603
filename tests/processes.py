"""Other processes that use a test's database: started at once, or ended by `kill -9`."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Barrier
from typing import Any, TypeVar

T = TypeVar("T")

# A server process that has imported everything once and forks: a child is there in 10 ms instead of a second, and has
# none of this process's threads, connections and locks.
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["manager", "tests.backends", "tests.faces", "psycopg", "pymysql", "asyncmy"])

_start: Barrier | None = None


def at_once(function: Callable[..., T], arguments: Sequence[tuple[Any, ...]]) -> list[T]:
    """What the function, which must be one of a module, returns for each of the arguments: each call in a process of
    its own, all beginning at the same moment."""
    barrier = _context.Barrier(len(arguments))
    with ProcessPoolExecutor(len(arguments), _context, _keep_barrier, (barrier,)) as pool:
        calls = [pool.submit(_begin, function, each) for each in arguments]
        return [call.result() for call in calls]


@contextmanager
def running(function: Callable[..., object], *arguments: object) -> Iterator[BaseProcess]:
    """A process that runs the function; it is gone afterwards."""
    process = _context.Process(target=function, args=arguments, daemon=True)
    process.start()
    try:
        yield process
    finally:
        process.kill()
        process.join()
        process.close()


def end_of(process: BaseProcess) -> int | None:
    """How the process ended, when it has: its exit code, or the number of the signal that ended it as a negative."""
    process.join()
    return process.exitcode


def kill_oneself() -> None:
    """This process ends as by `kill -9`: nothing is flushed, rolled back or closed."""
    os.kill(os.getpid(), 9)


def _keep_barrier(barrier: Barrier) -> None:
    global _start
    _start = barrier


def _begin(function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    assert _start is not None
    _start.wait()
    return function(*arguments)


def without_slow_callbacks(told: str) -> str:
    """What Python's development mode told, but for what took a tenth of a second: on a busy machine anything may."""
    return "".join(line for line in told.splitlines(keepends=True) if not line.startswith("Executing <"))
