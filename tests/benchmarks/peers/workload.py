"""The work: turns of four messages of 400 characters each, in the format of OpenAI's chat completions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

CHARACTERS = 400
TEXT = ("All work and no play makes Jack a dull boy. " * 10)[:CHARACTERS]
TURN = 4
#: Messages of the next request.
WINDOW = 50
#: What our cut leaves: whole turns, because it never parts a call from its result. Fifty is no multiple of four.
CUT_WINDOW = 52
#: How many messages back a fork begins.
FORKED = 2 * TURN
TOOL = "look_up"

#: In the order in which they are measured.
OPERATIONS = ("turn", "turn_with_cut", "append", "window", "load", "pop", "fork")
#: Those that change nothing.
READS = ("window", "load")
#: Of a contestant whose other sessions can be written at the same time.
COMPANION = "companion"
#: Messages that one call adds to the history.
GROWTH = {"turn": TURN, "turn_with_cut": TURN, "append": 1}


def message(number: int) -> dict[str, Any]:
    """A message of a user; the same length for every number up to eight digits."""
    return {"role": "user", "content": f"{number:08d} {TEXT}"[:CHARACTERS]}


def turn(number: int) -> list[dict[str, Any]]:
    """A question, a call, its result and an answer."""
    call = call_id(number)
    function = {"name": TOOL, "arguments": f'{{"text":"{TEXT[: CHARACTERS - 11]}"}}'}
    return [
        message(number),
        {"role": "assistant", "content": None, "tool_calls": [{"id": call, "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": call, "content": TEXT},
        {"role": "assistant", "content": TEXT},
    ]


def call_id(number: int) -> str:
    """The id of the tool call in a turn."""
    return f"call_{number:08d}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is measured."""

    sizes: tuple[int, ...]
    #: Of our own, where every other store is left out.
    beyond: int | None
    #: Sizes on servers.
    server_sizes: tuple[int, ...]
    rounds: int
    #: Seconds that the calls of one operation may take in one round, their warm-up left out.
    slice: float
    #: Seconds in which a history must be filled.
    budget: float
    #: Sizes at which whole histories are loaded.
    load_sizes: tuple[int, ...]
    #: Sessions of one process that are written at the same time, and the appends to each.
    crowd: int
    crowd_appends: int
    crowd_rounds: int
    #: Processes that write to one session, and the appends of each.
    writers: int
    writer_appends: int
    #: Turns whose bytes on disk are looked at.
    space_turns: int
    #: Messages of the list that is trimmed.
    trimmed: int
    #: Starts of a process, of which the median counts.
    starts: int


FULL = Plan(
    sizes=(100, 1_000, 10_000, 50_000),
    beyond=1_000_000,
    server_sizes=(100, 1_000, 10_000, 50_000),
    rounds=5,
    slice=0.2,
    budget=60,
    load_sizes=(1_000, 10_000, 50_000),
    crowd=200,
    crowd_appends=5,
    crowd_rounds=5,
    writers=8,
    writer_appends=50,
    space_turns=200,
    trimmed=10_000,
    starts=5,
)
QUICK = Plan(
    sizes=(100, 1_000, 10_000),
    beyond=100_000,
    server_sizes=(1_000,),
    rounds=5,
    slice=0.04,
    budget=8,
    load_sizes=(1_000,),
    crowd=200,
    crowd_appends=2,
    crowd_rounds=1,
    writers=8,
    writer_appends=10,
    space_turns=100,
    trimmed=10_000,
    starts=1,
)
#: Small enough for the test suite.
SMOKE = Plan(
    sizes=(60, 100),
    beyond=None,
    server_sizes=(60,),
    rounds=2,
    slice=0.002,
    budget=20,
    load_sizes=(60,),
    crowd=5,
    crowd_appends=2,
    crowd_rounds=1,
    writers=2,
    writer_appends=3,
    space_turns=10,
    trimmed=100,
    starts=1,
)
