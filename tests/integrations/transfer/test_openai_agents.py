"""What the OpenAI Agents SDK's own sessions have written."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from agents import SQLiteSession
from agents.extensions.memory import AdvancedSQLiteSession

from manager import LoadError, SessionManager, UnsupportedDatabaseError
from manager.integrations.openai_agents import LedgerSession
from tests.integrations.transfer.stores import (
    imported,
    log_of,
    turn,
    turns,
    write_sqlalchemy_session,
    write_sqlite_session,
)

sync_face = pytest.mark.faces("sync")
pytestmark = [pytest.mark.backends("sqlite"), sync_face]
SYSTEM = "openai-agents"


def test_the_adapter_goes_on_with_what_was_imported(manager: SessionManager, tmp_path: Path) -> None:
    source = tmp_path / "agents.db"
    write_sqlite_session(source, [("anna", turns(2))])
    imported(manager, SYSTEM, source)

    async def both() -> tuple[list[object], list[object]]:
        theirs = SQLiteSession("anna", source)
        read = await theirs.get_items()
        theirs.close()
        return list(read), list(await LedgerSession("anna", manager).get_items())

    theirs, ours = asyncio.run(both())
    assert ours == theirs == turns(2)


@pytest.mark.backends("sqlite", "postgresql")
def test_a_database_of_sqlalchemy_sessions(manager: SessionManager, fresh_database_url: str) -> None:
    """By the URL that the SDK has for it, whatever its driver."""
    family, _, rest = fresh_database_url.partition("://")
    works = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}[family.partition("+")[0]]
    plain = [{"role": "user", "content": [{"type": "input_text", "text": "Wie geht’s? 🎻"}]}, *turn(1)[1:]]
    write_sqlalchemy_session(f"{works}://{rest}", [("anna", plain), ("ANNA", turn(3)[1:]), ("anna", turn(2)[1:])])
    for driver in (works, {"sqlite+aiosqlite": "sqlite"}.get(works, "postgresql+asyncpg")):
        moved = imported(manager, SYSTEM, f"{driver}://{rest}", owner=driver)
        assert {name: one.imported for name, one in moved.items()} == {"ANNA": 3, "anna": 7}
        log = manager.session("anna", owner=driver).log()
        assert [dict(message) for message in log] == [*plain, *turn(2)[1:]]


def test_all_branches_are_in_the_log_and_the_main_one_in_the_window(manager: SessionManager, tmp_path: Path) -> None:
    source = tmp_path / "agents.db"
    one, two, three, other, more = turn(1), turn(2), turn(3), turn(4), turn(5)

    async def write() -> None:
        session = AdvancedSQLiteSession(session_id="anna", db_path=source, create_tables=True)
        await session.add_items([*one, *two])  # type: ignore[list-item]
        await session.create_branch_from_turn(2, "other")
        await session.add_items(other)  # type: ignore[arg-type]
        await session.switch_to_branch("main")
        await session.add_items(three)  # type: ignore[arg-type]
        session.close()
        plain = AdvancedSQLiteSession(session_id="ben", db_path=source, create_tables=True)
        await plain.add_items(one)  # type: ignore[arg-type]
        plain.close()

    async def grow() -> None:
        session = AdvancedSQLiteSession(session_id="anna", db_path=source, create_tables=True)
        await session.switch_to_branch("other")
        await session.add_items(more)  # type: ignore[arg-type]
        session.close()

    asyncio.run(write())
    assert imported(manager, SYSTEM, source)["anna"].imported == 16
    session = manager.session("anna")
    assert log_of(manager, "anna") == [*one, *two, *other, *three]
    assert session.context_window == session.full_context == [*one, *two, *three]
    assert [revision.kind for revision in manager.session("ben").revisions()] == ["created"]

    asyncio.run(grow())
    assert imported(manager, SYSTEM, source)["anna"].imported == 4
    assert log_of(manager, "anna") == [*one, *two, *other, *three, *more]
    assert session.context_window == session.full_context == [*one, *two, *three]

    session.append({"role": "user", "content": "here"})
    asyncio.run(grow())
    moved = imported(manager, SYSTEM, source)["anna"]
    assert moved.imported == 4
    assert "was used since" in moved.notes[0]
    assert session.context_window[-5:] == [{"role": "user", "content": "here"}, *more]
    assert manager.verify().ok


def test_an_encrypted_session_is_refused(manager: SessionManager, tmp_path: Path) -> None:
    source = tmp_path / "agents.db"

    # As EncryptedSession hands it to the session it wraps; it needs a package that the extra does not bring.
    envelope = {"__enc__": 1, "v": 1, "kid": "hkdf-v1", "payload": "gAAAAABn"}
    write_sqlite_session(source, [("anna", [envelope])])
    write_sqlite_session(source, [("ben", turn(1))])
    moved = imported(manager, SYSTEM, source)
    assert "encrypted; read them with EncryptedSession.get_items()" in str(moved["anna"].refused)
    assert moved["ben"].ok
    assert [info.session_id for info in manager.list_sessions()] == ["ben"]


def test_tables_of_other_names(manager: SessionManager, tmp_path: Path) -> None:
    source = tmp_path / "agents.db"

    async def write() -> None:
        for table in ("first", "second"):
            session = SQLiteSession(table, source, sessions_table=f"{table}_sessions", messages_table=table)
            await session.add_items(turn(1))  # type: ignore[arg-type]
            session.close()

    asyncio.run(write())
    with pytest.raises(LoadError, match="more than one table fits: first, second; name one with --table"):
        imported(manager, SYSTEM, source)
    assert set(imported(manager, SYSTEM, source, table="second")) == {"second"}
    with pytest.raises(LoadError, match="no table 'third' with the columns id, message_data, session_id"):
        imported(manager, SYSTEM, source, table="third")


def test_what_is_no_such_database(manager: SessionManager, tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but longer than its head")
    empty = tmp_path / "empty.db"
    sqlite3.connect(empty).close()
    for source, why in (
        (tmp_path / "none.db", "there is no such file"),
        (f"sqlite:///{tmp_path}/none.db", "there is no such file"),
        ("sqlite://", "there is no such file"),
        (text, "it is not a SQLite database"),
        (empty, "it is empty: it has no tables"),
    ):
        with pytest.raises(LoadError, match=why):
            imported(manager, SYSTEM, source)
    for url in ("redis://host/0", "://", "mssql+aioodbc://host/x"):
        with pytest.raises(UnsupportedDatabaseError):
            imported(manager, SYSTEM, url)
    assert not (tmp_path / "none.db").exists()
