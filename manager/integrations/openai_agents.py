"""OpenAI Agents SDK: a `Session` for its runs whose items are in a ledger."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any, Final, cast

from manager import (
    FullContext,
    Message,
    MissingExtraError,
    RevisionConflictError,
    Session,
    SessionManager,
    SettingsNamespace,
)
from manager.integrations import manager_of

try:
    from agents import RunContextWrapper, TResponseInputItem
    from agents.memory import SessionSettings
except ModuleNotFoundError as error:
    raise MissingExtraError("openai-agents", error.name) from error

#: The strategies that are recorded with the revisions of a compaction by the SDK, and of a pop from a compacted window.
COMPACTION: Final = "responses_compaction"
POP: Final = "pop_item"

#: An item with neither a role nor a type, as `EncryptedSession` makes them, is kept under `item` in one of this type.
_WRAPPED: Final = "openai_agents.item"

#: Fields whose text a cut may shorten; the others tell what was shortened from what was written anew.
_TEXTS: Final = ("content", "output")


class LedgerSession:
    """A session of the SDK: its history is the context window of a ledger's session, and nothing leaves the log.

    It holds an id and a manager, no rows and no connection: it may be used from any event loop, and any number of them,
    in any number of processes, may be one conversation.
    """

    def __init__(
        self,
        session_id: str,
        manager_or_url: SessionManager | str,
        *,
        session_settings: SessionSettings | Mapping[str, Any] | None = None,
    ) -> None:
        """Nothing is read or written.

        Args:
            session_id: names the conversation, 1 to 255 characters.
            manager_or_url: a manager, or the URL of a database, whose manager is shared in this process.
            session_settings: the SDK's, with the default `limit` of `get_items`.

        Raises:
            InvalidIdError: the id cannot be used.
            UnsupportedDatabaseError: the URL names no database that can be used.
        """
        self._manager = manager_of(manager_or_url)
        self._session = self._manager.session(session_id)
        self.session_id = session_id
        self.session_settings: SessionSettings | None = (
            session_settings if isinstance(session_settings, SessionSettings) else _settings(session_settings)
        )

    def __repr__(self) -> str:
        return f"LedgerSession({self.session_id!r})"

    @property
    def session(self) -> Session:
        """The ledger's session: its log, its revisions, `undo()`, its settings, sync and async."""
        return self._session

    # --- the SDK's protocol -----------------------------------------------------------------------

    async def get_items(
        self, limit: int | None = None, *, wrapper: RunContextWrapper[Any] | None = None
    ) -> list[TResponseInputItem]:
        """The context window, without calls and outputs that stand alone.

        Args:
            limit: only the latest so many, in their order; 0 for none, a negative one for all; None for the limit of
                `session_settings`. What would be parted from its call by it is left out.
            wrapper: the context of the run; it is not used.
        """
        window = await self._session.async_get_context_window()
        if limit is None:
            limit = _settings(self.session_settings).limit
        return [_item_of(window[position]) for position in _latest(window, _acceptable(window), limit)]

    async def add_items(
        self, items: list[TResponseInputItem], *, wrapper: RunContextWrapper[Any] | None = None
    ) -> None:
        """The items are at the end of the log and of the window, all or none, and the window is resized where due.

        Raises:
            InvalidMessageError: an item is not JSON; nothing is stored.
        """
        if items:
            await self._session.async_append([_message_of(item) for item in items])

    async def pop_item(self, *, wrapper: RunContextWrapper[Any] | None = None) -> TResponseInputItem | None:
        """The last item has left the window, by a revision that can be undone, and is given to one caller only.

        Returns:
            It, as it was added also where the window held it shortened; None where the window is empty.
        """
        session = self._session
        while True:
            window = await session.async_get_context_window()
            if not window:
                return None
            full = await session.async_get_full_context()
            said = await full.read(len(full) - 1, len(full)) if len(full) else []
            if said and _is_same(window[-1], said[0]):
                popped = await session.async_pop_message()
                return None if popped is None else _item_of(popped)
            if await self._replaced(POP, window, len(window) - 1, []):
                return _item_of(window[-1])

    async def clear_session(self, *, wrapper: RunContextWrapper[Any] | None = None) -> None:
        """The window is empty, by a revision that can be undone; the log stays."""
        await self._session.async_reset_chat_history()

    def close(self) -> None:
        """Nothing is held here that could be closed: the connections are the manager's, and others may share it."""

    # --- compaction by the SDK --------------------------------------------------------------------

    # `OpenAIResponsesCompactionSession` looks for the next two by their names. Where a store has none, it calls
    # `clear_session` and `add_items`, and the window is empty between the two.

    async def _get_compaction_snapshot(
        self, limit: int, *, prune_prefix: Callable[[TResponseInputItem], bool] | None = None
    ) -> _CompactionSnapshot | None:
        """The latest items, and a function that replaces those from a position on, if they are still the latest.

        Args:
            prune_prefix: what leaves the window at its beginning on that occasion: `EncryptedSession`'s expired items.
        """
        if type(self) is not LedgerSession:
            return None  # a subclass may keep items in another form than it gives them
        window = await self._session.async_get_context_window()
        kept = _acceptable(window)
        shown = kept[-limit:] if limit > 0 else []

        async def replace_suffix(start: int, output: list[TResponseInputItem]) -> bool:
            if not shown[start:]:
                return False
            return await self._replaced(COMPACTION, window, shown[start], output, prune_prefix)

        return _CompactionSnapshot([_item_of(window[at]) for at in shown], len(shown) == len(kept), replace_suffix)

    async def _atomic_replace_items(self, items: list[TResponseInputItem]) -> bool:
        """The window is these items, by one revision; False, and nothing done, where a subclass may change items."""
        if type(self) is not LedgerSession:
            return False
        window = await self._session.async_get_context_window()
        return await self._replaced(COMPACTION, window, 0, items)

    async def _replaced(
        self,
        strategy: str,
        seen: Sequence[Message],
        start: int,
        items: Sequence[TResponseInputItem],
        prune_prefix: Callable[[TResponseInputItem], bool] | None = None,
    ) -> bool:
        """Whether the items stand in the window for those seen there from the position on: not if others do by now."""
        replaced = False

        def handler(
            full_context: FullContext, context_window: list[Message], memo: Any, session_settings: SettingsNamespace
        ) -> tuple[None, list[Mapping[str, Any]] | None, None]:
            nonlocal replaced
            first = len(context_window) - (len(seen) - start)
            replaced = first >= 0 and _names(context_window[first:]) == _names(seen[start:])
            if not replaced:
                return None, None, None
            before: Iterator[Message] = iter(context_window[:first])
            if prune_prefix is not None:
                before = dropwhile(lambda message: prune_prefix(_item_of(message)), before)
            return None, [*before, *map(_message_of, items)], None

        # A handle of its own: the handler is for this one call.
        session = self._manager.session(self.session_id).register_resize_handler(strategy, handler)
        try:
            await session.async_resize(strategy)
        except RevisionConflictError:
            return False
        return replaced


@dataclass(frozen=True, slots=True)
class _CompactionSnapshot:
    """What the SDK reads of a snapshot; its own class for it is not public."""

    items: list[TResponseInputItem]
    complete: bool
    replace_suffix: Callable[[int, list[TResponseInputItem]], Awaitable[bool]]


def _settings(given: SessionSettings | Mapping[str, Any] | None) -> SessionSettings:
    return SessionSettings().resolve(cast("SessionSettings | dict[str, Any] | None", given))


# --- items and messages -----------------------------------------------------------------------------


def _message_of(item: TResponseInputItem) -> Mapping[str, Any]:
    """The item, verbatim where it can be a message."""
    fields: Any = item
    if not isinstance(fields, dict):
        return cast(Mapping[str, Any], fields)  # an object that is dumped, or refused
    name = fields["role"] if "role" in fields else fields.get("type")
    return fields if isinstance(name, str) and name and name != _WRAPPED else {"type": _WRAPPED, "item": fields}


def _item_of(message: Message) -> TResponseInputItem:
    return cast(TResponseInputItem, message["item"] if message.get("type") == _WRAPPED else dict(message))


def _names(messages: Sequence[Message]) -> list[tuple[int | None, Message]]:
    """What tells two readings of a window apart: the same words may have been said twice."""
    return [(message.seq, message) for message in messages]


def _is_same(in_window: Message, said: Message) -> bool:
    """Whether the message of the window is the one that was said, or that one shortened."""
    if in_window.seq is not None:
        return in_window.seq == said.seq
    if _without_texts(in_window) != _without_texts(said):
        return False
    # An output is known by its call. Else the text decides: a summary may have no other field than the role.
    return _answered_by(said) is not None or all(_is_end(in_window.get(field), said.get(field)) for field in _TEXTS)


def _without_texts(message: Message) -> dict[str, Any]:
    return {field: value for field, value in message.items() if field not in _TEXTS}


def _is_end(shortened: object, whole: object) -> bool:
    """Whether a cut may have left this of it: of texts, the end."""
    if isinstance(shortened, str) and isinstance(whole, str):
        return whole.endswith(shortened)
    if isinstance(shortened, list) and isinstance(whole, list):
        return len(shortened) == len(whole) and all(map(_is_end, shortened, whole))
    if isinstance(shortened, dict) and isinstance(whole, dict):
        return shortened.keys() == whole.keys() and all(_is_end(shortened[field], whole[field]) for field in whole)
    return shortened == whole


# --- calls, outputs and reasoning -------------------------------------------------------------------


def _acceptable(window: Sequence[Message]) -> list[int]:
    """The positions of what may be sent: not an output without its call, nor a call that the conversation left behind
    without an output, nor the reasoning before that. A call at the end, whose output may still come, stays.
    """
    answers, rounds = _answers(window), _rounds(window)
    answered = set(answers.values())
    gone = {
        position
        for position, message in enumerate(window)
        if (_answered_by(message) is not None and position not in answered)
        or (_called_by(message) is not None and position not in answers and rounds[position] < rounds[-1])
    }
    followed, lost = False, False
    for position in reversed(range(len(window))):
        if window[position].get("type") == "reasoning":
            if lost and not followed:
                gone.add(position)
        elif position in gone:
            lost = True
        else:
            followed, lost = _is_output(window[position]), False
    return [position for position in range(len(window)) if position not in gone]


def _latest(window: Sequence[Message], kept: list[int], limit: int | None) -> list[int]:
    """The latest so many of the positions, less those at their beginning that belong to a call before it.

    An unfinished turn is given as it is, be it that a call waits for its output or that the model has not answered to
    one: the SDK compares the end of such a turn, as it read it, with what it finds there later.
    """
    if limit is None or limit < 0 or limit >= len(kept):
        return kept
    start = len(kept) - limit
    messages = [window[position] for position in kept]
    answers = _answers(messages)
    waits = any(_called_by(message) is not None and at not in answers for at, message in enumerate(messages))
    if waits or _answered_by(messages[-1]) is not None:
        return kept[start:]
    for first, last in sorted([*answers.items(), *_thoughts(messages)]):
        if first < start <= last:
            start = last + 1
    return kept[start:]


def _answers(messages: Sequence[Message]) -> dict[int, int]:
    """The positions of the calls that have an output, each with that of its output."""
    waiting: dict[str, int] = {}
    answers: dict[int, int] = {}
    for position, message in enumerate(messages):
        answered, called = _answered_by(message), _called_by(message)
        if answered in waiting:
            answers[waiting.pop(answered)] = position
        if called is not None:
            waiting[called] = position
    return answers


def _thoughts(messages: Sequence[Message]) -> Iterator[tuple[int, int]]:
    """The position of each reasoning that led to calls, with that of the last of them."""
    last_call = -1
    for position in reversed(range(len(messages))):
        message = messages[position]
        if message.get("type") == "reasoning":
            if last_call >= 0:
                yield position, last_call
        elif not _is_output(message):
            last_call = -1
        elif last_call < 0 and _called_by(message) is not None:
            last_call = position


def _rounds(messages: Sequence[Message]) -> list[int]:
    """For each message, how often the conversation had gone on by then: somebody spoke, or the model to outputs."""
    rounds: list[int] = []
    number, after_output = 0, False
    for message in messages:
        is_output_of_tool = _answered_by(message) is not None
        if not is_output_of_tool and (after_output or not _is_output(message)):
            number += 1
        after_output = is_output_of_tool
        rounds.append(number)
    return rounds


def _called_by(message: Message) -> str | None:
    kind = message.get("type")
    if kind == "mcp_approval_request":
        return _text(message.get("id"))
    is_call = isinstance(kind, str) and (kind.endswith("_call") or kind == "program")
    return _text(message.get("call_id")) if is_call else None


def _answered_by(message: Message) -> str | None:
    kind = message.get("type")
    if kind == "mcp_approval_response":
        return _text(message.get("approval_request_id"))
    is_answer = isinstance(kind, str) and (
        kind.endswith("_call_output") or kind in ("tool_search_output", "program_output")
    )
    return _text(message.get("call_id")) if is_answer else None


def _is_output(message: Message) -> bool:
    """Whether the model made it."""
    return message.role == "assistant" or (message.role is None and _answered_by(message) is None)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
