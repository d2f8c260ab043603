"""A run from its choice of contestants to the files of its report."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.benchmarks.peers.conductor import Conductor, Places
from tests.benchmarks.peers.goals import goals_of
from tests.benchmarks.peers.machine import circumstances
from tests.benchmarks.peers.measurements import Results, Trouble
from tests.benchmarks.peers.places import Databases, Files
from tests.benchmarks.peers.plot import draw
from tests.benchmarks.peers.registry import Database, Entry
from tests.benchmarks.peers.report import report
from tests.benchmarks.peers.workload import Plan


def run(
    plan: Plan,
    entries: Sequence[Entry],
    *,
    postgresql: str,
    folder: Path,
    files: Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Results:
    """The folder holds `report.md`, `results.json`, the pictures, and the contestants' logs.

    Args:
        postgresql: URL of a server on which databases may be made.
        files: where SQLite files are kept during the run; the system's temporary folder.
        progress: told what is being done.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if files is not None:
        files.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix="contextledger-peers-", dir=files))
    results = Results(circumstances(work))
    places: dict[Database, Places] = {}
    try:
        wanted = {entry.database for entry in entries}
        if "sqlite" in wanted:
            places["sqlite"] = Files(work)
        if "postgresql" in wanted:
            databases = Databases(postgresql)
            missing = databases.missing()
            if missing is None:
                places["postgresql"] = databases
                results.circumstances["PostgreSQL"] = databases.version()
            else:
                results.troubles.append(Trouble("PostgreSQL", "be used", missing))
        Conductor(plan, entries, places, folder, results, progress).run()
    finally:
        for each in places.values():
            each.close()
        shutil.rmtree(work)
    _write(results, plan, folder)
    return results


def _write(results: Results, plan: Plan, folder: Path) -> None:
    (folder / "results.json").write_text(json.dumps(results.as_json(), indent=2))
    try:
        pictures = draw(results, folder)
    except ImportError as error:  # the figures are there without matplotlib
        results.troubles.append(Trouble("the picture", "be drawn", str(error)))
        pictures = []
    names = [path.name for path in pictures if path.suffix == ".svg"]
    (folder / "report.md").write_text(report(results, plan, goals_of(results), names))
