"""The tables as SQLAlchemy Core sees them; migrations/ is what creates them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

sessions = Table(
    "ledger_sessions",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=True),
    Column("owner", String(255), nullable=False),
    Column("session_id", String(255)),
    Column("measure", String(255), nullable=False),
    Column("settings", Text, nullable=False),
    Column("head_seq", BigInteger, nullable=False),
    Column("head_length", BigInteger, nullable=False),
    Column("head_digest", LargeBinary(32), nullable=False),
    Column("current_revision", BigInteger, nullable=False),
    Column("revision_digest", LargeBinary(32), nullable=False),
    Column("derived_count", BigInteger, nullable=False),
    Column("full_from", BigInteger, nullable=False),
    Column("full_at", BigInteger, nullable=False),
    Column("window_from", BigInteger, nullable=False),
    Column("window_at", BigInteger, nullable=False),
    Column("memo_from", BigInteger),
    Column("full_count", BigInteger, nullable=False),
    Column("window_count", BigInteger, nullable=False),
    Column("window_length", BigInteger, nullable=False),
    Column("window_pinned", Integer),
    Column("held_revision", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("active_at", BigInteger, nullable=False),
    UniqueConstraint("owner", "session_id", name="ledger_sessions_owner_session_id"),
)

session_details = Table(
    "ledger_session_details",
    metadata,
    Column("session", BigInteger, primary_key=True, autoincrement=False),
    Column("title", Text),
    Column("metadata", Text),
)

messages = Table(
    "ledger_messages",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("role", String(255)),
    Column("links", SmallInteger, nullable=False),
    Column("encoding", SmallInteger, nullable=False),
    Column("payload", Text),
    Column("metadata", Text),
    Column("length", BigInteger, nullable=False),
    Column("running_length", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("nonce", LargeBinary(12), nullable=False),
    Column("digest", LargeBinary(32), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("session", "seq"),
)

bodies = Table(
    "ledger_bodies",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("payload", Text),
    Column("metadata", Text),
    PrimaryKeyConstraint("session", "seq"),
)

append_keys = Table(
    "ledger_append_keys",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("append_key", String(255), nullable=False),
    Column("first_seq", BigInteger, nullable=False),
    Column("last_seq", BigInteger, nullable=False),
    Column("request_hash", LargeBinary(32), nullable=False),
    PrimaryKeyConstraint("session", "append_key"),
)

window_revisions = Table(
    "ledger_window_revisions",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("owner", String(255), nullable=False),
    Column("parent", BigInteger),
    Column("kind", String(255), nullable=False),
    Column("strategy", String(255)),
    Column("cause", String(255)),
    Column("restored", BigInteger),
    Column("full_from", BigInteger, nullable=False),
    Column("full_at", BigInteger, nullable=False),
    Column("window_from", BigInteger, nullable=False),
    Column("window_at", BigInteger, nullable=False),
    Column("memo_from", BigInteger),
    Column("head_seq", BigInteger, nullable=False),
    Column("head_length", BigInteger, nullable=False),
    Column("appended_count", BigInteger, nullable=False),
    Column("full_count", BigInteger, nullable=False),
    Column("window_count", BigInteger, nullable=False),
    Column("window_length", BigInteger, nullable=False),
    Column("window_pinned", Integer),
    Column("dropped_count", BigInteger, nullable=False),
    Column("dropped_length", BigInteger, nullable=False),
    Column("max_length", BigInteger),
    Column("settings", Text),
    Column("actor", String(255)),
    Column("reason", Text),
    Column("metadata", Text),
    Column("duration_us", BigInteger, nullable=False),
    Column("digest", LargeBinary(32), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("session", "revision"),
)

window_entries = Table(
    "ledger_window_entries",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("part", SmallInteger, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("first_seq", BigInteger),
    Column("last_seq", BigInteger),
    Column("derived_id", BigInteger),
    PrimaryKeyConstraint("session", "revision", "part", "position"),
)

derived_messages = Table(
    "ledger_derived_messages",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("derived_id", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("source_seq", BigInteger),
    Column("role", String(255)),
    Column("links", SmallInteger, nullable=False),
    Column("encoding", SmallInteger, nullable=False),
    Column("payload", Text),
    Column("length", BigInteger, nullable=False),
    Column("nonce", LargeBinary(12), nullable=False),
    PrimaryKeyConstraint("session", "derived_id"),
)

memos = Table(
    "ledger_memos",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("encoding", SmallInteger, nullable=False),
    Column("content", Text),
    Column("nonce", LargeBinary(12), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("session", "revision"),
)

deletions = Table(
    "ledger_deletions",
    metadata,
    Column("session", BigInteger, primary_key=True, autoincrement=False),
)
