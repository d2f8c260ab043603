"""The options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Url = Annotated[
    str,
    typer.Option(
        "--url",
        envvar="CONTEXTLEDGER_URL",
        metavar="URL",
        help="The database, as sqlite:///file.db, postgresql://… or mariadb://….",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of tables.")]
Owner = Annotated[
    str | None,
    typer.Option("--owner", metavar="OWNER", help="Whose session; nobody's in particular without it."),
]
SomeOwner = Annotated[str | None, typer.Option("--owner", metavar="OWNER", help="Whose sessions; all without it.")]
Full = Annotated[bool, typer.Option("--full", help="Show messages whole instead of their first line.")]
Limit = Annotated[int, typer.Option("--limit", metavar="N", help="At most so many rows, 1 to 10,000.")]
After = Annotated[str | None, typer.Option("--after", metavar="CURSOR", help="Go on where an earlier page ended.")]
Reason = Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="Why, kept with the revision.")]
Actor = Annotated[str | None, typer.Option("--actor", metavar="NAME", help="Who, kept with the revision.")]
SessionId = Annotated[str, typer.Argument(metavar="SESSION", help="The session's id.")]
SomeSessionId = Annotated[str | None, typer.Argument(metavar="[SESSION]", help="A session's id; all without it.")]

DEFAULT_URL = "sqlite:///contextledger.db"
