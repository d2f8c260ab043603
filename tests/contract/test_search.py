"""Searching the log: what was cut is found like what was not, the same on every database."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from manager import InvalidArgumentError, Message, Session, SessionManager, SessionNotFoundError
from manager.operations import search as searching
from tests.backends import before_any_sql
from tests.faces import Face
from tests.messages import numbered, seqs, user
from tests.statements import StatementRecorder

WORDS = ["Straße", "STRASSE", "naïve", "İstanbul", "日本", 'quote"d', "back\\slash", "line\nbreak", "a", "🤖", "\0"]
WANTED = ["strasse", "NAÏVE", "i̇stanbul", "本", '"D', "k\\s", "e\nb", "A", "🤖", "\0", "x x", "\ud800", "no"]


def said(chance: random.Random) -> dict[str, Any]:
    """A message of some words, now and then too large for the message's row, or with what no database can store as it
    is."""
    text = " ".join(chance.choices(WORDS, k=3)) + " x" * chance.choice([0, 0, 0, 900])
    if chance.random() < 0.1:
        text += "\ud800"
    shape = chance.randrange(3)
    if shape == 0:
        return {"role": "assistant", "content": [{"type": "text", "text": text}, {"type": "text", "text": "a"}]}
    if shape == 1:
        return {"role": "tool", "tool_call_id": "Straße a", "content": text, "big": 2**70}
    return {"role": "user", "content": text}


def texts_of(message: dict[str, Any]) -> list[str]:
    content = message["content"]
    return [content] if isinstance(content, str) else [block["text"] for block in content]


def expected(log: Sequence[Message], text: str, only: set[int | None] | None) -> list[int | None]:
    """What a search in a list finds."""
    found = [
        message.seq
        for message in log
        if (only is None or message.seq in only)
        and any(text.casefold() in each.casefold() for each in texts_of(message))
    ]
    return found[::-1]


def all_pages(session: Session, text: str, limit: int, **options: Any) -> list[Message]:
    """Every page of a search, none of them over the limit."""
    found: list[Message] = []
    after = None
    while True:
        page = session.search(text, limit=limit, after=after, **options)
        assert len(page) <= limit
        found += page
        if page.next is None:
            return found
        assert len(page) == limit
        after = page.next


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few messages are many pages of the log."""
    monkeypatch.setattr(searching, "PAGE", 7)


@pytest.mark.usefixtures("small_pages")
def test_a_search_finds_what_a_search_in_a_list_finds(manager: SessionManager, face: Face) -> None:
    chance = random.Random(3)
    handle = manager.session("a", auto_resize=False)
    session = face(handle)
    session.append([said(chance) for _ in range(60)])

    def holes(full: Any, window: list[Message], memo: Any, settings: Any) -> Any:
        return None, [window[3], *window[20:22], user("Straße"), *window[40:50]], None

    handle.register_resize_handler("holes", holes)
    session.resize("holes")
    assert seqs(session.context_window) == [4, 21, 22, None, *range(41, 51)]
    session.append([said(chance) for _ in range(10)])
    log = list(face.collect(session.log()))
    window = {message.seq for message in session.context_window} - {None}
    assert len(window) == 23
    everything: set[int | None] = set(range(1, 71))
    for text in WANTED:
        for in_window, only in ((None, None), (True, window), (False, everything - window)):
            for limit in (1, 4, 100):
                found = all_pages(session, text, limit, in_window=in_window)
                assert seqs(found) == expected(log, text, only), (text, in_window, limit)
                assert all(message == log[(message.seq or 0) - 1] for message in found)


def test_what_was_cut_is_found(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 300}))
    session.append(user("my booking is XK-77"), metadata={"of": "caller"})
    for message in numbered(20):
        session.append(message)
    (found,) = session.search("xk-77")
    assert (found, found.seq, found.metadata) == (user("my booking is XK-77"), 1, {"of": "caller"})
    assert found.created_at is not None
    assert session.search("xk-77", in_window=True) == []
    assert session.search("xk-77", in_window=False) == [found]
    assert [message.seq for message in session.search("M2")] == [21, 3]
    assert session.search("M2", in_window=True) == [user("m20")]


@before_any_sql
def test_the_log_is_searched_whatever_became_of_the_contexts(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(3))
    session.reset_chat_history()
    assert seqs(session.search("m")) == [3, 2, 1]
    assert session.search("m", in_window=True) == []
    assert seqs(session.search("m", in_window=False)) == [3, 2, 1]


@before_any_sql
def test_messages_that_come_meanwhile_do_not_move_the_pages(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append(numbered(4))
    first = session.search("m", limit=2)
    session.append(numbered(2, start=5))
    assert seqs(first) == [4, 3]
    assert seqs(session.search("m", limit=2, after=first.next)) == [2, 1]
    assert session.search("m", limit=2, after="3").next is None


def test_a_session_without_messages_has_nothing_to_find(manager: SessionManager, face: Face) -> None:
    page = face(manager.session("a")).search("m")
    assert (page, page.next) == ([], None)
    session = manager.session("b")
    face(session).set_memo("m")
    assert face(session).search("m") == face(session).search("m", in_window=True) == []
    face(manager).delete_session("b")
    with pytest.raises(SessionNotFoundError):
        face(session).search("m")


@before_any_sql
@pytest.mark.parametrize(
    ("argument", "arguments"),
    [
        ("text", {"text": ""}),
        ("text", {"text": None}),
        ("text", {"text": b"m"}),
        ("in_window", {"text": "m", "in_window": 1}),
        ("limit", {"text": "m", "limit": 0}),
        ("limit", {"text": "m", "limit": 10_001}),
        ("after", {"text": "m", "after": "later"}),
        ("after", {"text": "m", "after": "1.2"}),
    ],
)
def test_arguments_that_cannot_be(manager: SessionManager, face: Face, argument: str, arguments: Any) -> None:
    session = face(manager.session("a"))
    with pytest.raises(InvalidArgumentError) as caught:
        session.search(**arguments)
    assert caught.value.argument == argument


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
@pytest.mark.faces("sync")
def test_a_search_ends_where_it_has_found_enough(
    statements: StatementRecorder, manager: SessionManager, face: Face
) -> None:
    session = manager.session("a")
    session.append(numbered(1_200))
    with statements.recorded() as sent:
        assert seqs(session.search("m", limit=3)) == [1200, 1199, 1198]
    assert len(sent) == 2  # the session's row, and one page
    with statements.recorded() as sent:
        assert seqs(session.search("m1", limit=1, after="100")) == [19]
    assert len(sent) == 2
    with statements.recorded() as sent:
        assert session.search("nowhere") == []
    assert len(sent) == 1 + 3
