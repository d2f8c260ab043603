"""Runs what a page shows, in the order it is shown, and compares what comes out with what the page says."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.backends import direct_connection
from tests.docs.pages import ROOT, Block, Page

#: The commands that a page's console blocks may use beside those of the shell.
COMMANDS = {
    "contextledger": "-c 'from manager.cli import main; main()'",
    "alembic": f"-m alembic -c '{ROOT / 'alembic.ini'}'",
}

#: The database most pages work on: a file in the folder the page runs in.
SQLITE_URL = "sqlite:///chat.db"

_WIDTH = "100"
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d")


class PageRun:
    """One page in a folder of its own; `replaced` puts real names in the place of those the page uses."""

    def __init__(self, page: Page, folder: Path, replaced: Mapping[str, str] | None = None) -> None:
        self._page = page
        self._folder = folder
        self._replaced = dict(replaced or {})
        self._names: dict[str, Any] = {"__name__": "page"}
        self._environment = _environment(folder)
        self.snippets = 0

    def run(self) -> None:
        """Every snippet has run and has printed what the page says."""
        blocks = self._page.blocks()
        with contextlib.chdir(self._folder), _ending_managers(self._names):
            for block, following in zip(blocks, [*blocks[1:], None], strict=True):
                if block.language == "python":
                    self._python(block)
                elif block.language == "console":
                    self._console(block)
                elif block.language == "sql":
                    shown = following if following is not None and following.follows else None
                    self._sql(block, shown.text if shown is not None and shown.language == "text" else None)

    def _python(self, block: Block) -> None:
        self.snippets += 1
        printed = io.StringIO()

        def show(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
            printed.write(f"{category.__name__}: {message}\n")

        source = "\n" * (block.line - 1) + self._real(block.text)
        code = compile(source, str(self._page.path), "exec", dont_inherit=True)
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = show
            exec(code, self._names)
        shown = "".join(f"{line}\n" for line in re.findall(r"^ *#> ?(.*)$", block.text, re.MULTILINE))
        self._compare(block, shown, printed.getvalue())

    def _console(self, block: Block) -> None:
        for found in re.finditer(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
            self.snippets += 1
            command = self._real(found[1])
            setting = re.fullmatch(r"export (\w+)=(.*)", command)
            if setting:
                self._environment[setting[1]] = setting[2]
                continue
            done = subprocess.run(
                ["/bin/sh", "-c", command],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                timeout=120,
                check=False,
            )
            assert done.returncode == 0, f"{self._place(block)}: {command}: exit {done.returncode}\n{done.stdout}"
            self._compare(block, found[2], done.stdout)

    def _sql(self, block: Block, shown: str | None) -> None:
        self.snippets += 1
        rows: list[Sequence[object]] = []
        with direct_connection(self._real(SQLITE_URL)) as connection:
            for statement in filter(str.strip, self._real(block.text).split(";")):
                result = connection.exec_driver_sql(statement)
                if result.returns_rows:
                    rows = [tuple(result.keys()), *(tuple(row) for row in result)]
        if shown is not None:
            self._compare(block, shown, aligned(rows))

    def _compare(self, block: Block, shown: str, printed: str) -> None:
        wanted, found = self._comparable(shown), self._comparable(printed)
        assert re.fullmatch(_pattern(wanted), found), f"{self._place(block)} prints\n\n{printed}\nand not\n\n{shown}"

    def _comparable(self, text: str) -> str:
        text = _MOMENT.sub("(moment)", self._real(text))
        return "".join(f"{line.rstrip()}\n" for line in text.strip("\n").split("\n"))

    def _real(self, text: str) -> str:
        for name, real in self._replaced.items():
            text = text.replace(name, real)
        return text

    def _place(self, block: Block) -> str:
        return f"{self._page.name}, line {block.line}"


def aligned(rows: Sequence[Sequence[object]]) -> str:
    """The rows as text, in columns."""
    cells = [["NULL" if value is None else str(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n" for row in cells
    )


def _pattern(shown: str) -> str:
    """`…` stands for anything in its line; a line of its own, for any number of lines."""
    pattern = ""
    for line in shown.splitlines():
        if line.strip() == "…":
            pattern += "(?:.*\n)*?"
        else:
            pattern += ".*".join(map(re.escape, line.split("…"))) + "\n"
    return pattern


def _environment(folder: Path) -> dict[str, str]:
    commands = folder / "commands"
    commands.mkdir()
    for name, arguments in COMMANDS.items():
        script = commands / name
        script.write_text(f"#!/bin/sh\nexec '{sys.executable}' {arguments} \"$@\"\n", encoding="utf-8")
        script.chmod(0o755)
    ours = {"CONTEXTLEDGER_URL", "NO_COLOR", "FORCE_COLOR"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return {
        **kept,
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": "utf-8",
        "COLUMNS": _WIDTH,
        "TERM": "dumb",
    }


@contextlib.contextmanager
def _ending_managers(names: Mapping[str, Any]) -> Iterator[None]:
    """The managers a page leaves open are closed."""
    from manager import SessionManager

    try:
        yield
    finally:
        for value in list(names.values()):
            if isinstance(value, SessionManager):
                value.close()
