"""Files of JSON lines in the words of OpenAI Chat, `{"id": …, "messages": [...]}`: read, and written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal

from manager import ALL_OWNERS, LoadError, Message, Session, SessionInfo, SessionManager
from manager.operations.files import WrittenFile
from manager.operations.portable import json_text
from manager.transfer.source import Conversation, Item, made_item

#: What a line looks like, for who has another one.
REMEDY = 'each line is {"id": "a-name", "messages": [{"role": "user", "content": "…"}, …]}'

#: Which messages of a session are written: of the conversation as it stands, of its window, or all there ever were.
Part = Literal["full", "window", "log"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the file: `name` is None where it has no id, `more` is what else it says."""

    place: str
    name: str | None
    messages: list[Any]
    more: dict[str, Any]


def numbered_lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of the file that are not blank, and their numbers, one in memory at a time.

    Raises:
        LoadError: the file cannot be read.
    """
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, line
    except OSError as error:
        raise LoadError(str(file), error.strerror or "it cannot be read", "name a file of JSON lines") from error


def parsed_line(place: str, line: bytes) -> Line:
    """The line as a conversation; its messages are not looked at.

    Raises:
        LoadError: it is none.
    """
    try:
        # A byte order mark is what some editors put before the first line.
        value = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise LoadError(place, f"it is not UTF-8 at byte {error.start + 1}", "save the file as UTF-8") from error
    except RecursionError as error:
        raise LoadError(place, "it is nested too deeply", REMEDY) from error
    except ValueError as error:
        raise LoadError(place, f"it is not JSON ({error})", REMEDY) from error
    if not isinstance(value, dict):
        raise LoadError(place, f"it is a {type(value).__name__}, not an object", REMEDY)
    name, messages = value.pop("id", None), value.pop("messages", None)
    if name is not None and (isinstance(name, bool) or not isinstance(name, str | int)):
        raise LoadError(place, "it has no id", REMEDY)
    if not isinstance(messages, list):
        raise LoadError(place, "it has no list of messages", REMEDY)
    return Line(place=place, name=None if name is None else str(name), messages=messages, more=value)


class OpenAIJsonl:
    """A file of JSON lines as a source; a line without an id is named by the file and its number."""

    system = "openai-jsonl"
    unit = "message"

    def __init__(self, file: Path) -> None:
        self._file = file

    def total(self, session_id: str | None) -> int | None:
        return None

    def conversations(self, session_id: str | None) -> Iterator[Conversation]:
        for number, line in numbered_lines(self._file):
            unnamed = f"{self._file.stem}-{number}"
            try:
                parsed = parsed_line(f"{self._file} line {number}", line)
            except LoadError as error:
                if session_id in (None, unnamed):
                    yield Conversation(session_id=unnamed, refused=str(error))
                continue
            name = parsed.name if parsed.name is not None else unnamed
            if session_id in (None, name):
                yield Conversation(session_id=name, items=_items(parsed.messages), metadata=parsed.more or None)

    def canonical(self, message: Mapping[str, Any]) -> dict[str, Any]:
        return dict(message)

    def close(self) -> None:
        """The file is open only while it is read."""


def _items(messages: list[Any]) -> Iterator[Item]:
    for place, message in enumerate(messages, 1):
        yield made_item(place, message)


def write_openai_jsonl(
    manager: SessionManager,
    target: Path | BinaryIO,
    *,
    session_id: str | None = None,
    owner: str | None = None,
    part: Part = "full",
) -> int:
    """The sessions are in the file, one a line, their messages as they were stored.

    The other keys of a line are those of the session's metadata, where that is an object.

    Args:
        target: a path, which has the file when it is whole; or a file that is open for bytes, which stays open.
        session_id: only this one's.
        owner: whose; None for everybody's, or for the manager's where a session is named.

    Returns:
        How many sessions there are in it.

    Raises:
        SessionNotFoundError: there is no session of this name.
        OSError: the file cannot be written.
    """
    file = WrittenFile(target)
    count = 0
    try:
        for session, info in _sessions(manager, session_id, owner):
            _write(file, session, info, part)
            count += 1
        file.finish()
    except BaseException:
        file.give_up()
        raise
    return count


def _write(file: WrittenFile, session: Session, info: SessionInfo, part: Part) -> None:
    more = info.metadata if isinstance(info.metadata, dict) else {}
    head = {"id": info.session_id, **{key: value for key, value in more.items() if key not in ("id", "messages")}}
    file.write(json_text(head, indent=None)[:-1].encode() + b', "messages": [')
    separator = b""
    for message in _messages(session, part):
        file.write(separator + json_text(message, indent=None).encode())
        separator = b", "
    file.write(b"]}\n")


def _sessions(
    manager: SessionManager, session_id: str | None, owner: str | None
) -> Iterator[tuple[Session, SessionInfo]]:
    if session_id is not None:
        session = manager.get_session(session_id, owner=owner)
        yield session, session.info()
        return
    after: str | None = None
    while True:
        page = manager.list_sessions(owner=ALL_OWNERS if owner is None else owner, limit=1_000, after=after)
        for info in page:
            yield manager.session(info.session_id, owner=info.owner), info
        after = page.next
        if after is None:
            return


def _messages(session: Session, part: Part) -> Iterator[Message]:
    if part == "window":
        yield from session.context_window
    else:
        yield from session.full_context if part == "full" else session.log()
