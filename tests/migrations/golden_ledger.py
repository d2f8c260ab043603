"""What the golden databases hold, and how one is made when a schema is released.

`python -m tests.migrations.golden_ledger URL` fills the empty database of the URL and writes what the contexts hold to
`golden/<version>.json`; the database is then kept beside it, as a file or as a dump with DDL and INSERT statements.
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Any

from sqlalchemy import make_url

from manager import OverLimitWarning, Session, SessionManager, Summary, summarize
from manager.storage import migrate
from tests.backends import execute_script

FOLDER = Path(__file__).parent / "golden"

#: Every version of the schema that a database is kept of, the oldest first.
RELEASED = sorted({path.name.split(".")[0] for path in FOLDER.glob("*.json")})


def fill(manager: SessionManager) -> None:
    """Sessions that use every table and every kind of revision."""
    long_text = "long " * 2_000
    first = manager.session("Grüße", title='a "title"\0', metadata={"n": 2**70}, settings={"session.max_length": 700})
    first.append({"role": "system", "content": "You answer briefly."})
    for number in range(12):
        first.append({"role": "user", "content": f"Question {number}? \ud83d 🙂"}, metadata={"number": number})
        first.append({"role": "assistant", "content": None, "tool_calls": [{"id": f"c{number}", "type": "function"}]})
        first.append({"role": "tool", "tool_call_id": f"c{number}", "content": "21 °C"}, key=f"answer {number}")
    first.append({"role": "user", "content": long_text})
    first.set_memo({"summary": "weather", "big": 2**70, "text": "a\0b"}, actor="someone", reason='because of "it"')
    first.rollback(4, reason="the first question is wanted again", metadata={"ticket": 7})
    first.undo()
    first.set_chat_history([*first.full_context[:3], {"role": "user", "content": "from here"}])
    first.pop_message()
    first.rewind(9)
    first.register_resize_handler(
        "summary",
        lambda full, window, memo, settings: (
            None,
            [{"role": "system", "content": "They talked of the weather."}, *window[-2:]],
            {"rounds": 3},
        ),
    )
    first.resize("summary")
    first.append({"role": "user", "content": "And now?"})

    second = manager.session("second", owner="Ω")
    second.append([{"type": "message", "content": [{"type": "output_text", "text": str(n)}]} for n in range(40)])
    second.clean_context_window()
    second.append({"role": "user", "content": "after the clear"})
    second.load_json(second.to_json())
    second.reset_chat_history()
    second.append({"role": "user", "content": "after the reset"})
    _fill_with_strategies(manager)


def _fill_with_strategies(manager: SessionManager) -> None:
    """What came with 0002: pins, another measure, summaries, resizes that came to nothing, calls that wait."""
    third = manager.session("third", owner="Ω", settings={"session.max_length": 1_600, "session.target_length": 1_200})
    third.append({"role": "system", "content": "You book flights."})
    for number in range(6):
        call = {"id": f"c{number}", "type": "function", "function": {"name": "find", "arguments": "{}"}}
        third.append({"role": "user", "content": f"Flight {number}?"})
        third.append({"role": "assistant", "content": None, "tool_calls": [call]})
        third.append({"role": "tool", "tool_call_id": f"c{number}", "content": f"{number}: " + "seat " * 30})
        third.append({"role": "assistant", "content": f"Flight {number} has seats."})
    third.pin([2, 4], reason="what it began with")
    third.set_settings("session.max_length", 4_000)
    third.recall(8)
    third.register_resize_handler(
        "sums up",
        summarize(
            lambda messages, memo: Summary(f"{len(messages)} messages", model="a model", cost={"tokens": 2**70}),
            keep_rounds=1,
            into="window",
            max_input=500,
        ),
    )
    third.resize("sums up")
    third.remeasure("approximate", reason="counted as the provider does")
    third.set_settings("session", {"keep_tool_results": 0, "max_length": 150})
    third.resize("clear_tool_results")
    third.register_resize_handler("declines", lambda full, window, memo, settings: (None, None, None))
    third.resize("declines")
    third.append({"type": "reasoning", "id": "r", "summary": []})
    third.append({"type": "function_call", "call_id": "f1", "name": "find", "arguments": "{}"})


def contents(manager: SessionManager) -> list[dict[str, Any]]:
    """What every session holds, at every revision."""
    found: list[dict[str, Any]] = []
    for owner in ("", "Ω"):
        for info in manager.list_sessions(owner=owner):
            session = manager.get_session(info.session_id, owner=owner)
            found.append(
                {
                    "owner": owner,
                    "session_id": info.session_id,
                    "title": info.title,
                    "metadata": info.metadata,
                    "settings": info.settings,
                    "head": [info.head_seq, info.head_digest],
                    "memo": session.memo,
                    "full": list(session.full_context),
                    "window": session.context_window,
                    "log": list(session.log()),
                    "message_metadata": [message.metadata for message in session.log()],
                    "revisions": [
                        [revision.revision, revision.kind, revision.digest, session.window_at(revision.revision)]
                        for revision in session.revisions(limit=1_000)
                    ],
                    **_strategies(session),
                }
            )
    return found


def _strategies(session: Session) -> dict[str, Any]:
    """What came with 0002, where there is some of it: an earlier version wrote down nothing of the kind."""
    revisions = session.revisions(limit=1_000)
    held = {
        "pins": session.pins,
        "attempts": [
            [attempt.attempt, attempt.revision, attempt.strategy, attempt.outcome, attempt.reason]
            for attempt in session.resize_attempts()
        ],
        "summaries": [
            [revision.revision, call.follows, call.returned, call.model, call.cost, call.derived_id]
            for revision in revisions
            for call in session.explain(revision.revision).summaries
        ],
        "measures": [
            [revision.revision, revision.measure, revision.window_length]
            for revision in revisions
            if revision.measure != "characters"
        ],
    }
    return {name: value for name, value in held.items() if value}


def restore(version: str, system: str, url: str) -> str:
    """The empty database of the URL is as that version left it; what it holds, as JSON text."""
    stem = f"{version}.{system}"
    if system == "sqlite":
        path = make_url(url).database
        assert path is not None
        Path(path).write_bytes(FOLDER.joinpath(f"{stem}.db").read_bytes())
    else:
        execute_script(url, FOLDER.joinpath(f"{stem}.sql").read_text(encoding="utf-8"))
    return FOLDER.joinpath(f"{stem}.json").read_text(encoding="ascii")


def as_json(found: list[dict[str, Any]]) -> str:
    """The contents as they are kept: escaped, so that the file can hold lone surrogates."""
    return json.dumps(found, indent=1)


if __name__ == "__main__":
    warnings.simplefilter("ignore", OverLimitWarning)
    with SessionManager(sys.argv[1]) as made:
        fill(made)
        name = f"{migrate.HEAD}.{made._ledger.database.dialect_name}.json"
        FOLDER.joinpath(name).write_text(as_json(contents(made)) + "\n", encoding="ascii")
