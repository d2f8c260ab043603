"""LangChain and LangGraph: a message history, and the middleware that sends an agent's model its thread's window."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from typing import Any, Final, TypeAlias, TypeVar, cast
from uuid import uuid4

from manager import (
    FullContext,
    InvalidArgumentError,
    InvalidMessageError,
    Message,
    MissingExtraError,
    RecallError,
    ResizeResult,
    RevisionConflictError,
    Session,
    SessionInfo,
    SessionManager,
    SessionNotFoundError,
    Snapshot,
)
from manager.integrations import manager_of

try:
    from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse
    from langchain_core.chat_history import BaseChatMessageHistory
    from langchain_core.messages import (
        AIMessage,
        BaseMessage,
        ChatMessage,
        ToolMessage,
        convert_to_messages,
        messages_from_dict,
    )
    from langchain_core.messages.tool import default_tool_parser
    from langchain_core.runnables import RunnableConfig
    from langgraph.config import get_config
except ModuleNotFoundError as error:
    raise MissingExtraError("langchain", error.name) from error

#: The strategy that is named by the revision which follows messages removed or edited inside a thread's state.
STATE: Final = "langgraph_state"

#: What is kept beside messages and revisions of the middleware, under this name.
_OURS: Final = "langgraph"

#: How often a step begins again because others wrote to the thread in the middle of it, and how long it waits before,
#: in seconds: at random up to the first, and twice as long each time, up to the second.
_ATTEMPTS: Final = 20
_FIRST_WAIT, _LONGEST_WAIT = 0.005, 0.5

#: How many moments that seem to be the one a thread was forked at are tried.
_MOMENTS: Final = 3

#: Why the revisions come about that follow messages removed, edited or brought together inside a state.
_REARRANGED: Final = "messages were removed, edited or brought together in the thread's state"

#: In place of the head of a log: somebody else had logged the same just then.
_OVERTAKEN: Final = -1

#: How far back in the log of a thread that has branches it is looked whether what is new in the state is known from
#: another branch, as where subgraphs worked side by side and their states came together.
_REACH: Final = 200

#: Messages of a log that are read at once.
_PAGE: Final = 500

#: How deep an artifact is at most that a session keeps.
_DEEPEST: Final = 199

T = TypeVar("T")


# --- the stored form --------------------------------------------------------------------------------------------------

#: The roles of LangChain's types of messages; a `chat` message has one of its own.
_ROLES: Final = {
    "human": "user",
    "HumanMessageChunk": "user",
    "ai": "assistant",
    "AIMessageChunk": "assistant",
    "system": "system",
    "SystemMessageChunk": "system",
    "tool": "tool",
    "ToolMessageChunk": "tool",
    "function": "function",
    "FunctionMessageChunk": "function",
    "remove": "remove",
}
_WITH_ROLE: Final = ("chat", "ChatMessageChunk")

#: Where a field `role` is kept that was added to a message of a type that has none.
_OWN_ROLE: Final = "own_role"


def to_ledger(message: BaseMessage) -> dict[str, Any]:
    """The message as it is stored: its own dump without the fields that have their default values, its type, a role.

    Raises:
        InvalidMessageError: it is of a type that LangChain itself cannot read back.
    """
    defaults = _defaults_of(type(message))
    dump = {name: value for name, value in message.model_dump().items() if not _is_default(value, name, defaults)}
    kind = message.type
    if kind in _WITH_ROLE:
        return {"role": dump.pop("role"), "type": kind, **dump}
    role = _ROLES.get(kind)
    if role is None:
        raise InvalidMessageError(
            "message",
            message,
            f"its type {kind!r} is none of LangChain's",
            "use HumanMessage, AIMessage, SystemMessage, ToolMessage or ChatMessage",
        )
    if role == "system" and message.additional_kwargs.get("__openai_role__") == "developer":
        role = "developer"
    if "role" in dump:
        dump[_OWN_ROLE] = dump.pop("role")
    return {"role": role, "type": kind, **dump}


@lru_cache(maxsize=100)
def _defaults_of(kind: type[BaseMessage]) -> dict[str, Any]:
    # `model_dump(exclude_defaults=True)` leaves them out of what lies in an artifact too.
    return {
        name: field.get_default(call_default_factory=True, validated_data={})
        for name, field in kind.model_fields.items()
        if not field.is_required()
    }


def _is_default(value: object, name: str, defaults: Mapping[str, Any]) -> bool:
    return name in defaults and type(value) is type(defaults[name]) and value == defaults[name]


def from_ledger(message: Mapping[str, Any]) -> BaseMessage:
    """The message that `to_ledger` made this of, or the like of one in the form of OpenAI Chat.

    Raises:
        InvalidMessageError: it has neither form.
    """
    kind, role = message.get("type"), message.get("role")
    try:
        if kind in _ROLES or kind in _WITH_ROLE:
            dump = {name: value for name, value in message.items() if name not in ("type", "role")}
            if kind in _WITH_ROLE:
                dump["role"] = role
            elif _OWN_ROLE in dump:
                dump["role"] = dump.pop(_OWN_ROLE)
            return messages_from_dict([{"type": kind, "data": dump}])[0]
        if isinstance(role, str) and (isinstance(message.get("content"), str | list) or message.get("tool_calls")):
            return _from_chat(role, {**message, "content": message.get("content") or ""})
    except (ValueError, TypeError, KeyError) as error:
        raise _other_form(message) from error
    raise _other_form(message)


def _from_chat(role: str, message: dict[str, Any]) -> BaseMessage:
    if role == "assistant" and message.get("tool_calls"):
        calls, invalid = default_tool_parser(message.pop("tool_calls"))  # arguments that are no JSON are kept as such
        said = cast(AIMessage, _from_chat(role, message))
        return AIMessage(**{**said.model_dump(exclude={"type"}), "tool_calls": calls, "invalid_tool_calls": invalid})
    if role in ("system", "developer", "user", "assistant", "tool", "function"):
        return convert_to_messages([message])[0]
    return ChatMessage(**message)


def _other_form(message: Mapping[str, Any]) -> InvalidMessageError:
    return InvalidMessageError(
        "message",
        dict(message),
        "it has neither the form of LangChain nor that of OpenAI Chat",
        "keep conversations of other frameworks in sessions of their own",
    )


# --- the history ------------------------------------------------------------------------------------------------------


class LedgerChatMessageHistory(BaseChatMessageHistory):
    """The history of one conversation: what is read is the session's window, and nothing leaves its log.

    It holds an id and a manager, no messages: any number of them, in any threads, loops and processes, may be one
    conversation.
    """

    def __init__(self, session_id: str, manager_or_url: SessionManager | str) -> None:
        """Nothing is read or written; the session is made with its first message.

        Args:
            session_id: names the conversation, 1 to 255 characters.
            manager_or_url: a manager, or the URL of a database, whose manager is shared in this process.

        Raises:
            InvalidIdError, InvalidArgumentError, UnsupportedDatabaseError: an argument cannot be used.
        """
        self.session_id = session_id
        self._session = manager_of(manager_or_url).session(session_id)

    def __repr__(self) -> str:
        return f"LedgerChatMessageHistory({self.session_id!r})"

    @property
    def session(self) -> Session:
        """The ledger's session: its log, its revisions, `undo()`, its settings, sync and async."""
        return self._session

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override] # an attribute there, as in every other history
        """The window, in a new list.

        Raises:
            InvalidMessageError: it holds a message of another form than LangChain's or OpenAI Chat's.
        """
        return [from_ledger(message) for message in self._session.context_window]

    async def aget_messages(self) -> list[BaseMessage]:
        """As `messages`."""
        return [from_ledger(message) for message in await self._session.async_get_context_window()]

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """The messages are at the end of the log and of the window, all or none, and the window is resized where due.

        Raises:
            InvalidMessageError: one of them is not JSON; nothing is stored.
        """
        self._session.append([to_ledger(message) for message in messages])

    async def aadd_messages(self, messages: Sequence[BaseMessage]) -> None:
        """As `add_messages`."""
        await self._session.async_append([to_ledger(message) for message in messages])

    def clear(self) -> None:
        """The history is empty, by a revision that can be undone."""
        self._session.reset_chat_history(reason="clear() of the message history")

    async def aclear(self) -> None:
        """As `clear`."""
        await self._session.async_reset_chat_history(reason="aclear() of the message history")


# --- the middleware ---------------------------------------------------------------------------------------------------


class LedgerMiddleware(AgentMiddleware[Any, Any]):
    """Sends an agent's model the window of its thread, and logs the thread's messages; the graph's state stays whole.

    Put it first among the middleware of `create_agent`: what others change in a request then stays changed. The state
    is the truth for what the conversation is: when it was forked, or messages were removed or edited in it, the
    session follows by revisions. One object may serve many threads, agents and processes.
    """

    def __init__(
        self,
        manager_or_url: SessionManager | str,
        session_id: str | Callable[[RunnableConfig], str] | None = None,
    ) -> None:
        """Nothing is read or written.

        Args:
            manager_or_url: a manager, or the URL of a database, whose manager is shared in this process.
            session_id: of the session; a function is given the run's config; None for the config's `thread_id`.

        Raises:
            InvalidArgumentError, UnsupportedDatabaseError: an argument cannot be used.
        """
        super().__init__()
        self._manager = manager_of(manager_or_url)
        self._session_id = session_id

    def wrap_model_call(self, request: ModelRequest, handler: Callable[[ModelRequest], ModelResponse]) -> ModelResponse:
        """The messages of the state are logged, and the model is sent the window."""
        window: list[Any] = _run(self._thread(_conversation(request)).window())
        return handler(request.override(messages=window))

    async def awrap_model_call(
        self, request: ModelRequest, handler: Callable[[ModelRequest], Awaitable[ModelResponse]]
    ) -> ModelResponse:
        """As `wrap_model_call`."""
        window: list[Any] = await _async_run(self._thread(_conversation(request)).window())
        return await handler(request.override(messages=window))

    def after_agent(self, state: Any, runtime: Any) -> None:
        """What was said last is logged."""
        _run(self._thread(state["messages"]).synced())

    async def aafter_agent(self, state: Any, runtime: Any) -> None:
        """As `after_agent`."""
        await _async_run(self._thread(state["messages"]).synced())

    def _thread(self, conversation: Sequence[BaseMessage]) -> _Thread:
        session_id = self._session_id
        if not isinstance(session_id, str):
            config = get_config()
            session_id = config.get("configurable", {}).get("thread_id") if session_id is None else session_id(config)
        if session_id is None:
            raise InvalidArgumentError(
                "session_id",
                None,
                "a text where the config names no thread: name a session, or invoke the agent with a `thread_id`",
            )
        return _Thread(self._manager, str(session_id), conversation)


def _conversation(request: ModelRequest) -> list[BaseMessage]:
    """The state's messages, with the answers that the agent has just made up for calls that could not be parsed.

    Such an answer comes into the state after the model's, as the very object: it gets its id here.
    """
    messages: list[BaseMessage] = list(request.state["messages"])
    made_up = {
        message.tool_call_id: message
        for message in request.messages
        if isinstance(message, ToolMessage) and message.id is None
    }
    if not made_up:
        return messages
    found: list[BaseMessage] = []
    for message in messages:
        found.append(message)
        for call in message.invalid_tool_calls if isinstance(message, AIMessage) else ():
            answer = made_up.pop(call.get("id") or "", None)
            if answer is not None:
                answer.id = str(uuid4())
                found.append(answer)
    return found


# --- a thread and its session -----------------------------------------------------------------------------------------

#: One call of the session or of a context, both faces of it, and its arguments.
_Step: TypeAlias = "tuple[Callable[..., Any], Callable[..., Awaitable[Any]], tuple[Any, ...], dict[str, Any]]"
_Steps: TypeAlias = Generator[_Step, Any, T]


def _run(steps: _Steps[T]) -> T:
    try:
        step = next(steps)
        while True:
            call, _, args, options = step
            try:
                result = call(*args, **options)
            except Exception as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as done:
        return cast(T, done.value)


async def _async_run(steps: _Steps[T]) -> T:
    try:
        step = next(steps)
        while True:
            _, call, args, options = step
            try:
                result = await call(*args, **options)
            except Exception as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as done:
        return cast(T, done.value)


def _call(session: Session, name: str, *args: Any, **options: Any) -> _Steps[Any]:
    return (yield getattr(session, name), getattr(session, f"async_{name}"), args, options)


def _read(context: FullContext, start: int, stop: int) -> _Steps[list[Message]]:
    found: list[Message] = yield lambda: context[start:stop], lambda: context.read(start, stop), (), {}
    return found


@dataclass(frozen=True, slots=True)
class _Moment:
    """Where a session stands."""

    revision: int
    head_seq: int


@dataclass(frozen=True, slots=True)
class _Batch:
    """What is kept beside messages that were logged together: what the conversation was before and after them.

    Attributes:
        head: the last message of the log when they were to follow it; where others came in between, their session was
            another one than they were meant for.
        messages: how many messages the conversation had with them.
        size: how many they are.
        before, after: the marks of the conversation without and with them.
    """

    head: int
    messages: int
    size: int
    before: str
    after: str

    @staticmethod
    def beside(message: Message) -> _Batch | None:
        kept = message.metadata.get(_OURS) if isinstance(message.metadata, dict) else None
        return _Batch(**kept) if isinstance(kept, dict) and kept.keys() == _BATCH_FIELDS else None

    def metadata(self) -> dict[str, Any]:
        return {_OURS: asdict(self)}

    def key(self) -> str:
        """A step that is run twice, or by two subgraphs at once, stores its messages once."""
        return f"{_OURS} {self.head} {self.before} {self.after}"


_BATCH_FIELDS: Final = {field.name for field in fields(_Batch)}


def _mark(message: Mapping[str, Any]) -> str:
    """Stands for the message, its id included."""
    try:
        text = json.dumps(message, sort_keys=True, default=repr)
    except (TypeError, ValueError, RecursionError):
        text = repr(message)  # the session will refuse it, and say why
    return blake2b(text.encode(errors="backslashreplace"), digest_size=16).hexdigest()


def _with(conversation: str, mark: str) -> str:
    """Stands for the conversation with one more message."""
    return blake2b((conversation + mark).encode(), digest_size=16).hexdigest()


_NOTHING_SAID: Final = ""


class _Logged:
    """What of a conversation the log has."""

    def __init__(self, thread: _Thread) -> None:
        self._marks = set(thread.marks)
        self._lengths = {conversation: length for length, conversation in enumerate(thread.conversations)}
        self._batch: _Batch | None = None
        self._index = 0
        self._conversation = _NOTHING_SAID
        #: The places in the log of the conversation's messages, whatever came before them there, by their marks.
        self.seqs: dict[str, int] = {}
        #: How far the conversation had come when a message was logged, that message's place, and that of the first of
        #: its batch.
        self.moments: list[tuple[int, int, int]] = []

    def look(self, messages: Sequence[Message]) -> None:
        for message in messages:
            mark, seq = _mark(message), message.seq
            assert seq is not None, "a message of the log has its place there"
            if mark in self._marks:
                self.seqs[mark] = seq
            batch = _Batch.beside(message)
            if batch is None:
                self._batch = None
                continue
            if batch != self._batch or self._index == batch.size:
                self._batch, self._index, self._conversation = batch, 0, batch.before
            self._index += 1
            self._conversation = _with(self._conversation, mark)
            length = self._lengths.get(self._conversation)
            if length is not None and batch.head == seq - self._index:
                self.moments.append((length, seq, seq - self._index + 1))


class _Thread:
    """A conversation as a graph's state has it, and the session that is to follow it."""

    def __init__(self, manager: SessionManager, session_id: str, messages: Sequence[BaseMessage]) -> None:
        self._manager = manager
        self._session = manager.session(session_id)
        self._messages = messages
        self._drafts = [_draft(message) for message in messages]
        self.marks = [_mark(draft) for draft in self._drafts]
        #: Stands for the conversation after each of its messages, and before the first.
        self.conversations = [_NOTHING_SAID]
        for mark in self.marks:
            self.conversations.append(_with(self.conversations[-1], mark))

    def window(self) -> _Steps[list[BaseMessage]]:
        """The session has the conversation, and this is its window.

        Messages of the state are the very objects. A conversation whose window somebody emptied is sent as it is.
        """
        seen = yield from self._settled("snapshot")
        return (self._as_messages(seen.messages) if seen is not None else []) or list(self._messages)

    def synced(self) -> _Steps[None]:
        """The session has the conversation."""
        yield from self._settled("info")

    def _settled(self, read: str) -> _Steps[Any]:
        """What the session reads when it has the conversation and nobody else wrote meanwhile; None where others never
        ceased to write: then the log has the conversation's messages at least.
        """
        if not self._messages:
            return None
        wait = _FIRST_WAIT
        for attempt in range(_ATTEMPTS):
            token = uuid4().hex
            with suppress(RevisionConflictError):
                before, head_seq = yield from self._followed(token, trusting=attempt == 0)
                if head_seq != _OVERTAKEN:
                    seen = yield from _call(self._session, read)
                    if (yield from self._is_untouched(before, head_seq, seen, token)):
                        return seen
            yield time.sleep, asyncio.sleep, (random.uniform(0, wait),), {}
            wait = min(2 * wait, _LONGEST_WAIT)
        logged = yield from self._look_into_log()
        missing = [draft for draft, mark in zip(self._drafts, self.marks, strict=True) if mark not in logged.seqs]
        yield from _call(self._session, "append", missing)
        return None

    def _as_messages(self, window: Sequence[Message]) -> list[BaseMessage]:
        own = {draft.get("id"): (draft, message) for draft, message in zip(self._drafts, self._messages, strict=True)}
        found = []
        for stored in window:
            draft, message = own.get(stored.get("id"), (None, None))
            found.append(message if message is not None and draft == stored else from_ledger(stored))
        return found

    def _is_untouched(self, before: _Moment, head_seq: int, seen: Snapshot | SessionInfo, token: str) -> _Steps[bool]:
        """Whether nobody but this step wrote between the two moments: to the log, whose head is to be this one, or a
        revision, those aside that an append leads to by itself."""
        if seen.head_seq != head_seq:
            return False
        after, last = before.revision, seen.revision
        if after == last:
            return True
        newest = yield from _call(self._session, "revisions", limit=last - after)
        made = [revision for revision in newest if after < revision.revision <= last]
        return len(made) == last - after and all(
            revision.cause == "auto" or revision.kind == "created" or revision.metadata == {_OURS: token}
            for revision in made
        )

    # --- following the state ----------------------------------------------------------------------

    def _followed(self, token: str, *, trusting: bool) -> _Steps[tuple[_Moment, int]]:
        """The full context is the conversation. Returns where the session stood, and the head of its log after it, if
        nobody else wrote meanwhile.

        In the common case the state has the full context and new messages after it: one message is read then, the last.
        Where others wrote in between it is not trusted: their rewind to as many other messages does not show in it.
        """
        before = yield from self._now()
        if before.head_seq == 0:
            return before, (yield from self._append(0, before.head_seq))
        full: FullContext = yield from self._full()
        count = len(full)
        last = (yield from _read(full, count - 1, count)) if count else []
        batch = _Batch.beside(last[0]) if trusting and last and last[0].seq == before.head_seq else None
        if batch is not None and batch.messages == count and self._begins_with(batch, before.head_seq):
            has_branches = count < before.head_seq and count < len(self.marks)
            if not has_branches or not (yield from self._is_known_of_late(count, before.head_seq)):
                return before, (yield from self._append(count, before.head_seq))
        return before, (yield from self._went_elsewhere(token, before, full))

    def _begins_with(self, batch: _Batch, head_seq: int) -> bool:
        return (
            batch.head == head_seq - batch.size
            and batch.messages <= len(self.marks)
            and self.conversations[batch.messages] == batch.after
        )

    def _is_known_of_late(self, start: int, head_seq: int) -> _Steps[bool]:
        log: FullContext = yield from _call(self._session, "log", after=max(head_seq - _REACH, 0))
        new = set(self.marks[start:])
        return any(_mark(message) in new for message in (yield from _read(log, 0, len(log))))

    def _now(self) -> _Steps[_Moment]:
        try:
            info = yield from _call(self._session, "info")
        except SessionNotFoundError:
            return _Moment(0, 0)
        return _Moment(info.revision, info.head_seq)

    def _full(self) -> _Steps[FullContext]:
        full: FullContext = yield self._session.get_full_context, self._session.async_get_full_context, (), {}
        return full

    def _append(self, start: int, head_seq: int) -> _Steps[int]:
        """The conversation from `start` on is logged. Returns the head of the log after it."""
        if start == len(self.marks):
            return head_seq
        size = len(self.marks) - start
        batch = _Batch(head_seq, start + size, size, self.conversations[start], self.conversations[-1])
        appended = yield from _call(
            self._session, "append", self._drafts[start:], key=batch.key(), metadata=batch.metadata()
        )
        return _OVERTAKEN if appended.duplicate else head_seq + size

    def _went_elsewhere(self, token: str, before: _Moment, full: FullContext) -> _Steps[int]:
        """The session follows a state that is not known to be the full context and more: the thread was forked, or
        messages were removed or edited in it. Returns the head of the log after it."""
        count = len(full)
        extends = yield from self._extends(full)
        if extends and count == len(self.marks):
            return before.head_seq
        logged = yield from self._look_into_log()
        if extends and not self._known(logged, count) and all(length <= count for length, _, _ in logged.moments):
            return (yield from self._append(count, before.head_seq))
        start, count = yield from self._returned(token, logged, count)
        known = self._known(logged, start)
        if not known:
            if start == 0 and count:
                yield from _call(
                    self._session,
                    "reset_chat_history",
                    reason="the thread's state begins anew",
                    metadata={_OURS: token},
                )
            return (yield from self._append(start, before.head_seq))
        head_seq = yield from self._rearranged(token, before, start, known, logged)
        if head_seq == _OVERTAKEN:
            return _OVERTAKEN
        appended = yield from self._append(known[-1] + 1, head_seq)
        if appended == head_seq and (yield from self._resizes()):
            yield from _call(self._session, "resize", metadata={_OURS: token})
        return appended

    def _look_into_log(self) -> _Steps[_Logged]:
        logged = _Logged(self)
        log: FullContext = yield from _call(self._session, "log")
        for start in range(0, len(log), _PAGE):
            logged.look((yield from _read(log, start, start + _PAGE)))
        return logged

    def _extends(self, full: FullContext) -> _Steps[bool]:
        """Whether the conversation is the full context and what may follow it, read message by message."""
        if len(full) > len(self.marks):
            return False
        for start in range(0, len(full), _PAGE):
            for position, message in enumerate((yield from _read(full, start, start + _PAGE)), start):
                if _mark(message) != self.marks[position]:
                    return False
        return True

    def _known(self, logged: _Logged, start: int) -> list[int]:
        """The positions from `start` on of messages that the log has, as can be told by their ids."""
        return [
            position
            for position in range(start, len(self.marks))
            if self._drafts[position].get("id") is not None and self.marks[position] in logged.seqs
        ]

    def _returned(self, token: str, logged: _Logged, count: int) -> _Steps[tuple[int, int]]:
        """Full context and window are as they were when the log last had as much of the conversation as it ever had.

        Returns how much that is, and the length of the full context. A moment is passed over where others had written
        to the session in between, so that its full context was never this conversation.
        """
        newest_of_batches: dict[int, tuple[int, int]] = {}
        for length, seq, batch in sorted(logged.moments, reverse=True):
            newest_of_batches.setdefault(batch, (length, seq))
        for length, seq in islice(newest_of_batches.values(), _MOMENTS):
            reason = f"the thread's state went back to message {seq}"
            yield from _call(self._session, "rewind", seq, reason=reason, metadata={_OURS: token})
            full: FullContext = yield from self._full()
            count = len(full)
            if count == length and (yield from self._extends(full)):  # it may be as many messages of another branch
                return length, count
        return 0, count

    def _rearranged(
        self, token: str, before: _Moment, start: int, known: Sequence[int], logged: _Logged
    ) -> _Steps[int]:
        """Full context and window have, after the first `start` messages, those up to the last that the log knows.

        Those it does not know are logged first. Returns the head of the log.
        """
        window: list[Message] = []
        if start:
            seen = yield from _call(self._session, "snapshot")
            if not (yield from self._is_untouched(before, before.head_seq, seen, token)):
                return _OVERTAKEN
            window = seen.messages
        newest = max(logged.seqs[self.marks[position]] for position in known)
        yield from _call(self._session, "rewind", newest, reason=_REARRANGED, metadata={_OURS: token})
        stop = known[-1] + 1
        yield from self._recalled(token, logged, stop)
        new = [self._drafts[position] for position in sorted(set(range(start, stop)) - set(known))]
        quiet = self._manager.session(self._session.id, auto_resize=False)
        if new:
            yield from _call(quiet, "append", new)
        quiet.register_analysis_handler(lambda *_: None)  # over its limit it may be, until the next append
        quiet.register_resize_handler(STATE, self._arrangement(window, start, stop))
        yield from _call(quiet, "resize", STATE, reason=_REARRANGED, metadata={_OURS: token})
        return before.head_seq + len(new)

    def _recalled(self, token: str, logged: _Logged, stop: int) -> _Steps[None]:
        """What the log knows of the first `stop` messages is in the full context or in the window, where the limits
        permit it; what is in neither can be arranged too, as a copy."""
        at_hand: set[int | None] = set()
        full: FullContext = yield from self._full()
        for start in range(0, len(full), _PAGE):
            at_hand.update(message.seq for message in (yield from _read(full, start, start + _PAGE)))
        seqs = [logged.seqs[mark] for mark in self.marks[:stop] if mark in logged.seqs]
        missing = [seq for seq in seqs if seq not in at_hand]
        if missing:
            with suppress(RecallError, InvalidArgumentError):
                yield from _call(self._session, "recall", missing, reason=_REARRANGED, metadata={_OURS: token})

    def _arrangement(self, window: Sequence[Message], start: int, stop: int) -> Callable[..., ResizeResult]:
        def arrange(full: FullContext, *_: Any) -> ResizeResult:
            for _message in full:
                pass  # what was read is what a result is found in
            return ResizeResult(full=self._drafts[:stop], window=[*window, *self._drafts[start:stop]])

        return arrange

    def _resizes(self) -> _Steps[bool]:
        settings = yield self._session.get_settings, self._session.async_get_settings, (), {}
        return bool(settings.get("session.auto_resize"))


def _draft(message: BaseMessage) -> dict[str, Any]:
    """As `to_ledger`, without an artifact that is not JSON: it stays in the state, and a model is never sent one."""
    draft = to_ledger(message)
    if draft.get("artifact") is not None and not (_is_json(draft["artifact"]) and _is_kept(draft["artifact"])):
        del draft["artifact"]
    return draft


def _is_json(value: object) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def _is_kept(value: object, depth: int = 1) -> bool:
    """Whether a session keeps what `json.dumps` can write: that makes texts of keys that are numbers, as the rows of a
    table have them, and follows lists as deep as Python's stack is."""
    if isinstance(value, dict):
        return depth <= _DEEPEST and all(
            isinstance(key, str) and _is_kept(item, depth + 1) for key, item in value.items()
        )
    if isinstance(value, list | tuple):
        return depth <= _DEEPEST and all(_is_kept(item, depth + 1) for item in value)
    return True
