"""The two faces: each operation is written once as a coroutine, and a face says how it waits.

On the sync face nothing ever waits, so `drive` runs the coroutine to its end in one step.
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from manager.storage import Connection
from manager.storage.database import Database

R = TypeVar("R")
P = ParamSpec("P")
S = TypeVar("S")

Confirm = Callable[[Connection, R], bool]


class Face(Protocol):
    """How an operation reaches the database and the user's functions.

    `write` runs a transaction, `read` statements each for itself, `statement` one that writes and commits by itself;
    `pause` lets seconds pass.
    """

    async def write(
        self, database: Database, work: Callable[[Connection], R], confirm: Confirm[R] | None = None
    ) -> R: ...

    async def read(self, database: Database, work: Callable[[Connection], R]) -> R: ...

    async def statement(self, database: Database, work: Callable[[Connection], R]) -> R: ...

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any: ...

    async def pause(self, seconds: float) -> None: ...


class SyncFace:
    """Waits by blocking; async functions of the user run on a loop of their own."""

    async def write(self, database: Database, work: Callable[[Connection], R], confirm: Confirm[R] | None = None) -> R:
        return database.run(work, write=True, confirm=confirm)

    async def read(self, database: Database, work: Callable[[Connection], R]) -> R:
        return database.run(work, write=False)

    async def statement(self, database: Database, work: Callable[[Connection], R]) -> R:
        return database.run(work, write=False)

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        result = function(*arguments)
        return _run_on_own_loop(result) if inspect.isawaitable(result) else result

    async def pause(self, seconds: float) -> None:
        time.sleep(seconds)  # noqa: ASYNC251 - on this face, waiting is blocking


class AsyncFace:
    """Waits on the running loop; plain functions of the user run in a worker thread."""

    async def write(self, database: Database, work: Callable[[Connection], R], confirm: Confirm[R] | None = None) -> R:
        return await database.async_run(work, write=True, confirm=confirm)

    async def read(self, database: Database, work: Callable[[Connection], R]) -> R:
        return await database.async_run(work, write=False)

    async def statement(self, database: Database, work: Callable[[Connection], R]) -> R:
        return await database.async_run(work, write=False)

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        if _is_async(function):
            return await function(*arguments)
        result = await asyncio.to_thread(_call, function, *arguments)
        return await result if inspect.isawaitable(result) else result

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


SYNC = SyncFace()
ASYNC = AsyncFace()


def drive(coroutine: Coroutine[Any, Any, R]) -> R:
    """The result of an operation on the sync face."""
    try:
        coroutine.send(None)
    except StopIteration as finished:
        result: R = finished.value
        return result
    coroutine.close()
    raise RuntimeError("an operation waited on the sync face")


def sync_method(
    operation: Callable[Concatenate[S, Face, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[S, P], R]:
    """The operation as a method that blocks until it is done."""

    @functools.wraps(operation)
    def method(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return drive(operation(self, SYNC, *args, **kwargs))

    _show_as(method, operation)
    return method


def async_method(
    operation: Callable[Concatenate[S, Face, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, R]]:
    """The operation as a coroutine method."""

    @functools.wraps(operation)
    async def method(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await operation(self, ASYNC, *args, **kwargs)

    _show_as(method, operation, prefix="async_")
    return method


def _show_as(method: Any, operation: Callable[..., Any], prefix: str = "") -> None:
    """The method has the operation's name and signature, the face left out."""
    signature = inspect.signature(operation)
    parameters = [value for name, value in signature.parameters.items() if name != "face"]
    method.__signature__ = signature.replace(parameters=parameters)
    method.__name__ = prefix + operation.__name__.removeprefix("_")
    method.__qualname__ = operation.__qualname__.replace(operation.__name__, method.__name__)
    method.__annotations__ = {name: kind for name, kind in operation.__annotations__.items() if name != "face"}


def _call(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except StopIteration as error:
        # A future cannot carry it (Python refuses), and whoever waits would wait for ever.
        raise RuntimeError("raised StopIteration") from error


def _is_async(function: Callable[..., Any]) -> bool:
    while isinstance(function, functools.partial):
        function = function.func
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(type(function), "__call__", None)  # noqa: B004 - an object whose call is a coroutine function
    )


class _OwnLoop:
    """A loop in a daemon thread, one a process, so that what a handler keeps open on its loop stays usable."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._loop.run_forever, name="contextledger-handlers", daemon=True)
        self.thread.start()

    def run(self, awaitable: Awaitable[R]) -> R:
        context = contextvars.copy_context()

        async def wait() -> tuple[R | None, BaseException | None]:
            try:
                return await awaitable, None
            except (SystemExit, KeyboardInterrupt) as error:
                return None, error  # raised here, it would end the loop, and the caller would wait for ever

        async def in_context() -> tuple[R | None, BaseException | None]:
            return await asyncio.get_running_loop().create_task(wait(), context=context)

        result, error = asyncio.run_coroutine_threadsafe(in_context(), self._loop).result()
        if error is not None:
            raise error
        return cast(R, result)


_own_loop: _OwnLoop | None = None
_own_loop_lock = threading.Lock()


def _run_on_own_loop(awaitable: Awaitable[R]) -> R:
    global _own_loop
    with _own_loop_lock:
        if _own_loop is None or not _own_loop.thread.is_alive():  # not alive: this process was forked
            _own_loop = _OwnLoop()
    if threading.current_thread() is _own_loop.thread:
        # A handler on that loop used the sync face, and that led to another async handler: waiting for the loop from
        # the loop would never end.
        return _OwnLoop().run(awaitable)
    return _own_loop.run(awaitable)
