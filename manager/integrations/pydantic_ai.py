"""Pydantic AI: the messages of an agent's runs are kept in a session, and the model is sent the session's window."""

from __future__ import annotations

import json
from asyncio import CancelledError
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Protocol, TypeAlias
from uuid import uuid4

from manager import (
    Appended,
    InvalidArgumentError,
    InvalidMessageError,
    ManagerError,
    Message,
    MissingExtraError,
    SessionManager,
)
from manager.integrations import manager_of

try:
    from pydantic_ai import RunContext
    from pydantic_ai.agent import AgentRunResult
    from pydantic_ai.capabilities import AbstractCapability, WrapRunHandler
    from pydantic_ai.messages import (
        BinaryContent,
        ImageUrl,
        ModelMessage,
        ModelMessagesTypeAdapter,
        ModelRequest,
        ModelResponse,
        SystemPromptPart,
        TextPart,
        ToolCallPart,
        ToolReturnPart,
        UserContent,
        UserPromptPart,
    )
    from pydantic_ai.models import ModelRequestContext
except ImportError as error:
    raise MissingExtraError("pydantic-ai", error.name) from error

#: The time of a part that was made here from a message of another form: such are the session's, and never logged again.
_NO_TIME = datetime.fromtimestamp(0, UTC)

#: How far back in the log a message is looked for that is not in the window: as far as the core looks for calls.
_REACH = 4_000
_PAGE = 200

#: What the framework knows a history by: a run has one, and that of the run takes the place of the agent's.
_CAPABILITY_ID = "ledger-history"

#: Beside the fields of what belongs to the request before it: the rest of one that began with a system prompt, and
#: what the framework added to one when it had been stored.
_CONTINUES = "continues"


class _HasNewMessages(Protocol):
    def new_messages(self) -> list[ModelMessage]: ...


class LedgerHistory(AbstractCapability[Any]):
    """The history of one conversation, kept in a session, and the capability that keeps it there.

    `Agent(..., capabilities=[history])`, or `agent.run(..., capabilities=[history])` where one agent serves many
    conversations: what is said in a run is logged as it is said, and each request to the model is the session's window.
    Without that, `load` and `save` around a run. Holds no messages: it may be used by many runs, threads and loops.

    Attributes:
        session: the session, for settings, undo and history.
    """

    id = _CAPABILITY_ID

    def __init__(self, session_id: str, manager_or_url: SessionManager | str) -> None:
        """Nothing is read or written; the session is made with its first message.

        Args:
            session_id: 1 to 255 characters.
            manager_or_url: whose database and settings to use; for a URL, one manager a process.

        Raises:
            InvalidIdError, InvalidArgumentError, UnsupportedDatabaseError: an argument cannot be used.
        """
        self.session = manager_of(manager_or_url).session(session_id)

    def load(self) -> list[ModelMessage]:
        """The session's window, for `message_history=`; empty where nothing was said.

        Raises:
            InvalidMessageError: it holds a message of another form than this framework's or OpenAI Chat's.
        """
        return [entry.message for entry in _entries(self.session.context_window)]

    async def async_load(self) -> list[ModelMessage]:
        """As `load`."""
        return [entry.message for entry in _entries(await self.session.async_get_context_window())]

    def save(self, run: _HasNewMessages | Sequence[ModelMessage]) -> Appended:
        """What the session does not hold yet is at its end: all of it or, where this raises, nothing.

        A run saved twice is stored once, also by two processes at the same time.

        Args:
            run: a run's result, of which the new messages are meant, or messages, such as `all_messages()`.

        Returns:
            What was stored; no messages where all was there.
        """
        messages = _messages_of(run)
        found = _Found(messages, self.session.context_window)
        if found.missing:
            log = self.session.log()
            for start, stop in found.pages(len(log)):
                found.look_back(log[start:stop])
        drafts, key = _unsaved(messages, found)
        return self.session.append(drafts, key=key)

    async def async_save(self, run: _HasNewMessages | Sequence[ModelMessage]) -> Appended:
        """As `save`."""
        messages = _messages_of(run)
        found = await self._found(messages)
        drafts, key = _unsaved(messages, found)
        return await self.session.async_append(drafts, key=key)

    @classmethod
    def combine(cls, capabilities: Sequence[AbstractCapability[Any]]) -> AbstractCapability[Any]:
        """The one history of those that an agent, or a run, was given.

        Raises:
            InvalidArgumentError: they are of several sessions.
        """
        histories = [history for history in capabilities if isinstance(history, LedgerHistory)]
        sessions = {(history.session.owner, history.session.id) for history in histories}
        if len(sessions) > 1:
            ids = [history.session.id for history in histories]
            raise InvalidArgumentError("capabilities", ids, "one LedgerHistory, since a run is kept in one session")
        return histories[-1]

    async def for_run(self, ctx: RunContext[Any]) -> AbstractCapability[Any]:
        """What keeps one run."""
        return _Run(self, ctx.run_id)

    async def _found(self, messages: Sequence[ModelMessage]) -> _Found:
        found = _Found(messages, await self.session.async_get_context_window())
        if found.missing:
            log = await self.session.async_log()
            for start, stop in found.pages(len(log)):
                found.look_back(await log.read(start, stop))
        return found


class _Run(AbstractCapability[Any]):
    """Keeps the messages of one run, and sends the window in place of them."""

    id = _CAPABILITY_ID

    def __init__(self, history: LedgerHistory, run_id: str | None) -> None:
        self._history = history
        self._run_id = run_id
        self._kept: _Kept | None = None
        self._begun: tuple[list[_Piece], str] | None = None
        self._messages: list[ModelMessage] = []

    async def before_model_request(
        self, ctx: RunContext[Any], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        self._messages = ctx.messages  # the run's own list, which goes on growing
        given = list(request_context.messages)
        stored = await self._keep(given)
        request_context.messages = await self._window(given, until=stored[-1].seq if stored else None)
        return request_context

    async def wrap_run(self, ctx: RunContext[Any], *, handler: WrapRunHandler) -> AgentRunResult[Any]:
        try:
            result = await handler()
        except (Exception, CancelledError) as error:
            try:
                await self._keep(_closed(self._messages))
            except ManagerError as failure:
                error.add_note(f"what the run had said was not stored: {failure}")
            raise
        await self._keep(result.all_messages())
        return result

    async def _keep(self, messages: Sequence[ModelMessage]) -> tuple[Message, ...]:
        """What is new of the messages is at the session's end, all or nothing: an answer with what follows from it."""
        if not messages:
            return ()
        if self._kept is None:
            given = [message for message in messages if not _is_of(self._run_id, message)]
            found = await self._history._found(given) if given else _Found((), ())
            self._kept = _Kept(self._run_id, found.marks)
        if self._begun is not None:
            await self._store(self._kept, *self._begun)
        new = self._kept.new(messages)
        return await self._store(self._kept, new, f"pydantic_ai {uuid4().hex}") if new else ()

    async def _store(self, kept: _Kept, pieces: list[_Piece], key: str) -> tuple[Message, ...]:
        """They are stored. A task that is cancelled here does not know whether they are: they are given the same key
        when it stores what the run had said.
        """
        drafts = _drafts(pieces)
        self._begun = pieces, key
        appended = await self._history.session.async_append(drafts, key=key)
        self._begun = None
        kept.add(pieces)
        return appended.messages

    async def _window(self, given: Sequence[ModelMessage], until: int | None) -> list[ModelMessage]:
        """The window up to the message `until`, or the last one given: what others say after it is not of this request.

        Messages of the run are the very objects: the framework knows them by identity, and system prompts that it has
        evaluated anew are sent as they are now.
        """
        entries = _entries(await self._history.session.async_get_context_window())
        if until is None:
            last = _marks(given[-1])
            until = next((entry.seq for entry in entries if _marks(entry.message) == last), None)
        by_marks = {_marks(message): message for message in given}
        window = [
            entry.message if entry.is_derived else by_marks.get(_marks(entry.message), entry.message)
            for entry in entries
            if until is None or entry.seq is None or entry.seq <= until
        ]
        if not window or type(window[-1]) is not type(given[-1]) or _results(given[-1]) - _results(window[-1]):
            # Somebody cleared the session since, or went on in it: this request is made all the same.
            window = self._said_in_this_run(given)
        if self._kept is not None:
            self._kept.see(window)
        return window

    def _said_in_this_run(self, given: Sequence[ModelMessage]) -> list[ModelMessage]:
        """With the calls of an earlier run that this one answers."""
        start = next((index for index, message in enumerate(given) if _is_of(self._run_id, message)), 0)
        waiting: set[str] = set()
        for message in reversed(given[start:]):
            waiting = (waiting | _results(message)) - set(_calls_of(message))
        while waiting and start:
            start -= 1
            waiting -= set(_calls_of(given[start]))
        return list(given[start:])


def _calls_of(message: ModelMessage) -> dict[str, str]:
    """The names of the tools that it calls, by the ids of the calls."""
    return {part.tool_call_id: part.tool_name for part in message.parts if isinstance(part, ToolCallPart)}


def _results(message: ModelMessage) -> set[str]:
    """The ids of the calls that it answers."""
    parts: Sequence[Any] = message.parts
    return {part.tool_call_id for part in parts if _answers_call(part)}


# --- what is new ------------------------------------------------------------------------------------------------------

#: What a part of a request, or a response, is known by wherever it is read: its kind, its time, and its calls. The time
#: has microseconds and is part of the message; it orders nothing.
_Mark: TypeAlias = "tuple[str, datetime | None, Hashable]"


def _units(message: ModelMessage) -> list[tuple[Any, _Mark]]:
    """What is known by itself: a response, or each part of a request, since the framework merges and parts requests."""
    if isinstance(message, ModelResponse):
        called = tuple(part.tool_call_id for part in message.parts if isinstance(part, ToolCallPart))
        return [(message, ("response", message.timestamp, called))]
    if not message.parts:
        return [(message, ("request", None, message.run_id))]
    return [(part, _mark(part)) for part in message.parts]


def _mark(part: Any) -> _Mark:
    if getattr(part, "dynamic_ref", None) is not None:
        return part.part_kind, None, part.dynamic_ref  # evaluated anew by each run, in its place
    time = getattr(part, "timestamp", None)
    return part.part_kind, time, repr(part) if time is None else getattr(part, "tool_call_id", None)


def _marks(message: ModelMessage) -> tuple[_Mark, ...]:
    return tuple(mark for _, mark in _units(message))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A message, or some parts of a request, of which others come directly before it."""

    message: ModelMessage
    continues: bool = False


class _Found:
    """The marks of what a session holds, read as far back as is needed to know some messages again."""

    def __init__(self, messages: Sequence[ModelMessage], window: Iterable[Message]) -> None:
        self.marks: Counter[_Mark] = Counter()
        self._wanted = Counter(mark for message in messages for mark in _marks(message) if mark[1] != _NO_TIME)
        self._run_id = _run_of(messages)
        self._looked_at: set[int] = set()
        self.look(window)

    @property
    def missing(self) -> bool:
        """Whether some of the messages were not found."""
        return bool(self._wanted - self.marks)

    def pages(self, count: int) -> Iterator[tuple[int, int]]:
        """Where to look next in a log of `count` messages, from its end, while something is missing."""
        for stop in range(count, max(count - _REACH, 0), -_PAGE):
            if self.missing:
                yield max(stop - _PAGE, 0), stop

    def look_back(self, page: Iterable[Message]) -> None:
        """Take the marks of a page of the log; of that, what other runs than the one wanted said is not read back."""
        runs = (self._run_id, None)
        self.look(message for message in page if self._run_id is None or message.get("run_id") in runs)

    def look(self, messages: Iterable[Message]) -> None:
        """Take the marks of the messages, each message of the log once."""
        for message in messages:
            if _is_native(message) and message.seq not in self._looked_at:
                self.marks.update(_marks(from_ledger(message)))
                if message.seq is not None:
                    self._looked_at.add(message.seq)


class _Kept:
    """What of a run's messages is in the session: objects that were seen there, and for copies of them their marks.

    Of the run's own messages only those count that the run stored: with a clock that stands still, as in tests, marks
    say nothing.
    """

    def __init__(self, run_id: str | None, history: Counter[_Mark]) -> None:
        self._run_id = run_id
        self._marks: dict[bool, Counter[_Mark]] = {False: Counter(history), True: Counter()}
        self._seen: dict[int, Any] = {}

    def new(self, messages: Sequence[ModelMessage]) -> list[_Piece]:
        """Those that are not in the session; of a request that is there in part, the other parts."""
        copies = {of_run: Counter(marks) for of_run, marks in self._marks.items()}
        for message in messages:
            copies[_is_of(self._run_id, message)].subtract(
                mark for unit, mark in _units(message) if id(unit) in self._seen
            )
        found: list[_Piece] = []
        for message in messages:
            left = copies[_is_of(self._run_id, message)]
            units = _units(message)
            new = []
            for unit, mark in units:
                if id(unit) in self._seen or mark[1] == _NO_TIME:
                    continue
                if left[mark] > 0:
                    left[mark] -= 1
                    self._seen[id(unit)] = unit
                else:
                    new.append(unit)
            if new:
                in_part = len(new) < len(units)
                found.append(_Piece(_with_parts(message, new) if in_part else message, in_part))
        return found

    def add(self, pieces: Iterable[_Piece]) -> None:
        """They are stored."""
        for piece in pieces:
            self._marks[_is_of(self._run_id, piece.message)].update(_marks(piece.message))
            self.see([piece.message])

    def see(self, messages: Iterable[ModelMessage]) -> None:
        """These objects are what the session holds."""
        self._seen.update((id(unit), unit) for message in messages for unit, _ in _units(message))


def _with_parts(message: ModelMessage, parts: Sequence[Any]) -> ModelMessage:
    changed: ModelMessage = replace(message, parts=parts)  # type: ignore[arg-type] # whose parts, the types cannot say
    return changed


def _is_of(run_id: str | None, message: ModelMessage) -> bool:
    return run_id is not None and message.run_id == run_id


def _run_of(messages: Sequence[ModelMessage]) -> str | None:
    """The id of the run that all the messages are of; None where there is no such."""
    ids = {message.run_id for message in messages}
    return ids.pop() if len(ids) == 1 else None


def _messages_of(run: _HasNewMessages | Sequence[ModelMessage]) -> list[ModelMessage]:
    return list(run) if isinstance(run, Sequence) else run.new_messages()


def _unsaved(messages: Sequence[ModelMessage], found: _Found) -> tuple[list[dict[str, Any]], str | None]:
    """What is to be stored, and a key: two processes that save the same run at the same time store it once."""
    new = _Kept(None, found.marks).new(messages)
    run_id = _run_of([piece.message for piece in new])
    if run_id is None:
        return _drafts(new), None
    before = sum(message.run_id == run_id for message in messages) - len(new)
    return _drafts(new), f"pydantic_ai {run_id} {before}"


def _closed(messages: Sequence[ModelMessage]) -> Sequence[ModelMessage]:
    """The messages of a run that failed, without a last response that is cut off or waits for its tools.

    The framework takes no prompt after calls without results, and these will have none.
    """
    last = messages[-1] if messages else None
    if isinstance(last, ModelResponse):
        waits = any(isinstance(part, ToolCallPart) for part in last.parts)
        if waits or getattr(last, "state", "complete") == "incomplete":
            return messages[:-1]
    return messages


# --- the stored form --------------------------------------------------------------------------------------------------


def to_ledger(message: ModelMessage) -> dict[str, Any]:
    """The message as a session keeps it: the framework's own JSON, and the role.

    A response is the assistant's. A request is the user's where it holds a prompt, the tool's where it holds results,
    the system's where it is a system prompt, and the developer's where it is nothing but what the framework tells the
    model, such as to try again.

    Raises:
        InvalidMessageError: a part holds what Pydantic cannot write as JSON.
    """
    try:
        dumped: dict[str, Any] = ModelMessagesTypeAdapter.dump_python([message], mode="json")[0]
    except ValueError as error:  # pydantic's PydanticSerializationError is one
        why = f"Pydantic cannot write it as JSON ({error})"
        raise InvalidMessageError("message", message, why, "let the tool return what is JSON") from error
    return {"role": _role(message), **dumped}


def from_ledger(message: Mapping[str, Any]) -> ModelMessage:
    """The framework's message from its stored form, or from a message of OpenAI Chat, such as a summary.

    Raises:
        InvalidMessageError: it has another form.
    """
    try:
        return _from_own(message) if _is_native(message) else _from_chat(message)
    except InvalidMessageError:
        raise
    except ValueError as error:  # such as pydantic's, of a part that this version of the framework does not know
        raise _other_form(message) from error


def _from_own(message: Mapping[str, Any]) -> ModelMessage:
    fields = {name: value for name, value in message.items() if name not in ("role", _CONTINUES)}
    # As JSON, since only so bytes are read from base64. Half a surrogate pair is in the log as it was said, but no
    # model of pydantic takes it: it is read as "?".
    text = json.dumps([fields], ensure_ascii=False).encode("utf-8", "replace")
    return ModelMessagesTypeAdapter.validate_json(text)[0]


def _is_native(message: Mapping[str, Any]) -> bool:
    return message.get("kind") in ("request", "response") and isinstance(message.get("parts"), list)


def _role(message: ModelMessage) -> str:
    if isinstance(message, ModelResponse):
        return "assistant"
    kinds = {part.part_kind for part in message.parts}
    if not kinds or kinds & {"user-prompt", "speech"}:
        return "user"
    if kinds == {"system-prompt"}:
        return "system"
    answers = any(_answers_call(part) for part in message.parts)
    return "tool" if answers else "developer"


def _answers_call(part: Any) -> bool:
    return part.part_kind == "tool-return" or (part.part_kind == "retry-prompt" and part.tool_name is not None)


def _drafts(pieces: Iterable[_Piece]) -> list[dict[str, Any]]:
    """The stored forms; a system prompt is a message of its own, so that it stays when the prompt after it is cut."""
    drafts = []
    for piece in pieces:
        message, leading = piece.message, _system_prompts(piece.message)
        rest = piece
        if 0 < leading < len(message.parts):
            drafts.append(_draft(_Piece(_with_parts(message, message.parts[:leading]), piece.continues)))
            rest = _Piece(_with_parts(message, message.parts[leading:]), continues=True)
        drafts.append(_draft(rest))
    return drafts


def _draft(piece: _Piece) -> dict[str, Any]:
    stored = to_ledger(piece.message)
    return {**stored, _CONTINUES: True} if piece.continues else stored


def _system_prompts(message: ModelMessage) -> int:
    """With how many system prompts it begins."""
    for count, part in enumerate(message.parts):
        if not isinstance(part, SystemPromptPart):
            return count
    return len(message.parts)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A message as it is sent: where it is in the log, up to which message, and whether a strategy wrote of it."""

    message: ModelMessage
    seq: int | None
    is_derived: bool


def _entries(window: Sequence[Message]) -> list[_Entry]:
    """The window's messages; a request that was parted is one again, and results have the names of their tools."""
    entries: list[_Entry] = []
    names: dict[str, str] = {}
    before: Message | None = None
    for stored in window:
        message = from_ledger(stored)
        is_derived = stored.seq is None
        if before is not None and _is_continued(before, stored):
            first = entries.pop()
            message = _with_parts(message, [*first.message.parts, *message.parts])
            is_derived |= first.is_derived
        names.update(_calls_of(message))
        if not _is_native(stored):
            message = _with_tool_name(message, names)
        if _results(message) - names.keys():
            # The call was popped, or the session reset, while it waited: no provider takes a result without its call.
            parts: list[Any] = list(message.parts)
            parts = [part for part in parts if not _answers_call(part) or part.tool_call_id in names]
            if not parts:
                before = None
                continue
            message = _with_parts(message, parts)
        entries.append(_Entry(message, stored.seq, is_derived))
        before = stored
    return entries


def _is_continued(before: Message, message: Message) -> bool:
    own = ("role", "parts", _CONTINUES)
    return message.get(_CONTINUES) is True and {name: value for name, value in before.items() if name not in own} == {
        name: value for name, value in message.items() if name not in own
    }


# --- OpenAI Chat ------------------------------------------------------------------------------------------------------


def _from_chat(message: Mapping[str, Any]) -> ModelMessage:
    role, content = message.get("role"), message.get("content")
    if role in ("system", "developer"):
        return _request(SystemPromptPart(_text(message, content), timestamp=_NO_TIME))
    if role == "user":
        return _request(UserPromptPart(_user_content(message, content), timestamp=_NO_TIME))
    if role == "tool" and isinstance(message.get("tool_call_id"), str):
        name, call = message.get("name") or "", message["tool_call_id"]
        return _request(ToolReturnPart(name, _text(message, content), call, timestamp=_NO_TIME))
    if role == "assistant":
        said = [TextPart(text)] if (text := _text(message, content) if content is not None else "") else []
        return ModelResponse(parts=[*said, *_calls(message)], timestamp=_NO_TIME)
    raise _other_form(message)


def _request(part: SystemPromptPart | UserPromptPart | ToolReturnPart) -> ModelRequest:
    return ModelRequest(parts=[part])


def _text(message: Mapping[str, Any], content: Any) -> str:
    if isinstance(content, str):
        return content
    blocks: list[Any] = content if isinstance(content, list) else [None]
    if not all(isinstance(block, Mapping) and isinstance(block.get("text"), str) for block in blocks):
        raise _other_form(message)
    return "\n".join(block["text"] for block in blocks)


def _user_content(message: Mapping[str, Any], content: Any) -> str | list[UserContent]:
    if not isinstance(content, list):
        return _text(message, content)
    found: list[UserContent] = []
    for block in content:
        image = block.get("image_url") if isinstance(block, Mapping) else None
        url = image.get("url") if isinstance(image, Mapping) else None
        if not isinstance(url, str):
            found.append(_text(message, [block]))
        else:
            found.append(BinaryContent.from_data_uri(url) if url.startswith("data:") else ImageUrl(url))
    return found


def _calls(message: Mapping[str, Any]) -> list[ToolCallPart]:
    try:
        return [
            ToolCallPart(call["function"]["name"], call["function"]["arguments"], call["id"])
            for call in message.get("tool_calls") or ()
        ]
    except (KeyError, TypeError) as error:
        raise _other_form(message) from error


def _with_tool_name(message: ModelMessage, names: Mapping[str, str]) -> ModelMessage:
    """OpenAI Chat names a tool with its call alone, this framework with the result too."""
    parts: list[Any] = list(message.parts)
    for index, part in enumerate(parts):
        if isinstance(part, ToolReturnPart) and not part.tool_name:
            parts[index] = replace(part, tool_name=names.get(part.tool_call_id, ""))
    return _with_parts(message, parts)


def _other_form(message: Mapping[str, Any]) -> InvalidMessageError:
    return InvalidMessageError(
        "message",
        dict(message),
        "it has neither the form of Pydantic AI nor that of OpenAI Chat",
        "keep conversations of other frameworks in sessions of their own",
    )
