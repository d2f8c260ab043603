"""Analysis and resize handlers: plain and async from either face, what they may return, what happens when they fail."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Callable
from typing import Any

import pytest

from manager import (
    FullContext,
    InvalidArgumentError,
    InvalidIdError,
    Message,
    ResizeError,
    ResizeFailedWarning,
    ResizeResult,
    ResizeResultError,
    RevisionConflictError,
    Session,
    SessionManager,
    SettingsNamespace,
    UnknownStrategyWarning,
)
from tests.backends import SHAREABLE, before_any_sql
from tests.faces import Face
from tests.messages import assistant, numbered, of_length, seqs, system, texts, user

SUMMARY = {"role": "system", "content": "what was said so far"}


def always(name: str) -> Callable[..., str]:
    """An analysis handler that asks for the strategy whatever it is shown."""
    return lambda full, window, memo, settings: name


def resizing(manager: SessionManager, handler: Any, *, name: str = "mine") -> Session:
    """A handle with this strategy, which only `resize(name)` runs."""
    session = manager.session("a", auto_resize=False)
    session.register_resize_handler(name, handler)
    return session


# --- what a handler is given --------------------------------------------------------------------


def test_handlers_are_given_contexts_memo_and_settings(manager: SessionManager, face: Face) -> None:
    given: list[tuple[Any, ...]] = []

    def analysis(full: FullContext, window: list[Message], memo: Any, settings: SettingsNamespace) -> str:
        given.append((full[:], list(window), memo, settings))
        return "mine"

    def mine(full: FullContext, window: list[Message], memo: Any, settings: SettingsNamespace) -> Any:
        given.append((full[:], list(window), memo, settings))
        return None, None, None

    session = face(manager.session("a", settings={"session.max_length": 9999, "session.own.depth": 3}))
    session.append(numbered(4))
    session.clean_context_window()
    session.set_memo({"n": 1})
    session.append(user("m5"))
    handle = manager.session("a")
    handle.register_analysis_handler(analysis)
    handle.register_resize_handler("mine", mine)
    assert face(handle).resize() is None
    assert [type(arguments[3]) for arguments in given] == [SettingsNamespace] * 2
    for full, window, memo, settings in given:
        assert (seqs(full), seqs(window), memo) == ([1, 2, 3, 4, 5], [5], {"n": 1})
        assert settings.get("max_length") == settings["max_length"] == 9999
        assert settings["strategy"] == "simple_cut"
        assert settings["own.depth"] == settings["own"]["depth"] == 3
        assert settings.get("never_set", 7) == 7


def test_what_handlers_do_to_their_copies_changes_nothing(manager: SessionManager, face: Face) -> None:
    def destructive(full: Any, window: list[Message], memo: Any, settings: Any) -> Any:
        window.clear()
        memo["n"].append(2)
        return None, None, None

    session = resizing(manager, destructive)
    face(session).append(numbered(2))
    face(session).set_memo({"n": [1]})
    assert face(session).resize("mine") is None
    assert face(session).memo == {"n": [1]}
    assert len(face(session).context_window) == 2


def test_the_full_context_is_a_sequence_that_is_read_when_it_is_looked_at(manager: SessionManager, face: Face) -> None:
    seen: dict[str, Any] = {}

    def look(full: FullContext, window: list[Message], memo: Any, settings: Any) -> Any:
        seen["len"] = len(full)
        seen["first"], seen["last"] = full[0], full[-1]
        seen["slices"] = [seqs(full[1:3]), seqs(full[::-2]), seqs(full[5:2]), seqs(full[-2:])]
        seen["all"] = seqs(full)
        with pytest.raises(IndexError):
            full[7]
        return None, None, None

    session = resizing(manager, look)
    face(session).append(numbered(7))
    face(session).resize("mine")
    assert seen == {
        "len": 7,
        "first": user("m1"),
        "last": user("m7"),
        "slices": [[2, 3], [7, 5, 3, 1], [], [6, 7]],
        "all": [1, 2, 3, 4, 5, 6, 7],
    }


def test_async_handlers_read_the_full_context_by_page_or_by_async_for(manager: SessionManager, face: Face) -> None:
    async def look(full: FullContext, window: list[Message], memo: Any, settings: Any) -> Any:
        walked = [message async for message in full]
        return None, await full.read(0, 2) + walked[-1:], None

    session = resizing(manager, look)
    face(session).append(numbered(6))
    assert face(session).resize("mine") is not None
    assert seqs(face(session).context_window) == [1, 2, 6]


class _Callable:
    async def __call__(self, full: Any, window: list[Message], memo: Any, settings: Any) -> Any:
        await asyncio.sleep(0)
        return None, window[-1:], None


async def _awaited(full: Any, window: list[Message], memo: Any, settings: Any, *, keep: int = 1) -> Any:
    await asyncio.sleep(0)
    return None, window[-keep:], None


@pytest.mark.backends("sqlite", "sqlite-aiosqlite", "postgresql")
@pytest.mark.parametrize(
    "handler",
    [
        pytest.param(lambda full, window, memo, settings: (None, window[-1:], None), id="plain"),
        pytest.param(_awaited, id="async"),
        pytest.param(functools.partial(_awaited, keep=1), id="partial of async"),
        pytest.param(_Callable(), id="object with async call"),
        pytest.param(
            lambda full, window, memo, settings: _awaited(full, window, memo, settings, keep=1),
            id="plain that returns a coroutine",
        ),
        pytest.param(lambda full, window, memo, settings: [None, window[-1:], None], id="list of three"),
        pytest.param(lambda full, window, memo, settings: ResizeResult(window=window[-1:]), id="ResizeResult"),
        pytest.param(lambda full, window, memo, settings: (None, tuple(window[-1:]), memo), id="tuple of messages"),
        pytest.param(lambda full, window, memo, settings: (None, (m for m in window[-1:]), memo), id="generator"),
        pytest.param(lambda full, window, memo, settings: (None, [dict(window[-1])], memo), id="plain dicts"),
    ],
)
def test_a_handler_is_any_callable_called_from_either_face(manager: SessionManager, face: Face, handler: Any) -> None:
    session = resizing(manager, handler)
    face(session).append(numbered(3))
    made = face(session).resize("mine")
    assert made is not None
    assert (made.strategy, made.window_count, made.dropped_count) == ("mine", 1, 2)
    assert seqs(face(session).context_window) == [3]


@pytest.mark.faces("async")
def test_a_plain_handler_does_not_block_the_loop(manager: SessionManager, face: Face) -> None:
    loop_went_on = threading.Event()

    def waits(full: Any, window: list[Message], memo: Any, settings: Any) -> Any:
        return None, (window[-1:] if loop_went_on.wait(timeout=30) else None), None

    async def both() -> None:
        session = resizing(manager, waits)
        await session.async_append(numbered(3))
        running = asyncio.create_task(session.async_resize("mine"))
        await asyncio.sleep(0)
        loop_went_on.set()
        assert await running is not None

    face.run(both())  # type: ignore[attr-defined] # the async face alone has a loop


def test_a_handler_may_use_the_store_itself(manager: SessionManager, face: Face) -> None:
    def nosy(full: Any, window: list[Message], memo: Any, settings: Any) -> Any:
        other = manager.session("other")
        other.append(user(f"resized {len(manager.session('a').context_window)} messages"))
        return None, window[-1:], None

    session = resizing(manager, nosy)
    face(session).append(numbered(3))
    assert face(session).resize("mine") is not None
    assert texts(manager.session("other").context_window) == ["resized 3 messages"]


# --- what a handler returns ---------------------------------------------------------------------


def test_none_leaves_each_place_as_it_is(manager: SessionManager, face: Face) -> None:
    session = resizing(manager, lambda full, window, memo, settings: (None, None, "new memo"))
    face(session).append(numbered(3))
    made = face(session).resize("mine")
    assert made is not None
    assert (made.window_count, made.full_count, made.dropped_count) == (3, 3, 0)
    assert face(session).memo == "new memo"


def test_a_memo_of_none_is_no_change_and_does_not_clear_it(manager: SessionManager, face: Face) -> None:
    session = resizing(manager, lambda full, window, memo, settings: (None, window[1:], None))
    face(session).append(numbered(3))
    face(session).set_memo({"kept": 1})
    face(session).resize("mine")
    assert face(session).memo == {"kept": 1}


def test_an_empty_list_is_an_empty_window(manager: SessionManager, face: Face) -> None:
    session = resizing(manager, lambda full, window, memo, settings: (None, [], None))
    face(session).append(numbered(3))
    made = face(session).resize("mine")
    assert made is not None
    assert (made.window_count, made.window_length, made.dropped_count) == (0, 0, 3)
    assert face(session).context_window == []


@pytest.mark.parametrize(
    "handler",
    [
        pytest.param(lambda full, window, memo, settings: (None, None, None), id="none"),
        pytest.param(lambda full, window, memo, settings: (full[:], window, memo), id="all as it was"),
        pytest.param(lambda full, window, memo, settings: ResizeResult(), id="empty result"),
        pytest.param(
            lambda full, window, memo, settings: ([dict(m) for m in full], [dict(m) for m in window], {"n": 1}),
            id="equal copies",
        ),
    ],
)
def test_nothing_different_from_before_is_no_revision(manager: SessionManager, face: Face, handler: Any) -> None:
    session = resizing(manager, handler)
    face(session).append(numbered(3))
    face(session).set_memo({"n": 1})
    assert face(session).resize("mine") is None
    assert face(session).preview_resize("mine") is None
    assert face(session).info().revision == 2


def test_a_new_message_is_a_derived_one_and_never_in_the_log(manager: SessionManager, face: Face) -> None:
    session = resizing(manager, lambda full, window, memo, settings: (None, [SUMMARY, *window[-2:]], {"upto": 3}))
    face(session).append(numbered(5))
    made = face(session).resize("mine")
    assert made is not None
    window = face(session).context_window
    assert seqs(window) == [None, 4, 5]
    assert (window[0], window[0].created_at, window[0].metadata) == (SUMMARY, None, None)
    assert (made.window_count, made.dropped_count) == (3, 3)
    assert len(face(session).log()) == 5
    face(session).append(user("m6"))
    assert seqs(face(session).context_window) == [None, 4, 5, 6]


def test_results_are_matched_by_encoded_payload(manager: SessionManager, face: Face) -> None:
    one = {"role": "user", "content": "x", "n": 1}

    def lookalikes(full: Any, window: list[Message], memo: Any, settings: Any) -> Any:
        return None, [{**one, "n": True}, {**one, "n": 1.0}, {"n": 1, **one}, dict(one)], None

    session = resizing(manager, lookalikes)
    face(session).append([one])
    face(session).resize("mine")
    assert seqs(face(session).context_window) == [None, None, None, 1]


def test_equal_messages_are_matched_from_the_newest_backward(manager: SessionManager, face: Face) -> None:
    session = resizing(manager, lambda full, window, memo, settings: (None, [user("ok"), user("ok")], None))
    face(session).append([user("ok"), assistant(), user("ok"), assistant(), user("ok")])
    face(session).resize("mine")
    assert seqs(face(session).context_window) == [3, 5]


def test_messages_are_brought_back_that_the_handler_read_itself(manager: SessionManager, face: Face) -> None:
    session = resizing(manager, lambda full, window, memo, settings: (None, [full[0], *full[2:4], *window], None))
    face(session).append(numbered(5))
    face(session).clean_context_window()
    face(session).append(user("m6"))
    made = face(session).resize("mine")
    assert made is not None
    assert seqs(face(session).context_window) == [1, 3, 4, 6]
    assert (made.dropped_count, made.count_before, made.window_count) == (0, 1, 4)


def test_what_the_handler_did_not_read_is_not_looked_for(manager: SessionManager, face: Face) -> None:
    session = resizing(manager, lambda full, window, memo, settings: (None, [user("m1"), *window], None))
    face(session).append(numbered(3))
    face(session).clean_context_window()
    face(session).append(user("m4"))
    face(session).resize("mine")
    assert seqs(face(session).context_window) == [None, 4]


def test_a_new_full_context_replaces_it_and_the_log_stays(manager: SessionManager, face: Face) -> None:
    session = resizing(
        manager, lambda full, window, memo, settings: ([SUMMARY, *full[-2:]], [SUMMARY, *window[-1:]], None)
    )
    face(session).append(numbered(5))
    made = face(session).resize("mine")
    assert made is not None
    assert (made.full_count, made.window_count) == (3, 2)
    assert seqs(face(session).full_context[:]) == [None, 4, 5]
    assert seqs(face(session).context_window) == [None, 5]
    assert len(face(session).log()) == 5
    face(session).undo()
    assert seqs(face(session).full_context[:]) == [1, 2, 3, 4, 5]


def test_a_message_that_is_new_in_both_contexts_is_one_and_two_equal_ones_are_two(
    manager: SessionManager, face: Face
) -> None:
    session = resizing(
        manager, lambda full, window, memo, settings: ([full[0], SUMMARY, SUMMARY], [SUMMARY, SUMMARY], None)
    )
    face(session).append(numbered(2))
    face(session).resize("mine")
    assert face(session).pop_message() == SUMMARY
    assert face(session).context_window == [SUMMARY]
    assert face(session).pop_message() == SUMMARY
    assert face(session).context_window == []
    assert seqs(face(session).full_context[:]) == [1]


def test_a_result_notes_reason_and_metadata_over_the_callers(manager: SessionManager, face: Face) -> None:
    session = resizing(
        manager,
        lambda full, window, memo, settings: ResizeResult(
            window=window[-1:], memo="m", metadata={"tokens": 5}, reason="full"
        ),
    )
    face(session).append(numbered(3))
    made = face(session).resize("mine", reason="asked", actor="ann", metadata={"of": "caller"})
    assert made is not None
    assert (made.reason, made.actor, made.metadata) == ("full", "ann", {"tokens": 5})
    assert face(session).memo == "m"


def test_a_result_over_the_limit_is_kept_and_told(manager: SessionManager, face: Face) -> None:
    session = resizing(manager, lambda full, window, memo, settings: (None, window[1:], None))
    face(session).set_settings("session.max_length", 150)
    face(session).append([of_length(100, name) for name in "abc"])
    with pytest.warns(match="the window measures 200 after 'mine', the limit is 150"):
        made = face(session).resize("mine")
    assert made is not None
    assert (made.window_count, made.max_length) == (2, 150)


def test_a_second_summary_builds_on_the_first(manager: SessionManager, face: Face) -> None:
    def summarize(full: Any, window: list[Message], memo: Any, settings: Any) -> Any:
        text = "+".join(str(message.content) for message in window[:-1])
        return None, [system(text), window[-1]], None

    session = resizing(manager, summarize)
    face(session).append(user("m1"))
    for message in numbered(4, start=2):
        face(session).append(message)
        face(session).resize("mine")
    assert texts(face(session).context_window) == ["m1+m2+m3+m4", "m5"]
    assert texts(face(session).window_at(3)) == ["m1+m2", "m3"]


# --- wrong results and failing handlers ---------------------------------------------------------

WRONG_RESULTS = [
    pytest.param((None, None), id="two values"),
    pytest.param((None, None, None, None), id="four values"),
    pytest.param(7, id="number"),
    pytest.param(None, id="nothing"),
    pytest.param("abc", id="text of three"),
    pytest.param({"full": None, "window": [], "memo": None}, id="dict"),
    pytest.param((None, "text", None), id="text for messages"),
    pytest.param((None, {"role": "user", "content": "one"}, None), id="one message for messages"),
    pytest.param((None, 5, None), id="number for messages"),
    pytest.param((None, ["text"], None), id="text for a message"),
    pytest.param((None, [{"content": "x"}], None), id="message without role or type"),
    pytest.param((None, [{"role": "user", "content": b"x"}], None), id="bytes"),
    pytest.param((None, {"a", "b"}, None), id="set"),
    pytest.param((b"abc", None, None), id="bytes for the full context"),
    pytest.param((None, None, float("nan")), id="memo that is not JSON"),
    pytest.param(ResizeResult(window=[], metadata={1: 2}), id="metadata that is not JSON"),
]


@before_any_sql
@pytest.mark.parametrize("returned", WRONG_RESULTS)
def test_a_result_of_the_wrong_shape_changes_nothing(manager: SessionManager, face: Face, returned: Any) -> None:
    session = resizing(manager, lambda full, window, memo, settings: returned)
    face(session).append(numbered(3))
    with pytest.raises(ResizeResultError, match=r"strategy 'mine' returned .*; return \(new_full") as caught:
        face(session).resize("mine")
    assert (caught.value.strategy, caught.value.returned) == ("mine", returned)
    assert face(session).info().revision == 1
    assert face(session).append(user()).messages[0].seq == 4


@before_any_sql
@pytest.mark.parametrize("returned", [7, "", "x" * 256, b"simple_cut", ["simple_cut"], True])
def test_an_analysis_that_names_no_strategy_changes_nothing(manager: SessionManager, face: Face, returned: Any) -> None:
    session = manager.session("a", auto_resize=False)
    session.register_analysis_handler(always(returned))
    face(session).append(numbered(3))
    with pytest.raises(ResizeResultError, match="the analysis handler returned") as caught:
        face(session).resize()
    assert (caught.value.strategy, caught.value.returned) == (None, returned)
    with pytest.raises(ResizeResultError):
        face(session).analyze_context()
    assert face(session).info().revision == 1


def _raises(full: Any, window: Any, memo: Any, settings: Any) -> Any:
    raise KeyError("from the handler")


async def _raises_later(full: Any, window: Any, memo: Any, settings: Any) -> Any:
    await asyncio.sleep(0)
    raise KeyError("from the handler")


@pytest.mark.parametrize("handler", [_raises, _raises_later])
def test_a_handler_that_raises_is_a_resize_error_from_its_cause(
    manager: SessionManager, face: Face, handler: Any
) -> None:
    session = resizing(manager, handler)
    face(session).append(numbered(3))
    with pytest.raises(ResizeError, match="strategy 'mine' raised KeyError") as caught:
        face(session).resize("mine")
    assert caught.value.strategy == "mine"
    assert isinstance(caught.value.__cause__, KeyError)
    session.register_analysis_handler(handler)
    with pytest.raises(ResizeError, match="the analysis handler raised KeyError") as caught:
        face(session).resize()
    assert caught.value.strategy is None
    assert face(session).info().revision == 1


def test_a_failed_automatic_resize_is_warned_about_and_the_append_stands(
    manager: SessionManager, face: Face, caplog: pytest.LogCaptureFixture
) -> None:
    session = manager.session("a")
    session.register_analysis_handler(always("mine"))
    session.register_resize_handler("mine", _raises)
    with pytest.warns(ResizeFailedWarning, match="'a' was not resized: strategy 'mine' raised KeyError"):
        appended = face(session).append(numbered(3))
    assert (seqs(appended.messages), appended.revision) == ([1, 2, 3], None)
    assert len(face(session).context_window) == 3
    assert [record.name for record in caplog.records] == ["contextledger"]


def test_where_warnings_are_errors_an_append_still_raises_only_if_nothing_was_stored(
    manager: SessionManager, face: Face
) -> None:
    session = manager.session("a")
    session.register_analysis_handler(always("mine"))
    session.register_resize_handler("mine", _raises)
    assert seqs(face(session).append(user()).messages) == [1]


def test_on_resize_error_raise_raises_and_carries_what_was_appended(manager: SessionManager, face: Face) -> None:
    session = manager.session("a", settings={"session.on_resize_error": "raise"})
    session.register_analysis_handler(always("mine"))
    seven: Any = lambda full, window, memo, settings: 7  # noqa: E731
    session.register_resize_handler("mine", seven)
    with pytest.raises(ResizeResultError) as caught:
        face(session).append(numbered(2))
    appended = caught.value.appended
    assert (seqs(appended.messages), appended.revision) == ([1, 2], None)
    assert len(face(session).context_window) == 2


def test_a_strategy_that_is_not_registered_is_warned_about_and_cuts_nothing(
    manager: SessionManager, face: Face
) -> None:
    session = manager.session("a")
    with pytest.warns(UnknownStrategyWarning, match="'elsewhere' is not registered in this process"):
        assert face(session).resize("elsewhere") is None
    session.register_analysis_handler(always("elsewhere"))
    with pytest.warns(UnknownStrategyWarning):
        appended = face(session).append(numbered(2))
    assert (len(appended.messages), appended.revision) == (2, None)
    with pytest.warns(UnknownStrategyWarning):
        assert face(session).preview_resize() is None
    with pytest.warns(UnknownStrategyWarning):
        assert face(session).run_resize_strategy("elsewhere") is None
    assert face(session).info().revision == 1


def test_the_setting_names_the_strategy_the_built_in_analysis_asks_for(manager: SessionManager, face: Face) -> None:
    settings = {"session.max_length": 150, "session.strategy": "mine"}
    session = manager.session("a", settings=settings)
    session.register_resize_handler("mine", lambda full, window, memo, settings: (None, [window[0]], None))
    appended = face(session).append([of_length(100, name) for name in "abc"])
    assert appended.revision is not None
    assert appended.revision.strategy == "mine"
    assert seqs(face(session).context_window) == [1]
    elsewhere = face(manager.session("a"))
    with pytest.warns(UnknownStrategyWarning):
        elsewhere.append(of_length(100))


# --- where handlers are registered --------------------------------------------------------------


def test_a_sessions_handlers_go_before_its_managers(manager: SessionManager, face: Face) -> None:
    manager.register_session_analysis_handler(always("mine"))
    manager.register_session_resize_handler("mine", lambda full, window, memo, settings: (None, window[-1:], None))
    assert face(manager.session("a")).append(numbered(3)).revision is not None
    assert seqs(face(manager.session("a")).context_window) == [3]

    own = manager.session("b")
    own.register_resize_handler("mine", lambda full, window, memo, settings: (None, window[:1], None))
    face(own).append(numbered(3))
    assert seqs(face(own).context_window) == [1]
    own.register_analysis_handler(lambda full, window, memo, settings: None)
    assert face(own).append(numbered(3)).revision is None
    own.register_analysis_handler(None)
    assert face(own).append(numbered(3)).revision is not None
    manager.register_session_analysis_handler(None)
    assert face(own).append(numbered(3)).revision is None


def test_a_registered_simple_cut_stands_in_for_the_built_in_one(manager: SessionManager, face: Face) -> None:
    session = manager.session("a", settings={"session.max_length": 150})
    session.register_execution_handlers("simple_cut", lambda full, window, memo, settings: (None, window[:1], None))
    face(session).append([of_length(100, name) for name in "abc"])
    assert seqs(face(session).context_window) == [1]


def test_an_analysis_may_ask_for_the_built_in_cut(manager: SessionManager, face: Face) -> None:
    session = manager.session("a", settings={"session.max_length": 150})
    session.register_analysis_handler(always("simple_cut"))
    face(session).append([of_length(100, name) for name in "abc"])
    assert seqs(face(session).context_window) == [3]
    assert face(session).append(of_length(50)).revision is None


@before_any_sql
@pytest.mark.parametrize("name", ["", "x" * 256, "a\tb", 5])
def test_a_strategys_name_is_checked(manager: SessionManager, face: Face, name: Any) -> None:
    session = manager.session("a")
    handler = lambda *given: (None, None, None)  # noqa: E731
    for register in (
        session.register_resize_handler,
        session.register_execution_handlers,
        manager.register_session_resize_handler,
    ):
        with pytest.raises(InvalidIdError) as caught:
            register(name, handler)
        assert (caught.value.field, caught.value.value) == ("strategy_name", name)
    with pytest.raises(InvalidIdError):
        face(session).resize(name)


def test_what_cannot_be_called_is_no_handler(manager: SessionManager) -> None:
    session = manager.session("a")
    not_a_handler: Any = "simple_cut"
    nothing: Any = None
    for register in (session.register_analysis_handler, manager.register_session_analysis_handler):
        with pytest.raises(InvalidArgumentError) as caught:
            register(not_a_handler)
        assert (caught.value.argument, caught.value.value) == ("analysis_handler", "simple_cut")
    with pytest.raises(InvalidArgumentError):
        session.register_resize_handler("mine", nothing)


def test_a_preview_runs_the_handler_and_changes_nothing(manager: SessionManager, face: Face) -> None:
    session = resizing(manager, lambda full, window, memo, settings: (None, [SUMMARY, *window[-1:]], {"n": 2}))
    face(session).append(numbered(3))
    face(session).set_memo({"n": 1})
    preview = face(session).preview_resize("mine")
    assert preview is not None
    assert (seqs(preview.removed), preview.added) == ([1, 2], [SUMMARY])
    assert (preview.memo_before, preview.memo_after, preview.memo_changed) == ({"n": 1}, {"n": 2}, True)
    assert preview.length_after == len(str(SUMMARY)) + len(str(user("m3")))
    assert face(session).info().revision == 2


# --- while others write -------------------------------------------------------------------------


def interrupted(times: int, interrupt: Callable[[Any], Any], seen: list[int]) -> Callable[..., Any]:
    """A handler that keeps one message, while the first `times` times something else happens to the session."""

    def handler(full: Any, window: list[Message], memo: Any, settings: Any) -> Any:
        seen.append(len(window))
        if len(seen) <= times:
            interrupt(len(seen))
        return None, window[-1:], None

    return handler


def test_messages_appended_while_a_handler_works_are_kept_after_its_window(manager: SessionManager, face: Face) -> None:
    seen: list[int] = []
    other = manager.session("a", auto_resize=False)
    session = resizing(manager, interrupted(9, lambda n: other.append(user(f"meanwhile {n}")), seen))
    face(session).append(numbered(3))
    made = face(session).resize("mine")
    assert made is not None
    assert seen == [3]
    assert texts(face(session).context_window) == ["m3", "meanwhile 1"]
    assert (made.window_count, made.count_before, made.dropped_count, made.head_seq) == (2, 4, 2, 4)


def test_a_handler_starts_again_when_the_window_was_changed_meanwhile(manager: SessionManager, face: Face) -> None:
    seen: list[int] = []
    other = manager.session("a", auto_resize=False)

    def clear(_: int) -> None:
        other.clean_context_window()
        other.append([user("after"), user("the clear")])

    session = resizing(manager, interrupted(1, clear, seen))
    face(session).append(numbered(3))
    made = face(session).resize("mine")
    assert made is not None
    assert seen == [3, 2]
    assert made.parent == 2
    assert texts(face(session).context_window) == ["the clear"]


def test_the_analysis_starts_again_too(manager: SessionManager, face: Face) -> None:
    seen: list[int] = []
    other = manager.session("a", auto_resize=False)
    session = resizing(manager, interrupted(1, lambda _: other.clean_context_window(), seen))
    session.register_analysis_handler(lambda full, window, memo, settings: "mine" if len(window) > 2 else None)
    face(session).append(numbered(3))
    assert face(session).resize() is None
    assert face(session).context_window == []


def test_a_handler_that_is_overtaken_every_time_gives_up(manager: SessionManager, face: Face) -> None:
    seen: list[int] = []
    other = manager.session("a", auto_resize=False)
    session = resizing(manager, interrupted(10**9, other.set_memo, seen))
    face(session).append(numbered(3))
    with pytest.raises(RevisionConflictError) as caught:
        face(session).resize("mine")
    assert caught.value.retryable
    assert caught.value.strategy == "mine"
    assert 1 < len(seen) < 20
    assert len(face(session).context_window) == 3


def test_losing_the_race_in_an_automatic_resize_is_silent(manager: SessionManager, face: Face) -> None:
    seen: list[int] = []
    other = manager.session("a", auto_resize=False)
    session = manager.session("a", settings={"session.on_resize_error": "raise"})
    session.register_analysis_handler(always("mine"))
    session.register_resize_handler("mine", interrupted(10**9, other.set_memo, seen))
    appended = face(session).append(numbered(3))
    assert (len(appended.messages), appended.revision) == (3, None)


def test_a_session_deleted_while_a_handler_works_is_not_made_again(manager: SessionManager, face: Face) -> None:
    session = manager.session("a")
    session.register_analysis_handler(always("mine"))
    session.register_resize_handler("mine", interrupted(1, lambda _: manager.delete_session("a"), []))
    appended = face(session).append(numbered(3))
    assert (len(appended.messages), appended.revision) == (3, None)
    assert manager.list_sessions() == []


@pytest.mark.backends(*SHAREABLE)
def test_a_stale_handle_resizes_by_what_is_stored_now(make_manager: Callable[..., SessionManager], face: Face) -> None:
    first, second = make_manager(), make_manager()
    one = resizing(first, lambda full, window, memo, settings: (None, window[-2:], None))
    other = second.session("a")
    face(one).append(numbered(3))
    face(other).clean_context_window()
    face(other).append(numbered(3, start=4))
    made = face(one).resize("mine")
    assert made is not None
    assert seqs(face(other).context_window) == [5, 6]
