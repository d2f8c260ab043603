"""The store's values as plain JSON, for `--json`."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

from manager import (
    Diff,
    Explanation,
    ExportReport,
    ImportReport,
    Message,
    Page,
    ResizeAttempt,
    Revision,
    SessionInfo,
    Snapshot,
    VerifyReport,
)


def page_record(name: str, page: Page[Any]) -> dict[str, Any]:
    """A page under the name of its items, with the cursor of the next one."""
    return {name: [_plain(item) for item in page], "next": page.next}


def message_record(message: Message) -> dict[str, Any]:
    """A message beside what the store knows of it; `message` is what the model is sent."""
    return {
        "seq": message.seq,
        "created_at": _plain(message.created_at),
        "metadata": message.metadata,
        "message": dict(message),
    }


def value_record(
    value: Diff
    | Explanation
    | ExportReport
    | ImportReport
    | ResizeAttempt
    | Revision
    | SessionInfo
    | Snapshot
    | VerifyReport,
) -> dict[str, Any]:
    """Every field of the value by its name; moments in ISO 8601, durations in seconds."""
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Message):
        return message_record(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        return value_record(value)
    return value
