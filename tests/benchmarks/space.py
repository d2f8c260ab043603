"""Bytes a message and bytes a revision, as the database's files grow by them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

from sqlalchemy import make_url

from manager import SessionManager
from manager.storage import tables
from tests.backends import Backend, direct_connection
from tests.benchmarks.raw import PAYLOAD
from tests.benchmarks.workload import LIMIT, MESSAGE, PROMPT, Plan

ONE_SESSION = "bytes a message beside its payload, one session"
INTERLEAVED = "bytes a message beside its payload, interleaved sessions"
CUT = "bytes a cut of one span"
CUT_PROMPTED = "bytes a cut of two spans"


def space_taken(backend: Backend, plan: Plan) -> dict[str, float]:
    """What each message and each revision adds to the database, appended one by one, payload not counted."""
    count = plan.space

    def appends(manager: SessionManager) -> None:
        session = manager.session("one", auto_resize=False)
        for _ in range(count):
            session.append(MESSAGE)

    def interleaved(manager: SessionManager) -> None:
        sessions = [manager.session(f"session-{number}", auto_resize=False) for number in range(plan.sessions)]
        for number in range(count):
            sessions[number % len(sessions)].append(MESSAGE)

    def cuts(first: dict[str, str]) -> Callable[[SessionManager], None]:
        def work(manager: SessionManager) -> None:
            session = manager.session("one", settings={"session.max_length": LIMIT})
            session.append(first)
            for _ in range(count - 1):
                session.append(MESSAGE)

        return work

    plain = _growth(backend, appends)
    revisions = count - LIMIT // len(str(MESSAGE))
    return {
        ONE_SESSION: plain / count - len(PAYLOAD),
        INTERLEAVED: _growth(backend, interleaved) / count - len(PAYLOAD),
        CUT: (_growth(backend, cuts(MESSAGE)) - plain) / revisions,
        CUT_PROMPTED: (_growth(backend, cuts(PROMPT)) - plain) / revisions,
    }


def _growth(backend: Backend, work: Callable[[SessionManager], None]) -> int:
    """By how many bytes the work makes a new database larger."""
    with backend.database() as url:
        before = _size(backend.system, url)
        with SessionManager(url, durability="normal") as manager:
            work(manager)
        return _size(backend.system, url) - before


def _size(system: str, url: str) -> int:
    if system == "sqlite":
        return _file_size(make_url(url).database or "")
    names = list(tables.metadata.tables)
    with direct_connection(url) as connection:
        if system == "postgresql":
            connection.exec_driver_sql("VACUUM")
            size = "SELECT pg_total_relation_size(%s)"
        else:
            connection.exec_driver_sql(f"ANALYZE TABLE {', '.join(names)}").all()
            size = """SELECT (clust_index_size + other_index_size) * @@innodb_page_size
                      FROM information_schema.innodb_sys_tablestats WHERE name = concat(database(), '/', %s)"""
        return sum(int(connection.exec_driver_sql(size, (name,)).scalar_one()) for name in names)


def _file_size(path: str) -> int:
    with closing(sqlite3.connect(path)) as connection:

        def pragma(name: str) -> int:
            return int(connection.execute(f"PRAGMA {name}").fetchone()[0])

        pragma("wal_checkpoint(TRUNCATE)")
        return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")
