"""`make bench-peers`: runs the benchmark and writes its report into a folder."""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import replace
from pathlib import Path

from tests.benchmarks.peers.goals import goals_of
from tests.benchmarks.peers.registry import BY_NAME
from tests.benchmarks.peers.run import run
from tests.benchmarks.peers.workload import FULL, QUICK, Plan

SERVER = "postgresql://postgres@127.0.0.1:5432/postgres"


def main() -> None:
    arguments = _parser().parse_args()
    entries = [
        entry
        for entry in (BY_NAME[name] for name in arguments.only or BY_NAME)
        if entry.database in arguments.databases.split(",")
    ]
    started = time.monotonic()

    def progress(what: str) -> None:
        print(f"{time.monotonic() - started:6.0f} s  {what}", flush=True)  # noqa: T201

    results = run(
        _plan(arguments),
        entries,
        postgresql=os.environ.get("CONTEXTLEDGER_TEST_POSTGRES") or SERVER,
        folder=arguments.output,
        files=arguments.files,
        progress=progress,
    )
    goals = goals_of(results)
    reached = sum(goal.reached for goal in goals)
    progress(f"{reached} of {len(goals)} goals reached, {len(results.troubles)} troubles: {arguments.output}/report.md")


def _plan(arguments: argparse.Namespace) -> Plan:
    plan = QUICK if arguments.quick else FULL
    if arguments.sizes:
        sizes = tuple(sorted(int(each.replace("_", "")) for each in arguments.sizes.split(",")))
        plan = replace(plan, sizes=sizes, server_sizes=sizes, load_sizes=sizes, beyond=None)
    return replace(plan, rounds=arguments.rounds or plan.rounds)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.peers", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes and short loops: under 5 minutes")
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=BY_NAME, help=", ".join(BY_NAME))
    parser.add_argument("--databases", default="sqlite,postgresql", help="which of them, with commas between")
    parser.add_argument("--sizes", help="messages in the histories, with commas between")
    parser.add_argument("--rounds", type=int, help="times every operation is measured")
    parser.add_argument("--files", type=Path, help="where SQLite files are kept during the run; the temporary folder")
    parser.add_argument("--output", type=Path, default=Path("build/bench-peers"), help="the folder of the report")
    return parser


if __name__ == "__main__":
    main()
