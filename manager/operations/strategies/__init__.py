"""The built-in strategies that work on a window in memory: what they are, how they run, and the names they have."""

from manager.operations.strategies.built_in import BUILT_IN
from manager.operations.strategies.run import run_strategy
from manager.operations.strategies.strategy import Strategy

__all__ = ["BUILT_IN", "Strategy", "run_strategy"]
