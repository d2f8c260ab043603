"""`chain(...)`: one strategy after the other, the next only while the window is still over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from manager.announce import announce
from manager.errors import ResizeError, ResizeFailedWarning
from manager.operations.strategies.built_in import BUILT_IN
from manager.operations.strategies.handler_step import HandlerStep
from manager.operations.strategies.strategy import Run, State, Step, Strategy

#: Characters of a step's failure in the revision's reason; the warning has all of it.
_FAILURE: Final = 500


@dataclass(frozen=True, slots=True)
class Chain(Strategy):
    """The steps in order, each on what the one before it left; one that fails is passed over."""

    steps: tuple[str | Strategy, ...]
    title = "chain"

    async def run(self, run: Run, state: State, name: str) -> Step | None:
        return await self._run(run, state, (name,))

    async def _run(self, run: Run, state: State, within: tuple[str, ...]) -> Step | None:
        done: Step | None = None
        failures: list[tuple[str, ResizeError]] = []
        reasons: list[str] = []
        for step in self.steps:
            if (done is not None or failures) and run.fits(state.length, len(state.items)):
                break
            name = step if isinstance(step, str) else step.title
            made_before = len(run.derived)
            try:
                made = await _made(run, state, step, name, within)
            except ResizeError as failure:
                del run.derived[made_before:]
                failures.append((name, failure))
                reasons.append(f"{name} failed: {_shortened(failure.problem)}")
                continue
            if made is not None:
                state = state.after(made)
                done = made if done is None else _both(done, made)
                reasons.append(made.reason)
        if done is None:
            if failures:
                raise failures[0][1]
            return None
        for name, failed in failures:
            announce(
                ResizeFailedWarning,
                f"session {run.target.session_id!r}: the step {name!r} of strategy {run.strategy!r} failed, and was "
                f"passed over: {failed.problem}",
            )
        return replace(done, reason="; ".join(reasons))


async def _made(run: Run, state: State, step: str | Strategy, name: str, within: tuple[str, ...]) -> Step | None:
    """What the step makes of the window.

    Raises:
        ResizeError: it failed, or is not there.
    """
    strategy = _found(run, step, within)
    if isinstance(strategy, Chain):
        return await strategy._run(run, state, (*within, name))
    return await strategy.run(run, state, name)


def _shortened(problem: str) -> str:
    return problem if len(problem) <= _FAILURE else f"{problem[: _FAILURE - 1]}…"


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
    """Two steps as one, but for the reason; the calls of the second are numbered after those of the first."""
    before = len(first.summaries)
    return Step(
        items=second.items,
        reason=second.reason,
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
