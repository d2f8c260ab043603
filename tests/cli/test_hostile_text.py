"""Text that would steer a terminal, break a table or be taken for markup is shown, and does nothing."""

from __future__ import annotations

import json
import re

import pytest

from manager import SessionManager
from manager.cli.messages import gist, speaker
from manager.cli.terminal import every_line, harmless, one_line
from tests.cli.command import Run

HOSTILE = [
    "[red]no markup[/red] [/] [link=https://example.org]x[/link] :smile:",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x1b[2J",
    "nul \x00, bell \x07, back \x08, return \r, escape \x9b31m, delete \x7f",
    "right \u202eto left\u202c, isolate \u2066x\u2069",
    "line\u2028paragraph\u2029next\x85line\nfeed\ttab",
    "half \ud83d a character",
    "ordinary: Grüße, 漢字, שלום, 👩‍👩‍👧",
]
STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_that_steers_a_terminal_is_left(text: str) -> None:
    assert not STEERING.search(harmless(text))
    assert "\n" not in one_line(text)
    assert not STEERING.search(every_line(text))


def test_ordinary_text_is_left_as_it_is() -> None:
    assert one_line(HOSTILE[-1]) == HOSTILE[-1]
    assert every_line("a\n\n  b\tc") == "a\n\n  b c"
    assert one_line(HOSTILE[0]) == HOSTILE[0]


def test_commands_show_hostile_text_and_obey_none(run: Run, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "150")
    with SessionManager(url) as manager:
        session = manager.session("[bold]id[/bold]", title="\x1b[2J[red]title")
        for text in HOSTILE:
            session.append({"role": "user", "content": text})
            session.append({"role": "[red]", "content": None, "tool_calls": [{"function": {"name": text}}, text]})
        session.set_memo(HOSTILE, reason=HOSTILE[1])
    for arguments in (
        ["list"],
        ["window", "[bold]id[/bold]"],
        ["window", "[bold]id[/bold]", "--full"],
        ["history", "[bold]id[/bold]"],
        ["diff", "[bold]id[/bold]", "1", "2"],
        ["window", "\x1b[2J"],
    ):
        shown = run(*arguments, "--url", url)
        assert shown.exit_code in {0, 2}
        assert not STEERING.search(shown.stdout)
        assert not STEERING.search(shown.stderr)
    window = run("window", "[bold]id[/bold]", "--url", url).stdout
    assert "[red]no markup[/red] [/] [link=https://example.org]x[/link] :smile:" in window
    assert "␛[31mred" in window

    exact = json.loads(run("window", "[bold]id[/bold]", "--json", "--url", url).stdout)
    assert [one["message"]["content"] for one in exact["messages"][::2]] == HOSTILE
    assert exact["memo"] == HOSTILE


@pytest.mark.parametrize(
    ("message", "who", "what"),
    [
        ({"role": "user", "content": "Hello"}, "user", "Hello"),
        (
            {"role": "assistant", "content": None, "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]},
            "assistant",
            "→ f({})",
        ),
        (
            {"role": "user", "content": [{"type": "text", "text": "See"}, {"type": "image_url", "image_url": "u"}]},
            "user",
            'See  {"type": "image_url", "image_url": "u"}',
        ),
        (
            {"type": "function_call", "name": "f", "arguments": "{}", "call_id": "c"},
            "function_call",
            '{"name": "f", "arguments": "{}", "call_id": "c"}',
        ),
        (
            {"role": "assistant", "content": "", "tool_calls": "odd"},
            "assistant",
            '{"content": "", "tool_calls": "odd"}',
        ),
        ({"role": "assistant", "content": {"odd": [1]}}, "assistant", '{"odd": [1]}'),
    ],
)
def test_every_shape_of_message_has_a_gist(message: dict[str, object], who: str, what: str) -> None:
    assert speaker(message) == who
    assert gist(message) == what
