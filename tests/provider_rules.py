"""What a provider refuses in the messages of a request, written from the providers' published rules alone.

OpenAI Chat Completions: a `tool` message answers a `tool_calls` entry of an assistant message before it, and every
entry is answered before the conversation goes on. OpenAI Responses: `…_call` and `…_call_output` items are paired by
`call_id` (approvals by `approval_request_id`); a `reasoning` item is followed by an output item of its response, and
output items are not given without the reasoning before them. Anthropic Messages: `tool_use` and `tool_result` blocks
are paired by id; a `thinking` block stays in the message it came in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

Fields = dict[str, Any]
State = Literal["whole", "open", "dead", "orphan"]


class Tie(NamedTuple):
    """One call that wants an answer, or one answer; in the order in which they stand in a message."""

    is_call: bool
    id: str


@dataclass(slots=True)
class Pair:
    """A call with its answer, if it has one, by the places of their messages."""

    id: str
    call: int
    answer: int | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Messages that only make sense together, by their places, and whether a provider takes them."""

    members: tuple[int, ...]
    state: State

    @property
    def newest(self) -> int:
        return self.members[-1]


def problems(messages: Sequence[Fields]) -> list[str]:
    """What a provider would refuse in these messages as they are; an open call or reasoning at the end is fine."""
    pairs, orphans = _paired(messages, False)
    found = [f"{place}: a result without a call {call!r} before it that waits for one" for place, call in orphans]
    found += [
        f"{pair.call}: the call {pair.id!r} has no result, and the conversation went on"
        for pair in pairs
        if pair.answer is None and _went_on(messages, pair.call)
    ]
    found += [f"{place}: reasoning without an output item after it" for place in _dangling_reasoning(messages)]
    return sorted(found)


def parted(kept: Collection[int], log: Sequence[Fields]) -> list[str]:
    """The groups of the log of which only a part was kept; the places of messages in the log say what was."""
    return parted_of(kept, groups(log))


def parted_of(kept: Collection[int], log: Sequence[Group]) -> list[str]:
    """The same of a log whose groups are known."""
    found = []
    for group in log:
        left = [place for place in group.members if place in kept]
        if left and len(left) < len(group.members):
            found.append(f"of {list(group.members)} only {left} is left")
    return found


def groups(messages: Sequence[Fields], *, latest: bool = False) -> list[Group]:
    """Every message in the one group it belongs to, in the order of their newest members.

    Args:
        latest: of several answers to one call the last counts, and not the first.
    """
    leader = list(range(len(messages)))

    def find(place: int) -> int:
        while leader[place] != place:
            place = leader[place]
        return place

    pairs, orphans = _paired(messages, latest)
    for pair in pairs:
        if pair.answer is not None:
            leader[find(pair.answer)] = find(pair.call)
    for run in _output_runs(messages):
        reasoning = next((place for place in run if _is_reasoning(messages[place])), None)
        if reasoning is not None:
            for place in range(reasoning, run.stop):
                leader[find(place)] = find(reasoning)
    states: dict[int, set[State]] = {}
    for place, _ in orphans:
        states.setdefault(find(place), set()).add("orphan")
    for pair in pairs:
        if pair.answer is None:
            states.setdefault(find(pair.call), set()).add("dead" if _went_on(messages, pair.call) else "open")
    for place in _dangling_reasoning(messages):
        states.setdefault(find(place), set()).add("dead")
    if messages and _is_only_reasoning(messages[-1]):
        states.setdefault(find(len(messages) - 1), set()).add("open")
    members: dict[int, list[int]] = {}
    for place in range(len(messages)):
        members.setdefault(find(place), []).append(place)
    made = [Group(tuple(places), _worst(states.get(first, set()))) for first, places in members.items()]
    return sorted(made, key=lambda group: group.newest)


def _worst(states: set[State]) -> State:
    order: tuple[State, ...] = ("orphan", "dead", "open")
    return next((state for state in order if state in states), "whole")


# --- calls and answers --------------------------------------------------------------------------


def _paired(messages: Sequence[Fields], last_counts: bool) -> tuple[list[Pair], list[tuple[int, str]]]:
    """Every call with its answer, and the answers to no call.

    An answer is one to the latest call with its id, and only the first one, or the last one, is: a call has one result.
    """
    pairs: list[Pair] = []
    latest: dict[str, Pair] = {}
    orphans: list[tuple[int, str]] = []
    for place, message in enumerate(messages):
        for tie in ties(message):
            if tie.is_call:
                latest[tie.id] = Pair(tie.id, place)
                pairs.append(latest[tie.id])
                continue
            asked = pairs[-1] if pairs and not tie.id else latest.get(tie.id)
            if asked is not None and asked.answer is not None and last_counts and tie.id:
                orphans.append((asked.answer, tie.id))
                asked.answer = place
            elif asked is None or asked.answer is not None:
                orphans.append((place, tie.id))
            else:
                asked.answer = place
    return pairs, orphans


def ties(message: Fields) -> list[Tie]:
    """The calls that want an answer and the answers in a message, each in its place."""
    return [*_chat_ties(message), *_item_ties(message), *_block_ties(message)]


def _chat_ties(message: Fields) -> Iterator[Tie]:
    role = message.get("role")
    if role == "assistant":
        for call in message.get("tool_calls") or ():
            yield Tie(True, call["id"])
        if message.get("function_call"):
            yield Tie(True, f"function {message['function_call']['name']}")
    elif role == "tool":
        yield Tie(False, message.get("tool_call_id") or "")
    elif role == "function":
        yield Tie(False, f"function {message['name']}")


def _item_ties(message: Fields) -> Iterator[Tie]:
    kind = message.get("type")
    if "role" in message or not isinstance(kind, str):
        return
    if kind == "mcp_approval_request":
        yield Tie(True, message["id"])
    elif kind == "mcp_approval_response":
        yield Tie(False, message["approval_request_id"])
    elif message.get("call_id") is not None:
        # Calls without a call_id (web search, file search, code interpreter, remote MCP) hold their result themselves.
        if kind.endswith("_call") or kind == "program":
            yield Tie(True, message["call_id"])
        elif kind.endswith("_output"):
            yield Tie(False, message["call_id"])


def _block_ties(message: Fields) -> Iterator[Tie]:
    for block in _blocks(message):
        kind = block.get("type", "")
        if kind == "tool_use" or kind.endswith("_tool_use"):
            yield Tie(True, block["id"])
        elif kind == "tool_result" or kind.endswith("_tool_result"):
            yield Tie(False, block["tool_use_id"])


def _blocks(message: Fields) -> list[Fields]:
    content = message.get("content")
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _answers(message: Fields) -> bool:
    return any(not tie.is_call for tie in ties(message))


def _went_on(messages: Sequence[Fields], call: int) -> bool:
    """Whether anything follows but answers and the other items of the response that made the call."""
    run = next((run for run in _output_runs(messages) if call in run), range(call, call + 1))
    return not all(_answers(message) and not _is_output(message) for message in messages[run.stop :])


# --- responses and their reasoning --------------------------------------------------------------


def _output_runs(messages: Sequence[Fields]) -> Iterator[range]:
    """What the model gave in one go: the longest runs of assistant messages and of items that are no answers."""
    start = None
    for place, message in enumerate(messages):
        if _is_output(message):
            start = place if start is None else start
        elif start is not None:
            yield range(start, place)
            start = None
    if start is not None:
        yield range(start, len(messages))


def _is_output(message: Fields) -> bool:
    if "role" in message:
        return bool(message["role"] == "assistant")
    return not _answers(message)


def _is_reasoning(message: Fields) -> bool:
    return message.get("type") == "reasoning" or any(
        block.get("type") in ("thinking", "redacted_thinking") for block in _blocks(message)
    )


def _is_only_reasoning(message: Fields) -> bool:
    blocks = _blocks(message)
    return message.get("type") == "reasoning" or (
        bool(blocks) and all(block.get("type") in ("thinking", "redacted_thinking") for block in blocks)
    )


def _dangling_reasoning(messages: Sequence[Fields]) -> list[int]:
    """Where reasoning is followed by something that is no output of its response."""
    return [
        run[-1] for run in _output_runs(messages) if _is_only_reasoning(messages[run[-1]]) and run.stop < len(messages)
    ]
