"""Opening the database a command names, and saying in one line why it could not be used."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from manager import ManagerError, ManagerWarning, SessionManager
from manager.cli.terminal import complain


@contextmanager
def existing(url: str, owner: str | None) -> Iterator[SessionManager]:
    """A manager of a database that is there; neither file nor tables are ever made."""
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        complain(f"there is no database file {file}; name one with --url sqlite:///FILE or in CONTEXTLEDGER_URL")
        raise typer.Exit(2)
    with complaints(), SessionManager(url, owner=owner, upgrade=False) as manager:
        yield manager


@contextmanager
def complaints() -> Iterator[None]:
    """Errors within are one line on stderr and end the command with 2; warnings are lines on stderr."""
    told: set[str] = set()

    def tell(message: Warning | str, *_: object, **__: object) -> None:
        text = f"note: {message}"
        if text not in told:
            told.add(text)
            complain(text)

    with warnings.catch_warnings():
        warnings.simplefilter("always", ManagerWarning)
        warnings.showwarning = tell
        try:
            yield
        except ManagerError as error:
            complain(f"error: {error}")
            raise typer.Exit(2) from None


def sqlite_file(url: str) -> Path | None:
    """The file a SQLite URL names; None for servers and for memory."""
    scheme, _, rest = url.partition("://")
    path = rest.removeprefix("/").partition("?")[0].removeprefix("file:")
    if scheme.partition("+")[0] != "sqlite" or path in {"", ":memory:"}:
        return None
    return Path(path)
