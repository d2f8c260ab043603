"""Tokens estimated from characters, without a vocabulary."""

from __future__ import annotations

import re
from typing import Any

from manager.planning.countable import countable

#: Chinese, Japanese and Korean characters, and all that is beyond the basic plane (rare ones of these, emoji): most
#: tokenizers take about one token for each.
_WIDE = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00010000-\U0010ffff]"
)


def approximate(message: dict[str, Any]) -> int:
    """About as many tokens as a model counts: 4 characters of ASCII, 2 of other alphabets, 1 of Chinese, Japanese or
    Korean to a token, and no fewer tokens than words."""
    counted = countable(message)
    return counted.overhead + sum(map(_tokens, counted.texts))


def _tokens(text: str) -> int:
    if not text:
        return 0
    if text.isascii():
        quarters = len(text)
    else:
        ascii_count = len(text.encode("ascii", "ignore"))
        wide = sum(map(len, _WIDE.findall(text)))
        quarters = ascii_count + 4 * wide + 2 * (len(text) - ascii_count - wide)
    return max(-(-quarters // 4), len(text.split()))
