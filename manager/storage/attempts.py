"""Whether a call whose transaction failed is run again, and when."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, Generic, NoReturn, TypeVar

from sqlalchemy import Connection

from manager.errors import (
    DatabaseBusyError,
    DatabaseUnavailableError,
    ManagerError,
    UnsupportedDatabaseError,
    described,
)
from manager.storage import failures

R = TypeVar("R")
Confirm = Callable[[Connection, R], bool]

#: Runs of one call, the first included, and the seconds after which a run that fails is the last.
_RUNS = 10
_PATIENCE = 10.0


class Retry(Exception):
    """Raised by work that must begin again in a new transaction, such as a creation that met another's."""


class Attempts(Generic[R]):
    """How often a call was run, and whether it may be run again."""

    def __init__(self, url: str, confirm: Confirm[R] | None) -> None:
        self.confirm = confirm
        #: The transaction that may or may not have been committed.
        self.unconfirmed: OutcomeUnknownError | None = None
        self._url = url
        self._runs = 0
        self._started = time.monotonic()
        self._had_connection = False

    def after(self, error: Exception) -> float:
        """Seconds until the next run; raises what the caller shall see where there is none."""
        self._runs += 1
        cause: BaseException | None = error
        lost = False
        if isinstance(error, OutcomeUnknownError):
            self.unconfirmed = error
            cause, lost = error.__cause__, True
        elif isinstance(error, NoConnectionError):
            cause = error.__cause__
            # A server that restarts is waited for by those who were connected to it, and nobody else.
            lost = self._had_connection
        elif failures.disconnected(error):
            lost = True
        self._had_connection |= lost
        again = lost or isinstance(error, Retry) or (cause is not None and failures.transient(cause))
        if again and self._runs < _RUNS and time.monotonic() - self._started < _PATIENCE:
            if lost and self._runs == 1:
                return 0.0  # a connection that went stale in the pool
            return random.uniform(0.5, 1.0) * min(0.01 * (1 << self._runs), 1.0)
        if isinstance(error, Retry):
            raise DatabaseBusyError(self._url, f"other writers came first {self._runs} times") from error
        assert cause is not None
        if failures.driver_error(cause) is None:
            if isinstance(error, NoConnectionError):
                raise_unusable(cause, self._url)
            raise cause
        translated = failures.translate(cause, self._url)
        if self.unconfirmed is not None:
            problem = "the connection was lost during COMMIT, and whether it was stored is not known"
            translated = DatabaseUnavailableError(self._url, f"{problem} ({translated.problem})")
        raise translated from cause


def raise_unusable(cause: BaseException, url: str) -> NoReturn:
    """Raises what says that nobody can connect in this way; an error of ours, and what ends the process, as it is."""
    if isinstance(cause, ManagerError) or not isinstance(cause, Exception):
        raise cause
    raise UnsupportedDatabaseError(
        url, f"cannot be connected to ({described(cause)})", "check the options in the URL and in engine_options"
    ) from cause


class NoConnectionError(Exception):
    """Its cause says why there is no connection."""


class OutcomeUnknownError(Exception):
    """The connection was lost during COMMIT; holds what the work returned."""

    def __init__(self, result: Any) -> None:
        super().__init__()
        self.result = result
