"""The process of a contestant: `python -m tests.benchmarks.peers.contestant NAME` takes commands as JSON lines and
answers each with one line."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import resource
import sys
import traceback
import warnings
from collections.abc import Callable
from importlib.metadata import version
from time import perf_counter
from typing import Any

from tests.benchmarks.peers.protocol import Contestant
from tests.benchmarks.peers.registry import BY_NAME, Entry
from tests.benchmarks.peers.workload import COMPANION, GROWTH, OPERATIONS, TURN

#: Messages that the first part of a fill adds, by which the rest is foretold.
TRIAL = 400


class Process:
    """The contestant that is open, and the loop it runs in when it is async."""

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._runner = asyncio.Runner()
        self._open: Contestant | None = None

    def hello(self) -> dict[str, Any]:
        """What the contestant is; its libraries are imported."""
        kind = self._entry.type()
        return {
            "versions": {name: version(name) for name in kind.libraries},
            "note": kind.note,
            "imports": kind.imports,
            "operations": [each for each in (*OPERATIONS, COMPANION) if hasattr(kind, each)],
        }

    def open(self, place: str) -> None:
        """The contestant's session at the place is open."""
        self._open = self._entry.contestant(place)
        self._do(self._open.open)

    def close(self) -> None:
        if self._open is not None:
            self._do(self._open.close)
            self._open = None

    def durability(self) -> dict[str, Any]:
        """What holds on the contestant's own connections, as the database says."""
        if self._entry.kind == "floor":
            return {"durable": False, "told": "memory"}
        if self._entry.database == "sqlite":
            mode = str(self._ask("PRAGMA journal_mode")).upper()
            level = int(self._ask("PRAGMA synchronous"))
            names = ("OFF", "NORMAL", "FULL", "EXTRA")
            return {"durable": level >= 2 and mode != "MEMORY", "told": f"{mode}, synchronous = {names[level]}"}
        told = {name: str(self._ask(f"SHOW {name}")) for name in ("fsync", "synchronous_commit")}
        durable = told["fsync"] == "on" and told["synchronous_commit"] != "off"
        return {"durable": durable, "told": ", ".join(f"{name} = {value}" for name, value in told.items())}

    def fill(self, count: int, budget: float) -> dict[str, Any]:
        """So many messages more; or as soon as it is clear that it takes longer than the budget, how long it would."""
        contestant = self._contestant
        started = perf_counter()
        first = min(count, TRIAL)
        self._do(contestant.fill, first // TURN)
        # The first call makes the tables; what is left goes at the speed of the second.
        if count > 2 * TRIAL:
            second = perf_counter()
            self._do(contestant.fill, TRIAL // TURN)
            foreseen = (perf_counter() - second) / TRIAL * (count - 2 * TRIAL)
            if foreseen > 3 * budget:  # batches are quicker by the message than the trial was
                return {"left_out": foreseen}
            done = 2 * TRIAL
            while done < count:
                step = min(count - done, max(TRIAL, count // 5))
                self._do(contestant.fill, step // TURN)
                done += step
                spent = perf_counter() - started
                if done < count and spent / done * count > budget:
                    return {"left_out": spent / done * count}
        return {"seconds": perf_counter() - started}

    def time(self, operation: str, seconds: float, most: int) -> dict[str, Any]:
        """The seconds of one call, as the mean of a loop after a call that warms up."""
        contestant = self._contestant
        self._do(contestant.ready)
        call = getattr(contestant, operation)
        started = perf_counter()
        self._do(call)
        once = perf_counter() - started
        repeats = max(1, min(most // GROWTH.get(operation, 1), int(seconds / once)))
        return {"seconds": self._do(_async_loop if inspect.iscoroutinefunction(call) else _loop, call, repeats)}

    def crowd(self, sessions: int, appends: int) -> dict[str, Any]:
        """All sessions are appended to at the same time: how many appends were acknowledged, in how many seconds."""
        return dict(self._runner.run(_crowd(self._contestant, sessions, appends)))

    def write(self, appends: int) -> dict[str, Any]:
        """So many appends, each tried once: how many were acknowledged, and the errors of the others."""
        errors: dict[str, int] = {}
        for _ in range(appends):
            try:
                self._do(self._contestant.append)
            except Exception as error:
                errors[type(error).__name__] = errors.get(type(error).__name__, 0) + 1
                self._do(self._contestant.after_error)
        return {"acknowledged": appends - sum(errors.values()), "errors": errors}

    def kept(self) -> int:
        """Messages that are there."""
        count = self._contestant.count
        return int(self._ask(count)) if count else len(self._do(self._contestant.load))

    def peak(self) -> int:
        """The most bytes of memory that this process has taken."""
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    def read(self, operation: str) -> int:
        """The operation is done once: how many messages it gave."""
        self._do(self._contestant.ready)
        return len(self._do(getattr(self._contestant, operation)))

    def repeat(self, operation: str, times: int) -> None:
        """The operation is done so many times."""
        for _ in range(times):
            self._do(getattr(self._contestant, operation))

    def first(self, place: str) -> dict[str, Any]:
        """The seconds in which a session at a new place has its first message."""
        started = perf_counter()
        self.open(place)
        self._do(self._contestant.append)
        return {"seconds": perf_counter() - started}

    @property
    def _contestant(self) -> Contestant:
        if self._open is None:
            raise LookupError("no place is open")
        return self._open

    def _ask(self, sql: str) -> Any:
        return self._do(self._contestant.ask, sql)

    def _do(self, call: Callable[..., Any], *arguments: Any) -> Any:
        if inspect.iscoroutinefunction(call):
            return self._runner.run(call(*arguments))
        return call(*arguments)


def _loop(call: Callable[[], object], repeats: int) -> float:
    started = perf_counter()
    for _ in range(repeats):
        call()
    return (perf_counter() - started) / repeats


async def _async_loop(call: Callable[[], Any], repeats: int) -> float:
    started = perf_counter()
    for _ in range(repeats):
        await call()
    return (perf_counter() - started) / repeats


async def _crowd(contestant: Any, sessions: int, appends: int) -> dict[str, Any]:
    calls = [await contestant.companion(number) for number in range(sessions)]
    errors: dict[str, int] = {}

    async def one(call: Callable[[], Any]) -> None:
        for _ in range(appends):
            try:
                await call()
            except Exception as error:
                errors[type(error).__name__] = errors.get(type(error).__name__, 0) + 1

    started = perf_counter()
    await asyncio.gather(*map(one, calls))
    seconds = perf_counter() - started
    return {"seconds": seconds, "acknowledged": sessions * appends - sum(errors.values()), "errors": errors}


def main() -> None:
    # Answers go to a stream of their own: what a library prints must not be taken for one.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    process = Process(BY_NAME[sys.argv[1]])
    for line in sys.stdin:
        name, arguments = json.loads(line)
        try:
            answer: dict[str, Any] = {"answer": getattr(process, name)(**arguments)}
        except Exception as error:
            traceback.print_exc()
            answer = {"error": f"{type(error).__name__}: {error}".splitlines()[0][:300]}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
