"""What became of the conversations of a source."""

from __future__ import annotations

from dataclasses import dataclass, field

#: So many problems of one session are told in words; all are counted.
_TOLD = 20


@dataclass(slots=True, kw_only=True)
class Moved:
    """What became of one conversation.

    Attributes:
        session_id: what the session is called, here and there.
        read, imported, already_there: messages of the source, those that are stored now, and those that were.
        no_longer_there: messages that an earlier import stored, and the source has no more.
        unreadable: messages that could not be kept; `problems` says which and why.
        refused: why nothing, or nothing more, of it was imported.
        notes: what else there is to know.
    """

    session_id: str
    read: int = 0
    imported: int = 0
    already_there: int = 0
    no_longer_there: int = 0
    unreadable: int = 0
    refused: str | None = None
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether all that the source has of it is stored."""
        return self.refused is None and not self.unreadable

    def cannot_keep(self, problem: str) -> None:
        """One more message could not be kept."""
        self.unreadable += 1
        if self.unreadable <= _TOLD:
            self.problems.append(problem)
