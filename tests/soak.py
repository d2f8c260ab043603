"""How long the tests that search for rare events go on: briefly in the suite, longer in `make soak`."""

from __future__ import annotations

import os

#: Rounds for each one of the suite's.
SOAK = int(os.environ.get("CONTEXTLEDGER_SOAK", "1"))


def rounds(number: int) -> int:
    """So many in the suite, so many times that in a soak."""
    return number * SOAK
