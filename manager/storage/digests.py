"""The hash chains over messages and revisions; docs/explanation/digests.md says what they prove and what not."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Sequence
from hashlib import sha256

NONCE_BYTES = 12

_pack_pair = struct.Struct(">qq").pack
_pack_length = struct.Struct(">q").pack
_NULL = _pack_length(-1)


def new_nonce() -> bytes:
    """Twelve random bytes, so that a short text cannot be guessed from its hash."""
    return os.urandom(NONCE_BYTES)


def content_hash(nonce: bytes, data: bytes) -> bytes:
    """The hash of one stored JSON text."""
    return sha256(nonce + data).digest()


def first_digest(owner: str, session_id: str) -> bytes:
    """What the first message and the first revision of a session are chained to."""
    return sha256(b"".join(_framed(("contextledger/1", owner, session_id)))).digest()


def message_digest(previous: bytes, seq: int, created_at: int, content: bytes) -> bytes:
    """The log's digest after a message."""
    return sha256(previous + _pack_pair(seq, created_at) + content).digest()


def revision_digest(
    previous: bytes,
    columns: Sequence[int | str | None],
    entries: Iterable[tuple[int, int, int | None, int | None, int | None]],
    contents: Iterable[bytes],
    log_digest: bytes,
) -> bytes:
    """The digest of a revision: its columns, its entries (part, position, first, last, derived), the content hashes of
    its derived messages, memo and summaries, and the log as it stood."""
    parts = [previous, *_framed(columns)]
    for entry in entries:
        parts.extend(_framed(entry))
    parts.extend(contents)
    parts.append(log_digest)
    return sha256(b"".join(parts)).digest()


def summary_hash(nonce: bytes, columns: Sequence[int | str | None]) -> bytes:
    """The hash of what a summarizer was shown and returned; it follows the content hashes of a revision."""
    return content_hash(nonce, b"".join(_framed(columns)))


def _framed(values: Sequence[int | str | None]) -> list[bytes]:
    """Each length-prefixed: text as UTF-8, an integer as int64, NULL as length -1."""
    return [
        _NULL if value is None else _pack_pair(8, value) if isinstance(value, int) else _framed_text(value)
        for value in values
    ]


def _framed_text(value: str) -> bytes:
    data = value.encode()
    return _pack_length(len(data)) + data


def payload_key(text: str) -> bytes:
    """A short stand-in for a stored JSON text, equal for equal texts, to compare contexts in little memory."""
    return sha256(text.encode()).digest()
