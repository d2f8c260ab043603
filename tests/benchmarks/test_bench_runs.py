"""The benchmark runs, and its two sides do the same work."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterator
from dataclasses import asdict

import pytest
from rich.console import Console

from manager.storage.tables import metadata
from tests.backends import SYSTEMS, Backend, direct_connection
from tests.benchmarks.operations import IN_ROUNDS, measure_round
from tests.benchmarks.operations import Size as SizeOfSession
from tests.benchmarks.report import show
from tests.benchmarks.run import run
from tests.benchmarks.samples import Samples
from tests.benchmarks.stage import Stage, opened
from tests.benchmarks.workload import MESSAGE, PAGE, PROMPT, SMOKE, WINDOW

pytestmark = pytest.mark.backends(*SYSTEMS)


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as made:
        yield made


@pytest.fixture
def stage(backend: Backend, runner: asyncio.Runner) -> Iterator[Stage]:
    with opened(backend, runner) as made:
        yield made


def test_a_run_ends_with_a_table_of_every_operation(backend: Backend) -> None:
    results = run(backend, SMOKE, lambda _: None)

    assert {operation.name for operation in IN_ROUNDS} < {line.operation for line in results.lines}
    assert all(line.ratio > 0 and min(line.seconds) > 0 for line in results.lines)
    assert json.loads(json.dumps(asdict(results)))["system"] == backend.system
    printed = io.StringIO()
    show(Console(file=printed, width=200), results)
    assert all(line.operation in printed.getvalue() for line in results.lines)


def test_both_sides_write_the_same_rows_and_read_the_same_window(stage: Stage, runner: asyncio.Runner) -> None:
    size = SizeOfSession.filled(stage, SMOKE.small, SMOKE)
    measure_round(Samples(), [size], SMOKE, 0, runner)
    for session, expected in ((size.plain, [MESSAGE] * WINDOW), (size.prompted, [PROMPT, *[MESSAGE] * (WINDOW - 1)])):
        for raw, ours in zip(session.raw.values(), session.ours.values(), strict=True):
            raw.append_and_cut()
            ours.append_and_cut()
            assert raw.window() == ours.window() == expected
            assert len(raw.resize_history()) == len(ours.resize_history()) == PAGE
    assert _rows(stage.raw_url) == _rows(stage.our_url)


def _rows(url: str) -> dict[str, int]:
    with direct_connection(url) as connection:
        return {
            name: connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar_one() for name in metadata.tables
        }
