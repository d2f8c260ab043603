"""Agently: an agent's sessions, kept in the store; `attach(agent, manager)` and nothing else."""

from __future__ import annotations

import json
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol, TypeVar, overload
from uuid import uuid4

from manager import (
    FullContext,
    InvalidArgumentError,
    Message,
    MissingExtraError,
    ResizeError,
    Session,
    SessionManager,
    SessionNotFoundError,
    Settings,
)
from manager.integrations import manager_of

try:
    from agently.base import settings as agently_settings
    from agently.builtins.agent_extensions.SessionExtension import SessionExtension
    from agently.core import Session as AgentlySession
    from agently.types.data.prompt import ChatMessage
    from agently.utils.Settings import SettingsNamespace
except ModuleNotFoundError as error:
    raise MissingExtraError("agently", error.name) from error

A = TypeVar("A", bound=SessionExtension)
R = TypeVar("R")

_MEASURE: Final = "measure"

#: The settings under `session` that the store goes by; the measure is fixed when a session is made.
_FOLLOWED: Final = tuple(name for name in Settings()["session"] if name != _MEASURE)

#: What a session that is made here begins with: Agently keeps no role at the head, and lets errors of handlers through.
_LIKE_AGENTLY: Final[Mapping[str, Any]] = {"session.pinned_roles": [], "session.on_resize_error": "raise"}

#: Blocks of text in messages that other frameworks stored: of OpenAI's Responses, and told by their fields alone.
_TEXTS_OF_OTHERS: Final = ("input_text", "output_text", None)

#: What Agently's own session binds to each object, and is a method here.
_BOUND: Final = (
    "reset_chat_history",
    "set_chat_history",
    "clean_context_window",
    "clean_window_context",
    "add_chat_history",
    "analyze_context",
    "run_resize_strategy",
    "execute_strategy",
    "resize",
    "to_json",
    "to_yaml",
    "load_json",
    "load_yaml",
)


def attach(agent: A, manager: SessionManager | str) -> A:
    """The agent's sessions are kept in the store: those it has, with what was said in them, and those to come.

    Args:
        agent: an agent of Agently. To attach it again to the same manager changes nothing.
        manager: a SessionManager, or the URL of a database.

    Returns:
        The agent.

    Raises:
        InvalidArgumentError: it is no agent, is attached to another manager, or has a session of a class of its own.
    """
    if not isinstance(agent, SessionExtension):
        raise InvalidArgumentError("agent", agent, "an agent, as Agently.create_agent() makes it")
    store = manager_of(manager)
    attached = agent.activate_session
    if isinstance(attached, _Activation):
        if attached.manager is not store:
            raise InvalidArgumentError("manager", manager, f"{attached.manager!r}, which this agent is attached to")
        return agent
    own = {id(session): session for session in (*agent.sessions.values(), agent.activated_session) if session}
    for session in own.values():
        _take_over(session, store)
    agent.activate_session = _Activation(agent, store)  # type: ignore[method-assign]
    return agent


class LedgerSession(AgentlySession):
    """A session of Agently whose contexts and memo are in the store; `ledger` is the handle that the rest is done with.

    What is read is what stands in the store at that moment, whichever process wrote it.
    """

    def __init__(
        self,
        id: str | None = None,
        *,
        manager: SessionManager | str,
        auto_resize: bool = True,
        settings: Any = None,
        **options: Any,
    ) -> None:
        """A handle; nothing is read or written.

        Args:
            id: 1 to 255 characters; a new random one when left out.
            manager: a SessionManager, or the URL of a database.
            auto_resize: whether writes resize by themselves.
            settings: those of an agent, or a dict.
            options: what Agently's own session takes beside these.
        """
        super().__init__(id, auto_resize=auto_resize, settings={} if settings is None else settings, **options)
        self._bind(manager_of(manager))

    def _bind(self, manager: SessionManager) -> None:
        for name in _BOUND:
            vars(self).pop(name, None)
        self._forget_no_limit()
        self._manager = manager
        self.ledger = self._opened(self.id)

    def _opened(self, session_id: str) -> Session:
        ledger = _stored_session(self, self._manager, session_id)
        ledger.auto_resize = None if self._auto_resize else False
        if self._has_analysis():
            ledger.register_analysis_handler(self._analyzed)
        for name, handler in self._resize_handlers.items():
            if handler != self._simple_cut_resize_handler:
                ledger.register_resize_handler(name, partial(self._resized, name))
        return ledger

    def _forget_no_limit(self) -> None:
        # Agently's session notes `max_length` None for itself where the agent has none, and that hides what the agent
        # is told later.
        if self.session_settings.get("max_length", inherit=False) is None:
            self.session_settings.delete("max_length")

    # --- reading --------------------------------------------------------------------------------

    @property
    def full_context(self) -> list[ChatMessage]:
        """The conversation as it stands in the store now."""
        return [_chat_message(message) for message in self.ledger.full_context]

    @property
    def context_window(self) -> list[ChatMessage]:
        """What goes into the next request to the model, as it stands in the store now."""
        return [_chat_message(message) for message in self.ledger.context_window]

    @property
    def memo(self) -> Any:
        """The memo as it stands in the store now; None where there is none."""
        return self.ledger.memo

    # --- writing --------------------------------------------------------------------------------

    def add_chat_history(self, chat_history: Any) -> LedgerSession:
        """The messages are at the end of the log, the full context and the window, which is resized where that is due.

        Args:
            chat_history: one message or many, each a ChatMessage or a dict; many are stored all or none.

        Raises:
            InvalidMessageError: a message cannot be kept, and none was.
        """
        return _finished(self._written(self._now, "append", chat_history))

    async def async_add_chat_history(self, chat_history: Any) -> LedgerSession:
        """As `add_chat_history`."""
        return await self._written(self._awaited, "append", chat_history)

    def set_chat_history(self, chat_history: Any) -> LedgerSession:
        """Full context and window are just these messages, and the window is resized where that is due.

        Raises:
            InvalidMessageError: a message cannot be kept, and nothing changed.
        """
        return _finished(self._written(self._now, "set_chat_history", chat_history))

    async def async_set_chat_history(self, chat_history: Any) -> LedgerSession:
        """As `set_chat_history`."""
        return await self._written(self._awaited, "set_chat_history", chat_history)

    def reset_chat_history(self) -> LedgerSession:
        """Full context and window are empty; the memo and the log stay, and it can be undone."""
        return _finished(self._emptied(self._now, "reset_chat_history"))

    async def async_reset_chat_history(self) -> LedgerSession:
        """As `reset_chat_history`."""
        return await self._emptied(self._awaited, "reset_chat_history")

    def clean_context_window(self) -> LedgerSession:
        """The window is empty; the full context, the memo and the log stay, and it can be undone."""
        return _finished(self._emptied(self._now, "clean_context_window"))

    async def async_clean_context_window(self) -> LedgerSession:
        """As `clean_context_window`."""
        return await self._emptied(self._awaited, "clean_context_window")

    def clean_window_context(self) -> LedgerSession:
        """As `clean_context_window`."""
        return self.clean_context_window()

    async def _written(self, call: _Call, operation: str, chat_history: Any) -> LedgerSession:
        await self._in_agently(call, operation, chat_history)
        return self

    async def _emptied(self, call: _Call, operation: str) -> LedgerSession:
        await self._in_agently(call, operation)
        # The store never resizes after these; Agently asks the analysis, which may want to do something with the memo.
        if self._auto_resize and self._has_analysis():
            await self._resized_now(call)
        return self

    # --- resizing -------------------------------------------------------------------------------

    def analyze_context(self) -> str | None:
        """The name of the strategy the analysis wants now; None for no resize."""
        strategy: str | None = _finished(self._in_agently(self._now, "analyze_context"))
        return strategy

    async def async_analyze_context(self) -> str | None:
        """As `analyze_context`."""
        strategy: str | None = await self._in_agently(self._awaited, "analyze_context")
        return strategy

    def resize(self) -> None:
        """The window is as the analysis wants it."""
        _finished(self._resized_now(self._now))

    async def async_resize(self) -> None:
        """As `resize`."""
        await self._resized_now(self._awaited)

    def run_resize_strategy(self, strategy_name: str) -> None:
        """The window is as the strategy wants it; one that is not registered changes nothing, with a warning."""
        _finished(self._resized_now(self._now, strategy_name))

    async def async_run_resize_strategy(self, strategy_name: str) -> None:
        """As `run_resize_strategy`."""
        await self._resized_now(self._awaited, strategy_name)

    def execute_strategy(self, strategy_name: str) -> None:
        """As `run_resize_strategy`."""
        self.run_resize_strategy(strategy_name)

    async def _resized_now(self, call: _Call, strategy: str | None = None) -> None:
        if strategy is not None or self._has_analysis():
            # The store resizes nothing where nothing was written yet; here a handler may begin with the memo.
            await call("update")
        await self._in_agently(call, "resize", strategy)

    # --- handlers -------------------------------------------------------------------------------

    def register_analysis_handler(self, analysis_handler: Any) -> LedgerSession:
        """The handler decides whether to resize and by which strategy; None: the built-in one does."""
        super().register_analysis_handler(analysis_handler)
        self.ledger.register_analysis_handler(self._analyzed if self._has_analysis() else None)
        return self

    def register_resize_handler(self, strategy_name: str, resize_handler: Any) -> LedgerSession:
        """The handler is what the strategy of this name does."""
        super().register_resize_handler(strategy_name, resize_handler)
        self.ledger.register_resize_handler(strategy_name, partial(self._resized, strategy_name))
        return self

    def _has_analysis(self) -> bool:
        return bool(self._analysis_handler != self._default_analysis_handler)

    async def _analyzed(
        self, full: FullContext, window: list[Message], memo: Any, settings: Mapping[str, Any]
    ) -> str | None:
        shown = _Shown()
        strategy = await self._analysis_handler(*shown.contexts(full, window), memo, _InForce(self, settings))
        return strategy or None  # an empty name is no strategy of Agently's either

    async def _resized(
        self, strategy: str, full: FullContext, window: list[Message], memo: Any, settings: Mapping[str, Any]
    ) -> Any:
        shown = _Shown()
        handler = self._resize_handlers[strategy]
        result: Any = await handler(*shown.contexts(full, window), memo, _InForce(self, settings))
        if not isinstance(result, tuple | list) or len(result) != 3:
            return result  # the store says what is wrong with it
        new_full, new_window, new_memo = result
        return shown.as_stored(new_full), shown.as_stored(new_window), new_memo

    # --- settings -------------------------------------------------------------------------------

    def _settings_given(self) -> dict[str, Any]:
        """What this session, its agent or Agently as a whole was told of what the store goes by.

        None is something that was told where the session or the agent was told so; it is Agently's own default.
        """
        told = _told(self)
        told_here: set[str] = set()
        level: Any = self.settings
        while level is not None and level is not agently_settings:
            told_here.update(level.get("session", {}, inherit=False))
            level = level.parent
        given = {
            name: told[name] for name in _FOLLOWED if name in told and (told[name] is not None or name in told_here)
        }
        if not isinstance(given.get("max_length"), int | None):
            given["max_length"] = None  # in Agently, what is no integer is no limit
        return given

    async def _follow_settings(self, call: _Call) -> None:
        """The stored settings are those given here: another process may have been given others meanwhile."""
        given = self._settings_given()
        if given:
            stored = await call("get_settings")
            differing = {name: value for name, value in given.items() if stored.get(f"session.{name}") != value}
            if differing:
                await call("set_settings", "session", differing)

    # --- JSON and YAML --------------------------------------------------------------------------

    def to_serializable_session_data(self) -> dict[str, Any]:
        """Id, auto_resize, contexts, memo and settings of one moment, as Agently's own session gives them."""
        data: dict[str, Any] = json.loads(self.ledger.to_json())
        settings = _over(_told(self), data["session_settings"])
        return {**data, "id": self.id, "auto_resize": self._auto_resize, "session_settings": settings}

    def _load_session_data(self, session_data: dict[str, Any]) -> LedgerSession:
        full = session_data.get("full_context", [])
        contexts = {
            "full_context": full,
            "context_window": session_data.get("context_window", session_data.get("window_context", full)),
        }
        memo = {"memo": session_data["memo"]} if "memo" in session_data else {}
        settings = session_data.get("session_settings")
        if not isinstance(settings, dict | None):
            raise TypeError(f"'session_settings' is a {type(settings).__name__}, not a dict")
        session_id = str(session_data.get("id", self.id))
        ledger = self.ledger if session_id == self.id else self._opened(session_id)
        ledger.load_json(json.dumps({**contexts, **memo}))
        self.id, self.ledger = session_id, ledger
        if "auto_resize" in session_data:
            self._auto_resize = bool(session_data["auto_resize"])
            ledger.auto_resize = None if self._auto_resize else False
        if settings is not None:
            self.session_settings.update(settings)
            self._forget_no_limit()
        return self

    def to_json(self) -> str:
        """The session as JSON text, which Agently's own session loads."""
        text: str = self.get_json_session()  # type: ignore[no-untyped-call]
        return text

    def to_yaml(self) -> str:
        """The session as YAML text, which Agently's own session loads."""
        text: str = self.get_yaml_session()  # type: ignore[no-untyped-call]
        return text

    def load_json(self, path_or_content: Any, **options: Any) -> LedgerSession:
        """Id, contexts, memo and settings are those of the JSON text or file; what was there can be undone to.

        Raises:
            LoadError: the contexts or the memo cannot be kept; nothing changed.
        """
        self.load_json_session(path_or_content, **options)
        return self

    def load_yaml(self, path_or_content: Any, **options: Any) -> LedgerSession:
        """As `load_json`, from YAML."""
        self.load_yaml_session(path_or_content, **options)
        return self

    # --- the two faces of the store -------------------------------------------------------------

    async def _now(self, operation: str, *arguments: Any) -> Any:
        return getattr(self.ledger, operation)(*arguments)

    async def _awaited(self, operation: str, *arguments: Any) -> Any:
        return await getattr(self.ledger, f"async_{operation}")(*arguments)

    async def _in_agently(self, call: _Call, operation: str, *arguments: Any) -> Any:
        """The operation by the settings given here; what a handler raises is raised as it was, for Agently's users
        catch that."""
        await self._follow_settings(call)
        try:
            return await call(operation, *arguments)
        except ResizeError as error:
            failure = error.__cause__ or error
        raise failure


class _Call(Protocol):
    """An operation of the session's ledger, blocking or awaited."""

    async def __call__(self, operation: str, *arguments: Any) -> Any: ...


def _finished(coroutine: Coroutine[Any, Any, R]) -> R:
    """The result of a coroutine whose calls all block, so that it ends in one step."""
    try:
        coroutine.send(None)
    except StopIteration as finished:
        result: R = finished.value
        return result
    raise RuntimeError("a blocking call waited")


class _Activation:
    """`activate_session` of an attached agent: sessions it does not have yet are made in the store."""

    def __init__(self, agent: SessionExtension, manager: SessionManager) -> None:
        self.manager = manager
        self._agent = agent
        self._activate = agent.activate_session

    def __call__(self, *, session_id: str | None = None) -> Any:
        agent = self._agent
        if session_id is None:
            session_id = uuid4().hex
        if session_id not in agent.sessions:
            agent.sessions[session_id] = LedgerSession(session_id, manager=self.manager, settings=agent.settings)
        try:
            return self._activate(session_id=session_id)
        except SessionNotFoundError:  # it was deleted meanwhile: a new one begins under its id, with its handlers
            session = agent.sessions[session_id]
            assert isinstance(session, LedgerSession)
            session._bind(self.manager)
            return self._activate(session_id=session_id)


def _stored_session(session: AgentlySession, manager: SessionManager, session_id: str) -> Session:
    """A handle of the session in the store, which is made as Agently's users expect it where it is not there."""
    told = _told(session)
    measure = {f"session.{_MEASURE}": told[_MEASURE]} if _MEASURE in told else {}
    return manager.session(session_id, settings={**_LIKE_AGENTLY, **measure})


def _told(session: AgentlySession) -> dict[str, Any]:
    """The settings under `session` that the session, its agent or Agently as a whole was told."""
    told: Any = session.settings.get("session", {})
    return dict(told)


def _take_over(session: AgentlySession, manager: SessionManager) -> None:
    """What was said in the session is stored, and it is a session of the store from now on, the same object."""
    if isinstance(session, LedgerSession):
        return
    if type(session) is not AgentlySession:
        raise InvalidArgumentError("agent", session, "an agent without sessions of classes of its own")
    _bring(session, _stored_session(session, manager, session.id))
    session.__class__ = LedgerSession
    assert isinstance(session, LedgerSession)
    session._bind(manager)


def _bring(session: AgentlySession, ledger: Session) -> None:
    said = session.to_serializable_session_data()  # type: ignore[no-untyped-call]
    if not said["full_context"] and not said["context_window"] and said["memo"] is None:
        return
    if not _has_messages(ledger):
        ledger.load_json(json.dumps({name: said[name] for name in ("full_context", "context_window", "memo")}))
        return
    ledger.append(said["full_context"])
    if said["memo"] is not None:
        ledger.set_memo(said["memo"])


def _has_messages(ledger: Session) -> bool:
    try:
        return ledger.info().head_seq > 0
    except SessionNotFoundError:
        return False


def _chat_message(stored: Mapping[str, Any]) -> ChatMessage:
    """The message as Agently has it: where it was stored by others without a role or content, it gets one."""
    fields = {"role": stored.get("role") or "assistant", "content": _content(stored.get("content"))}
    return ChatMessage.model_validate({**stored, **fields})


def _content(stored: object) -> Any:
    if isinstance(stored, list):
        return [_block(block) for block in stored if isinstance(block, str | dict)]
    return stored if isinstance(stored, str) else ""


def _block(stored: str | dict[str, Any]) -> dict[str, Any]:
    """The block; a text that others name otherwise as Agently's text, for it would send an empty one."""
    kind, text = (None, stored) if isinstance(stored, str) else (stored.get("type"), stored.get("text"))
    if isinstance(stored, str) or (kind in _TEXTS_OF_OTHERS and isinstance(text, str)):
        return {"type": "text", "text": text}
    return stored


class _Shown:
    """What a handler is shown, so that what it returns of it is known again."""

    def __init__(self) -> None:
        self._stored: dict[int, tuple[ChatMessage, Message]] = {}

    def contexts(self, full: FullContext, window: list[Message]) -> tuple[Sequence[ChatMessage], list[ChatMessage]]:
        return _LazyContext(full, self), [self.message(message) for message in window]

    def message(self, stored: Message) -> ChatMessage:
        message = _chat_message(stored)
        self._stored[id(message)] = message, stored
        return message

    def as_stored(self, messages: Any) -> Any:
        """The messages of a context, those that were shown and left as they were in the form they are stored in."""
        return [self._as_stored(message) for message in messages] if isinstance(messages, list | tuple) else messages

    def _as_stored(self, message: Any) -> Any:
        shown, stored = self._stored.get(id(message), (None, None))
        return stored if stored is not None and shown == _chat_message(stored) else message


class _LazyContext(Sequence[ChatMessage]):
    """The full context as a handler of Agently gets it, read when it is looked at: it may be a million messages."""

    def __init__(self, stored: FullContext, shown: _Shown) -> None:
        self._stored = stored
        self._shown = shown

    def __len__(self) -> int:
        return len(self._stored)

    @overload
    def __getitem__(self, index: int) -> ChatMessage: ...
    @overload
    def __getitem__(self, index: slice) -> list[ChatMessage]: ...
    def __getitem__(self, index: int | slice) -> ChatMessage | list[ChatMessage]:
        if isinstance(index, slice):
            return [self._shown.message(message) for message in self._stored[index]]
        return self._shown.message(self._stored[index])

    def __iter__(self) -> Iterator[ChatMessage]:
        return map(self._shown.message, self._stored)

    def copy(self) -> list[ChatMessage]:
        """All of it as a list."""
        return list(self)

    def __add__(self, other: Sequence[Any]) -> list[Any]:
        return [*self, *other]

    def __radd__(self, other: Sequence[Any]) -> list[Any]:
        return [*other, *self]


def _over(told: Mapping[str, Any], stored: Mapping[str, Any]) -> dict[str, Any]:
    """The settings Agently was told, and those of the store where it was told nothing."""
    return {**told, **stored, **{name: value for name, value in told.items() if value is not None}}


class _InForce(SettingsNamespace):
    """The settings under `session` as a handler of Agently gets them: over those of the store, Agently's."""

    def __init__(self, session: LedgerSession, stored: Mapping[str, Any]) -> None:
        super().__init__(session.settings, "session")
        self._below = stored

    @property
    def data(self) -> dict[str, Any]:
        """All of them."""
        given: Any = super().data
        return _over(given or {}, self._below)

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(key)
        return self._below.get(key) if value is None else value
