"""Several processes that write to one session.

`python -m tests.benchmarks.peers.concurrency NAME PLACE WRITERS APPENDS` prints what became of it, as JSON.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.synchronize import Barrier
from time import perf_counter
from typing import Any

from tests.benchmarks.peers.contestant import Process
from tests.benchmarks.peers.registry import BY_NAME

_start: Barrier | None = None


def _keep(barrier: Barrier) -> None:
    global _start
    _start = barrier
    warnings.simplefilter("ignore")


def _write(name: str, place: str, appends: int) -> dict[str, Any]:
    assert _start is not None
    process = Process(BY_NAME[name])
    process.open(place)
    _start.wait()
    started = perf_counter()
    written = process.write(appends)
    seconds = perf_counter() - started
    process.close()
    return {"seconds": seconds, **written}


def main() -> None:
    name, place, writers, appends = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    # A server that has imported the contestant once and forks: eight imports would take longer than what is measured.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([Process.__module__, BY_NAME[name].module])
    barrier = context.Barrier(writers)
    with ProcessPoolExecutor(writers, context, _keep, (barrier,)) as pool:
        done = [call.result() for call in [pool.submit(_write, name, place, appends) for _ in range(writers)]]
    errors: dict[str, int] = {}
    for each in done:
        for kind, count in each["errors"].items():
            errors[kind] = errors.get(kind, 0) + count
    found = {
        "acknowledged": sum(each["acknowledged"] for each in done),
        "seconds": max(each["seconds"] for each in done),
        "errors": errors,
    }
    print(json.dumps(found), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
