"""`keep_last_rounds`: the newest rounds of the conversation stay, whole."""

from __future__ import annotations

from manager.operations.strategies.simple_cut import cut_items
from manager.operations.strategies.strategy import Run, State, Step, Strategy
from manager.planning.groups import groups_of
from manager.planning.items import WindowItem
from manager.planning.rounds import Fits, Rounds, newest_rounds
from manager.settings import DEFAULTS


class KeepLastRounds(Strategy):
    """The head, what is pinned, and the newest `session.keep_rounds` rounds stay: as many of them as fit."""

    title = "keep_last_rounds"

    async def run(self, run: Run, state: State, name: str) -> Step | None:
        wanted = run.rules.keep_rounds
        rounds = await run.face.call(rounds_of, state.items, wanted, run.fits)
        items = tuple(item for position, item in enumerate(state.items) if position in rounds.positions)
        reason = f"{name} kept {rounds.kept:,} of {rounds.count:,} round{'' if rounds.count == 1 else 's'}"
        if not rounds.kept:
            reason = f"{name} kept the end of the newest round"
        if not rounds.fits:
            # Not even the newest group has room beside what is pinned.
            items = await run.face.call(cut_items, run, items) or items
        if items == state.items:
            return None
        settings = {} if wanted == DEFAULTS["session.keep_rounds"] else {"session.keep_rounds": wanted}
        return Step(items=items, reason=reason, settings=settings)


def rounds_of(items: tuple[WindowItem, ...], wanted: int | None, fits: Fits) -> Rounds:
    """Which messages of the window stay where its newest rounds do."""
    return newest_rounds(items, groups_of([item.message for item in items]), wanted, fits)
