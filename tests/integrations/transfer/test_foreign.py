"""Reading a database of another program leaves it as it is, and disturbs nobody."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from manager import DatabaseBusyError, DatabaseCorruptError, LoadError, SessionManager
from manager.storage import foreign
from manager.storage.foreign import ForeignDatabase
from tests.integrations.transfer.stores import imported, log_of, turn, turns, write_sqlite_session

pytestmark = [pytest.mark.backends("sqlite"), pytest.mark.faces("sync")]
SYSTEM = "openai-agents"


def state_of(folder: Path) -> dict[str, tuple[str, int]]:
    """Every file of the folder: the digest of its content, and when it was changed."""
    return {
        file.name: (hashlib.sha256(file.read_bytes()).hexdigest(), file.stat().st_mtime_ns) for file in folder.iterdir()
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "a folder, 100% #1?"
    made.mkdir()
    return made


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_file_nobody_has_open_is_as_it_was_and_has_no_new_files_beside_it(
    manager: SessionManager, folder: Path, mode: str
) -> None:
    source = folder / "agents.db"
    write_sqlite_session(source, [("anna", turns(600))])
    with sqlite3.connect(source) as connection:
        assert connection.execute(f"PRAGMA journal_mode = {mode}").fetchone() == (mode,)
    connection.close()
    before = state_of(folder)
    assert imported(manager, SYSTEM, source)["anna"].imported == 2_400
    assert state_of(folder) == before


def test_what_a_live_writer_has_in_its_log_is_read(manager: SessionManager, folder: Path) -> None:
    source = folder / "agents.db"
    write_sqlite_session(source, [("anna", turn(0))])
    writer = sqlite3.connect(source)
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    add(writer, turn(1))
    writer.execute("BEGIN IMMEDIATE")
    before = state_of(folder)
    assert imported(manager, SYSTEM, source)["anna"].imported == 8
    assert {name: state for name, state in state_of(folder).items() if name != "agents.db-shm"} == {
        name: state for name, state in before.items() if name != "agents.db-shm"
    }
    writer.rollback()
    add(writer, turn(2))
    writer.close()
    assert imported(manager, SYSTEM, source)["anna"].imported == 4
    assert log_of(manager, "anna") == turns(3)


def test_what_a_live_writer_has_in_its_log_is_read_through_a_link(manager: SessionManager, folder: Path) -> None:
    source, link = folder / "agents.db", folder / "link.db"
    write_sqlite_session(source, [("anna", turn(0))])
    link.symlink_to(source)
    with closing(sqlite3.connect(source)) as writer:
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        add(writer, turn(1))
        assert imported(manager, SYSTEM, link)["anna"].imported == 8


def test_what_a_writer_was_killed_in_is_told(manager: SessionManager, folder: Path) -> None:
    source, taken = folder / "agents.db", folder / "taken.db"
    write_sqlite_session(source, [("anna", turns(600))])
    with closing(sqlite3.connect(source)) as writer:
        writer.execute("PRAGMA journal_mode = delete")
        writer.execute("PRAGMA cache_size = 1")
        writer.execute("BEGIN")
        writer.execute("UPDATE agent_messages SET message_data = 'half done'")
        # As they are where it is killed now.
        for ending in ("", "-journal"):
            Path(f"{taken}{ending}").write_bytes(Path(f"{source}{ending}").read_bytes())
        writer.rollback()
    with pytest.raises(LoadError, match="was interrupted"):
        imported(manager, SYSTEM, taken)
    with closing(sqlite3.connect(taken)) as writer:
        writer.execute("SELECT count(*) FROM agent_messages").fetchone()
    assert imported(manager, SYSTEM, taken)["anna"].imported == 2_400
    assert log_of(manager, "anna") == turns(600)


def test_a_writer_that_comes_while_a_file_is_read_without_locks_is_noticed(folder: Path) -> None:
    source = folder / "agents.db"
    write_sqlite_session(source, [("anna", turns(600))])
    with closing(ForeignDatabase(str(source))) as database:
        rows = database.rows("agent_messages", by=("session_id", "id"), columns=("message_data",))
        read = [next(rows)]
        with sqlite3.connect(source) as writer:  # writes, and folds its log in when it is closed
            writer.execute("DELETE FROM agent_messages WHERE id > 2000")
        writer.close()
        read += rows
    assert [json.loads(data) for _, _, data in read] == turns(600)[:2_000]


def test_a_file_that_changes_under_a_read_is_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first read of all happens between the two looks at the file's state."""
    source = folder / "agents.db"
    write_sqlite_session(source, [("anna", turn(0))])
    with closing(ForeignDatabase(str(source))) as database:
        looks = 0
        look = database._state

        def change_behind_the_first_look() -> tuple[int, int] | None:
            nonlocal looks
            looks += 1
            state = look()
            if looks == 1:
                with sqlite3.connect(source) as writer:
                    add(writer, turn(1))
                writer.close()
            return state

        monkeypatch.setattr(database, "_state", change_behind_the_first_look)
        assert database.count("agent_messages", {"session_id": "anna"}) == 8
        assert looks == 4


def test_a_database_that_is_locked_is_told(
    folder: Path, manager: SessionManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign, "_PATIENCE", 0.01)
    source = folder / "agents.db"
    write_sqlite_session(source, [("anna", turn(0))])
    holder = sqlite3.connect(source)
    holder.execute("PRAGMA journal_mode = DELETE")
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(DatabaseBusyError, match="try again"):
        imported(manager, SYSTEM, source)
    holder.rollback()
    holder.close()
    assert imported(manager, SYSTEM, source)["anna"].imported == 4


def test_a_file_that_is_cut_short_is_told(folder: Path, manager: SessionManager) -> None:
    source = folder / "agents.db"
    write_sqlite_session(source, [("anna", turns(600))])
    whole = source.read_bytes()
    source.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DatabaseCorruptError, match="malformed"):
        imported(manager, SYSTEM, source)
    source.write_bytes(whole)
    assert imported(manager, SYSTEM, source)["anna"].no_longer_there == 0
    assert log_of(manager, "anna") == turns(600)


def test_a_page_of_large_rows_ends_early(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "_PAGE_SIZE", 500)
    source = folder / "agents.db"
    write_sqlite_session(source, [("anna", turns(20)), ("ben", turns(5))])
    with closing(ForeignDatabase(str(source))) as database:
        read = list(database.rows("agent_messages", by=("session_id", "id"), columns=("message_data",)))
    assert [(name, json.loads(data)) for name, _, data in read] == [
        (name, item) for name, count in (("anna", 20), ("ben", 5)) for item in turns(count)
    ]


def test_a_row_whose_session_is_no_text_is_named(folder: Path, manager: SessionManager) -> None:
    source = folder / "agents.db"
    write_sqlite_session(source, [("anna", turn(0))])
    with sqlite3.connect(source) as connection:
        connection.execute("UPDATE agent_messages SET session_id = CAST(x'ff' AS TEXT) WHERE id = 4")
    connection.close()
    with pytest.raises(LoadError, match=r"session_id b'\\xff' of agent_messages is no text"):
        imported(manager, SYSTEM, source)


def test_no_lock_is_held_between_two_pages(folder: Path) -> None:
    """Who writes into a file without WAL waits for no import."""
    source = folder / "agents.db"
    write_sqlite_session(source, [("anna", turns(600))])
    writer = sqlite3.connect(source, timeout=0, check_same_thread=False)
    writer.execute("PRAGMA journal_mode = DELETE")
    with closing(ForeignDatabase(str(source))) as database:
        rows = database.rows("agent_messages", by=("session_id", "id"))
        next(rows)
        writing = threading.Thread(target=add, args=(writer, turn(7)))
        writing.start()
        writing.join()
        assert sum(1 for _ in rows) == 2_403
    writer.close()


def add(connection: sqlite3.Connection, items: list[dict[str, object]]) -> None:
    connection.executemany(
        "INSERT INTO agent_messages (session_id, message_data) VALUES ('anna', ?)",
        [(json.dumps(item),) for item in items],
    )
    connection.commit()
