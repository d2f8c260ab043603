"""OpenAI Agents SDK: the databases of `SQLiteSession`, `AdvancedSQLiteSession` and `SQLAlchemySession`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from manager.storage.foreign import ForeignDatabase
from manager.transfer.source import Aside, Conversation, Item, Refused, read_item

_COLUMNS = ("session_id", "id", "message_data")

#: The table in which `AdvancedSQLiteSession` keeps which message is on which branch, and the branch a session object
#: begins on. Which one it was switched to is in memory alone.
_BRANCHES = "message_structure"
_MAIN = "main"


class OpenAIAgents:
    """The items of every session, verbatim, in the order of their rows.

    A session with branches has the items of all in its log, and those of the branch `main` in its contexts.
    """

    system = "openai-agents"
    unit = "row"

    def __init__(self, source: str, table: str | None = None) -> None:
        """
        Raises:
            LoadError: it has no table with such sessions.
        """
        self._database = ForeignDatabase(source)
        self._table = self._database.table_with(_COLUMNS, table)
        self._has_branches = {"session_id", "message_id", "branch_id"} <= self._database.tables().get(_BRANCHES, set())

    def total(self, session_id: str | None) -> int | None:
        return self._database.count(self._table, _of(session_id))

    def conversations(self, session_id: str | None) -> Iterator[Conversation]:
        rows = self._database.rows(
            self._table, by=("session_id", "id"), columns=("message_data",), where=_of(session_id)
        )
        for name, of_session in groupby(rows, itemgetter(0)):
            items = (_item(place, text) for _, place, text in of_session)
            yield Conversation(session_id=str(name), items=items, aside=partial(self._aside, name))

    def canonical(self, message: Mapping[str, Any]) -> dict[str, Any]:
        return dict(message)

    def close(self) -> None:
        self._database.close()

    def _aside(self, session_id: str) -> Aside:
        """The items that are on other branches alone; those that are on none are of before there were branches."""
        if not self._has_branches:
            return Aside()
        on_main: set[int] = set()
        elsewhere: set[int] = set()
        for branch, place in self._database.rows(
            _BRANCHES, by=("branch_id", "message_id"), where={"session_id": session_id}
        ):
            (on_main if branch == _MAIN else elsewhere).add(place)
        aside = frozenset(elsewhere - on_main)
        return Aside(aside, aside)


def _of(session_id: str | None) -> dict[str, str]:
    return {} if session_id is None else {"session_id": session_id}


def _item(place: int, text: Any) -> Item:
    item = read_item(place, text)
    if item.message is not None and item.message.get("__enc__") == 1:
        raise Refused(
            "its items are encrypted; read them with EncryptedSession.get_items() and append them to a session"
        )
    return item
