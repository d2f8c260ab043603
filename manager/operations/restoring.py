"""Whole sessions brought from a file: each is there as it was, or nothing of it is."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from manager.errors import LoadError, ManagerError, SessionNotFoundError
from manager.model import ImportReport, RefusedSession
from manager.operations import verify_lengths
from manager.operations.faces import Face
from manager.operations.files import ReadLines
from manager.operations.ledger import Ledger
from manager.operations.session_file import ReadSession, SessionFile
from manager.storage import Connection, arrivals, deletions, messages, records, sessions
from manager.storage import revisions as revision_rows
from manager.storage.arrivals import NameTakenError
from manager.storage.digests import NONCE_BYTES, first_digest
from manager.storage.records import Record
from manager.storage.sessions import SessionRow, session_name

R = TypeVar("R")

#: Bytes that a line may have: what a message may have, each byte escaped, a few times over, because metadata and memos
#: have no limit of their own.
_LEAST_LINE: Final = 1_000_000
_LINE_PER_MESSAGE: Final = 4

_ANOTHER: Final = (
    "another session of this name is there, with another history; delete it, or import into another database"
)


class _LostError(Exception):
    """Somebody removed the rows that were brought; the transaction is to be left."""


class _ChangedError(Exception):
    """The session that was to be continued was written to meanwhile; the transaction is to be left."""


@dataclass(slots=True)
class _Tally:
    imported: int = 0
    continued: int = 0
    present: int = 0
    messages: int = 0
    revisions: int = 0
    refused: list[RefusedSession] = field(default_factory=list)


async def import_jsonl(face: Face, ledger: Ledger, source: Path | BinaryIO) -> ImportReport:
    """Every session of the file is there, or is refused; see SessionManager.import_jsonl."""
    longest = max(_LEAST_LINE, _LINE_PER_MESSAGE * ledger.max_message_bytes)
    lines = await face.call(ReadLines, source, longest)
    tally = _Tally()
    try:
        file = SessionFile(lines)
        while (session := await face.call(file.next)) is not None:
            await _Arrival(face, ledger, session, tally).bring()
    finally:
        lines.close()
    return ImportReport(
        imported=tally.imported,
        continued=tally.continued,
        present=tally.present,
        messages=tally.messages,
        revisions=tally.revisions,
        refused=tuple(tally.refused),
    )


class _Arrival:
    """One session on its way in.

    Its rows are written in pages under a session without a name, which nobody sees; when all of them were found right,
    one short transaction gives it the name.
    """

    def __init__(self, face: Face, ledger: Ledger, session: ReadSession, tally: _Tally) -> None:
        self._face = face
        self._database = ledger.database
        self._session = session
        self._tally = tally
        self._holder = os.urandom(NONCE_BYTES)
        #: The number of its row, once it has one.
        self._row_id: int | None = None
        #: What is there under its name: another session, or this one as it stood earlier.
        self._there: SessionRow | None = None

    async def bring(self) -> None:
        """The session is there, was there, or is refused."""
        session, row = self._session, self._session.row
        self._there = await self._read(self._found)
        refusal = None
        present = self._there is not None and await self._has_all(self._there)
        if self._there is not None and not present:
            if self._there.head_seq <= row.head_seq and self._there.current_revision <= row.current_revision:
                session.compare_with(self._there)
            else:
                refusal = _ANOTHER
        try:
            if not present and refusal is None:
                self._row_id = await self._write(
                    lambda connection: arrivals.begin(connection, row, session.details, self._holder)
                )
            while not session.ended:
                page = await self._face.call(session.page)
                if self._row_id is not None and page:
                    await self._store(page)
            if session.abandoned:
                await self._remove()
                return
            if self._row_id is not None:
                refusal = await self._name()
        except _LostError:
            raise LoadError(
                session.place,
                f"what was brought of {session_name(row)} was removed, because nothing came for too long",
                "import the file again",
            ) from None
        except Exception:
            await self._remove()
            raise
        if present:
            self._tally.present += 1
        elif refusal is not None:
            self._tally.refused.append(
                RefusedSession(owner=row.owner, session_id=row.session_id or "", line=session.line, reason=refusal)
            )

    def _found(self, connection: Connection) -> SessionRow | None:
        """What is there under the session's name."""
        row = self._session.row
        return sessions.read(connection, None, row.owner, row.session_id or "")

    async def _has_all(self, there: SessionRow) -> bool:
        """Whether all that the file has of it is in the session that is there."""
        row = self._session.row

        def read(connection: Connection) -> bool:
            if there.head_seq < row.head_seq or there.current_revision < row.current_revision:
                return False
            revision = revision_rows.get(connection, there.id, row.current_revision)
            log = (
                messages.digest_at(connection, there.id, row.head_seq)
                if row.head_seq
                else first_digest(row.owner, row.session_id or "")
            )
            return log == row.head_digest and revision is not None and revision.digest == row.revision_digest

        return await self._read(read)

    async def _store(self, page: dict[str, list[Record]]) -> None:
        """The records are rows of the session that has no name yet."""
        row_id = self._at()

        def work(connection: Connection) -> None:
            if not arrivals.keep(connection, row_id, self._holder):
                raise _LostError
            for kind, found in page.items():
                records.write(connection, row_id, kind, found)

        def is_there(connection: Connection, _: None) -> bool:
            kind, found = next(iter(page.items()))
            return arrivals.keep(connection, row_id, self._holder) and records.is_there(
                connection, row_id, kind, found[0]
            )

        await self._face.write(self._database, work, confirm=is_there)

    async def _name(self) -> str | None:
        """The session has its name; or the reason why it cannot have it."""
        session, row, there, row_id = self._session, self._session.row, self._there, self._at()
        if there is not None and not session.was_earlier:
            await self._remove()
            return _ANOTHER
        await self._check_lengths()

        def work(connection: Connection) -> None:
            if there is not None:
                now = sessions.lock(connection, there.id, there.owner, there.session_id or "")
                if now is None or (now.head_digest, now.revision_digest) != (there.head_digest, there.revision_digest):
                    raise _ChangedError
                sessions.forget_name(connection, there.id)
                deletions.begin(connection, there.id)
            if not arrivals.name(connection, row_id, self._holder, row.session_id or ""):
                raise _LostError

        def is_named(connection: Connection, _: None) -> bool:
            return sessions.lock(connection, row_id, row.owner, row.session_id or "") is not None

        try:
            await self._face.write(self._database, work, confirm=is_named)
        except (_ChangedError, NameTakenError):
            await self._remove()
            return await self._overtaken()
        self._tally.messages += row.head_seq - (0 if there is None else there.head_seq)
        self._tally.revisions += row.current_revision - (0 if there is None else there.current_revision)
        if there is None:
            self._tally.imported += 1
        else:
            self._tally.continued += 1
            with suppress(ManagerError):  # whoever deletes next does the rest
                await self._clear(there.id)
        return None

    async def _check_lengths(self) -> None:
        """The lengths that were measured again are complete."""
        row = self._session.row._replace(id=self._at())
        try:
            wrong = await verify_lengths.wrong_in_lengths(self._read, row, self._session.examined.measured)
        except SessionNotFoundError:  # of what has no name yet, rows that are missing are explained so
            wrong = ("ledger_lengths", str(row.measurement), "is not complete")
        if wrong is not None:
            raise LoadError(self._session.place, " ".join(wrong), "it was altered: export again")

    async def _overtaken(self) -> str | None:
        """The reason of a refusal where somebody else made or changed the session meanwhile; None where that was an
        import of the same."""
        there = await self._read(self._found)
        if there is not None and await self._has_all(there):
            self._tally.present += 1
            return None
        return "it was written to while it was imported; import the file again"

    async def _remove(self) -> None:
        """Nothing is left of what was brought; where that fails, whoever deletes next does it."""
        row_id, self._row_id = self._row_id, None
        if row_id is not None:
            with suppress(ManagerError):
                await self._write(lambda connection: arrivals.leave(connection, row_id, self._holder))
                await self._clear(row_id)

    async def _clear(self, row_id: int) -> None:
        while await self._write(lambda connection: deletions.remove_page(connection, row_id)):
            pass

    def _at(self) -> int:
        assert self._row_id is not None, "rows are written only where the session was begun"
        return self._row_id

    async def _read(self, work: Callable[[Connection], R]) -> R:
        return await self._face.read(self._database, work)

    async def _write(self, work: Callable[[Connection], R]) -> R:
        return await self._face.write(self._database, work)
