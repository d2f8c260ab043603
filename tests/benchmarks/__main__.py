"""`make bench`: runs the benchmark on every backend there is and prints its table."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from dataclasses import asdict, replace
from pathlib import Path

from rich.console import Console

from tests.backends import SYSTEMS, USUAL_MARIADB, Backend, Backends, direct_connection
from tests.benchmarks.planning import planned
from tests.benchmarks.prefix import reuses
from tests.benchmarks.report import show, show_planning, show_reuse
from tests.benchmarks.run import Results, run
from tests.benchmarks.workload import FULL, QUICK, Plan
from tests.servers import stop_own_servers


def main() -> None:
    arguments = _parser().parse_args()
    console = Console(width=150 if not os.isatty(1) else None)
    folder = Path(tempfile.mkdtemp(prefix="contextledger-bench-", dir=arguments.folder))
    folder.chmod(0o755)  # PostgreSQL refuses to run as root: its files belong to a user of its own
    # The MariaDB that the tests start for themselves cannot be told to wait for the disk.
    os.environ.setdefault("CONTEXTLEDGER_TEST_MARIADB", USUAL_MARIADB)
    backends = Backends(folder, folder)
    results: list[Results] = []
    try:
        for system in arguments.backend or SYSTEMS:
            backend = backends.find(system)
            if not isinstance(backend, Backend):
                console.print(f"[bold red]{system} is not measured: {backend}")
                continue
            if system == "postgresql" and "CONTEXTLEDGER_TEST_POSTGRES" not in os.environ:
                _wait_for_the_disk(backend)
            with console.status(system) as status:
                results.append(run(backend, _plan(arguments, system), status.update))
            show(console, results[-1])
    finally:
        backends.close()
        stop_own_servers(folder)
        shutil.rmtree(folder)
    costs, shares = planned(), reuses()
    show_planning(console, costs)
    show_reuse(console, shares)
    if arguments.json:
        found = [*map(asdict, results), *map(asdict, costs), *map(asdict, shares)]
        Path(arguments.json).write_text(json.dumps(found, indent=2))


def _plan(arguments: argparse.Namespace, system: str) -> Plan:
    plan = QUICK if arguments.quick else FULL
    if system != "sqlite":
        plan = plan.on_server()
    return replace(plan, large=arguments.messages or plan.large, rounds=arguments.rounds or plan.rounds)


def _wait_for_the_disk(backend: Backend) -> None:
    """The tests' own server is as durable as PostgreSQL is by default; for them it is not."""
    with backend.database() as url, direct_connection(url) as connection:
        connection.exec_driver_sql("ALTER SYSTEM RESET ALL")
        connection.exec_driver_sql("SELECT pg_reload_conf()")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--backend", action="append", choices=SYSTEMS, help="only this one; may be given again")
    parser.add_argument("--messages", type=int, help="messages in the large session")
    parser.add_argument("--rounds", type=int, help="times each side is measured, in turn")
    parser.add_argument("--quick", action="store_true", help="small sizes and few rounds: under 90 seconds")
    parser.add_argument("--folder", help="where SQLite files are kept during the run; the system's temporary folder")
    parser.add_argument("--json", help="a file that the results are written to")
    return parser


if __name__ == "__main__":
    main()
