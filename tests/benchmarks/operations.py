"""What is measured, and the rounds in which both sides do it in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from manager import SessionManager
from tests.benchmarks.samples import Key, Samples, async_typical, typical
from tests.benchmarks.stage import Durability, Filled, Stage, timed_batch
from tests.benchmarks.workload import PAGE, WINDOW, Plan
from tests.statements import StatementRecorder

SIDES = ("raw", "ours")
#: Where durability plays no part.
ANY = "any"


@dataclass(frozen=True, slots=True)
class Operation:
    """One line of the table, and the method both sides have for it."""

    name: str
    method: str
    writes: bool = True
    #: Whether the session begins with a system prompt, which every cut keeps: its window is two spans.
    prompted: bool = False


APPEND = Operation("append", "append")
ASYNC_APPEND = Operation("async append", "async_append")
CUT = Operation("append + cut", "append_and_cut")
CUT_PROMPTED = Operation("append + cut, prompt kept", "append_and_cut", prompted=True)
READ = Operation(f"window of {WINDOW}", "window", writes=False)
READ_PROMPTED = Operation(f"window of {WINDOW}, prompt kept", "window", writes=False, prompted=True)
HISTORY = Operation(f"resize history, page of {PAGE}", "resize_history", writes=False)
ROLLBACK = Operation("rollback", "rollback")
BATCH = Operation("batch append", "append_batch")

#: In an order in which a cut leaves the window that is read next, and a history page of nothing but cuts.
IN_ROUNDS = (APPEND, ASYNC_APPEND, CUT, READ, HISTORY, ROLLBACK, CUT_PROMPTED, READ_PROMPTED)


def measure_round(
    samples: Samples,
    stage: Stage,
    plain: Filled,
    prompted: Filled,
    messages: int,
    plan: Plan,
    number: int,
    runner: asyncio.Runner,
) -> None:
    """There is one value more of every operation, on both sides, for sessions of this size."""
    # Who goes first pays for what the other left in the caches: they take turns in that as well.
    sides = SIDES if number % 2 else SIDES[::-1]
    for operation in IN_ROUNDS:
        session = prompted if operation.prompted else plain
        for durability in _durabilities(operation, stage):
            for side in sides:
                subject = session.side(side, durability)
                subject.remember()
                if operation is ASYNC_APPEND:
                    seconds = runner.run(async_typical(stage.async_append(session, side, durability), plan.repeats))
                else:
                    seconds = typical(getattr(subject, operation.method), plan.repeats)
                samples.add(key_of(operation, durability, messages, side), seconds)
    if number < plan.batches:
        for durability in _durabilities(BATCH, stage):
            for side in sides:
                seconds = timed_batch(plain.side(side, durability), plan.batch)
                samples.add(key_of(BATCH, durability, messages, side), seconds)


def key_of(operation: Operation, durability: str, messages: int, side: str) -> Key:
    """What a time of the operation is kept under."""
    return Key(operation.name, durability if operation.writes else ANY, messages, side)


def _durabilities(operation: Operation, stage: Stage) -> Sequence[Durability]:
    every = list(stage.drivers)
    return every if operation.writes else every[:1]


def statements_sent(stage: Stage, plain: Filled, prompted: Filled) -> dict[str, tuple[int, int]]:
    """How many statements each operation sends on the raw and on our side, by its name.

    An async append sends what an append does; not every async driver can be listened to.
    """
    counts: dict[str, tuple[int, int]] = {}
    durability, driver = next(iter(stage.drivers.items()))
    with StatementRecorder().listening() as recorder, SessionManager(stage.our_url) as manager:
        for operation in (*IN_ROUNDS, BATCH):
            session = prompted if operation.prompted else plain
            raw, ours = session.raw[durability], session.ours[durability].through(manager)
            if operation is ASYNC_APPEND:
                counts[operation.name] = counts[APPEND.name]
                continue
            raw.remember()
            ours.remember()
            arguments = [(), ()] if operation is not BATCH else [(raw.batch(2),), (ours.batch(2),)]
            before = driver.sent
            getattr(raw, operation.method)(*arguments[0])
            with recorder.recorded() as sent:
                getattr(ours, operation.method)(*arguments[1])
            counts[operation.name] = driver.sent - before, len(sent)
    return counts
