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
from manager.planning.groups import Group, Groups, State, all_groups, is_output, role_of
from manager.planning.links import MAKES_CALLS, REASONING, links_of
from manager.planning.window import Item, Planning, Window, answered_from


def window_problems(messages: Sequence[dict[str, Any]]) -> list[WindowProblem]:
    """Every place of the messages that a provider would refuse if they were sent now, in their order.

    An open call at the end, whose answer may still come, is one of them, with `pending` true.
    """
    items = [Item(0, role_of(message), links_of(message)) for message in messages]
    ties = [ties_of(message) for message in messages]
    found = answered_from(_problems(Groups(Window(len(items))), messages), items, ties)
    return sorted(found, key=lambda problem: problem.position)


def _problems(groups: Groups, messages: Sequence[dict[str, Any]]) -> Planning[list[WindowProblem]]:
    found: list[WindowProblem] = []
    for group in (yield from all_groups(groups)):
        if group.state is State.WHOLE:
            found += yield from _parted(groups, group, messages)
        else:
            for position in group.positions:
                for kind, what, calls in (yield from _wrong_at(groups, group, position)):
                    found.append(_problem(messages, position, kind, what, calls, pending=group.state is State.OPEN))
    return found


def _parted(groups: Groups, group: Group, messages: Sequence[dict[str, Any]]) -> Planning[list[WindowProblem]]:
    """Results that something else stands before: Chat and Anthropic want them right after their call."""
    found: list[WindowProblem] = []
    for maker in group.positions:
        if not (links_of(messages[maker]) & MAKES_CALLS and messages[maker].get("role") == "assistant"):
            continue
        ties = yield from groups.window.ties(maker)
        answers, _ = yield from groups.pairing.answers_to(maker, ties.calls)
        expected = maker + 1
        for answer in sorted(set(answers)):
            if answer != expected:
                what = f"result of the call at {maker}, which it does not follow: OpenAI Chat and Anthropic refuse that"
                calls = (yield from groups.window.ties(answer)).answers
                found.append(_problem(messages, answer, "parted_result", what, calls, pending=False))
            expected = answer + 1
    return found


def _wrong_at(groups: Groups, group: Group, position: int) -> Planning[list[tuple[str, str, tuple[str, ...]]]]:
    """What is wrong with one message of a group that is not whole: kinds, words, and the calls it is about."""
    ties = yield from groups.window.ties(position)
    unanswered: list[str] = []
    for call in ties.calls:
        _, complete = yield from groups.pairing.answers_to(position, [call])
        if not complete:
            unanswered.append(call)
    lone: list[str] = []
    for answer in ties.answers:
        maker = yield from groups.pairing.call_of(position, answer)
        lone += [answer] if maker is None else []
    found: list[tuple[str, str, tuple[str, ...]]] = []
    if unanswered:
        what = f"{_listed('call', unanswered)} without an answer"
        what += ", which must come first" if group.state is State.OPEN else ": the conversation went on without it"
        found.append(("unanswered_call", what, tuple(unanswered)))
    if lone:
        what = f"answer to {_listed('call', lone)}, which is not before it or was answered already"
        found.append(("orphan_result", what, tuple(lone)))
    item = yield from groups.window.item(position)
    if item.links == REASONING and item.role is None:
        last = position + 1 == groups.window.count
        if last or not is_output((yield from groups.window.item(position + 1))):
            found.append(("dangling_reasoning", "reasoning that no item follows from", ()))
    return found


def _problem(
    messages: Sequence[dict[str, Any]], position: int, kind: str, what: str, calls: tuple[str, ...], *, pending: bool
) -> WindowProblem:
    seq = getattr(messages[position], "seq", None)
    return WindowProblem(position=position, seq=seq, kind=kind, what=what, pending=pending, calls=calls)


def _listed(what: str, ids: Sequence[str]) -> str:
    return f"{what} " + ", ".join(repr(name) if name else "without an id" for name in ids)
