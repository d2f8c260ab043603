"""The commands that look and change nothing: list, window, search, history, attempts, explain, diff,
verify."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from manager import ALL_OWNERS, Page
from manager.cli import options, tables
from manager.cli.differences import difference
from manager.cli.opening import existing
from manager.cli.records import page_record, value_record
from manager.cli.terminal import every_line, one_line, print_json, terminal


def list_sessions(
    url: options.Url = options.DEFAULT_URL,
    owner: options.SomeOwner = None,
    limit: options.Limit = 50,
    after: options.After = None,
    json: options.Json = False,
) -> None:
    """List an owner's sessions, the one used last first; or everybody's, the one made last first."""
    with existing(url, owner) as manager:
        sessions = manager.list_sessions(owner=ALL_OWNERS if owner is None else owner, limit=limit, after=after)
    if json:
        print_json(page_record("sessions", sessions))
        return
    terminal().print(tables.sessions_table(sessions))
    _say_what_follows(sessions)


def window(
    session_id: options.SessionId,
    url: options.Url = options.DEFAULT_URL,
    owner: options.Owner = None,
    revision: Annotated[int | None, typer.Option(help="As this revision made it.")] = None,
    seq: Annotated[int | None, typer.Option(help="As it was when this message had been appended.")] = None,
    time: Annotated[
        str | None,
        typer.Option(metavar="MOMENT", help="As it was then: ISO 8601, in UTC unless it names an offset."),
    ] = None,
    full: options.Full = False,
    json: options.Json = False,
) -> None:
    """Show what the model sees now, or saw at a revision, message or moment."""
    if sum(choice is not None for choice in (revision, seq, time)) > 1:
        raise typer.BadParameter("choose one of --revision, --seq and --time")
    moment = None if time is None else _moment(time)
    with existing(url, owner) as manager:
        snapshot = manager.get_session(session_id).snapshot(revision=revision, seq=seq, time=moment)
    if json:
        print_json({"owner": manager.owner, "session_id": session_id, **value_record(snapshot)})
        return
    console = terminal()
    console.print(tables.messages_table(snapshot.messages, full=full))
    limit = "" if snapshot.max_length is None else f" of at most {snapshot.max_length:,}"
    console.print(
        f"revision {snapshot.revision:,}, {len(snapshot.messages):,} of {snapshot.head_seq:,} messages, "
        f"length {snapshot.length:,}{limit}",
        style="dim",
    )


def search(
    session_id: options.SessionId,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to look for, in upper or lower case.")],
    url: options.Url = options.DEFAULT_URL,
    owner: options.Owner = None,
    in_window: Annotated[
        bool | None,
        typer.Option("--in-window/--not-in-window", help="Only what the model sees now, or only what it does not."),
    ] = None,
    limit: options.Limit = 50,
    after: options.After = None,
    full: options.Full = False,
    json: options.Json = False,
) -> None:
    """Find messages in all that was ever said, also what was cut, the newest first."""
    with existing(url, owner) as manager:
        found = manager.get_session(session_id).search(text, in_window=in_window, limit=limit, after=after)
    if json:
        print_json({"owner": manager.owner, "session_id": session_id, **page_record("messages", found)})
        return
    terminal().print(tables.messages_table(found, full=full))
    _say_what_follows(found)


def history(
    session_id: options.SomeSessionId = None,
    url: options.Url = options.DEFAULT_URL,
    owner: options.SomeOwner = None,
    kind: Annotated[str | None, typer.Option(metavar="KIND", help="Only these: resize, rollback, set, …")] = None,
    limit: options.Limit = 50,
    after: options.After = None,
    json: options.Json = False,
) -> None:
    """Show every change of a session's window, or of all sessions' windows, the newest first."""
    with existing(url, owner) as manager:
        if session_id is None:
            whose = ALL_OWNERS if owner is None else owner
            revisions = manager.revisions(owner=whose, kind=kind, limit=limit, after=after)
        else:
            revisions = manager.get_session(session_id).revisions(kind=kind, limit=limit, after=after)
    if json:
        print_json(page_record("revisions", revisions))
        return
    terminal().print(tables.revisions_table(revisions, name_session=session_id is None))
    _say_what_follows(revisions)


def attempts(
    session_id: options.SessionId,
    url: options.Url = options.DEFAULT_URL,
    owner: options.Owner = None,
    limit: options.Limit = 50,
    after: options.After = None,
    json: options.Json = False,
) -> None:
    """Show the resizes of a session that came to nothing, and why, the newest first."""
    with existing(url, owner) as manager:
        found = manager.get_session(session_id).resize_attempts(limit=limit, after=after)
    if json:
        print_json(page_record("attempts", found))
        return
    terminal().print(tables.attempts_table(found))
    _say_what_follows(found)


def explain(
    session_id: options.SessionId,
    revision: Annotated[int, typer.Argument(metavar="REVISION", help="Its number, as `history` shows it.")],
    url: options.Url = options.DEFAULT_URL,
    owner: options.Owner = None,
    json: options.Json = False,
) -> None:
    """Tell what a revision did to the window, and why: what left, what came, and what a summarizer was shown."""
    with existing(url, owner) as manager:
        found = manager.get_session(session_id).explain(revision)
    if json:
        print_json(value_record(found))
        return
    terminal().print(every_line(found.text))


def diff(
    session_id: options.SessionId,
    before: Annotated[int, typer.Argument(metavar="A", help="The earlier revision.")],
    after: Annotated[int, typer.Argument(metavar="B", help="The later revision.")],
    url: options.Url = options.DEFAULT_URL,
    owner: options.Owner = None,
    full: options.Full = False,
    json: options.Json = False,
) -> None:
    """Show which messages the window of revision B lacks beside that of A (-), and which it has anew (+).

    Where B followed on A, this is what B did, to the message. Other pairs are compared as they were made.
    """
    with existing(url, owner) as manager:
        found = difference(manager.get_session(session_id), before, after)
    if json:
        print_json({"owner": manager.owner, "session_id": session_id, **value_record(found)})
        return
    terminal().print(tables.diff_view(found, full=full))


def verify(
    session_id: options.SomeSessionId = None,
    url: options.Url = options.DEFAULT_URL,
    owner: options.SomeOwner = None,
    json: options.Json = False,
) -> None:
    """Check that nothing was altered, lost or added behind the store's back; exit 1 if something was."""
    with existing(url, owner) as manager:
        # A report never raises; what cannot be opened at all is said as by every other command.
        if session_id is None:
            manager.list_sessions(limit=1)
            report = manager.verify(owner=ALL_OWNERS if owner is None else owner)
        else:
            report = manager.verify(manager.get_session(session_id).id, owner=owner)
    if json:
        print_json({"ok": report.ok, **value_record(report)})
    else:
        terminal().print(tables.verdict(report))
    if not report.ok:
        raise typer.Exit(1)


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a moment in ISO 8601, like 2026-06-12T17:00:00Z") from None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _say_what_follows(page: Page[Any]) -> None:
    if page.next is not None:
        terminal().print(f"more with --after {one_line(page.next)}", style="dim", soft_wrap=True)
