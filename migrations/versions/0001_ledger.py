"""The ledger: sessions, messages, revisions, and the views people read.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BIG = sa.BigInteger()
SMALL = sa.SmallInteger()
NAME = sa.String(255)
# MariaDB's TEXT ends at 65,535 bytes.
TEXT = sa.Text().with_variant(mysql.LONGTEXT(), "mariadb")
DIGEST = sa.LargeBinary(32).with_variant(mysql.BINARY(32), "mariadb")
NONCE = sa.LargeBinary(12).with_variant(mysql.VARBINARY(255), "mariadb")
# Only INTEGER PRIMARY KEY AUTOINCREMENT never gives a number twice on SQLite.
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def column(name: str, kind: sa.types.TypeEngine[Any]) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, autoincrement=False)


def optional(name: str, kind: sa.types.TypeEngine[Any]) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=True)


def create(name: str, *items: sa.schema.SchemaItem, rowid: bool = True, autoincrement: bool = False) -> None:
    # `mysql_…` options are ignored under mariadb:// URLs. COMPACT rows refuse a unique key of 255 characters, and
    # collations that pad take 'a' and 'a ' for the same id.
    op.create_table(
        name,
        *items,
        if_not_exists=True,
        sqlite_with_rowid=rowid,
        sqlite_autoincrement=autoincrement,
        mariadb_engine="InnoDB",
        mariadb_row_format="DYNAMIC",
        mariadb_charset="utf8mb4",
        mariadb_collate="utf8mb4_nopad_bin",
    )


def index(name: str, table: str, *columns: str) -> None:
    op.create_index(name, table, columns, if_not_exists=True)


def upgrade() -> None:
    # MariaDB's DDL is not transactional: this runs again after a kill in the middle, and creates what is missing.
    create_sessions()
    create_messages()
    create_revisions()
    create_views()


def create_sessions() -> None:
    create(
        "ledger_sessions",
        sa.Column("id", ROW_ID, sa.Identity(), nullable=False),
        column("owner", NAME),
        optional("session_id", NAME),
        column("measure", NAME),
        column("settings", TEXT),
        column("head_seq", BIG),
        column("head_length", BIG),
        column("head_digest", DIGEST),
        column("current_revision", BIG),
        column("revision_digest", DIGEST),
        column("derived_count", BIG),
        column("full_from", BIG),
        column("full_at", BIG),
        column("window_from", BIG),
        column("window_at", BIG),
        optional("memo_from", BIG),
        column("full_count", BIG),
        column("window_count", BIG),
        column("window_length", BIG),
        optional("window_pinned", sa.Integer()),
        optional("held_revision", BIG),
        column("created_at", BIG),
        column("updated_at", BIG),
        column("active_at", BIG),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("owner", "session_id", name="ledger_sessions_owner_session_id"),
        autoincrement=True,
    )
    if op.get_context().dialect.name == "postgresql":
        # Every append rewrites the row; room on its page keeps the update heap-only.
        op.execute("ALTER TABLE ledger_sessions SET (fillfactor = 60)")
    index("ledger_sessions_owner_active", "ledger_sessions", "owner", "active_at", "id")
    create(
        "ledger_session_details",
        column("session", ROW_ID),
        optional("title", TEXT),
        optional("metadata", TEXT),
        sa.PrimaryKeyConstraint("session"),
    )
    create("ledger_deletions", column("session", ROW_ID), sa.PrimaryKeyConstraint("session"))


def create_messages() -> None:
    create(
        "ledger_messages",
        column("session", BIG),
        column("seq", BIG),
        optional("role", NAME),
        column("links", SMALL),
        column("encoding", SMALL),
        optional("payload", TEXT),
        optional("metadata", TEXT),
        column("length", BIG),
        column("running_length", BIG),
        column("revision", BIG),
        column("nonce", NONCE),
        column("digest", DIGEST),
        column("created_at", BIG),
        sa.PrimaryKeyConstraint("session", "seq"),
        rowid=False,
    )
    # Large rows are better off in an ordinary table: without rowids every key comparison reads the whole row. At 2,000
    # characters a row: 6 µs to read one against 31, 70 bytes of overhead against 2,696. The same goes for derived
    # messages, memos and details.
    create(
        "ledger_bodies",
        column("session", BIG),
        column("seq", BIG),
        optional("payload", TEXT),
        optional("metadata", TEXT),
        sa.PrimaryKeyConstraint("session", "seq"),
    )
    create(
        "ledger_append_keys",
        column("session", BIG),
        column("append_key", NAME),
        column("first_seq", BIG),
        column("last_seq", BIG),
        column("request_hash", DIGEST),
        sa.PrimaryKeyConstraint("session", "append_key"),
        rowid=False,
    )


def create_revisions() -> None:
    create(
        "ledger_window_revisions",
        column("session", BIG),
        column("revision", BIG),
        column("owner", NAME),
        optional("parent", BIG),
        column("kind", NAME),
        optional("strategy", NAME),
        optional("cause", NAME),
        optional("restored", BIG),
        column("full_from", BIG),
        column("full_at", BIG),
        column("window_from", BIG),
        column("window_at", BIG),
        optional("memo_from", BIG),
        column("head_seq", BIG),
        column("head_length", BIG),
        column("appended_count", BIG),
        column("full_count", BIG),
        column("window_count", BIG),
        column("window_length", BIG),
        optional("window_pinned", sa.Integer()),
        column("dropped_count", BIG),
        column("dropped_length", BIG),
        optional("max_length", BIG),
        optional("settings", TEXT),
        optional("actor", NAME),
        optional("reason", TEXT),
        optional("metadata", TEXT),
        column("duration_us", BIG),
        column("digest", DIGEST),
        column("created_at", BIG),
        sa.PrimaryKeyConstraint("session", "revision"),
        rowid=False,
    )
    table = "ledger_window_revisions"
    index("ledger_window_revisions_created", table, "created_at", "session", "revision")
    index("ledger_window_revisions_owner", table, "owner", "created_at", "session", "revision")
    index("ledger_window_revisions_strategy", table, "strategy", "created_at", "session", "revision")
    index("ledger_window_revisions_head", table, "session", "head_seq", "revision")
    create(
        "ledger_window_entries",
        column("session", BIG),
        column("revision", BIG),
        column("part", SMALL),
        column("position", BIG),
        optional("first_seq", BIG),
        optional("last_seq", BIG),
        optional("derived_id", BIG),
        sa.PrimaryKeyConstraint("session", "revision", "part", "position"),
        rowid=False,
    )
    create(
        "ledger_derived_messages",
        column("session", BIG),
        column("derived_id", BIG),
        column("revision", BIG),
        optional("source_seq", BIG),
        optional("role", NAME),
        column("links", SMALL),
        column("encoding", SMALL),
        optional("payload", TEXT),
        column("length", BIG),
        column("nonce", NONCE),
        sa.PrimaryKeyConstraint("session", "derived_id"),
    )
    create(
        "ledger_memos",
        column("session", BIG),
        column("revision", BIG),
        column("encoding", SMALL),
        optional("content", TEXT),
        column("nonce", NONCE),
        column("created_at", BIG),
        sa.PrimaryKeyConstraint("session", "revision"),
    )


def create_views() -> None:
    dialect = op.get_context().dialect.name
    create_view = "CREATE VIEW IF NOT EXISTS" if dialect == "sqlite" else "CREATE OR REPLACE VIEW"
    # DBAPIs read a percent sign their own way: text() leaves that to SQLAlchemy. \\: keeps a colon from being a name.
    utc_text = {
        "sqlite": "strftime('%Y-%m-%d %H\\:%M\\:%S', r.created_at / 1000000, 'unixepoch')",
        "postgresql": "to_char(to_timestamp(r.created_at / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24\\:MI\\:SS')",
        "mariadb": "DATE_FORMAT(TIMESTAMP('1970-01-01') + INTERVAL r.created_at MICROSECOND, '%Y-%m-%d %H\\:%i\\:%s')",
    }[dialect]
    integer = "SIGNED" if dialect == "mariadb" else "BIGINT"
    for name, query in (
        ("ledger_resize_history", RESIZE_HISTORY.format(utc_text=utc_text)),
        ("ledger_current_windows", CURRENT_WINDOWS),
        ("ledger_window_messages", WINDOW_MESSAGES.format(integer=integer)),
    ):
        op.execute(sa.text(f"{create_view} {name} AS {query}"))


#: One row a resize: what the window held before, which is its parent's and what was appended since, and after.
RESIZE_HISTORY = """
SELECT s.owner, s.session_id, r.revision, r.strategy, r.cause,
       p.window_count + (r.head_seq - r.appended_count - p.head_seq) AS messages_before,
       r.window_count AS messages_after,
       p.window_length + (r.head_length - p.head_length) AS length_before,
       r.window_length AS length_after,
       r.dropped_count, r.dropped_length, r.max_length, r.reason, r.actor,
       r.created_at, {utc_text} AS created_utc
  FROM ledger_window_revisions r
  JOIN ledger_sessions s ON s.id = r.session
  JOIN ledger_window_revisions p ON p.session = r.session AND p.revision = r.parent
 WHERE r.kind = 'resize' AND s.session_id IS NOT NULL
"""

#: One row a span of the log or derived message in the window of now, the messages since its last cut as one more span.
CURRENT_WINDOWS = """
SELECT s.owner, s.session_id, s.current_revision AS revision, e.position, e.first_seq, e.last_seq, e.derived_id
  FROM ledger_sessions s
  JOIN ledger_window_entries e ON e.session = s.id AND e.revision = s.window_from AND e.part = 1
 WHERE s.session_id IS NOT NULL
 UNION ALL
SELECT s.owner, s.session_id, s.current_revision,
       (SELECT COUNT(*) FROM ledger_window_entries e
         WHERE e.session = s.id AND e.revision = s.window_from AND e.part = 1),
       s.window_at + 1, s.head_seq, NULL
  FROM ledger_sessions s
 WHERE s.session_id IS NOT NULL AND s.head_seq > s.window_at
"""

#: The window of every revision as it stood when it was made, message by message; a derived message has no seq.
WINDOW_MESSAGES = """
SELECT s.owner, s.session_id, r.revision,
       (SELECT CAST(COALESCE(SUM(CASE WHEN q.derived_id IS NULL THEN q.last_seq - q.first_seq + 1 ELSE 1 END), 0)
                    AS {integer})
          FROM ledger_window_entries q
         WHERE q.session = e.session AND q.revision = e.revision AND q.part = 1 AND q.position < e.position)
       + m.seq - e.first_seq AS position,
       m.seq, m.role, COALESCE(m.payload, b.payload) AS payload
  FROM ledger_sessions s
  JOIN ledger_window_revisions r ON r.session = s.id
  JOIN ledger_window_entries e ON e.session = r.session AND e.revision = r.window_from AND e.part = 1
  JOIN ledger_messages m ON m.session = r.session AND m.seq >= e.first_seq AND m.seq <= e.last_seq
  LEFT JOIN ledger_bodies b ON b.session = m.session AND b.seq = m.seq
 WHERE s.session_id IS NOT NULL AND e.derived_id IS NULL
 UNION ALL
SELECT s.owner, s.session_id, r.revision,
       (SELECT CAST(COALESCE(SUM(CASE WHEN q.derived_id IS NULL THEN q.last_seq - q.first_seq + 1 ELSE 1 END), 0)
                    AS {integer})
          FROM ledger_window_entries q
         WHERE q.session = e.session AND q.revision = e.revision AND q.part = 1 AND q.position < e.position),
       NULL, d.role, d.payload
  FROM ledger_sessions s
  JOIN ledger_window_revisions r ON r.session = s.id
  JOIN ledger_window_entries e ON e.session = r.session AND e.revision = r.window_from AND e.part = 1
  JOIN ledger_derived_messages d ON d.session = e.session AND d.derived_id = e.derived_id
 WHERE s.session_id IS NOT NULL
 UNION ALL
SELECT s.owner, s.session_id, r.revision,
       (SELECT CAST(COALESCE(SUM(CASE WHEN q.derived_id IS NULL THEN q.last_seq - q.first_seq + 1 ELSE 1 END), 0)
                    AS {integer})
          FROM ledger_window_entries q
         WHERE q.session = r.session AND q.revision = r.window_from AND q.part = 1)
       + m.seq - r.window_at - 1,
       m.seq, m.role, COALESCE(m.payload, b.payload)
  FROM ledger_sessions s
  JOIN ledger_window_revisions r ON r.session = s.id
  JOIN ledger_messages m ON m.session = r.session AND m.seq > r.window_at AND m.seq <= r.head_seq
  LEFT JOIN ledger_bodies b ON b.session = m.session AND b.seq = m.seq
 WHERE s.session_id IS NOT NULL
"""
