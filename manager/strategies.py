"""Strategies the application makes: a summarizer of its own, and several strategies in a row."""

from __future__ import annotations

from typing import Literal

from manager.errors import InvalidArgumentError
from manager.operations.strategies.chain import Chain
from manager.operations.strategies.strategy import Strategy
from manager.operations.strategies.summarize import Summarize
from manager.planning.normalize import check_name
from manager.protocols import Summarizer


def summarize(
    summarizer: Summarizer,
    *,
    keep_rounds: int = 2,
    into: Literal["memo", "window"] = "memo",
    max_input: int | None = None,
) -> Strategy:
    """A strategy to register under a name: what leaves the window is shown to the summarizer, and its answer stays.

    The head, what is pinned and the newest `keep_rounds` rounds stay as they are, fewer rounds where those do not fit;
    everything before is given to the summarizer, and leaves the window. An empty answer or an error changes nothing.

    Args:
        summarizer: `(messages, memo)` to the summary, plain or async: text, or a `Summary` with what it cost. It is
            never called without a message, nor inside a transaction.
        keep_rounds: rounds (a user message and what follows it) that are not summarized, at least 1.
        into: "memo": what is returned, text or any JSON value, becomes the memo, and the memo is what was said before.
            "window": the text becomes a message after the head, and is given first the next time, together with what
            came after it.
        max_input: what the messages of one call may measure, in units of the session's measure. What is more is given
            in several calls, each with the answer of the one before it; nothing is left out.

    Raises:
        InvalidArgumentError: an argument is not usable.
    """
    if not callable(summarizer):
        raise InvalidArgumentError("summarizer", summarizer, "a function of messages and memo")
    if type(keep_rounds) is not int or keep_rounds < 1:
        raise InvalidArgumentError("keep_rounds", keep_rounds, "a whole number of at least 1")
    if into not in ("memo", "window"):
        raise InvalidArgumentError("into", into, '"memo" or "window"')
    if max_input is not None and (type(max_input) is not int or max_input < 1):
        raise InvalidArgumentError("max_input", max_input, "a whole number of at least 1, or None")
    return Summarize(summarizer, keep_rounds, into, max_input)


def chain(*steps: str | Strategy) -> Strategy:
    """A strategy to register under a name: its steps one after the other, the next only while the window is over.

    A step that finds nothing to do is passed over. So is one that fails or is not registered in this process: nothing
    of it is kept, and a `ResizeFailedWarning` and the revision's reason tell it. Where no step did anything, the chain
    fails as the first of them did. What the steps did becomes one revision.

    Args:
        steps: names (built in or registered), or what `summarize(...)` or `chain(...)` made.

    Raises:
        InvalidArgumentError, InvalidIdError: there are no steps, or one is no such thing.
    """
    if not steps:
        raise InvalidArgumentError("steps", steps, "names of strategies, or what summarize() made")
    for step in steps:
        if not isinstance(step, Strategy):
            check_name("step", step)
    return Chain(steps)
