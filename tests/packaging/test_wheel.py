"""The wheel: built from the source distribution, installed by itself into a bare environment, and used."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]

STORY = """
import sys
from manager import SessionManager

with SessionManager(sys.argv[1]) as manager:
    manager.upgrade()
    session = manager.session("packaged", settings={"session.max_length": 120})
    for number in range(5):
        session.append({"role": "user", "content": f"message {number}"})
    assert [message.content for message in session.full_context] == [f"message {number}" for number in range(5)]
    assert session.context_window[-1].content == "message 4"
    assert session.resize_history()
    assert manager.verify().ok
    with SessionManager("sqlite:///:memory:") as other:
        copy = other.session("copy")
        copy.load_yaml(session.to_yaml())
        assert [message.content for message in copy.full_context] == [f"message {number}" for number in range(5)]
"""


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution of this checkout and the wheel made from that."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, CHECKOUT)
    return folder


@pytest.fixture(scope="module")
def environment(distributions: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a new environment that has the wheel and what it depends on, without extras."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    (wheel,) = distributions.glob("*.whl")
    run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", wheel)
    return folder / "bin"


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """What the command prints; it fails the test, with everything it said, unless it succeeds."""
    ours = ("PYTHON", "CONTEXTLEDGER")
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    done = subprocess.run(command, check=False, cwd=cwd, env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.wheel
def test_the_wheel_has_the_package_its_migrations_and_nothing_else(distributions: Path) -> None:
    (wheel,) = distributions.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    expected = {
        str(Path(*([] if room == "manager" else ["manager"]), path.relative_to(CHECKOUT)))
        for room in ("manager", "migrations")
        for path in (CHECKOUT / room).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert {name for name in names if ".dist-info/" not in name} == expected
    assert {"manager/py.typed", "manager/migrations/env.py"} <= names


@pytest.mark.wheel
def test_the_source_distribution_has_what_tests_and_documentation_need(distributions: Path) -> None:
    (archive,) = distributions.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        tops = {Path(name).parts[1] for name in files.getnames()}
    assert {"manager", "migrations", "tests", "docs", "alembic.ini", "pyproject.toml", "Makefile", "LICENSE"} <= tops


@pytest.mark.wheel
def test_a_bare_environment_makes_the_schema_and_keeps_a_session(environment: Path, tmp_path: Path) -> None:
    run(environment / "python", "-W", "error", "-c", STORY, f"sqlite:///{tmp_path / 'ledger.db'}", cwd=tmp_path)
    listed = run(environment / "contextledger", "list", "--url", f"sqlite:///{tmp_path / 'ledger.db'}", cwd=tmp_path)
    assert "packaged" in listed


@pytest.mark.wheel
def test_a_bare_environment_has_the_command(environment: Path, tmp_path: Path) -> None:
    shown = run(environment / "contextledger", "--help", cwd=tmp_path)
    for command in ("demo", "list", "window", "history", "diff", "rollback", "verify", "upgrade"):
        assert command in shown
