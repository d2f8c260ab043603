"""What a built-in strategy is: it is given a window in memory and gives back another one, or declines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from manager.model import Derived, Draft, Encoded
from manager.operations.cutting import bounds_of
from manager.operations.drafts import draft_of
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.revise import NewDerived, NewSummary
from manager.planning.cut import Bounds
from manager.planning.items import WindowItem, total_length
from manager.planning.links import links_of
from manager.protocols import Measure
from manager.settings import ResizeRules
from manager.storage.sessions import SessionRow


@dataclass(frozen=True, slots=True)
class State:
    """The window and the memo as a step finds them."""

    items: tuple[WindowItem, ...]
    memo: Any

    @property
    def length(self) -> int:
        """What the window measures."""
        return total_length(self.items)

    def after(self, step: Step) -> State:
        """The same after a step."""
        return State(step.items, self.memo if step.memo is None else step.memo.value)


@dataclass(frozen=True, slots=True)
class Step:
    """What a strategy did.

    Attributes:
        items: the window as it is now.
        reason: what it did, in words.
        memo: another one; None where it stays.
        summaries: what summarizers were asked.
        metadata: to be kept with the revision.
        settings: those it went by beside the limits, where they are not the built-in ones.
    """

    items: tuple[WindowItem, ...]
    reason: str
    memo: Encoded | None = None
    summaries: tuple[NewSummary, ...] = ()
    metadata: Encoded | None = None
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Run:
    """One resize by a built-in strategy: what it goes by, and the messages it has made so far.

    Attributes:
        strategy: the name it was asked for by, for errors.
        row: the session's, as it was when the window was read.
    """

    face: Face
    target: Target
    strategy: str
    rules: ResizeRules
    measure: Measure
    row: SessionRow
    derived: list[NewDerived] = field(default_factory=list)

    def derive(self, message: dict[str, Any], source_seq: int | None, path: str) -> WindowItem:
        """A message that is not in the log, as an item of the window.

        Raises:
            InvalidMessageError: it cannot be kept.
        """
        return self.derive_draft(draft_of(self.target.ledger, message, self.measure, path), source_seq)

    def derive_draft(self, draft: Draft, source_seq: int | None) -> WindowItem:
        """As `derive`, of a message that is ready to be stored."""
        self.derived.append(NewDerived(draft, source_seq))
        fields = draft.content.value
        return WindowItem(Derived(-len(self.derived)), fields, draft.length, links_of(fields), source_seq)

    @property
    def bounds(self) -> Bounds:
        """The limits and targets in force."""
        return bounds_of(self.rules)

    def fits(self, length: int, count: int) -> bool:
        """Whether a resize may stop at a window of this length and count."""
        return self.bounds.reached_by(length, count)


class Strategy(ABC):
    """A built-in strategy: under a name of its own, or registered under one like a handler."""

    #: What it is called where it has no name of its own.
    title: str

    @abstractmethod
    async def run(self, run: Run, state: State, name: str) -> Step | None:
        """What it makes of the window, whatever the limits; None where there is nothing for it to do.

        Nothing is written, and `state` is as it was.

        Args:
            name: what it is called here, for its reason.

        Raises:
            ResizeError: it failed.
        """


def flagged_head(items: Sequence[WindowItem], head: int) -> tuple[WindowItem, ...]:
    """The items, the first `head` of them marked as the head."""
    return tuple(
        item
        if item.head == (position < head)
        else replace(item, head=position < head, pinned=position < head or item.is_summary)
        for position, item in enumerate(items)
    )
