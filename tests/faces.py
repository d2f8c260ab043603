"""The sync and the async face behind one set of calls, so that a test is written once."""

from __future__ import annotations

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncIterable, Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

T = TypeVar("T")

FACES = ("sync", "async")


class Face(ABC):
    """Calls `x()` of an object, or its twin `async_x()` on one event loop that lasts as long as the test.

    `face(session)` stands for the session: what is called or read through it goes through this face. It has the
    session's type, since the sync face is the one with the plain names. `face.call(session.append, ...)` is one call.
    """

    name: str

    def __call__(self, target: T) -> T:
        return cast(T, _Through(self, target))

    @abstractmethod
    def call(self, method: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """What the bound method, or its async twin if it has one, returns."""

    @abstractmethod
    def read(self, target: object, name: str) -> Any:
        """The attribute, or what its twin `async_get_…()` returns if it has one."""

    @abstractmethod
    def collect(self, items: Iterable[T] | AsyncIterable[T]) -> list[T]:
        """Every item, by `for` or by `async for`."""

    @abstractmethod
    def together(self, calls: Sequence[tuple[Callable[..., Any], Any]]) -> list[Any]:
        """The results of `method(argument)` for all calls at once, from as many threads or tasks, in order."""

    @abstractmethod
    def close(self) -> None:
        """The face's event loop, if it has one, is closed."""


class SyncFace(Face):
    """The plain names, called where the test runs."""

    name = "sync"

    def call(self, method: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return method(*args, **kwargs)

    def read(self, target: object, name: str) -> Any:
        return getattr(target, name)

    def collect(self, items: Iterable[T] | AsyncIterable[T]) -> list[T]:
        return list(cast("Iterable[T]", items))

    def together(self, calls: Sequence[tuple[Callable[..., Any], Any]]) -> list[Any]:
        start = threading.Barrier(len(calls))

        def run(call: tuple[Callable[..., Any], Any]) -> Any:
            method, argument = call
            start.wait()
            return method(argument)

        with ThreadPoolExecutor(len(calls)) as threads:
            return list(threads.map(run, calls))

    def close(self) -> None:
        """There is no event loop."""


class AsyncFace(Face):
    """The names that begin with `async_`."""

    name = "async"

    def __init__(self) -> None:
        self._runner = asyncio.Runner()

    def call(self, method: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        twin = _twin(method)
        return method(*args, **kwargs) if twin is None else self.run(twin(*args, **kwargs))

    def read(self, target: object, name: str) -> Any:
        getter = getattr(target, f"async_get_{name}", None)
        return getattr(target, name) if getter is None else self.run(getter())

    def collect(self, items: Iterable[T] | AsyncIterable[T]) -> list[T]:
        async def collected() -> list[T]:
            return [item async for item in cast("AsyncIterable[T]", items)]

        return self.run(collected())

    def together(self, calls: Sequence[tuple[Callable[..., Any], Any]]) -> list[Any]:
        async def gathered() -> list[Any]:
            return await asyncio.gather(*(_required_twin(method)(argument) for method, argument in calls))

        return self.run(gathered())

    def run(self, awaitable: Awaitable[T]) -> T:
        """What the awaitable gives on this face's event loop."""

        async def awaited() -> T:
            return await awaitable

        return self._runner.run(awaited())

    def close(self) -> None:
        self._runner.close()


def _twin(method: Callable[..., Any]) -> Callable[..., Awaitable[Any]] | None:
    target = getattr(method, "__self__", None)
    return getattr(target, f"async_{method.__name__}", None)


def _required_twin(method: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    twin = _twin(method)
    if twin is None:
        raise TypeError(f"{method!r} has no async twin")
    return twin


class _Through:
    """What stands for an object: calls and reads go through a face."""

    def __init__(self, face: Face, target: object) -> None:
        self._face = face
        self._target = target

    def __getattr__(self, name: str) -> Any:
        if isinstance(getattr(type(self._target), name, None), property):
            return self._face.read(self._target, name)
        value = getattr(self._target, name)
        if not callable(value):
            return value

        def through(*args: Any, **kwargs: Any) -> Any:
            return self._face.call(value, *args, **kwargs)

        through.__self__ = self._target  # type: ignore[attr-defined] # so that the call has a twin in `together`
        through.__name__ = name
        return through
