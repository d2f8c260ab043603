"""Runs what a page shows, in the order it is shown, and compares what comes out with what the page says."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from tests.backends import direct_connection
from tests.docs.pages import ROOT, Block, Page


def contextledger(arguments: list[str], environment: Mapping[str, str]) -> tuple[int, str]:
    """The exit code and what was printed, in this process: another one takes longer to begin than to do its work."""
    from manager.cli.application import application

    result = CliRunner().invoke(application, arguments, env=environment, catch_exceptions=False)
    return result.exit_code, result.output


def alembic(arguments: list[str], environment: Mapping[str, str]) -> tuple[int, str]:
    """The same of a process; it is told where the checkout is, in which a reader calls it."""
    done = subprocess.run(
        [sys.executable, "-m", "alembic", "-c", ROOT / "alembic.ini", *arguments],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout


#: The commands of console blocks, beside `export`.
COMMANDS = {"contextledger": contextledger, "alembic": alembic}

_WIDTH = "100"
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d")


def database_of(page: Page) -> str:
    """The URL of the database a page works on: the first it names."""
    found = re.search(r"(?:sqlite|postgresql|mariadb)://[^\s\"'`]+", "".join(block.text for block in page.blocks()))
    assert found, f"{page.name} names no database"
    return found[0]


class PageRun:
    """One page in a folder of its own; `replaced` puts real names in the place of those the page uses."""

    def __init__(self, page: Page, folder: Path, replaced: Mapping[str, str] | None = None) -> None:
        self._page = page
        self._folder = folder
        self._replaced = dict(replaced or {})
        self._names: dict[str, Any] = {"__name__": "page"}
        self._environment = {"COLUMNS": _WIDTH, "TERM": "dumb", "NO_COLOR": "1"}

    def run(self) -> None:
        """Every snippet has run and has printed what the page says."""
        blocks = self._page.blocks()
        with contextlib.chdir(self._folder), _ending_managers(self._names):
            for block, following in zip(blocks, [*blocks, None][1:], strict=True):
                if block.language == "python":
                    self._python(block)
                elif block.language == "console":
                    self._console(block)
                elif block.language == "sql":
                    shown = following is not None and following.follows and following.language == "text"
                    self._sql(block, following.text if following is not None and shown else None)

    def _python(self, block: Block) -> None:
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
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
            words = shlex.split(self._real(command))
            if words[0] == "export":
                name, _, value = words[1].partition("=")
                self._environment[name] = value
            else:
                code, printed = COMMANDS[words[0]](words[1:], self._environment)
                assert code == 0, f"{self._place(block)}: {command}: exit {code}\n{printed}"
                self._compare(block, shown, printed)

    def _sql(self, block: Block, shown: str | None) -> None:
        rows: list[Sequence[object]] = []
        with direct_connection(self._real(database_of(self._page))) as connection:
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
