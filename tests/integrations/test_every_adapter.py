"""What every adapter is: one file that uses public names, has an extra and a page, and says what is missing."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import manager
from tests.docs.pages import DOCS, ROOT

ROOM = Path(manager.__file__).parent / "integrations"

#: For each adapter, the package its framework is imported from.
FRAMEWORKS = {
    "agently": "agently",
    "langchain": "langchain_core",
    "llama_index": "llama_index",
    "openai_agents": "agents",
    "pydantic_ai": "pydantic_ai",
}

every_adapter = pytest.mark.parametrize("adapter", FRAMEWORKS)


def test_each_framework_has_one_file() -> None:
    assert {path.stem for path in ROOM.glob("*.py")} == {"__init__", *FRAMEWORKS}
    assert {path.name for path in ROOM.iterdir() if path.is_dir()} <= {"__pycache__"}


@every_adapter
def test_an_adapter_uses_public_names_only(adapter: str) -> None:
    tree = ast.parse((ROOM / f"{adapter}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert not [alias.name for alias in node.names if alias.name.partition(".")[0] == "manager"]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "manager":
            names = {alias.name for alias in node.names}
            if node.module == "manager.integrations":
                assert names == {"manager_of"}
            else:
                assert node.module == "manager"
                assert names <= set(manager.__all__)


@every_adapter
def test_an_adapter_has_an_extra_a_page_and_a_row_in_the_table(adapter: str) -> None:
    extra = adapter.replace("_", "-")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert extra in project["optional-dependencies"]
    page = f"use-with-{extra}.md"
    assert f"pip install '.[{extra}]'" in (DOCS / "how-to" / page).read_text(encoding="utf-8")
    assert f"how-to/{page}" in (DOCS / "integrations.md").read_text(encoding="utf-8")


@every_adapter
def test_without_its_framework_an_adapter_says_what_to_install(adapter: str) -> None:
    """In a process where the framework cannot be imported."""
    package, extra = FRAMEWORKS[adapter], adapter.replace("_", "-")
    program = (
        "import sys\n"
        f"sys.modules[{package!r}] = None\n"
        "from manager import MissingExtraError\n"
        "try:\n"
        f"    import manager.integrations.{adapter}\n"
        "except MissingExtraError as error:\n"
        "    print(error)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert run.stdout.startswith(f"{package}")
    assert run.stdout.endswith(f" is not installed; pip install 'contextledger[{extra}]'\n")
