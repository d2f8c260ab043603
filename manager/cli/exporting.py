"""The command that moves conversations out: export."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, BinaryIO, get_args

import typer

from manager import ALL_OWNERS, ExportReport, ManagerError, SessionManager
from manager.cli import options
from manager.cli.opening import FAILED, existing
from manager.cli.records import value_record
from manager.cli.terminal import complain, print_json, terminal
from manager.transfer.openai_jsonl import Part, write_openai_jsonl

OWN = "contextledger"
OPENAI = "openai-jsonl"
STDOUT = "-"


def export(
    session_id: options.SomeSessionId = None,
    output: Annotated[str, typer.Option("--output", metavar="FILE", help="Where to; - is standard output.")] = STDOUT,
    written_as: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help=f"{OWN}: everything; {OPENAI}: messages alone.")
    ] = OWN,
    url: options.Url = options.DEFAULT_URL,
    owner: options.SomeOwner = None,
    part: Annotated[
        str | None,
        typer.Option("--part", metavar="PART", help=f"Which messages, as {OPENAI}: full, window or log."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    json: options.Json = False,
) -> None:
    """Write whole sessions, with all that was ever said and done, to a file that `import` brings in again."""
    if written_as not in (OWN, OPENAI):
        raise typer.BadParameter(f"--format {written_as!r} is none of {OWN}, {OPENAI}")
    if part is not None and written_as != OPENAI:
        raise typer.BadParameter(f"--part chooses messages for --format {OPENAI}; as {OWN}, sessions are written whole")
    if part is not None and part not in get_args(Part):
        raise typer.BadParameter(f"--part {part!r} is none of {', '.join(get_args(Part))}")
    if output == STDOUT and json:
        raise typer.BadParameter("--json prints the report on standard output: name a file with --output")
    if output == STDOUT and sys.stdout.isatty():
        raise typer.BadParameter("a terminal is no place for it: name a file with --output, or pipe it on")
    chosen: Any = part or "full"
    with existing(url, owner) as manager, _writable(output, force=force) as file:
        if written_as == OPENAI:
            count = write_openai_jsonl(manager, file, session_id=session_id, owner=owner, part=chosen)
            report = None
        else:
            report = _whole(manager, file, session_id, owner)
            count = report.sessions
    if json:
        print_json({"format": written_as, "file": output, **_record(report, count)})
    else:
        _tell(report, count)
    if report is not None and not report.ok:
        raise typer.Exit(1)


def _whole(manager: SessionManager, file: BinaryIO, session_id: str | None, owner: str | None) -> ExportReport:
    whose = ALL_OWNERS if owner is None else owner
    return manager.export_jsonl(file, session=session_id, owner=whose)


def _record(report: ExportReport | None, count: int) -> dict[str, Any]:
    return {"sessions": count} if report is None else value_record(report)


def _tell(report: ExportReport | None, count: int) -> None:
    """The report is on stderr, because the sessions may be on stdout."""
    for problem in () if report is None else report.problems:
        complain(f"left out: session {problem.session_id!r}: {problem.table} {problem.row} {problem.what}")
    more = "" if report is None else f", {report.messages:,} messages, {report.revisions:,} revisions"
    terminal(stderr=True).print(f"exported: {count:,} session{'' if count == 1 else 's'}{more}", soft_wrap=True)


@contextmanager
def _writable(output: str, *, force: bool) -> Iterator[BinaryIO]:
    """Standard output, or a file that is there under its name when all of it is written."""
    if output == STDOUT:
        try:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            terminal().on_broken_pipe()
        return
    path = Path(output).resolve()
    if path.exists() and not force:
        complain(f"error: {output} is there already; name another file, or write over it with --force")
        raise typer.Exit(FAILED)
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as device:
                yield device
            return
        unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
        try:
            with unfinished.open("xb") as file:
                if path.exists():
                    shutil.copymode(path, unfinished)  # what only its owner may read stays so
                yield file
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        if isinstance(error, ManagerError):
            raise  # of the database, and said as everywhere
        complain(f"error: {output} cannot be written: {error.strerror or error}")
        raise typer.Exit(FAILED) from None
