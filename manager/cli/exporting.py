"""The command that moves conversations out: export."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, BinaryIO, get_args

import typer

from manager import ALL_OWNERS, ExportReport, ManagerError
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
    with existing(url, owner) as manager, _target(output, force=force) as target:
        if written_as == OPENAI:
            count = write_openai_jsonl(manager, target, session_id=session_id, owner=owner, part=chosen)
            report = None
        else:
            whose = ALL_OWNERS if owner is None else owner
            report = manager.export_jsonl(target, session=session_id, owner=whose)
            count = report.sessions
    if json:
        print_json({"format": written_as, "file": output, **_record(report, count)})
    else:
        _tell(report, count)
    if report is not None and not report.ok:
        raise typer.Exit(1)


def _record(report: ExportReport | None, count: int) -> dict[str, Any]:
    return {"sessions": count} if report is None else value_record(report)


def _tell(report: ExportReport | None, count: int) -> None:
    """The report is on stderr, because the sessions may be on stdout."""
    for problem in () if report is None else report.problems:
        complain(f"left out: session {problem.session_id!r}: {problem.table} {problem.row} {problem.what}")
    more = "" if report is None else f", {report.messages:,} messages, {report.revisions:,} revisions"
    terminal(stderr=True).print(f"exported: {count:,} session{'' if count == 1 else 's'}{more}", soft_wrap=True)


@contextmanager
def _target(output: str, *, force: bool) -> Iterator[Path | BinaryIO]:
    """Standard output, or the path of a file that may be written."""
    if output == STDOUT:
        try:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            terminal().on_broken_pipe()
        return
    path = Path(output)
    if path.exists() and not force:
        complain(f"error: {output} is there already; name another file, or write over it with --force")
        raise typer.Exit(FAILED)
    try:
        yield path
    except OSError as error:
        if isinstance(error, ManagerError):
            raise  # of the database, and said as everywhere
        complain(f"error: {output} cannot be written: {error.strerror or error}")
        raise typer.Exit(FAILED) from None
