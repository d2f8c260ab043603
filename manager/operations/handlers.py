"""Running the user's analysis and resize handlers on a snapshot, outside of any transaction."""

from __future__ import annotations

import asyncio
import copy
import time
from collections.abc import Callable
from typing import Any

from manager.errors import ManagerError, ResizeError, ResizeResultError, described
from manager.model import Message
from manager.operations import rows
from manager.operations.contexts import View
from manager.operations.faces import Face
from manager.operations.handler_result import FullReader, HandlerPlan, plan_result
from manager.operations.ledger import Target
from manager.operations.present import memo_of
from manager.planning.normalize import check_name
from manager.protocols import ResizeHandler
from manager.settings import ResizeRules, SettingsNamespace
from manager.storage.sessions import AppendedRow, SessionRow


def over_limit(row: SessionRow | AppendedRow, rules: ResizeRules) -> bool:
    """Whether the window is longer, or holds more, than the rules let it."""
    return rules.exceeded_by(row.window_length, row.window_count)


async def analyze(face: Face, target: Target, seen: View | None) -> str | None:
    """The name of the strategy the analysis wants, the built-in one where there is no other; None for no resize.

    Raises:
        ResizeError: the handler raised, or returned what is no name.
    """
    handler = target.effective_analysis_handler()
    row = None if seen is None else seen.row
    if handler is None:
        rules = rows.rules_of(target, row)
        return rules.strategy if row is not None and over_limit(row, rules) else None
    full = FullReader(target, row)
    arguments = (await full.context(face), _messages(seen), memo_in(seen), _namespace(target, row))
    named = await called(face, None, handler, arguments)
    if named is None:
        return None
    if not isinstance(named, str):
        raise ResizeResultError(None, named, "it is not the name of a strategy")
    try:
        return check_name("strategy", named)
    except ManagerError as error:
        raise ResizeResultError(None, named, str(error)) from error


async def run_handler(
    face: Face, target: Target, name: str, handler: ResizeHandler, seen: View
) -> tuple[HandlerPlan | None, int]:
    """What the handler wants, and how long it took in microseconds; None where that is what there is."""
    measure = rows.measure_of(target, seen.row)
    full = FullReader(target, seen.row)
    arguments = (await full.context(face), _messages(seen), memo_in(seen), _namespace(target, seen.row))
    started = time.perf_counter_ns()
    returned = await called(face, name, handler, arguments)
    duration = (time.perf_counter_ns() - started) // 1_000
    return plan_result(target.ledger, name, returned, seen, full, measure), duration


async def called(face: Face, strategy: str | None, handler: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """What the user's function returned; what it raised is the cause of a ResizeError."""
    try:
        return await face.call(handler, *arguments)
    except asyncio.CancelledError as error:
        task = _current_task()
        if task is not None and task.cancelling():
            raise
        # The handler raised it by itself, and nobody cancelled this call.
        raise ResizeError(strategy, f"raised {described(error)}") from error
    except Exception as error:
        raise ResizeError(strategy, f"raised {described(error)}") from error


def _current_task() -> asyncio.Task[Any] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:  # no loop runs in this thread
        return None


def _messages(seen: View | None) -> list[Message]:
    # Copies to the last value: what one handler does to its own must not reach another.
    return [] if seen is None else copy.deepcopy(seen.messages)


def memo_in(seen: View | None) -> object:
    """The view's memo, decoded anew: whoever gets it may change it."""
    return None if seen is None else memo_of(seen.memo)


def _namespace(target: Target, row: SessionRow | None) -> SettingsNamespace:
    return rows.settings_of(target.ledger, row, target).namespace("session")
