"""`clear_tool_results`: the older results give way to a line each."""

from __future__ import annotations

from manager.operations.strategies.strategy import Run, State, Step, Strategy
from manager.planning.clearing import clear_results
from manager.settings import DEFAULTS


class ClearToolResults(Strategy):
    """All results but the newest `session.keep_tool_results` are a line that says where the original is."""

    title = "clear_tool_results"

    async def run(self, run: Run, state: State, name: str) -> Step | None:
        keep = run.rules.keep_tool_results
        found = await run.face.call(clear_results, state.items, keep, run.measure, run.row.current_revision)
        if not found:
            return None
        items = list(state.items)
        for cleared in found:
            original = items[cleared.position].original
            items[cleared.position] = run.derive(cleared.message, original, "the cleared result")
        count = sum(cleared.results for cleared in found)
        return Step(
            items=tuple(items),
            reason=f"{name} cleared {count:,} result{'' if count == 1 else 's'}",
            settings={} if keep == DEFAULTS["session.keep_tool_results"] else {"session.keep_tool_results": keep},
        )
