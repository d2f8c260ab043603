"""An explanation in words a person reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from manager.model import Passage, Revision, SummaryCall

#: What each kind of revision is, where no strategy says more.
_KINDS = {
    "created": "the session was made",
    "resize": "the window was resized",
    "set": "the conversation was replaced",
    "reset": "the conversation was emptied",
    "clear": "the window was emptied",
    "memo": "the memo was set",
    "pop": "the last message was taken away",
    "rewind": "the conversation went back to an earlier message",
    "rollback": "an earlier revision was restored",
    "import": "the conversation was loaded",
    "remeasure": "the messages were measured anew",
    "recall": "messages came back into the window",
}
_CAUSES = {"auto": "automatic", "manual": "asked for"}


def words(
    revision: Revision,
    left: Sequence[Passage],
    came: Sequence[Passage],
    pinned: int | None,
    memo_changed: bool,
    calls: Sequence[SummaryCall],
) -> str:
    """The revision's story, a sentence a line."""
    return "\n".join(
        [
            _first_line(revision),
            _measured(revision),
            *_moved(left, "left it"),
            *_moved(came, "came into it"),
            *([] if left or came else ["No message left the window or came into it."]),
            *([_stay(pinned)] if pinned else []),
            *(["The memo is another one."] if memo_changed else []),
            *(_summarized(number, call) for number, call in enumerate(calls, start=1)),
            *_why(revision),
        ]
    )


def _first_line(revision: Revision) -> str:
    what = _KINDS.get(revision.kind, revision.kind)
    how = [f"{revision.kind} by {revision.strategy}" if revision.strategy is not None else revision.kind]
    if revision.cause is not None:
        how.append(_CAUSES.get(revision.cause, revision.cause))
    if revision.restored is not None:
        how.append(f"of revision {revision.restored}")
    return f"Revision {revision.revision} ({', '.join(how)}): {what}."


def _measured(revision: Revision) -> str:
    after = f"{revision.window_length:,} in {_counted(revision.window_count, 'message')}"
    if revision.kind == "remeasure":
        return f"The window measures {after} by {revision.measure}."
    limits = [f"{revision.max_length:,}"] if revision.max_length is not None else []
    most = revision.settings.get("session.max_messages")
    if isinstance(most, int):
        limits.append(_counted(most, "message"))
    limit = f", with a limit of {_listed(limits)}" if limits else ""
    before = f"{revision.length_before:,} in {_counted(revision.count_before, 'message')}"
    return f"The window measured {before} before it{limit}, and {after} after it, by {revision.measure}."


def _moved(passages: Sequence[Passage], how: str) -> list[str]:
    if not passages:
        return []
    count, length = sum(one.count for one in passages), sum(one.length for one in passages)
    what = _listed([_named(one) for one in passages])
    return [f"{what} {how} ({_counted(count, 'message')}: {_roles(passages)}; length {length:,})."]


def _stay(pinned: int) -> str:
    if pinned == 1:
        return "The first message stays in every cut."
    return f"The first {pinned:,} messages stay in every cut."


def _summarized(number: int, call: SummaryCall) -> str:
    given = [_named(one) for one in call.given]
    if call.follows is not None:
        given.insert(0, f"the answer of call {call.follows}")
    said = f"Call {number} of the summarizer was given {_lower(_listed(given))}"
    details = [f"took {call.duration.total_seconds():.3f} s"]
    if call.model is not None:
        details.insert(0, f"model {call.model}")
    if call.cost is not None:
        details.insert(-1, f"cost {call.cost}")
    became = "" if call.derived_id is None else f", and its answer became derived message {call.derived_id}"
    return f"{said} ({', '.join(details)}){became}."


def _why(revision: Revision) -> list[str]:
    lines: list[str] = []
    others = {key: value for key, value in revision.settings.items() if key != "session.max_messages"}
    if others:
        lines.append(f"It went by {_listed([f'{key} = {_shown(value)}' for key, value in others.items()])}.")
    if revision.reason is not None:
        lines.append(f"Reason: {revision.reason}")
    if revision.actor is not None:
        lines.append(f"Actor: {revision.actor}")
    return lines


def _named(passage: Passage) -> str:
    if passage.derived_id is not None:
        stands_for = "" if passage.first is None else f" (for message {passage.first})"
        return f"Derived message {passage.derived_id}{stands_for}"
    if passage.first == passage.last:
        return f"Message {passage.first}"
    return f"Messages {passage.first}–{passage.last}"


def _roles(passages: Sequence[Passage]) -> str:
    total: Counter[str | None] = Counter()
    for passage in passages:
        total.update(passage.roles)
    named = [f"{count:,} {role if role is not None else 'without a role'}" for role, count in total.items()]
    return ", ".join(named)


def _listed(items: Sequence[str]) -> str:
    items = [items[0], *map(_lower, items[1:])]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key} = {_shown(item)}" for key, item in value.items()) + ")"
    return f"{value:,}" if type(value) is int else str(value)
