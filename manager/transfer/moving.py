"""Conversations of a source become sessions: in order, each message once, however often and from where it is begun."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

from manager import (
    FullContext,
    InvalidMessageError,
    KeyReusedError,
    Message,
    Session,
    SessionManager,
    SessionNotFoundError,
)
from manager.transfer.report import Moved
from manager.transfer.source import Aside, Item, Refused, Source, not_from, refusals

#: An append stores at most so many messages, and begins no other one behind so many characters of JSON.
_BATCH = 200
_BATCH_CHARACTERS = 1_000_000

#: The name of the strategy that arranges the contexts of an imported session.
_STRATEGY = "import"

Advance = Callable[[int], None]


def move_in(
    manager: SessionManager,
    source: Source,
    *,
    owner: str | None = None,
    session_id: str | None = None,
    dry_run: bool = False,
    advance: Advance = lambda count: None,
) -> Iterator[Moved]:
    """Each conversation of the source is in a session of its name, and what became of it is told when it is done.

    What an earlier import brought is found in the log by the metadata of its messages, so a run that was killed is gone
    on with by the next one, and a source that has grown brings only what is new.

    Args:
        owner: whose sessions they become; None for the manager's.
        session_id: only the conversation of this name.
        dry_run: everything is read and compared, and nothing written.
        advance: told how many messages were read since it was told last.
    """
    for conversation in source.conversations(session_id):
        moved = Moved(session_id=conversation.session_id)
        with refusals(moved):
            if conversation.refused is not None:
                raise Refused(conversation.refused)
            session = manager.session(
                conversation.session_id, owner=owner, auto_resize=False, metadata=conversation.metadata
            )
            move = _Move(session, source, moved, dry_run, known_by_id=conversation.known_by_id)
            move.look()
            move.bring(_counted(conversation.items, moved, advance))
            moved.no_longer_there = move.stored - move.met
            aside = conversation.aside()
            if aside != Aside() and move.stored and not dry_run:
                move.put_aside(aside)
        yield moved


def _counted(items: Iterable[Item], moved: Moved, advance: Advance) -> Iterator[Item]:
    for item in items:
        moved.read += 1
        advance(1)
        yield item


class _Move:
    """One conversation on its way into one session."""

    def __init__(
        self, session: Session, source: Source, moved: Moved, dry_run: bool, *, known_by_id: bool = False
    ) -> None:
        self._session = session
        self._source = source
        self._moved = moved
        self._dry_run = dry_run
        self._known_by_id = known_by_id
        #: What imports from this system have stored: how many messages, and the fingerprint of each by its place.
        self.stored = 0
        self._fingerprints: dict[int, bytes] = {}
        #: The ids of messages that others have stored, where a message is known by its id.
        self._ids: set[str] = set()
        #: How many of them were met in the source.
        self.met = 0

    def look(self) -> None:
        """It is known what the log has of this conversation.

        Raises:
            Refused: the session has messages, and none of them was imported from this system.
        """
        try:
            head = self._session.info().head_seq
        except SessionNotFoundError:
            return
        self._fingerprints = {
            place: _fingerprint(_text_of(self._source.canonical(message))) for place, message in self._imported()
        }
        self.stored = len(self._fingerprints)
        if head and not self.stored:
            raise not_from(self._source.system, self._session.id)

    def bring(self, items: Iterable[Item]) -> None:
        """What the log does not have of these is at its end.

        Raises:
            Refused: an item is not what was imported from its place.
        """
        batch: list[tuple[Item, str]] = []
        characters = 0
        for item in items:
            text = None if item.message is None else _text_of(item.message)
            if item.place in self._fingerprints:
                self.met += 1
                if text is not None and _fingerprint(text) != self._fingerprints[item.place]:
                    raise Refused(self._changed(item.place))
                if text is not None:
                    self._moved.already_there += 1
                    continue
            if item.message is None or text is None:
                self._moved.cannot_keep(f"{self._source.unit} {item.place}: {item.problem}")
                continue
            if item.message.get("id") in self._ids:
                self._moved.already_there += 1
                continue
            follows = not batch or item.place == batch[-1][0].place + 1
            if not follows or len(batch) == _BATCH or characters > _BATCH_CHARACTERS:
                self._append([each for each, _ in batch])
                batch, characters = [], 0
            batch.append((item, text))
            characters += len(text)
        if batch:
            self._append([each for each, _ in batch])

    def put_aside(self, aside: Aside) -> None:
        """The contexts are without these, where nobody has changed them since the session was imported."""
        info = self._session.info()
        newest = self._session.revision(info.revision)
        if info.head_seq != self.stored or (newest.kind != "created" and newest.strategy != _STRATEGY):
            self._moved.notes.append("the session was used since it was imported: its window stays as it is")
            return
        seqs = {place: message.seq for place, message in self._imported() if place in aside.full | aside.window}
        no_full, no_window = ({seqs[place] for place in places if place in seqs} for places in aside)

        def handler(
            full: FullContext, window: list[Message], memo: Any, settings: Any
        ) -> tuple[list[Message] | None, list[Message], None]:
            left = [message for message in full if message.seq not in no_full] if no_full else None
            return left, [message for message in window if message.seq not in no_window], None

        self._session.register_resize_handler(_STRATEGY, handler)
        self._session.resize(_STRATEGY, reason=f"what is in use in {self._source.system}")

    def _append(self, items: list[Item]) -> None:
        """The items, whose places follow on each other, are at the end of the log.

        The key is how many messages were imported before: two imports that saw the same log cannot both go on from it.
        """
        messages = [item.message for item in items if item.message is not None]
        duplicate = False
        if not self._dry_run:
            system, unit = self._source.system, self._source.unit
            try:
                appended = self._session.append(
                    messages,
                    key=f"import from {system}: {self.stored}",
                    metadata={"imported_from": system, f"{unit}s": [items[0].place, items[-1].place]},
                )
            except KeyReusedError:
                # Another import went on with something else.
                self.look()
                self.bring(items)
                return
            except InvalidMessageError as error:
                if len(items) > 1:
                    for item in items:
                        self._append([item])
                else:
                    self._moved.cannot_keep(f"{unit} {items[0].place}: {error}")
                return
            duplicate = appended.duplicate
        self.stored += len(messages)
        self.met += len(messages)
        if duplicate:
            self._moved.already_there += len(messages)
        else:
            self._moved.imported += len(messages)

    def _imported(self) -> Iterator[tuple[int, Message]]:
        """The messages of the log that imports from this system have stored, and the place of each in the source."""
        span: object = None
        place = 0
        for message in self._session.log():
            found = message.metadata
            if not isinstance(found, Mapping) or found.get("imported_from") != self._source.system:
                if self._known_by_id and isinstance(message.get("id"), str):
                    self._ids.add(message["id"])
                continue
            here = found.get(f"{self._source.unit}s")
            if not isinstance(here, list):
                continue
            if here != span:
                span, place = here, here[0]
            yield place, message
            place += 1

    def _changed(self, place: int) -> str:
        unit = self._source.unit
        return (
            f"{unit} {place} is not what was imported as {unit} {place}; "
            "import it for another --owner, or delete the session and import it again"
        )


def _text_of(message: Mapping[str, Any]) -> str:
    """The message as text; what is in it that the store would refuse is for the store to name."""
    return json.dumps(
        message, default=lambda value: value.model_dump() if hasattr(value, "model_dump") else repr(value)
    )


def _fingerprint(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=12).digest()
