"""The commands that change something: rollback, upgrade."""

from __future__ import annotations

from typing import Annotated

import typer

from manager import SessionManager
from manager.cli import options, tables
from manager.cli.differences import difference
from manager.cli.opening import complaints, existing
from manager.cli.records import value_record
from manager.cli.terminal import print_json, terminal

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
    reason: options.Reason = None,
    actor: options.Actor = None,
    json: options.Json = False,
) -> None:
    """Restore an earlier revision as a new one: nothing is deleted, and this can be undone the same way."""
    chosen = tuple(part.strip() for part in parts.split(","))
    with existing(url, owner) as manager:
        session = manager.get_session(session_id)
        restored = session.rollback(revision, keep_newer=not drop_newer, parts=chosen, reason=reason, actor=actor)
        changed = difference(session, restored.revision - 1, restored.revision)
    if json:
        print_json(value_record(restored))
        return
    console = terminal()
    console.print(tables.diff_view(changed, full=False))
    console.print(f"revision {restored.revision:,} is current: {session_id} as of revision {revision:,}")


def upgrade(url: options.Url = options.DEFAULT_URL, json: options.Json = False) -> None:
    """Bring the tables to this version; a database that has none gets them."""
    with complaints(), SessionManager(url, upgrade=True) as manager:
        manager.upgrade()
    if json:
        print_json({"url": manager.url, "upgraded": True})
        return
    terminal().print(f"{manager.url} has the tables of this version", style="green", soft_wrap=True)
