"""The strategies a session can name without anything being registered."""

from __future__ import annotations

from typing import Final

from manager.operations.strategies.clear_tool_results import ClearToolResults
from manager.operations.strategies.keep_last_rounds import KeepLastRounds
from manager.operations.strategies.simple_cut import SimpleCut
from manager.operations.strategies.strategy import Strategy

#: By name. `simple_cut` by itself is decided in the transaction it is due in, from lengths alone; here it is the step
#: of a chain.
BUILT_IN: Final[dict[str, Strategy]] = {
    strategy.title: strategy for strategy in (KeepLastRounds(), ClearToolResults(), SimpleCut())
}
