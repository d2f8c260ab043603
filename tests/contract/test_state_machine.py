"""Random walks over all operations: after every step the store holds what plain lists hold, now and at every moment."""

from __future__ import annotations

import os
from collections.abc import Callable

import hypothesis
from hypothesis.stateful import run_state_machine_as_test

from manager import SessionManager
from tests.backends import Backend
from tests.faces import Face
from tests.walk import Clock, Store, Walk

#: How many walks each backend and face takes; CONTEXTLEDGER_FUZZ asks for more.
WALKS = {"sqlite": 20, "sqlite-memory": 5, "sqlite-aiosqlite": 3, "postgresql": 3, "mariadb": 3}
STEPS = 30


def test_any_walk_leaves_what_plain_lists_hold(
    backend: Backend, make_manager: Callable[..., SessionManager], face: Face
) -> None:
    clock = Clock()
    managers = [make_manager(clock=clock) for _ in range(2 if backend.shareable else 1)]
    walks = int(os.environ.get("CONTEXTLEDGER_FUZZ", "0")) or WALKS[backend.name]
    run_state_machine_as_test(
        type("Walk", (Walk,), {"store": Store(managers, face, clock)}),
        settings=hypothesis.settings(max_examples=walks, stateful_step_count=STEPS),
    )
