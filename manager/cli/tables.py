"""What people read: sessions, revisions, messages, differences, problems."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from rich.console import Group
from rich.text import Text

from manager import Diff, Message, ResizeAttempt, Revision, SessionInfo, VerifyReport
from manager.cli.listing import Column, Listing
from manager.cli.messages import gist, speaker
from manager.cli.terminal import every_line, one_line

#: A cell shows one line of a terminal; the longest message kept may have millions of characters.
PREVIEW = 400
#: Free text is not read in a column narrower than this.
_TEXT_ROOM = 16

_ROLE_STYLES = {"system": "magenta", "developer": "magenta", "user": "cyan", "assistant": "green", "tool": "yellow"}


def sessions_table(sessions: Sequence[SessionInfo]) -> Listing:
    """One row a session: how much was said, and how much of it the model sees."""
    owners = any(session.owner for session in sessions)
    titles = any(session.title for session in sessions)
    listing = Listing(
        [
            *([Column("owner")] if owners else []),
            Column("session"),
            *(Column(heading, right=True) for heading in ("messages", "in window", "length")),
            Column("revision", right=True),
            Column("active (UTC)"),
            *([Column("title", room=_TEXT_ROOM)] if titles else []),
        ]
    )
    for session in sessions:
        listing.add(
            *([session.owner] if owners else []),
            session.session_id,
            f"{session.head_seq:,}",
            f"{session.window_count:,}",
            f"{session.window_length:,}",
            f"{session.revision:,}{' (held)' if session.held else ''}",
            _moment(session.active_at),
            *([session.title or ""] if titles else []),
        )
    return listing


def revisions_table(revisions: Sequence[Revision], *, name_session: bool) -> Listing:
    """One row a revision: what changed the window, and from how much to how much."""
    owners = name_session and any(revision.owner for revision in revisions)
    notes = any(revision.reason or revision.actor for revision in revisions)
    listing = Listing(
        [
            *([Column("owner")] if owners else []),
            *([Column("session")] if name_session else []),
            Column("revision", right=True),
            Column("kind"),
            Column("strategy"),
            Column("messages", right=True, whole=True),
            Column("length", right=True, whole=True),
            Column("when (UTC)"),
            *([Column("why, who", room=_TEXT_ROOM)] if notes else []),
        ]
    )
    for revision in revisions:
        listing.add(
            *([revision.owner] if owners else []),
            *([revision.session_id] if name_session else []),
            f"{revision.revision:,}",
            revision.kind if revision.restored is None else f"{revision.kind} to {revision.restored}",
            revision.strategy or "",
            _change(revision.count_before, revision.window_count),
            _change(revision.length_before, revision.window_length),
            _moment(revision.created_at),
            *([", ".join(filter(None, (revision.reason, revision.actor)))] if notes else []),
        )
    return listing


def attempts_table(attempts: Sequence[ResizeAttempt]) -> Listing:
    """One row a resize that came to nothing: by which strategy, with how long a window, and why."""
    listing = Listing(
        [
            Column("attempt", right=True),
            Column("cause"),
            Column("strategy"),
            Column("outcome"),
            *(Column(heading, right=True, whole=True) for heading in ("messages", "length")),
            Column("revision", right=True),
            Column("when (UTC)"),
            Column("why", room=_TEXT_ROOM),
        ]
    )
    for attempt in attempts:
        listing.add(
            f"{attempt.attempt:,}",
            attempt.cause,
            attempt.strategy or "",
            attempt.outcome.replace("_", " "),
            _of_most(attempt.window_count, attempt.max_messages),
            _of_most(attempt.window_length, attempt.max_length),
            f"{attempt.revision:,}",
            _moment(attempt.created_at),
            (attempt.reason or "")[:PREVIEW],
        )
    return listing


def messages_table(messages: Iterable[Message], *, full: bool) -> Listing:
    """One row a message: its place in the log (none: a handler wrote it), who speaks, what is said."""
    listing = _message_listing()
    for message in messages:
        listing.add(*_message_cells(message, full=full))
    return listing


def diff_view(diff: Diff, *, full: bool, most: int | None = None) -> Group:
    """The messages only one window has, `-` the first and `+` the second, at most `most` of each; then the sums."""
    listing = _message_listing(Column(""))
    for sign, style, messages in (("-", "red", diff.removed), ("+", "green", diff.added)):
        for message in messages[:most]:
            listing.add(Text(sign, style=style), *_message_cells(message, full=full))
        left_out = len(messages) - len(messages[:most])
        if left_out:
            listing.add(Text(sign, style=style), "", "", Text(f"… and {left_out:,} more", style="dim"))
    sums = (
        f"{len(diff.removed):,} out, {len(diff.added):,} in, length {diff.length_before:,} → {diff.length_after:,}",
        f"memo {_json(diff.memo_before)} → {_json(diff.memo_after)}" if diff.memo_changed else "memo as before",
    )
    return Group(*([listing] if listing.rows else []), Text("; ".join(sums), style="dim"))


def verdict(report: VerifyReport) -> Group:
    """What `verify` looked at and, for each session in which something is wrong, the first thing."""
    counts = (("session", report.sessions), ("message", report.messages), ("revision", report.revisions))
    looked_at = ", ".join(f"{count:,} {noun}{'' if count == 1 else 's'}" for noun, count in counts)
    if report.ok:
        return Group(Text(f"verified: {looked_at}, all as they were written", style="green"))
    listing = Listing([Column(heading) for heading in ("owner", "session", "table", "row", "what is wrong")])
    for problem in report.problems:
        listing.add(problem.owner, problem.session_id, problem.table, problem.row, problem.what)
    return Group(listing, Text(f"looked at {looked_at}: not as written", style="bold red"))


def _message_listing(*signs: Column) -> Listing:
    return Listing([*signs, Column("seq", right=True), Column("role"), Column("message", room=_TEXT_ROOM)])


def _message_cells(message: Message, *, full: bool) -> list[Text]:
    who = speaker(message)
    said = gist(message)
    return [
        Text("-" if message.seq is None else str(message.seq), style="dim"),
        Text(one_line(who), style=_ROLE_STYLES.get(who, "")),
        Text(every_line(said)) if full else Text(one_line(said[:PREVIEW]), no_wrap=True, overflow="ellipsis"),
    ]


def _of_most(found: int, most: int | None) -> str:
    return f"{found:,}" if most is None else f"{found:,} of {most:,}"


def _change(before: int, after: int) -> Text:
    return Text(f"{before:,} → {after:,}", style="red" if after < before else "")


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def _json(value: Any) -> str:
    return one_line(json.dumps(value, ensure_ascii=False)[:PREVIEW])
