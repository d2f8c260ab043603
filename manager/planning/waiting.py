"""The calls at the end of a window that wait for their answer, as the session's row notes them from append to append.

What is appended says by itself whether the window stays one that a provider accepts: an answer to a call that waits, a
further item of the response the call is in, anything where nothing waits. Only what else comes is a reason to look.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final

from manager.model import Draft
from manager.planning.calls import NO_ID
from manager.planning.links import ANSWERS_CALLS, REASONING

#: Nothing is known, and a reason to look is there.
UNKNOWN: Final = "[2]"
#: Stands among the calls for reasoning that waits for what follows from it.
REASONING_WAITS: Final = "\0reasoning"
#: More calls than one response makes; beyond that nobody waits for them.
_MOST: Final = 100


def noted(calls: Iterable[str], *, answers_begun: bool) -> str | None:
    """The note for a window whose end holds these calls, and answers after them or not."""
    waiting = list(calls)
    if len(waiting) > _MOST:
        return UNKNOWN
    return json.dumps([int(answers_begun), *waiting]) if waiting else None


def after(note: str | None, drafts: Sequence[Draft]) -> str | None:
    """The note once the messages are appended; UNKNOWN where the window has to be looked at.

    Args:
        note: as stored with the session: None where nothing waits, else JSON of whether answers have begun (0 or 1) and
            the ids.
    """
    if note is None and not any(draft.links for draft in drafts):
        return None  # nothing waits, and nothing is called: most appends
    if note == UNKNOWN:
        return UNKNOWN
    answers_begun, waiting = False, list[str]()
    if note is not None:
        begun, *waiting = json.loads(note)
        answers_begun = bool(begun)
    for draft in drafts:
        is_output = draft.role == "assistant" or (draft.role is None and not draft.links & ANSWERS_CALLS)
        is_answer = not is_output and bool(draft.links & ANSWERS_CALLS)
        if waiting and not is_answer and (answers_begun or not is_output):
            return UNKNOWN
        if REASONING_WAITS in waiting:
            if is_answer:
                return UNKNOWN
            waiting.remove(REASONING_WAITS)
        for answer in draft.ties.answers:
            # Which of several calls an answer without an id belongs to is told by the messages only.
            call = waiting[0] if answer == NO_ID and len(waiting) == 1 else answer
            if call not in waiting or (answer == NO_ID and len(waiting) > 1):
                return UNKNOWN
            waiting.remove(call)
        if is_answer:
            answers_begun = bool(waiting)
        if not set(waiting).isdisjoint(draft.ties.calls):
            return UNKNOWN  # the call is made again, and what was waited for will never be answered
        waiting += draft.ties.calls
        if draft.links == REASONING and draft.role is None:
            waiting.append(REASONING_WAITS)
    return noted(waiting, answers_begun=answers_begun)
