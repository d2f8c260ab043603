"""What reaches the terminal: tables for people, JSON for programs, and nothing that could harm either."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import unicodedata
from typing import Any, NoReturn

from rich.console import Console

#: What `cat` gives when its reader has gone: 128 + SIGPIPE.
BROKEN_PIPE = 141
#: Characters a line where a file or another program reads, which have no width of their own.
PIPED_WIDTH = 160

#: What JSON may have in a text, but a terminal would obey or no encoding knows: DEL and the C1 controls, separators and
#: directions, lone surrogates.
_UNSEEN = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

_BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class _Terminal(Console):
    def on_broken_pipe(self) -> NoReturn:
        self.quiet = True
        # The interpreter flushes stdout once more when it ends, and would complain about the pipe then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(BROKEN_PIPE)


def terminal(*, stderr: bool = False) -> Console:
    """The console of this process's output; what it prints is text, never markup."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    has_width = sys.stdout.isatty() or "COLUMNS" in os.environ
    width = None if has_width else PIPED_WIDTH
    return _Terminal(stderr=stderr, width=width, markup=False, highlight=False, emoji=False)


def print_json(value: Any) -> None:
    """One JSON document is on stdout; what its encoding or a terminal could not take is escaped."""
    console = terminal()
    try:
        # Not through rich: it takes three seconds over 180,000 lines.
        console.file.write(_json_text(value, console.encoding) + "\n")
        console.file.flush()
    except BrokenPipeError:
        console.on_broken_pipe()


def _json_text(value: Any, encoding: str) -> str:
    text = json.dumps(value, indent=2, ensure_ascii=False)
    text = _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(value, indent=2)
    return text


def complain(text: str) -> None:
    """The text is one line on stderr."""
    terminal(stderr=True).print(one_line(text), soft_wrap=True)


def one_line(text: str) -> str:
    """The text with every run of white space as one space, and harmless."""
    return harmless(" ".join(text.split()))


def every_line(text: str) -> str:
    """The text line by line as it was written, each line harmless."""
    return "\n".join(harmless(line) for line in text.expandtabs(4).split("\n"))


def harmless(text: str) -> str:
    """The text with every character that could steer a terminal replaced by a picture of it."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(character if character.isprintable() else _picture(character) for character in text)


def _picture(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    category = unicodedata.category(character)
    if category in {"Cc", "Cs", "Zl", "Zp"} or character in _BIDI_CONTROLS:
        return "\ufffd"
    return " " if category == "Zs" else character
