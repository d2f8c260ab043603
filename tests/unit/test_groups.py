"""Cutting whole groups: generated conversations, every limit, against rules that were written without the planner."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manager.planning import groups as planned
from manager.planning.cut import Bounds
from manager.planning.format import window_problems
from manager.planning.shorten import shorten
from tests.conversations import conversations, plain_conversations
from tests.group_cut import PINNED_ROLES, Told, cut_window, kept_places
from tests.messages import Fields, assistant, system, user
from tests.provider_rules import groups, parted, problems
from tests.simple_cut import measured, simple_cut

# --- generated conversations --------------------------------------------------------------------


@given(conversations())
@settings(max_examples=1_000)
def test_the_planner_finds_the_groups(messages: list[Fields]) -> None:
    found = {
        group.positions: group.state in (planned.State.WHOLE, planned.State.OPEN)
        for group in planned.groups_of(messages)
    }
    assert found == {group.members: group.state in ("whole", "open") for group in groups(messages)}


@given(conversations())
@settings(max_examples=500)
def test_what_is_told_of_a_window_is_what_a_provider_refuses(messages: list[Fields]) -> None:
    told = [problem for problem in window_problems(messages) if not problem.pending]
    assert any(problem.kind != "parted_result" for problem in told) == bool(problems(messages))


@given(conversations(), st.data())
@settings(max_examples=1_500)
def test_every_window_is_one_a_provider_takes(messages: list[Fields], data: st.DataObject) -> None:
    told = Told(messages)
    limit = data.draw(st.integers(1, sum(told.lengths) + 10), "max_length")
    told.check(Bounds(limit))


@given(conversations(max_events=8))
@settings(max_examples=60)
def test_every_limit(messages: list[Fields]) -> None:
    told = Told(messages)
    lengths = told.lengths
    # A cut changes where what is kept becomes just small enough: at sums of lengths, and around them.
    sums = {sum(lengths[start:]) for start in range(len(lengths) + 1)} | set(lengths)
    for limit in sorted({max(1, each + more) for each in sums for more in (-1, 0, 1)}):
        told.check(Bounds(limit))
    for count in range(1, len(messages) + 1):
        told.check(Bounds(None, count))


@given(conversations(), st.data())
@settings(max_examples=1_000)
def test_limits_and_targets_of_length_and_count(messages: list[Fields], data: st.DataObject) -> None:
    length = sum(map(measured, messages))
    max_length = data.draw(st.none() | st.integers(1, length + 10), "max_length")
    max_messages = data.draw(st.none() | st.integers(1, len(messages) + 1), "max_messages")
    target_length = data.draw(st.none() | st.integers(1, max_length or length + 1), "target_length")
    target_messages = data.draw(st.none() | st.integers(1, max_messages or len(messages) + 1), "target_messages")
    Told(messages).check(Bounds(max_length, max_messages, target_length, target_messages))


@given(conversations(), st.data())
@settings(max_examples=1_000)
def test_what_is_pinned_stays_with_its_group(messages: list[Fields], data: st.DataObject) -> None:
    told = Told(messages)
    sound = [place for group in told.sound for place in group.members]
    pinned = data.draw(st.sets(st.sampled_from(sound), max_size=3) if sound else st.just(set[int]()), "pinned")
    limit = data.draw(st.integers(1, sum(told.lengths) + 10), "max_length")
    told.check(Bounds(limit), pinned)


@given(conversations(), st.data())
@settings(max_examples=500)
def test_a_cut_window_is_cut_again(messages: list[Fields], data: st.DataObject) -> None:
    pinned: int | None = None
    while (told := Told(messages)).sound:
        limit = data.draw(st.integers(1, sum(told.lengths)), "max_length")
        plan = told.planned_cut(Bounds(limit), head=pinned)
        if plan is None:
            break
        window = cut_window(messages, plan)
        assert problems(window) == []
        assert parted(set(kept_places(plan)), messages) == []
        if window == messages:
            break
        messages, pinned = window, plan.head


# --- without tools ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """A message with its length, as the plain cut takes it."""

    fields: Fields
    length: int
    place: int


@given(plain_conversations(), st.data(), st.sampled_from([PINNED_ROLES, (), ("system",), ("user", "assistant")]))
@settings(max_examples=1_500)
def test_without_tools_it_is_the_plain_cut(
    messages: list[Fields], data: st.DataObject, pinned_roles: tuple[str, ...]
) -> None:
    limit = data.draw(st.integers(1, sum(map(measured, messages)) + 10), "max_length")
    head = data.draw(st.none() | st.integers(0, 3), "head")

    def shortened(item: Said, room: int) -> Said | None:
        short = shorten(item.fields, measured, room)
        return None if short is None else Said(short, measured(short), item.place)

    said = [Said(message, measured(message), place) for place, message in enumerate(messages)]
    expected = simple_cut(said, limit, head, pinned_roles, shortened) if said else None
    plan = Told(messages).planned_cut(Bounds(limit), head=head, pinned_roles=pinned_roles)
    if expected is None:
        assert plan is None
        return
    assert plan is not None
    assert cut_window(messages, plan) == [item.fields for item in expected.window]
    assert kept_places(plan) == [item.place for item in expected.window]
    assert (plan.head, plan.over_limit is not None) == (expected.pinned, expected.over_limit)


# --- the smallest inputs that went wrong elsewhere ----------------------------------------------


def call(*ids: str) -> Fields:
    calls = [{"id": each, "type": "function", "function": {"name": "f", "arguments": "{}"}} for each in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def tool(id: str, text: str = "result") -> Fields:
    return {"role": "tool", "tool_call_id": id, "content": text}


@pytest.mark.parametrize(
    ("messages", "most", "kept"),
    [
        pytest.param([user(), call("1"), tool("1"), assistant()], 2, [3], id="no window begins with a result"),
        pytest.param([user(), call("B"), tool("A"), tool("B"), user()], 3, [1, 3, 4], id="a stray result stays out"),
        pytest.param([user(), call("B"), tool("A"), tool("B"), user()], 2, [4], id="the call goes with its result"),
        pytest.param([tool("A"), user(), user()], 2, [1, 2], id="a stray result goes first"),
        pytest.param([user(), call("a"), user(), user()], 3, [0, 2, 3], id="a dead call goes first"),
        pytest.param([user(), user(), call("a")], 1, [2], id="an open call stays"),
        pytest.param([user(), call("a", "b"), tool("a")], 1, [1, 2], id="an open call stays with what it has"),
        pytest.param([call("a"), tool("a"), tool("a"), user(), user()], 4, [0, 1, 3, 4], id="a result given twice"),
        pytest.param([call("a"), tool("a"), call("a"), tool("a"), user()], 3, [2, 3, 4], id="an id used again"),
        pytest.param([call("a"), call("a"), tool("a"), user()], 3, [1, 2, 3], id="the latest call is the answered one"),
    ],
)
def test_smallest_cases(messages: list[Fields], most: int, kept: list[int]) -> None:
    plan = Told(messages).planned_cut(Bounds(None, most))
    assert plan is not None
    assert kept_places(plan) == kept


def test_a_group_around_others_goes_whole_at_every_cut() -> None:
    messages = [user("q"), call("a", "b"), tool("a"), assistant("mid"), tool("b"), user("next")]
    kept = {}
    for most in range(1, 6):
        plan = Told(messages).planned_cut(Bounds(None, most))
        assert plan is not None
        kept[most] = kept_places(plan)
    assert kept == {1: [5], 2: [5], 3: [5], 4: [1, 2, 4, 5], 5: [1, 2, 3, 4, 5]}


def reasoning(id: str = "r") -> Fields:
    return {"type": "reasoning", "id": id, "summary": []}


def output(text: str = "hi") -> Fields:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


FUNCTION_CALL: Fields = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
FUNCTION_OUTPUT: Fields = {"type": "function_call_output", "call_id": "c", "output": "x"}


def test_reasoning_goes_with_what_follows_from_it() -> None:
    messages = [user(), reasoning(), FUNCTION_CALL, FUNCTION_OUTPUT, reasoning("s"), output(), user()]
    kept = {}
    for most in range(1, 7):
        plan = Told(messages).planned_cut(Bounds(None, most))
        assert plan is not None
        kept[most] = kept_places(plan)
    assert kept == {1: [6], 2: [6], 3: [4, 5, 6], 4: [4, 5, 6], 5: [4, 5, 6], 6: [1, 2, 3, 4, 5, 6]}


def test_a_response_of_many_items_is_one_group() -> None:
    search = {"type": "web_search_call", "id": "w", "status": "completed"}
    response = [item for number in range(40) for item in (reasoning(f"r{number}"), search)]
    messages = [user("q"), *response, output("found"), user("thanks"), user("bye")]
    assert [group.members for group in groups(messages)][1] == tuple(range(1, 82))
    for most in (1, 2, 3, 5, 40, 70, 81):
        plan = Told(messages).planned_cut(Bounds(None, most))
        assert plan is not None
        assert kept_places(plan) == [82, 83][-most:]


def test_what_the_provider_answers_itself_is_no_stray_result() -> None:
    search: Fields = {"type": "tool_search_call", "call_id": None, "execution": "server", "arguments": {}}
    found: Fields = {"type": "tool_search_output", "call_id": None, "execution": "server", "tools": []}
    messages = [user(), user(), reasoning(), search, found, FUNCTION_CALL, FUNCTION_OUTPUT, user()]
    plan = Told(messages).planned_cut(Bounds(None, 7))
    assert plan is not None
    assert kept_places(plan) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("messages", "position"),
    [
        pytest.param(
            [reasoning(), FUNCTION_CALL, reasoning("s"), FUNCTION_OUTPUT, user()], 2, id="reasoning before a result"
        ),
        pytest.param(
            [user(), reasoning(), FUNCTION_CALL, FUNCTION_CALL, FUNCTION_OUTPUT, user()],
            2,
            id="the same id twice at once",
        ),
    ],
)
def test_what_is_wrong_inside_a_group_is_told(messages: list[Fields], position: int) -> None:
    assert position in [problem.position for problem in window_problems(messages)]


def test_the_results_of_the_newest_group_are_shortened_to_the_limit() -> None:
    messages = [system("s"), user("q" * 50), call("a", "b", "c"), tool("a", "x" * 900), tool("b", "y" * 700), tool("c")]
    limit = 900
    plan = Told(messages).planned_cut(Bounds(limit))
    assert plan is not None
    assert kept_places(plan) == [0, 2, 3, 4, 5]
    assert set(plan.shortened) == {3, 4}
    assert plan.shortened[3].length == plan.shortened[4].length
    assert limit - 2 < plan.length <= limit
    assert plan.over_limit is None
