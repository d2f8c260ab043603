"""Every error and warning the package raises on purpose."""

from __future__ import annotations

from typing import Any


class ManagerError(Exception):
    """The root of every error raised on purpose; `retryable` says whether the same call may succeed later."""

    retryable = False

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle would call the class with the text in the place of the facts: from a process pool, the error of one
        # call would come back as a broken pool.
        return _restored, (type(self), self.args, self.__dict__)


# --- what the caller handed in ------------------------------------------------------------------


class InvalidIdError(ManagerError, ValueError):
    """An identifier (session id, owner, key, strategy, actor, kind) is not 1 to 255 ordinary characters."""

    def __init__(self, field: str, value: object, problem: str) -> None:
        self.field = field
        self.value = value
        super().__init__(
            f"{field} {_shown(value)} {problem}; use 1 to 255 characters of text without control characters"
        )


class InvalidMessageError(ManagerError, ValueError):
    """A message holds something that cannot be kept exactly as JSON."""

    def __init__(self, path: str, value: object, problem: str, remedy: str) -> None:
        self.path = path
        self.value = value
        super().__init__(f"{path} is {_shown(value)}: {problem}; {remedy}")


class InvalidMemoError(ManagerError, ValueError):
    """A memo, title or metadata holds something that cannot be kept exactly as JSON."""

    def __init__(self, path: str, value: object, problem: str, remedy: str) -> None:
        self.path = path
        self.value = value
        super().__init__(f"{path} is {_shown(value)}: {problem}; {remedy}")


class InvalidSettingError(ManagerError, ValueError):
    """A known setting was given a value of the wrong type or range."""

    def __init__(self, key: str, value: object, expected: str) -> None:
        self.key = key
        self.value = value
        self.expected = expected
        super().__init__(f"setting {key!r} cannot be {_shown(value)}; it must be {expected}")


class UnknownMeasureError(InvalidSettingError):
    """A session is measured in a way that this process does not know, or cannot count in; nothing was written."""

    def __init__(self, measure: object, expected: str, remedy: str) -> None:
        super().__init__("session.measure", measure, f"{expected}; {remedy}")
        self.measure = measure


class MeasureError(ManagerError, ValueError):
    """A measure raised, or returned what is no length; nothing was written."""

    def __init__(self, measure: str, returned: object, problem: str) -> None:
        self.measure = measure
        self.returned = returned
        super().__init__(
            f"measure {measure!r} {problem}; it must return a whole number from 0 to 2**40 for every message"
        )

    @classmethod
    def of_returned(cls, measure: str, returned: object) -> MeasureError:
        """For what is no length."""
        return cls(measure, returned, f"returned {_shown(returned)} ({type(returned).__name__})")


class InvalidArgumentError(ManagerError, ValueError):
    """An argument has a type or value the call cannot work with."""

    def __init__(self, argument: str, value: object, expected: str) -> None:
        self.argument = argument
        self.value = value
        self.expected = expected
        super().__init__(f"{argument} cannot be {_shown(value)}; it must be {expected}")


class LoadError(ManagerError, ValueError):
    """A text or file is no session that can be loaded; nothing of that session was changed."""

    def __init__(self, source: str, problem: str, remedy: str) -> None:
        self.source = source
        self.problem = problem
        super().__init__(f"cannot load {source}: {problem}; {remedy}")


class MissingExtraError(ManagerError, ImportError):
    """What was asked for needs a package that is installed with an extra."""

    def __init__(self, extra: str, package: str | None) -> None:
        self.extra = extra
        self.package = package
        super().__init__(f"{package or 'a package'} is not installed; pip install 'contextledger[{extra}]'")


class KeyReusedError(ManagerError, ValueError):
    """An append key was used before in this session for other content; nothing was stored."""

    def __init__(self, key: str, session_id: str, first_seq: int, last_seq: int) -> None:
        self.key = key
        self.session_id = session_id
        self.first_seq = first_seq
        self.last_seq = last_seq
        super().__init__(
            f"key {key!r} already names another append to session {session_id!r} (messages {first_seq} to {last_seq}); "
            "use a new key for new content"
        )


# --- what is not there --------------------------------------------------------------------------


class SessionNotFoundError(ManagerError, LookupError):
    """No such session, or it was deleted."""

    def __init__(self, session_id: str, owner: str, *, deleted: bool = False) -> None:
        self.session_id = session_id
        self.owner = owner
        self.deleted = deleted
        of_owner = f" of owner {owner!r}" if owner else ""
        if deleted:
            text = f"session {session_id!r}{of_owner} was deleted; manager.session({session_id!r}) begins a new one"
        else:
            text = (
                f"no session {session_id!r}{of_owner}; manager.session({session_id!r}) creates it with its first write"
            )
        super().__init__(text)


class RevisionNotFoundError(ManagerError, LookupError):
    """The session has no such revision; nothing changed."""

    def __init__(self, session_id: str, revision: object, newest: int) -> None:
        self.session_id = session_id
        self.revision = revision
        self.newest = newest
        wanted = f"revision {revision!r}" if isinstance(revision, int) else str(revision)
        there = f"its revisions are 1 to {newest}: see session.revisions()"
        if newest == 0:
            there = "nothing was written to it yet"
        super().__init__(f"session {session_id!r} has no {wanted}; {there}")


class MessageNotFoundError(ManagerError, LookupError):
    """The session has no message with this seq, or none as early as this time."""

    def __init__(self, session_id: str, seq: object, head_seq: int) -> None:
        self.session_id = session_id
        self.seq = seq
        self.head_seq = head_seq
        super().__init__(
            f"session {session_id!r} has no message {seq!r}; its messages are 1 to {head_seq}: see session.log()"
        )


# --- measuring again ----------------------------------------------------------------------------


class RemeasureConflictError(ManagerError, RuntimeError):
    """A session could not be measured again, because of what other writers did meanwhile; its measure is as it was."""

    retryable = True

    def __init__(self, session_id: str, measure: str, problem: str) -> None:
        self.session_id = session_id
        self.measure = measure
        super().__init__(
            f"session {session_id!r} was not measured in {measure!r}: {problem}; "
            f"call remeasure({measure!r}) again, it goes on where it stopped"
        )


# --- resizing -----------------------------------------------------------------------------------


class ResizeError(ManagerError, RuntimeError):
    """A resize failed and changed nothing; `appended` holds the append it followed, if that is stored."""

    def __init__(self, strategy: str | None, problem: str, *, appended: Any = None) -> None:
        self.strategy = strategy
        self.problem = problem
        self.appended = appended
        what = f"strategy {strategy!r}" if strategy is not None else "the analysis handler"
        super().__init__(f"{what} {problem}")

    def __str__(self) -> str:
        text = super().__str__()
        return text if self.appended is None else f"{text} (the messages are stored: do not send them again)"


class ResizeResultError(ResizeError, ValueError):
    """A handler returned something that is not a resize result; nothing changed."""

    def __init__(self, strategy: str | None, returned: object, problem: str, *, appended: Any = None) -> None:
        self.returned = returned
        remedy = (
            "return (new_full, new_window, new_memo) or ResizeResult(...), with None for what stays as it is"
            if strategy is not None
            else "return the name of a strategy, or None for no resize"
        )
        super().__init__(strategy, f"returned {_shown(returned)}: {problem}; {remedy}", appended=appended)


class RecallError(ManagerError, ValueError):
    """The messages cannot be brought back into the window; nothing changed.

    `length`, `count`, `max_length` and `max_messages` say what the window would hold, where that is the reason.
    """

    def __init__(
        self,
        session_id: str,
        seqs: list[int],
        problem: str,
        *,
        length: int | None = None,
        max_length: int | None = None,
        count: int | None = None,
        max_messages: int | None = None,
    ) -> None:
        self.session_id = session_id
        self.seqs = seqs
        self.problem = problem
        self.length = length
        self.max_length = max_length
        self.count = count
        self.max_messages = max_messages
        named = ", ".join(map(str, seqs[:10])) + (", …" if len(seqs) > 10 else "")
        remedy = "raise the limit, recall fewer, or read them with session.log()"
        if length is None:
            remedy = "read them with session.log()"
        which = "message" if len(seqs) == 1 else "messages"
        super().__init__(f"{which} {named} of session {session_id!r} cannot come back: {problem}; {remedy}")


class RevisionConflictError(ResizeError):
    """Other writers changed the window each time while a handler worked; nothing was changed by this call."""

    retryable = True

    def __init__(self, strategy: str | None, seen: int, found: int) -> None:
        self.seen = seen
        self.found = found
        super().__init__(
            strategy,
            f"worked on revision {seen}, but revision {found} was current when it was done; call resize() again",
        )


# --- the database -------------------------------------------------------------------------------


class SchemaError(ManagerError, RuntimeError):
    """The tables in the database cannot be used by this version of the program."""


class SchemaOutdatedError(SchemaError):
    """The tables are of an earlier version, or are not there, and were not upgraded."""

    def __init__(self, url: str, found: str | None, needed: str) -> None:
        self.url = url
        self.found = found
        self.needed = needed
        if found is not None:
            state = f"has schema {found}, this version needs {needed}"
        else:
            state = f"has no schema yet (`contextledger import` reads other systems' databases), {needed} is needed"
        super().__init__(f"{url} {state}; run `contextledger upgrade --url {url}` or manager.upgrade()")


class SchemaNewerError(SchemaError):
    """The tables were made by a later version of the program."""

    def __init__(self, url: str, found: str, known: str) -> None:
        self.url = url
        self.found = found
        self.known = known
        super().__init__(
            f"{url} has schema {found}, this version knows up to {known}; install a newer version of contextledger"
        )


class SchemaForeignError(SchemaError):
    """The database has tables with our names that another program made; nothing was changed."""

    def __init__(self, url: str, tables: tuple[str, ...]) -> None:
        self.url = url
        self.tables = tables
        super().__init__(
            f"{url} holds {', '.join(tables)} made by another program; use another database or schema, or rename them"
        )


class UnsupportedDatabaseError(ManagerError, ValueError):
    """The URL names a database, driver or version that is not supported, or whose driver is not installed."""

    def __init__(self, url: str, problem: str, remedy: str) -> None:
        self.url = url
        self.problem = problem
        super().__init__(f"{url} {problem}; {remedy}")


class DatabaseError(ManagerError, RuntimeError):
    """The database refused a statement; the transaction was rolled back."""

    remedy = "see the cause above for the database's own words"

    def __init__(self, url: str, problem: str) -> None:
        self.url = url
        self.problem = problem
        super().__init__(f"{url}: {problem}; {self.remedy}")


class DatabaseBusyError(DatabaseError, TimeoutError):
    """Another writer held the lock for longer than the bounded retries; nothing was stored."""

    retryable = True
    remedy = "try again, or look for a transaction that is left open"


class DatabaseUnavailableError(DatabaseError, ConnectionError):
    """The database cannot be reached; nothing was stored."""

    retryable = True
    remedy = "check that it runs and that the URL is right, then try again"


class DatabaseFullError(DatabaseError, OSError):
    """The disk or a size limit of the database is exhausted; nothing was stored."""

    remedy = "make room and call again"

    def __str__(self) -> str:
        return str(self.args[0])


class DatabaseReadOnlyError(DatabaseError, PermissionError):
    """The database, file or user may not write; nothing was stored."""

    remedy = "give write access to the file and its folder, or use another user or server"

    def __str__(self) -> str:
        return str(self.args[0])


class DatabaseCorruptError(DatabaseError):
    """The database file is damaged or is not a database."""

    remedy = "restore a backup; `contextledger verify` tells which sessions are whole"


class StoredDataError(DatabaseError):
    """A row does not hold what this program wrote there."""

    remedy = "run `contextledger verify` to see what was altered"


class ClosedError(ManagerError, RuntimeError):
    """The manager was closed."""

    def __init__(self) -> None:
        super().__init__("this SessionManager is closed; make a new one")


# --- warnings -----------------------------------------------------------------------------------


class ManagerWarning(UserWarning):
    """The root of every warning given on purpose."""


class UnknownStrategyWarning(ManagerWarning):
    """A strategy was named that is not registered in this process; nothing was cut."""


class ResizeFailedWarning(ManagerWarning):
    """An automatic resize failed, or changed nothing: the messages are stored and the window is as it was; or a step of
    a chain failed and was passed over."""


class OverLimitWarning(ManagerWarning):
    """The window is, or stays, longer than `session.max_length`, or its head had to give way."""


class WindowFormatWarning(ManagerWarning):
    """A handler left a window that a provider would refuse: see session.check_window()."""


class UnknownSettingWarning(ManagerWarning):
    """A setting's name is close to a known one; it was kept, but has no effect of its own."""


def _restored(kind: type[ManagerError], args: tuple[Any, ...], facts: dict[str, Any]) -> ManagerError:
    # The class is not called: it takes the facts, and would make its text of them anew.
    make: Any = OSError.__new__ if issubclass(kind, OSError) else kind.__new__
    error: ManagerError = make(kind)
    error.args = args
    error.__dict__.update(facts)
    return error


def described(error: BaseException) -> str:
    """The error's type and text; never an error of its own."""
    try:
        text = str(error)
    except Exception:
        text = "no text, because its __str__ failed"
    return f"{type(error).__name__}: {text}"


def _shown(value: object) -> str:
    """The value as an error shows it: never more than 80 characters, never an error of its own."""
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 80 else f"{text[:60]}… ({type(value).__name__}, {len(text)} characters)"
