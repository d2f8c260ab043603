"""Who takes part. Nothing is imported here: each contestant's process imports its own."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tests.benchmarks.peers.protocol import Contestant

Face: TypeAlias = Literal["sync", "async"]
Database: TypeAlias = Literal["sqlite", "postgresql"]
Kind: TypeAlias = Literal["ours", "raw", "peer", "floor"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A contestant: where its class is, and what the report and the goals must know of it."""

    name: str
    title: str
    kind: Kind
    database: Database
    face: Face
    module: str
    factory: str
    sqlalchemy: bool = False
    options: dict[str, str] = field(default_factory=dict, hash=False)

    def type(self) -> type[Contestant]:
        """Its class, and with it the libraries it uses, imported."""
        found: type[Contestant] = getattr(importlib.import_module(self.module), self.factory)
        return found

    def contestant(self, place: str) -> Contestant:
        """A new one at the place."""
        return self.type()(place, **self.options)


def _entry(
    name: str,
    title: str,
    kind: Kind,
    where: str,
    face: Face = "async",
    database: Database = "sqlite",
    sqlalchemy: bool = False,
    **options: str,
) -> Entry:
    module, _, factory = where.partition(":")
    package = __name__.rpartition(".")[0]
    return Entry(name, title, kind, database, face, f"{package}.{module}", factory, sqlalchemy, options)


ENTRIES = (
    _entry("ours-sync-full", "ContextLedger, sync", "ours", "ours:SyncLedger", "sync", durability="full"),
    _entry("ours-async-full", "ContextLedger, async", "ours", "ours:AsyncLedger", durability="full"),
    _entry("ours-sync-normal", "ContextLedger, sync, normal", "ours", "ours:SyncLedger", "sync", durability="normal"),
    _entry("ours-async-normal", "ContextLedger, async, normal", "ours", "ours:AsyncLedger", durability="normal"),
    _entry("raw-sync-full", "raw sqlite3", "raw", "raw:RawSQLite", "sync", durability="full"),
    _entry("raw-async-full", "raw sqlite3 in one thread hop", "raw", "raw:RawSQLiteInThread", durability="full"),
    _entry("raw-sync-normal", "raw sqlite3, normal", "raw", "raw:RawSQLite", "sync", durability="normal"),
    _entry(
        "raw-async-normal", "raw sqlite3 in one thread hop, normal", "raw", "raw:RawSQLiteInThread", durability="normal"
    ),
    _entry("openai-sqlite", "openai-agents SQLiteSession", "peer", "openai_agents:SQLite"),
    _entry("openai-advanced", "openai-agents AdvancedSQLiteSession", "peer", "openai_agents:Advanced"),
    _entry("openai-sqlalchemy", "openai-agents SQLAlchemySession", "peer", "openai_agents:Alchemy", sqlalchemy=True),
    _entry("adk-sqlite", "google-adk SqliteSessionService", "peer", "google_adk:SQLite"),
    _entry("adk-database", "google-adk DatabaseSessionService", "peer", "google_adk:AnyDatabase", sqlalchemy=True),
    _entry("langgraph", "langgraph SqliteSaver", "peer", "langgraph:Saver", "sync"),
    _entry("langgraph-delta", "langgraph SqliteSaver, DeltaChannel", "peer", "langgraph:DeltaSaver", "sync"),
    _entry(
        "langchain-sync",
        "langchain SQLChatMessageHistory, sync",
        "peer",
        "langchain:SyncHistory",
        "sync",
        sqlalchemy=True,
    ),
    _entry(
        "langchain-async", "langchain SQLChatMessageHistory, async", "peer", "langchain:AsyncHistory", sqlalchemy=True
    ),
    _entry("llama-index", "llama-index Memory", "peer", "llama_index:InDatabase", sqlalchemy=True),
    _entry("agently", "agently Session, in memory", "floor", "agently_session:InMemory"),
    _entry("ours-sync-postgresql", "ContextLedger, sync", "ours", "ours:SyncLedger", "sync", "postgresql"),
    _entry("ours-async-postgresql", "ContextLedger, async", "ours", "ours:AsyncLedger", "async", "postgresql"),
    _entry("raw-sync-postgresql", "raw psycopg", "raw", "raw_postgresql:Sync", "sync", "postgresql"),
    _entry("raw-async-postgresql", "raw psycopg, async", "raw", "raw_postgresql:Async", "async", "postgresql"),
    _entry(
        "openai-sqlalchemy-postgresql",
        "openai-agents SQLAlchemySession",
        "peer",
        "openai_agents:Alchemy",
        database="postgresql",
        sqlalchemy=True,
    ),
    _entry(
        "adk-database-postgresql",
        "google-adk DatabaseSessionService",
        "peer",
        "google_adk:AnyDatabase",
        database="postgresql",
        sqlalchemy=True,
    ),
    _entry(
        "langchain-sync-postgresql",
        "langchain SQLChatMessageHistory, sync",
        "peer",
        "langchain:SyncHistory",
        "sync",
        "postgresql",
        sqlalchemy=True,
    ),
    _entry(
        "langchain-async-postgresql",
        "langchain SQLChatMessageHistory, async",
        "peer",
        "langchain:AsyncHistory",
        database="postgresql",
        sqlalchemy=True,
    ),
    _entry(
        "llama-index-postgresql",
        "llama-index Memory",
        "peer",
        "llama_index:InDatabase",
        database="postgresql",
        sqlalchemy=True,
    ),
)
BY_NAME = {entry.name: entry for entry in ENTRIES}
