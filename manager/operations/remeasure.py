"""Measuring a session again in another measure: in pages beside the old lengths, then switched on at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from manager.errors import RemeasureConflictError, SessionNotFoundError
from manager.model import Note, Revision
from manager.operations import rows
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.present import derived_message, message_of, revision_of
from manager.operations.revise import RevisionDraft, revise, was_committed
from manager.operations.windows import explain_missing, length_of, part_of_version
from manager.planning.measures import BUILT_IN, measure_named
from manager.planning.normalize import check_name
from manager.protocols import Measure
from manager.storage import Connection, measurements, messages, sessions
from manager.storage import entries as entry_rows
from manager.storage.codec import decode_settings, encode
from manager.storage.measurements import OF_DERIVED, OF_MESSAGES, Measurement, NewLength
from manager.storage.revisions import RevisionRow
from manager.storage.sessions import SessionRow, session_name

#: Messages measured for one transaction.
PAGE: Final = 500
#: How often a run catches up with messages that are appended while it measures the last ones before it gives up.
_CATCHING_UP: Final = 100
#: After this many times a built-in measure is taken within the transaction, where nothing is appended any more. Those
#: of users never are: nobody knows what they do.
_PATIENCE: Final = 3

_MEASURE: Final = "session.measure"


@dataclass(frozen=True, slots=True)
class _Page:
    """Messages to be measured next, and the measurement they belong to as it stands; both contents by number."""

    row: SessionRow
    found: Measurement | None
    state: Measurement
    log: list[tuple[int, dict[str, Any]]]
    derived: list[tuple[int, dict[str, Any]]]
    derived_length: int


@dataclass(frozen=True, slots=True)
class _Measured:
    """The page with its lengths."""

    page: _Page
    log: list[int]
    derived: list[int]


@dataclass(frozen=True, slots=True)
class _Stored:
    """What the transaction of a page did: where the measurement stands, and the switch it ended with."""

    before: SessionRow
    row: SessionRow
    state: Measurement
    revision: RevisionRow | None = None


async def remeasure(face: Face, target: Target, name: object, note: Note) -> Revision | None:
    """Every length of the session is in the named measure; see Session.remeasure."""
    wanted = check_name("name", name)
    measure = measure_named(wanted, target.ledger.measures)
    moment = target.ledger.now()
    begun = False
    behind = 0
    while True:
        page = await face.read(target.ledger.database, lambda connection: _next(connection, target, wanted, moment))
        target.row_id = page.row.id
        if page.row.measure == wanted:
            rows.rules_of(target, page.row)
            return None
        if begun and page.found is not None and page.found.measure != wanted:
            raise _overtaken(target, wanted, page.found)
        measured = _Measured(
            page,
            await face.call(_lengths, measure, page.log),
            await face.call(_lengths, measure, page.derived),
        )
        within = measure if wanted in BUILT_IN and behind >= _PATIENCE else None
        done = await face.write(
            target.ledger.database,
            lambda connection: _store(connection, target, measured, wanted, note, moment, within),  # noqa: B023
            confirm=_was_committed,
        )
        if done is None:
            continue  # another run, or another measure of the session: what there is to do is read anew
        begun = True
        if done.revision is not None:
            rows.rules_of(target, done.row)
            target.window_length = done.row.window_length
            before = done.before
            return revision_of(done.revision, target.session_id, before.window_count, before.window_length, wanted)
        if done.state.messages_upto >= page.row.head_seq:
            behind += 1
        if behind > _CATCHING_UP:
            raise RemeasureConflictError(
                target.session_id, wanted, "others append faster than their messages can be measured"
            )


def _overtaken(target: Target, wanted: str, other: Measurement) -> RemeasureConflictError:
    return RemeasureConflictError(target.session_id, wanted, f"another run measures it in {other.measure!r}")


def _lengths(measure: Measure, content: Sequence[tuple[int, dict[str, Any]]]) -> list[int]:
    return [measure(fields) for _, fields in content]


# --- reading ------------------------------------------------------------------------------------


def _next(connection: Connection, target: Target, wanted: str, moment: int) -> _Page:
    """What is to be measured next; nothing where the session's measure is the wanted one."""
    row = rows.existing(connection, target)
    number = row.measurement + 1
    found = measurements.get(connection, row.id, number)
    state = found
    if state is None or state.measure != wanted:
        state = Measurement(number, wanted, None, 0, 0, 0, max(moment, row.updated_at))
    if row.measure == wanted:
        return _Page(row, found, state, [], [], 0)
    log = _log(connection, row, state)
    derived = _derived(connection, row, state, PAGE - len(log))
    derived_length = measurements.running_length_of_derived(connection, row.id, number, state.derived_upto)
    return _Page(row, found, state, log, derived, derived_length)


def _log(connection: Connection, row: SessionRow, state: Measurement) -> list[tuple[int, dict[str, Any]]]:
    last = min(state.messages_upto + PAGE, row.head_seq)
    if last == state.messages_upto:
        return []
    found = messages.read_range(connection, row.id, state.messages_upto + 1, last)
    return _whole(connection, row, [(item.seq, dict(message_of(item))) for item in found], state.messages_upto, last)


def _derived(
    connection: Connection, row: SessionRow, state: Measurement, most: int
) -> list[tuple[int, dict[str, Any]]]:
    last = min(state.derived_upto + most, row.derived_count)
    if last == state.derived_upto:
        return []
    found = entry_rows.read_derived(connection, row.id, range(state.derived_upto + 1, last + 1))
    content = [(item.derived_id, dict(derived_message(item))) for item in found]
    return _whole(connection, row, content, state.derived_upto, last)


def _whole(
    connection: Connection, row: SessionRow, found: list[tuple[int, dict[str, Any]]], after: int, last: int
) -> list[tuple[int, dict[str, Any]]]:
    if len(found) != last - after:
        explain_missing(connection, row.id, row, "a message that was to be measured")
    return found


# --- writing ------------------------------------------------------------------------------------


def _store(
    connection: Connection,
    target: Target,
    measured: _Measured,
    wanted: str,
    note: Note,
    moment: int,
    within: Measure | None,
) -> _Stored | None:
    """The page is stored; where it was the last, the switch is made.

    Args:
        within: the measure to take in the transaction of what was appended meanwhile; None: that is another page's.

    Returns:
        None where the session, or its measurement, is no longer as the page was read: nothing was stored.
    """
    row = rows.lock(connection, target)
    if row is None:
        raise SessionNotFoundError(target.session_id, target.owner)
    page = measured.page
    if row.measure == wanted or row.measurement != page.row.measurement:
        return None
    found = measurements.get(connection, row.id, page.state.measurement)
    if found != page.found:
        return None
    if found is None:
        measurements.begin(connection, row.id, page.state)
    state = _with_messages(connection, row, page.state, measured.log)
    state = _with_derived(connection, row, state, measured.derived, page.derived_length)
    if within is not None:
        state = _with_messages(connection, row, state, _lengths(within, _log(connection, row, state)))
    if (state.messages_upto, state.derived_upto) != (row.head_seq, row.derived_count):
        measurements.save(connection, row.id, state)
        return _Stored(row, row, state)
    return _switch(connection, row, state, note, moment)


def _with_messages(connection: Connection, row: SessionRow, state: Measurement, lengths: Sequence[int]) -> Measurement:
    """The measurement with the lengths of the messages that follow those it has."""
    page = _page(state.messages_upto, state.running_length, lengths)
    if not page:
        return state
    measurements.write(connection, row.id, state.measurement, OF_MESSAGES, page)
    return state._replace(messages_upto=page[-1].number, running_length=page[-1].running_length)


def _with_derived(
    connection: Connection, row: SessionRow, state: Measurement, lengths: Sequence[int], running_length: int
) -> Measurement:
    """The measurement with the lengths of the derived messages that follow those it has."""
    page = _page(state.derived_upto, running_length, lengths)
    if not page:
        return state
    measurements.write(connection, row.id, state.measurement, OF_DERIVED, page)
    return state._replace(derived_upto=page[-1].number)


def _page(after: int, running_length: int, lengths: Sequence[int]) -> list[NewLength]:
    page: list[NewLength] = []
    for number, length in enumerate(lengths, after + 1):
        running_length += length
        page.append(NewLength(number, length, running_length))
    return page


def _switch(connection: Connection, row: SessionRow, state: Measurement, note: Note, moment: int) -> _Stored:
    """The measurement is the session's, by a revision that changes nothing else."""
    if row.measurement == 0:
        # So that revisions made until now can say what they are measured in.
        measurements.begin(connection, row.id, Measurement(0, row.measure, 1, 0, 0, 0, row.created_at))
    own = decode_settings(row.settings, session_name(row))
    if _MEASURE in own:
        own[_MEASURE] = state.measure
    changed = row.backing_off(None)._replace(
        settings=encode(own).text if _MEASURE in own else row.settings,
        measure=state.measure,
        measurement=state.measurement,
        measured_upto=state.messages_upto,
        head_length=state.running_length,
    )
    window = part_of_version(connection, row, row, "window")
    draft = RevisionDraft(
        kind="remeasure",
        window_length=length_of(connection, changed, window),
        settings=encode({_MEASURE: state.measure}).text,
        note=note,
    )
    saved, made = revise(connection, changed, draft, max(moment, row.updated_at))
    state = state._replace(revision=made.revision)
    measurements.save(connection, row.id, state)
    sessions.save(connection, row, saved)
    return _Stored(row, saved, state, made)


def _was_committed(connection: Connection, done: _Stored | None) -> bool:
    """Whether a transaction whose COMMIT got no answer is there."""
    if done is None:
        return True
    if done.revision is not None:
        return was_committed(connection, done.row, done.revision)
    sessions.lock(connection, done.row.id, done.row.owner, done.row.session_id or "")
    return measurements.get(connection, done.row.id, done.state.measurement) == done.state
