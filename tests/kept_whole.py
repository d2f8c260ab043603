"""A session that has a row in every table, and what is kept of sessions in a database."""

from __future__ import annotations

import io
import warnings
from typing import Any

from sqlalchemy import func, select

from manager import ManagerWarning, SessionManager, summarize
from manager.storage.tables import metadata
from tests.backends import direct_connection
from tests.faces import Face
from tests.messages import assistant, numbered, system, user

#: Texts that stores have lost before.
TRAPS: list[dict[str, Any]] = [
    user("\x00 a NUL"),
    user("\ud83d a lone surrogate"),
    {"role": "user", "content": "big", "number": 2**70, "small": -(2**63), "float": 0.1},
    user("'; DROP TABLE ledger_messages; -- \\ \" \u2028 \r\n 汉 😀"),
    {"content": "the role last", "role": "user", "empty": [], "none": None},
    user("x" * 5_000),
]


def fill(manager: SessionManager, face: Face) -> None:
    """The database has `everything`, which was popped, rewound, rolled back, resized, pinned and measured again, one
    session of another owner that is held, one that is empty, and one that was deleted."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ManagerWarning)
        _everything(manager, face)
        held = face(manager.session("everything", owner="Ïnes 'x'", settings={"session.max_length": 200}))
        held.append(numbered(12))
        held.rollback(1, hold=True)
        held.append({"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "f", "arguments": "{}"}}]})
        face(manager.session("empty \u00e9")).update(title="nothing was said")
        face(manager.session("gone")).append(numbered(3))
        face(manager).delete_session("gone")


def _everything(manager: SessionManager, face: Face) -> None:
    def summary(messages: list[Any], previous: Any) -> str:
        return f"{len(messages)} messages"

    plain = manager.session("everything", title="A title\x00", metadata={"b": 1, "a": [None]})
    plain.register_resize_handler("sums", summarize(summary, into="window"))
    plain.register_resize_handler("nothing", lambda full, window, memo, settings: (None, None, None))
    session = face(plain)
    session.append([system(), *TRAPS], metadata={"usage": 2**65})
    for number in range(6):
        session.append([user(f"question {number}"), assistant(f"answer {number}")], key=f"turn {number} é")
    session.append([], key="nothing")
    session.set_settings("session.max_length", 2_000)
    session.resize("sums", reason="too long", metadata={"by": "hand"}, actor="ann")
    session.resize("nothing")
    session.resize("of nobody")
    session.set_memo({"city": "Gothenburg", "n": 2**70})
    session.pop_message()
    session.pin([2, 5])
    session.remeasure("approximate")
    session.append(numbered(30))
    session.rewind(20)
    session.remeasure("characters")
    session.set_chat_history([user("anew"), *numbered(3)])
    session.rollback(3)
    session.append(numbered(4, 50), key="last")


def exported(manager: SessionManager, face: Face, **options: Any) -> bytes:
    """What `export_jsonl` writes."""
    file = io.BytesIO()
    report = face(manager).export_jsonl(file, **options)
    assert report.ok, report.problems
    return file.getvalue()


def rows_left(url: str) -> dict[str, int]:
    """The tables that have rows, and how many."""
    with direct_connection(url) as connection:
        counted = {
            name: int(connection.scalar(select(func.count()).select_from(table)) or 0)
            for name, table in metadata.tables.items()
        }
    return {name: number for name, number in counted.items() if number}
