"""Files that whole sessions are written to and read from: named by a path, or open already."""

from __future__ import annotations

import contextlib
import io
import os
import secrets
import shutil
from pathlib import Path
from typing import Any

from manager.errors import InvalidArgumentError, LoadError


class WrittenFile:
    """A file that is being written; one named by a path is there when it is whole, and until then as it was."""

    def __init__(self, target: object) -> None:
        """It is open.

        Raises:
            InvalidArgumentError: the target is neither a path nor a binary file.
            OSError: the file cannot be made.
        """
        self._path: Path | None = None
        self._own = isinstance(target, Path)
        if isinstance(target, Path):
            path = target.resolve()
            if path.exists() and not path.is_file():
                self._file: Any = path.open("wb")  # a pipe or a device: there is nothing to be kept as it was
                return
            self._path = path
            self._unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
            self._file = self._unfinished.open("xb")
            if path.exists():
                shutil.copymode(path, self._unfinished)  # what only its owner may read stays so
        elif callable(getattr(target, "write", None)) and not isinstance(target, io.TextIOBase):
            self._file = target
        else:
            raise InvalidArgumentError("target", target, "a pathlib.Path, or a file that is open for bytes")

    def write(self, data: bytes) -> None:
        """The data follows on what was written."""
        self._file.write(data)

    def finish(self) -> None:
        """All of it is there under its name, also after a power cut; a file that was open already stays open."""
        self._file.flush()
        if self._path is not None:
            os.fsync(self._file.fileno())
        if self._own:
            self._file.close()
        if self._path is not None:
            self._unfinished.replace(self._path)

    def give_up(self) -> None:
        """Nothing of it is left, where it was named by a path."""
        if self._own:
            with contextlib.suppress(OSError):
                self._file.close()
        if self._path is not None:
            self._unfinished.unlink(missing_ok=True)


class ReadLines:
    """The lines of a file, one by one, counted, and none of them longer than it may be."""

    def __init__(self, source: object, longest: int) -> None:
        """It is open.

        Raises:
            InvalidArgumentError: the source is neither a path nor a binary file.
            LoadError: the file cannot be opened.
        """
        self._longest = longest
        self._own = isinstance(source, Path)
        if isinstance(source, Path):
            self.name = f"file {str(source)!r}"
            try:
                self._file: Any = source.open("rb")
            except OSError as error:
                raise LoadError(self.name, error.strerror or "it cannot be read", "check the path") from error
        elif callable(getattr(source, "readline", None)) and not isinstance(source, io.TextIOBase):
            self.name = "the file"
            self._file = source
        else:
            raise InvalidArgumentError("source", source, "a pathlib.Path, or a file that is open for bytes")
        #: The number of the line that was read last.
        self.number = 0

    def next(self) -> bytes | None:
        """The next line without its end; None behind the last.

        Raises:
            LoadError: it is too long, or the file cannot be read.
        """
        try:
            line = self._file.readline(self._longest + 1)
        except OSError as error:
            raise LoadError(self.name, error.strerror or "it cannot be read", "check the file") from error
        if not line:
            return None
        self.number += 1
        if not isinstance(line, bytes):
            raise InvalidArgumentError("source", self._file, "a pathlib.Path, or a file that is open for bytes")
        if len(line) > self._longest:
            raise LoadError(
                f"{self.name} line {self.number}",
                f"it has more than {self._longest} bytes",
                "raise the manager's max_message_bytes, if the file is to be trusted",
            )
        return line.rstrip(b"\r\n")

    def close(self) -> None:
        """A file named by a path is closed."""
        if self._own:
            self._file.close()
