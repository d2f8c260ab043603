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
from tests.benchmarks.planning import planned
from tests.benchmarks.prefix import reuse
from tests.benchmarks.report import show, show_planning, show_reuse
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


@pytest.mark.backends("sqlite")
def test_planning_looks_at_what_it_needs_and_no_more(backend: Backend) -> None:
    costs = {cost.name: cost for cost in planned(1)}
    printed = io.StringIO()
    show_planning(Console(file=printed, width=200), list(costs.values()))
    assert all(name in printed.getvalue() for name in costs)
    # A cut of one message or one call reads a few at the front, a first cut what it keeps.
    assert (costs["one of 10,000 goes"].looked_at, costs["one of 10,000 goes"].read) == (4, 0)
    assert costs["a question and a call of 10,000 go"].looked_at < 40
    assert costs["a question and a call of 10,000 go"].read <= 4
    assert costs["50 of 10,000 stay"].looked_at < 200
    assert costs["50 of 10,000 stay, calls"].read < 100
    assert all(cost.read <= cost.looked_at for cost in costs.values())


@pytest.mark.backends("sqlite")
def test_a_target_makes_cuts_rare_and_prefixes_long(backend: Backend) -> None:
    turns = [{"role": role, "content": f"{n} " * 300} for n in range(30) for role in ("user", "assistant")]
    without, with_target = (reuse([turns], target) for target in (None, 6_000))
    assert (without.requests, with_target.requests) == (30, 30)
    assert with_target.cuts < without.cuts / 2
    assert with_target.unchanged > without.unchanged
    printed = io.StringIO()
    show_reuse(Console(file=printed, width=200), [without, with_target])
    assert "6,000" in printed.getvalue()


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
