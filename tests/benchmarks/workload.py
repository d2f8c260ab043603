"""What is written and read on both sides: messages of 400 ASCII characters, and a limit that keeps fifty of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

CHARACTERS = 400
#: Messages a window holds after a cut, and revisions on a page of the resize history.
WINDOW = PAGE = 50
BATCH = 10_000
#: How many revisions ago that which is rolled back to was made.
RESTORED = 10

MESSAGE: dict[str, Any] = {
    "role": "user",
    "content": ("All work and no play makes Jack a dull boy. " * 10)[:CHARACTERS],
}
#: As long as a message, so that the prompt and forty-nine messages fill the window as fifty messages do.
PROMPT: dict[str, Any] = {"role": "system", "content": MESSAGE["content"][:-2]}
LENGTH = len(str(MESSAGE))
LIMIT = WINDOW * LENGTH


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is measured."""

    small: int
    large: int
    rounds: int
    #: Calls of an operation on one side in one round, of which the median counts.
    repeats: int
    #: Messages a batch appends, and rounds that append one.
    batch: int
    batches: int
    #: Messages of each measurement of disk space, and the sessions they are interleaved over.
    space: int
    sessions: int = 200

    def on_server(self) -> Plan:
        """The same where each message appended by itself costs round trips and a flush of the server's log."""
        return replace(
            self,
            large=min(self.large, 100_000),
            rounds=self.rounds // 2,
            batches=min(self.batches, 3),
            space=self.space // 2,
        )


FULL = Plan(small=1_000, large=1_000_000, rounds=30, repeats=20, batch=BATCH, batches=5, space=20_000)
QUICK = Plan(small=1_000, large=20_000, rounds=5, repeats=15, batch=BATCH, batches=1, space=2_000, sessions=50)
#: Small enough for the test suite, and large enough for every append after the fill to be followed by a cut.
SMOKE = Plan(small=100, large=120, rounds=1, repeats=2, batch=50, batches=1, space=60, sessions=5)
