"""What LangChain's message history and LangGraph's checkpointer have written."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_community.chat_message_histories import SQLChatMessageHistory
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from manager import SessionManager
from manager.integrations.langchain import LedgerChatMessageHistory, LedgerMiddleware, to_ledger
from tests.integrations.langchain.scripted import ScriptedModel
from tests.integrations.transfer.stores import imported, log_of

pytestmark = [pytest.mark.backends("sqlite"), pytest.mark.faces("sync")]
SYSTEM = "langchain"


def talk(number: int) -> list[BaseMessage]:
    """A question, a call, its result and an answer."""
    call = {"name": "look", "args": {"at": number}, "id": f"c{number}", "type": "tool_call"}
    return [
        HumanMessage([{"type": "text", "text": f"How is {number}? 🎻"}], id=f"h{number}", name="anna"),
        AIMessage("", tool_calls=[call], id=f"a{number}", usage_metadata={
            "input_tokens": 3, "output_tokens": 2, "total_tokens": 5
        }),
        ToolMessage("rain", tool_call_id=f"c{number}", id=f"t{number}", artifact={"map": [1, 2]}),
        AIMessage("Rain.", id=f"b{number}", response_metadata={"finish_reason": "stop"}),
    ]  # fmt: skip


def write(url: str, *batches: tuple[str, Sequence[BaseMessage]]) -> None:
    engine = create_engine(url, poolclass=NullPool)
    for name, messages in batches:
        SQLChatMessageHistory(name, connection=engine).add_messages(messages)


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
def test_a_message_history(manager: SessionManager, fresh_database_url: str) -> None:
    family, _, rest = fresh_database_url.partition("://")
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "mariadb": "mysql+pymysql"}
    url = f"{drivers[family.partition('+')[0]]}://{rest}"
    write(url, ("anna", [SystemMessage("Be brief."), *talk(0)]), ("Anna", talk(1)), ("anna", talk(2)))
    moved = imported(manager, SYSTEM, url)
    assert {name: one.imported for name, one in moved.items()} == {"Anna": 4, "anna": 9}
    said = [SystemMessage("Be brief."), *talk(0), *talk(2)]
    assert log_of(manager, "anna") == [to_ledger(message) for message in said]
    assert LedgerChatMessageHistory("anna", manager).messages == said

    LedgerChatMessageHistory("anna", manager).add_messages(talk(3))
    write(url, ("anna", talk(4)))
    moved = imported(manager, SYSTEM, url)
    assert (moved["anna"].imported, moved["anna"].already_there, moved["Anna"].already_there) == (4, 9, 4)
    assert LedgerChatMessageHistory("anna", manager).messages == [*said, *talk(3), *talk(4)]


def test_rows_that_are_no_messages_are_named_and_the_others_come(manager: SessionManager, tmp_path: Path) -> None:
    source = tmp_path / "history.db"
    write(f"sqlite:///{source}", ("anna", talk(0)))
    with sqlite3.connect(source) as connection:
        for row, text in ((2, "{"), (3, '{"type": "elf", "data": {}}')):
            connection.execute("UPDATE message_store SET message = ? WHERE id = ?", (text, row))
        connection.execute("INSERT INTO message_store (message) VALUES (?)", (json.dumps({}),))
    connection.close()
    moved = imported(manager, SYSTEM, source)
    assert (moved["anna"].imported, [problem[:5] for problem in moved["anna"].problems]) == (2, ["row 2", "row 3"])
    assert moved[""].refused == "1 rows have no session id"


def graph(source: Path) -> Any:
    """A graph whose model is another program's: it keeps what it is given."""
    builder = StateGraph(MessagesState)
    builder.add_node("keep", lambda state: {})
    builder.add_edge(START, "keep")
    return builder.compile(checkpointer=SqliteSaver(sqlite3.connect(source, check_same_thread=False)))


def say(source: Path, thread: str, messages: Sequence[BaseMessage]) -> None:
    made = graph(source)
    made.invoke({"messages": messages}, {"configurable": {"thread_id": thread}})
    made.checkpointer.conn.close()


def test_the_newest_checkpoint_of_each_thread(manager: SessionManager, tmp_path: Path) -> None:
    source = tmp_path / "checkpoints.db"
    say(source, "anna", talk(0))
    say(source, "ben", talk(1))
    say(source, "anna", talk(2))
    moved = imported(manager, SYSTEM, source)
    assert {name: one.imported for name, one in moved.items()} == {"anna": 8, "ben": 4}
    assert log_of(manager, "anna") == [to_ledger(message) for message in [*talk(0), *talk(2)]]

    say(source, "anna", talk(3))
    say(source, "ben", [RemoveMessage(id="h1")])
    moved = imported(manager, SYSTEM, source)
    assert (moved["anna"].imported, moved["anna"].already_there) == (4, 8)
    assert "message 1 is not what was imported as message 1" in str(moved["ben"].refused)


def test_what_the_middleware_has_logged_of_a_thread_is_not_imported_again(
    manager: SessionManager, tmp_path: Path
) -> None:
    source = tmp_path / "checkpoints.db"
    say(source, "anna", talk(0))
    imported(manager, SYSTEM, source)
    with closing(sqlite3.connect(source, check_same_thread=False)) as connection:
        agent: Any = create_agent(
            ScriptedModel(), middleware=[LedgerMiddleware(manager)], checkpointer=SqliteSaver(connection)
        )
        agent.invoke({"messages": [HumanMessage("And you?")]}, {"configurable": {"thread_id": "anna"}})
    before = log_of(manager, "anna")
    moved = imported(manager, SYSTEM, source)["anna"]
    assert (moved.read, moved.imported, moved.already_there, moved.no_longer_there) == (6, 0, 6, 0)
    assert log_of(manager, "anna") == before
    assert [message["content"] for message in before[4:]] == ["And you?", "answer 1"]

    say(source, "anna", talk(3))
    moved = imported(manager, SYSTEM, source)["anna"]
    assert (moved.imported, moved.already_there) == (4, 6)
    assert imported(manager, SYSTEM, source)["anna"].already_there == 10


def test_a_message_that_holds_what_is_no_json_is_named(manager: SessionManager, tmp_path: Path) -> None:
    source = tmp_path / "checkpoints.db"
    when = ToolMessage("rain", tool_call_id="c0", artifact=datetime(2026, 6, 12, tzinfo=UTC))
    say(source, "anna", [*talk(0)[:2], when, talk(0)[3]])
    moved = imported(manager, SYSTEM, source)["anna"]
    assert (moved.imported, moved.unreadable) == (3, 1)
    assert moved.problems[0].startswith("message 3: ")
    assert imported(manager, SYSTEM, source)["anna"].already_there == 3


def test_checkpoints_that_hold_no_messages(manager: SessionManager, tmp_path: Path) -> None:
    source = tmp_path / "checkpoints.db"
    say(source, "anna", talk(0))
    say(source, "ben", talk(1))
    with sqlite3.connect(source) as connection:
        connection.execute("UPDATE checkpoints SET checkpoint = x'c1' WHERE thread_id = 'anna'")
    connection.close()
    moved = imported(manager, SYSTEM, source)
    assert "cannot be read" in str(moved["anna"].refused)
    assert moved["ben"].ok
