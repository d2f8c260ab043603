"""A run of the benchmark on one backend: sessions of two sizes, filled and measured side by side."""

from __future__ import annotations

import asyncio
import os
import platform
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

import psycopg
import pymysql

from tests.backends import Backend, direct_connection
from tests.benchmarks.goals import GROWTH, SPACE, Goal, goals_of
from tests.benchmarks.memory import peak_memory
from tests.benchmarks.operations import ANY, BATCH, IN_ROUNDS, SIDES, Size, key_of, measure_round, statements_sent
from tests.benchmarks.samples import Samples
from tests.benchmarks.space import space_taken
from tests.benchmarks.stage import DURABILITIES, opened
from tests.benchmarks.workload import Plan


@dataclass(frozen=True, slots=True)
class Line:
    """An operation on a session of one size: statements and seconds on the raw and on our side."""

    operation: str
    durability: str
    messages: int
    statements: tuple[int, int]
    seconds: tuple[float, float]
    ratio: float
    goals: list[Goal]


@dataclass(frozen=True, slots=True)
class Extent:
    """Bytes of something, and what they may be."""

    name: str
    bytes: float
    goals: list[Goal]


@dataclass(frozen=True, slots=True)
class Results:
    """Everything a run found out about one backend."""

    system: str
    circumstances: list[str]
    lines: list[Line]
    sizes: list[Extent]
    #: Seconds that filling the large session took, by side.
    fill: dict[str, float]


def run(backend: Backend, plan: Plan, progress: Callable[[str], None]) -> Results:
    """What the plan asks for, measured on the backend."""
    samples = Samples()
    with asyncio.Runner() as runner, opened(backend, runner) as small, opened(backend, runner) as large:
        progress(f"{backend.system}: filling sessions of {plan.large:,} messages")
        filled = Size.filled(large, plan.large, plan)
        for number in range(plan.rounds):
            progress(f"{backend.system}: round {number + 1} of {plan.rounds}")
            fresh = Size.filled(small, plan.small, plan)
            measure_round(samples, (fresh, filled), plan, number, runner)
        counts = statements_sent(fresh)
        progress(f"{backend.system}: walking through whole contexts")
        peaks = {
            plan.small: peak_memory(small.our_url, fresh.plain.name),
            plan.large: peak_memory(large.our_url, filled.plain.name),
        }
    progress(f"{backend.system}: measuring space")
    return Results(
        backend.system,
        _circumstances(backend),
        _lines(samples, backend.system, plan, counts),
        [*_space(backend, plan), *_memory(peaks)],
        filled.plain.seconds,
    )


def _lines(samples: Samples, system: str, plan: Plan, counts: dict[str, tuple[int, int]]) -> list[Line]:
    lines: list[Line] = []
    for operation in (*IN_ROUNDS, BATCH):
        for durability in DURABILITIES[system] if operation.writes else (ANY,):
            for messages in (plan.small, plan.large):
                raw, ours = (key_of(operation, durability, messages, side) for side in SIDES)
                lines.append(
                    Line(
                        operation.name if operation is not BATCH else f"{operation.name} of {plan.batch:,}",
                        durability,
                        messages,
                        counts[operation.name],
                        (samples.median(raw), samples.median(ours)),
                        samples.ratio(ours, raw),
                        goals_of(samples, system, operation, durability, messages, plan.small),
                    )
                )
    return lines


def _space(backend: Backend, plan: Plan) -> list[Extent]:
    goals = SPACE if backend.system == "sqlite" else {}
    return [
        Extent(name, size, [Goal(goals[name], "", size)] if name in goals else [])
        for name, size in space_taken(backend, plan).items()
    ]


def _memory(peaks: dict[int, int]) -> list[Extent]:
    (small, least), (large, most) = peaks.items()
    name = "peak memory, iterating {:,} messages"
    return [
        Extent(name.format(small), least, []),
        Extent(name.format(large), most, [Goal(GROWTH, f"at {small:,}", most / least)]),
    ]


def _circumstances(backend: Backend) -> list[str]:
    """What a reader must know to read the times: versions, and what durability means here."""
    python = f"Python {platform.python_version()}, {os.cpu_count()} cores"
    if backend.system == "sqlite":
        return [
            f"SQLite {sqlite3.sqlite_version}, {python}; raw: sqlite3",
            "durability on both sides: WAL, synchronous = NORMAL (normal) or FULL (full)",
        ]
    with backend.database() as url, direct_connection(url) as connection:

        def show(sql: str) -> str:
            return str(connection.exec_driver_sql(sql).scalar_one())

        if backend.system == "postgresql":
            settings = ", ".join(f"{name} = {show(f'SHOW {name}')}" for name in ("fsync", "synchronous_commit"))
            return [
                f"PostgreSQL {show('SHOW server_version')}, {python}; raw: psycopg {psycopg.__version__}",
                f"durability on both sides: {settings}; raw append: one guarded statement in autocommit",
            ]
        flush = show("SELECT @@innodb_flush_log_at_trx_commit")
        return [
            f"MariaDB {show('SELECT @@version')}, {python}; raw: PyMySQL {pymysql.__version__}",
            f"durability on both sides: innodb_flush_log_at_trx_commit = {flush}",
        ]
