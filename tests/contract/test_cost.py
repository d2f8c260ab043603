"""What each operation costs: statements sent, and rows examined, which do not grow with what is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from sqlalchemy import Connection, insert, literal, select

from manager import ALL_OWNERS, Message, Revision, Session, SessionManager
from manager.storage.tables import metadata
from tests.backends import SYSTEMS, Backend, direct_connection
from tests.examined import WorkCounter
from tests.statements import StatementRecorder

pytestmark = [pytest.mark.backends(*SYSTEMS), pytest.mark.faces("sync")]

#: What the window of the session that is looked at may measure: thirty of its messages.
LIMIT = 30 * 40
PAGE = 50
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Ledger:
    """A database of some size, and a session in it."""

    size: int
    manager: SessionManager
    session: Session
    statements: StatementRecorder
    work: WorkCounter

    def cost(self, operation: Callable[[], object]) -> tuple[list[str], int]:
        """The statements the operation sends, and how much they examine."""
        with self.work.counted() as examined, self.statements.recorded() as sent:
            operation()
        return sent, examined.count


@pytest.fixture(scope="module")
def filled() -> Iterator[Callable[[Backend], tuple[Ledger, Ledger]]]:
    """Gives a small database and one of ten times its size, made once for each backend."""
    made: dict[str, tuple[Ledger, Ledger]] = {}
    with ExitStack() as opened:

        def give(backend: Backend) -> tuple[Ledger, Ledger]:
            if backend.name not in made:
                made[backend.name] = (_filled(backend, 20, opened), _filled(backend, 200, opened))
            return made[backend.name]

        yield give


@pytest.fixture
def ledgers(backend: Backend, filled: Callable[[Backend], tuple[Ledger, Ledger]]) -> tuple[Ledger, Ledger]:
    return filled(backend)


def _filled(backend: Backend, size: int, opened: ExitStack) -> Ledger:
    """A session of `size` cuts and five times as many messages, and copies of it: more, the larger it is."""
    url = opened.enter_context(backend.database())
    statements = opened.enter_context(StatementRecorder().listening())
    work = opened.enter_context(WorkCounter().listening())
    options: dict[str, Any] = {"pool_size": 1, "max_overflow": 0}
    if backend.system == "postgresql":
        # It reads small tables whole because that is cheaper: what is asked here is whether it has to.
        options["connect_args"] = {"options": "-c enable_seqscan=off"}
    manager = opened.enter_context(SessionManager(url, engine_options=options, durability="normal"))
    rare = manager.session("rare", owner="rare", settings={"session.max_length": LIMIT})
    rare.register_resize_handler("rare", keep_last)
    for _ in range(3):
        rare.append(said(5))
        rare.resize("rare")
    session = manager.session("looked at", settings={"session.max_length": LIMIT})
    session.register_resize_handler("last", keep_last)
    session.append(said(30))
    for _ in range(size):
        session.append(said(5))
    with direct_connection(url) as connection:
        connection.exec_driver_sql("BEGIN")
        for number in range(size // 10):
            _copy(connection, f"copy {number}", number)
        _more_sessions(connection, 20 * size)
        connection.exec_driver_sql("COMMIT")
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("ANALYZE")
        if connection.dialect.name == "mariadb":
            connection.exec_driver_sql(f"ANALYZE TABLE {', '.join(metadata.tables)}")
    return Ledger(size, manager, session, statements, work)


def _copy(connection: Connection, name: str, later: int) -> None:
    """Another session with the same rows, so many microseconds later, digests aside."""
    sessions = metadata.tables["ledger_sessions"]
    source = connection.scalar(select(sessions.c.id).where(sessions.c.session_id == "looked at"))
    columns = [column for column in sessions.c if column.name not in ("id", "session_id")]
    connection.execute(
        insert(sessions).from_select(
            ["session_id", *(column.name for column in columns)],
            select(literal(name), *columns).where(sessions.c.id == source),
        )
    )
    copy = connection.scalar(select(sessions.c.id).where(sessions.c.session_id == name))
    for table_name in ("ledger_messages", "ledger_window_revisions", "ledger_window_entries"):
        table = metadata.tables[table_name]
        others = {column.name: column for column in table.c if column.name != "session"}
        values = [column + later if name == "created_at" else column for name, column in others.items()]
        connection.execute(
            insert(table).from_select(
                ["session", *others], select(literal(copy), *values).where(table.c.session == source)
            )
        )


def _more_sessions(connection: Connection, number: int) -> None:
    """So many more of them, without rows of their own, last active in one minute."""
    sessions = metadata.tables["ledger_sessions"]
    row = connection.execute(select(sessions).where(sessions.c.session_id == "looked at")).mappings().one()
    values = {name: value for name, value in row.items() if name != "id"}
    connection.execute(
        insert(sessions), [values | {"session_id": f"one more {each}", "active_at": 0} for each in range(number)]
    )


def said(number: int, length: int = 40) -> list[dict[str, Any]]:
    """Messages that measure 40 each, or more, and are all different."""
    messages = []
    for _ in range(number):
        message = {"role": "user", "content": f"{next(_numbers):07}"}
        message["content"] += "x" * (length - len(str(message)))
        messages.append(message)
    return messages


def keep_last(full: Any, window: list[Message], memo: Any, settings: Any) -> Any:
    """A handler that drops the older half of the window."""
    return None, window[len(window) // 2 :], memo


Operation = Callable[[Ledger], Callable[[], object]]


def _window_of(ledger: Ledger, length: int) -> Session:
    """The session with a window of so many messages that is not cut by the next append."""
    session = ledger.session
    session.set_settings("session.max_length", length * 40 + 20)
    session.resize()
    assert len(session.context_window) <= length
    session.set_settings("session.max_length", 1_000_000)
    return session


def _append(ledger: Ledger) -> Callable[[], object]:
    session = _window_of(ledger, 20)
    session.append(said(1))
    return lambda: session.append(said(1))


def _append_with_key(ledger: Ledger) -> Callable[[], object]:
    session = _window_of(ledger, 20)
    return lambda: session.append(said(1), key=f"key {next(_numbers)}")


def _full(ledger: Ledger) -> Session:
    """The session with a window that each further append cuts."""
    session = ledger.session
    session.set_settings("session.max_length", LIMIT)
    session.append(said(31))
    session.append(said(1))
    assert session.info().window_length == LIMIT
    return session


def _append_and_cut(ledger: Ledger) -> Callable[[], object]:
    session = _full(ledger)
    return lambda: _made(session.append(said(1)))


def _append_and_cut_measured_again(ledger: Ledger) -> Callable[[], object]:
    session = ledger.manager.session(f"measured again {next(_numbers)}")
    session.append(said(20 * ledger.size))
    session.remeasure("approximate")
    length = session.info().window_length // session.info().window_count
    session.set_settings("session.max_length", 30 * length)
    session.append(said(1))
    return lambda: _made(session.append(said(1)))


def _append_with_key_and_cut(ledger: Ledger) -> Callable[[], object]:
    session = _full(ledger)
    return lambda: _made(session.append(said(1), key=f"key {next(_numbers)}"))


def _append_after_another(ledger: Ledger) -> Callable[[], object]:
    """By a handle that does not know yet that a cut is due."""
    _window_of(ledger, 20).append(said(1))
    other = ledger.manager.get_session(ledger.session.id)
    other.set_settings("session.max_length", LIMIT)
    other.append(said(30 - other.info().window_count))
    return lambda: _made(ledger.session.append(said(1)))


def _made(appended: Any) -> None:
    assert appended.revision is not None
    assert appended.revision.window_count == 30


def _append_with_body(ledger: Ledger) -> Callable[[], object]:
    session = _window_of(ledger, 20)
    session.append(said(1))
    return lambda: session.append(said(1, 3_000))


def _duplicate(ledger: Ledger) -> Callable[[], object]:
    key = f"key {next(_numbers)}"
    messages = said(1)
    ledger.session.append(messages, key=key)
    return lambda: ledger.session.append(messages, key=key)


def _batch(ledger: Ledger) -> Callable[[], object]:
    session = _window_of(ledger, 20)
    return lambda: session.append(said(100))


def _first_cut_of_a_long_log(ledger: Ledger) -> Callable[[], object]:
    session = ledger.manager.session(f"uncut {next(_numbers)}", auto_resize=False)
    session.append(said(20 * ledger.size))
    session.set_settings("session.max_length", LIMIT)
    session.auto_resize = True
    return lambda: _made(session.append(said(1)))


def _handler(ledger: Ledger) -> Callable[[], object]:
    session = _window_of(ledger, 20)
    return lambda: session.resize("last")


def _rollback(ledger: Ledger) -> Callable[[], object]:
    session = _window_of(ledger, 20)
    return lambda: session.rollback(session.info().revision - 5)


def _undo(ledger: Ledger) -> Callable[[], object]:
    session = _full(ledger)
    session.append(said(1))
    return lambda: session.undo(hold=False)


def _rollback_exactly(ledger: Ledger) -> Callable[[], object]:
    session = _window_of(ledger, 20)
    revision = session.info().revision - 2
    return lambda: session.rollback(revision, keep_newer=False, hold=False)


def _rewind(ledger: Ledger) -> Callable[[], object]:
    session = _window_of(ledger, 20)
    seq = session.info().head_seq - 7
    return lambda: session.rewind(seq)


def _pop(ledger: Ledger) -> Callable[[], object]:
    session = _window_of(ledger, 20)
    return session.pop_message


def _window_of_spans(ledger: Ledger) -> Callable[[], object]:
    """Every third message of the last sixty: read by constants and not by joining."""
    session = ledger.manager.session(f"spans {next(_numbers)}")
    session.append(said(20 * ledger.size))
    session.register_resize_handler("thirds", lambda full, window, memo, settings: (None, window[-60::3], memo))
    session.resize("thirds")
    assert len(session.context_window) == 20
    return session.get_context_window


def _window_at_seq(ledger: Ledger) -> Callable[[], object]:
    session = _copy_of(ledger)
    return lambda: session.window_at(seq=101)


def _window_at_revision(ledger: Ledger) -> Callable[[], object]:
    session = _copy_of(ledger)
    return lambda: session.window_at(11)


def _copy_of(ledger: Ledger) -> Session:
    return ledger.manager.get_session("copy 0")


def _history(**wanted: Any) -> Operation:
    return lambda ledger: lambda: _page(ledger.manager.revisions(limit=PAGE, **wanted))


def _page(page: list[Any]) -> None:
    assert page


def _second_page(ledger: Ledger) -> Callable[[], object]:
    first = ledger.manager.revisions(limit=20, owner=ALL_OWNERS)
    return lambda: _page(ledger.manager.revisions(limit=20, owner=ALL_OWNERS, after=first.next))


def _history_until(ledger: Ledger) -> Callable[[], object]:
    until = ledger.session.revision(ledger.size // 2).created_at
    return lambda: ledger.manager.revisions(limit=20, until=until)


def _info(ledger: Ledger) -> Callable[[], object]:
    return ledger.session.info


def _late_page_of_sessions(ledger: Ledger) -> Callable[[], object]:
    before = ledger.manager.list_sessions(limit=15 * ledger.size)
    assert before[-1].session_id.startswith("one more")
    return lambda: _page(ledger.manager.list_sessions(limit=5, after=before.next))


#: Operation, statements at most.
OPERATIONS: dict[str, tuple[Operation, int]] = {
    "append": (_append, 3),
    "append with key": (_append_with_key, 5),
    "append with cut": (_append_and_cut, 7),
    "append with cut, measured again": (_append_and_cut_measured_again, 7 + 1),
    "append with key and cut": (_append_with_key_and_cut, 9),
    "append with a cut the handle does not expect": (_append_after_another, 7 + 1),
    "append with a large body": (_append_with_body, 3 + 1),
    "append sent twice": (_duplicate, 5),
    "append of 100": (_batch, 3),
    "first cut of a long log": (_first_cut_of_a_long_log, 7 + 1),
    "window": (lambda ledger: _window_of(ledger, 20).get_context_window, 3),
    "window of many spans": (_window_of_spans, 3),
    "snapshot": (lambda ledger: _window_of(ledger, 20).snapshot, 3),
    "memo": (lambda ledger: ledger.session.get_memo, 3),
    "info": (_info, 3),
    "resize by a handler": (_handler, 3 + 7),
    "rollback": (_rollback, 5 + 1),  # and the info() before it
    "undo": (_undo, 5),
    "rollback to just that": (_rollback_exactly, 9),
    "rewind": (_rewind, 9),
    "pop": (_pop, 9),
    "set_memo": (lambda ledger: lambda: ledger.session.set_memo(next(_numbers)), 5),
    "clear": (lambda ledger: ledger.session.clean_context_window, 5),
    "window_at(revision)": (_window_at_revision, 3),
    "window_at(seq=)": (_window_at_seq, 3),
    "history of a session": (lambda ledger: lambda: _page(_copy_of(ledger).revisions(limit=15)), 3),
    "resizes of a session": (lambda ledger: lambda: _page(_copy_of(ledger).resize_history(limit=15)), 3),
    "history of all": (_history(owner=ALL_OWNERS), 3),
    "history of an owner": (_history(), 3),
    "history of a rare owner": (_history(owner="rare"), 3),
    "history of a strategy": (_history(owner=ALL_OWNERS, strategy="simple_cut"), 3),
    "history of a rare strategy": (_history(owner=ALL_OWNERS, strategy="rare"), 3),
    "second page of the history of all": (_second_page, 3),
    "history until then": (_history_until, 3),
    "list of sessions": (lambda ledger: lambda: _page(ledger.manager.list_sessions(limit=5)), 3),
    "late page of sessions": (_late_page_of_sessions, 3),
}


#: What may be examined more: MariaDB remembers more or fewer of the rows it has looked up, PostgreSQL reads small
#: tables in other ways than large ones.
SLACK = {"sqlite": 0, "mariadb": 20, "postgresql": 20}


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_costs_the_same_at_ten_times_the_size(
    ledgers: tuple[Ledger, Ledger], backend: Backend, name: str
) -> None:
    operation, statements = OPERATIONS[name]
    examined = []
    for ledger in ledgers:
        ledger.cost(operation(ledger))
        sent, work = ledger.cost(operation(ledger))
        assert len(sent) <= statements, sent
        examined.append(work)
    small, large = examined
    assert small > 0
    assert large <= small + SLACK[backend.system]


def test_a_filter_that_no_index_serves_is_walked_in_bounded_steps(ledgers: tuple[Ledger, Ledger]) -> None:
    _, large = ledgers
    manager = large.manager
    found: list[Revision] = []
    after: str | None = None
    pages = 0
    while pages == 0 or after is not None:
        with large.statements.recorded() as sent:
            page = manager.revisions(strategy="none", after=after)
        assert len(sent) <= 3
        found += page
        after, pages = page.next, pages + 1
    assert found == []
    assert pages > 5
    cut = manager.revisions(owner="rare", strategy="rare")
    assert [revision.strategy for revision in cut] == ["rare"] * len(cut) != []


def test_the_first_write_of_a_session_costs_four_more(ledgers: tuple[Ledger, Ledger]) -> None:
    for ledger in ledgers:
        session = ledger.manager.session(f"new {next(_numbers)}", title="a title")
        sent, _ = ledger.cost(lambda: session.append(said(1), key="first"))  # noqa: B023
        assert len(sent) <= 5 + 4, sent


def test_a_window_at_a_time_is_found_by_bisection(ledgers: tuple[Ledger, Ledger]) -> None:
    small, large = (len(ledger.cost(_window_at_time(ledger))[0]) for ledger in ledgers)
    assert small <= large <= small + 2


def _window_at_time(ledger: Ledger) -> Callable[[], object]:
    session = _copy_of(ledger)
    moment = session.revision(11).created_at + timedelta(microseconds=1)
    return lambda: session.window_at(time=moment)


def test_deleting_a_long_session_takes_short_transactions(ledgers: tuple[Ledger, Ledger]) -> None:
    ledger = ledgers[0]
    session = ledger.manager.session(f"long {next(_numbers)}")
    session.append(said(5_000))
    with ledger.statements.recorded() as sent:
        ledger.manager.delete_session(session.id)
    deleted = [statement for statement in sent if statement.startswith("DELETE FROM ledger_messages")]
    assert len(deleted) == 3
