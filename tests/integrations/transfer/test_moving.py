"""Moving in: each message once and in order, begun again after a kill, beside another import, when the source grew."""

from __future__ import annotations

import json
import sqlite3
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manager import SessionManager
from manager.transfer.moving import move_in
from manager.transfer.openai_agents import OpenAIAgents
from tests.backends import SYSTEMS
from tests.integrations.transfer.processes import import_all, import_and_die
from tests.integrations.transfer.stores import imported, log_of, turn, turns, write_sqlite_session
from tests.processes import at_once, end_of, running

sqlite_alone = pytest.mark.backends("sqlite")
sync_face = pytest.mark.faces("sync")
SYSTEM = "openai-agents"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return tmp_path / "agents.db"


@pytest.mark.backends(*SYSTEMS)
@sync_face
def test_what_is_there_is_not_brought_again_and_what_is_new_is(manager: SessionManager, source: Path) -> None:
    write_sqlite_session(source, [("anna", turn(0)), ("ben", turn(9)), ("anna", turn(1))])
    first = imported(manager, SYSTEM, source)
    assert {name: (one.read, one.imported) for name, one in first.items()} == {"anna": (8, 8), "ben": (4, 4)}
    manager.session("anna").append({"role": "user", "content": "said here"})

    again = imported(manager, SYSTEM, source)
    assert {name: (one.imported, one.already_there) for name, one in again.items()} == {"anna": (0, 8), "ben": (0, 4)}

    write_sqlite_session(source, [("anna", turn(2)), ("cleo", turn(3))])
    grown = imported(manager, SYSTEM, source)
    assert {name: (one.imported, one.already_there) for name, one in grown.items()} == {
        "anna": (4, 8),
        "ben": (0, 4),
        "cleo": (4, 0),
    }
    assert log_of(manager, "anna") == [*turns(2), {"role": "user", "content": "said here"}, *turn(2)]
    assert manager.verify().ok


@sqlite_alone
@sync_face
def test_each_message_says_where_it_is_from(manager: SessionManager, source: Path) -> None:
    write_sqlite_session(source, [("anna", turn(0)), ("ben", turn(1)), ("anna", turn(2))])
    imported(manager, SYSTEM, source)
    said = [message.metadata for message in manager.session("anna").log()]
    assert said == [
        *[{"imported_from": SYSTEM, "rows": [1, 4]}] * 4,
        *[{"imported_from": SYSTEM, "rows": [9, 12]}] * 4,
    ]


@sqlite_alone
@sync_face
def test_the_window_is_cut_by_the_next_append_and_not_by_the_import(manager: SessionManager, source: Path) -> None:
    manager.set_settings("session.max_length", 500)
    write_sqlite_session(source, [("anna", turns(5))])
    imported(manager, SYSTEM, source)
    session = manager.session("anna")
    assert len(session.context_window) == 20
    session.append({"role": "user", "content": "and now?"})
    assert len(session.context_window) < 20


@sqlite_alone
@sync_face
def test_a_row_that_is_gone_is_told_and_one_that_changed_is_refused(manager: SessionManager, source: Path) -> None:
    write_sqlite_session(source, [("anna", turn(0)), ("ben", turn(1))])
    imported(manager, SYSTEM, source)
    with sqlite3.connect(source) as connection:
        connection.execute("DELETE FROM agent_messages WHERE id = 2")
        connection.execute(
            "UPDATE agent_messages SET message_data = ? WHERE id = 6", ('{"role": "user", "content": ""}',)
        )
    connection.close()
    write_sqlite_session(source, [("anna", turn(2)), ("ben", turn(3))])

    moved = imported(manager, SYSTEM, source)
    assert (moved["anna"].no_longer_there, moved["anna"].imported, moved["anna"].ok) == (1, 4, True)
    assert "row 6 is not what was imported as row 6" in str(moved["ben"].refused)
    assert log_of(manager, "anna") == [*turn(0), *turn(2)]
    assert log_of(manager, "ben") == turn(1)


@sqlite_alone
@sync_face
def test_sessions_that_were_not_imported_from_there_are_left_alone(manager: SessionManager, source: Path) -> None:
    own = manager.session("anna")
    own.append({"role": "user", "content": "mine"})
    write_sqlite_session(source, [("anna", turn(0)), ("ben", turn(1))])
    moved = imported(manager, SYSTEM, source)
    assert "was not imported from openai-agents" in str(moved["anna"].refused)
    assert moved["ben"].ok
    assert log_of(manager, "anna") == [{"role": "user", "content": "mine"}]

    imported(manager, SYSTEM, source, owner="other")
    assert [dict(message) for message in manager.session("anna", owner="other").log()] == turn(0)


@sqlite_alone
@sync_face
def test_one_session_and_no_session_on_trial(manager: SessionManager, source: Path) -> None:
    write_sqlite_session(source, [("anna", turn(0)), ("ben", turn(1))])
    tried = imported(manager, SYSTEM, source, dry_run=True)
    assert {name: one.imported for name, one in tried.items()} == {"anna": 4, "ben": 4}
    assert list(manager.list_sessions()) == []
    assert set(imported(manager, SYSTEM, source, session_id="ben")) == {"ben"}
    assert {name: one.imported for name, one in imported(manager, SYSTEM, source, dry_run=True).items()} == {
        "anna": 4,
        "ben": 0,
    }


@sqlite_alone
@sync_face
def test_rows_that_are_no_messages_are_named_and_the_others_come(manager: SessionManager, source: Path) -> None:
    write_sqlite_session(source, [("anna", turns(3)), ("bad\nid", turn(0))])
    broken = ["{", "[1]", '{"content": "nobody"}', '{"role": "user", "content": NaN}', b"\xff\xfe", "[" * 100_000]
    with sqlite3.connect(source) as connection:
        for row, data in enumerate(broken, 3):
            connection.execute("UPDATE agent_messages SET message_data = CAST(? AS TEXT) WHERE id = ?", (data, row))
    connection.close()
    moved = imported(manager, SYSTEM, source)
    anna = moved["anna"]
    assert (anna.read, anna.imported, anna.unreadable, anna.ok) == (12, 6, 6, False)
    assert sorted(problem.partition(":")[0] for problem in anna.problems) == [f"row {row}" for row in range(3, 9)]
    assert log_of(manager, "anna") == [*turns(3)[:2], *turns(3)[8:]]
    assert "control character" in str(moved["bad\nid"].refused)

    again = imported(manager, SYSTEM, source)["anna"]
    assert (again.imported, again.already_there, again.unreadable) == (0, 6, 6)
    with sqlite3.connect(source) as connection:
        connection.execute("UPDATE agent_messages SET message_data = ? WHERE id = 3", (json.dumps(turns(3)[2]),))
    connection.close()
    assert imported(manager, SYSTEM, source)["anna"].imported == 1


@pytest.mark.backends(*SYSTEMS)
@sync_face
def test_killed_before_any_statement_and_begun_again(manager: SessionManager, database_url: str, source: Path) -> None:
    write_sqlite_session(source, [("anna", turns(60)), ("ben", turn(0)), ("anna", turns(3))])
    said = [*turns(60), *turns(3)]
    statement, killed = 0, 0
    while True:
        with running(import_and_die, database_url, SYSTEM, str(source), statement) as process:
            if end_of(process) == 0:
                break
            assert end_of(process) == -9
        log = log_of(manager, "anna")
        assert log == said[: len(log)]
        assert manager.verify().ok
        statement, killed = statement * 2 + 3, killed + 1
    assert killed > 2
    assert log_of(manager, "anna") == said
    assert log_of(manager, "ben") == turn(0)


@pytest.mark.backends(*SYSTEMS)
@sync_face
def test_two_imports_at_once_double_nothing(manager: SessionManager, database_url: str, source: Path) -> None:
    manager.list_sessions()
    write_sqlite_session(source, [("anna", turns(150)), ("ben", turns(2)), ("anna", turns(80))])
    done = at_once(import_all, [(database_url, SYSTEM, str(source))] * 3)
    assert [new + known for new, known in done] == [928] * 3
    assert sum(new for new, _ in done) == 928
    assert log_of(manager, "anna") == [*turns(150), *turns(80)]
    assert log_of(manager, "ben") == turns(2)


@sqlite_alone
@sync_face
def test_an_import_that_another_one_overtook_goes_on_behind_it(manager: SessionManager, source: Path) -> None:
    """The other one began later, and saw a source that had grown."""
    write_sqlite_session(source, [("anna", turns(2))])
    slow = OpenAIAgents(str(source))
    overtaken = False

    def overtake(count: int) -> None:
        nonlocal overtaken
        if not overtaken:
            overtaken = True
            write_sqlite_session(source, [("anna", turn(2))])
            imported(manager, SYSTEM, source)

    (moved,) = move_in(manager, slow, advance=overtake)
    slow.close()
    assert (moved.imported, moved.already_there) == (0, 8)
    assert log_of(manager, "anna") == turns(3)


def add(source: Path, name: str, items: list[dict[str, Any]]) -> None:
    with sqlite3.connect(source) as connection:
        connection.executemany(
            "INSERT INTO agent_messages (session_id, message_data) VALUES (?, ?)",
            [(name, json.dumps(item)) for item in items],
        )
    connection.close()


def pop(source: Path, name: str) -> None:
    with sqlite3.connect(source) as connection:
        connection.execute(
            "DELETE FROM agent_messages WHERE id = (SELECT max(id) FROM agent_messages WHERE session_id = ?)", (name,)
        )
    connection.close()


STEPS = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(0, 4), st.sampled_from(("grow", "pop", "use", "import"))), max_size=12
)


@settings(max_examples=30)
@given(steps=STEPS)
def test_any_history_of_a_source_and_its_imports(steps: list[tuple[str, int, str]], tmp_path_factory: Any) -> None:
    """Against plain lists: what an import found in the source is in the log once, in the order it was found."""
    folder = tmp_path_factory.mktemp("walk")
    source = folder / "agents.db"
    write_sqlite_session(source, [("a", turn(0))])
    rows: dict[str, list[Any]] = {"a": turn(0), "b": []}
    #: How many of the rows were imported.
    known = {"a": 0, "b": 0}
    logs: dict[str, list[Any]] = {"a": [], "b": []}
    owner = folder.name
    with SessionManager(f"sqlite:///{tmp_path_factory.getbasetemp() / 'walk.db'}", owner=owner) as manager:
        for step, (name, count, what) in enumerate([*steps, ("a", 0, "import")]):
            if what == "grow":
                added = turns(count)[: count * 3]
                add(source, name, added)
                rows[name] += added
            elif what == "pop":
                pop(source, name)
                del rows[name][-1:]
                known[name] = min(known[name], len(rows[name]))
            elif what == "use" and logs[name]:
                logs[name].append({"role": "user", "content": f"here {step}"})
                manager.session(name).append(logs[name][-1])
            elif what == "import":
                moved = imported(manager, SYSTEM, source)
                assert set(moved) == {each for each in rows if rows[each]}
                for each, one in moved.items():
                    new = rows[each][known[each] :]
                    assert (one.ok, one.imported, one.already_there) == (True, len(new), known[each])
                    logs[each] += new
                    known[each] = len(rows[each])
        for name, log in logs.items():
            assert log_of(manager, name) == log


@sqlite_alone
@sync_face
def test_the_memory_an_import_takes_does_not_grow_with_the_source(manager: SessionManager, tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, 10_000):
        source = tmp_path / f"{count}.db"
        write_sqlite_session(source, [("none", turn(0))])
        with sqlite3.connect(source) as connection:
            connection.executemany(
                "INSERT INTO agent_messages (session_id, message_data) VALUES ('anna', ?)",
                ((json.dumps({"role": "user", "content": f"{number} " + "x" * 400}),) for number in range(count)),
            )
        connection.close()
        tracemalloc.start()
        assert imported(manager, SYSTEM, source, owner=str(count))["anna"].imported == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 1_000_000, peaks
