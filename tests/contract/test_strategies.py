"""Built-in strategies by name and in chains: what they leave, what they write down, and what they never commit."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from manager import (
    InvalidArgumentError,
    InvalidIdError,
    OverLimitWarning,
    ResizeError,
    ResizeFailedWarning,
    ResizeResult,
    Session,
    SessionManager,
    chain,
    summarize,
)
from tests.backends import SHAREABLE
from tests.conversations import conversations
from tests.faces import Face
from tests.messages import Fields, assistant, of_length, seqs, system, texts, user
from tests.provider_rules import groups, problems
from tests.rounds import call, resized, result, turn


def session_of(manager: SessionManager, **own: Any) -> Session:
    """A handle that only `resize()` resizes, with these settings under `session`."""
    return manager.session("a", auto_resize=False, settings={f"session.{key}": value for key, value in own.items()})


# --- clear_tool_results -------------------------------------------------------------------------


def test_older_results_are_cleared_and_can_be_found_again(manager: SessionManager, face: Face) -> None:
    session = face(session_of(manager, keep_tool_results=1))
    session.append([system(), *turn(1), *turn(2)])
    made = resized(session, "clear_tool_results")
    window = session.context_window
    assert window[3] == result("c1", "[cleared: 300 characters; the original is message 4 of the log]")
    assert [*window[:3], *window[4:]] == [system(), *turn(1)[:2], turn(1)[3], *turn(2)]
    assert seqs(window) == [1, 2, 3, None, 5, 6, 7, 8, 9]
    assert face.collect(session.log())[3] == result("c1")
    assert (made.strategy, made.cause, made.kind) == ("clear_tool_results", "manual", "resize")
    assert made.reason == "clear_tool_results cleared 1 result"
    assert made.settings == {"session.keep_tool_results": 1}
    assert made.window_length == sum(len(str(dict(message))) for message in window)
    assert session.resize("clear_tool_results") is None
    assert face(manager).verify().ok


def test_the_pinned_prompt_stays_where_it_was_after_clearing(manager: SessionManager, face: Face) -> None:
    session = face(session_of(manager, keep_tool_results=0, max_length=1_000))
    session.append([system(), *turn(1), *turn(2)])
    session.resize("clear_tool_results")
    session.append([system("not at the front"), *turn(3)])
    session.resize("simple_cut")
    assert session.context_window[0] == system()
    assert session.context_window[-1] == assistant("answer 3")


def test_clearing_by_itself_in_automatic_resizes(manager: SessionManager, face: Face) -> None:
    own = {"session.max_length": 1_700, "session.strategy": "clear_tool_results", "session.keep_tool_results": 1}
    session = face(manager.session("a", settings=own))
    made = [session.append(turn(number)).revision for number in range(1, 5)]
    assert [revision is not None for revision in made] == [False, False, True, True]
    assert [str(message.content).startswith("[cleared") for message in session.context_window] == [
        *([False, False, True, False] * 3),
        *([False] * 4),
    ]
    assert {revision.cause for revision in made if revision is not None} == {"auto"}


# --- keep_last_rounds ---------------------------------------------------------------------------


def test_the_newest_rounds_stay_whole(manager: SessionManager, face: Face) -> None:
    session = face(session_of(manager, keep_rounds=2))
    session.append([system(), *turn(1), *turn(2), *turn(3)])
    made = resized(session, "keep_last_rounds")
    assert session.context_window == [system(), *turn(2), *turn(3)]
    assert (made.dropped_count, made.reason) == (4, "keep_last_rounds kept 2 of 3 rounds")
    assert made.settings == {"session.keep_rounds": 2}
    session.append(turn(4))
    session.resize("keep_last_rounds")
    assert session.context_window == [system(), *turn(3), *turn(4)]
    assert session.resize("keep_last_rounds") is None


def test_as_many_rounds_as_fit_the_target(manager: SessionManager, face: Face) -> None:
    own = {"session.max_length": 2_000, "session.target_length": 1_100, "session.strategy": "keep_last_rounds"}
    session = face(manager.session("a", settings=own))
    for number in range(1, 8):
        session.append(turn(number))
        assert session.info().window_length <= 2_000
    cuts = session.resize_history()
    assert [cut.window_length <= 1_100 for cut in cuts] == [True] * len(cuts)
    assert 1 <= len(cuts) < 4
    assert session.context_window[-4:] == turn(7)


def test_the_newest_question_is_kept_where_its_round_does_not_fit(manager: SessionManager, face: Face) -> None:
    session = face(session_of(manager, max_length=900))
    question = user("the question of this round")
    session.append([system(), *turn(1), question])
    for number in range(2, 6):
        session.append(turn(number)[1:])
    session.resize("keep_last_rounds")
    window = session.context_window
    assert window[:2] == [system(), question]
    assert window[-3:] == turn(5)[1:]
    assert session.info().window_length <= 900
    assert problems(window) == []


def test_what_is_larger_than_the_limit_is_shortened(manager: SessionManager, face: Face) -> None:
    session = face(session_of(manager, max_length=400))
    session.append([*turn(1), user("y" * 1_000)])
    session.resize("keep_last_rounds")
    (newest,) = session.context_window
    assert newest.content == "y" * len(newest.content)
    assert len(str(dict(newest))) == 400
    assert seqs(session.full_context)[-1] == 5


def test_a_large_result_is_shortened_with_its_call(manager: SessionManager, face: Face) -> None:
    session = face(session_of(manager, max_length=600))
    session.append([user("go"), call("a"), result("a", "z" * 2_000)])
    session.resize("keep_last_rounds")
    window = session.context_window
    assert problems(window) == []
    assert window[-2] == call("a")
    assert session.info().window_length <= 600


@pytest.mark.backends("sqlite-memory")
@pytest.mark.faces("sync")
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    messages=conversations(),
    limit=st.integers(60, 2_500),
    strategy=st.sampled_from(["keep_last_rounds", "clear_tool_results", "all"]),
)
@example(messages=[result("never called", "")], limit=60, strategy="keep_last_rounds")
def test_no_window_is_one_that_a_provider_refuses(
    manager: SessionManager, face: Face, messages: list[Fields], limit: int, strategy: str
) -> None:
    session = manager.session(auto_resize=False, settings={"session.max_length": limit, "session.keep_tool_results": 1})
    session.register_resize_handler("all", chain("clear_tool_results", "keep_last_rounds", "simple_cut"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OverLimitWarning)  # some windows cannot be made to fit
        session.append(messages)
        session.resize(strategy)
        found = problems(session.context_window)
        session.append(user("end"))
        session.resize(strategy)
    # A window of nothing that a provider accepts stays as it is: an empty one is refused too.
    accepted = not messages or any(group.state in ("whole", "open") for group in groups(messages))
    assert found == ([] if accepted else problems(messages))
    assert problems(session.context_window) == []
    assert manager.verify(session.id).ok


# --- chain --------------------------------------------------------------------------------------


def test_the_next_step_only_while_the_window_is_over(manager: SessionManager, face: Face) -> None:
    handle = session_of(manager, max_length=1_300, keep_tool_results=1)
    handle.register_resize_handler("all", chain("clear_tool_results", "simple_cut"))
    session = face(handle)
    session.append([*turn(1), *turn(2)])
    first = resized(session, "all")
    assert first.reason == "clear_tool_results cleared 1 result"
    session.append([*turn(3), *turn(4)])
    second = resized(session, "all")
    assert second.strategy == "all"
    assert second.reason == "clear_tool_results cleared 2 results; simple_cut dropped 3 messages"
    assert second.window_length <= 1_300
    assert problems(session.context_window) == []
    # One revision, and of what was made on the way only what is in the window.
    assert [revision.revision for revision in session.revisions()] == [3, 2, 1]
    assert face(manager).verify().ok


def test_a_chain_goes_down_to_the_target(manager: SessionManager, face: Face) -> None:
    handle = session_of(manager, max_length=1_200, target_length=600, keep_tool_results=1)
    handle.register_resize_handler("all", chain("clear_tool_results", "simple_cut"))
    session = face(handle)
    session.append([*turn(1), *turn(2)])
    made = resized(session, "all")
    assert str(made.reason).startswith("clear_tool_results cleared 1 result; simple_cut dropped")
    assert made.window_length <= 600
    assert session.context_window[-1] == turn(2)[-1]


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("condense", "names the step 'condense', which is not registered in this process"),
        ("own", "has the step 'own', which changes the full context"),
        ("endless", "names the step 'endless' inside of itself"),
    ],
)
def test_a_step_that_cannot_be_run_is_passed_over(manager: SessionManager, face: Face, step: str, problem: str) -> None:
    handle = session_of(manager, max_length=500, keep_tool_results=0)
    handle.register_resize_handler("own", lambda full, *_: (full[1:], [], {"n": 2}))
    handle.register_resize_handler("endless", chain(chain("endless")))
    handle.register_resize_handler("all", chain("clear_tool_results", step, "simple_cut"))
    handle.register_resize_handler("alone", chain(step))
    session = face(handle)
    session.append([*turn(1), *turn(2)])
    with pytest.raises(ResizeError, match=problem):
        session.resize("alone")
    assert session.context_window == [*turn(1), *turn(2)]
    assert [(attempt.strategy, attempt.outcome) for attempt in session.resize_attempts()] == [("alone", "failed")]
    with pytest.warns(ResizeFailedWarning, match=f"'{step}' of strategy 'all' failed, and was passed over: .*{step}"):
        made = resized(session, "all")
    assert str(made.reason).startswith(f"clear_tool_results cleared 2 results; {step} failed: ")
    assert str(made.reason).endswith("; simple_cut dropped 3 messages")
    assert (made.window_length <= 500, session.memo) == (True, None)
    assert len(session.resize_attempts()) == 1
    assert face(manager).verify().ok


def test_a_step_that_is_not_reached_need_not_be_there(manager: SessionManager, face: Face) -> None:
    handle = session_of(manager, max_length=1_300, keep_tool_results=1)
    handle.register_resize_handler("all", chain("clear_tool_results", "condense"))
    session = face(handle)
    session.append([*turn(1), *turn(2)])
    assert resized(session, "all").reason == "clear_tool_results cleared 1 result"


def test_nothing_is_kept_of_a_step_that_fails(manager: SessionManager, face: Face) -> None:
    def spoils(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        window[1]["tool_calls"][0]["id"] = "spoiled"
        window.clear()
        memo["n"] = 2
        raise OSError("no answer; " + "long " * 500)

    handle = session_of(manager, max_length=500, keep_tool_results=0)
    handle.register_resize_handler("spoils", spoils)
    handle.register_resize_handler("all", chain("spoils", "keep_last_rounds"))
    session = face(handle)
    session.append([*turn(1), *turn(2)])
    session.set_memo({"n": 1})
    with pytest.warns(ResizeFailedWarning, match=r"'spoils' .* passed over: raised OSError: no answer; (long ){500}"):
        made = resized(session, "all")
    reason = str(made.reason)
    assert reason.startswith("spoils failed: raised OSError: no answer; long long ")
    assert reason.endswith("long lo…; keep_last_rounds kept the end of the newest round")
    assert len(reason) < 700
    assert session.memo == {"n": 1}
    assert "spoiled" not in str(session.context_window)
    assert face(manager).verify().ok


def test_the_first_failure_is_that_of_a_chain_that_did_nothing(manager: SessionManager, face: Face) -> None:
    def first(*_: Any) -> Any:
        raise ValueError("the first")

    def second(*_: Any) -> Any:
        raise ValueError("the second")

    handle = manager.session("a", settings={"session.max_length": 500, "session.strategy": "all"})
    handle.register_resize_handler("inner", chain("first"))
    handle.register_resize_handler("first", first)
    handle.register_resize_handler("second", second)
    handle.register_resize_handler("all", chain("clear_tool_results", "inner", "second"))
    session = face(handle)
    with pytest.warns(ResizeFailedWarning, match="was not resized: strategy 'all' raised ValueError: the first"):
        session.append([*turn(1), *turn(2)])
    assert session.context_window == [*turn(1), *turn(2)]
    (attempt,) = session.resize_attempts()
    assert (attempt.cause, attempt.outcome, attempt.reason) == (
        "auto",
        "failed",
        "strategy 'all' raised ValueError: the first",
    )
    session.append(user("end"))  # neither is called again before the window has grown
    assert len(session.resize_attempts()) == 1
    with pytest.raises(ResizeError, match="the first") as raised:
        session.resize("all")
    assert isinstance(raised.value.__cause__, ValueError)


def test_a_step_that_fails_where_the_window_fits_is_the_last(manager: SessionManager, face: Face) -> None:
    def failing(*_: Any) -> Any:
        raise ValueError("no")

    handle = session_of(manager, max_length=5_000, keep_tool_results=0)
    handle.register_resize_handler("failing", failing)
    handle.register_resize_handler("all", chain("failing", "clear_tool_results"))
    session = face(handle)
    session.append([*turn(1), *turn(2)])
    with pytest.raises(ResizeError, match="raised ValueError: no"):
        session.resize("all")
    assert session.context_window == [*turn(1), *turn(2)]


def test_a_handler_is_a_step_as_well(manager: SessionManager, face: Face) -> None:
    def own(full: Any, window: list[Any], memo: Any, settings: Any) -> ResizeResult:
        assert settings["keep_tool_results"] == 0
        assert memo == {"n": 1}
        assert str(window[2].content).startswith("[cleared")
        kept = [full[0], user("written"), *window[1:3], *window[-1:]]
        return ResizeResult(window=kept, memo={"n": 2}, reason="own words", metadata={"m": 1})

    async def later(full: Any, window: list[Any], memo: Any, settings: Any) -> Any:
        return None, [message for message in window if message.role != "assistant"], None

    handle = session_of(manager, keep_tool_results=0, max_length=100)
    handle.register_resize_handler("own", own)
    handle.register_resize_handler("later", later)
    handle.register_resize_handler("two", chain("clear_tool_results", "own"))
    handle.register_resize_handler("three", chain("two", "later"))
    session = face(handle)
    session.append([*turn(1), *turn(2)])
    session.set_memo({"n": 1})
    made = resized(session, "two")
    cleared = result("c1", "[cleared: 300 characters; the original is message 3 of the log]")
    assert session.context_window == [user("question 1"), user("written"), call("c1"), cleared, assistant("answer 2")]
    assert seqs(session.context_window) == [1, None, 2, None, 8]
    assert (made.reason, made.metadata) == ("clear_tool_results cleared 2 results; own words", {"m": 1})
    assert made.window_length == sum(len(str(dict(message))) for message in session.context_window)
    assert session.memo == {"n": 2}
    session.undo()
    resized(session, "three")
    # Without its call the result goes too.
    assert session.context_window == [user("question 1"), user("written")]
    assert face(manager).verify().ok


def test_what_a_user_registers_under_a_built_in_name_is_run(manager: SessionManager, face: Face) -> None:
    handle = session_of(manager)
    handle.register_resize_handler("keep_last_rounds", lambda full, window, memo, own: (None, window[-1:], memo))
    session = face(handle)
    session.append([*turn(1), *turn(2)])
    session.resize("keep_last_rounds")
    assert texts(session.context_window) == ["answer 2"]


def test_built_in_strategies_from_a_handler_and_for_a_manager(manager: SessionManager, face: Face) -> None:
    manager.register_session_resize_handler("two", chain("keep_last_rounds"))
    manager.register_session_analysis_handler(lambda full, window, memo, own: "two" if len(window) > 8 else None)
    manager.set_settings("session.keep_rounds", 1)
    session = face(manager.session("a"))
    session.append([*turn(1), *turn(2)])
    made = session.append(turn(3)).revision
    assert made is not None
    assert (made.strategy, made.reason) == ("two", "keep_last_rounds kept 1 of 3 rounds")
    assert session.context_window == turn(3)


def test_the_callers_reason_comes_first(manager: SessionManager, face: Face) -> None:
    session = face(session_of(manager, keep_rounds=1))
    session.append([*turn(1), *turn(2)])
    made = resized(session, "keep_last_rounds", reason="a new topic", actor="ann")
    assert (made.reason, made.actor) == ("a new topic", "ann")


def test_a_preview_says_what_would_leave(manager: SessionManager, face: Face) -> None:
    session = face(session_of(manager, keep_rounds=1))
    session.append([*turn(1), *turn(2)])
    diff = session.preview_resize("keep_last_rounds")
    assert diff is not None
    assert (diff.removed, diff.added) == (turn(1), [])
    assert session.context_window == [*turn(1), *turn(2)]


def test_what_is_no_step_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="steps"):
        chain()
    with pytest.raises(InvalidIdError, match="step"):
        chain("simple_cut", 3)  # type: ignore[arg-type]
    for arguments, field in (
        ({"keep_rounds": 0}, "keep_rounds"),
        ({"into": "log"}, "into"),
        ({"max_input": 0}, "max_input"),
    ):
        with pytest.raises(InvalidArgumentError, match=field):
            summarize(lambda messages, memo: "", **arguments)
    with pytest.raises(InvalidArgumentError, match="summarizer"):
        summarize("gpt")  # type: ignore[arg-type]


# --- what no provider accepts -------------------------------------------------------------------


def test_calls_without_answers_and_answers_without_calls_leave(manager: SessionManager, face: Face) -> None:
    session = face(session_of(manager, keep_rounds=3))
    session.append([user("1"), call("dead"), user("2"), result("never called"), call("open")])
    made = resized(session, "keep_last_rounds")
    assert session.context_window == [user("1"), user("2"), call("open")]
    assert "2 messages that no provider accepts" in str(made.reason)


def test_a_window_of_nothing_else_stays_as_it_is(manager: SessionManager, face: Face) -> None:
    session = face(session_of(manager, max_messages=1))
    session.append([result("a"), result("b")])
    for strategy in ("keep_last_rounds", "clear_tool_results"):
        assert session.resize(strategy) is None
    assert seqs(session.context_window) == [1, 2]
    assert [attempt.outcome for attempt in session.resize_attempts()] == ["declined", "declined"]


def test_a_pinned_round_stays(manager: SessionManager, face: Face) -> None:
    session = face(session_of(manager, keep_rounds=1, keep_tool_results=0))
    session.append([*turn(1), *turn(2), *turn(3)])
    session.pin([3])
    session.resize("keep_last_rounds")
    assert session.context_window == [*turn(1)[1:3], *turn(3)]
    session.resize("clear_tool_results")
    assert session.context_window[:2] == turn(1)[1:3]
    assert str(session.context_window[4].content).startswith("[cleared")


def test_a_window_over_its_limit_is_told(manager: SessionManager, face: Face) -> None:
    session = face(session_of(manager, max_length=500, keep_tool_results=0))
    session.append([*turn(1), of_length(700, "long")])
    with pytest.warns(OverLimitWarning, match="after 'clear_tool_results'"):
        session.resize("clear_tool_results")
    (attempt,) = session.resize_attempts()
    assert attempt.outcome == "over_limit"
    session.resize("keep_last_rounds")
    assert session.info().window_length <= 500


@pytest.mark.backends(*SHAREABLE)
def test_a_cleared_window_reads_the_same_from_another_manager(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    first, other = make_manager(), make_manager()
    session = face(session_of(first, keep_tool_results=1))
    session.append([*turn(1), *turn(2)])
    session.resize("clear_tool_results")
    again = face(session_of(other, keep_tool_results=1))
    assert again.context_window == session.context_window
    assert again.resize("clear_tool_results") is None
    again.append(turn(3))
    made = resized(again, "clear_tool_results")
    assert made.reason == "clear_tool_results cleared 1 result"
    assert session.rollback(1).window_count == 12
    assert session.context_window == [*turn(1), *turn(2), *turn(3)]
