"""What an append, a turn and a read of the window cost, in things that can be counted: a guard for every change.

Times differ from machine to machine and from minute to minute. These numbers do not, and a time follows from them.
"""

from __future__ import annotations

import gc
import sqlite3
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

import pytest
from sqlalchemy import make_url

from manager import Session, SessionManager
from tests.backends import SYSTEMS, Backend
from tests.faces import Face
from tests.statements import StatementRecorder

#: 400 characters in a message, and fifty such messages in a window.
MESSAGE = {"role": "user", "content": "x" * 400}
LIMIT = 50 * len(str(MESSAGE))
#: What is said in a turn: a question, a call, its answer, and the answer to the question.
TURN: list[dict[str, Any]] = [
    {"role": "user", "content": "What is the weather like in Paris today?".ljust(400, "?")},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c", "type": "function", "function": {"name": "weather", "arguments": '{"in":"Paris"}'}}],
    },
    {"role": "tool", "tool_call_id": "c", "content": "sunny, 21 degrees"},
    {"role": "assistant", "content": "It is sunny in Paris, and 21 degrees warm."},
]

#: Made with a session, what is done again and again.
Operation = Callable[[Session], Callable[[], object]]


def _append(session: Session) -> Callable[[], object]:
    return lambda: session.append(MESSAGE)


def _turn(session: Session) -> Callable[[], object]:
    return lambda: session.append(TURN)


def _window(session: Session) -> Callable[[], object]:
    return session.get_context_window


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one operation may cost, in a session of a hundred messages.

    Attributes:
        cuts: whether the session has a limit, which each of these operations crosses.
        sqlite, postgresql, mariadb: statements, BEGIN and COMMIT left out.
        calls: of our Python functions, on the sync face; a tenth more than Python 3.11 makes.
        async_calls: the same on the async face.
        pages: that fifty of them write into SQLite's write-ahead log, which begins again after a thousand; a tenth
            more than were counted.
    """

    operation: Operation
    cuts: bool = False
    sqlite: int
    postgresql: int
    mariadb: int
    calls: int
    async_calls: int
    pages: int


COSTS = {
    "append": Cost(
        operation=_append,
        sqlite=3,
        postgresql=1,
        mariadb=3,
        calls=98,
        async_calls=118,
        pages=199,
    ),
    "append with a cut": Cost(
        operation=_append,
        cuts=True,
        sqlite=5,
        postgresql=5,
        mariadb=5,
        calls=233,
        async_calls=253,
        pages=552,
    ),
    "turn": Cost(
        operation=_turn,
        sqlite=3,
        postgresql=3,
        mariadb=3,
        calls=230,
        async_calls=250,
        pages=276,
    ),
    "turn with a cut": Cost(
        operation=_turn,
        cuts=True,
        sqlite=5,
        postgresql=5,
        mariadb=5,
        calls=504,
        async_calls=524,
        pages=636,
    ),
    "window of fifty": Cost(
        operation=_window,
        cuts=True,
        sqlite=2,
        postgresql=2,
        mariadb=2,
        calls=259,
        async_calls=275,
        pages=0,
    ),
}
every_operation = pytest.mark.parametrize("name", COSTS)


@pytest.fixture
def manager(make_manager: Callable[..., SessionManager]) -> SessionManager:
    """One that does not wait for the disk: thousands of operations follow, and none of what is counted differs."""
    return make_manager(durability="normal")


def repeated(manager: SessionManager, face: Face, name: str) -> Callable[[], object]:
    """The operation in a session where it costs what it always will."""
    cost = COSTS[name]
    session = face(manager.session("s", settings={"session.max_length": LIMIT}, auto_resize=cost.cuts))
    session.append([MESSAGE] * 100)
    operation = cost.operation(session)
    for _ in range(60):
        operation()
    return operation


# --- statements ---------------------------------------------------------------------------------


@every_operation
@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
def test_statements(
    statements: StatementRecorder, manager: SessionManager, face: Face, backend: Backend, name: str
) -> None:
    operation = repeated(manager, face, name)
    for _ in range(3):
        with statements.recorded() as sent:
            operation()
        assert len(sent) == getattr(COSTS[name], backend.system), sent


# --- Python -------------------------------------------------------------------------------------


class Calls:
    """Counts calls of Python functions of ours in every thread that was started while it listens, by name."""

    def __init__(self) -> None:
        self.names: Counter[str] = Counter()
        self._counting = False

    @contextmanager
    def listening(self) -> Iterator[Calls]:
        threading.setprofile(self._hear)
        sys.setprofile(self._hear)
        try:
            yield self
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    @contextmanager
    def counted(self) -> Iterator[Counter[str]]:
        """What is called in this context; complete at its end."""
        self.names.clear()
        self._counting = True
        try:
            yield self.names
        finally:
            self._counting = False

    def _hear(self, frame: FrameType, event: str, _: object) -> None:
        if self._counting and event == "call":
            module = str(frame.f_globals.get("__name__"))
            # asyncio.Runner shows what came of each task it runs.
            if module.startswith(("manager", "namedtuple_")) and frame.f_code.co_name != "__repr__":
                self.names[frame.f_code.co_qualname] += 1
            elif frame.f_code.co_name == "call_soon_threadsafe":
                self.names["call_soon_threadsafe"] += 1


@pytest.fixture
def calls() -> Iterator[Calls]:
    with Calls().listening() as listening:
        yield listening


@every_operation
@pytest.mark.backends("sqlite")
def test_calls(calls: Calls, manager: SessionManager, face: Face, name: str) -> None:
    operation = repeated(manager, face, name)
    cost = COSTS[name]
    with calls.counted() as counted:
        for _ in range(10):
            operation()
    most = cost.calls if face.name == "sync" else cost.async_calls
    assert counted.total() <= 10 * most, counted.most_common()


@every_operation
@pytest.mark.backends("sqlite")
def test_thread_hops(calls: Calls, manager: SessionManager, face: Face, name: str) -> None:
    """On the async face one to a thread of ours and one back, whatever is done there; on the sync face none."""
    operation = repeated(manager, face, name)
    with calls.counted() as counted:
        for _ in range(10):
            operation()
    hops = 0 if face.name == "sync" else 10
    assert (counted["Workers.start"], counted["call_soon_threadsafe"]) == (hops, hops)


# --- bytes and memory ---------------------------------------------------------------------------


@every_operation
@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_pages_written(manager: SessionManager, face: Face, database_url: str, name: str) -> None:
    operation = repeated(manager, face, name)
    path = make_url(database_url).database
    with closing(sqlite3.connect(str(path))) as connection:
        (page_size,) = connection.execute("PRAGMA page_size").fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for _ in range(50):
            operation()
        with open(f"{path}-wal", "rb") as log:
            written = len(log.read())
    # A header of 32 bytes; each page has one of 24.
    assert max(0, written - 32) // (page_size + 24) <= COSTS[name].pages


@every_operation
@pytest.mark.backends("sqlite")
def test_nothing_is_kept_in_memory(manager: SessionManager, face: Face, name: str) -> None:
    """They leave less than a block each: what a handle remembers of its window comes and goes, 527 blocks at most."""
    operation = repeated(manager, face, name)
    for _ in range(100):
        operation()
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(1_000):
        operation()
    gc.collect()
    assert sys.getallocatedblocks() - before < 1_000
