"""LlamaIndex: what `SimpleChatStore` persists, and the table of `SQLAlchemyChatStore`, which `Memory` uses."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from manager import LoadError
from manager.integrations.llama_index import from_ledger, to_ledger
from manager.storage.foreign import ForeignDatabase
from manager.transfer.source import Aside, Conversation, Item, Source, made_item, read_item

_COLUMNS = ("key", "timestamp", "id", "role", "status", "data")
_ARCHIVED = "archived"


def llama_index_source(source: str, table: str | None = None) -> Source:
    """A file that begins like JSON as what was persisted, else a database.

    Raises:
        LoadError: it is neither.
    """
    if "://" not in source and _begins_like_json(Path(source)):
        return ChatStoreFile(Path(source))
    database = ForeignDatabase(source)
    return ChatStoreTable(database, database.table_with(_COLUMNS, table))


class _LlamaIndex:
    system = "llama-index"
    unit = "message"  # a store that is set anew gives the same messages other rows

    def canonical(self, message: Mapping[str, Any]) -> dict[str, Any]:
        return to_ledger(from_ledger(message))


class ChatStoreFile(_LlamaIndex):
    """The messages of every key of the file."""

    def __init__(self, file: Path) -> None:
        try:
            stored = json.loads(file.read_text(encoding="utf-8-sig"))
            if isinstance(stored, str):  # as LlamaIndex wrote it once
                stored = json.loads(stored)
        except (OSError, ValueError, RecursionError) as error:
            raise LoadError(str(file), f"it is not JSON ({error})", _REMEDY) from error
        store = stored.get("store") if isinstance(stored, dict) else None
        if not isinstance(store, dict):
            raise LoadError(str(file), 'it has no "store"', _REMEDY)
        self._store: dict[str, Any] = store

    def total(self, session_id: str | None) -> int | None:
        return sum(
            len(messages)
            for key, messages in self._store.items()
            if session_id in (None, key) and isinstance(messages, list)
        )

    def conversations(self, session_id: str | None) -> Iterator[Conversation]:
        for key, messages in self._store.items():
            if session_id not in (None, key):
                continue
            if isinstance(messages, list):
                items = (made_item(place, message, _converted) for place, message in enumerate(messages, 1))
                yield Conversation(session_id=key, items=items)
            else:
                yield Conversation(session_id=key, refused="it is not a list of messages")

    def close(self) -> None:
        """The file was read whole."""


class ChatStoreTable(_LlamaIndex):
    """The messages of every key in the order they were added; those that were archived are not in the window."""

    def __init__(self, database: ForeignDatabase, table: str) -> None:
        self._database = database
        self._table = table

    def total(self, session_id: str | None) -> int | None:
        return self._database.count(self._table, {} if session_id is None else {"key": session_id})

    def conversations(self, session_id: str | None) -> Iterator[Conversation]:
        rows = self._database.rows(
            self._table,
            by=("key", "timestamp", "id"),
            columns=("status", "data"),
            where={} if session_id is None else {"key": session_id},
        )
        for key, of_key in groupby(rows, itemgetter(0)):
            archived: set[int] = set()
            yield Conversation(session_id=str(key), items=_items(of_key, archived), aside=partial(_aside, archived))

    def close(self) -> None:
        self._database.close()


_REMEDY = "name what SimpleChatStore.persist() wrote, or the database of a SQLAlchemyChatStore"


def _items(rows: Iterator[tuple[Any, ...]], archived: set[int]) -> Iterator[Item]:
    for place, (*_, status, data) in enumerate(rows, 1):
        if status == _ARCHIVED:
            archived.add(place)
        # PostgreSQL's driver has decoded a column of type JSON.
        yield (read_item if isinstance(data, str | bytes) else made_item)(place, data, _converted)


def _aside(archived: set[int]) -> Aside:
    return Aside(window=frozenset(archived))


def _converted(value: Any) -> dict[str, Any]:
    from llama_index.core.base.llms.types import ChatMessage

    if isinstance(value, dict) and isinstance(value.get("blocks"), list):
        return to_ledger(from_ledger(value))
    return to_ledger(ChatMessage.model_validate(value))  # of before messages had blocks


def _begins_like_json(file: Path) -> bool:
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        return opened.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b'"', b"[")
