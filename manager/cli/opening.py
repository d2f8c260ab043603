"""Opening the database a command names, and saying in one line why it could not be used."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from manager import (
    InvalidArgumentError,
    ManagerError,
    ManagerWarning,
    MessageNotFoundError,
    RevisionNotFoundError,
    SchemaOutdatedError,
    SessionManager,
    SessionNotFoundError,
)
from manager.cli.terminal import complain

#: The exit code of a command that could not be done.
FAILED = 2

#: Arguments of the library that are options of the same name here.
_OPTIONS = ("limit", "after", "parts")


@contextmanager
def existing(url: str, owner: str | None) -> Iterator[SessionManager]:
    """A manager of a database that is there; neither file nor tables are ever made."""
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        complain(f"error: there is no database file {file}; name one with --url sqlite:///FILE or in CONTEXTLEDGER_URL")
        raise typer.Exit(FAILED)
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
            complain(f"error: {_in_words_of_the_command_line(error)}")
            raise typer.Exit(FAILED) from None


def sqlite_file(url: str) -> Path | None:
    """The file a SQLite URL names; None for servers, for memory, and for URLs that are none."""
    scheme, _, rest = url.partition("://")
    path = rest.removeprefix("/").partition("?")[0].removeprefix("file:")
    if scheme.partition("+")[0] != "sqlite" or path == ":memory:" or not (rest.startswith("/") and path):
        return None
    return Path(path)


def _in_words_of_the_command_line(error: ManagerError) -> str:
    text = str(error)
    match error:
        case SessionNotFoundError():
            of_owner = f" of owner {error.owner!r}" if error.owner else ""
            return (
                f"no session {error.session_id!r}{of_owner}; "
                "`contextledger list` shows those that are there, and --owner says whose is meant"
            )
        case RevisionNotFoundError():
            return text.replace("session.revisions()", "`contextledger history`")
        case MessageNotFoundError():
            return text.replace("session.log()", "`contextledger window`")
        case SchemaOutdatedError():
            return text.replace(" or manager.upgrade()", "")
        case InvalidArgumentError() if error.argument in _OPTIONS:
            return f"--{text}"
    return text
