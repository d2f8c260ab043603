"""Handlers, results, clocks and loggers that do what nobody should: an append that was stored returns."""

from __future__ import annotations

import asyncio
import itertools
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from manager import Message, ResizeError, ResizeFailedWarning, ResizeResult, ResizeResultError, SessionManager
from tests.faces import Face
from tests.messages import numbered, seqs, texts, user

pytestmark = pytest.mark.backends("sqlite")


class WordlessError(Exception):
    """An error that cannot say what it is."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


class LyingList(list[Any]):
    """A list that tells a wrong length."""

    def __len__(self) -> int:
        return 3


class ForgettingList(list[Any]):
    """A list whose length cannot be asked for."""

    def __len__(self) -> int:
        raise RuntimeError("no length")


def _stops(*_: Any) -> Any:
    raise StopIteration("over")


def _wordless(*_: Any) -> Any:
    raise WordlessError


async def _wordless_later(*_: Any) -> Any:
    raise WordlessError


async def _cancels(*_: Any) -> Any:
    raise asyncio.CancelledError


def _cancels_at_once(*_: Any) -> Any:
    raise asyncio.CancelledError


RAISING = [_stops, _wordless, _wordless_later, _cancels, _cancels_at_once]
LYING: list[Callable[..., Any]] = [
    lambda *_: LyingList([None, None]),
    lambda *_: LyingList([]),
    lambda *_: ForgettingList([None, None]),
    lambda *_: ResizeResult(reason=5),  # type: ignore[arg-type]
]


def within_a_minute(call: Callable[[], Any]) -> Any:
    """What the call returns or raises; a call that hangs fails the test, and not the run."""
    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.append(call())
        except BaseException as error:
            outcome.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(60)
    assert outcome, "it hangs"
    return outcome[0]


@pytest.mark.parametrize("handler", RAISING)
def test_an_analysis_that_raises_anything_leaves_the_append_as_it_is(
    manager: SessionManager, face: Face, handler: Any
) -> None:
    session = manager.session("a")
    session.register_analysis_handler(handler)
    with pytest.warns(ResizeFailedWarning, match="'a' was not resized"):
        appended = within_a_minute(lambda: face(session).append(numbered(2)))
    assert seqs(appended.messages) == [1, 2]
    assert texts(face(session).context_window) == ["m1", "m2"]
    raised = within_a_minute(face(session).resize)
    assert isinstance(raised, ResizeError)


@pytest.mark.parametrize("handler", [*RAISING, *LYING])
def test_a_resize_handler_that_misbehaves_leaves_the_append_as_it_is(
    manager: SessionManager, face: Face, handler: Any
) -> None:
    session = manager.session("a")
    session.register_analysis_handler(lambda *_: "mine")
    session.register_resize_handler("mine", handler)
    with pytest.warns(ResizeFailedWarning, match="'a' was not resized"):
        appended = within_a_minute(lambda: face(session).append(numbered(2)))
    assert (seqs(appended.messages), appended.revision) == ([1, 2], None)
    assert texts(face(session).context_window) == ["m1", "m2"]
    assert face(session).info().revision == 1


@pytest.mark.parametrize("reason", [5, b"bytes", ["a"], True])
def test_a_reason_that_is_no_text_is_no_result(manager: SessionManager, face: Face, reason: Any) -> None:
    session = manager.session("a", auto_resize=False)
    session.register_resize_handler("mine", lambda *_: ResizeResult(window=[], reason=reason))
    face(session).append(numbered(2))
    with pytest.raises(ResizeResultError):
        face(session).resize("mine")
    assert texts(face(session).context_window) == ["m1", "m2"]


@contextmanager
def log_handler(handler: logging.Handler) -> Iterator[None]:
    logger = logging.getLogger("contextledger")
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


class RaisingLogHandler(logging.Handler):
    """An application's logging that fails."""

    def handle(self, record: logging.LogRecord) -> bool:
        raise OSError("the log is full")


def test_an_applications_logging_that_raises_leaves_the_append_as_it_is(manager: SessionManager, face: Face) -> None:
    session = manager.session("a")
    session.register_analysis_handler(_wordless)
    with log_handler(RaisingLogHandler()), pytest.warns(ResizeFailedWarning):
        appended = face(session).append(user("one"))
    assert seqs(appended.messages) == [1]
    assert texts(face(session).context_window) == ["one"]


def test_a_clock_that_fails_once_the_messages_are_stored_leaves_the_append_as_it_is(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    stored: list[int] = []

    def clock() -> int:
        if stored:
            raise OSError("no time")
        return time.time_ns() // 1_000

    def analysis(*_: Any) -> str:
        stored.append(1)
        return "mine"

    manager = make_manager(clock=clock)
    session = manager.session("a")
    session.register_analysis_handler(analysis)
    session.register_resize_handler("mine", lambda full, window, memo, settings: (None, window[-1:], None))
    with pytest.warns(ResizeFailedWarning):
        appended = face(session).append(numbered(2))
    assert seqs(appended.messages) == [1, 2]
    assert texts(face(session).context_window) == ["m1", "m2"]


def test_a_clock_that_fails_at_each_second_look_never_fails_a_stored_append(
    make_manager: Callable[..., SessionManager], face: Face, recwarn: pytest.WarningsRecorder
) -> None:
    looks = itertools.count()

    def clock() -> int:
        if next(looks) % 2:
            raise OSError("no time")
        return time.time_ns() // 1_000

    session = make_manager(clock=clock).session("a", settings={"session.max_length": 300})
    sent = 0
    for number in range(1, 9):
        try:
            face(session).append(user(f"m{number}"))
        except OSError:
            continue
        finally:
            assert len(face(session).log()) in (sent, sent + 1)
        sent += 1
        assert len(face(session).log()) == sent


@pytest.mark.parametrize("ending", [SystemExit, KeyboardInterrupt])
@pytest.mark.parametrize("place", ["analysis", "resize"])
@pytest.mark.faces("sync")
def test_an_async_handler_that_ends_the_process_ends_its_caller(
    manager: SessionManager, face: Face, ending: type[BaseException], place: str
) -> None:
    async def ends(*_: Any) -> Any:
        await asyncio.sleep(0)
        if ending is SystemExit:
            sys.exit(3)
        raise ending

    session = manager.session("a")
    session.register_analysis_handler(ends if place == "analysis" else lambda *_: "mine")
    session.register_resize_handler("mine", ends)
    assert type(within_a_minute(lambda: session.append(user("one")))) is ending

    async def last(full: Any, window: list[Message], memo: Any, settings: Any) -> Any:
        return None, window[-1:], None

    again = manager.session("a", auto_resize=False)
    assert texts(again.context_window) == ["one"]
    again.append(user("two"))
    again.register_resize_handler("last", last)
    assert within_a_minute(lambda: again.resize("last")) is not None  # the loop of the handlers lives on


def test_what_an_analysis_does_to_nested_content_reaches_nobody_else(manager: SessionManager, face: Face) -> None:
    def message(number: int) -> dict[str, Any]:
        return {"role": "user", "content": [{"type": "text", "text": f"m{number}", "tags": ["a"]}]}

    seen: list[Any] = []

    def analysis(full: Any, window: list[Message], memo: Any, settings: Any) -> str:
        for each in window:
            each["content"][0]["tags"].append("forged")
            each["content"][0]["text"] = "forged"
        return "mine"

    def mine(full: Any, window: list[Message], memo: Any, settings: Any) -> Any:
        seen.extend(dict(each) for each in window)
        return None, window[-1:], None

    session = manager.session("a")
    session.register_analysis_handler(analysis)
    session.register_resize_handler("mine", mine)
    face(session).append([message(1), message(2)])
    assert seen == [message(1), message(2)]
    assert face(session).context_window == [message(2)]
    assert seqs(face(session).context_window) == [2]
    assert face(manager).verify().ok


def test_what_a_handler_does_to_its_settings_changes_no_settings(manager: SessionManager, face: Face) -> None:
    manager.set_settings("session.pinned_roles", ["system"])
    manager.set_settings("session.own", {"list": [1], "dicts": [{"n": [1]}]})

    def analysis(full: Any, window: list[Message], memo: Any, settings: Any) -> None:
        settings["pinned_roles"].append("user")
        settings.get("pinned_roles").append("tool")
        settings["own"]["list"].append(2)
        settings["own.dicts"][0]["n"].append(2)

    session = manager.session("a")
    session.register_analysis_handler(analysis)
    for number in range(2):
        face(session).append(user(f"m{number}"))
    assert manager.settings.get("session.pinned_roles") == ["system"]
    assert manager.settings["session.pinned_roles"] == ["system"]
    assert manager.settings["session.own.list"] == [1]
    assert manager.settings["session.own.dicts"] == [{"n": [1]}]


class Incomparable:
    """A value that does not let itself be compared."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparing")


def test_settings_that_cannot_be_compared_are_no_reason_to_fail(manager: SessionManager, face: Face) -> None:
    manager.set_settings("mine.client", Incomparable())
    session = face(manager.session("a"))
    for number in range(1, 4):
        assert seqs(session.append(user(f"m{number}")).messages) == [number]
        manager.set_settings("mine.client", Incomparable())
    assert seqs(session.context_window) == [1, 2, 3]
