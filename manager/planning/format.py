"""What providers refuse in a list of messages, in words.

The rules: OpenAI answers 400 to a `tool` message that follows no `tool_calls` with its id, to `tool_calls` without a
`tool` message for each, to a `function_call_output` without its `function_call`, and to a `reasoning` item without the
item that follows from it; Anthropic to a `tool_result` without its `tool_use` and to a `tool_use` without its result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from manager.model import WindowProblem
from manager.planning.calls import ties_of
from manager.planning.groups import Group, State, groups_of
from manager.planning.links import REASONING, links_of


def window_problems(messages: Sequence[dict[str, Any]]) -> list[WindowProblem]:
    """Every place of the messages that a provider would refuse if they were sent now, in their order.

    An open call at the end, whose answer may still come, is one of them, with `pending` true.
    """
    found = [problem for group in groups_of(messages) for problem in _problems(messages, group)]
    return sorted(found, key=lambda problem: problem.position)


def _problems(messages: Sequence[dict[str, Any]], group: Group) -> list[WindowProblem]:
    if group.state is State.WHOLE:
        return []
    pending = group.state is State.OPEN
    made = {position: ties_of(messages[position]) for position in group.positions}
    calls = {call for ties in made.values() for call in ties.calls}
    answers = {answer for ties in made.values() for answer in ties.answers}
    found: list[WindowProblem] = []
    for position, ties in made.items():
        waiting = [call for call in ties.calls if call not in answers]
        if waiting:
            what = f"{_listed('call', waiting)} without an answer"
            what += (
                ", which must follow before the next request" if pending else ": the conversation went on without it"
            )
            found.append(_problem(messages, position, "unanswered_call", what, pending))
        lone = [answer for answer in ties.answers if answer not in calls]
        if lone or (ties.answers and group.state is State.ORPHAN):
            what = f"{_listed('answer to call', lone or list(ties.answers))}, which is not before it or was answered"
            found.append(_problem(messages, position, "orphan_result", what, False))
    last = group.positions[-1]
    if links_of(messages[last]) == REASONING and "role" not in messages[last]:
        found.append(_problem(messages, last, "dangling_reasoning", "reasoning that no item follows from", pending))
    return found


def _listed(what: str, ids: Sequence[str]) -> str:
    return f"{what} " + ", ".join(repr(name) if name else "without an id" for name in ids)


def _problem(messages: Sequence[dict[str, Any]], position: int, kind: str, what: str, pending: bool) -> WindowProblem:
    return WindowProblem(
        position=position, seq=getattr(messages[position], "seq", None), kind=kind, what=what, pending=pending
    )
