"""The entry: a database, what is registered for all its sessions, and the sessions in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

from manager.errors import InvalidArgumentError, LoadError
from manager.model import ExportReport, ImportReport, Page, Revision, SessionInfo, VerifyReport
from manager.operations import catalog, exporting, history, portable, restoring
from manager.operations import verify as verifying
from manager.operations.faces import Face, async_method, sync_method
from manager.operations.ledger import DEFAULT_MAX_MESSAGE_BYTES, Durability, open_ledger, system_clock
from manager.operations.strategies import Strategy
from manager.planning.measures import BUILT_IN
from manager.planning.normalize import check_name, check_owner
from manager.protocols import AnalysisHandler, Clock, Measure, ResizeHandler
from manager.session import Session, checked_handler, checked_strategy
from manager.settings import Settings


class _Owners(Enum):
    ALL = "all owners"


#: In the place of an owner: those of all owners.
ALL_OWNERS: Final = _Owners.ALL


class SessionManager:
    """The sessions of one database.

    Every operation is there twice, as `x()` and as `async_x()`; both may be used on one manager, from any thread and
    any event loop.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        settings: Mapping[str, Any] | None = None,
        owner: str | None = None,
        actor: str | None = None,
        upgrade: bool | None = None,
        durability: Durability = "full",
        max_message_bytes: int = DEFAULT_MAX_MESSAGE_BYTES,
        engine_options: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Nothing is opened before the first operation.

        Args:
            url: the database; else $CONTEXTLEDGER_URL, else `sqlite:///contextledger.db`. `sqlite://` is in memory.
            settings: of the process, for every session without its own value; not stored.
            owner: whose sessions these are where no other owner is named; the empty text by default.
            actor: who is noted with revisions where nobody else is named.
            upgrade: None creates the tables in an empty database and upgrades SQLite files; True upgrades servers
                too; False does neither.
            durability: "full": what is acknowledged survives a power cut; "normal": it survives the end of the
                process, and SQLite may lose the last moments in a power cut. Servers have settings of their own.
            max_message_bytes: the size a message may have as JSON text in UTF-8.
            engine_options: for SQLAlchemy's `create_engine`, such as `pool_size` or `connect_args`.
            clock: says the time for `created_at`, in microseconds since the epoch; None: the machine's.

        Raises:
            UnsupportedDatabaseError, InvalidSettingError, InvalidIdError, InvalidArgumentError: an argument is not
                usable.
        """
        self._ledger = open_ledger(
            url,
            settings=settings,
            owner=owner,
            actor=actor,
            upgrade=upgrade,
            durability=durability,
            max_message_bytes=max_message_bytes,
            engine_options=engine_options,
            clock=clock if clock is not None else system_clock,
        )
        self._activated: dict[str, Session] = {}
        self._active: Session | None = None

    def __repr__(self) -> str:
        return f"SessionManager({self.url!r})"

    @property
    def url(self) -> str:
        """The database's URL, its password hidden."""
        return self._ledger.database.url

    @property
    def owner(self) -> str:
        """Whose sessions these are where no other owner is named."""
        return self._ledger.owner

    # --- settings and handlers ------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """The settings of the process: live for every session without its own value, not stored."""
        return self._ledger.settings

    def set_settings(self, key: str, value: Any) -> Self:
        """The setting is in force at once, for every session without its own value.

        Raises:
            InvalidSettingError: a known key cannot have this value.
        """
        self._ledger.settings.set(key, value)
        return self

    def register_session_analysis_handler(self, analysis_handler: AnalysisHandler | None) -> Self:
        """The handler decides, for every session without its own, whether to resize; None: the built-in one does."""
        self._ledger.analysis_handler = checked_handler("analysis_handler", analysis_handler, optional=True)
        return self

    def register_session_resize_handler(self, strategy_name: str, resize_handler: ResizeHandler | Strategy) -> Self:
        """The handler, or what `summarize(...)` or `chain(...)` made, is what the strategy of this name does, for every
        session without its own."""
        name = check_name("strategy_name", strategy_name)
        self._ledger.resize_handlers[name] = checked_strategy(resize_handler)
        return self

    def register_measure(self, name: str, measure: Measure) -> Self:
        """`session.measure` may have this name in this process: messages are counted by the function.

        Args:
            name: 1 to 255 characters; none of the built-in names.
            measure: gives the length of a message, which it gets as a plain dict of its own: a whole number from 0. It
                is called outside of transactions, in the thread of whoever writes, and must give the same length for
                the same message in every process.

        Raises:
            InvalidIdError, InvalidArgumentError: an argument cannot be used.
        """
        checked = check_name("name", name)
        if checked in BUILT_IN:
            raise InvalidArgumentError("name", name, f"another one: {', '.join(map(repr, BUILT_IN))} are built in")
        self._ledger.measures[checked] = checked_handler("measure", measure)
        return self

    # --- sessions -------------------------------------------------------------------------------

    def session(
        self,
        session_id: str | None = None,
        *,
        owner: str | None = None,
        title: str | None = None,
        metadata: Any = None,
        settings: Mapping[str, Any] | None = None,
        auto_resize: bool | None = None,
    ) -> Session:
        """A new handle; nothing is read or written.

        Args:
            session_id: 1 to 255 characters; a new random one when left out.
            owner: None for the manager's.
            title, metadata, settings: apply when the session's first write makes it, and not where it is there.
            auto_resize: whether writes through this handle resize by themselves; None: as the settings say.

        Raises:
            InvalidIdError, InvalidMemoError, InvalidSettingError: an argument cannot be used.
        """
        return Session._open(
            self._ledger,
            session_id,
            owner=owner,
            title=title,
            metadata=metadata,
            settings=settings,
            auto_resize=auto_resize,
        )

    async def _get_session(self, face: Face, session_id: str, *, owner: str | None = None) -> Session:
        """A handle of a session that is there.

        Raises:
            SessionNotFoundError: it is not.
        """
        session = Session._open(self._ledger, check_name("session_id", session_id), owner=owner)
        await catalog.find(face, session._target)
        return session

    get_session = sync_method(_get_session)
    async_get_session = async_method(_get_session)

    async def _list_sessions(
        self, face: Face, *, owner: str | _Owners | None = None, limit: int = 100, after: str | None = None
    ) -> Page[SessionInfo]:
        """A page of sessions; pass its `next` as `after` for the page that follows.

        Args:
            owner: None for the manager's, last active first; ALL_OWNERS for everybody's, last made first.
            limit: 1 to 10,000.
        """
        whose = None if owner is ALL_OWNERS else self._owner(owner)
        return await catalog.list_sessions(face, self._ledger, owner=whose, limit=limit, after=after)

    list_sessions = sync_method(_list_sessions)
    async_list_sessions = async_method(_list_sessions)

    async def _delete_session(self, face: Face, session_id: str, *, owner: str | None = None) -> None:
        """The name is free at once, and the session's rows are removed, in pages.

        Raises:
            SessionNotFoundError: there is none; nothing changed.
        """
        session = Session._open(self._ledger, check_name("session_id", session_id), owner=owner)
        await catalog.delete_session(face, session._target)

    delete_session = sync_method(_delete_session)
    async_delete_session = async_method(_delete_session)

    async def _import_session(self, face: Face, source: str | Path, *, owner: str | None = None) -> Session:
        """A new session with the id, contexts, memo and settings of the JSON or YAML text, or of the file a path
        names.

        Raises:
            LoadError: it is no session, or one with its id is there; nothing changed.
        """
        try:
            name, data = portable.parsed_json(source)
        except LoadError:
            name, data = portable.parsed_yaml(source)
        loaded = portable.checked(Session._open(self._ledger, None, owner=owner)._target, name, data)
        session = Session._open(self._ledger, loaded.session_id, owner=owner)
        await portable.load(face, session._target, loaded, must_be_new=True)
        return session

    import_session = sync_method(_import_session)
    async_import_session = async_method(_import_session)

    async def _export_jsonl(
        self,
        face: Face,
        target: Path | BinaryIO,
        *,
        session: str | None = None,
        owner: str | _Owners | None = ALL_OWNERS,
    ) -> ExportReport:
        """Whole sessions are in the file, one line of JSON a row: every message, revision and memo, as they are kept.

        Each session is of one moment, though others go on writing. What is altered, or is deleted meanwhile, is left
        out, and what is altered is told in the report.

        Args:
            target: a path, which has the file when it is whole, in the place of one that is there; or a file that is
                open for bytes, which stays open.
            session: only this one, of the owner; None for all sessions of the owner.
            owner: ALL_OWNERS for everybody's, with a session for the manager's; None for the manager's.

        Raises:
            SessionNotFoundError: there is no such session.
            InvalidArgumentError: the target is neither a path nor a file that is open for bytes.
            OSError: the file cannot be written.
        """
        whose = None if owner is ALL_OWNERS and session is None else self._owner(owner)
        only = None
        if session is not None:
            only = Session._open(self._ledger, check_name("session", session), owner=whose)._target
        return await exporting.export_jsonl(face, self._ledger, target, only=only, owner=whose)

    export_jsonl = sync_method(_export_jsonl)
    async_export_jsonl = async_method(_export_jsonl)

    async def _import_jsonl(self, face: Face, source: Path | BinaryIO) -> ImportReport:
        """The sessions of a file that `export_jsonl` wrote are there, under their owners and ids, as they were.

        Each is checked line by line against its digests, and is seen when it is whole, not before. One that is there
        is left as it is; if it is there as it stood earlier, it has what came since, and handles of it are those of a
        deleted session. One that is there with another history is refused, and the others are imported. Run again
        after an error or a kill, it does the rest.

        Args:
            source: a path, or a file that is open for bytes, which stays open.

        Raises:
            LoadError: a line was altered, or the file cut short; sessions before that line are there.
            InvalidArgumentError: the source is neither a path nor a file that is open for bytes.
        """
        return await restoring.import_jsonl(face, self._ledger, source)

    import_jsonl = sync_method(_import_jsonl)
    async_import_jsonl = async_method(_import_jsonl)

    # --- one conversation at a time -------------------------------------------------------------

    def activate_session(self, *, session_id: str | None = None) -> Self:
        """The session is `activated_session`; the same handle, handlers kept, each time for the same id."""
        session = self._activated.get(check_name("session_id", session_id)) if session_id is not None else None
        if session is None:
            session = self.session(session_id)
            self._activated[session.id] = session
        self._active = session
        return self

    @property
    def activated_session(self) -> Session | None:
        """The session that was activated last; None before that and after `deactivate_session()`."""
        return self._active

    def deactivate_session(self) -> Self:
        """No session is activated; its handle and handlers are kept for its next activation."""
        self._active = None
        return self

    # --- history, verification, upkeep ----------------------------------------------------------

    async def _revisions(
        self,
        face: Face,
        *,
        owner: str | _Owners | None = None,
        session: str | None = None,
        kind: str | None = None,
        strategy: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> Page[Revision]:
        """A page of revisions of many sessions, newest first; pass its `next` as `after` for the page that follows.

        Args:
            owner: None for the manager's, ALL_OWNERS for everybody's.
            session: only this one's.
            kind, strategy: only these.
            since, until: only those made at or after, and before, these times; naive ones are local.
            limit: 1 to 10,000.
        """
        target = None
        if session is not None:
            whose = None if owner is ALL_OWNERS else owner
            target = Session._open(self._ledger, check_name("session", session), owner=whose)._target
        return await history.history(
            face,
            self._ledger,
            target=target,
            owner=None if owner is ALL_OWNERS else self._owner(owner),
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
        owner: str | _Owners | None = None,
        session: str | None = None,
        strategy: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> Page[Revision]:
        """As `revisions(kind="resize")`."""
        return await self._revisions(
            face,
            owner=owner,
            session=session,
            kind="resize",
            strategy=strategy,
            since=since,
            until=until,
            limit=limit,
            after=after,
        )

    resize_history = sync_method(_resize_history)
    async_resize_history = async_method(_resize_history)

    async def _verify(
        self,
        face: Face,
        session_id: str | None = None,
        *,
        owner: str | _Owners | None = ALL_OWNERS,
        expected: verifying.Expected | None = None,
    ) -> VerifyReport:
        """Every row was compared with its digests, its counters and the rows around it; never raises.

        It names the first row of each session that was altered, lost or added behind the store's back. Without a
        secret it cannot stop a forger who recomputes every digest; `expected` can, against heads kept elsewhere.

        Args:
            session_id: only this session, of the owner; None for all sessions of the owner.
            owner: ALL_OWNERS for everybody's; None for the manager's.
            expected: by session id, or (owner, session id): the seq and the digest (`info().head_digest`) after it.
        """
        whose = None if owner is ALL_OWNERS and session_id is None else self._owner(owner)
        target = None if session_id is None else Session._open(self._ledger, session_id, owner=whose)._target
        return await verifying.verify(face, self._ledger, target=target, owner=whose, expected=expected)

    verify = sync_method(_verify)
    async_verify = async_method(_verify)

    async def _upgrade(self, face: Face) -> None:
        """The tables are those of this version, whatever `upgrade` was given; interrupted deletions are finished.

        Raises:
            SchemaNewerError, SchemaForeignError: they are not ours to upgrade.
        """
        await face.call(self._ledger.database.upgrade)
        await catalog.finish_deletions(face, self._ledger)

    upgrade = sync_method(_upgrade)
    async_upgrade = async_method(_upgrade)

    def _owner(self, owner: str | _Owners | None) -> str:
        return self.owner if owner is None or isinstance(owner, _Owners) else check_owner(owner)

    def close(self) -> None:
        """Every connection is closed; later calls raise `ClosedError`."""
        self._ledger.database.close()

    async def async_close(self) -> None:
        """Every connection is closed; later calls raise `ClosedError`."""
        await self._ledger.database.async_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.async_close()
