"""Conversations with tools in the formats of the three providers, tidy ones and such as no provider would make."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.messages import Fields

FORMATS = ("chat", "responses", "anthropic")

#: Mixed scripts, quotes and escapes; most are short, some are long.
TEXTS = (
    "",
    "ok",
    "Grüße, Καλημέρα",
    "天气怎么样?",
    "שלום \"x\" 'y'",
    "🙂\n\\",
    "long " * 12,
    "很长的文字" * 30,
    "x" * 300,
)


class Event(NamedTuple):
    """One thing that happens in a conversation; what each field means depends on the kind."""

    kind: str
    calls: int
    which: int
    text: str
    flag: bool


KINDS = (
    *("user", "user", "assistant", "round", "round", "call", "call", "answer", "answer", "answer", "answer"),
    *("stray", "hosted", "reused", "repeated", "said with reasoning", "nothing but reasoning", "system"),
)

events = st.builds(
    Event,
    kind=st.sampled_from(KINDS),
    calls=st.integers(1, 3),
    which=st.integers(0, 5),
    text=st.sampled_from(TEXTS),
    flag=st.booleans(),
)

#: Events of conversations as providers make them: every call is answered before anything else is said.
tidy_events = st.builds(
    Event,
    kind=st.sampled_from(("user", "round", "said with reasoning", "hosted")),
    calls=st.integers(1, 3),
    which=st.integers(0, 5),
    text=st.sampled_from(TEXTS),
    flag=st.booleans(),
)


def conversations(max_events: int = 14, formats: Sequence[str] = FORMATS) -> st.SearchStrategy[list[Fields]]:
    """Conversations in one format each: parallel calls, results out of order, late, stray or missing, ids used again,
    reasoning, instructions in front and between."""
    return st.builds(
        _told,
        st.sampled_from(formats),
        st.integers(0, 2),
        st.one_of(st.lists(events, max_size=max_events), st.lists(tidy_events, max_size=max_events)),
    )


def plain_conversations(max_messages: int = 14) -> st.SearchStrategy[list[Fields]]:
    """Conversations without tools and reasoning."""
    said = st.builds(
        lambda role, text: {"role": role, "content": text},
        st.sampled_from(["user", "assistant", "system", "developer"]),
        st.sampled_from(TEXTS),
    )
    return st.lists(said, max_size=max_messages)


def _told(form: str, instructions: int, happened: list[Event]) -> list[Fields]:
    teller: _Teller = {"chat": _Chat, "responses": _Responses, "anthropic": _Anthropic}[form]()
    for number in range(instructions):
        teller.said(("system", "developer")[number % 2], f"instruction {number}")
    for event in happened:
        teller.tell(event)
    return teller.messages


class _Teller:
    """Writes events down as messages of one format, and remembers which calls wait for their answer."""

    def __init__(self) -> None:
        self.messages: list[Fields] = []
        self._numbers = 0
        self._waiting: list[str] = []
        self._answered: list[str] = []

    def tell(self, event: Event) -> None:
        if event.kind in ("user", "assistant"):
            self.said(event.kind, event.text)
        elif event.kind == "system":
            self.said("developer" if event.flag else "system", event.text)
        elif event.kind == "call":
            self.call([self._new_id() for _ in range(event.calls)], event)
        elif event.kind == "round":
            calls = [self._new_id() for _ in range(event.calls)]
            self.said("user", event.text)
            self.call(calls, event)
            self.answer(calls[::-1] if event.which % 2 else calls, event)
            self.said("assistant", "done")
        elif event.kind == "answer" and self._waiting:
            start = event.which % len(self._waiting)
            self.answer(self._waiting[start : start + event.calls], event)
        elif event.kind == "reused" and self._answered:
            self.call([self._answered[event.which % len(self._answered)]], event)
        elif event.kind == "repeated" and self._answered:
            self.result([self._answered[event.which % len(self._answered)]], event)
        elif event.kind == "stray":
            self.result([f"never called {self._new_id()}"], event)
        elif event.kind == "hosted":
            self.hosted(event)
        elif event.kind == "said with reasoning":
            self.reasoned(event)
        elif event.kind == "nothing but reasoning":
            self.reasoning(event)

    def _new_id(self) -> str:
        self._numbers += 1
        return f"c{self._numbers}"

    def said(self, role: str, text: str) -> None:
        self.messages.append({"role": role, "content": text})

    def call(self, ids: list[str], event: Event) -> None:
        self.calls(ids, event)
        self._waiting += [each for each in ids if each not in self._waiting]

    def answer(self, ids: list[str], event: Event) -> None:
        self.result(ids, event)
        self._answered += ids
        self._waiting = [each for each in self._waiting if each not in ids]

    def calls(self, ids: list[str], event: Event) -> None:
        raise NotImplementedError

    def result(self, ids: list[str], event: Event) -> None:
        raise NotImplementedError

    def reasoned(self, event: Event) -> None:
        self.said("assistant", event.text)

    def hosted(self, event: Event) -> None:
        """Only some formats have calls that the provider answers itself."""

    def reasoning(self, event: Event) -> None:
        """Only some formats have reasoning in messages of its own."""


class _Chat(_Teller):
    """OpenAI Chat Completions; now and then the form before `tools`."""

    def calls(self, ids: list[str], event: Event) -> None:
        function = {"name": "f", "arguments": json.dumps({"text": event.text})}
        calls: list[Any] = [{"id": each, "type": "function", "function": function} for each in ids]
        self.messages.append({"role": "assistant", "content": event.text if event.flag else None, "tool_calls": calls})

    def result(self, ids: list[str], event: Event) -> None:
        for each in ids:
            self.messages.append({"role": "tool", "tool_call_id": each, "content": event.text})

    def hosted(self, event: Event) -> None:
        name = f"legacy{self._new_id()}"
        self.messages.append({"role": "assistant", "content": None, "function_call": {"name": name, "arguments": "{}"}})
        self.messages.append({"role": "function", "name": name, "content": event.text})


class _Responses(_Teller):
    """OpenAI Responses items."""

    _PAIRS = (
        ("function_call", "function_call_output"),
        ("custom_tool_call", "custom_tool_call_output"),
        ("computer_call", "computer_call_output"),
        ("shell_call", "shell_call_output"),
    )

    def __init__(self) -> None:
        super().__init__()
        self._kind_of: dict[str, str] = {}

    def calls(self, ids: list[str], event: Event) -> None:
        if event.flag:
            self.reasoning(event)
        for number, each in enumerate(ids):
            kind, self._kind_of[each] = self._PAIRS[(event.which + number) % len(self._PAIRS)]
            self.messages.append({"type": kind, "call_id": each, "name": "f", "arguments": event.text})

    def result(self, ids: list[str], event: Event) -> None:
        for each in ids:
            kind = self._kind_of.get(each, "function_call_output")
            self.messages.append({"type": kind, "call_id": each, "output": event.text})

    def hosted(self, event: Event) -> None:
        if event.flag:
            self.reasoning(event)
        self.messages.append({"type": "web_search_call", "id": self._new_id(), "status": "completed"})
        if event.which % 2:
            self._output(event.text)

    def reasoned(self, event: Event) -> None:
        self.reasoning(event)
        self._output(event.text)

    def reasoning(self, event: Event) -> None:
        self.messages.append({"type": "reasoning", "id": self._new_id(), "summary": [], "encrypted_content": "…"})

    def _output(self, text: str) -> None:
        content = [{"type": "output_text", "text": text}]
        self.messages.append({"type": "message", "role": "assistant", "content": content})


class _Anthropic(_Teller):
    """Anthropic content blocks."""

    def calls(self, ids: list[str], event: Event) -> None:
        blocks: list[Fields] = [{"type": "thinking", "thinking": "…", "signature": "s"}] if event.flag else []
        if event.which % 2:
            blocks.append({"type": "text", "text": event.text})
        blocks += [{"type": "tool_use", "id": each, "name": "f", "input": {"text": event.text}} for each in ids]
        self.messages.append({"role": "assistant", "content": blocks})

    def result(self, ids: list[str], event: Event) -> None:
        blocks: list[Fields] = [{"type": "tool_result", "tool_use_id": each, "content": event.text} for each in ids]
        if event.which == 5:
            blocks.append({"type": "text", "text": "and this"})
        self.messages.append({"role": "user", "content": blocks})

    def hosted(self, event: Event) -> None:
        call = self._new_id()
        blocks: list[Fields] = [
            {"type": "server_tool_use", "id": call, "name": "web_search", "input": {}},
            {"type": "web_search_tool_result", "tool_use_id": call, "content": []},
            {"type": "text", "text": event.text},
        ]
        self.messages.append({"role": "assistant", "content": blocks})

    def reasoned(self, event: Event) -> None:
        blocks = [{"type": "thinking", "thinking": "…", "signature": "s"}, {"type": "text", "text": event.text}]
        self.messages.append({"role": "assistant", "content": blocks})
