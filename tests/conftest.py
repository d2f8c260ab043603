"""The fixtures: a backend, a database of one's own on it, a face, and a manager seen through both."""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from manager import SessionManager
from tests.backends import BACKENDS, Backend, Backends
from tests.faces import FACES, AsyncFace, Face, SyncFace
from tests.run_folder import RunFolder
from tests.statements import StatementRecorder

RUN = pytest.StashKey[RunFolder]()
RUN_PATH = pytest.StashKey[Path]()
MISSING = "BACKEND NOT TESTED"

#: The sync face of a `sqlite+aiosqlite` URL has the engine of a `sqlite` URL (`test_urls_that_are_understood`): where a
#: test takes both faces, it would be the same test again.
SAME_AS_SQLITE = ("sqlite-aiosqlite", "sync")

# A busy machine is no failure: no deadline, nor a complaint about slow data.
hypothesis.settings.register_profile(
    "contextledger",
    deadline=None,
    derandomize="CI" in os.environ,
    print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("contextledger")


def pytest_configure(config: pytest.Config) -> None:
    workerinput = getattr(config, "workerinput", None)
    if workerinput is None:
        config.stash[RUN] = RunFolder()
        config.stash[RUN_PATH] = config.stash[RUN].path
    else:
        config.stash[RUN_PATH] = Path(workerinput["run_path"])


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["run_path"] = str(node.config.stash[RUN_PATH])


def pytest_unconfigure(config: pytest.Config) -> None:
    if RUN in config.stash:
        config.stash[RUN].remove()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    chosen: dict[str, tuple[str, ...]] = {}
    for fixture, every in (("backend", BACKENDS), ("face", FACES)):
        if fixture in metafunc.fixturenames:
            marker = metafunc.definition.get_closest_marker(f"{fixture}s")
            chosen[fixture] = marker.args if marker else every
            if not chosen[fixture] or not set(chosen[fixture]) <= set(every):
                raise pytest.UsageError(f"{metafunc.definition.nodeid}: {fixture}s are {every}, not {chosen[fixture]}")
    cells = list(itertools.product(*chosen.values()))
    if SAME_AS_SQLITE in cells and len(chosen["face"]) > 1:
        cells.remove(SAME_AS_SQLITE)
    if chosen:
        metafunc.parametrize(tuple(chosen), cells, indirect=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reasons = {
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple) and MISSING in report.longrepr[2]
    }
    for reason in sorted(reasons):
        terminalreporter.write_sep("!", red=True, bold=True)
        terminalreporter.write_line(reason, red=True, bold=True)


@pytest.fixture(scope="session")
def backends(pytestconfig: pytest.Config) -> Iterator[Backends]:
    """Every backend of this test process."""
    run = pytestconfig.stash[RUN_PATH]
    made = Backends(Path(tempfile.mkdtemp(prefix="sqlite-", dir=run)), run)
    yield made
    made.close()


@pytest.fixture
def backend(request: pytest.FixtureRequest, backends: Backends) -> Backend:
    """Each backend in turn; `@pytest.mark.backends(...)` names fewer."""
    found = backends.find(request.param)
    if isinstance(found, Backend):
        return found
    reason = f"{MISSING}: {request.param}: {found}"
    if os.environ.get("REQUIRE_BACKENDS") == "1":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture
def make_database_url(backend: Backend) -> Iterator[Callable[[], str]]:
    """Gives, at each call, the URL of another database with the schema and no rows."""
    with ExitStack() as databases:
        yield lambda: databases.enter_context(backend.database())


@pytest.fixture
def database_url(make_database_url: Callable[[], str]) -> str:
    """The URL of a database with the schema and no rows; in memory, of one that is to be made."""
    return make_database_url()


@pytest.fixture
def fresh_database_url(backend: Backend) -> Iterator[str]:
    """The URL of a database without tables; with SQLite, of a file that does not exist."""
    with backend.empty_database() as url:
        yield url


@pytest.fixture
def face(request: pytest.FixtureRequest) -> Iterator[Face]:
    """The sync, then the async face; `@pytest.mark.faces(...)` names one."""
    made = SyncFace() if request.param == "sync" else AsyncFace()
    yield made
    made.close()


@pytest.fixture
def make_manager(database_url: str, face: Face) -> Iterator[Callable[..., SessionManager]]:
    """Gives, at each call, another manager of the test's database (or of `url=`), closed afterwards."""
    with ExitStack() as managers:

        def make(url: str = database_url, **options: Any) -> SessionManager:
            manager = SessionManager(url, **options)
            managers.callback(face.call, manager.close)
            return manager

        yield make


@pytest.fixture
def manager(make_manager: Callable[..., SessionManager]) -> SessionManager:
    """A manager of the test's database, closed afterwards through the face."""
    return make_manager()


@pytest.fixture
def statements() -> Iterator[StatementRecorder]:
    """Records what is sent to the database: `with statements.recorded() as sent:`."""
    with StatementRecorder().listening() as recorder:
        yield recorder
