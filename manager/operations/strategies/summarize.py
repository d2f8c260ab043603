"""`summarize(...)`: what leaves the window is shown to the application's summarizer, and its answer stays."""

from __future__ import annotations

import copy
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from manager.errors import InvalidMemoError, InvalidMessageError, ResizeError
from manager.model import Derived, Encoded, Message, Summary
from manager.operations.drafts import json_of
from manager.operations.handlers import called
from manager.operations.revise import NewSummary
from manager.operations.strategies.strategy import Run, State, Step, Strategy
from manager.planning import spans
from manager.planning.groups import Group, groups_of
from manager.planning.items import WindowItem, total_length
from manager.planning.rounds import Rounds, newest_rounds
from manager.planning.summarizing import HEADING, Portions, Shown, TooSmallError
from manager.protocols import Measure, Summarizer


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a summarizer said to one portion."""

    value: Any
    encoded: Encoded
    model: Encoded | None
    cost: Encoded | None
    metadata: Encoded | None


@dataclass(slots=True)
class _Calls:
    """The calls of one resize so far, and what the next one is shown beside its portion."""

    memo: Any
    front: list[Shown]
    made: list[NewSummary]
    last: _Answer | None = None


@dataclass(frozen=True, slots=True)
class Summarize(Strategy):
    """The messages before the newest `keep_rounds` rounds give way to what the summarizer makes of them."""

    summarizer: Summarizer
    keep_rounds: int
    into: Literal["memo", "window"]
    max_input: int | None
    title = "summarize"

    async def run(self, run: Run, state: State, name: str) -> Step | None:
        kept, portions = await run.face.call(self._divided, run, state.items)
        if not portions.waiting:
            return None  # nothing came after what was summarized already
        summaries = [item for item in state.items if item.is_summary]
        front = [
            Shown(item.reference, position, item.message, item.length)
            for position, item in enumerate(state.items)
            if item.is_summary
        ]
        count = sum(map(len, portions.waiting))
        calls = _Calls(state.memo, front, [])
        while portions.waiting:
            await self._call(run, calls, portions)
        assert calls.last is not None, "there was something to summarize"
        items = tuple(item for position, item in enumerate(state.items) if position in kept)
        memo = None
        if self.into == "memo":
            memo = calls.last.encoded
        else:
            summary = self._message(run, calls.last)
            self._refuse_too_long(run, summary, state, items)
            head = sum(item.head for item in items)
            items = (*items[:head], summary, *items[head:])
            assert isinstance(summary.reference, Derived), "a summary is no message of the log"
            calls.made[-1] = replace(calls.made[-1], derived=summary.reference)
        return Step(
            items=items,
            reason=_reason(name, count, len(summaries), len(calls.made), self.into),
            memo=memo,
            summaries=tuple(calls.made),
            settings={"summarize": {"keep_rounds": self.keep_rounds, "into": self.into, "max_input": self.max_input}},
        )

    def _divided(self, run: Run, items: Sequence[WindowItem]) -> tuple[frozenset[int], Portions]:
        """The positions that stay in the window, and what the summarizer is to be shown, beside earlier summaries."""
        groups = groups_of([item.message for item in items])
        rounds = self._rounds(run, items, groups)
        kept = frozenset(position for position in rounds.positions if not items[position].is_summary)
        older = [
            group.positions
            for group in groups
            if group.acceptable and not rounds.positions.intersection(group.positions)
        ]
        return kept, Portions.of(items, older, run.measure)

    def _rounds(self, run: Run, items: Sequence[WindowItem], groups: Sequence[Group]) -> Rounds:
        """The rounds that are not summarized.

        More than the newest one only where another like it fits as well, and a tenth of the limit at least: a summary
        on every round costs more than it saves. A target says by itself how much room there is to be.
        """
        is_first = self.into == "window" and not any(item.is_summary for item in items)

        def fits(length: int, count: int) -> bool:
            return run.fits(length, count + is_first)

        newest = newest_rounds(items, groups, 1, fits)
        if self.keep_rounds == 1 or not newest.kept:
            return newest
        of_round = [items[position] for position in newest.positions if not items[position].pinned]
        rules = run.rules
        spare_length = spare_count = 0
        if rules.max_length is not None and rules.target_length == rules.max_length:
            spare_length = max(total_length(of_round), rules.max_length // 10)
        if rules.max_messages is not None and rules.target_messages == rules.max_messages:
            spare_count = max(len(of_round), rules.max_messages // 10)
        more = newest_rounds(
            items,
            groups,
            self.keep_rounds,
            lambda length, count: fits(length + spare_length, count + spare_count),
        )
        return more if more.kept else newest

    async def _call(self, run: Run, calls: _Calls, portions: Portions) -> None:
        room = None if self.max_input is None else self.max_input - sum(shown.length for shown in calls.front)
        try:
            portion: list[Shown] = await run.face.call(portions.take, room)
        except TooSmallError as error:
            raise ResizeError(
                run.strategy,
                f"has room for {room} of max_input={self.max_input} beside the last summary, which is too little for "
                "one character of a message; raise max_input, or have the summarizer write less",
            ) from error
        shown = [*calls.front, *portion]
        started = time.perf_counter_ns()
        returned = await called(
            run.face, run.strategy, self.summarizer, ([_message(item) for item in shown], copy.deepcopy(calls.memo))
        )
        duration = (time.perf_counter_ns() - started) // 1_000
        answer = _answer_of(run.strategy, returned, self.into)
        calls.made.append(
            NewSummary(
                given=spans.from_references(dict.fromkeys(item.reference for item in shown if item.position >= 0)),
                follows=len(calls.made) or None,
                returned=_kept(answer),
                derived=None,
                model=answer.model,
                cost=answer.cost,
                duration_us=duration,
            )
        )
        calls.last = answer
        calls.front = []
        if self.into == "memo":
            calls.memo = answer.value
        elif portions.waiting:
            fields = _summary_message(answer.value)
            calls.front = [Shown(0, -1, fields, await run.face.call(_measured, run.measure, fields))]

    def _refuse_too_long(self, run: Run, summary: WindowItem, state: State, kept: Sequence[WindowItem]) -> None:
        """Raises where the window would be over its limit and no shorter than before, or the summary leaves no room for
        the messages it is to be given with the next time."""
        replaced = state.length - total_length(kept)
        over = run.rules.exceeded_by(total_length(kept) + summary.length, len(kept) + 1)
        if over and summary.length >= replaced:
            problem = f"measures {summary.length:,}, no less than the {replaced:,} it would stand for"
        elif self.max_input is not None and summary.length >= self.max_input:
            problem = (
                f"measures {summary.length:,}, which leaves no room for a message within max_input={self.max_input}"
            )
        else:
            return
        raise ResizeError(run.strategy, f"got a summary that {problem}; have the summarizer write less")

    def _message(self, run: Run, answer: _Answer) -> WindowItem:
        try:
            made = run.derive(_summary_message(answer.value), None, "the summary")
        except InvalidMessageError as error:
            raise ResizeError(run.strategy, f"got a summary that cannot be kept: {error}") from error
        return replace(made, head=True, pinned=True, is_summary=True)


def _measured(measure: Measure, message: dict[str, Any]) -> int:
    return measure(message)


def _summary_message(text: str) -> dict[str, Any]:
    return {"role": "user", "content": HEADING + text}


def _message(shown: Shown) -> Message:
    """A copy the summarizer may keep; a whole message of the log knows its place there."""
    if isinstance(shown.message, Message):
        return copy.deepcopy(shown.message)
    return Message(copy.deepcopy(shown.message))


def _answer_of(strategy: str, returned: object, into: str) -> _Answer:
    """What the summarizer returned.

    Raises:
        ResizeError: it is empty, of the wrong type, or cannot be kept.
    """
    summary = returned if isinstance(returned, Summary) else Summary(returned)
    value = summary.text
    if into == "window" and value is not None and not isinstance(value, str):
        raise ResizeError(
            strategy,
            f"got an answer of type {type(value).__name__} from its summarizer; return text or Summary(text), or "
            'make it with into="memo"',
        )
    if value is None or value in ([], {}) or (isinstance(value, str) and not value.strip()):
        raise ResizeError(strategy, "got an empty answer from its summarizer; return what stands for the messages")
    if summary.model is not None and not isinstance(summary.model, str):
        raise ResizeError(strategy, f"got a model of type {type(summary.model).__name__} with a summary, not its name")
    try:
        encoded = json_of(value, "the summary")
        return _Answer(
            value=encoded.value,
            encoded=encoded,
            model=_optional(summary.model, "summary.model"),
            cost=_optional(summary.cost, "summary.cost"),
            metadata=_optional(summary.metadata, "summary.metadata"),
        )
    except InvalidMemoError as error:
        raise ResizeError(strategy, f"got an answer from its summarizer that cannot be kept: {error}") from error


def _optional(value: Any, path: str) -> Encoded | None:
    return None if value is None else json_of(value, path)


def _kept(answer: _Answer) -> Encoded:
    """What the revision keeps of the answer."""
    whole = {"text": answer.value}
    if answer.metadata is not None:
        whole["metadata"] = answer.metadata.value
    return json_of(whole, "the summary")


def _reason(name: str, count: int, earlier: int, calls: int, into: str) -> str:
    what = f"{count:,} message{'' if count == 1 else 's'}"
    if earlier:
        what += f" and the summary before {'it' if count == 1 else 'them'}"
    times = f" in {calls:,} calls" if calls > 1 else ""
    return f"{name} summarized {what} into the {into}{times}"
