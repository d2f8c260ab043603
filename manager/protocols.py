"""What users plug in: handlers, measures and clocks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, overload

from manager.model import JSON, Message, ResizeResult
from manager.settings import SettingsNamespace


class FullContext(Protocol):  # noqa: PLW1641 - compared like a list, and like a list without a hash
    """The full context, read page by page when it is looked at: by `len`, index, slice, `for` and `async for`."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> Message: ...
    @overload
    def __getitem__(self, index: slice) -> list[Message]: ...
    def __iter__(self) -> Iterator[Message]: ...
    def __aiter__(self) -> AsyncIterator[Message]: ...
    def __eq__(self, other: object, /) -> bool: ...
    async def read(self, start: int, stop: int) -> list[Message]:
        """The messages at positions `start` to `stop` (not included)."""
        ...


#: `(full_context, context_window, memo, session_settings)` to the name of a strategy, or None for no resize.
AnalysisHandler: TypeAlias = Callable[
    [FullContext, list[Message], Any, SettingsNamespace], "str | None | Awaitable[str | None]"
]

#: `(new_full, new_window, new_memo)`, or a `ResizeResult`.
ResizeValues: TypeAlias = (
    "tuple[Sequence[Mapping[str, Any]] | None, Sequence[Mapping[str, Any]] | None, Any] | ResizeResult"
)
#: `(full_context, context_window, memo, session_settings)` to `(new_full, new_window, new_memo)` or a `ResizeResult`;
#: None in a place leaves it as it is.
ResizeHandler: TypeAlias = Callable[
    [FullContext, list[Message], Any, SettingsNamespace], "ResizeValues | Awaitable[ResizeValues]"
]

#: `(messages, memo)` to a summary: text, a `Summary`, or for a memo any JSON value.
Summarizer: TypeAlias = Callable[[list[Message], Any], "Any | Awaitable[Any]"]

#: A message, as a plain dict, to its length in the measure's units.
Measure: TypeAlias = Callable[[dict[str, JSON]], int]

#: Microseconds since the epoch, UTC.
Clock: TypeAlias = Callable[[], int]
