"""The tables as SQLAlchemy Core sees them; migrations/ is what creates them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Identity,
    Index,
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
from sqlalchemy.dialects.mysql import BINARY, LONGTEXT, VARBINARY

metadata = MetaData()

# MariaDB's TEXT ends at 65,535 bytes, and its BLOB is stored off the page.
_LongText = Text().with_variant(LONGTEXT(), "mariadb")
_Digest = LargeBinary(32).with_variant(BINARY(32), "mariadb")
_Nonce = LargeBinary(12).with_variant(VARBINARY(255), "mariadb")
# On SQLite only INTEGER PRIMARY KEY is the row's own number.
_RowId = BigInteger().with_variant(Integer(), "sqlite")

sessions = Table(
    "ledger_sessions",
    metadata,
    Column("id", _RowId, Identity(), primary_key=True),
    Column("owner", String(255), nullable=False),
    Column("session_id", String(255)),
    Column("measure", String(255), nullable=False),
    Column("settings", _LongText, nullable=False),
    Column("head_seq", BigInteger, nullable=False),
    Column("head_length", BigInteger, nullable=False),
    Column("head_digest", _Digest, nullable=False),
    Column("current_revision", BigInteger, nullable=False),
    Column("revision_digest", _Digest, nullable=False),
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
    Column("open_calls", _LongText),
    Column("pin_count", Integer, nullable=False, server_default="0"),
    Column("measurement", Integer, nullable=False, server_default="0"),
    Column("measured_upto", BigInteger, nullable=False, server_default="0"),
    Column("retry_length", BigInteger),
    Column("retry_count", BigInteger),
    Column("retry_rules", _Digest),
    Column("lease_holder", _Nonce),
    Column("lease_until", BigInteger),
    UniqueConstraint("owner", "session_id", name="ledger_sessions_owner_session_id"),
    Index("ledger_sessions_owner_active", "owner", "active_at", "id"),
    sqlite_autoincrement=True,
)

session_details = Table(
    "ledger_session_details",
    metadata,
    Column("session", _RowId, primary_key=True, autoincrement=False),
    Column("title", _LongText),
    Column("metadata", _LongText),
)

messages = Table(
    "ledger_messages",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("role", String(255)),
    Column("links", SmallInteger, nullable=False),
    Column("encoding", SmallInteger, nullable=False),
    Column("payload", _LongText),
    Column("metadata", _LongText),
    Column("length", BigInteger, nullable=False),
    Column("running_length", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("nonce", _Nonce, nullable=False),
    Column("digest", _Digest, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("session", "seq"),
    sqlite_with_rowid=False,
)

bodies = Table(
    "ledger_bodies",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("payload", _LongText),
    Column("metadata", _LongText),
    PrimaryKeyConstraint("session", "seq"),
)

append_keys = Table(
    "ledger_append_keys",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("append_key", String(255), nullable=False),
    Column("first_seq", BigInteger, nullable=False),
    Column("last_seq", BigInteger, nullable=False),
    Column("request_hash", _Digest, nullable=False),
    PrimaryKeyConstraint("session", "append_key"),
    sqlite_with_rowid=False,
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
    Column("settings", _LongText),
    Column("actor", String(255)),
    Column("reason", _LongText),
    Column("metadata", _LongText),
    Column("duration_us", BigInteger, nullable=False),
    Column("digest", _Digest, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("session", "revision"),
    Index("ledger_window_revisions_created", "created_at", "session", "revision"),
    Index("ledger_window_revisions_owner", "owner", "created_at", "session", "revision"),
    Index("ledger_window_revisions_strategy", "strategy", "created_at", "session", "revision"),
    Index("ledger_window_revisions_head", "session", "head_seq", "revision"),
    sqlite_with_rowid=False,
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
    sqlite_with_rowid=False,
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
    Column("payload", _LongText),
    Column("length", BigInteger, nullable=False),
    Column("nonce", _Nonce, nullable=False),
    PrimaryKeyConstraint("session", "derived_id"),
)

memos = Table(
    "ledger_memos",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("encoding", SmallInteger, nullable=False),
    Column("content", _LongText),
    Column("nonce", _Nonce, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("session", "revision"),
)

pins = Table(
    "ledger_pins",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    PrimaryKeyConstraint("session", "seq"),
    sqlite_with_rowid=False,
)

measurements = Table(
    "ledger_measurements",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("measurement", Integer, nullable=False),
    Column("measure", String(255), nullable=False),
    Column("revision", BigInteger),
    Column("messages_upto", BigInteger, nullable=False),
    Column("derived_upto", BigInteger, nullable=False),
    Column("running_length", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("session", "measurement"),
    sqlite_with_rowid=False,
)

lengths = Table(
    "ledger_lengths",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("measurement", Integer, nullable=False),
    Column("derived", SmallInteger, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("length", BigInteger, nullable=False),
    Column("running_length", BigInteger, nullable=False),
    PrimaryKeyConstraint("session", "measurement", "derived", "number"),
    sqlite_with_rowid=False,
)

resize_attempts = Table(
    "ledger_resize_attempts",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("attempt", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("head_seq", BigInteger, nullable=False),
    Column("cause", String(255), nullable=False),
    Column("strategy", String(255)),
    Column("outcome", String(255), nullable=False),
    Column("window_count", BigInteger, nullable=False),
    Column("window_length", BigInteger, nullable=False),
    Column("max_length", BigInteger),
    Column("max_messages", BigInteger),
    Column("reason", _LongText),
    Column("duration_us", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("session", "attempt"),
)

summaries = Table(
    "ledger_summaries",
    metadata,
    Column("session", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("call_number", Integer, nullable=False),
    Column("given", _LongText, nullable=False),
    Column("returned", _LongText, nullable=False),
    Column("derived_id", BigInteger),
    Column("model", _LongText),
    Column("cost", _LongText),
    Column("duration_us", BigInteger, nullable=False),
    Column("nonce", _Nonce, nullable=False),
    PrimaryKeyConstraint("session", "revision", "call_number"),
)

deletions = Table(
    "ledger_deletions",
    metadata,
    Column("session", _RowId, primary_key=True, autoincrement=False),
)
