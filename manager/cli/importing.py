"""The command that moves conversations in: import."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from manager import LoadError, SessionManager
from manager.cli import options
from manager.cli.listing import Column, Listing
from manager.cli.opening import FAILED, complaints, sqlite_file
from manager.cli.records import value_record
from manager.cli.terminal import complain, one_line, print_json, terminal
from manager.transfer.agently import files_of, move_in_agently
from manager.transfer.moving import move_in
from manager.transfer.report import Moved
from manager.transfer.systems import AGENTLY, SYSTEMS, open_source

OWN = "contextledger"

#: The columns of numbers, and the headings they have.
_COUNTS = {
    "read": "read",
    "imported": "imported",
    "already_there": "already there",
    "no_longer_there": "gone from the source",
    "unreadable": "unreadable",
}


def import_sessions(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A file, a folder of files, or a database's URL.")],
    system: Annotated[
        str, typer.Option("--from", metavar="SYSTEM", help=f"Whose it is: {', '.join((OWN, *SYSTEMS))}.")
    ] = OWN,
    url: options.Url = options.DEFAULT_URL,
    owner: Annotated[str | None, typer.Option("--owner", metavar="OWNER", help="Whose sessions they become.")] = None,
    session_id: Annotated[
        str | None, typer.Option("--session", metavar="SESSION", help="Only the one of this id.")
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="NAME", help="The table to read, where more than one would do.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read and compare, and write nothing.")] = False,
    json: options.Json = False,
) -> None:
    """Bring the conversations of another system's file or database in; again, and it brings what is new."""
    if system not in (OWN, *SYSTEMS):
        raise typer.BadParameter(f"--from {system!r} is none of {', '.join((OWN, *SYSTEMS))}")
    if system == OWN:
        if owner is not None or session_id is not None or table is not None or dry_run:
            raise typer.BadParameter(f"what {OWN} wrote is imported whole: --from says whose the others are")
        _import_own(source, url, json)
        return
    with complaints(), _manager(url, owner, dry_run) as manager:
        moved = list(_moved(manager, system, source, session_id, table, dry_run))
        if session_id is not None and not moved:
            raise LoadError(source, f"it has no session {session_id!r}", "check --session")
    totals = {name: sum(getattr(one, name) for one in moved) for name in _COUNTS}
    if json:
        print_json(
            {
                "from": system,
                "dry_run": dry_run,
                "sessions": [{field.name: getattr(one, field.name) for field in fields(one)} for one in moved],
                "totals": totals,
            }
        )
    else:
        _tell(moved, totals, dry_run)
    incomplete = sum(not one.ok for one in moved)
    if incomplete:
        complain(
            f"error: {incomplete:,} of {len(moved):,} sessions could not be imported, or not as a whole: see the notes"
        )
        raise typer.Exit(FAILED)


def _import_own(source: str, url: str, json: bool) -> None:
    """The whole sessions of a file that `export` wrote, or of what comes from it through a pipe."""
    with complaints(), SessionManager(url) as manager, _opened(source) as opened:
        report = manager.import_jsonl(opened)
    if json:
        print_json(value_record(report))
    else:
        console = terminal()
        for one in report.refused:
            told = f"line {one.line}: session {one.session_id!r} refused: {one.reason}"
            console.print(one_line(told), soft_wrap=True)
        console.print(
            f"sessions: {report.imported:,} imported, {report.continued:,} continued, {report.present:,} there already "
            f"({report.messages:,} messages, {report.revisions:,} revisions)",
            style="dim",
            soft_wrap=True,
        )
    if not report.ok:
        complain(f"error: sessions that were refused: {len(report.refused):,}")
        raise typer.Exit(FAILED)


@contextmanager
def _opened(source: str) -> Iterator[Path | BinaryIO]:
    """Standard input for `-`, else the file; on a terminal with a bar that goes on as it is read."""
    from rich.progress import wrap_file

    file = Path(source)
    if source == "-":
        yield sys.stdin.buffer
    elif not sys.stderr.isatty() or not file.is_file() or not os.access(file, os.R_OK):
        yield file  # and who reads it says what is wrong with it
    else:
        console, size = terminal(stderr=True), file.stat().st_size
        with (
            file.open("rb") as opened,
            wrap_file(opened, size, description="importing", console=console, transient=True) as watched,
        ):
            yield watched


@contextmanager
def _manager(url: str, owner: str | None, dry_run: bool) -> Iterator[SessionManager]:
    """The database, made where it is not there; for a dry run of one that is not there, one in memory."""
    file = sqlite_file(url)
    if dry_run and file is not None and not file.is_file():
        url = "sqlite://"
    with SessionManager(url, owner=owner, upgrade=False if dry_run and url != "sqlite://" else None) as manager:
        yield manager


def _moved(
    manager: SessionManager, system: str, source: str, session_id: str | None, table: str | None, dry_run: bool
) -> Iterator[Moved]:
    if system == AGENTLY:
        files = files_of(Path(source))
        with _progress(len(files)) as advance:
            yield from move_in_agently(manager, files, session_id=session_id, dry_run=dry_run, advance=advance)
        return
    with closing(open_source(system, source, table)) as opened, _progress(opened.total(session_id)) as advance:
        yield from move_in(manager, opened, session_id=session_id, dry_run=dry_run, advance=advance)


@contextmanager
def _progress(total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, where that is a terminal, that goes on as it is told."""
    from rich.progress import Progress

    with Progress(console=terminal(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task("importing", total=total)
        yield lambda count: progress.advance(task, count)


def _tell(moved: list[Moved], totals: dict[str, int], dry_run: bool) -> None:
    shown = [name for name in _COUNTS if totals[name] or name in ("read", "imported", "already_there")]
    listing = Listing(
        [
            Column("session"),
            *(Column(_COUNTS[name], right=True) for name in shown),
            *([Column("note", room=16)] if any(map(_words, moved)) else []),
        ]
    )
    for one in moved:
        words = _words(one)
        more = [words] if len(listing.columns) > len(shown) + 1 else []
        listing.add(one.session_id, *(f"{getattr(one, name):,}" for name in shown), *more)
    console = terminal()
    console.print(listing)
    count = f"{len(moved):,} session{'' if len(moved) == 1 else 's'}"
    would = "would be imported" if dry_run else "imported"
    messages = f"{totals['imported']:,} message{'' if totals['imported'] == 1 else 's'}"
    console.print(
        f"{count}: {messages} {would}, {totals['already_there']:,} were there already",
        style="dim",
        soft_wrap=True,
    )


def _words(one: Moved) -> str:
    words: list[Any] = [*([f"refused: {one.refused}"] if one.refused else []), *one.problems, *one.notes]
    if one.unreadable > len(one.problems):
        words.append(f"and {one.unreadable - len(one.problems):,} more")
    return "; ".join(words)
