"""The commands that change something: rollback, upgrade."""

from __future__ import annotations

import warnings
from typing import Annotated, Any

import typer

from manager import OverLimitWarning, SchemaOutdatedError, SessionManager
from manager.cli import options, tables
from manager.cli.differences import difference
from manager.cli.opening import complaints, existing
from manager.cli.records import value_record
from manager.cli.terminal import complain, print_json, terminal

PARTS = ("window", "full", "memo")


def rollback(
    session_id: options.SessionId,
    revision: Annotated[int, typer.Argument(metavar="REVISION", help="The revision to go back to.")],
    url: options.Url = options.DEFAULT_URL,
    owner: options.Owner = None,
    drop_newer: Annotated[
        bool, typer.Option("--drop-newer", help="Without what was said since; the log keeps it all the same.")
    ] = False,
    parts: Annotated[
        str, typer.Option(metavar="PARTS", help="Which parts to restore, with commas between.")
    ] = ",".join(PARTS),
    hold: Annotated[
        bool | None,
        typer.Option(
            "--hold/--no-hold",
            help="Whether appends leave the window as it is; without either, where it is over its limit.",
            show_default=False,
        ),
    ] = None,
    reason: options.Reason = None,
    actor: options.Actor = None,
    json: options.Json = False,
) -> None:
    """Restore an earlier revision as a new one: nothing is deleted, and this can be undone the same way."""
    chosen: Any = tuple(part.strip() for part in parts.split(","))
    with existing(url, owner) as manager:
        session = manager.get_session(session_id)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", OverLimitWarning)  # the note below says what to do about it here
            restored = session.rollback(
                revision, keep_newer=not drop_newer, parts=chosen, hold=hold, reason=reason, actor=actor
            )
        changed = difference(session, restored.revision - 1, restored.revision)
    over = restored.max_length is not None and restored.window_length > restored.max_length
    if over and hold is None:
        complain(
            f"note: session {session_id!r}: the window measures {restored.window_length:,}, the limit is "
            f"{restored.max_length:,}; automatic resizing is held until its limit, strategy or window is changed; "
            "to let the next append cut it, roll back with --no-hold"
        )
    if json:
        print_json(value_record(restored))
        return
    console = terminal()
    console.print(tables.diff_view(changed, full=False))
    console.print(f"revision {restored.revision:,} is current: {session_id} as of revision {revision:,}")


def upgrade(url: options.Url = options.DEFAULT_URL, json: options.Json = False) -> None:
    """Bring the tables to this version; a database that has none gets them."""
    with complaints():
        upgraded = _outdated(url)
        with SessionManager(url, upgrade=True) as manager:
            manager.upgrade()
    if json:
        print_json({"url": manager.url, "upgraded": upgraded})
        return
    had = "has now" if upgraded else "has"
    terminal().print(f"{manager.url} {had} the tables of this version", style="green", soft_wrap=True)


def _outdated(url: str) -> bool:
    with SessionManager(url, upgrade=False) as manager:
        try:
            manager.list_sessions(limit=1)
        except SchemaOutdatedError:
            return True
    return False
