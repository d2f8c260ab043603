"""What a provider would refuse in a window."""

from __future__ import annotations

from manager.model import WindowProblem
from manager.operations.contexts import context_window
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.planning.format import window_problems


async def check_window(face: Face, target: Target) -> list[WindowProblem]:
    """What a provider would refuse in the window as it stands now; see Session.check_window."""
    return window_problems(await context_window(face, target))
