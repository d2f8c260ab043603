"""A run: every contestant fills its histories, then all do the same work in rounds, one at a time."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from tests.benchmarks.peers.measurements import Known, Results, Start, Trimmed, Trouble, Written
from tests.benchmarks.peers.places import Databases, Files
from tests.benchmarks.peers.process import PATIENCE, ROOT, ContestantError, Started, environment
from tests.benchmarks.peers.registry import Database, Entry
from tests.benchmarks.peers.workload import COMPANION, OPERATIONS, READS, TURN, Plan

Places: TypeAlias = Files | Databases
#: Up to this size a history is copied for each round, so that no round finds what an earlier one added.
COPIED = 10_000
#: Turns that are there before bytes are counted, so that tables, indexes and first pages are not counted.
BEFORE_SPACE = 25
#: Times as many cuts as turns whose bytes are counted.
CUTS = 10
#: Seconds in which a crowd has to be done.
CROWD_PATIENCE = 60.0


class Conductor:
    """One run of a plan by some contestants; `places` has those of each database that is there."""

    def __init__(
        self,
        plan: Plan,
        entries: Sequence[Entry],
        places: dict[Database, Places],
        folder: Path,
        results: Results,
        progress: Callable[[str], None],
    ) -> None:
        self._plan = plan
        self._entries = [entry for entry in entries if entry.database in places]
        self._places = places
        self._folder = folder
        self._results = results
        self._progress = progress
        self._processes: dict[str, Started] = {}
        self._filled: dict[tuple[str, int], str] = {}
        self._random = random.Random(0)

    def run(self) -> None:
        """The results hold everything that could be measured, and what could not."""
        try:
            self._introduce()
            for entry in self._entries:
                self._fill(entry)
            filled = {name for name, _ in self._filled}
            self._entries = [entry for entry in self._entries if entry.name in filled]
            for number in range(self._plan.rounds):
                self._round(number)
            for number in range(self._plan.crowd_rounds):
                self._crowds(number)
            for entry in self._entries:
                if entry.kind != "floor":
                    self._progress(f"several writers, bytes on disk, start: {entry.name}")
                    self._written(entry)
                    self._space(entry)
                    if entry.kind != "raw":  # it imports what its tables come from
                        self._start(entry)
            self._imports()
            self._trim()
        finally:
            for process in self._processes.values():
                process.end()

    # --- before the rounds ----------------------------------------------------------------------

    def _introduce(self) -> None:
        """Who cannot be imported takes no part. Importing is done by all at once: nothing is timed."""
        self._progress("importing")
        for entry in self._entries:
            self._process(entry)
        for entry in self._entries:
            with self._told(entry, "take part"):
                self._results.known[entry.name] = Known(**self._process(entry).ask("hello"))
        self._entries = [entry for entry in self._entries if entry.name in self._results.known]

    def _fill(self, entry: Entry) -> None:
        """There are histories of all sizes up to the first that takes too long."""
        for size in self._sizes(entry):
            self._progress(f"filling {size:,} messages: {entry.name}")
            place = self._places[entry.database].new()
            with self._told(entry, f"be filled with {size:,} messages"):
                self._filled_at(place, entry, size)
                self._filled[entry.name, size] = place
            if (entry.name, size) not in self._filled:
                self._places[entry.database].remove(place)
                break

    def _filled_at(self, place: str, entry: Entry, size: int) -> None:
        process = self._process(entry)
        process.ask("open", place=place)
        durability = process.ask("durability")
        known = self._results.known[entry.name]
        known.durability, known.durable = durability["told"], durability["durable"]
        filled = process.ask("fill", count=size, budget=self._plan.budget)
        process.ask("close")
        if "left_out" in filled:
            raise ContestantError(f"{filled['left_out']:,.0f} s foreseen, {self._plan.budget:g} s are allowed")

    def _sizes(self, entry: Entry) -> list[int]:
        if entry.database != "sqlite":
            return list(self._plan.server_sizes)
        beyond = self._plan.beyond if entry.name in ("ours-sync-full", "ours-async-full") else None
        return [*self._plan.sizes, *([beyond] if beyond else [])]

    # --- the rounds -----------------------------------------------------------------------------

    def _round(self, number: int) -> None:
        for size in sorted({size for _, size in self._filled}):
            self._progress(f"round {number + 1} of {self._plan.rounds}, {size:,} messages")
            places = self._opened(size)
            for operation in OPERATIONS:
                if operation == "load" and size not in self._plan.load_sizes:
                    continue
                taking = [entry for entry in places if operation in self._results.known[entry.name].operations]
                self._random.shuffle(taking)
                for entry in taking:
                    self._time(entry, operation, size, number)
            self._closed(size, places)

    def _opened(self, size: int) -> dict[Entry, str]:
        """The places at which histories of this size are open now."""
        places: dict[Entry, str] = {}
        for entry in self._entries:
            if (entry.name, size) not in self._filled:
                continue
            with self._told(entry, f"open {size:,} messages"):
                place = self._filled[entry.name, size]
                if size <= COPIED:
                    place = self._places[entry.database].copy(place)
                self._process(entry).ask("open", place=place)
                if entry.kind == "floor":  # what it had in memory is gone
                    self._process(entry).ask("fill", count=size, budget=self._plan.budget)
                places[entry] = place
        return places

    def _time(self, entry: Entry, operation: str, size: int, number: int) -> None:
        process = self._processes[entry.name]
        if process.ended:  # at an earlier operation, which was told
            return
        with self._told(entry, f"do {operation} at {size:,} messages"):
            most = 10_000 if operation in READS else max(40, size // 10)
            told = process.ask("time", operation=operation, seconds=self._plan.slice, most=most)
            self._results.times.add((operation, size, entry.name), number, told["seconds"])

    def _closed(self, size: int, places: dict[Entry, str]) -> None:
        """Nothing is open, and what was copied is gone."""
        for entry, place in places.items():
            with self._told(entry, "be closed"):
                self._process(entry).ask("close")
            if place != self._filled[entry.name, size]:
                self._places[entry.database].remove(place)

    def _crowds(self, number: int) -> None:
        crowd, appends = self._plan.crowd, self._plan.crowd_appends
        taking = [entry for entry in self._entries if COMPANION in self._results.known[entry.name].operations]
        self._random.shuffle(taking)
        for entry in taking:
            self._progress(f"{crowd} sessions at once, round {number + 1}: {entry.name}")
            with self._place(entry) as place, self._told(entry, f"write to {crowd} sessions at once"):
                process = self._process(entry)
                process.ask("open", place=place)
                told = process.ask("crowd", patience=CROWD_PATIENCE, sessions=crowd, appends=appends)
                process.ask("close")
                self._results.crowd.add(("crowd", crowd, entry.name), number, told["acknowledged"] / told["seconds"])
                errors = self._results.crowd_errors.setdefault(entry.name, {})
                for kind, count in told["errors"].items():
                    errors[kind] = errors.get(kind, 0) + count

    # --- after the rounds -----------------------------------------------------------------------

    def _written(self, entry: Entry) -> None:
        writers, appends = self._plan.writers, self._plan.writer_appends
        with self._place(entry) as place, self._told(entry, f"be written to by {writers} processes"):
            process = self._process(entry)
            process.ask("open", place=place)
            process.ask("fill", count=TURN, budget=self._plan.budget)
            before = process.ask("kept")
            process.ask("close")
            arguments = [entry.name, place, str(writers), str(appends)]
            told = json.loads(self._module("concurrency", *arguments))
            process.ask("open", place=place)
            kept = process.ask("kept") - before
            process.ask("close")
            self._results.written[entry.name] = Written(
                writers * appends, told["acknowledged"], kept, told["seconds"], told["errors"]
            )

    def _space(self, entry: Entry) -> None:
        turns = self._plan.space_turns
        with self._place(entry) as place, self._told(entry, f"keep {turns} turns"):
            self._growth(entry, place, "turn", BEFORE_SPACE)
            self._results.message_bytes[entry.name] = self._growth(entry, place, "turn", turns) / TURN
            if "turn_with_cut" in self._results.known[entry.name].operations:
                # A cut takes a fraction of a page: fewer of them would tell no more than how pages are rounded.
                plain = self._growth(entry, place, "turn", turns * CUTS)
                self._growth(entry, place, "turn_with_cut", BEFORE_SPACE)
                self._results.cut_bytes[entry.name] = self._growth(entry, place, "turn_with_cut", turns * CUTS) - plain

    def _growth(self, entry: Entry, place: str, operation: str, times: int) -> float:
        """Bytes that the place grows by when the operation is done once, as the mean of so many."""
        places, process = self._places[entry.database], self._process(entry)
        process.ask("open", place=place)
        process.ask("close")
        before = places.size(place)
        process.ask("open", place=place)
        process.ask("repeat", operation=operation, times=times)
        process.ask("close")
        return (places.size(place) - before) / times

    def _start(self, entry: Entry) -> None:
        with self._place(entry) as place, self._told(entry, "start anew"):
            self._processes[entry.name].end()
            process = self._process(entry)
            process.ask("hello")
            first = process.ask("first", place=place)["seconds"]
            process.ask("close")
            imported = process.ask("peak")
            size = max(size for name, size in self._filled if name == entry.name and size in self._plan.sizes)
            process.ask("open", place=self._filled[entry.name, size])
            process.ask("read", operation="window")
            self._results.starts[entry.name] = Start(first, size, imported, process.ask("peak"))
            process.ask("close")

    def _imports(self) -> None:
        statements = {"nothing": "pass"}
        statements |= {known.imports: known.imports for known in self._results.known.values()}
        for name, statement in statements.items():
            self._progress(f"imports: {statement}")
            clock = f"from time import perf_counter as t; s = t(); {statement}; print(t() - s)"
            seconds = [
                float(subprocess.check_output([sys.executable, "-c", clock], env=environment(), cwd=ROOT, text=True))
                for _ in range(self._plan.starts)
            ]
            self._results.imports[name] = statistics.median(seconds)

    def _trim(self) -> None:
        self._progress("trimming a list")
        told = json.loads(self._module("trimming", str(self._plan.trimmed), str(max(5, self._plan.rounds))))
        self._results.trimmed = [Trimmed(name, seconds) for name, seconds in told.items()]

    # --- processes, places, troubles ------------------------------------------------------------

    def _process(self, entry: Entry) -> Started:
        """That of the contestant, a new one where the last has ended."""
        process = self._processes.get(entry.name)
        if process is not None and process.ended:
            if not process.closed:
                self._results.troubles.append(Trouble(entry.name, "stay alive", "its process ended between commands"))
            process.end()
            process = None
        if process is None:
            process = self._processes[entry.name] = Started(entry.name, self._folder / f"{entry.name}.log")
        return process

    def _module(self, name: str, *arguments: str) -> str:
        """What a program of the benchmark prints in a process of its own."""
        command = [sys.executable, "-m", f"{__package__}.{name}", *arguments]
        log = self._folder / f"{name}.log"
        with log.open("ab") as errors:
            try:
                return subprocess.check_output(
                    command, stderr=errors, env=environment(), cwd=ROOT, text=True, timeout=PATIENCE
                )
            except subprocess.SubprocessError as error:
                raise ContestantError(f"{name} did not end well, see {log}") from error

    @contextmanager
    def _place(self, entry: Entry) -> Iterator[str]:
        """A new place; nothing is left of it afterwards."""
        places = self._places[entry.database]
        place = places.new()
        yield place
        places.remove(place)

    @contextmanager
    def _told(self, entry: Entry, what: str) -> Iterator[None]:
        """What a contestant cannot do is told in the results, and the run goes on."""
        try:
            yield
        except ContestantError as error:
            trouble = Trouble(entry.name, what, str(error))
            if trouble not in self._results.troubles:
                self._results.troubles.append(trouble)
