"""A process killed before one statement of an import after the other: the session is there whole, or not at all."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from manager import SessionManager
from manager.storage.tables import deletions, messages, sessions
from tests.backends import SYSTEMS, direct_connection
from tests.crash.dying import import_and_die
from tests.crash.writer import LIMIT, batch_of
from tests.processes import end_of, running
from tests.soak import SOAK


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
@pytest.mark.parametrize("continues", [False, True])
def test_import(
    make_manager: Callable[..., SessionManager],
    make_database_url: Callable[[], str],
    database_url: str,
    tmp_path: Path,
    continues: bool,
) -> None:
    source = make_manager(make_database_url())
    session = source.session("one", settings={"session.max_length": LIMIT}, title="one")
    session.append(batch_of("one", 9), key="all")
    session.set_memo("a memo")
    path, earlier = tmp_path / "one.jsonl", tmp_path / "earlier.jsonl"
    source.export_jsonl(earlier)
    session.append(batch_of("two", 9))
    source.export_jsonl(path)

    target = make_manager()
    ends = set()
    statement = 0
    while True:
        if continues:
            assert target.import_jsonl(earlier).ok
        with running(import_and_die, database_url, path, statement) as process:
            end = end_of(process)
        if end == 0:
            break
        assert end == -signal.SIGKILL
        heads = [info.head_seq for info in target.list_sessions()]
        assert heads in ([[9], [18]] if continues else [[], [18]])
        ends.update(heads)
        assert target.verify().ok
        if heads == [18]:
            target.delete_session("one")
        # The others begin with what was left lying about; its lease runs out some time.
        if statement % 3 == 0:
            with direct_connection(database_url) as connection:
                connection.execute(update(sessions).where(sessions.c.session_id.is_(None)).values(lease_until=0))
            target.upgrade()
            with direct_connection(database_url) as connection:
                assert connection.scalar(select(func.count()).select_from(deletions)) == 0
        statement += 1 if SOAK > 1 else 17
    assert target.get_session("one").log() == [*batch_of("one", 9), *batch_of("two", 9)]
    again = tmp_path / "again.jsonl"
    target.export_jsonl(again)
    assert again.read_bytes() == path.read_bytes()
    with direct_connection(database_url) as connection:
        connection.execute(update(sessions).where(sessions.c.session_id.is_(None)).values(lease_until=0))
    assert target.verify().ok
    with direct_connection(database_url) as connection:
        assert connection.scalar(select(func.count()).select_from(sessions)) == 1
        assert connection.scalar(select(func.count()).select_from(messages)) == 18
