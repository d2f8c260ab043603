"""What one revision did to the window, as a person asks it."""

from __future__ import annotations

from manager import Diff, Session


def difference(session: Session, before: int, after: int) -> Diff:
    """What the window of `after` lacks, and has anew, beside that of `before`.

    Where `after` is the revision that followed on `before`, what it changed: a message that was said after `before`
    and dropped by `after` is in neither window as it was made, and would be missed.
    """
    return session.diff(after) if after == before + 1 else session.diff(before, after)
