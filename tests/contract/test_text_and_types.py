"""Whatever text and types go in come back the same from every database, or are refused with the way to them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest

from manager import InvalidMemoError, InvalidMessageError, SessionManager
from tests.backends import SYSTEMS, Backend, before_any_sql, direct_connection
from tests.faces import Face
from tests.messages import numbered, seqs, texts, user
from tests.statements import StatementRecorder

TEXTS = {
    "NUL": "a\x00b",
    "lone high surrogate": "\ud83d",
    "lone low surrogate": "a\udc00b",
    "literal escape": "\\u0000",
    "escaped escape": "\\\\ud83d",
    "composed": "é",
    "decomposed": "e\u0301",
    "right to left": "\u202eשלום עולם\u202c",
    "4-byte emoji": "👩‍👩‍👧‍👦🏳️‍🌈",
    "noncharacters": "\ufffe\uffff\U0010ffff",
    "controls": "\x01\x08\x0b\x1b[31m\x7f\x85",
    "line ends": "a\r\nb\rc\nd\u2028e\u2029",
    "quotes": "'\"`\\;--%s:name{}",
    "spaces": "  a\u00a0\u3000b  ",
    "nothing": "",
}


def test_any_text_comes_back_the_same(manager: SessionManager, face: Face) -> None:
    for name, value in TEXTS.items():
        session = face(manager.session(name, title=value, metadata={value: value}))
        message = {
            "role": "assistant",
            "content": value,
            "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": json.dumps({"q": value})}}],
            f"key {value}": {value: [value]},
        }
        session.append(message, metadata={"note": value})
        session.set_memo({"m": [value, {value: 1}]}, reason=value, metadata=value)
        (found,) = session.context_window
        assert found == message
        assert json.loads(found["tool_calls"][0]["function"]["arguments"]) == {"q": value}
        assert found.metadata == {"note": value}
        assert session.memo == {"m": [value, {value: 1}]}
        newest = session.revision(2)
        assert (newest.reason, newest.metadata) == (value, value)
        info = session.info()
        assert (info.title, info.metadata) == (value, {value: value})
        session.update(title=value, metadata=[value])
        assert (session.info().title, session.info().metadata) == (value, [value])
    assert face(manager).verify().ok


def begun_with(summary: dict[str, Any]) -> Callable[..., Any]:
    """A handler that puts the summary in the place of the first message."""
    return lambda full, window, memo, settings: (None, [summary, *window[1:]], None)


def test_any_text_is_found_again_among_what_handlers_return(manager: SessionManager, face: Face) -> None:
    for name, value in TEXTS.items():
        summary = {"role": "system", "content": value}
        session = manager.session(name)
        session.register_resize_handler("mine", begun_with(summary))
        face(session).append([user("first"), user(value), user("last")])
        face(session).resize("mine")
        assert seqs(face(session).context_window) == [None, 2, 3]
        assert face(session).context_window[0] == summary
        face(session).set_chat_history([user("first"), user(value)])
        assert seqs(face(session).context_window) == [1, 2]
        assert face(session).append(user(value), key="k").duplicate is False
        assert face(session).append(user(value), key="k").duplicate is True


def test_two_surrogates_that_are_one_character_come_back_as_that(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append({"role": "user", "content": "\ud83d\ude00", "\ud83d\ude00": 1})
    assert session.context_window == [{"role": "user", "content": "😀", "😀": 1}]


NUMBERS = [
    0,
    -1,
    2**53 + 1,
    2**63 - 1,
    2**63,
    -(2**63) - 1,
    2**64,
    2**70,
    10**300,
    0.1,
    -0.0,
    1e-320,
    1.7e308,
    1e22,
    5.0,
]


def test_any_json_value_comes_back_the_same(manager: SessionManager, face: Face) -> None:
    values: list[Any] = [*NUMBERS, True, False, None, [], {}, [[]], [{}], {"": {"": ""}}]
    for number, value in enumerate(values):
        session = face(manager.session(f"{number}"))
        session.append({"role": "user", "content": value, "deep": [{"x": [value]}]}, metadata=value)
        session.set_memo([value])
        (found,) = session.context_window
        for same in (found["content"], found["deep"][0]["x"][0], session.memo[0], found.metadata):
            assert repr(same) == repr(value)
        assert json.loads(session.to_json())["memo"] == [value]


def test_fields_keep_their_order_and_lists_theirs(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    fields = {name: number for number, name in enumerate("zyxwvabcé汉10 2")}
    message = {"z": fields, "role": "user", "a": [fields, [3, 1, 2]], "content": None}
    session.append(message)
    session.set_memo(message)
    assert json.dumps(session.context_window[0]) == json.dumps(session.memo) == json.dumps(message)


def test_tuples_become_lists_and_subclasses_what_they_derive_from(manager: SessionManager, face: Face) -> None:
    class Name(str):
        __slots__ = ()

    class Color(StrEnum):
        RED = "red"

    session = face(manager.session("a"))
    session.append({"role": Name("user"), "content": (1, (2,)), "color": Color.RED})
    (found,) = session.context_window
    assert found == {"role": "user", "content": [1, [2]], "color": "red"}
    assert type(found["color"]) is type(found["role"]) is str


# --- large --------------------------------------------------------------------------------------


def test_70_000_characters_in_every_text(manager: SessionManager, face: Face) -> None:
    long = "é" * 70_000
    session = manager.session("a", title=long, metadata=long, settings={"session.own": long})
    session.register_resize_handler(
        "mine", lambda full, window, memo, settings: (None, [{"role": "system", "content": long}], long)
    )
    through = face(session)
    through.append(user(long), metadata=long)
    made = through.resize("mine", reason=long, metadata=long)
    assert made is not None
    assert (made.reason, made.metadata) == (long, long)
    assert (through.context_window[0]["content"], through.memo) == (long, long)
    assert (through.log()[0]["content"], through.log()[0].metadata) == (long, long)
    info = through.info()
    assert (info.title, info.metadata, info.settings) == (long, long, {"session.own": long})
    found = through.revision(2)
    assert (found.reason, found.metadata) == (long, long)
    assert face(manager).verify().ok


def test_a_message_of_5_mb(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 5_000}))
    large = user("0123456789" * 500_000)
    session.append([user("before"), large])
    assert session.log()[1] == large
    assert session.info().window_length == 5_000
    session.append(user("after"))
    assert texts(session.context_window) == ["after"]


def test_50_turns_with_images_grow_by_what_they_hold(
    manager: SessionManager, face: Face, backend: Backend, database_url: str
) -> None:
    session = face(manager.session("a"))
    size = 20_000
    for number in range(50):
        image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{number:04}" + "A" * size}}
        session.append({"role": "user", "content": [{"type": "text", "text": "look"}, image]})
        session.set_memo({"turn": number})
    assert len(session.context_window) == 50
    if backend.shareable:
        with direct_connection(database_url) as connection:
            stored = connection.exec_driver_sql(
                "SELECT (SELECT SUM(LENGTH(payload)) FROM ledger_bodies),"
                " (SELECT COUNT(*) FROM ledger_bodies), (SELECT COUNT(*) FROM ledger_window_entries)"
            ).one()
        assert stored[0] < 50 * (size + 200)
        assert tuple(stored[1:]) == (50, 0)


def test_a_message_of_the_limit_fits_and_one_byte_more_does_not(
    make_manager: Callable[..., SessionManager], face: Face
) -> None:
    session = face(make_manager(max_message_bytes=1_000).session("a"))
    for character, width in (("x", 1), ("é", 2), ("汉", 3), ("😀", 4), ("\x00", 6), ("\ud83d", 6)):
        frame = len(json.dumps(user(""), separators=(",", ":")))
        room = 1_000 - frame
        fitting = character * (room // width) + "y" * (room % width)
        session.append(user(fitting))
        with pytest.raises(InvalidMessageError, match="more than the 1000") as caught:
            session.append([user("fits"), user(fitting + "y")])
        assert caught.value.path == "messages[1]"
    assert session.info().head_seq == 6


# --- refused ------------------------------------------------------------------------------------


class Thing:
    """Nothing JSON knows."""


REFUSED: list[Any] = [
    pytest.param(float("nan"), "", id="NaN"),
    pytest.param(float("inf"), "", id="infinity"),
    pytest.param(-float("inf"), "", id="minus infinity"),
    pytest.param({1: "a"}, "[1]", id="key that is no text"),
    pytest.param({None: "a"}, "[None]", id="key None"),
    pytest.param(b"bytes", "", id="bytes"),
    pytest.param(bytearray(b"x"), "", id="bytearray"),
    pytest.param(datetime(2024, 1, 1, tzinfo=UTC), "", id="datetime"),
    pytest.param({1, 2}, "", id="set"),
    pytest.param(frozenset(), "", id="frozenset"),
    pytest.param(Decimal("1.5"), "", id="Decimal"),
    pytest.param(1 + 2j, "", id="complex"),
    pytest.param(uuid4(), "", id="UUID"),
    pytest.param(Thing(), "", id="object"),
    pytest.param(Thing, "", id="class"),
    pytest.param(len, "", id="function"),
    pytest.param(range(3), "", id="range"),
    pytest.param(10**5000, "", id="integer of 5,000 digits"),
]


@before_any_sql
@pytest.mark.parametrize(("value", "step"), REFUSED)
def test_what_json_cannot_hold_is_refused_with_the_way_to_it(
    make_manager: Callable[..., SessionManager], statements: StatementRecorder, face: Face, value: Any, step: str
) -> None:
    session = face(make_manager().session("a"))
    session.append(user("before"))
    innermost = next(iter(value.values())) if isinstance(value, dict) else value

    def same(found: object) -> bool:
        return found is innermost or found == innermost

    with statements.recorded() as sent:
        with pytest.raises(InvalidMessageError, match=";") as message:
            session.append([user("first"), {"role": "user", "content": [{"deep": value}]}])
        with pytest.raises(InvalidMessageError):
            session.set_chat_history([{"role": "user", "content": value}])
        with pytest.raises(InvalidMemoError, match=";") as memo:
            session.set_memo({"a": [1, value]})
        with pytest.raises(InvalidMemoError) as metadata:
            session.append(user("first"), metadata=[value])
        with pytest.raises(InvalidMemoError) as note:
            session.clean_context_window(metadata=value)
    assert sent == []
    assert message.value.path == f"messages[1].content[0].deep{step}"
    assert memo.value.path == f"memo.a[1]{step}"
    assert metadata.value.path == f"metadata[0]{step}"
    assert note.value.path == f"metadata{step}"
    assert same(message.value.value)
    assert isinstance(message.value, ValueError)
    assert texts(session.log()[:]) == ["before"]
    assert session.append(user("after")).messages[0].seq == 2


@before_any_sql
@pytest.mark.parametrize(
    ("message", "path"),
    [
        ({}, "message"),
        ({"content": "x"}, "message"),
        ({"role": None, "content": "x"}, "message.role"),
        ({"role": 5, "content": "x"}, "message.role"),
        ({"role": "", "content": "x"}, "message.role"),
        ({"role": "r" * 256, "content": "x"}, "message.role"),
        ({"role": "a\nb", "content": "x"}, "message.role"),
        ({"role": "\ud800", "content": "x"}, "message.role"),
        ({"type": "", "content": "x"}, "message"),
        ({"type": 5, "content": "x"}, "message"),
        ("text", "messages"),
        (b"bytes", "messages"),
        (5, "messages"),
        (None, "messages"),
        ({"a", "b"}, "messages"),
        (["text"], "messages[0]"),
        ([user(), None], "messages[1]"),
        ([[user()]], "messages[0]"),
    ],
)
def test_what_is_no_message_is_refused(manager: SessionManager, face: Face, message: Any, path: str) -> None:
    session = face(manager.session("a"))
    with pytest.raises(InvalidMessageError, match="; ") as caught:
        session.append(message)
    assert caught.value.path == path
    with pytest.raises(InvalidMessageError):
        session.set_chat_history(message)
    assert face(manager).list_sessions() == []


def test_depth_is_bounded_and_a_circle_is_found(manager: SessionManager, face: Face) -> None:
    def nested(depth: int) -> Any:
        value: Any = "bottom"
        for _ in range(depth):
            value = [value]
        return value

    session = face(manager.session("a"))
    session.append({"role": "user", "content": nested(199)})
    assert session.context_window[0]["content"] == nested(199)
    with pytest.raises(InvalidMessageError, match="200 levels"):
        session.append({"role": "user", "content": nested(200)})
    circle: dict[str, Any] = {"role": "user"}
    circle["content"] = [circle]
    with pytest.raises(InvalidMessageError, match="200 levels"):
        session.append(circle)
    assert session.info().head_seq == 1


def test_an_object_whose_model_dump_fails_is_refused(manager: SessionManager, face: Face) -> None:
    class Broken:
        def model_dump(self) -> dict[str, Any]:
            raise RuntimeError("broken")

    class Wrong:
        def model_dump(self) -> Any:
            return "text"

    session = face(manager.session("a"))
    with pytest.raises(InvalidMessageError, match=r"its model_dump\(\) raised RuntimeError") as caught:
        session.append(Broken())
    assert isinstance(caught.value.__cause__, RuntimeError)
    with pytest.raises(InvalidMessageError, match="not a dict"):
        session.append([Wrong()])


# --- times --------------------------------------------------------------------------------------


def test_times_of_any_zone_mean_the_same_moment(make_manager: Callable[..., SessionManager], face: Face) -> None:
    moment = datetime(2024, 5, 1, 12, 0, 0, 123456, tzinfo=UTC)
    manager = make_manager(clock=lambda: int(moment.timestamp()) * 1_000_000 + moment.microsecond)
    session = face(manager.session("a"))
    session.append(user())
    for same in (
        moment,
        moment.astimezone(ZoneInfo("Asia/Kathmandu")),
        moment.astimezone(timezone(-timedelta(hours=11))),
        moment.astimezone().replace(tzinfo=None),
    ):
        assert session.snapshot(time=same).head_seq == 1
        assert len(session.revisions(since=same)) == 1
        assert session.revisions(until=same) == []
    assert session.context_window[0].created_at == moment
    assert session.info().created_at.tzinfo is UTC


def test_the_repeated_hour_in_autumn_is_two_hours(make_manager: Callable[..., SessionManager], face: Face) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    first = datetime(2024, 10, 27, 2, 30, tzinfo=berlin)
    second = first.replace(fold=1)
    times = iter([first] * 2 + [second] * 9)
    manager = make_manager(clock=lambda: int(next(times).timestamp()) * 1_000_000)
    session = face(manager.session("a"))
    session.append(user("first"))
    session.append(user("second"))
    session.append(user("third"))
    assert texts(session.context_window) == ["first", "second", "third"]
    made = [message.created_at for message in session.context_window]
    assert made[-1] is not None
    assert made[0] is not None
    assert made[-1] - made[0] == timedelta(hours=1)
    assert (
        texts(session.window_at(time=first)) == texts(session.context_window)[: len([m for m in made if m == made[0]])]
    )
    assert texts(session.window_at(time=second)) == ["first", "second", "third"]


@pytest.mark.faces("sync")
@pytest.mark.backends(*SYSTEMS)
def test_a_client_in_another_time_zone_reads_the_same_moment(
    make_manager: Callable[..., SessionManager], face: Face, database_url: str
) -> None:
    session = face(make_manager().session("a"))
    session.append(numbered(1))
    here = session.context_window[0].created_at
    script = f"""
from manager import SessionManager
with SessionManager({database_url!r}) as manager:
    print(manager.session("a").context_window[0].created_at.isoformat())
"""
    environment = {**os.environ, "TZ": "Pacific/Kiritimati", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert here is not None
    assert done.stdout.strip() == here.isoformat()
