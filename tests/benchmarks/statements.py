"""The statements of the raw side, written by hand: those that the store sends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Table

from manager.storage import tables
from manager.storage.revisions import RevisionRow
from tests.benchmarks.drivers import Driver

#: The columns of a session's row that an append changes, and those that a revision does.
AFTER_APPEND = (
    "head_seq",
    "head_length",
    "head_digest",
    "full_count",
    "window_count",
    "window_length",
    "updated_at",
)
AFTER_REVISION = (
    *AFTER_APPEND,
    "settings",
    "current_revision",
    "revision_digest",
    "derived_count",
    "full_from",
    "full_at",
    "window_from",
    "window_at",
    "memo_from",
    "window_pinned",
    "held_revision",
)


class Statements:
    """The statements in a driver's form: its mark for a value, its words for locking a row."""

    def __init__(self, driver: type[Driver]) -> None:
        def form(sql: str) -> str:
            return sql.replace("?", driver.mark)

        session = f"SELECT {_columns(tables.sessions)} FROM ledger_sessions WHERE id = ? AND session_id IS NOT NULL"
        message = "SELECT {} FROM ledger_messages WHERE session = ? AND seq >= ? AND seq <= ?"
        page = (
            "seq, encoding, payload, metadata, created_at, length, running_length, revision, nonce, digest, role, links"
        )
        self.read_session = form(session)
        self.lock_session = form(f"{session} {driver.lock}")
        self.insert_session = form(_insert(tables.sessions))
        self.insert_message = form(_insert(tables.messages))
        self.insert_revision = form(_insert(tables.window_revisions))
        self.insert_entry = form(_insert(tables.window_entries))
        self.after_append = form(_update(AFTER_APPEND))
        self.after_revision = form(_update(AFTER_REVISION))
        self.read_revision = form(
            f"SELECT {_listed(RevisionRow._fields)} FROM ledger_window_revisions WHERE session = ? AND revision = ?"
        )
        self.read_entries = form(
            """SELECT e.first_seq, e.last_seq, e.derived_id, x.length, x.role, x.source_seq, x.encoding, x.payload
               FROM ledger_window_entries e LEFT JOIN ledger_derived_messages x
               ON x.session = e.session AND x.derived_id = e.derived_id
               WHERE e.session = ? AND e.revision = ? AND e.part = ? ORDER BY e.position"""
        )
        self.lengths_of_one = form(message.format("seq, length, role"))
        self.lengths_of_two = form(f"{message} UNION ALL {message}".replace("{}", "seq, length, role"))
        self.messages_of_one = form(message.format(page))
        self.messages_of_two = form(f"{message} UNION ALL {message}".replace("{}", page))
        self.history = form(
            f"""SELECT {driver.in_order} {_listed(f"r.{name}" for name in RevisionRow._fields)},
                r.session, s.session_id,
                coalesce(p.window_count, 0) + r.head_seq - r.appended_count - coalesce(p.head_seq, 0),
                coalesce(p.window_length, 0) + coalesce(m.running_length, 0) - coalesce(p.head_length, 0)
                FROM (SELECT session, revision FROM ledger_window_revisions {driver.by_primary_key}
                      WHERE session = ? AND kind = 'resize' ORDER BY revision DESC LIMIT ?) chosen
                JOIN ledger_window_revisions r ON r.session = chosen.session AND r.revision = chosen.revision
                JOIN ledger_sessions s ON s.id = chosen.session
                LEFT JOIN ledger_window_revisions p ON p.session = r.session AND p.revision = r.parent
                LEFT JOIN ledger_messages m ON m.session = r.session AND m.seq = r.head_seq - r.appended_count"""
        )
        #: Update and insert in one round trip, guarded by the head that the values were worked out for.
        self.guarded_append = form(
            f"""WITH s AS (
                UPDATE ledger_sessions SET head_seq = head_seq + 1, head_length = head_length + ?, head_digest = ?,
                full_count = full_count + 1, window_count = window_count + 1, window_length = window_length + ?,
                updated_at = ? WHERE id = ? AND head_seq = ? RETURNING id, head_seq, head_length, current_revision)
                INSERT INTO ledger_messages ({_columns(tables.messages)})
                SELECT id, head_seq, ?, ?, ?, ?, ?, ?, head_length, current_revision, ?, ?, ? FROM s"""
        )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _columns(table: Table) -> str:
    return _listed(table.columns.keys())


def _insert(table: Table) -> str:
    return f"INSERT INTO {table.name} ({_columns(table)}) VALUES ({_listed('?' * len(table.columns))})"


def _update(columns: Sequence[str]) -> str:
    return f"UPDATE ledger_sessions SET {_listed(f'{name} = ?' for name in columns)} WHERE id = ?"
