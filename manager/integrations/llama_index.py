"""LlamaIndex: chat stores for its memories whose messages are in a ledger."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from io import IOBase
from pathlib import Path
from typing import Any, NoReturn, ParamSpec, Protocol, Self, TypeVar

from manager import (
    FullContext,
    InvalidArgumentError,
    InvalidMessageError,
    Message,
    MissingExtraError,
    ResizeHandler,
    RevisionConflictError,
    Session,
    SessionInfo,
    SessionManager,
)
from manager.integrations import manager_of

try:
    from llama_index.core.base.llms import types as llama_index_types
    from llama_index.core.base.llms.types import (
        AudioBlock,
        ChatMessage,
        DocumentBlock,
        ImageBlock,
        MessageRole,
        TextBlock,
    )
    from llama_index.core.bridge.pydantic import BaseModel, Field, PrivateAttr
    from llama_index.core.storage.chat_store import BaseChatStore
    from llama_index.core.storage.chat_store.base_db import AsyncDBChatStore, MessageStatus
except ImportError as missing:
    raise MissingExtraError("llama-index", missing.name) from missing

P = ParamSpec("P")
R = TypeVar("R")

#: The class of a call among a message's blocks; None in the versions that write calls into `additional_kwargs`.
_ToolCallBlock: Any = getattr(llama_index_types, "ToolCallBlock", None)

#: Blocks that are read back as they are. The others may name a file, and LlamaIndex refuses one that is gone.
_PLAIN_BLOCKS = frozenset({"text", "tool_call", "thinking", "cache"})

# --- messages -----------------------------------------------------------------------------------


def to_ledger(message: ChatMessage) -> dict[str, Any]:
    """The message as a session keeps it: LlamaIndex's own JSON form of it.

    Raises:
        InvalidMessageError: a block or an additional argument is not JSON, nor can be made JSON by LlamaIndex.
    """
    for path, number in _not_finite(message):  # pydantic would write None
        raise InvalidMessageError(path, number, "JSON has no NaN and no infinity", "use None, or text")
    try:
        dumped: dict[str, Any] = _without_streams(message).model_dump(mode="json")
    except ValueError as error:  # pydantic's PydanticSerializationError is one
        _refuse(message, error)
    return dumped


def from_ledger(message: Mapping[str, Any]) -> ChatMessage:
    """The message as LlamaIndex has it, every field and block as it was stored.

    A message in the form of OpenAI Chat becomes one too: strategies, other adapters and direct appends write such.

    Raises:
        InvalidMessageError: it has another form, that LlamaIndex has no place for.
    """
    blocks = message.get("blocks")
    try:
        return _from_chat(message) if not isinstance(blocks, list) else _from_own(message, blocks)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InvalidMessageError(
            "message",
            dict(message),
            "it has neither the form of LlamaIndex nor that of OpenAI Chat",
            "take it out of the window, or keep conversations of other forms in other sessions",
        ) from error


def _not_finite(message: ChatMessage) -> Iterator[tuple[str, float]]:
    waiting: list[tuple[str, Any]] = [
        (f"message.blocks[{index}].{field}", getattr(block, field, None))
        for index, block in enumerate(message.blocks)
        for field in ("tool_kwargs", "additional_information")
    ]
    waiting.append(("message.additional_kwargs", message.additional_kwargs))
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, float) and not math.isfinite(value):
            yield path, value
        elif isinstance(value, Mapping):
            waiting += ((f"{path}[{name!r}]", inner) for name, inner in value.items())
        elif isinstance(value, list | tuple):
            waiting += ((f"{path}[{place}]", inner) for place, inner in enumerate(value))


def _without_streams(message: ChatMessage) -> ChatMessage:
    """The message with the bytes of its open files in their place, as base64, which is how blocks keep bytes."""
    blocks = [_without_stream(block) for block in message.blocks]
    changed = any(new is not old for new, old in zip(blocks, message.blocks, strict=True))
    return message.model_copy(update={"blocks": blocks}) if changed else message


def _without_stream(block: Any) -> Any:
    for field in ("image", "audio", "video", "data"):
        stream = getattr(block, field, None)
        if isinstance(stream, IOBase):
            stream.seek(0)
            return block.model_copy(update={field: base64.b64encode(stream.read())})
    return block


def _refuse(message: ChatMessage, error: ValueError) -> NoReturn:
    """Tells which part of the message it was."""
    path: str = "message"
    value: object = message
    for index, block in enumerate(message.blocks):
        if _is_refused(ChatMessage(role=message.role, blocks=[block])):
            path, value = f"message.blocks[{index}]", block
    for name, argument in message.additional_kwargs.items():
        if _is_refused(ChatMessage.model_construct(blocks=[], additional_kwargs={name: argument})):
            path, value = f"message.additional_kwargs[{name!r}]", argument
    raise InvalidMessageError(path, value, f"LlamaIndex cannot write it as JSON ({error})", "make it JSON") from error


def _is_refused(message: ChatMessage) -> bool:
    try:
        message.model_dump(mode="json")
    except ValueError:
        return True
    return False


def _from_own(message: Mapping[str, Any], blocks: list[Any]) -> ChatMessage:
    fields = dict(message)
    arguments = fields.get("additional_kwargs") or {}
    # A list of images in here is of before there were blocks. They are blocks already: read again, they would be twice.
    images = {name: value for name, value in arguments.items() if name == "images"}
    if images:
        fields["additional_kwargs"] = {name: value for name, value in arguments.items() if name != "images"}
    plain = all(block["block_type"] in _PLAIN_BLOCKS for block in blocks)
    if not plain:
        fields["blocks"] = [_without_path(block) for block in blocks]
    made: ChatMessage = ChatMessage.model_validate(fields)
    made.additional_kwargs.update(images)
    if not plain:
        for block, stored in zip(made.blocks, blocks, strict=True):
            _put_back(block, stored)
    return made


def _without_path(block: dict[str, Any]) -> dict[str, Any]:
    # Without what is None as well: 0.14.0 writes `url: null` of a sound, and refuses to read it.
    copy = {field: value for field, value in block.items() if value is not None and field != "path"}
    for field, inner in _nested(block):
        shortened = [_without_path(each) for each in inner]
        copy[field] = shortened if isinstance(block[field], list) else shortened[0]
    return copy


def _put_back(block: Any, stored: dict[str, Any]) -> None:
    """What LlamaIndex would look for on the disk, or guess anew from what is base64 by now, is as it was."""
    if stored.get("path") is not None:
        block.path = stored["path"] if isinstance(block, DocumentBlock) else Path(stored["path"])
    if isinstance(block, DocumentBlock):
        block.document_mimetype = stored.get("document_mimetype")
    for field, inner in _nested(stored):
        made = getattr(block, field)
        for each, each_stored in zip(made if isinstance(made, list) else [made], inner, strict=True):
            _put_back(each, each_stored)


def _nested(block: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The blocks within a citable block, and the one within a citation."""
    if isinstance(block.get("content"), list):
        yield "content", block["content"]
    if isinstance(block.get("cited_content"), dict):
        yield "cited_content", [block["cited_content"]]


def _from_chat(message: Mapping[str, Any]) -> ChatMessage:
    content, calls = message.get("content"), message.get("tool_calls") or []
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
    blocks = [_block_of(part) for part in parts]
    arguments = {name: value for name, value in message.items() if name not in ("role", "content", "tool_calls")}
    if _ToolCallBlock is not None:
        blocks += [_call_of(call) for call in calls]
    elif calls:
        arguments["tool_calls"] = calls
    return ChatMessage(role=MessageRole(message["role"]), blocks=blocks, additional_kwargs=arguments)


def _block_of(part: Mapping[str, Any]) -> Any:
    kind = part["type"]
    if kind == "text":
        return TextBlock(text=part["text"])
    if kind == "image_url":
        return ImageBlock(url=part["image_url"]["url"], detail=part["image_url"].get("detail"))
    if kind == "input_audio":
        return AudioBlock(audio=part["input_audio"]["data"].encode(), format=part["input_audio"]["format"])
    if kind == "file":
        return DocumentBlock(url=part["file"]["file_data"], title=part["file"].get("filename"))
    raise ValueError(f"no block for a part of type {kind!r}")


def _call_of(call: Mapping[str, Any]) -> Any:
    function = call["function"]
    return _ToolCallBlock(
        tool_call_id=call.get("id"), tool_name=function["name"], tool_kwargs=function.get("arguments") or {}
    )


# --- sync and async -----------------------------------------------------------------------------


class _Face(Protocol):
    """How what both stores do is called: each is written once, as a coroutine."""

    async def call(self, method: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What the method of a session or manager returns."""

    async def read(self, messages: FullContext, start: int, stop: int) -> list[Message]:
        """The messages at these positions."""


class _Sync:
    async def call(self, method: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return method(*args, **kwargs)

    async def read(self, messages: FullContext, start: int, stop: int) -> list[Message]:
        return messages[start:stop]


class _Async:
    async def call(self, method: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        bound: Any = method
        result: R = await getattr(bound.__self__, f"async_{bound.__name__}")(*args, **kwargs)
        return result

    async def read(self, messages: FullContext, start: int, stop: int) -> list[Message]:
        return await messages.read(start, stop)


_SYNC, _ASYNC = _Sync(), _Async()


def _drive(coroutine: Coroutine[Any, Any, R]) -> R:
    """The result of what waits for nothing, since it goes through the sync face."""
    try:
        coroutine.send(None)
    except StopIteration as finished:
        result: R = finished.value
        return result
    raise AssertionError("the sync face waited")


# --- what both stores do ------------------------------------------------------------------------


async def _window(face: _Face, session: Session) -> list[ChatMessage]:
    return [from_ledger(message) for message in await face.call(session.get_context_window)]


async def _set(face: _Face, session: Session, messages: Sequence[ChatMessage]) -> None:
    """The window is these messages, and what was there already is logged no second time.

    Frameworks hand back the list they were given, with more behind it or less in front. So a list that begins with the
    window only adds to it, and one that shares messages with a window that was cut changes the window alone: the full
    context has what the framework was not given. Other lists are another conversation, or one that went back.
    """
    given = [to_ledger(message) for message in messages]
    keys = [_key(message) for message in given]
    stored = await face.call(session.get_context_window)
    if not stored and given and await _deletion_was_undone(face, session, set(keys)):
        stored = await face.call(session.get_context_window)
    window = [_key_of_stored(message) for message in stored]
    if keys[: len(window)] == window:
        if given[len(window) :]:
            await face.call(session.append, given[len(window) :])
        return
    if await _replaces_the_conversation(face, session, keys, window):
        await face.call(session.set_chat_history, given, reason="set_messages")
        return
    said: list[dict[str, Any]] = []

    def handler(
        full: FullContext, window: list[Message], memo: Any, _: Any
    ) -> tuple[None, list[Mapping[str, Any]], None]:
        # Looking at the newest of the full context is enough for the store to find what it has of them.
        recent = full[-2 * len(given) :]
        there = {_key_of_stored(message): message for message in (*recent, *window)}
        kept = max((index for index, key in enumerate(keys, 1) if key in there), default=0)
        said[:] = given[kept:]
        return None, [there.get(key, message) for key, message in zip(keys[:kept], given, strict=False)], None

    await _resize(face, session, "set_messages", handler)
    if said:
        await face.call(session.append, said)


async def _deletion_was_undone(face: _Face, session: Session, keys: set[str]) -> bool:
    """Whether all was deleted just now only to be set again, as `ChatSummaryMemoryBuffer` does at every turn."""
    for newest in await face.call(session.revisions, limit=1):
        if newest.kind == "reset":
            before = (await face.call(session.diff, newest.revision)).removed
            if any(_key_of_stored(message) in keys for message in before):
                await face.call(session.undo, reason="set_messages")
                return True
    return False


async def _replaces_the_conversation(face: _Face, session: Session, keys: list[str], window: list[str]) -> bool:
    if not set(keys) & set(window):
        return True
    full = await face.call(session.get_full_context)
    if len(full) > max(len(keys), len(window)):
        return False
    conversation = [_key_of_stored(message) for message in await face.read(full, 0, len(full))]
    return keys[: len(full)] == conversation or (window == conversation and keys[0] == window[0])


def _key(message: Mapping[str, Any]) -> str:
    """Equal for messages of equal text: `==` takes 1 for True."""
    return json.dumps(message)


def _identity(message: Message) -> int | str:
    """What tells a message of a context from the others; those a handler wrote have no number."""
    return _key(message) if message.seq is None else message.seq


def _key_of_stored(message: Message) -> str:
    """The key of the message as LlamaIndex is given it."""
    return _key(message if isinstance(message.get("blocks"), list) else to_ledger(from_ledger(message)))


async def _resize(face: _Face, session: Session, name: str, handler: ResizeHandler) -> None:
    """What the handler wants is in force; it is asked again as long as others change the window before it is."""
    session.register_resize_handler(name, handler)
    while True:
        try:
            await face.call(session.resize, name)
        except RevisionConflictError:  # five times in a row: two processes that delete what they can
            continue
        return


async def _take_out(
    face: _Face,
    session: Session,
    name: str,
    choose: Callable[[list[Message]], list[Message]],
    *,
    from_full: bool,
) -> list[ChatMessage]:
    """The messages chosen of the window are in it no more, nor in the full context if that is asked for.

    It is a resize by a strategy of this name: what others append meanwhile stays, and if others change the window it
    is chosen again from theirs. So nothing is taken out twice.
    """
    taken: list[Message] = []

    def handler(
        full: FullContext, window: list[Message], memo: Any, _: Any
    ) -> tuple[list[Message] | None, list[Message], None]:
        taken[:] = choose(window)
        # By the object, since a handler may have written the same text twice.
        places = {id(message) for message in taken}
        left = [message for message in window if id(message) not in places]
        chosen = {_identity(message) for message in taken}
        return [message for message in full if _identity(message) not in chosen] if from_full else None, left, None

    if choose(await face.call(session.get_context_window)):
        await _resize(face, session, name, handler)
    return [from_ledger(message) for message in taken]


async def _delete_message(face: _Face, session: Session, idx: int) -> ChatMessage | None:
    def choose(window: list[Message]) -> list[Message]:
        return [window[idx]] if -len(window) <= idx < len(window) else []

    deleted = await _take_out(face, session, "delete_message", choose, from_full=True)
    return deleted[0] if deleted else None


async def _delete_last_message(face: _Face, session: Session) -> ChatMessage | None:
    window = await face.call(session.get_context_window)
    full = await face.call(session.get_full_context)
    if not window:
        return None
    newest = await face.read(full, len(full) - 1, len(full))
    if not newest or newest[0].seq != window[-1].seq:  # a handler wrote the last, or the window was set to end earlier
        return await _delete_message(face, session, -1)
    popped = await face.call(session.pop_message)
    return None if popped is None else from_ledger(popped)


async def _delete_messages(face: _Face, session: Session) -> list[ChatMessage] | None:
    window = await _window(face, session)
    if not window and not len(await face.call(session.get_full_context)):
        return None
    await face.call(session.reset_chat_history, reason="delete_messages")
    return window


async def _keys(face: _Face, manager: SessionManager) -> list[str]:
    found: list[SessionInfo] = []
    page = await face.call(manager.list_sessions, limit=1000)
    found += page
    while page.next is not None:
        page = await face.call(manager.list_sessions, limit=1000, after=page.next)
        found += page
    return [info.session_id for info in found if info.full_count or info.window_count]


class _InLedger(BaseModel):
    """What a store is made of: where its sessions are."""

    url: str = Field(description="The database of the sessions, its password hidden.")
    _manager: SessionManager = PrivateAttr()
    _given: SessionManager | str = PrivateAttr()

    def __init__(self, given: Any) -> None:
        manager = manager_of(given)
        super().__init__(url=manager.url)
        self._manager, self._given = manager, given

    def _session(self, key: str) -> Session:
        return self._manager.session(key)

    def __reduce__(self) -> tuple[Any, ...]:
        if not isinstance(self._given, str):
            raise InvalidArgumentError("manager_or_url", self._given, "the URL of a database where a store is pickled")
        return type(self), (self._given,)

    def __copy__(self) -> Self:
        return type(self)(self._given)

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        return type(self)(self._given)


class LedgerChatStore(_InLedger, BaseChatStore):
    """A chat store for `ChatMemoryBuffer` and the other memories that take one: a key is the id of a session.

    What it gives is the session's context window, cut as the session's settings say. What is deleted leaves the
    window by a revision that can be undone, and stays in the log.
    """

    def __init__(
        self, manager_or_url: SessionManager | str | None = None, *, url: str | None = None, class_name: str = ""
    ) -> None:
        """The store of a database; nothing is read or written.

        Args:
            manager_or_url: a manager, or the URL of a database, for which the process has one manager.
            url, class_name: what a dumped store has, in the place of it.

        Raises:
            InvalidArgumentError, UnsupportedDatabaseError: it is neither.
        """
        super().__init__(url if manager_or_url is None else manager_or_url)

    @classmethod
    def class_name(cls) -> str:
        """The name under which it is dumped."""
        return "LedgerChatStore"

    def set_messages(self, key: str, messages: list[ChatMessage]) -> None:
        """The window is these messages; only those that are new are logged."""
        _drive(_set(_SYNC, self._session(key), messages))

    async def aset_messages(self, key: str, messages: list[ChatMessage]) -> None:
        """As `set_messages`."""
        await _set(_ASYNC, self._session(key), messages)

    def get_messages(self, key: str) -> list[ChatMessage]:
        """The session's context window; empty where there is no such session."""
        return _drive(_window(_SYNC, self._session(key)))

    async def aget_messages(self, key: str) -> list[ChatMessage]:
        """As `get_messages`."""
        return await _window(_ASYNC, self._session(key))

    def add_message(self, key: str, message: ChatMessage) -> None:
        """The message is at the end of the log and of the window, and the window is resized where that is due."""
        self._session(key).append(to_ledger(message))

    async def async_add_message(self, key: str, message: ChatMessage) -> None:
        """As `add_message`."""
        await self._session(key).async_append(to_ledger(message))

    def delete_messages(self, key: str) -> list[ChatMessage] | None:
        """Window and full context are empty: a revision of kind `reset`.

        Returns:
            What was in the window; None where there was no conversation.
        """
        return _drive(_delete_messages(_SYNC, self._session(key)))

    async def adelete_messages(self, key: str) -> list[ChatMessage] | None:
        """As `delete_messages`."""
        return await _delete_messages(_ASYNC, self._session(key))

    def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """The message at this place in the window is neither in it nor in the full context.

        Returns:
            That message; None where the window is not so long.
        """
        return _drive(_delete_message(_SYNC, self._session(key), idx))

    async def adelete_message(self, key: str, idx: int) -> ChatMessage | None:
        """As `delete_message`."""
        return await _delete_message(_ASYNC, self._session(key), idx)

    def delete_last_message(self, key: str) -> ChatMessage | None:
        """The last message is neither in the window nor in the full context: a revision of kind `pop`.

        Returns:
            That message; None where the window is empty.
        """
        return _drive(_delete_last_message(_SYNC, self._session(key)))

    async def adelete_last_message(self, key: str) -> ChatMessage | None:
        """As `delete_last_message`."""
        return await _delete_last_message(_ASYNC, self._session(key))

    def get_keys(self) -> list[str]:
        """The ids of the manager's sessions that hold messages, last active first."""
        return _drive(_keys(_SYNC, self._manager))

    async def aget_keys(self) -> list[str]:
        """As `get_keys`."""
        return await _keys(_ASYNC, self._manager)


class AsyncLedgerChatStore(_InLedger, AsyncDBChatStore):
    """A chat store for `Memory`: active messages are the context window, archived ones the rest of the full context.

    What `Memory` archives leaves the window by a revision that can be undone; so does what the session's own settings
    cut, which is archived as well.
    """

    def __init__(
        self, manager_or_url: SessionManager | str | None = None, *, url: str | None = None, class_name: str = ""
    ) -> None:
        """As `LedgerChatStore`."""
        super().__init__(url if manager_or_url is None else manager_or_url)

    @classmethod
    def class_name(cls) -> str:
        """The name under which it is dumped."""
        return "AsyncLedgerChatStore"

    async def get_messages(
        self,
        key: str,
        status: MessageStatus | None = MessageStatus.ACTIVE,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[ChatMessage]:
        """The messages of the status, or of both, in their order; of these `limit`, from number `offset` on."""
        start = offset or 0
        stop = None if limit is None else start + limit
        return [from_ledger(message) for message in (await self._messages(key, status))[start:stop]]

    async def count_messages(self, key: str, status: MessageStatus | None = MessageStatus.ACTIVE) -> int:
        """How many messages have the status, or there are."""
        if status is None:
            return len(await self._session(key).async_get_full_context())
        return len(await self._messages(key, status))

    async def add_message(self, key: str, message: ChatMessage, status: MessageStatus = MessageStatus.ACTIVE) -> None:
        """The message is at the end of the conversation, and in the window if it is active."""
        await self.add_messages(key, [message], status)

    async def add_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """The messages, all or none, are at the end of the conversation, and in the window if they are active."""
        session = self._session(key)
        appended = await session.async_append([to_ledger(message) for message in messages])
        if status is MessageStatus.ARCHIVED:
            new = {message.seq for message in appended.messages}
            await self._archive(session, lambda window: [message for message in window if message.seq in new])

    async def set_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """The active messages are these; archived, they are the whole conversation, and none of it is active.

        A list that shares messages with a window that was cut changes the window alone: what was archived stays.
        """
        session = self._session(key)
        if status is MessageStatus.ACTIVE:
            await _set(_ASYNC, session, messages)
        else:
            await session.async_set_chat_history([to_ledger(message) for message in messages], reason="set_messages")
            await session.async_clean_context_window(reason="set_messages")

    async def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """The message with this number in the session's log, its `seq`, is neither active nor archived.

        Returns:
            That message; None where it was neither.
        """
        deleted = await self._leave_full(key, "delete_message", lambda message, window: message.seq == idx)
        return deleted[0] if deleted else None

    async def delete_messages(self, key: str, status: MessageStatus | None = None) -> None:
        """No message has the status; without one, window and full context are empty: a revision of kind `reset`."""
        if status is None:
            await _delete_messages(_ASYNC, self._session(key))
        else:
            active = status is MessageStatus.ACTIVE
            await self._leave_full(
                key, "delete_messages", lambda message, window: (_identity(message) in window) is active
            )

    async def delete_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """The oldest `n` active messages are neither active nor archived; they are returned."""
        return await _take_out(
            _ASYNC, self._session(key), "delete_oldest_messages", lambda window: window[: max(n, 0)], from_full=True
        )

    async def archive_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """The oldest `n` active messages are archived; they are returned."""
        return await self._archive(self._session(key), lambda window: window[: max(n, 0)])

    async def get_keys(self) -> list[str]:
        """The ids of the manager's sessions that hold messages, last active first."""
        return await _keys(_ASYNC, self._manager)

    async def _messages(self, key: str, status: MessageStatus | None) -> list[Message]:
        session = self._session(key)
        if status is MessageStatus.ACTIVE:
            return await session.async_get_context_window()
        active = [] if status is None else await session.async_get_context_window()
        window = set(map(_identity, active))
        return [message async for message in await session.async_get_full_context() if _identity(message) not in window]

    async def _archive(self, session: Session, choose: Callable[[list[Message]], list[Message]]) -> list[ChatMessage]:
        return await _take_out(_ASYNC, session, "archive_oldest_messages", choose, from_full=False)

    async def _leave_full(
        self, key: str, name: str, is_chosen: Callable[[Message, set[int | str]], bool]
    ) -> list[ChatMessage]:
        """The chosen messages of the full context are in it no more, nor in the window."""
        taken: list[Message] = []

        def handler(
            full: FullContext, window: list[Message], memo: Any, _: Any
        ) -> tuple[list[Message], list[Message], None]:
            active, conversation = set(map(_identity, window)), list(full)
            taken[:] = [message for message in conversation if is_chosen(message, active)]
            return (
                [message for message in conversation if not is_chosen(message, active)],
                [message for message in window if not is_chosen(message, active)],
                None,
            )

        await _resize(_ASYNC, self._session(key), name, handler)
        return [from_ledger(message) for message in taken]
