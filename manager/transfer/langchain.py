"""LangChain: the table of `SQLChatMessageHistory`, and the threads of LangGraph's `SqliteSaver`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from manager.integrations.langchain import from_ledger, to_ledger
from manager.storage.foreign import ForeignDatabase
from manager.transfer.source import Conversation, Item, Refused, Source, made_item, read_item

_HISTORY = ("session_id", "id", "message")
_CHECKPOINTS = ("thread_id", "checkpoint_ns", "checkpoint_id", "type", "checkpoint")


def langchain_source(source: str, table: str | None = None) -> Source:
    """The database as the one or the other.

    Raises:
        LoadError: it is neither.
    """
    database = ForeignDatabase(source)
    if table is None and set(_CHECKPOINTS) <= database.tables().get("checkpoints", set()):
        return LangGraph(database)
    return MessageHistory(database, database.table_with(_HISTORY, table))


class _LangChain:
    system = "langchain"

    def __init__(self, database: ForeignDatabase) -> None:
        self._database = database

    def canonical(self, message: Mapping[str, Any]) -> dict[str, Any]:
        stored: dict[str, Any] = to_ledger(from_ledger(message))
        return stored

    def close(self) -> None:
        self._database.close()


class MessageHistory(_LangChain):
    """The messages of every session, in the order of their rows."""

    unit = "row"

    def __init__(self, database: ForeignDatabase, table: str) -> None:
        super().__init__(database)
        self._table = table

    def total(self, session_id: str | None) -> int | None:
        return self._database.count(self._table, {} if session_id is None else {"session_id": session_id})

    def conversations(self, session_id: str | None) -> Iterator[Conversation]:
        of_one = {} if session_id is None else {"session_id": session_id}
        rows = self._database.rows(self._table, by=("session_id", "id"), columns=("message",), where=of_one)
        for name, of_session in groupby(rows, itemgetter(0)):
            items = (read_item(place, text, _of_history) for _, place, text in of_session)
            yield Conversation(session_id=str(name), items=items)
        unnamed = 0 if session_id is not None else self._database.count(self._table, {"session_id": None})
        if unnamed:
            yield Conversation(session_id="", refused=f"{unnamed:,} rows have no session id")


class LangGraph(_LangChain):
    """The messages in the newest checkpoint of every thread."""

    unit = "message"

    def total(self, session_id: str | None) -> int | None:
        return None

    def conversations(self, session_id: str | None) -> Iterator[Conversation]:
        of_one = {} if session_id is None else {"thread_id": session_id}
        # Other namespaces hold the states of subgraphs.
        rows = self._database.rows(
            "checkpoints", by=("thread_id", "checkpoint_id"), where={"checkpoint_ns": "", **of_one}
        )
        for thread, of_thread in groupby(rows, itemgetter(0)):
            newest = max(checkpoint_id for _, checkpoint_id in of_thread)
            # The thread may have gone on with our middleware, which logs the same messages.
            yield Conversation(session_id=str(thread), items=self._items(thread, newest), known_by_id=True)

    def _items(self, thread: str, checkpoint_id: str) -> Iterator[Item]:
        for place, message in enumerate(self._messages(thread, checkpoint_id), 1):
            yield made_item(place, message, to_ledger)

    def _messages(self, thread: str, checkpoint_id: str) -> list[Any]:
        from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

        # A checkpoint may name any class to be made from what it holds: only those that LangGraph calls safe are, which
        # the messages are.
        reader = JsonPlusSerializer(allowed_msgpack_modules=None)
        where = {"thread_id": thread, "checkpoint_ns": "", "checkpoint_id": checkpoint_id}
        for _, kind, checkpoint in self._database.rows(
            "checkpoints", by=("checkpoint_id",), columns=("type", "checkpoint"), where=where
        ):
            try:
                state = reader.loads_typed((kind, checkpoint))["channel_values"]
            except Exception as error:  # of whatever kind the reader's is
                raise Refused(f"its checkpoint {checkpoint_id!r} cannot be read: {error}") from error
            messages = state.get("messages") if isinstance(state, dict) else None
            if not isinstance(messages, list):
                raise Refused("its state has no list `messages`")
            return messages
        raise Refused("its newest checkpoint is there no more; import again")


def _of_history(value: Any) -> dict[str, Any]:
    from langchain_core.messages import messages_from_dict

    made: dict[str, Any] = to_ledger(messages_from_dict([value])[0])
    return made
