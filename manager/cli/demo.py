"""The main job on a conversation one can read: it flows in, is cut, is looked at, and gets back what a cut lost."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from manager import (
    InvalidIdError,
    InvalidMessageError,
    LoadError,
    Message,
    Revision,
    Session,
    SessionManager,
    SessionNotFoundError,
)
from manager.cli import tables
from manager.cli.conversations import DEMO, Conversation, conversations, fitting_limit
from manager.cli.differences import difference
from manager.cli.listing import Column, Listing
from manager.cli.messages import gist
from manager.cli.opening import complaints, sqlite_file
from manager.cli.terminal import harmless, one_line, terminal

#: Rows of a table that tells the story; the commands named at the end show all.
MOST = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Flowed:
    """A conversation that is in the store now."""

    session: Session
    messages: int
    cuts: int


def demo(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Your own conversations, one a line.")] = None,
    url: Annotated[
        str | None, typer.Option("--url", metavar="URL", help="Where to keep them; a new file by default.")
    ] = None,
    max_length: Annotated[
        int | None, typer.Option(min=1, help="session.max_length; by default what cuts most of them.")
    ] = None,
) -> None:
    """Let a conversation flow in message by message, and watch it being cut, explained and restored."""
    console = terminal()
    source = file or DEMO
    with complaints():
        limit = max_length or fitting_limit(source)
        where = url or f"sqlite:///{Path(tempfile.mkdtemp(prefix='contextledger-')) / 'demo.db'}"
        with SessionManager(where) as manager:
            flowed = [_flow(manager, conversation, limit) for conversation in conversations(source)]
            if len(flowed) > 1:
                _heading(console, f"{len(flowed):,} conversations under session.max_length = {limit:,}")
                console.print(_summary(flowed))
            most_cut = max(flowed, key=lambda one: one.cuts)
            _tell(console, most_cut, limit)
            _heading(console, "Is everything as it was written?")
            console.print(tables.verdict(manager.verify()))
    if manager.url.startswith("sqlite") and sqlite_file(where) is None:
        return  # it was in memory
    _heading(console, "Look for yourself")
    for command in (["history", most_cut.session.id], ["window", most_cut.session.id], ["list"]):
        words = [_program(), *command, "--url", manager.url]
        console.print(harmless(shlex.join(words)), soft_wrap=True)


def _program() -> str:
    """The command as a shell here finds it: by its name, or by its path where it is in no folder of PATH."""
    started = Path(sys.argv[0])
    if shutil.which("contextledger") is None and started.is_file():
        return os.path.relpath(started)
    return "contextledger"


def _flow(manager: SessionManager, conversation: Conversation, limit: int) -> Flowed:
    """The conversation is in a session of its own, appended message by message as a program would."""
    cuts = 0
    place = "its id"
    try:
        session = manager.session(_free_id(manager, conversation.name), settings={"session.max_length": limit})
        for index, message in enumerate(conversation.messages):
            place = f"messages[{index}]"
            cuts += session.append(message).revision is not None
    except (InvalidIdError, InvalidMessageError) as error:
        raise LoadError(conversation.place, f"{place} cannot be kept", str(error)) from error
    return Flowed(session=session, messages=len(conversation.messages), cuts=cuts)


def _free_id(manager: SessionManager, name: str) -> str:
    """The name, or with a number behind it where a session of that name is there already."""
    for candidate in chain([name], (f"{name}-{number}" for number in count(2))):
        try:
            manager.get_session(candidate)
        except SessionNotFoundError:
            return candidate
    raise AssertionError("numbers do not end")


def _summary(flowed: Sequence[Flowed]) -> Listing:
    headings = ("messages", "cuts", "in window", "length")
    listing = Listing([Column("session"), *(Column(heading, right=True) for heading in headings)])
    for one in sorted(flowed, key=lambda one: one.cuts, reverse=True)[:MOST]:
        info = one.session.info()
        numbers = (one.messages, one.cuts, info.window_count, info.window_length)
        listing.add(info.session_id, *(f"{number:,}" for number in numbers))
    if len(flowed) > MOST:
        listing.add(f"… and {len(flowed) - MOST:,} more", *[""] * len(headings))
    return listing


def _tell(console: Console, flowed: Flowed, limit: int) -> None:
    """The cuts of the session, its window, what the window has lost and how a rollback brings it back are printed."""
    session = flowed.session
    cuts = _cuts(session)
    _heading(console, f"{session.id}: {flowed.messages:,} messages under a limit of {limit:,}, {len(cuts):,} cuts")
    console.print(tables.revisions_table(cuts[-MOST:], name_session=False))
    window = session.snapshot()
    _heading(console, f"What the model sees now: {len(window.messages):,} messages, length {window.length:,}")
    console.print(tables.messages_table(window.messages, full=False))
    lost = _lost(session, _seqs(window.messages))
    if lost is None:
        _heading(console, "Nothing was cut; a lower --max-length shows what cuts do")
        return
    cut = next(cut for cut in cuts if lost.seq not in _seqs(session.window_at(revision=cut.revision)))
    _heading(console, f"What it no longer sees: message {lost.seq}, dropped by revision {cut.revision}")
    console.print(one_line(gist(lost)))
    before = cut.revision - 1
    _heading(console, f"A rollback to revision {before} brings it back, and keeps what was said since")
    restored = session.rollback(before, hold=True, reason=f"message {lost.seq} is needed", actor="demo")
    console.print(tables.revisions_table([restored], name_session=False))
    console.print(tables.diff_view(difference(session, restored.revision - 1, restored.revision), full=False, most=8))
    console.print("Automatic resizing is held: the next message does not cut it again.")


def _cuts(session: Session) -> list[Revision]:
    """Every resize of the session, the oldest first."""
    page = session.revisions(kind="resize")
    cuts = list(page)
    while page.next is not None:
        page = session.revisions(kind="resize", after=page.next)
        cuts += page
    return cuts[::-1]


def _lost(session: Session, seen: set[int | None]) -> Message | None:
    """The first message a user said that is no longer seen, or the first of anybody."""
    lost = [message for message in session.log() if message.seq not in seen]
    return next((message for message in lost if message.role == "user"), lost[0] if lost else None)


def _seqs(messages: Iterable[Message]) -> set[int | None]:
    return {message.seq for message in messages}


def _heading(console: Console, text: str) -> None:
    console.print()
    console.print(one_line(text), style="bold blue")
