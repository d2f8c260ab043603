"""What one revision did to the window, as a person asks it."""

from __future__ import annotations

from dataclasses import replace

from manager import Diff, Session


def difference(session: Session, before: int, after: int) -> Diff:
    """What the window of `after` lacks, and has anew, beside that of `before`.

    Where `after` is the revision that followed on `before`, the first window is taken as it stood when `after` changed
    it, with what was said in between: a message that was said after `before` and dropped by `after` is in neither
    window as it was made, and would be missed. Other pairs are compared as they were made.
    """
    diff = session.diff(before, after)
    if after != before + 1:
        return diff
    old, new = session.revision(before), session.revision(after)
    said_count = new.count_before - old.window_count
    if not said_count:
        return diff
    said = session.log(after=old.head_seq, limit=said_count)
    kept = {message.seq for message in session.window_at(revision=after)}
    said_seqs = {message.seq for message in said}
    return replace(
        diff,
        removed=[*diff.removed, *(message for message in said if message.seq not in kept)],
        added=[message for message in diff.added if message.seq not in said_seqs],
        length_before=new.length_before,
    )
