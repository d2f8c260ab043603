"""A conversation: the handle applications hold. Every operation is there twice, as `x()` and as `async_x()`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, TypeAlias, cast
from uuid import uuid4

from manager.errors import InvalidArgumentError
from manager.model import (
    Appended,
    Diff,
    Explanation,
    Message,
    Page,
    ResizeAttempt,
    Revision,
    SessionInfo,
    Snapshot,
    WindowProblem,
)
from manager.operations import append as appending
from manager.operations import (
    attempts,
    catalog,
    checking,
    contexts,
    history,
    portable,
    preview,
    replace,
    resize,
    rollback,
)
from manager.operations import explain as explaining
from manager.operations import recall as recalling
from manager.operations import remeasure as remeasuring
from manager.operations import search as searching
from manager.operations.drafts import integer, json_of, note_of
from manager.operations.faces import Face, async_method, sync_method
from manager.operations.ledger import Ledger, Target, default_ledger
from manager.operations.rows import measure_of
from manager.operations.strategies import Strategy
from manager.planning.normalize import check_name, check_owner, normalize_title
from manager.protocols import AnalysisHandler, FullContext, ResizeHandler
from manager.settings import Settings, SettingsNamespace

if TYPE_CHECKING:
    from manager.session_manager import SessionManager


class _Dumpable(Protocol):
    def model_dump(self) -> dict[str, Any]: ...


#: One message, or many: dicts or objects with `model_dump()`.
Messages: TypeAlias = "Mapping[str, Any] | _Dumpable | Iterable[Mapping[str, Any] | _Dumpable]"
Part: TypeAlias = Literal["window", "full", "memo"]


class _Unset:
    """What stays as it is."""

    def __repr__(self) -> str:
        return "unchanged"


_UNSET: Any = _Unset()


class Session:
    """One conversation of an owner: its log, its two contexts, its memo and their history.

    A handle holds an id and handlers, no rows: it may be used from any thread and any event loop, and many handles,
    processes and machines may write to the same session. Making one does no I/O; the session is made in the database
    with its first write.
    """

    def __init__(
        self,
        id: str | None = None,
        *,
        manager: SessionManager | None = None,
        auto_resize: bool | None = None,
        settings: Settings | Mapping[str, Any] | None = None,
    ) -> None:
        """A handle; nothing is read or written.

        Args:
            id: 1 to 255 characters; a new random one when left out.
            manager: whose database and handlers to use; else that of `settings`, else a process-wide default one.
            auto_resize: whether writes through this handle resize by themselves; None: as the settings say.
            settings: the session's own settings, which apply when it is made, or a manager's `settings`.

        Raises:
            InvalidIdError, InvalidSettingError: an argument cannot be used.
        """
        carried = settings.carried if isinstance(settings, Settings) else None
        if manager is not None:
            ledger = getattr(manager, "_ledger", None)
            if not isinstance(ledger, Ledger):
                raise InvalidArgumentError("manager", manager, "a SessionManager")
        else:
            ledger = carried if isinstance(carried, Ledger) else default_ledger()
        own: Any = settings.own if isinstance(settings, Settings) else settings
        if settings is ledger.settings:
            own = None
        self._target = _target(ledger, id, None, auto_resize, own)

    @classmethod
    def _open(
        cls,
        ledger: Ledger,
        id: str | None,
        *,
        owner: str | None,
        title: str | None = None,
        metadata: Any = None,
        settings: Mapping[str, Any] | None = None,
        auto_resize: bool | None = None,
    ) -> Self:
        handle = cls.__new__(cls)
        handle._target = _target(ledger, id, owner, auto_resize, settings)
        handle._target.title = normalize_title(title)
        handle._target.metadata = None if metadata is None else json_of(metadata, "metadata")
        return handle

    def __repr__(self) -> str:
        owner = f", owner={self.owner!r}" if self.owner else ""
        return f"Session({self.id!r}{owner})"

    @property
    def id(self) -> str:
        """The session's id within its owner."""
        return self._target.session_id

    @property
    def owner(self) -> str:
        """Whose session it is; the empty text is the default owner."""
        return self._target.owner

    @property
    def auto_resize(self) -> bool | None:
        """Whether writes through this handle resize by themselves; None: as the setting `session.auto_resize` says."""
        return self._target.auto_resize

    @auto_resize.setter
    def auto_resize(self, value: bool | None) -> None:
        self._target.auto_resize = _checked_auto_resize(value)

    # --- writing --------------------------------------------------------------------------------

    async def _append(self, face: Face, message: Messages, *, key: str | None = None, metadata: Any = None) -> Appended:
        """The messages are at the end of the log, of the full context and of the window, and the window is resized
        where that is due.

        Args:
            message: one message or many; many are stored all or none. A message is a dict with a `role` or a `type`.
            key: names this call, 1 to 255 characters: sent again with the same content it stores nothing and returns
                the first result with `duplicate=True`.
            metadata: a JSON value kept beside each of the messages, never sent to a model.

        Returns:
            The messages with their seq, and the revision of the cut they led to, if any.

        Raises:
            InvalidMessageError: a message cannot be kept; `path` and `value` say what.
            KeyReusedError: the key names other content.
            SessionNotFoundError: the session was deleted since this handle first saw it.
            ResizeError: only where `session.on_resize_error` is "raise": the messages are stored, see `.appended`.
        """
        return await appending.append(face, self._target, message, key=key, metadata=metadata)

    append = sync_method(_append)
    async_append = async_method(_append)

    async def _add_chat_history(self, face: Face, chat_history: Messages) -> Self:
        """As `append`; returns the session."""
        await appending.append(face, self._target, chat_history)
        return self

    add_chat_history = sync_method(_add_chat_history)
    async_add_chat_history = async_method(_add_chat_history)

    async def _set_chat_history(
        self,
        face: Face,
        chat_history: Messages,
        *,
        reason: str | None = None,
        actor: str | None = None,
        metadata: Any = None,
    ) -> Self:
        """Full context and window are just these messages, and the window is resized where that is due.

        What is in the full context already is referred to, only what is new is logged; nothing leaves the log.

        Raises:
            InvalidMessageError: a message cannot be kept.
        """
        note = note_of(self._target.ledger, reason, actor, metadata)
        await replace.set_chat_history(face, self._target, chat_history, note)
        return self

    set_chat_history = sync_method(_set_chat_history)
    async_set_chat_history = async_method(_set_chat_history)

    async def _reset_chat_history(
        self, face: Face, *, reason: str | None = None, actor: str | None = None, metadata: Any = None
    ) -> Self:
        """Full context and window are empty; the memo and the log stay."""
        note = note_of(self._target.ledger, reason, actor, metadata)
        await replace.reset_chat_history(face, self._target, note)
        return self

    reset_chat_history = sync_method(_reset_chat_history)
    async_reset_chat_history = async_method(_reset_chat_history)

    async def _clean_context_window(
        self, face: Face, *, reason: str | None = None, actor: str | None = None, metadata: Any = None
    ) -> Self:
        """The window is empty; the full context, the memo and the log stay."""
        note = note_of(self._target.ledger, reason, actor, metadata)
        await replace.clean_context_window(face, self._target, note)
        return self

    clean_context_window = sync_method(_clean_context_window)
    async_clean_context_window = async_method(_clean_context_window)

    async def _set_memo(
        self,
        face: Face,
        memo: Any,
        *,
        reason: str | None = None,
        actor: str | None = None,
        metadata: Any = None,
    ) -> Self:
        """The memo is this JSON value; None leaves the session without one.

        Raises:
            InvalidMemoError: it cannot be kept; `path` and `value` say what.
        """
        await replace.set_memo(face, self._target, memo, note_of(self._target.ledger, reason, actor, metadata))
        return self

    set_memo = sync_method(_set_memo)
    async_set_memo = async_method(_set_memo)

    async def _pop_message(
        self, face: Face, *, reason: str | None = None, actor: str | None = None, metadata: Any = None
    ) -> Message | None:
        """The last message of the full context has left it, and the window with what was derived from it alone.

        Returns:
            That message; None, and no revision, where the full context is empty.
        """
        return await replace.pop_message(face, self._target, note_of(self._target.ledger, reason, actor, metadata))

    pop_message = sync_method(_pop_message)
    async_pop_message = async_method(_pop_message)

    async def _rewind(
        self,
        face: Face,
        seq: int,
        *,
        reason: str | None = None,
        actor: str | None = None,
        metadata: Any = None,
    ) -> Self:
        """Full context and window are as they stood right after message `seq` was appended; the memo stays.

        Raises:
            MessageNotFoundError: there is no message with this seq.
        """
        await replace.rewind(face, self._target, seq, note_of(self._target.ledger, reason, actor, metadata))
        return self

    rewind = sync_method(_rewind)
    async_rewind = async_method(_rewind)

    async def _recall(
        self,
        face: Face,
        seqs: int | Iterable[int],
        *,
        reason: str | None = None,
        actor: str | None = None,
        metadata: Any = None,
    ) -> Revision | None:
        """Messages of the log are in the window again, in their places: a tool call comes with all its results and the
        reasoning it hangs on, and what was shortened or cleared is as it was said.

        Args:
            seqs: of one message, or of up to 1,000.

        Returns:
            The revision; None where they all were in the window.

        Raises:
            MessageNotFoundError: there is no message with such a seq.
            RecallError: the window would be over a limit, or hold what no provider accepts; nothing changed.
        """
        note = note_of(self._target.ledger, reason, actor, metadata)
        return await recalling.recall(face, self._target, seqs, note)

    recall = sync_method(_recall)
    async_recall = async_method(_recall)

    async def _pin(
        self,
        face: Face,
        seqs: int | Iterable[int],
        *,
        reason: str | None = None,
        actor: str | None = None,
        metadata: Any = None,
    ) -> Revision | None:
        """The messages stay in the window, with their groups, whatever the built-in strategies cut; those that were
        cut are back in it.

        A pin is the session's, not a revision's: it outlives rollbacks, and counts towards the limits.

        Args:
            seqs: of one message, or of up to 1,000.

        Returns:
            The revision that brought some of them back; None where they all were in the window.

        Raises:
            MessageNotFoundError: there is no message with such a seq.
            RecallError: one is part of what no provider accepts; nothing changed.
        """
        return await recalling.pin(face, self._target, seqs, note_of(self._target.ledger, reason, actor, metadata))

    pin = sync_method(_pin)
    async_pin = async_method(_pin)

    async def _unpin(self, face: Face, seqs: int | Iterable[int]) -> Self:
        """The messages may be cut like any other.

        Raises:
            MessageNotFoundError: there is no message with such a seq.
        """
        await recalling.unpin(face, self._target, seqs)
        return self

    unpin = sync_method(_unpin)
    async_unpin = async_method(_unpin)

    # --- reading --------------------------------------------------------------------------------

    @property
    def pins(self) -> list[int]:
        """The seqs of the pinned messages, in order."""
        return self.get_pins()

    async def _get_pins(self, face: Face) -> list[int]:
        """The seqs of the pinned messages, in order."""
        return await recalling.pinned(face, self._target)

    get_pins = sync_method(_get_pins)
    async_get_pins = async_method(_get_pins)

    async def _check_window(self, face: Face) -> list[WindowProblem]:
        """What a provider would refuse if the window were sent now: calls and results without each other, reasoning
        that nothing follows; empty where all is well.

        A call at the end whose answer may still come is told with `pending` true.
        """
        return await checking.check_window(face, self._target)

    check_window = sync_method(_check_window)
    async_check_window = async_method(_check_window)

    @property
    def context_window(self) -> list[Message]:
        """What goes into the next request to the model."""
        return self.get_context_window()

    async def _get_context_window(self, face: Face) -> list[Message]:
        """What goes into the next request to the model."""
        return await contexts.context_window(face, self._target)

    get_context_window = sync_method(_get_context_window)
    async_get_context_window = async_method(_get_context_window)

    @property
    def full_context(self) -> FullContext:
        """The conversation as it stands now, read page by page when it is looked at."""
        return self.get_full_context()

    async def _get_full_context(self, face: Face) -> FullContext:
        """The conversation as it stands now, read page by page when it is looked at."""
        return await contexts.full_context(face, self._target)

    get_full_context = sync_method(_get_full_context)
    async_get_full_context = async_method(_get_full_context)

    @property
    def memo(self) -> Any:
        """The memo; None where there is none."""
        return self.get_memo()

    async def _get_memo(self, face: Face) -> Any:
        """The memo; None where there is none."""
        return await contexts.memo(face, self._target)

    get_memo = sync_method(_get_memo)
    async_get_memo = async_method(_get_memo)

    async def _log(
        self, face: Face, *, after: int = 0, before: int | None = None, limit: int | None = None
    ) -> FullContext:
        """Messages of the log, whatever became of the contexts, read page by page when they are looked at.

        Args:
            after, before: only messages with `after < seq < before`.
            limit: only the first so many of them.
        """
        first = max(0, integer("after", after))
        last = None if before is None else integer("before", before)
        most = None if limit is None else integer("limit", limit)
        if most is not None and most < 0:
            raise InvalidArgumentError("limit", limit, "a whole number of at least 0")
        return await contexts.log(face, self._target, after=first, before=last, limit=most)

    log = sync_method(_log)
    async_log = async_method(_log)

    async def _search(
        self, face: Face, text: str, *, in_window: bool | None = None, limit: int = 50, after: str | None = None
    ) -> Page[Message]:
        """A page of the messages of the log that hold the text, newest first, also those that were cut; pass its `next`
        as `after` for the page that follows.

        Looked into is every text in a message but its role, types and ids; upper and lower case are one.

        Args:
            text: at least one character.
            in_window: True for only those in the window now, False for only those that are not.
            limit: 1 to 10,000.
        """
        return await searching.search(face, self._target, text, in_window=in_window, limit=limit, after=after)

    search = sync_method(_search)
    async_search = async_method(_search)

    async def _snapshot(
        self,
        face: Face,
        *,
        revision: int | None = None,
        seq: int | None = None,
        time: datetime | None = None,
    ) -> Snapshot:
        """Window, memo, revision, length and limit of one moment, read in one go; now when nothing is named.

        Args:
            revision: as this revision was made.
            seq: when this was the last message of the log.
            time: after the last revision and message not later than this; naive times are local.

        Raises:
            RevisionNotFoundError, MessageNotFoundError: there was no such moment.
        """
        return await history.snapshot(face, self._target, revision=revision, seq=seq, time=time)

    snapshot = sync_method(_snapshot)
    async_snapshot = async_method(_snapshot)

    async def _window_at(
        self,
        face: Face,
        revision: int | None = None,
        *,
        seq: int | None = None,
        time: datetime | None = None,
    ) -> list[Message]:
        """The window of a past moment, named as for `snapshot`."""
        found = await history.snapshot(face, self._target, revision=revision, seq=seq, time=time)
        return found.messages

    window_at = sync_method(_window_at)
    async_window_at = async_method(_window_at)

    async def _info(self, face: Face) -> SessionInfo:
        """Where the session stands, no message read.

        Raises:
            SessionNotFoundError: nothing was written to it yet, or it was deleted.
        """
        return await catalog.info(face, self._target)

    info = sync_method(_info)
    async_info = async_method(_info)

    async def _update(self, face: Face, *, title: str | None = _UNSET, metadata: Any = _UNSET) -> Self:
        """Title and metadata of the session are these; what is left out stays."""
        given = {name: value for name, value in (("title", title), ("metadata", metadata)) if value is not _UNSET}
        await catalog.update(face, self._target, **given)
        return self

    update = sync_method(_update)
    async_update = async_method(_update)

    async def _remeasure(
        self,
        face: Face,
        name: str,
        *,
        reason: str | None = None,
        actor: str | None = None,
        metadata: Any = None,
    ) -> Revision | None:
        """The session is measured in the named measure: every message of its log, and every message that will come.

        Every message is read and measured, some hundreds at a time; others go on appending meanwhile, in the measure
        there was. Then all is switched at once, by a revision of kind `remeasure` that changes nothing else. Older
        revisions keep their lengths, and `Revision.measure` says what they are in. A run that was interrupted is gone
        on with by the next one for the same measure. `session.max_length` stays the number it was: set what it is to
        be in the new measure.

        Returns:
            The revision; None where the session is measured so already.

        Raises:
            UnknownMeasureError: this process does not know the measure, or cannot count in it.
            MeasureError: the measure raised, or returned what is no length.
            RemeasureConflictError: another run measures the session in another measure, or others appended faster than
                their messages could be measured.
            SessionNotFoundError: nothing was written to it yet, or it was deleted.
        """
        note = note_of(self._target.ledger, reason, actor, metadata)
        return await remeasuring.remeasure(face, self._target, name, note)

    remeasure = sync_method(_remeasure)
    async_remeasure = async_method(_remeasure)

    # --- settings -------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """The settings in force now: the session's own over its manager's over the built-in ones."""
        return self.get_settings()

    async def _get_settings(self, face: Face) -> Settings:
        """The settings in force now: the session's own over its manager's over the built-in ones."""
        return await catalog.settings(face, self._target)

    get_settings = sync_method(_get_settings)
    async_get_settings = async_method(_get_settings)

    @property
    def session_settings(self) -> SettingsNamespace:
        """The settings under `session`, as handlers get them: `session_settings.get("max_length")`."""
        return self.get_settings().namespace("session")

    async def _set_settings(self, face: Face, key: str, value: Any) -> Self:
        """The session's own setting is stored, for every process; None is a value.

        Raises:
            InvalidSettingError: a known key cannot have this value.
        """
        await catalog.set_settings(face, self._target, key, value)
        return self

    set_settings = sync_method(_set_settings)
    async_set_settings = async_method(_set_settings)

    async def _unset_settings(self, face: Face, key: str) -> Self:
        """The session has no value of its own for the key: the manager's is in force again."""
        await catalog.unset_settings(face, self._target, key)
        return self

    unset_settings = sync_method(_unset_settings)
    async_unset_settings = async_method(_unset_settings)

    # --- resizing -------------------------------------------------------------------------------

    def register_analysis_handler(self, analysis_handler: AnalysisHandler | None) -> Self:
        """The handler decides for this handle whether to resize and by which strategy; None: the manager's does."""
        self._target.analysis_handler = checked_handler("analysis_handler", analysis_handler, optional=True)
        return self

    def register_resize_handler(self, strategy_name: str, resize_handler: ResizeHandler | Strategy) -> Self:
        """The handler, or what `summarize(...)` or `chain(...)` made, is what the strategy of this name does, for this
        handle."""
        name = check_name("strategy_name", strategy_name)
        self._target.resize_handlers[name] = checked_strategy(resize_handler)
        return self

    def register_execution_handlers(self, strategy_name: str, execution_handler: ResizeHandler | Strategy) -> Self:
        """As `register_resize_handler`."""
        return self.register_resize_handler(strategy_name, execution_handler)

    async def _analyze_context(self, face: Face) -> str | None:
        """The name of the strategy the analysis wants now; None for no resize. Nothing changes.

        Raises:
            ResizeError: the analysis handler raised, or returned what is no name.
        """
        return await resize.analyze_context(face, self._target)

    analyze_context = sync_method(_analyze_context)
    async_analyze_context = async_method(_analyze_context)

    async def _resize(
        self,
        face: Face,
        strategy: str | None = None,
        *,
        reason: str | None = None,
        actor: str | None = None,
        metadata: Any = None,
    ) -> Revision | None:
        """The window is as the analysis, or the named strategy, wants it; a hold of automatic resizing is over.

        Args:
            strategy: its name; None asks the analysis handler.

        Returns:
            The revision; None where nothing had to change, or the strategy is not registered here (with a warning).

        Raises:
            ResizeError: a handler raised or returned what is no result; nothing changed.
            RevisionConflictError: other writers changed the window again and again while a handler worked.
        """
        return await resize.resize(face, self._target, strategy, reason=reason, actor=actor, metadata=metadata)

    resize = sync_method(_resize)
    async_resize = async_method(_resize)

    async def _run_resize_strategy(
        self,
        face: Face,
        strategy_name: str,
        *,
        reason: str | None = None,
        actor: str | None = None,
        metadata: Any = None,
    ) -> Revision | None:
        """As `resize(strategy_name)`."""
        name = check_name("strategy_name", strategy_name)
        return await resize.resize(face, self._target, name, reason=reason, actor=actor, metadata=metadata)

    run_resize_strategy = sync_method(_run_resize_strategy)
    async_run_resize_strategy = async_method(_run_resize_strategy)

    async def _preview_resize(self, face: Face, strategy: str | None = None) -> Diff | None:
        """What `resize` would do now; None where it would change nothing. Nothing changes."""
        return await preview.preview_resize(face, self._target, strategy)

    preview_resize = sync_method(_preview_resize)
    async_preview_resize = async_method(_preview_resize)

    async def _resize_attempts(self, face: Face, *, limit: int = 50, after: str | None = None) -> Page[ResizeAttempt]:
        """A page of the resizes of this session that came to nothing, newest first; pass its `next` as `after` for
        the page that follows.

        Args:
            limit: 1 to 10,000.
        """
        return await attempts.resize_attempts(face, self._target, limit=limit, after=after)

    resize_attempts = sync_method(_resize_attempts)
    async_resize_attempts = async_method(_resize_attempts)

    # --- history --------------------------------------------------------------------------------

    async def _revisions(
        self,
        face: Face,
        *,
        kind: str | None = None,
        strategy: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> Page[Revision]:
        """A page of the session's revisions, newest first; pass its `next` as `after` for the page that follows.

        Args:
            kind, strategy: only these.
            since, until: only those made at or after, and before, these times; naive ones are local.
            limit: 1 to 10,000.
        """
        return await history.history(
            face,
            self._target.ledger,
            target=self._target,
            kind=kind,
            strategy=strategy,
            since=since,
            until=until,
            limit=limit,
            after=after,
        )

    revisions = sync_method(_revisions)
    async_revisions = async_method(_revisions)

    async def _resize_history(
        self,
        face: Face,
        *,
        strategy: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> Page[Revision]:
        """As `revisions(kind="resize")`."""
        return await self._revisions(
            face, kind="resize", strategy=strategy, since=since, until=until, limit=limit, after=after
        )

    resize_history = sync_method(_resize_history)
    async_resize_history = async_method(_resize_history)

    async def _revision(self, face: Face, number: int) -> Revision:
        """One revision.

        Raises:
            RevisionNotFoundError: there is none with this number.
        """
        return await history.revision(face, self._target, number)

    revision = sync_method(_revision)
    async_revision = async_method(_revision)

    async def _diff(self, face: Face, a: int, b: int | None = None) -> Diff:
        """What differs between the windows and memos of two revisions, each as it was made.

        Args:
            a, b: the numbers of two revisions. With `a` alone: what that revision changed, which is the window as it
                stood just before it, with what was said until then, beside the window it made.

        Raises:
            RevisionNotFoundError: there is no such revision.
        """
        return await history.diff(face, self._target, a, b)

    diff = sync_method(_diff)
    async_diff = async_method(_diff)

    async def _explain(self, face: Face, revision: int) -> Explanation:
        """What a revision did to the window, and why: as data, and in words (`.text`).

        Args:
            revision: its number.

        Raises:
            RevisionNotFoundError: there is none with this number.
        """
        return await explaining.explain(face, self._target, revision)

    explain = sync_method(_explain)
    async_explain = async_method(_explain)

    async def _rollback(
        self,
        face: Face,
        revision: int,
        *,
        keep_newer: bool = True,
        parts: Collection[Part] = rollback.PART_NAMES,
        hold: bool | None = None,
        reason: str | None = None,
        actor: str | None = None,
        metadata: Any = None,
    ) -> Revision:
        """Window, full context and memo are those of the revision as it was made, plus what was said since.

        It is a new revision: nothing is deleted, and it can be undone like any other.

        Args:
            revision: its number.
            keep_newer: False leaves out what was said since.
            parts: which of "window", "full", "memo" to restore.
            hold: whether automatic resizing waits until `resize()`, a change of the limit or strategy, or the next
                revision; None: where the restored window is over `session.max_length` (`OverLimitWarning` says so).

        Raises:
            RevisionNotFoundError: there is no such revision; nothing changed.
        """
        note = note_of(self._target.ledger, reason, actor, metadata)
        return await rollback.rollback(
            face,
            self._target,
            revision,
            keep_newer=_checked_flag("keep_newer", keep_newer),
            parts=parts,
            hold=_checked_hold(hold),
            note=note,
        )

    rollback = sync_method(_rollback)
    async_rollback = async_method(_rollback)

    async def _undo(
        self,
        face: Face,
        *,
        hold: bool | None = None,
        reason: str | None = None,
        actor: str | None = None,
        metadata: Any = None,
    ) -> Revision:
        """What the current revision changed is as it was just before, and later messages stay; undone again, it is
        redone.

        Raises:
            RevisionNotFoundError: nothing was changed yet.
        """
        note = note_of(self._target.ledger, reason, actor, metadata)
        return await rollback.undo(face, self._target, hold=_checked_hold(hold), note=note)

    undo = sync_method(_undo)
    async_undo = async_method(_undo)

    # --- JSON and YAML --------------------------------------------------------------------------

    async def _to_json(self, face: Face) -> str:
        """Contexts, memo and settings as JSON text in the original system's format."""
        return portable.json_text(await portable.exported(face, self._target))

    to_json = sync_method(_to_json)
    async_to_json = async_method(_to_json)

    async def _to_yaml(self, face: Face) -> str:
        """Contexts, memo and settings as YAML text in the original system's format."""
        return portable.yaml_text(await portable.exported(face, self._target))

    to_yaml = sync_method(_to_yaml)
    async_to_yaml = async_method(_to_yaml)

    async def _load_json(
        self,
        face: Face,
        source: str | Path,
        *,
        reason: str | None = None,
        actor: str | None = None,
        metadata: Any = None,
    ) -> Self:
        """Contexts, memo and settings are those of the JSON text, or of the file a path names; the id stays.

        Raises:
            LoadError: it is no session; nothing changed.
        """
        note = note_of(self._target.ledger, reason, actor, metadata)
        name, data = portable.parsed_json(source)
        await portable.load(face, self._target, portable.checked(self._target, name, data), note)
        return self

    load_json = sync_method(_load_json)
    async_load_json = async_method(_load_json)

    async def _load_yaml(
        self,
        face: Face,
        source: str | Path,
        *,
        reason: str | None = None,
        actor: str | None = None,
        metadata: Any = None,
    ) -> Self:
        """As `load_json`, from YAML."""
        note = note_of(self._target.ledger, reason, actor, metadata)
        name, data = portable.parsed_yaml(source)
        await portable.load(face, self._target, portable.checked(self._target, name, data), note)
        return self

    load_yaml = sync_method(_load_yaml)
    async_load_yaml = async_method(_load_yaml)


def checked_handler(argument: str, handler: Any, *, optional: bool = False) -> Any:
    """The handler, if it can be called.

    Raises:
        InvalidArgumentError: it cannot.
    """
    if not callable(handler) and not (optional and handler is None):
        raise InvalidArgumentError(argument, handler, "a function" + (" or None" if optional else ""))
    return handler


def checked_strategy(resize_handler: Any) -> ResizeHandler | Strategy:
    """What `summarize` or `chain` made, or a handler that can be called.

    Raises:
        InvalidArgumentError: it is neither.
    """
    if isinstance(resize_handler, Strategy):
        return resize_handler
    return cast(ResizeHandler, checked_handler("resize_handler", resize_handler))


def _target(
    ledger: Ledger, id: str | None, owner: str | None, auto_resize: bool | None, settings: Mapping[str, Any] | None
) -> Target:
    target = Target(
        ledger,
        ledger.owner if owner is None else check_owner(owner),
        uuid4().hex if id is None else check_name("session_id", id),
        auto_resize=_checked_auto_resize(auto_resize),
        settings=catalog.checked_settings(settings),
    )
    if "session.measure" in target.settings:
        measure_of(target, None)
    return target


def _checked_auto_resize(value: bool | None) -> bool | None:
    if value is not None and not isinstance(value, bool):
        raise InvalidArgumentError("auto_resize", value, "True, False or None")
    return value


def _checked_hold(value: bool | None) -> bool | None:
    if value is not None and not isinstance(value, bool):
        raise InvalidArgumentError("hold", value, "True, False or None")
    return value


def _checked_flag(argument: str, value: bool) -> bool:
    if not isinstance(value, bool):
        raise InvalidArgumentError(argument, value, "True or False")
    return value
