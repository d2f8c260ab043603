"""What a provider would refuse in a window."""

from __future__ import annotations

from typing import Any

from manager.announce import announce
from manager.errors import WindowFormatWarning
from manager.model import WindowProblem
from manager.operations.contexts import context_window
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.present import message_of
from manager.planning.format import window_problems
from manager.storage import messages
from manager.storage.sessions import SessionRow


async def check_window(face: Face, target: Target) -> list[WindowProblem]:
    """What a provider would refuse in the window as it stands now; see Session.check_window."""
    return window_problems(await context_window(face, target))


async def warn_of_format(
    face: Face, target: Target, strategy: str, contents: list[dict[str, Any]], seen: SessionRow, now: SessionRow
) -> None:
    """WindowFormatWarning was given where a provider would refuse what a handler left and what was said meanwhile.

    Args:
        contents: the window the handler made of the session as it was `seen`; `now` is the session with it in force.
    """
    tail: list[dict[str, Any]] = []
    if now.head_seq > seen.head_seq:
        found = await face.read(
            target.ledger.database,
            lambda connection: messages.read_range(connection, now.id, seen.head_seq + 1, now.head_seq),
        )
        tail = [message_of(row) for row in found]
    # What stands between a call and its result was said there, and is not the handler's doing.
    every = window_problems([*contents, *tail])
    problems = [problem for problem in every if not problem.pending and problem.kind != "parted_result"]
    if problems:
        more = f" (and {len(problems) - 1} more: see session.check_window())" if len(problems) > 1 else ""
        announce(
            WindowFormatWarning,
            f"session {target.session_id!r}: strategy {strategy!r} left a window that providers refuse, for at its "
            f"message {problems[0].position} is: {problems[0].what}{more}; keep calls and their results together, or "
            "set session.validate to 'off'",
        )
