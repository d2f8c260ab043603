"""Summaries: what the summarizer is given, what becomes of its answer, and what the revision keeps of both."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manager import (
    Message,
    Passage,
    ResizeError,
    ResizeFailedWarning,
    Session,
    SessionManager,
    Summary,
    chain,
    summarize,
)
from tests.backends import SHAREABLE
from tests.conversations import conversations
from tests.faces import AsyncFace, Face
from tests.messages import Fields, assistant, of_length, seqs, system, texts, user
from tests.processes import at_once
from tests.provider_rules import groups, problems
from tests.rounds import call, resized, result, rounds, turn
from tests.simple_cut import measured

HEADING = "Summary of the conversation so far:\n"


class Scribe:
    """A summarizer that keeps what it was given, and answers with what is next, or the number of the call."""

    def __init__(self, *answers: Any) -> None:
        self.given: list[list[Message]] = []
        self.memos: list[Any] = []
        self.answers = list(answers)

    def __call__(self, messages: list[Message], memo: Any) -> Any:
        self.given.append(messages)
        self.memos.append(memo)
        answer = self.answers.pop(0) if self.answers else f"summary {len(self.given)}"
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def seqs(self) -> list[list[int | None]]:
        return [seqs(messages) for messages in self.given]


def summarizing(
    manager: SessionManager, scribe: Callable[..., Any], *, session_id: str = "a", own: Any = None, **how: Any
) -> Session:
    """A handle that only `resize("sum")` resizes."""
    stored = {f"session.{key}": value for key, value in (own or {}).items()}
    session = manager.session(session_id, auto_resize=False, settings=stored)
    session.register_resize_handler("sum", summarize(scribe, **how))
    return session


def passage(first: int, last: int, length: int, **roles: int) -> Passage:
    counted: dict[str | None, int] = dict(roles.items())
    return Passage(first=first, last=last, derived_id=None, count=last - first + 1, length=length, roles=counted)


# --- into the memo ------------------------------------------------------------------------------


def test_what_leaves_the_window_is_given_and_the_memo_is_the_answer(manager: SessionManager, face: Face) -> None:
    scribe = Scribe(Summary({"topics": ["q"]}, model="small", cost=0.25, metadata={"id": "r1"}))
    session = face(summarizing(manager, scribe))
    session.append([system(), *rounds(1, 4)])
    session.set_memo({"name": "Ann"})
    made = resized(session, "sum")
    assert (scribe.seqs(), scribe.memos) == ([[2, 3, 4, 5]], [{"name": "Ann"}])
    assert scribe.given[0] == rounds(1, 2)
    assert session.memo == {"topics": ["q"]}
    assert session.context_window == [system(), *rounds(3, 4)]
    assert made.reason == "sum summarized 4 messages into the memo"
    explained = session.explain(made.revision)
    (kept,) = explained.summaries
    length = sum(map(measured, rounds(1, 2)))
    assert kept.given == (passage(2, 5, length, user=2, assistant=2),)
    assert (kept.returned, kept.model, kept.cost, kept.metadata) == ({"topics": ["q"]}, "small", 0.25, {"id": "r1"})
    assert (kept.follows, kept.derived_id) == (None, None)
    assert kept.duration >= timedelta(0)
    assert explained.left == kept.given
    assert explained.memo_changed
    assert face(manager).verify().ok


def test_the_memo_is_given_again_with_what_came_after(manager: SessionManager, face: Face) -> None:
    scribe = Scribe()
    session = face(summarizing(manager, scribe, keep_rounds=1))
    session.append(rounds(1, 3))
    session.resize("sum")
    assert session.resize("sum") is None
    session.append(rounds(4, 5))
    session.resize("sum")
    assert scribe.seqs() == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert scribe.memos == [None, "summary 1"]
    assert session.memo == "summary 2"


# --- into the window ----------------------------------------------------------------------------


def test_a_summary_in_the_window_is_built_on(manager: SessionManager, face: Face) -> None:
    """Field fault 11: two short turns after a summary, the next one builds on it."""
    scribe = Scribe()
    session = face(summarizing(manager, scribe, keep_rounds=1, into="window"))
    session.append([system(), *rounds(1, 3)])
    first = resized(session, "sum")
    summary = user(f"{HEADING}summary 1")
    assert session.context_window == [system(), summary, *rounds(3, 3)]
    assert session.resize("sum") is None  # nothing came after it
    session.append(rounds(4, 5))
    second = resized(session, "sum")
    assert scribe.given[1] == [summary, *rounds(3, 4)]
    assert scribe.seqs()[1] == [None, 6, 7, 8, 9]
    assert session.context_window == [system(), user(f"{HEADING}summary 2"), *rounds(5, 5)]
    explained = session.explain(second.revision)
    (kept,) = explained.summaries
    assert [(one.first, one.last, one.derived_id) for one in kept.given] == [(None, None, 1), (6, 9, None)]
    assert (kept.derived_id, explained.pinned) == (2, 2)
    assert second.reason == "sum summarized 4 messages and the summary before them into the window"
    assert session.memo is None
    # The summary before it is there again where its revision is.
    assert session.window_at(first.revision)[1] == summary
    assert face(manager).verify().ok


def test_later_cuts_keep_the_summary_in_the_window(manager: SessionManager, face: Face) -> None:
    session = face(summarizing(manager, Scribe(), own={"max_length": 500}, keep_rounds=1, into="window"))
    session.append([system(), *rounds(1, 3)])
    session.resize("sum")
    for number in range(4, 30):
        session.append(rounds(number, number))
        session.resize("simple_cut")
    assert session.context_window[:2] == [system(), user(f"{HEADING}summary 1")]
    session.resize("keep_last_rounds")
    assert session.context_window[:2] == [system(), user(f"{HEADING}summary 1")]
    assert session.info().window_length <= 500


def test_the_newest_question_stays_when_its_round_is_summarized(manager: SessionManager, face: Face) -> None:
    scribe = Scribe()
    session = face(summarizing(manager, scribe, own={"max_length": 800}, into="window"))
    session.append([user("the question"), *turn(1)[1:], *turn(2)[1:]])
    session.resize("sum")
    assert scribe.seqs() == [[2, 3]]
    assert session.context_window == [
        user(f"{HEADING}summary 1"),
        user("the question"),
        assistant("answer 1"),
        *turn(2)[1:],
    ]


def test_rounds_that_do_not_fit_the_limit_are_summarized_too(manager: SessionManager, face: Face) -> None:
    """Field fault 9: a limit of 500 and four kept messages of 200 each are not a summary on every append."""
    scribe = Scribe()
    handle = manager.session("a", settings={"session.max_length": 500, "session.strategy": "sum"})
    handle.register_resize_handler("sum", summarize(scribe, keep_rounds=4, into="window"))
    session = face(handle)
    for number in range(40):
        session.append(of_length(200, str(number)))
        assert session.info().window_length <= 500
    assert len(scribe.given) <= 20
    calls = [call for cut in session.resize_history() for call in session.explain(cut.revision).summaries]
    covered = [one for call in calls for one in call.given if one.derived_id is None]
    left = {seq for one in covered for seq in range(one.first, one.last + 1)}  # type: ignore[operator,arg-type]
    assert left == set(range(1, 41)) - set(seqs(session.context_window))


# --- folding ------------------------------------------------------------------------------------


@pytest.mark.parametrize("into", ["memo", "window"])
def test_more_than_max_input_is_folded_and_nothing_is_skipped(manager: SessionManager, face: Face, into: str) -> None:
    """Field fault 12: what is recorded as summarized is what was shown."""
    scribe = Scribe()
    session = face(summarizing(manager, scribe, keep_rounds=1, into=into, max_input=500))
    session.append([system(), *rounds(1, 4), user("long " * 200), *turn(5), *rounds(6, 6)])
    made = resized(session, "sum")
    assert len(scribe.given) > 3
    assert all(sum(map(measured, messages)) <= 500 for messages in scribe.given)
    assert [number for number, one in enumerate(scribe.memos) if one is not None] == (
        list(range(1, len(scribe.memos))) if into == "memo" else []
    )
    front = [messages[0] for messages in scribe.given[1:]] if into == "window" else []
    if into == "window":
        assert front == [user(f"{HEADING}summary {number}") for number in range(1, len(scribe.given))]
    shown = [message for messages in scribe.given for message in messages if message not in front]
    said = "".join(str(message.content) for message in shown)
    assert "long " * 200 in said
    assert [message for message in shown if message in turn(5)[1:3]] == turn(5)[1:3]
    calls = session.explain(made.revision).summaries
    covered = [range(one.first or 0, (one.last or 0) + 1) for call in calls for one in call.given]
    assert {seq for seqs_given in covered for seq in seqs_given} == set(range(2, 15))
    assert [call.follows for call in calls] == [None, *range(1, len(calls))]
    assert [call.returned for call in calls] == [f"summary {number}" for number in range(1, len(calls) + 1)]
    assert [call.derived_id for call in calls] == [None] * (len(calls) - 1) + [1 if into == "window" else None]
    assert f"in {len(calls)} calls" in str(made.reason)
    assert problems(session.context_window) == []
    assert face(manager).verify().ok


def test_a_max_input_for_no_message_at_all_is_said(manager: SessionManager, face: Face) -> None:
    session = face(summarizing(manager, Scribe(), keep_rounds=1, max_input=10))
    session.append(rounds(1, 3))
    with pytest.raises(ResizeError, match="raise max_input"):
        session.resize("sum")
    assert session.context_window == rounds(1, 3)


# --- what is never given, and what is never kept ------------------------------------------------


@pytest.mark.parametrize("into", ["memo", "window"])
@pytest.mark.parametrize("answer", ["", " \n", None, Summary("\t"), KeyError("no model"), ConnectionError()])
def test_an_empty_or_failed_answer_changes_nothing(manager: SessionManager, face: Face, into: str, answer: Any) -> None:
    """Field fault 10."""
    session = face(summarizing(manager, Scribe(answer), into=into))
    session.append(rounds(1, 4))
    session.set_memo("before")
    with pytest.raises(ResizeError, match=r"empty answer|raised"):
        session.resize("sum")
    assert (session.context_window, session.memo) == (rounds(1, 4), "before")
    assert session.info().revision == 2
    (attempt,) = session.resize_attempts()
    assert (attempt.strategy, attempt.outcome) == ("sum", "failed")
    assert session.resize("sum") is not None


def test_a_fold_that_fails_in_the_middle_changes_nothing(manager: SessionManager, face: Face) -> None:
    scribe = Scribe("one", "two", "")
    session = face(summarizing(manager, scribe, max_input=100, keep_rounds=1))
    session.append(rounds(1, 9))
    with pytest.raises(ResizeError, match="empty answer"):
        session.resize("sum")
    assert (len(scribe.given), session.memo, session.context_window) == (3, None, rounds(1, 9))


@pytest.mark.parametrize(
    ("into", "answer", "problem"),
    [
        ("window", {"a": 1}, "of type dict"),
        ("window", Summary(7), "of type int"),
        ("memo", {"a": {1}}, "cannot be kept"),
        ("memo", Summary("ok", model=3), "a model of type int"),  # type: ignore[arg-type]
        ("memo", Summary("ok", cost=float("nan")), "cannot be kept"),
        ("window", object(), "of type object"),
    ],
)
def test_an_answer_of_the_wrong_type_changes_nothing(
    manager: SessionManager, face: Face, into: str, answer: Any, problem: str
) -> None:
    session = face(summarizing(manager, Scribe(answer), into=into))
    session.append(rounds(1, 4))
    with pytest.raises(ResizeError, match=problem):
        session.resize("sum")
    assert session.info().revision == 1


def test_an_automatic_summary_that_fails_loses_no_message(manager: SessionManager, face: Face) -> None:
    scribe = Scribe(KeyError("down"))
    handle = manager.session("a", settings={"session.max_length": 200, "session.strategy": "sum"})
    handle.register_resize_handler("sum", summarize(scribe, keep_rounds=1))
    session = face(handle)
    with pytest.warns(ResizeFailedWarning, match="down"):
        session.append(rounds(1, 3))
    assert session.context_window == rounds(1, 3)
    session.append(user("x" * 100))
    assert (len(scribe.given), session.memo) == (2, "summary 2")


def test_a_summarizer_is_never_called_without_messages(manager: SessionManager, face: Face) -> None:
    scribe = Scribe()
    session = face(summarizing(manager, scribe, keep_rounds=1))
    assert session.resize("sum") is None
    session.append([system(), user("1")])
    assert session.resize("sum") is None
    session.append([call("dead"), user("2")])
    assert session.resize("sum") is not None
    assert scribe.seqs() == [[2]]


def test_what_was_not_shown_is_not_claimed(manager: SessionManager, face: Face) -> None:
    scribe = Scribe()
    session = face(summarizing(manager, scribe, keep_rounds=1))
    session.append([user("1"), call("dead"), assistant("1"), result("orphan"), *rounds(2, 2)])
    made = resized(session, "sum")
    assert scribe.seqs() == [[1, 3]]
    explained = session.explain(made.revision)
    assert [(one.first, one.last) for one in explained.left] == [(1, 4)]
    assert [(one.first, one.last) for one in explained.summaries[0].given] == [(1, 1), (3, 3)]


def test_open_calls_and_pinned_messages_are_neither_given_nor_cut(manager: SessionManager, face: Face) -> None:
    scribe = Scribe()
    session = face(summarizing(manager, scribe, keep_rounds=1))
    session.append([*turn(1), *rounds(2, 3)])
    session.pin([2])
    session.append([user("go"), call("open")])
    session.resize("sum")
    assert scribe.seqs() == [[1, 4, 5, 6, 7, 8]]
    assert session.context_window == [*turn(1)[1:3], user("go"), call("open")]


def test_what_summarizers_do_to_their_copies_changes_nothing(manager: SessionManager, face: Face) -> None:
    def destructive(messages: list[Message], memo: Any) -> str:
        memo["n"].append(2)
        messages[0].content[0]["text"] = "forged"
        messages.clear()
        return "done"

    session = face(summarizing(manager, destructive, into="window", keep_rounds=1))
    session.append([{"role": "user", "content": [{"type": "text", "text": "real"}]}, user("2")])
    session.set_memo({"n": [1]})
    session.resize("sum")
    assert session.memo == {"n": [1]}
    assert face.collect(session.log())[0].content == [{"type": "text", "text": "real"}]


# --- plain and async, in chains -----------------------------------------------------------------


def test_async_summarizers_from_either_face(manager: SessionManager, face: Face) -> None:
    async def later(messages: list[Message], memo: Any) -> Summary:
        await asyncio.sleep(0)
        return Summary(f"{len(messages)} messages")

    session = face(summarizing(manager, later))
    session.append(rounds(1, 5))
    session.resize("sum")
    assert session.memo == "6 messages"


@pytest.mark.faces("async")
def test_cancelling_passes_and_changes_nothing(manager: SessionManager, face: AsyncFace) -> None:
    started = asyncio.Event()

    async def endless(messages: list[Message], memo: Any) -> str:
        started.set()
        await asyncio.Event().wait()
        raise AssertionError("nobody sets it")

    session = summarizing(manager, endless)

    async def cancelled() -> None:
        await session.async_append(rounds(1, 5))
        task = asyncio.create_task(session.async_resize("sum"))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await session.async_get_context_window() == rounds(1, 5)
        assert await session.async_resize("keep_last_rounds") is None

    face.run(cancelled())


def test_a_chain_clears_then_summarizes_then_cuts(manager: SessionManager, face: Face) -> None:
    scribe = Scribe()
    own = {"session.max_length": 1_000, "session.strategy": "all", "session.keep_tool_results": 1}
    handle = manager.session("a", settings=own)
    handle.register_resize_handler("condense", summarize(scribe, keep_rounds=1, into="window"))
    handle.register_resize_handler("all", chain("clear_tool_results", "condense", "simple_cut"))
    session = face(handle)
    for number in range(1, 8):
        session.append(turn(number))
        assert session.info().window_length <= 1_000
        assert problems(session.context_window) == []
    assert scribe.given
    # A result that was cleared first was not read: what the summarizer was given says so.
    cuts = [session.explain(cut.revision) for cut in session.resize_history()]
    given = [one for cut in cuts for call in cut.summaries for one in call.given if one.derived_id is not None]
    assert [one for one in given if one.first is not None]
    assert {cut.revision.strategy for cut in cuts} == {"all"}
    assert any("; condense summarized" in (cut.revision.reason or "") for cut in cuts)
    assert face(manager).verify().ok


@pytest.mark.parametrize("answer", ["", ConnectionError("no model")])
@pytest.mark.parametrize("into", ["memo", "window"])
def test_a_chain_goes_on_where_the_summarizer_fails(
    manager: SessionManager, face: Face, into: Literal["memo", "window"], answer: Any
) -> None:
    scribe = Scribe("first part", answer, "later")
    own = {"session.max_length": 1_500, "session.strategy": "all", "session.target_length": 700}
    handle = manager.session("a", settings=own)
    handle.register_resize_handler("condense", summarize(scribe, keep_rounds=1, into=into, max_input=700))
    handle.register_resize_handler("all", chain("condense", "simple_cut"))
    session = face(handle)
    session.set_memo("before")
    with pytest.warns(ResizeFailedWarning, match="session 'a': the step 'condense' of strategy 'all' failed, and was"):
        made = session.append([*turn(1), *turn(2), *turn(3)]).revision
    assert made is not None
    assert re.fullmatch(
        r"condense failed: (got an empty|raised Conn).*; simple_cut dropped \d+ messages", str(made.reason)
    )
    assert (len(scribe.given), session.memo) == (2, "before")
    assert made.window_length <= 700
    assert session.context_window[-1] == turn(3)[-1]
    assert HEADING not in str(session.context_window)
    assert session.explain(made.revision).summaries == ()
    # The next cut is tried with the summarizer again.
    made = session.append([*turn(4), *turn(5)]).revision
    assert made is not None
    assert str(made.reason).startswith("condense summarized")
    assert face(manager).verify().ok


@pytest.mark.faces("async")
def test_cancelling_a_step_cancels_the_chain(manager: SessionManager, face: AsyncFace) -> None:
    started = asyncio.Event()

    async def endless(messages: list[Message], memo: Any) -> str:
        started.set()
        await asyncio.Event().wait()
        raise AssertionError("nobody sets it")

    session = summarizing(manager, endless, own={"max_length": 100})
    session.register_resize_handler("all", chain("sum", "simple_cut"))

    async def cancelled() -> None:
        await session.async_append(rounds(1, 5))
        task = asyncio.create_task(session.async_resize("all"))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await session.async_get_context_window() == rounds(1, 5)

    face.run(cancelled())


# --- others write meanwhile, other processes ----------------------------------------------------


def test_what_is_appended_meanwhile_stays(manager: SessionManager, face: Face) -> None:
    other = manager.session("a", auto_resize=False)

    def summarizer(messages: list[Message], memo: Any) -> str:
        other.append(user(f"meanwhile {len(messages)}"))
        return "said"

    session = face(summarizing(manager, summarizer, keep_rounds=1, into="window"))
    session.append(rounds(1, 3))
    session.resize("sum")
    assert texts(session.context_window) == [f"{HEADING}said", "q3", "a3", "meanwhile 4"]
    assert face(manager).verify().ok


def test_a_clear_meanwhile_stands(manager: SessionManager, face: Face) -> None:
    """Field fault 26."""
    scribe = Scribe()
    other = manager.session("a", auto_resize=False)

    def summarizer(messages: list[Message], memo: Any) -> Any:
        if not scribe.given:
            other.clean_context_window()
            other.append(rounds(4, 6))
        return scribe(messages, memo)

    session = face(summarizing(manager, summarizer, keep_rounds=1, into="window"))
    session.append(rounds(1, 3))
    session.resize("sum")
    assert scribe.seqs() == [[1, 2, 3, 4], [7, 8, 9, 10]]
    assert texts(session.context_window) == [f"{HEADING}summary 2", "q6", "a6"]


def test_what_is_pinned_meanwhile_stays(manager: SessionManager, face: Face) -> None:
    scribe = Scribe()
    other = manager.session("a", auto_resize=False)

    def summarizer(messages: list[Message], memo: Any) -> Any:
        if not scribe.given:
            other.pin([2])
        return scribe(messages, memo)

    session = face(summarizing(manager, summarizer, keep_rounds=1))
    session.append(rounds(1, 3))
    session.resize("sum")
    assert scribe.seqs() == [[1, 2, 3, 4], [1, 3, 4]]
    assert texts(session.context_window) == ["a1", "q3", "a3"]


@pytest.mark.parametrize("late", [result("a"), user("never mind")])
def test_what_comes_meanwhile_to_an_open_call_leaves_an_acceptable_window(
    manager: SessionManager, face: Face, late: Fields
) -> None:
    scribe = Scribe()
    other = manager.session("a", auto_resize=False)

    def summarizer(messages: list[Message], memo: Any) -> Any:
        if not scribe.given:
            other.append(late)
        return scribe(messages, memo)

    session = face(summarizing(manager, summarizer, keep_rounds=1))
    session.append([*rounds(1, 3), user("go"), call("a")])
    session.resize("sum")
    assert problems(session.context_window) == []
    assert session.context_window[-1] == late


def test_an_answer_meanwhile_to_a_call_that_was_given_up_brings_it_back(manager: SessionManager, face: Face) -> None:
    scribe = Scribe()
    other = manager.session("a", auto_resize=False)

    def summarizer(messages: list[Message], memo: Any) -> Any:
        if not scribe.given:
            other.append(result("a"))
        return scribe(messages, memo)

    session = face(summarizing(manager, summarizer, keep_rounds=1))
    session.append([user("1"), call("a"), *rounds(2, 4)])
    session.resize("sum")
    assert len(scribe.given) == 2
    assert session.context_window == [call("a"), *rounds(4, 4), result("a")]
    assert problems(session.context_window) == []


@pytest.mark.backends(*SHAREABLE)
@pytest.mark.faces("sync")
def test_another_process_builds_on_the_summary(manager: SessionManager, face: Face, database_url: str) -> None:
    session = summarizing(manager, Scribe(), keep_rounds=1, into="window")
    session.append([system(), *rounds(1, 3)])
    session.resize("sum")
    (found,) = at_once(continued, [(database_url,)])
    assert found == [[f"{HEADING}summary 1", "q3", "a3"]]
    assert texts(session.context_window) == ["be kind", f"{HEADING}summary 1", "q4", "a4"]
    assert manager.verify().ok


def continued(url: str) -> list[list[Any]]:
    """What a summarizer in another process is given after one more round."""
    scribe = Scribe()
    with SessionManager(url) as manager:
        session = summarizing(manager, scribe, keep_rounds=1, into="window")
        session.append(rounds(4, 4))
        session.resize("sum")
    return [texts(messages) for messages in scribe.given]


def test_a_summary_after_a_rollback_is_still_a_summary(manager: SessionManager, face: Face) -> None:
    scribe = Scribe()
    session = face(summarizing(manager, scribe, keep_rounds=1, into="window"))
    session.append(rounds(1, 3))
    first = resized(session, "sum")
    session.append(rounds(4, 4))
    session.resize("sum")
    session.rollback(first.revision)
    session.append(rounds(5, 5))
    session.resize("sum")
    assert texts(scribe.given[2]) == [f"{HEADING}summary 1", "q3", "a3", "q4", "a4"]
    session.undo()
    assert face(manager).verify().ok


# --- conversations in the formats of the providers ----------------------------------------------


@pytest.mark.backends("sqlite-memory")
@pytest.mark.faces("sync")
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=conversations(),
    after=conversations(max_events=5),
    keep=st.integers(1, 3),
    into=st.sampled_from(["memo", "window"]),
    most=st.one_of(st.none(), st.integers(200, 900)),
)
def test_windows_are_accepted_and_coverage_is_what_was_shown(
    manager: SessionManager,
    face: Face,
    before: list[Fields],
    after: list[Fields],
    keep: int,
    into: Literal["memo", "window"],
    most: int | None,
) -> None:
    scribe = Scribe()
    session = manager.session(auto_resize=False)
    session.register_resize_handler("sum", summarize(scribe, keep_rounds=keep, into=into, max_input=most))
    for messages in ([user("first"), *before], after):
        session.append(messages)
        scribe.given.clear()
        window = session.context_window
        made = session.resize("sum")
        assert problems(session.context_window) == []
        if made is None:
            assert not scribe.given
            continue
        told = session.explain(made.revision)
        left = _seqs_of(told.left)
        covered = {seq for kept in told.summaries for seq in _seqs_of(kept.given)}
        refused = {
            window[place].seq
            for group in groups(window)
            if group.state in ("dead", "orphan")
            for place in group.members
        }
        assert covered == left - refused
        assert len(told.summaries) == len(scribe.given)
        for kept, shown in zip(told.summaries, scribe.given, strict=True):
            assert {message.seq for message in shown if message.seq is not None} <= _seqs_of(kept.given)
        if most is not None:
            assert all(sum(measured(dict(one)) for one in shown) <= most for shown in scribe.given)
    assert manager.verify(session.id).ok


def _seqs_of(passages: Iterable[Passage]) -> set[int | None]:
    """The places in the log of what was not written by a handler."""
    return {
        seq
        for one in passages
        if one.derived_id is None and one.first is not None and one.last is not None
        for seq in range(one.first, one.last + 1)
    }
