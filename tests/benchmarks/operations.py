"""What is measured, and the rounds in which both sides do it in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from manager import SessionManager
from tests.benchmarks.ours import OurSession
from tests.benchmarks.raw import RawSession
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
ROLLBACK = Operation("rollback", "rollback", prompted=True)
BATCH = Operation("batch append", "append_batch")

#: In an order in which a cut leaves the window that is read next; what is compared is near together.
IN_ROUNDS = (APPEND, ASYNC_APPEND, CUT, CUT_PROMPTED, READ, READ_PROMPTED, HISTORY, ROLLBACK)


@dataclass(frozen=True, slots=True)
class Size:
    """Sessions of so many messages, without and with a system prompt, and the stage they are on."""

    messages: int
    stage: Stage
    plain: Filled
    prompted: Filled

    @classmethod
    def filled(cls, stage: Stage, messages: int, plan: Plan) -> Size:
        """With new sessions."""
        plain, prompted = (stage.filled(messages, plan.batch, prompted=each) for each in (False, True))
        return cls(messages, stage, plain, prompted)


def measure_round(samples: Samples, sizes: Sequence[Size], plan: Plan, number: int, runner: asyncio.Runner) -> None:
    """There is one value more of every operation, on both sides, at every size."""
    # Who goes first pays for what the other left in the caches: they take turns in that as well.
    sides = SIDES if number % 2 else SIDES[::-1]
    durabilities = list(sizes[0].stage.drivers)
    for durability in durabilities:
        for operation in IN_ROUNDS:
            if not operation.writes and durability != durabilities[0]:
                continue
            for size in sizes:
                for side in sides:
                    seconds = _typical(size, operation, side, durability, plan.repeats, runner)
                    samples.add(key_of(operation, durability, size.messages, side), seconds)
        if number < plan.batches:
            for size in sizes:
                for side in sides:
                    seconds = timed_batch(size.plain.side(side, durability), plan.batch)
                    samples.add(key_of(BATCH, durability, size.messages, side), seconds)


def _typical(
    size: Size, operation: Operation, side: str, durability: Durability, repeats: int, runner: asyncio.Runner
) -> float:
    session = size.prompted if operation.prompted else size.plain
    subject = session.side(side, durability)
    subject.remember()
    if operation is ASYNC_APPEND:
        return runner.run(async_typical(size.stage.async_append(session, side, durability), repeats))
    return typical(getattr(subject, operation.method), repeats)


def key_of(operation: Operation, durability: str, messages: int, side: str) -> Key:
    """What a time of the operation is kept under."""
    return Key(operation.name, durability if operation.writes else ANY, messages, side)


def statements_sent(size: Size) -> dict[str, tuple[int, int]]:
    """How many statements each operation sends on the raw and on our side, by its name.

    An async append sends what an append does; not every async driver can be listened to.
    """
    counts: dict[str, tuple[int, int]] = {}
    durability, driver = next(iter(size.stage.drivers.items()))
    with StatementRecorder().listening() as recorder, SessionManager(size.stage.our_url) as manager:
        for operation in (*IN_ROUNDS, BATCH):
            if operation is ASYNC_APPEND:
                counts[operation.name] = counts[APPEND.name]
                continue
            session = size.prompted if operation.prompted else size.plain
            raw, ours = session.raw[durability], session.ours[durability].through(manager)
            raw.remember()
            ours.remember()
            for side in (raw, ours):  # a first call may have more to find out
                getattr(side, operation.method)(*_arguments(operation, side))
            arguments = _arguments(operation, raw)
            before = driver.sent
            getattr(raw, operation.method)(*arguments)
            in_raw = driver.sent - before
            arguments = _arguments(operation, ours)
            with recorder.recorded() as sent:
                getattr(ours, operation.method)(*arguments)
            counts[operation.name] = in_raw, len(sent)
    return counts


def _arguments(operation: Operation, side: RawSession | OurSession) -> tuple[object, ...]:
    return (side.batch(2),) if operation is BATCH else ()
