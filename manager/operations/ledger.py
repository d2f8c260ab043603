"""What an operation works on: the ledger (one manager's database, settings and handlers) and a session in it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from manager.errors import InvalidArgumentError
from manager.model import Encoded, Entries
from manager.operations.flight import Flights
from manager.operations.known import Known
from manager.planning.normalize import check_optional_name, check_owner
from manager.protocols import AnalysisHandler, Clock, Measure, ResizeHandler
from manager.settings import ResizeRules, Settings
from manager.storage.database import Database

if TYPE_CHECKING:
    from manager.operations.strategies.strategy import Strategy

DEFAULT_MAX_MESSAGE_BYTES: Final = 16 * 1024 * 1024
DEFAULT_URL: Final = "sqlite:///contextledger.db"
#: Where datetime ends, in microseconds since the epoch.
_YEAR_10000: Final = 253_402_300_800_000_000
URL_VARIABLE: Final = "CONTEXTLEDGER_URL"

#: Whether an acknowledged write survives a power cut on SQLite ("full"), or only the end of the process ("normal").
Durability: TypeAlias = Literal["full", "normal"]


def system_clock() -> int:
    """Microseconds since the epoch by the machine's clock."""
    return time.time_ns() // 1_000


@dataclass(slots=True)
class Ledger:
    """One manager's database, settings and handlers."""

    database: Database
    settings: Settings
    owner: str = ""
    actor: str | None = None
    clock: Clock = system_clock
    max_message_bytes: int = DEFAULT_MAX_MESSAGE_BYTES
    analysis_handler: AnalysisHandler | None = None
    resize_handlers: dict[str, ResizeHandler | Strategy] = field(default_factory=dict)
    measures: dict[str, Measure] = field(default_factory=dict)
    flights: Flights = field(default_factory=Flights)
    #: Sessions, and strategies wanted for them that are not registered in this process, which was said already.
    unknown_strategies: set[tuple[int, str]] = field(default_factory=set)

    def now(self) -> int:
        """What the clock says, in microseconds; asked before a transaction, because a clock may be the user's.

        Raises:
            InvalidArgumentError: it says no such thing.
        """
        moment = self.clock()
        if type(moment) is not int or not 0 <= moment < _YEAR_10000:
            raise InvalidArgumentError("clock", moment, "a function that returns whole microseconds since the epoch")
        return moment


@dataclass(frozen=True, slots=True)
class Seen:
    """What a handle last saw of its session, and of its manager's settings then, and the rules that follow."""

    settings: str
    process: int
    measure: str
    rules: ResizeRules


class CutWindow(NamedTuple):
    """What a cut left in the window, and the digest of its revision, which says whether that is still so.

    `known` are messages of the window and after it, with their lengths of this measurement.
    """

    digest: bytes
    spans: Entries
    measurement: int
    known: Known


@dataclass(slots=True)
class Target:
    """A session as one handle knows it.

    `row_id` is known from the first time its row was seen: from then on the handle means that row and no other, so a
    session that was deleted is not made again behind its user's back. Title, metadata and settings are for the row's
    making. `window_length`, `window_count` and `open_calls` are those after its last append, `cut_window` what its last
    cut left.
    """

    ledger: Ledger
    owner: str
    session_id: str
    row_id: int | None = None
    auto_resize: bool | None = None
    title: str | None = None
    metadata: Encoded | None = None
    settings: dict[str, object] = field(default_factory=dict)
    analysis_handler: AnalysisHandler | None = None
    resize_handlers: dict[str, ResizeHandler | Strategy] = field(default_factory=dict)
    seen: Seen | None = None
    window_length: int = 0
    window_count: int = 0
    open_calls: str | None = None
    cut_window: CutWindow | None = None

    def spans_after_cut(self, revision_digest: bytes) -> Entries | None:
        """The entries of the window that this revision wrote; None where it is not the cut this handle made last."""
        known = self.cut_window
        return known.spans if known is not None and known.digest == revision_digest else None

    def known_after_cut(self, revision_digest: bytes, measurement: int) -> Known | None:
        """What it knows of messages since that cut; None where this is another revision, or lengths of another
        measurement."""
        window = self.cut_window
        if window is None or window.digest != revision_digest or window.measurement != measurement:
            return None
        return window.known

    def effective_analysis_handler(self) -> AnalysisHandler | None:
        """The session's own handler, else its manager's; None for the built-in one."""
        return self.analysis_handler or self.ledger.analysis_handler

    def resize_handler(self, strategy: str) -> ResizeHandler | Strategy | None:
        """What the user registered under the name, on the session or its manager."""
        return self.resize_handlers.get(strategy) or self.ledger.resize_handlers.get(strategy)


def open_ledger(
    url: str | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    owner: str | None = None,
    actor: str | None = None,
    upgrade: bool | None = None,
    durability: Durability = "full",
    max_message_bytes: int = DEFAULT_MAX_MESSAGE_BYTES,
    engine_options: Mapping[str, Any] | None = None,
    clock: Clock = system_clock,
) -> Ledger:
    """A ledger on the database of the URL, else of $CONTEXTLEDGER_URL, else of contextledger.db; nothing is opened.

    Raises:
        UnsupportedDatabaseError, InvalidSettingError, InvalidIdError, InvalidArgumentError: an argument is not usable.
    """
    if type(max_message_bytes) is not int or max_message_bytes < 1:
        raise InvalidArgumentError("max_message_bytes", max_message_bytes, "a whole number of at least 1")
    if not callable(clock):
        raise InvalidArgumentError("clock", clock, "a function that returns whole microseconds since the epoch")
    if settings is not None and not isinstance(settings, Mapping):
        raise InvalidArgumentError("settings", settings, "a dict of settings")
    if engine_options is not None and not isinstance(engine_options, Mapping):
        raise InvalidArgumentError("engine_options", engine_options, "a dict of options for create_engine")
    if upgrade is not None and not isinstance(upgrade, bool):
        raise InvalidArgumentError("upgrade", upgrade, "True, False or None")
    ledger = Ledger(
        database=Database(
            url or os.environ.get(URL_VARIABLE) or DEFAULT_URL,
            durability=durability,
            upgrade=upgrade,
            engine_options=engine_options,
        ),
        settings=Settings(settings),
        owner="" if owner is None else check_owner(owner),
        actor=check_optional_name("actor", actor),
        clock=clock,
        max_message_bytes=max_message_bytes,
    )
    ledger.settings.carried = ledger
    return ledger


_default: Ledger | None = None
_default_lock = threading.Lock()


def default_ledger() -> Ledger:
    """The process-wide ledger, for sessions that were given no manager."""
    global _default
    with _default_lock:
        if _default is None:
            _default = open_ledger()
        return _default
