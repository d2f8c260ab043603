"""What a revision did, message by message, whatever kind of revision it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from manager import Message, Session, SessionManager
from manager.cli.differences import difference


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with SessionManager(f"sqlite:///{tmp_path / 'differences.db'}") as manager:
        yield manager.session("s", settings={"session.max_length": 200})


def said(number: int) -> dict[str, str]:
    return {"role": "user", "content": f"message {number:02}"}


def seqs(messages: list[Message]) -> list[int | None]:
    return [message.seq for message in messages]


def test_a_cut_shows_all_it_dropped_of_a_batch(session: Session) -> None:
    session.append([said(number) for number in range(1, 9)])
    cut = session.revision(2)
    shown = difference(session, 1, 2)
    assert len(shown.removed) == cut.count_before - cut.window_count > 0
    assert seqs([*shown.removed, *session.context_window]) == list(range(1, 9))
    assert shown.added == []
    assert (shown.length_before, shown.length_after) == (cut.length_before, cut.window_length)


def test_a_rollback_shows_what_it_brought_back(session: Session) -> None:
    for number in range(1, 9):
        session.append(said(number))
    seen = set(seqs(session.context_window))
    restored = session.rollback(1, hold=True).revision
    shown = difference(session, restored - 1, restored)
    assert shown.removed == []
    assert set(seqs(shown.added)) == set(range(1, 9)) - seen


def test_a_set_shows_what_it_replaced_and_what_it_logged(session: Session) -> None:
    session.append([said(1), said(2)])
    session.set_chat_history([said(2), said(3)])
    shown = difference(session, 1, 2)
    assert seqs(shown.removed) == [1]
    assert seqs(shown.added) == [3]


def test_other_pairs_are_compared_as_they_were_made(session: Session) -> None:
    for number in range(1, 12):
        session.append(said(number))
    newest = session.info().revision
    assert newest > 3
    assert difference(session, 2, newest) == session.diff(2, newest)
    assert difference(session, newest, 2) == session.diff(newest, 2)
