"""Pins, other measures, summaries, and the resizes that came to nothing.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

BIG = sa.BigInteger()
SMALL = sa.SmallInteger()
NUMBER = sa.Integer()
NAME = sa.String(255)
TEXT = sa.Text().with_variant(mysql.LONGTEXT(), "mariadb")
DIGEST = sa.LargeBinary(32).with_variant(mysql.BINARY(32), "mariadb")
NONCE = sa.LargeBinary(12).with_variant(mysql.VARBINARY(255), "mariadb")


def column(name: str, kind: sa.types.TypeEngine[Any]) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, autoincrement=False)


def optional(name: str, kind: sa.types.TypeEngine[Any]) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=True)


def counter(name: str, kind: sa.types.TypeEngine[Any]) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, server_default=sa.text("0"))


def create(name: str, *items: sa.schema.SchemaItem, rowid: bool = False) -> None:
    op.create_table(
        name,
        *items,
        if_not_exists=True,
        sqlite_with_rowid=rowid,
        mariadb_engine="InnoDB",
        mariadb_row_format="DYNAMIC",
        mariadb_charset="utf8mb4",
        mariadb_collate="utf8mb4_nopad_bin",
    )


def upgrade() -> None:
    # MariaDB's DDL is not transactional: this runs again after a kill in the middle, and adds what is missing.
    add_to_sessions()
    create_pins()
    create_lengths()
    create_attempts()
    create_summaries()


def add_to_sessions() -> None:
    present = {found["name"] for found in sa.inspect(op.get_bind()).get_columns("ledger_sessions")}
    for added in (
        optional("open_calls", TEXT),
        counter("pin_count", NUMBER),
        counter("measurement", NUMBER),
        counter("measured_upto", BIG),
        optional("retry_length", BIG),
        optional("retry_count", BIG),
        optional("retry_rules", DIGEST),
        optional("lease_holder", NONCE),
        optional("lease_until", BIG),
    ):
        if added.name not in present:
            op.add_column("ledger_sessions", added)
    # Whether calls wait in the windows there are, or lie about without their answers, nobody has looked at yet.
    op.execute("UPDATE ledger_sessions SET open_calls = '[2]' WHERE open_calls IS NULL AND head_seq > 0")


def create_pins() -> None:
    create("ledger_pins", column("session", BIG), column("seq", BIG), sa.PrimaryKeyConstraint("session", "seq"))


def create_lengths() -> None:
    create(
        "ledger_measurements",
        column("session", BIG),
        column("measurement", NUMBER),
        column("measure", NAME),
        optional("revision", BIG),
        column("messages_upto", BIG),
        column("derived_upto", BIG),
        column("running_length", BIG),
        column("created_at", BIG),
        sa.PrimaryKeyConstraint("session", "measurement"),
    )
    create(
        "ledger_lengths",
        column("session", BIG),
        column("measurement", NUMBER),
        column("derived", SMALL),
        column("number", BIG),
        column("length", BIG),
        column("running_length", BIG),
        sa.PrimaryKeyConstraint("session", "measurement", "derived", "number"),
    )


def create_attempts() -> None:
    # A reason may be long; see ledger_bodies in 0001 for what large rows cost without a rowid.
    create(
        "ledger_resize_attempts",
        column("session", BIG),
        column("attempt", BIG),
        column("revision", BIG),
        column("head_seq", BIG),
        column("cause", NAME),
        optional("strategy", NAME),
        column("outcome", NAME),
        column("window_count", BIG),
        column("window_length", BIG),
        optional("max_length", BIG),
        optional("max_messages", BIG),
        optional("reason", TEXT),
        column("duration_us", BIG),
        column("created_at", BIG),
        sa.PrimaryKeyConstraint("session", "attempt"),
        rowid=True,
    )


def create_summaries() -> None:
    create(
        "ledger_summaries",
        column("session", BIG),
        column("revision", BIG),
        column("call_number", NUMBER),
        column("given", TEXT),
        column("returned", TEXT),
        optional("derived_id", BIG),
        optional("model", TEXT),
        optional("cost", TEXT),
        column("duration_us", BIG),
        column("nonce", NONCE),
        sa.PrimaryKeyConstraint("session", "revision", "call_number"),
        rowid=True,
    )
