"""The benchmark against other stores runs where none of them is installed: ours and the raw drivers, tiny sizes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from tests.backends import Backend
from tests.benchmarks.peers.goals import Goal, goals_of
from tests.benchmarks.peers.measurements import Results, Rounds
from tests.benchmarks.peers.places import Databases, Files
from tests.benchmarks.peers.registry import BY_NAME, Entry
from tests.benchmarks.peers.run import run
from tests.benchmarks.peers.workload import COMPANION, CUT_WINDOW, OPERATIONS, SMOKE, TURN, WINDOW, turn

ABSENT = replace(BY_NAME["agently"], name="absent")


#: Each class of ours and of the raw drivers, and both durabilities.
OWN = {
    "sqlite": ("ours-sync-full", "ours-async-normal", "raw-sync-full", "raw-async-normal"),
    "postgresql": ("ours-sync-postgresql", "ours-async-postgresql", "raw-sync-postgresql", "raw-async-postgresql"),
}


def _run(backend: Backend, entries: list[Entry], folder: Path) -> Results:
    plan = replace(SMOKE, server_sizes=SMOKE.sizes)
    if backend.system == "sqlite":
        return run(plan, entries, postgresql="", folder=folder, files=folder.parent)
    with backend.empty_database() as url:
        return run(plan, entries, postgresql=url, folder=folder, files=folder.parent)


@pytest.mark.backends("sqlite", "postgresql")
def test_every_contestant_has_figures_of_all_it_can_do(backend: Backend, tmp_path: Path) -> None:
    entries = [BY_NAME[name] for name in OWN[backend.system]]
    results = _run(backend, entries, tmp_path / "report")

    assert {each.name for each in results.troubles} <= {"the picture"}  # where matplotlib is not installed
    for entry in entries:
        known = results.known[entry.name]
        assert known.durable == (not entry.name.endswith("-normal") and _waits_for_the_disk(known.durability))
        for operation in set(OPERATIONS) & set(known.operations):
            sizes = SMOKE.load_sizes if operation == "load" else SMOKE.sizes
            assert results.times.sizes(operation, entry.name) == list(sizes)
            assert all(results.times.median((operation, size, entry.name)) > 0 for size in sizes)
        if COMPANION in known.operations:
            assert results.crowd.median(("crowd", SMOKE.crowd, entry.name)) > 0
            assert results.crowd_errors[entry.name] == {}
        written = results.written[entry.name]
        tried = SMOKE.writers * SMOKE.writer_appends
        if entry.kind == "ours":
            assert (written.tried, written.acknowledged, written.kept, written.errors) == (tried, tried, tried, {})
            assert results.cut_bytes[entry.name] >= 0
        if entry.kind == "ours":
            assert 0 < results.starts[entry.name].imported <= results.starts[entry.name].read
    assert set(results.known[entries[0].name].operations) >= set(OPERATIONS)
    assert min(results.message_bytes.values()) > 0

    report = (tmp_path / "report" / "report.md").read_text()
    assert all(f"| {entry.title} |" in report for entry in entries)
    assert "missed" in report or "reached" in report
    told = json.loads((tmp_path / "report" / "results.json").read_text())
    assert {each["contestant"] for each in told["times"]} == {entry.name for entry in entries}
    assert all(len(each["rounds"]) == SMOKE.rounds for each in told["times"])


@pytest.mark.backends("sqlite")
def test_a_contestant_that_fails_is_told_and_does_not_end_the_run(backend: Backend, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill_raw(what: str) -> None:
        if what.startswith("round 1 of") and not killed:
            raw = [each for each in psutil.Process().children() if "raw-sync-full" in each.cmdline()]
            for each in raw:
                killed.append(each.pid)
                each.kill()

    entries = [ABSENT, BY_NAME["raw-sync-full"], BY_NAME["ours-sync-full"]]
    results = run(SMOKE, entries, postgresql="", folder=tmp_path / "report", files=tmp_path, progress=kill_raw)

    assert len(killed) == 1
    assert set(results.known) == {"raw-sync-full", "ours-sync-full"}
    report = (tmp_path / "report" / "report.md").read_text()
    assert "absent could not take part" in report
    assert "raw sqlite3, SQLite could not " in report  # its death is found at the next command, or before it
    assert results.times.rounds(("turn", SMOKE.sizes[0], "ours-sync-full")) == [0, 1]
    assert 1 in results.times.rounds(("turn", SMOKE.sizes[0], "raw-sync-full"))


@pytest.mark.backends("sqlite")
def test_a_server_that_does_not_answer_is_told(backend: Backend, tmp_path: Path) -> None:
    entries = [BY_NAME["ours-sync-postgresql"]]
    results = run(SMOKE, entries, postgresql="postgresql://postgres@127.0.0.1:1/none", folder=tmp_path, files=tmp_path)

    assert results.known == {}
    assert "does not answer" in next(each.why for each in results.troubles if each.name == "PostgreSQL")


@pytest.mark.backends("sqlite", "postgresql")
def test_a_copy_has_what_the_place_had_and_both_go(backend: Backend, tmp_path: Path) -> None:
    with backend.empty_database() as url:
        places = Files(tmp_path) if backend.system == "sqlite" else Databases(url)
        place = places.new()
        filled = BY_NAME["ours-sync-full" if backend.system == "sqlite" else "ours-sync-postgresql"].contestant(place)
        filled.open()
        filled.fill(SMOKE.sizes[0] // TURN)
        filled.close()
        copied = places.copy(place)
        again = BY_NAME["ours-sync-full"].contestant(copied)
        again.open()
        assert len(again.load()) == SMOKE.sizes[0]
        again.append()
        again.close()
        filled = BY_NAME["ours-sync-full"].contestant(place)
        filled.open()
        assert len(filled.load()) == SMOKE.sizes[0]
        filled.close()
        assert places.size(place) > 0
        places.remove(place)
        places.remove(copied)
        places.close()
        assert list(tmp_path.iterdir()) == []


@pytest.mark.backends("sqlite")
def test_what_ours_and_raw_read_is_the_same_work(backend: Backend, tmp_path: Path) -> None:
    ours, raw = (BY_NAME[name].contestant(str(tmp_path / f"{name}.db")) for name in ("ours-sync-full", "raw-sync-full"))
    for each in (ours, raw):
        each.open()
        each.fill(WINDOW)
        assert len(each.load()) == WINDOW * TURN
        assert len(getattr(each, "turn")()) == WINDOW  # noqa: B009 # an operation is looked up by its name
        assert len(each.load()) == (WINDOW + 1) * TURN
    ours.ready()
    cut = getattr(ours, "turn_with_cut")()  # noqa: B009
    assert len(cut) == CUT_WINDOW
    assert [each.model_dump() for each in cut[-TURN:]] == turn(WINDOW + 2)
    ours.close()
    raw.close()


def test_goals_compare_rounds_with_rounds() -> None:
    results = Results({})
    for number, (ours, raw) in enumerate([(2.0, 1.0), (3.0, 1.0), (40.0, 10.0)]):
        results.times.add(("append", 1_000, "ours-sync-full"), number, ours)
        results.times.add(("append", 1_000, "raw-sync-full"), number, raw)
    results.times.add(("append", 1_000, "raw-sync-full"), 3, 0.001)

    (goal,) = goals_of(results)
    assert (goal.measured, goal.limit, goal.reached, goal.against) == (3.0, 1.6, False, "raw sqlite3")
    assert Goal("", "sync", 4, 4.0, "", least=True).reached
    assert not Goal("", "sync", 4, 3.9, "", least=True).reached


def test_without_a_shared_round_there_is_no_ratio() -> None:
    rounds = Rounds()
    rounds.add(("append", 1, "a"), 0, 1.0)
    rounds.add(("append", 1, "b"), 1, 1.0)
    assert rounds.ratio(("append", 1, "a"), ("append", 1, "b")) is None
    assert rounds.ratio(("append", 1, "a"), ("append", 1, "c")) is None


def _waits_for_the_disk(told: str) -> bool:
    """The server that the tests bring along does not, for them; SQLite's connections say FULL."""
    return "FULL" in told or told == "fsync = on, synchronous_commit = on"
