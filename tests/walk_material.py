"""What random walks are made of: messages, memos, limits, and handles with their handlers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tests.conversations import conversations
from tests.messages import Fields
from tests.model import Handle, Strategy

#: Where a text holds it, the walk puts a number of its own there: most messages differ, and some do not.
NUMBER = "№"

texts = st.text(st.sampled_from("abc dé汉😀'\"\\\n"), max_size=60)
roles = st.sampled_from(["user", "user", "assistant", "system", "developer"])


def _said(role: str, text: str) -> Fields:
    return {"role": role, "content": f"{NUMBER} {text}"}


def _call(number: int) -> Fields:
    function = {"name": "f", "arguments": json.dumps({"city": "München", "n": number})}
    calls = [{"id": f"c{number}", "type": "function", "function": function}]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def _answer(number: int) -> Fields:
    return {"role": "tool", "tool_call_id": f"c{number}", "content": "x" * 7 * number}


def answer_to(made_by: Fields, call: str, text: str) -> Fields:
    """An answer to a call in the format of the message that made it."""
    if made_by.get("function_call"):
        return {"role": "function", "name": made_by["function_call"]["name"], "content": text}
    if made_by.get("tool_calls"):
        return {"role": "tool", "tool_call_id": call, "content": text}
    if isinstance(made_by.get("content"), list):
        blocks = [{"type": "tool_result", "tool_use_id": call, "content": text}]
        return {"role": "user", "content": blocks}
    return {"type": f"{made_by['type']}_output", "call_id": call, "output": text}


def _with_server_ids(message: Fields) -> Fields:
    """The message with the ids of calls that Anthropic answers itself as they are: never those of other calls."""
    content = message["content"] if isinstance(message.get("content"), list) else []
    ids = [block["id"] for block in content if block["type"] == "server_tool_use"]
    text = json.dumps(message)
    for each in ids:
        text = text.replace(json.dumps(each), json.dumps(f"srvtoolu_{each}"))
    served: Fields = json.loads(text)
    return served


said = st.builds(_said, roles, texts)
messages = st.one_of(
    said,
    said,
    st.sampled_from([{"role": "user", "content": "ok"}, {"content": "ok", "role": "user"}, {"type": "reasoning"}]),
    st.builds(_call, st.integers(1, 9)),
    st.builds(_answer, st.integers(1, 30)),
)
batches = st.lists(messages, max_size=5)
#: In the formats of the providers. Each begins with the same ids, so that the next one uses them again.
told = conversations(max_events=5).map(lambda conversation: [_with_server_ids(message) for message in conversation])
instructions = st.lists(st.builds(_said, st.sampled_from(["system", "developer"]), texts), max_size=3)
json_values = st.none() | st.integers() | st.text("aé\x00\ud83d", max_size=3) | st.just({"b": [1, None], "a": 2**70})
limits = st.none() | st.integers(30, 120) | st.integers(100, 400) | st.integers(200, 700)
pinned_roles = [[], ["system"], ["system", "developer", "user"], ["system", "user", "assistant"]]
settings_and_values = st.one_of(
    st.tuples(st.just("session.max_length"), limits),
    st.tuples(st.just("session.max_length"), limits),
    st.tuples(st.just("session.max_messages"), st.none() | st.integers(1, 12)),
    st.tuples(st.just("session.target_length"), limits),
    st.tuples(st.just("session.target_messages"), st.none() | st.integers(1, 12)),
    st.tuples(st.just("session.pinned_roles"), st.sampled_from(pinned_roles)),
    st.tuples(st.just("session.validate"), st.sampled_from(["warn", "warn", "off"])),
    st.tuples(st.just("session.auto_resize"), st.booleans()),
    st.tuples(
        st.just("session.strategy"),
        st.sampled_from(["simple_cut", "simple_cut", "simple_cut", "summary", "last_two", "nothing", "failing"]),
    ),
)

# --- handlers -----------------------------------------------------------------------------------


def _summary(read: list[Any], window: list[Any], memo: Any, settings: Mapping[str, Any]) -> Any:
    text = f"{len(window)} messages, at most {settings['max_length']}"
    return None, [{"role": "system", "content": text}, *window[-1:]], {"summaries": text}


def _rewritten(read: list[Any], window: list[Any], memo: Any, settings: Mapping[str, Any]) -> Any:
    kept = [{"role": "developer", "content": "before"}, {"role": "user", "content": "before"}, *read]
    return kept, kept[:1] + window[-2:], None


def _failing(read: list[Any], window: list[Any], memo: Any, settings: Mapping[str, Any]) -> Any:
    return len(window) / 0


ALL = 10**6
STRATEGIES = {
    "last_two": Strategy(lambda read, window, memo, settings: (None, window[-2:], memo)),
    "summary": Strategy(_summary),
    "readmitted": Strategy(lambda read, window, memo, settings: (None, read + window[-1:], None), 0, 3),
    "rewritten": Strategy(_rewritten, -3, ALL),
    "full_in_window": Strategy(lambda read, window, memo, settings: (None, read, memo), 0, ALL),
    "newest_first": Strategy(lambda read, window, memo, settings: (None, window[-1:] + read[:2], None), 0, ALL),
    "backward": Strategy(lambda read, window, memo, settings: (None, window[::-1], None)),
    "twice": Strategy(lambda read, window, memo, settings: (window * 2, window + window[-1:], memo)),
    "twice_new": Strategy(lambda read, window, memo, settings: (None, [{"role": "user", "content": "new"}] * 2, memo)),
    "memo_only": Strategy(lambda read, window, memo, settings: (None, None, {"seen": len(window)})),
    "emptied": Strategy(lambda read, window, memo, settings: (None, [], None)),
    "failing": Strategy(_failing),
    "nothing": Strategy(lambda read, window, memo, settings: (None, None, None)),
    "as_it_was": Strategy(lambda read, window, memo, settings: (read, window, memo), 0, ALL),
}

# --- handles ------------------------------------------------------------------------------------

PLAIN = Handle()
QUIET = Handle(auto_resize=False)
OWN = Handle(strategies=STRATEGIES)
HANDLES = (
    PLAIN,
    PLAIN,
    PLAIN,
    QUIET,
    OWN,
    Handle(strategies=STRATEGIES, auto_resize=True, longest_window=4, strategy="last_two"),
    Handle(strategies=STRATEGIES, longest_window=3, strategy="summary"),
    Handle(strategies=STRATEGIES, longest_window=5, strategy="rewritten"),
    Handle(strategies=STRATEGIES, longest_window=4, strategy="failing"),
    Handle(strategies=STRATEGIES, longest_window=1, strategy="nothing"),
    Handle(longest_window=2, strategy="simple_cut"),
    Handle(longest_window=2, strategy="never_registered"),
)
handles = st.sampled_from(HANDLES)
