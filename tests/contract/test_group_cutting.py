"""Calls, their results and the reasoning before them are cut as one: no window is one that a provider refuses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manager import OverLimitWarning, Session, SessionManager
from tests.backends import SHAREABLE, SYSTEMS, Backend
from tests.conversations import conversations
from tests.faces import Face
from tests.kept import kept_of
from tests.messages import Fields, assistant, numbered, of_length, seqs, system, texts, user
from tests.processes import at_once, end_of, kill_oneself, running
from tests.provider_rules import Group, groups, parted_of, problems
from tests.simple_cut import measured

UNLIMITED = 2**40


def call(*ids: str) -> Fields:
    calls = [{"id": each, "type": "function", "function": {"name": "f", "arguments": "{}"}} for each in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def tool(call_id: str, text: str = "result") -> Fields:
    return {"role": "tool", "tool_call_id": call_id, "content": text}


def reasoning() -> Fields:
    return {"type": "reasoning", "id": "r", "summary": []}


def output(text: str = "hi") -> Fields:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def function_call(call_id: str) -> Fields:
    return {"type": "function_call", "call_id": call_id, "name": "f", "arguments": "{}"}


def function_output(call_id: str, text: str = "result") -> Fields:
    return {"type": "function_call_output", "call_id": call_id, "output": text}


def tool_use(*ids: str) -> Fields:
    blocks: list[Fields] = [{"type": "thinking", "thinking": "…", "signature": "s"}]
    blocks += [{"type": "tool_use", "id": each, "name": "f", "input": {}} for each in ids]
    return {"role": "assistant", "content": blocks}


def tool_result(*ids: str, text: str = "result") -> Fields:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": each, "content": text} for each in ids]}


FORMATS: dict[str, tuple[Callable[[str], Fields], Callable[[str, str], Fields]]] = {
    "chat": (call, tool),
    "responses": (function_call, function_output),
    "anthropic": (tool_use, lambda call_id, text: tool_result(call_id, text=text)),
}
every_format = pytest.mark.parametrize("form", FORMATS)


def standing_groups(log: Sequence[Fields]) -> list[Group]:
    """The groups of the log, where of several results of a call the last counts.

    The first does where a provider would not take the group with the last: a message that holds results of several
    calls cannot give way for one of them.
    """
    by_last = groups(log, latest=True)
    sound = [group for group in by_last if group.state in ("whole", "open")]
    rest = {place for group in by_last if group not in sound for place in group.members}
    return sound + [group for group in groups(log) if rest.issuperset(group.members)]


def check(session: Session, *, latest: bool = True) -> None:
    """The window is one that a provider takes, and no group of the log is in it in part.

    Args:
        latest: of several results of a call the last counts, as after appends with a limit, and not the first.
    """
    log, window = list(session.log()), session.context_window
    assert problems(window) == [], seqs(window)
    standing = standing_groups(log) if latest else groups(log)
    assert parted_of(kept_of(window, log), standing) == [], seqs(window)
    info = session.info()
    assert info.window_count == len(window)
    assert info.window_length == sum(measured(dict(message)) for message in window)


CASES: dict[str, list[Fields]] = {
    "a result after its call": [user("a"), call("1"), tool("1"), assistant("b")],
    "a result of another call": [user("a"), call("B"), tool("A"), tool("B"), user("b")],
    "a message between two results": [user("a"), call("a", "b"), tool("a"), assistant("mid"), tool("b"), user("b")],
    "results out of order": [user("a"), call("a", "b", "c"), tool("c"), tool("a"), tool("b"), assistant("b")],
    "reasoning with a call": [user("a"), reasoning(), function_call("c"), function_output("c"), output("b"), user("b")],
    "reasoning with an answer": [user("a"), reasoning(), output("b"), user("b"), reasoning(), output("c"), user("c")],
    "thinking with a call": [user("a"), tool_use("a", "b"), tool_result("b", "a"), assistant("b"), user("b")],
    "a call never answered": [user("a"), call("a"), user("b"), assistant("c"), user("d")],
    "an id used again": [user("a"), call("a"), tool("a"), call("a"), tool("a"), assistant("b")],
}


def limits_of(messages: Sequence[Fields]) -> list[dict[str, int]]:
    """Every limit of length at which a cut becomes another, and every limit of messages."""
    lengths = [measured(message) for message in messages]
    ends = {sum(lengths[start:]) for start in range(len(lengths))}
    limits = {each - 1 for each in ends} | ends - {max(ends)}
    by_length = [{"session.max_length": limit} for limit in sorted(limits)]
    return by_length + [{"session.max_messages": count} for count in range(1, len(messages))]


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.filterwarnings("ignore::manager.OverLimitWarning")
def test_a_batch_at_every_limit(manager: SessionManager, face: Face, case: str) -> None:
    for number, limits in enumerate(limits_of(CASES[case])):
        session = face(manager.session(f"{number}", settings=limits))
        assert session.append(CASES[case]).revision is not None
        check(session)
        assert session.log() == CASES[case]


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.filterwarnings("ignore::manager.OverLimitWarning")
def test_message_by_message_at_every_limit(backend: Backend, manager: SessionManager, face: Face, case: str) -> None:
    # Every append is a round trip or more to a server, which decides nothing: it has every third.
    for number, limits in enumerate(limits_of(CASES[case])[:: 1 if backend.system == "sqlite" else 3]):
        session = face(manager.session(f"{number}", settings=limits))
        for message in CASES[case]:
            if session.append(message).revision is not None:
                check(session)
        assert session.full_context[:] == CASES[case]
    assert face(manager).verify().ok


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.filterwarnings("ignore::manager.OverLimitWarning")
def test_a_resize_by_hand_at_every_limit(manager: SessionManager, face: Face, case: str) -> None:
    session = face(manager.session("a", auto_resize=False))
    session.append(CASES[case])
    for limits in limits_of(CASES[case]):
        for key, value in limits.items():
            session.set_settings(key, value)
        assert session.resize() is not None
        check(session)
        session.undo()
        assert session.context_window == CASES[case]
        for key in limits:
            session.unset_settings(key)


# --- the smallest inputs that went wrong elsewhere ----------------------------------------------


def test_no_window_begins_with_a_result(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_messages": 2}))
    session.append([user(), call("1"), tool("1"), assistant()])
    assert seqs(session.context_window) == [4]


def test_a_stray_result_does_not_come_in_because_another_fits(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_messages": 3}))
    session.append([user(), call("B"), tool("A"), tool("B"), user()])
    assert seqs(session.context_window) == [2, 4, 5]
    session.set_settings("session.max_messages", 2)
    session.resize()
    assert seqs(session.context_window) == [5]


def test_what_lies_between_a_call_and_its_last_result_is_neither_lost_nor_doubled(
    manager: SessionManager, face: Face
) -> None:
    messages = [user("a"), call("a", "b"), tool("a"), assistant("mid"), tool("b"), user("b")]
    kept = {1: [6], 2: [6], 3: [6], 4: [2, 3, 5, 6], 5: [2, 3, 4, 5, 6]}
    for most, expected in kept.items():
        session = face(manager.session(f"{most}", settings={"session.max_messages": most}))
        session.append(messages)
        assert seqs(session.context_window) == expected
        assert session.full_context[:] == messages


def test_reasoning_and_what_follows_from_it_go_together(manager: SessionManager, face: Face) -> None:
    messages = [user(), reasoning(), function_call("c"), function_output("c"), reasoning(), output(), user()]
    kept = {1: [7], 2: [7], 3: [5, 6, 7], 4: [5, 6, 7], 5: [5, 6, 7], 6: [2, 3, 4, 5, 6, 7]}
    for most, expected in kept.items():
        session = face(manager.session(f"{most}", settings={"session.max_messages": most}))
        session.append(messages)
        assert seqs(session.context_window) == expected


def _call_and_die(url: str, form: str, limits: dict[str, int]) -> None:
    make_call, _ = FORMATS[form]
    session = SessionManager(url).session("a", settings=limits)
    session.append([system("be kind"), user("find it")])
    session.append(make_call("c"))
    kill_oneself()


LIMITS = {"length": {"session.max_length": 900}, "messages": {"session.max_messages": 12}}
by_length_and_messages = pytest.mark.parametrize("limits", LIMITS.values(), ids=LIMITS)


@every_format
@by_length_and_messages
@pytest.mark.backends(*SHAREABLE)
def test_a_call_whose_process_was_killed_does_not_brick_the_session(
    backend: Backend,
    make_manager: Callable[..., SessionManager],
    database_url: str,
    face: Face,
    form: str,
    limits: dict[str, int],
) -> None:
    with running(_call_and_die, database_url, form, limits) as process:
        assert end_of(process) == -9
    session = face(face(make_manager()).get_session("a"))
    assert len(session.context_window) == 3
    resizes = 0
    for turn in range(200 if backend.system == "sqlite" else 60):
        resizes += session.append([user(f"question {turn}"), assistant(f"answer {turn}")]).revision is not None
        if turn < 20 or turn % 20 == 0:
            check(session)
            assert session.context_window[0] == system("be kind")
    assert resizes > 20
    check(session)
    info = session.info()
    assert info.window_length <= limits.get("session.max_length", UNLIMITED)
    assert info.window_count <= limits.get("session.max_messages", UNLIMITED)
    assert 3 not in seqs(session.context_window)
    assert face(make_manager()).verify().ok


@every_format
@by_length_and_messages
@pytest.mark.parametrize("size", [1, 2, 40])
@pytest.mark.backends(*SYSTEMS)
def test_a_late_answer_brings_its_call_back(
    manager: SessionManager, face: Face, form: str, limits: dict[str, int], size: int
) -> None:
    make_call, make_result = FORMATS[form]
    session = face(manager.session("a", settings=limits))
    session.append([system(), user("approve it?")])
    session.append(make_call("c"))
    for start in range(0, 40, size):
        session.append(numbered(size, start))
        check(session)
    assert 3 not in seqs(session.context_window)
    session.append(make_result("c", "approved"))
    check(session)
    window = session.context_window
    assert (window[0], window[-1]) == (system(), make_result("c", "approved"))
    # Where it stood before, Chat and Anthropic would refuse what was said since then between the two.
    assert window[-2] == make_call("c")
    before = [seq for seq in seqs(window)[:-2] if seq is not None]
    assert before == sorted(before)
    session.append(assistant("done"))
    check(session)
    assert seqs(session.context_window)[-2:] == [44, 45]
    info = session.info()
    assert info.window_length <= limits.get("session.max_length", UNLIMITED)
    assert info.window_count <= limits.get("session.max_messages", UNLIMITED)


def test_answers_that_come_one_by_one_and_late_come_back_with_their_call(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_messages": 8}))
    session.append([user("a"), call("a", "b")])
    session.append(tool("a"))
    check(session)
    for start in range(0, 20, 2):
        session.append(numbered(2, start))
        check(session)
    session.append(tool("b"))
    check(session)
    assert [seq for seq in seqs(session.context_window) if seq in (2, 3, 24)] == [2, 3, 24]


def test_a_call_made_again_with_its_id_is_waited_for_once(manager: SessionManager, face: Face) -> None:
    for name, answer in (("named", tool("a")), ("without an id", {"role": "tool", "content": "result"})):
        session = face(manager.session(name, settings={"session.max_messages": 20}))
        for message in (call("a"), call("a"), answer, user()):
            session.append(message)
        assert seqs(session.context_window) == [2, 3, 4], name


@pytest.mark.backends(*SHAREABLE)
@every_format
def test_a_late_answer_from_another_process(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face, form: str
) -> None:
    make_call, make_result = FORMATS[form]
    session = face(make_manager().session("a", settings={"session.max_length": 900}))
    session.append([user("approve it?"), make_call("c")])
    for start in range(0, 40, 2):
        session.append(numbered(2, start))
    at_once(_append_elsewhere, [(database_url, [make_result("c", "approved")])])
    check(session)
    assert {2, 43} <= set(seqs(session.context_window))
    at_once(_append_elsewhere, [(database_url, numbered(30))])
    check(session)
    assert session.info().window_length <= 900


def _append_elsewhere(url: str, messages: list[Fields]) -> None:
    with SessionManager(url) as manager:
        manager.get_session("a").append(messages)


@by_length_and_messages
def test_instructions_stay_for_ten_turns_over_the_limit(
    manager: SessionManager, face: Face, limits: dict[str, int]
) -> None:
    session = face(manager.session("a", settings=limits))
    session.append(system("You are a travel agent."))
    for turn in range(10):
        session.append([user("x" * 200), call(f"{turn}"), tool(f"{turn}", "y" * 200), assistant("z" * 200)])
        check(session)
        assert session.context_window[0] == system("You are a travel agent.")


def test_instructions_over_the_limit_are_told(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 300}))
    with pytest.warns(OverLimitWarning):
        session.append([of_length(400, "sys", "system"), user("hi")])
    assert session.context_window == [user("hi")]


@by_length_and_messages
def test_a_message_larger_than_the_limit_leaves_no_window_empty_or_over(
    manager: SessionManager, face: Face, limits: dict[str, int]
) -> None:
    session = face(manager.session("a", settings={"session.max_length": 900, **limits}))
    session.append([user("before"), call("c"), tool("c"), assistant("after")])
    session.append(user("x" * 5_000 + " end"))
    check(session)
    window = session.context_window
    assert texts(window)[-1].endswith("x end")
    assert session.info().window_length <= 900
    assert session.log()[-1] == user("x" * 5_000 + " end")


# --- the newest group ---------------------------------------------------------------------------


def with_long_results(form: str) -> tuple[list[Fields], list[Fields]]:
    """A call, and two results of it that are too long."""
    if form == "chat":
        return [call("a", "b")], [tool("a", "x" * 900), tool("b", "y" * 700)]
    if form == "responses":
        calls = [reasoning(), function_call("a"), function_call("b")]
        return calls, [function_output("a", "x" * 900), function_output("b", "y" * 700)]
    return [tool_use("a", "b")], [tool_result("a", text="x" * 900), tool_result("b", text="y" * 700)]


@every_format
@pytest.mark.parametrize("at_once", [True, False], ids=["a batch", "one by one"])
def test_results_of_the_newest_group_are_shortened_to_the_limit(
    manager: SessionManager, face: Face, form: str, at_once: bool
) -> None:
    limit = 1_000
    session = face(manager.session("a", settings={"session.max_length": limit}))
    session.append([system("sys"), user("before"), user("question")])
    calls, results = with_long_results(form)
    for batch in [calls + results] if at_once else [calls, *([each] for each in results)]:
        session.append(batch)
        check(session)
        assert session.info().window_length <= limit
    window = session.context_window
    assert window[0] == system("sys")
    assert window[1 : 1 + len(calls)] == calls
    assert len(window) == 1 + len(calls) + 2
    assert session.info().window_length > limit - 50
    assert session.log()[-2:] == results
    session.append(assistant("done"))
    check(session)
    assert session.info().window_length <= limit


@every_format
def test_calls_that_leave_no_room_for_results_stay_and_are_told(manager: SessionManager, face: Face, form: str) -> None:
    session = face(manager.session("a", settings={"session.max_length": 20}))
    make_call, make_result = FORMATS[form]
    with pytest.warns(OverLimitWarning):
        session.append([user(), make_call("c"), make_result("c", "x")])
    check(session)
    assert seqs(session.context_window) == [2, 3]


# --- targets ------------------------------------------------------------------------------------


def test_a_cut_goes_down_to_the_target_with_whole_groups(manager: SessionManager, face: Face) -> None:
    limits = {"session.max_messages": 20, "session.target_messages": 8}
    session = face(manager.session("a", settings=limits))
    session.append(system())
    counts: list[int] = []
    for turn in range(30):
        for message in (user(f"{turn}"), call(f"{turn}"), tool(f"{turn}"), assistant(f"{turn}")):
            cut = session.append(message).revision
            check(session)
            if cut is not None:
                counts.append(cut.window_count)
    assert len(counts) < 30
    assert set(counts) <= set(range(6, 9))


# --- everything at once -------------------------------------------------------------------------


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.filterwarnings("ignore::manager.OverLimitWarning")
@every_format
def test_calls_answered_in_every_order_and_never(
    backend: Backend, manager: SessionManager, face: Face, form: str
) -> None:
    make_call, make_result = FORMATS[form]
    session = face(manager.session("a", settings={"session.max_length": 1_500}))
    for turn in range(60 if backend.system == "sqlite" else 24):
        session.append(user(f"turn {turn}"))
        session.append(make_call(f"{turn}"))
        check(session)
        if turn % 3 == 0:
            session.append(make_result(f"{turn}", "now" * turn))
        if turn % 3 == 1 and turn > 6:
            session.append(make_result(f"{turn - 5}", "late"))
        if turn % 7 == 0:
            session.append(make_result(f"{turn}", "stray"))
        session.append(assistant(f"turn {turn}"))
        check(session)
        assert session.info().window_length <= 1_500
    assert face(manager).verify().ok


_numbers = count(1)


@given(conversations(max_events=10).filter(bool), st.data())
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@pytest.mark.filterwarnings("ignore::manager.OverLimitWarning")
def test_generated_conversations_with_any_limits(
    manager: SessionManager, face: Face, messages: list[Fields], data: st.DataObject
) -> None:
    limits: dict[str, int] = {}
    whole = sum(map(measured, messages))
    for what, most in (("length", whole), ("messages", len(messages))):
        limit = data.draw(st.none() | st.integers(1, most + 1), f"max_{what}")
        if limit is not None:
            limits[f"session.max_{what}"] = limit
            limits[f"session.target_{what}"] = data.draw(st.integers(1, limit), f"target_{what}")
    session = face(manager.session(f"{next(_numbers)}", settings=limits))
    ends = sorted(data.draw(st.sets(st.integers(1, len(messages))), "ends"))
    start, before = 0, list[Fields]()
    for end in (*ends, len(messages)):
        session.append(messages[start:end])
        window = session.context_window
        if limits and _holds_something_sound([*before, *messages[start:end]]):
            check(session)
            assert window
        start, before = end, [dict(message) for message in window]
    assert session.log() == messages
    session.set_settings("session.max_messages", 3)
    if session.resize() is not None and _holds_something_sound(window):
        check(session, latest=bool(limits))


def _holds_something_sound(messages: Sequence[Fields]) -> bool:
    return any(group.state in ("whole", "open") for group in groups(messages))
