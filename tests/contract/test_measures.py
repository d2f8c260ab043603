"""Measures: the session's own counts, whoever writes; what cannot be counted is refused before anything is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from manager import InvalidArgumentError, InvalidIdError, MeasureError, SessionManager, UnknownMeasureError
from manager.planning.approximate import approximate
from manager.planning.measures import characters, measure_named
from tests.backends import SHAREABLE
from tests.faces import Face
from tests.messages import numbered, texts, user

MIXED = [
    {"role": "system", "content": "Be kind."},
    user("请问可以改签吗？" * 3),
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f"}}]},
    {"role": "tool", "tool_call_id": "c", "content": "ok " * 30},
    {"role": "assistant", "content": [{"type": "text", "text": "Да, конечно. <|endoftext|>"}]},
]


def letters(message: dict[str, Any]) -> int:
    """A measure of one's own."""
    return len(str(message.get("content") or ""))


def total(measure: Callable[[dict[str, Any]], int], messages: Any) -> int:
    return sum(measure(dict(message)) for message in messages)


@pytest.mark.parametrize("name", ["characters", "approximate", "tokens:o200k_base", "tokens:cl100k_base"])
def test_a_session_counts_in_the_measure_it_was_made_with(manager: SessionManager, face: Face, name: str) -> None:
    session = face(manager.session("a", settings={"session.measure": name}))
    session.append(MIXED)
    assert session.info().measure == name
    assert session.info().window_length == total(measure_named(name, {}), MIXED)
    assert [made.measure for made in session.revisions()] == [name]


def test_the_managers_measure_is_for_sessions_that_are_made_from_now_on(manager: SessionManager, face: Face) -> None:
    old, new = face(manager.session("old")), face(manager.session("new"))
    old.append(user())
    manager.set_settings("session.measure", "approximate")
    for session, measure in ((old, characters), (new, approximate)):
        session.append(MIXED)
        assert session.info().measure == measure.__name__
        assert session.info().window_length == total(measure, session.context_window)


@pytest.mark.parametrize("limit", [20, 40, 60])
def test_a_window_is_cut_to_tokens(manager: SessionManager, face: Face, limit: int) -> None:
    measure = measure_named("tokens:o200k_base", {})
    settings = {"session.measure": "tokens:o200k_base", "session.max_length": limit}
    session = face(manager.session("a", settings=settings))
    for number in range(30):
        session.append(user(f"number {number} " + "word " * (7 * number % 11)))
        window = session.context_window
        assert session.info().window_length == total(measure, window) <= limit
    session.append(user("tail " * 500))
    (shortened,) = session.context_window
    assert limit - 3 <= measure(dict(shortened)) <= limit
    assert face(manager).verify().ok


# --- one's own ----------------------------------------------------------------------------------


def test_a_measure_of_ones_own(manager: SessionManager, face: Face) -> None:
    assert manager.register_measure("letters", letters) is manager
    settings = {"session.measure": "letters", "session.max_length": 10}
    session = face(manager.session("a", settings=settings))
    session.append([user("12345"), user("67890"), user("abc")])
    assert texts(session.context_window) == ["67890", "abc"]
    assert session.info().window_length == 8
    session.append(user("0123456789" * 3))
    assert texts(session.context_window) == ["0123456789"]
    session.set_chat_history([user("xyz")])
    assert session.info().window_length == 3
    copy = face(manager.session("b", settings=settings))
    copy.load_json(session.to_json())
    assert copy.info().window_length == 3


@pytest.mark.parametrize("name", ["characters", "approximate", "tokens:o200k_base", "tokens:cl100k_base"])
def test_a_built_in_name_is_not_to_be_had(manager: SessionManager, name: str) -> None:
    with pytest.raises(InvalidArgumentError, match="are built in"):
        manager.register_measure(name, letters)


@pytest.mark.parametrize("name", ["", "x" * 256, "a\nb", 5, None])
def test_a_measures_name_is_one_like_any_other(manager: SessionManager, name: Any) -> None:
    with pytest.raises(InvalidIdError):
        manager.register_measure(name, letters)


def test_a_measure_is_a_function(manager: SessionManager) -> None:
    measure: Any = 5
    with pytest.raises(InvalidArgumentError):
        manager.register_measure("mine", measure)


@pytest.mark.parametrize("returned", [True, 1.5, -1, None, "3", 2**70, RuntimeError("no tokenizer")])
def test_what_is_no_length_is_refused_before_anything_is_written(
    make_manager: Callable[..., SessionManager], face: Face, returned: Any
) -> None:
    def measure(message: dict[str, Any]) -> int:
        if message.get("content") != "bad":
            return 1
        if isinstance(returned, Exception):
            raise returned
        return returned  # type: ignore[no-any-return]

    manager = make_manager(settings={"session.measure": "mine"}).register_measure("mine", measure)
    session = face(manager.session("a"))
    for call in (session.append, session.set_chat_history):
        with pytest.raises(MeasureError) as caught:
            call([user("good"), user("bad")])
        assert caught.value.measure == "mine"
        assert face(manager).list_sessions() == []
    session.append(user("good"))
    before = session.info()
    with pytest.raises(MeasureError):
        session.append([user("good"), user("bad")], key="k")
    with pytest.raises(MeasureError):
        session.load_json('{"full_context": [{"role": "user", "content": "bad"}]}')
    session.register_resize_handler("rewrites", lambda full, window, memo, settings: (None, [user("bad")], memo))
    with pytest.raises(MeasureError):
        session.resize("rewrites")
    assert session.info() == before


@pytest.mark.backends(*SHAREABLE)
def test_a_measure_that_is_not_registered_is_no_reason_not_to_read(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    settings = {"session.measure": "letters", "session.max_length": 100}
    maker = face(make_manager(settings=settings).register_measure("letters", letters).session("a"))
    maker.append(numbered(5))
    maker.set_memo({"n": 1})
    for others in ({}, settings):
        manager = make_manager(settings=others)
        reader = face(manager.session("a"))
        assert reader.context_window == reader.full_context[:] == list(reader.log()) == numbered(5)
        assert (reader.memo, reader.info().measure, reader.info().window_length) == ({"n": 1}, "letters", 10)
        assert reader.snapshot(seq=3).length == 6
        assert [made.measure for made in reader.revisions()] == ["letters"] * 2
        assert "m5" in reader.to_json()
        assert face(manager).verify().ok


@pytest.mark.backends(*SHAREABLE)
@pytest.mark.parametrize("others", [{}, {"session.measure": "letters"}], ids=["other settings", "same settings"])
def test_a_measure_that_is_not_registered_is_a_reason_not_to_write(
    make_manager: Callable[..., SessionManager], face: Face, others: dict[str, Any]
) -> None:
    maker = make_manager(settings={"session.measure": "letters"}).register_measure("letters", letters)
    face(maker.session("a")).append(numbered(5))
    manager = make_manager(settings={"session.max_length": 4, **others})
    writer = face(manager.session("a"))
    writer.register_resize_handler("mine", lambda full, window, memo, settings: (None, window[-1:], memo))
    before = writer.info()
    for write in (
        lambda: writer.append(user()),
        lambda: writer.append(user(), key="k"),
        lambda: writer.set_chat_history([user()]),
        lambda: writer.load_json('{"full_context": []}'),
        writer.resize,
        lambda: writer.resize("mine"),
        lambda: writer.remeasure("letters"),
    ):
        with pytest.raises(UnknownMeasureError, match="'letters'") as caught:
            write()
        assert caught.value.measure == "letters"
    assert writer.info() == before
    manager.register_measure("letters", letters)
    writer.append(user("more"))
    assert texts(writer.context_window) == ["more"]


# --- whose measure ------------------------------------------------------------------------------


@pytest.mark.backends(*SHAREABLE)
@pytest.mark.parametrize("call", ["append", "append with key", "set", "load"])
def test_the_sessions_measure_counts_and_not_that_of_the_writers_settings(
    make_manager: Callable[..., SessionManager], face: Face, call: str
) -> None:
    one = make_manager(settings={"session.measure": "approximate"})
    other = make_manager(settings={"session.measure": "tokens:cl100k_base"})
    face(one.session("a")).append(user("first"))
    session = face(other.session("a"))
    for number in range(3):
        said = [user(f"{number} word " * 9), *MIXED]
        match call:
            case "append":
                session.append(said[0])
                session.append(said[1:])
            case "append with key":
                session.append(said, key=f"k{number}")
                assert session.append(said, key=f"k{number}").duplicate
            case "set":
                session.set_chat_history(said)
            case _:
                copy = face(other.session(f"copy {number}"))
                copy.append(said)
                session.load_json(copy.to_json())
    assert session.info().measure == "approximate"
    assert session.info().window_length == total(approximate, session.context_window)
    assert face(other).verify().ok


@pytest.mark.backends(*SHAREABLE)
def test_settings_that_name_what_is_not_there_do_not_matter_to_a_session_that_is(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    face(make_manager().session("a")).append(user("first"))
    session = face(make_manager(settings={"session.measure": "parsecs"}).session("a"))
    session.append(user("second"))
    assert session.info().window_length == total(characters, session.context_window)


def test_a_result_of_a_handler_is_counted_in_the_sessions_measure(manager: SessionManager, face: Face) -> None:
    handle = manager.session("a", settings={"session.measure": "approximate"})
    handle.register_resize_handler(
        "mine", lambda full, window, memo, settings: (None, [user("so far " * 9), *window[-2:]], memo)
    )
    session = face(handle)
    session.append(MIXED)
    preview = session.preview_resize("mine")
    assert preview is not None
    session.resize("mine")
    assert preview.length_after == session.info().window_length == total(approximate, session.context_window)
