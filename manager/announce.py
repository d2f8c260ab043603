"""Warnings: to the logger, and through `warnings` at the line of the application that led to them."""

from __future__ import annotations

import contextlib
import logging
import sys
import warnings

from manager.errors import ManagerWarning, OverLimitWarning

_logger = logging.getLogger("contextledger")
# Without a handler of the application's, Python would print the text beside the warning that says it already.
_logger.addHandler(logging.NullHandler())


def announce(category: type[ManagerWarning], text: str) -> None:
    """The warning is logged and given.

    Where the application turned warnings into errors it is logged only: what most of them speak of is committed, and
    an append raises only if nothing was stored.
    """
    # Nor is what an application hangs into logging and warnings a reason to raise now.
    with contextlib.suppress(Exception):
        _logger.warning(text)
    with contextlib.suppress(Exception):
        warnings.warn(text, category, stacklevel=_depth_of_caller())


def announce_over_limit(session_id: str, problem: str | None) -> None:
    """Says that the session's window is over its limit, or that its head had to go; nothing where all is well."""
    if problem is not None:
        announce(
            OverLimitWarning,
            f"session {session_id!r}: {problem}; raise session.max_length or send shorter messages",
        )


def _depth_of_caller() -> int:
    depth = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "manager":
        frame = frame.f_back
        depth += 1
    return depth
