"""Calls and results after rewinds, resets, rollbacks and pins: what belongs together is what is said as it stands."""

from __future__ import annotations

from typing import Any

import pytest

from manager import OverLimitWarning, RecallError, SessionManager
from tests.faces import Face
from tests.messages import assistant, seqs, system, user


def call(*names: str) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": [{"id": name, "type": "function"} for name in names]}


def result(name: str, text: str = "done") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": name, "content": text}


LIMITED = {"session.max_messages": 20}


def test_a_call_belongs_to_the_result_that_stands(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMITED))
    session.append([user("q"), call("c"), result("c", "old"), assistant("a")])
    session.rewind(2)
    session.append(result("c", "new"))
    session.append(assistant("b"))
    assert seqs(session.context_window) == [1, 2, 5, 6]
    assert session.pin([2, 5]) is None
    session.unpin([2, 5])
    session.clean_context_window()
    session.append(user("x"))
    session.recall(2)
    assert seqs(session.context_window) == [2, 5, 7]
    assert session.check_window() == []


@pytest.mark.parametrize("pops", [True, False])
def test_what_was_taken_back_does_not_come_back(manager: SessionManager, face: Face, pops: bool) -> None:
    session = face(manager.session("a", settings=LIMITED))
    session.append([user("q"), call("a", "b"), result("a"), result("b"), assistant("ok")])
    if pops:
        session.pop_message()
        session.pop_message()
    else:
        session.rewind(3)
    session.append(user("never mind"))
    assert seqs(session.context_window) == [1, 6]
    assert session.check_window() == []


def test_a_reset_ends_what_waits(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMITED))
    session.append([user("q"), call("c")])
    session.reset_chat_history()
    session.append(user("another topic"))
    session.append(result("c"))
    assert seqs(session.context_window) == [3]
    with pytest.raises(RecallError):
        session.recall(4)


def test_a_clear_does_not(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append([user("q"), call("c")])
    session.clean_context_window()
    session.append(user("meanwhile"))
    session.append(result("c"))
    assert seqs(session.context_window) == [3, 2, 4]
    assert session.check_window() == []


def test_a_hold_keeps_no_dead_call(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_messages": 4}))
    session.append([user("q"), call("c")])
    session.append(user("2"))
    session.append([user("3"), user("4"), user("5")])
    with pytest.warns(OverLimitWarning, match="held"):
        session.rollback(1)
    session.append(user("6"))
    assert seqs(session.context_window) == [1, 3, 4, 5, 6, 7]
    assert session.info().held
    assert session.check_window() == []


def test_a_resize_by_hand_mends_where_there_is_no_limit(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append([user("q"), call("c"), user("x"), result("d")])
    found = session.check_window()
    assert [(problem.kind, problem.position, problem.calls, problem.pending) for problem in found] == [
        ("unanswered_call", 1, ("c",), False),
        ("orphan_result", 3, ("d",), False),
    ]
    preview = session.preview_resize("simple_cut")
    assert preview is not None
    assert (seqs(preview.removed), preview.added, preview.length_after) == ([2, 4], [], 64)
    revision = session.resize("simple_cut", reason="the process was killed")
    assert revision is not None
    assert revision.window_length == preview.length_after
    assert (revision.strategy, revision.cause, revision.dropped_count) == ("drop_unanswered_calls", "manual", 2)
    assert seqs(session.context_window) == [1, 3]
    assert session.resize("simple_cut") is None
    session.undo()
    assert len(session.context_window) == 4


def test_a_result_that_does_not_follow_its_call_is_told(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append([user("q"), call("a", "b"), result("a"), assistant("mid"), result("b"), user("z")])
    (problem,) = session.check_window()
    assert (problem.kind, problem.position, problem.seq, problem.calls) == ("parted_result", 4, 5, ("b",))
    items = [{"type": "function_call", "call_id": "c"}, {"type": "message", "role": "assistant", "content": "mid"}]
    responses = face(manager.session("b"))
    responses.append([user("q"), *items, {"type": "function_call_output", "call_id": "c", "output": "1"}])
    assert responses.check_window() == []


def test_results_without_ids_belong_to_the_call_before_them(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMITED))
    nameless = {"role": "tool", "content": "done"}
    for message in (user("q"), call("a"), nameless, user("again"), call("a"), nameless, user("z")):
        session.append(message)
    assert seqs(session.context_window) == [1, 2, 3, 4, 5, 6, 7]
    assert session.check_window() == []
    between = face(manager.session("b", settings=LIMITED))
    outer, inner = ({"role": "assistant", "content": None, "tool_calls": [each]} for each in ({"id": "c"}, {}))
    between.append([outer, inner, nameless, result("c"), user("z")])
    assert [problem.kind for problem in between.check_window()] == ["parted_result"]


def test_the_head_stays_where_its_going_would_win_nothing(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 300}))
    session.append([system("Be brief."), user("x" * 120), user("y" * 120)])
    session.pin([2, 3])
    with pytest.warns(OverLimitWarning, match="pinned"):
        session.append(user("z" * 100))
    assert seqs(session.context_window) == [1, 2, 3, 4]
    session.unpin([2, 3])
    session.append(user("new"))
    assert seqs(session.context_window)[0] == 1
    assert session.info().window_length <= 300


def test_an_answer_for_the_meantime_gives_way_to_the_real_one(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_messages": 8}))
    for message in (user("q"), call("c"), result("c", "pending"), user("status?"), assistant("waiting")):
        session.append(message)
    assert seqs(session.context_window) == [1, 2, 3, 4, 5]
    revision = session.append(result("c", "approved")).revision
    assert revision is not None
    assert (revision.kind, revision.cause) == ("recall", "auto")
    assert seqs(session.context_window) == [1, 4, 5, 2, 6]
    assert session.check_window() == []
    assert len(session.full_context) == 6


def test_the_real_answer_brings_back_what_was_cut_with_the_one_for_the_meantime(
    manager: SessionManager, face: Face
) -> None:
    session = face(manager.session("a", settings={"session.max_messages": 6}))
    for message in (user("q"), call("a", "b"), result("b"), result("a", "pending"), *map(user, "123456")):
        session.append(message)
    assert seqs(session.context_window) == [5, 6, 7, 8, 9, 10]
    session.append(result("a", "approved"))
    assert seqs(session.context_window) == [8, 9, 10, 2, 3, 11]
    session.clean_context_window()
    session.recall(2)
    assert seqs(session.context_window) == [2, 3, 11]


@pytest.mark.parametrize("touched", [True, False])
@pytest.mark.parametrize("decides", ["no limit", "an analysis of its own", "validation off", "automatic resizing off"])
def test_an_answer_for_the_meantime_stays_where_nothing_may_leave(
    manager: SessionManager, face: Face, decides: str, touched: bool
) -> None:
    settings: dict[str, Any] = {} if decides == "no limit" else dict(LIMITED)
    if decides == "validation off":
        settings["session.validate"] = "off"
    opened = manager.session("a", auto_resize=decides != "automatic resizing off", settings=settings)
    if decides == "an analysis of its own":
        opened.register_analysis_handler(lambda *given: None)
    session = face(opened)
    session.append([user("q"), call("c"), result("c", "pending"), assistant("waiting")])
    if touched:
        session.append(user("taken back"))
        session.pop_message()
    appended = session.append(result("c", "approved"))
    assert appended.revision is None
    expected = [1, 2, 3, 4, 6] if touched else [1, 2, 3, 4, 5]
    assert seqs(session.context_window) == expected
    assert [(problem.kind, problem.seq) for problem in session.check_window()] == [("orphan_result", expected[-1])]
    session.resize("simple_cut")
    assert session.check_window() == []
    assert seqs(session.context_window) == [1, 4, 2, expected[-1]]


def test_what_comes_back_takes_nothing_out_where_there_is_no_limit(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append([user("q"), call("c")])
    session.clean_context_window()
    session.append([user("meanwhile"), call("d", "e"), result("d")])
    session.append(result("c"))
    assert seqs(session.context_window) == [3, 4, 5, 2, 6]
    assert [(problem.kind, problem.seq) for problem in session.check_window()] == [("unanswered_call", 4)]
