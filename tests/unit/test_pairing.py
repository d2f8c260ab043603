"""Calls and answers are paired with about one look at each message, however many of them nobody answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from manager.planning import pairing
from manager.planning.groups import State, groups_of

COUNT = 6_000


def _orphan(number: int) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": f"{number}", "content": ""}


def _dead(number: int) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": [{"id": f"{number}"}]}


def _same_id(number: int) -> dict[str, Any]:
    return _dead(0) if number % 2 else {"role": "user", "content": ""}


def _pair(number: int) -> dict[str, Any]:
    return _orphan(number // 2) if number % 2 else _dead(number // 2)


@pytest.mark.parametrize("message", [_orphan, _dead, _same_id, _pair])
def test_each_message_is_noted_once(message: Callable[[int], dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[int] = []
    note = pairing._Stretch.note

    def counted(stretch: Any, position: int, ties: Any) -> None:
        noted.append(position)
        note(stretch, position, ties)

    monkeypatch.setattr(pairing._Stretch, "note", counted)
    groups = groups_of([message(number) for number in range(COUNT)])
    assert len(noted) <= COUNT
    assert len(set(noted)) == len(noted)
    assert sum(len(group.positions) for group in groups) == COUNT


def test_what_is_too_far_apart_is_not_a_pair() -> None:
    between = [{"role": "user", "content": "x"}] * pairing.REACH
    near = groups_of([_dead(1), *between[1:], _orphan(1)])
    assert near[0].state is State.WHOLE
    assert near[0].positions == (0, pairing.REACH)
    far = groups_of([_dead(1), *between, _orphan(1)])
    assert [far[0].state, far[-1].state] == [State.DEAD, State.ORPHAN]
