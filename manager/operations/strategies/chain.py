"""`chain(...)`: one strategy after the other, the next only while the window is still over."""

from __future__ import annotations

from dataclasses import dataclass, replace

from manager.errors import ResizeError
from manager.operations.strategies.built_in import BUILT_IN
from manager.operations.strategies.handler_step import HandlerStep
from manager.operations.strategies.strategy import Run, State, Step, Strategy


@dataclass(frozen=True, slots=True)
class Chain(Strategy):
    """The steps in order, each on what the one before it left; what one of them fails at, the chain fails at."""

    steps: tuple[str | Strategy, ...]
    title = "chain"

    async def run(self, run: Run, state: State, name: str) -> Step | None:
        return await self._run(run, state, (name,))

    async def _run(self, run: Run, state: State, within: tuple[str, ...]) -> Step | None:
        done: Step | None = None
        for step, strategy in [(step, _found(run, step, within)) for step in self.steps]:
            if done is not None and run.fits(state.length, len(state.items)):
                break
            name = step if isinstance(step, str) else strategy.title
            made = (
                await strategy._run(run, state, (*within, name))
                if isinstance(strategy, Chain)
                else await strategy.run(run, state, name)
            )
            if made is not None:
                state = state.after(made)
                done = made if done is None else _both(done, made)
        return done


def _found(run: Run, step: str | Strategy, within: tuple[str, ...]) -> Strategy:
    """The strategy of this name.

    Raises:
        ResizeError: there is none in this process, or it is the chain itself.
    """
    if isinstance(step, Strategy):
        return step
    if step in within:
        raise ResizeError(run.strategy, f"names the step {step!r} inside of itself; leave it out of the chain")
    found = run.target.resize_handler(step) or BUILT_IN.get(step)
    if found is None:
        raise ResizeError(
            run.strategy,
            f"names the step {step!r}, which is not registered in this process; register_resize_handler({step!r}, …) "
            "on the session or its manager",
        )
    return found if isinstance(found, Strategy) else HandlerStep(found)


def _both(first: Step, second: Step) -> Step:
    """Two steps as one; the calls of the second are numbered after those of the first."""
    before = len(first.summaries)
    return Step(
        items=second.items,
        reason=f"{first.reason}; {second.reason}",
        memo=first.memo if second.memo is None else second.memo,
        summaries=(
            *first.summaries,
            *(
                call if call.follows is None else replace(call, follows=call.follows + before)
                for call in second.summaries
            ),
        ),
        metadata=first.metadata if second.metadata is None else second.metadata,
        settings={**first.settings, **second.settings},
    )
