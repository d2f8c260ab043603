"""A process that writes until it is killed, and notes what it was told is done."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Literal

from manager import Message, Revision, Session, SessionManager
from tests.faces import FACES, AsyncFace, Face, SyncFace

LIMIT = 1_500


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the notes: a call that is about to be made, or what one that returned was told."""

    state: Literal["begun", "done"]
    call: str
    batch: str
    size: int = 0
    seqs: tuple[int, ...] = ()
    revision: int | None = None
    digest: str | None = None


class Notes:
    """Entries in a file; one that `write` has returned for is there, whatever becomes of the process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)

    def write(self, entry: Entry) -> None:
        fields = {name: getattr(entry, name) for name in Entry.__slots__}
        os.write(self._file, json.dumps(fields).encode() + b"\n")

    def read(self) -> list[Entry]:
        lines = self._path.read_text().splitlines()
        return [Entry(**{**json.loads(line), "seqs": tuple(json.loads(line)["seqs"])}) for line in lines]

    def done(self) -> int:
        """How many calls have returned."""
        return self._path.read_bytes().count(b'"done"')

    def close(self) -> None:
        os.close(self._file)


def batch_of(name: str, size: int) -> list[dict[str, Any]]:
    """Messages that say to which batch they belong and how many it has; some are too large for the message's row."""
    return [
        {"role": "user", "content": f"{name}/{size}/{number} " + "x" * (1_000 if number % 5 == 2 else 40)}
        for number in range(1, size + 1)
    ]


def sizes_of(messages: Sequence[Message]) -> dict[str, list[tuple[int, int]]]:
    """By batch: the size each of its messages names, and its number."""
    found: dict[str, list[tuple[int, int]]] = {}
    for message in messages:
        name, size, number = message["content"].split(" ")[0].split("/")
        found.setdefault(name, []).append((int(size), int(number)))
    return found


def summarize(
    full_context: Any, context_window: list[Message], memo: Any, session_settings: Any
) -> tuple[None, list[dict[str, Any]], dict[str, int]]:
    """A window of a summary and the last message, and a memo."""
    summary = {"role": "assistant", "content": f"a summary of {len(context_window)} messages"}
    return None, [summary, *context_window[-1:]], {"summarized": len(context_window)}


def write_until_killed(url: str, session_id: str, notes_path: Path, face_name: str, seed: int) -> None:
    """Appends, one message or many, some with a key, is resized by the built-in cut, by a handler, and rolled back."""
    chance = random.Random(seed)
    notes = Notes(notes_path)
    face = face_named(face_name)
    session = face(SessionManager(url).session(session_id, settings={"session.max_length": LIMIT}))
    session.register_resize_handler("summarize", summarize)
    for number in count():
        batch = f"{seed}-{number}"
        calls = ["append"] if number == 0 else ["append", "append", "append", "keyed", "summarize", "cut", "rollback"]
        call = chance.choice(calls)
        size = chance.choice([1, 1, 1, 7]) if call in ("append", "keyed") else 0
        notes.write(Entry("begun", call, batch, size))
        notes.write(_call(session, call, batch, size))


def face_named(name: str) -> Face:
    """The face of that name."""
    assert name in FACES
    return SyncFace() if name == "sync" else AsyncFace()


def _call(session: Session, call: str, batch: str, size: int) -> Entry:
    made: Revision | None
    if call in ("append", "keyed"):
        appended = session.append(batch_of(batch, size), key=batch if call == "keyed" else None)
        seqs = tuple(message.seq for message in appended.messages if message.seq is not None)
        made = appended.revision
    else:
        seqs = ()
        if call == "rollback":
            made = session.rollback(1, hold=False)
        else:
            made = session.resize("summarize" if call == "summarize" else None)
    if made is None:
        return Entry("done", call, batch, size, seqs)
    return Entry("done", call, batch, size, seqs, made.revision, made.digest)
