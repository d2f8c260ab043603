"""What another process does with a session; each function is told the database and opens it by itself."""

from __future__ import annotations

from typing import Any

from manager import SessionManager, SessionNotFoundError

#: A limit that a few messages pass, so that most appends cut, and some messages alone, so that they are shortened.
LIMIT = 500


def said(writer: int, number: int) -> dict[str, Any]:
    """A message that nobody else says, some of them too large for the message's row."""
    return {"role": "user", "content": f"{writer}/{number} " + "x" * (900 if number % 30 == 3 else 30)}


def append_many(url: str, session_id: str, writer: int, number: int) -> list[int]:
    """So many appends, each cut where the limit asks for it; the seqs they were given."""
    with SessionManager(url) as manager:
        session = manager.session(session_id, settings={"session.max_length": LIMIT})
        return [seq_of(session.append(said(writer, each))) for each in range(number)]


def append_keyed(url: str, session_id: str, key: str) -> tuple[list[int | None], bool]:
    """One append under a key that others use for the same; the seqs, and whether another came first."""
    with SessionManager(url) as manager:
        appended = manager.session(session_id).append([said(0, 1), said(0, 2)], key=key)
        return [message.seq for message in appended.messages], appended.duplicate


def append_until_deleted(url: str, session_id: str, writer: int) -> int:
    """Appends through one handle for as long as its session is there; how many."""
    with SessionManager(url) as manager:
        number = 0
        try:
            session = manager.get_session(session_id)
            while True:
                session.append(said(writer, number))
                number += 1
        except SessionNotFoundError:
            return number


def delete_soon(url: str, session_id: str, length: int) -> int:
    """The session is deleted once it has so many messages."""
    with SessionManager(url) as manager:
        session = manager.get_session(session_id)
        while session.info().head_seq < length:
            pass
        manager.delete_session(session_id)
    return 0


def delete_or_append(url: str, session_id: str, writer: int, length: int) -> int:
    """Writer 0 deletes the session when it has so many messages, the others append until then."""
    if writer == 0:
        return delete_soon(url, session_id, length)
    return append_until_deleted(url, session_id, writer)


def seq_of(appended: Any) -> int:
    """The seq of the one message."""
    (message,) = appended.messages
    assert isinstance(message.seq, int)
    return message.seq
