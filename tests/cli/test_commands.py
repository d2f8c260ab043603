"""What each command prints, for people and for programs, and how it ends."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from manager import SessionManager
from tests.backends import direct_connection
from tests.cli.command import ROOT, Execute, Run, arguments_of, environment_of, tell_trip

READING = [
    ["list"],
    ["window", "trip"],
    ["search", "trip", "answer"],
    ["history"],
    ["history", "trip"],
    ["attempts", "trip"],
    ["explain", "trip", "2"],
    ["diff", "trip", "1", "2"],
    ["verify"],
    ["verify", "trip"],
]


def document(run: Run, *arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_list_shows_sessions_page_by_page(run: Run, url: str) -> None:
    with SessionManager(url) as manager:
        manager.session("talk", title="Über uns").append({"role": "user", "content": "Grüß Gott"})
        manager.session("hers", owner="ines").append({"role": "user", "content": "Olá"})
    table = run("list", "--url", url)
    assert table.exit_code == 0
    assert re.search(r"^ +trip +10 ", table.stdout, re.MULTILINE)
    assert "Über uns" in table.stdout
    assert re.search(r"^ines +hers +1 ", run("list", "--url", url).stdout, re.MULTILINE)
    assert [one["session_id"] for one in document(run, "list", "--owner", "ines", "--url", url)["sessions"]] == ["hers"]
    nobodys = document(run, "list", "--owner", "", "--url", url)["sessions"]
    assert {one["session_id"] for one in nobodys} == {"trip", "talk"}

    first = document(run, "list", "--limit", "1", "--url", url)
    second = document(run, "list", "--limit", "1", "--after", first["next"], "--url", url)
    assert [page["sessions"][0]["session_id"] for page in (first, second)] == ["hers", "talk"]
    assert first["next"] in run("list", "--limit", "1", "--url", url).stdout


def test_window_shows_any_moment(run: Run, url: str) -> None:
    now = document(run, "window", "trip", "--url", url)
    with SessionManager(url) as manager:
        session = manager.get_session("trip")
        snapshot = session.snapshot()
        third = session.log(limit=3)[-1]
    assert [one["message"] for one in now["messages"]] == [dict(message) for message in snapshot.messages]
    assert (now["session_id"], now["revision"], now["length"]) == ("trip", snapshot.revision, snapshot.length)

    early = document(run, "window", "trip", "--seq", "2", "--url", url)
    assert [one["seq"] for one in early["messages"]] == [1, 2]
    assert third.created_at is not None
    then = document(run, "window", "trip", "--time", third.created_at.isoformat(), "--url", url)
    assert then["head_seq"] >= 3
    utc = third.created_at.replace(tzinfo=None).isoformat()
    assert document(run, "window", "trip", "--time", utc, "--url", url) == then
    made = document(run, "window", "trip", "--revision", "2", "--url", url)
    assert made["revision"] == 2

    table = run("window", "trip", "--url", url).stdout
    assert re.search(r"^ 10  assistant  Answer number 9\.", table, re.MULTILINE)
    assert "of 10 messages" in table


def test_search_finds_what_was_cut_page_by_page(run: Run, url: str) -> None:
    table = run("search", "trip", "COELIAC", "--url", url)
    assert table.exit_code == 0
    assert re.search(r"^ *1 +user +I am coeliac, remember that\.$", table.stdout, re.MULTILINE)
    first = document(run, "search", "trip", "answer number", "--limit", "4", "--url", url)
    assert (first["owner"], first["session_id"]) == ("", "trip")
    assert [one["seq"] for one in first["messages"]] == [10, 9, 8, 7]
    assert first["messages"][0]["message"] == {"role": "assistant", "content": "Answer number 9."}
    following = run("search", "trip", "answer number", "--after", first["next"], "--url", url).stdout
    assert "Answer number 5." in following
    assert "Answer number 6." not in following
    assert "--after 7" in run("search", "trip", "answer number", "--limit", "4", "--url", url).stdout
    for option, known in (("--in-window", []), ("--not-in-window", [1])):
        found = document(run, "search", "trip", "coeliac", option, "--url", url)
        assert [one["seq"] for one in found["messages"]] == known


def test_attempts_tell_what_came_to_nothing(run: Run, url: str) -> None:
    with SessionManager(url) as manager:
        session = manager.get_session("trip")
        session.auto_resize = False
        session.register_resize_handler("nothing", lambda full, window, memo, settings: (None, None, None))
        session.resize("nothing")
        with pytest.warns(match="elsewhere"):
            session.resize("elsewhere")
    first = document(run, "attempts", "trip", "--limit", "1", "--url", url)
    (newest,) = first["attempts"]
    assert (newest["attempt"], newest["strategy"], newest["outcome"]) == (2, "elsewhere", "unknown_strategy")
    (oldest,) = document(run, "attempts", "trip", "--after", first["next"], "--url", url)["attempts"]
    assert (oldest["cause"], oldest["outcome"], oldest["max_length"]) == ("manual", "declined", 260)
    table = run("attempts", "trip", "--url", url)
    assert table.exit_code == 0
    assert re.search(r"^ +2 +manual +elsewhere +unknown strategy ", table.stdout, re.MULTILINE)
    assert re.search(r"^ +1 +manual +nothing +declined .* 260 of 260 .*it left", table.stdout, re.MULTILINE)


def test_explain_tells_what_a_revision_did(run: Run, url: str) -> None:
    told = run("explain", "trip", "2", "--url", url)
    assert told.exit_code == 0
    assert told.stdout.startswith("Revision 2 (resize by simple_cut, automatic): the window was resized.\n")
    assert "Message 1 left it (1 message: 1 user; length 59)." in told.stdout
    record = document(run, "explain", "trip", "2", "--url", url)
    assert record["text"].split() == told.stdout.split()
    assert record["left"] == [
        {"first": 1, "last": 1, "derived_id": None, "count": 1, "length": 59, "roles": {"user": 1}}
    ]
    assert (record["revision"]["revision"], record["summaries"], record["memo_changed"]) == (2, [], False)
    missing = run("explain", "trip", "99", "--url", url)
    assert (missing.exit_code, "revision 99" in missing.stderr) == (2, True)


def test_history_filters_and_goes_on(run: Run, url: str) -> None:
    with SessionManager(url) as manager:
        manager.get_session("trip").set_memo({"diet": "gluten-free"}, reason="noted", actor="ines")
    everything = document(run, "history", "trip", "--url", url)["revisions"]
    assert everything[0]["kind"] == "memo"
    assert everything[-1]["kind"] == "created"
    assert document(run, "history", "--url", url)["revisions"] == everything

    resizes = [one for one in everything if one["kind"] == "resize"]
    assert document(run, "history", "trip", "--kind", "resize", "--url", url)["revisions"] == resizes
    paged, after = [], None
    while True:
        page = document(run, "history", "trip", "--limit", "2", *(["--after", after] if after else []), "--url", url)
        paged += page["revisions"]
        after = page["next"]
        if after is None:
            break
    assert paged == everything

    table = run("history", "trip", "--url", url).stdout
    assert "noted, ines" in table
    cut = resizes[-1]
    row = rf"{cut['revision']}  resize   simple_cut +{cut['count_before']} → {cut['window_count']} "
    assert re.search(row, table)


def test_diff_shows_what_differs(run: Run, url: str) -> None:
    difference = document(run, "diff", "trip", "1", "2", "--url", url)
    assert [one["seq"] for one in difference["removed"]] == [1]
    assert difference["memo_before"] is None
    with SessionManager(url) as manager:
        made = manager.get_session("trip").set_memo(["[bold]"]).info().revision
    shown = run("diff", "trip", str(made - 1), str(made), "--url", url).stdout
    assert 'memo null → ["[bold]"]' in shown


def test_full_shows_every_line(run: Run, url: str) -> None:
    told = "The first line\nand the second, " + "long " * 100 + "to the end."
    with SessionManager(url) as manager:
        manager.session("long").append({"role": "user", "content": told})
    short = run("window", "long", "--url", url).stdout
    assert "The first line and the second" in short
    assert "to the end." not in short
    whole = run("window", "long", "--full", "--url", url).stdout
    assert "to the end." in " ".join(whole.split())
    assert re.search(r"The first line *\n +and the second", whole)


def test_rollback_takes_every_option(run: Run, url: str) -> None:
    with SessionManager(url) as manager:
        session = manager.get_session("trip")
        session.set_memo("before")
        before = session.snapshot()
        session.append({"role": "user", "content": "One more thing."})
        session.set_memo("after")
    restored = document(
        run, "rollback", "trip", str(before.revision), "--parts", "window,full", "--drop-newer",
        "--reason", "why", "--actor", "who", "--url", url,
    )  # fmt: skip
    assert (restored["kind"], restored["restored"], restored["reason"], restored["actor"]) == (
        "rollback",
        before.revision,
        "why",
        "who",
    )
    now = document(run, "window", "trip", "--url", url)
    assert [one["seq"] for one in now["messages"]] == [message.seq for message in before.messages]
    assert now["memo"] == "after"

    shown = run("rollback", "trip", str(before.revision), "--parts", "memo", "--url", url)
    assert 'memo "after" → "before"' in shown.stdout
    assert f"revision {restored['revision'] + 1} is current" in shown.stdout


@pytest.mark.parametrize(
    ("option", "held", "told"), [([], True, True), (["--hold"], True, False), (["--no-hold"], False, False)]
)
def test_a_rollback_holds_as_it_is_told(run: Run, url: str, option: list[str], held: bool, told: bool) -> None:
    done = run("rollback", "trip", "1", *option, "--url", url)
    assert done.exit_code == 0
    assert ("automatic resizing is held" in done.stderr) is told
    assert ("--no-hold" in done.stderr) is told
    with SessionManager(url) as manager:
        session = manager.get_session("trip")
        assert session.info().held is held
        session.append({"role": "user", "content": "One more."})
        assert (len(session.context_window) == 11) is held


@pytest.mark.parametrize("arguments", [["rollback", "trip", "99"], ["rollback", "trip", "1", "--parts", "windows"]])
def test_a_rollback_that_cannot_be_changes_nothing(run: Run, url: str, arguments: list[str]) -> None:
    before = document(run, "window", "trip", "--url", url)
    refused = run(*arguments, "--url", url)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert refused.stderr.count("\n") == 1
    assert document(run, "window", "trip", "--url", url) == before


def test_verify_finds_what_was_altered(run: Run, url: str) -> None:
    whole = run("verify", "--url", url)
    assert whole.exit_code == 0
    assert "1 session, 10 messages" in whole.stdout
    with direct_connection(url) as connection:
        connection.execute(text("UPDATE ledger_messages SET payload = replace(payload, '5', '6') WHERE seq = 6"))
    for session in ([], ["trip"]):
        broken = run("verify", *session, "--url", url)
        assert broken.exit_code == 1
        assert "ledger_messages" in broken.stdout
    report = run("verify", "--json", "--url", url)
    assert report.exit_code == 1
    document = json.loads(report.stdout)
    assert document["ok"] is False
    assert document["problems"][0]["session_id"] == "trip"


def test_upgrade_makes_the_tables_and_may_be_repeated(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    assert document(run, "upgrade", "--url", url) == {"url": url, "upgraded": True}
    assert document(run, "upgrade", "--url", url) == {"url": url, "upgraded": False}
    assert document(run, "list", "--url", url) == {"sessions": [], "next": None}
    assert f"{url} has the tables of this version" in run("upgrade", "--url", url).stdout


@pytest.mark.parametrize("arguments", [*READING, ["rollback", "trip", "1"]])
def test_a_missing_file_is_said_and_not_made(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for where in ([], ["--url", "sqlite:///contextledger.db"], ["--url", "sqlite+aiosqlite:///contextledger.db?x=1"]):
        refused = run(*arguments, *where)
        assert refused.exit_code == 2
        assert refused.stdout == ""
        assert refused.stderr.startswith("error: there is no database file contextledger.db")
        assert refused.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_of_ours_gets_nothing(run: Run, tmp_path: Path) -> None:
    foreign = f"sqlite:///{tmp_path / 'foreign.db'}"
    with direct_connection(foreign) as connection:
        connection.execute(text("CREATE TABLE theirs (id INTEGER)"))
    (tmp_path / "text.db").write_text("no database, " * 1000)
    (tmp_path / "empty.db").write_text("")
    for name in ("foreign.db", "text.db", "empty.db"):
        for arguments in READING:
            refused = run(*arguments, "--url", f"sqlite:///{tmp_path / name}")
            assert refused.exit_code == 2, (name, arguments)
            assert refused.stdout == ""
            assert refused.stderr.count("\n") == 1
    assert (tmp_path / "text.db").read_text() == "no database, " * 1000
    for name in ("foreign.db", "empty.db"):
        with direct_connection(f"sqlite:///{tmp_path / name}") as connection:
            tables = connection.execute(text("SELECT name FROM sqlite_master")).scalars().all()
        assert tables == (["theirs"] if name == "foreign.db" else [])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["window", "nobody"], "no session 'nobody'"),
        (["history", "nobody"], "no session 'nobody'"),
        (["attempts", "nobody"], "no session 'nobody'"),
        (["search", "nobody", "text"], "no session 'nobody'"),
        (["search", "trip", ""], "text cannot be ''; "),
        (["verify", "nobody"], "no session 'nobody'"),
        (["window", "trip", "--owner", "ines"], "no session 'trip' of owner 'ines'"),
        (["window", "trip", "--revision", "99"], "no revision 99"),
        (["window", "trip", "--seq", "99"], "no message 99"),
        (["window", "trip", "--time", "2001-01-01"], "trip"),
        (["diff", "trip", "1", "99"], "no revision 99"),
        (["window", "nobody"], "`contextledger list`"),
        (["window", "nobody"], "--owner"),
        (["history", "--limit", "0"], "--limit cannot be 0; "),
        (["list", "--limit", "10001"], "--limit cannot be 10001; "),
        (["list", "--after", "nonsense"], "nonsense"),
        (["history", "trip", "--after", "nonsense"], "nonsense"),
    ],
)
def test_errors_are_one_line_on_stderr(run: Run, url: str, arguments: list[str], told: str) -> None:
    for json_too in ([], ["--json"]):
        refused = run(*arguments, *json_too, "--url", url)
        assert refused.exit_code == 2
        assert refused.stdout == ""
        assert refused.stderr.startswith("error: ")
        assert told in refused.stderr
        assert not re.search(r"\w\(\)", refused.stderr), "a call is no remedy on the command line"
        assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["window"],
        ["windows", "trip"],
        ["window", "trip", "--seq", "1", "--revision", "1"],
        ["window", "trip", "--time", "yesterday"],
        ["window", "trip", "--seq", "many"],
        ["history", "--limit", "many"],
        ["history", "--nonsense"],
        ["rollback", "trip", "1", "--hold=yes"],
        ["diff", "trip", "1"],
        ["rollback", "trip"],
        ["demo", "--max-length", "0"],
    ],
)
def test_wrong_use_ends_with_two(run: Run, url: str, arguments: list[str]) -> None:
    refused = run(*arguments, *(["--url", url] if arguments[0] != "windows" else []))
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert re.fullmatch(r"error: .+; see `\S+( \w+)? --help`\n", refused.stderr)


@pytest.mark.parametrize("unusable", ["oracle://u:hush@h/d", "nonsense", "mariadb://u:hush@127.0.0.1:1/d"])
def test_an_unusable_url_is_said_without_its_password(run: Run, unusable: str) -> None:
    refused = run("list", "--url", unusable)
    assert refused.exit_code == 2
    assert refused.stderr.count("\n") == 1
    assert "hush" not in refused.stderr


def test_the_url_comes_from_the_environment_or_is_the_file_here(execute: Execute, url: str, tmp_path: Path) -> None:
    assert "trip" in execute("list", CONTEXTLEDGER_URL=url).stdout
    with SessionManager(f"sqlite:///{tmp_path / 'contextledger.db'}") as manager:
        tell_trip(manager, "here")
    assert "here" in execute("list").stdout


def test_help_names_every_command(run: Run) -> None:
    told = run("--help")
    assert told.exit_code == 0
    assert run().stdout == told.stdout
    commands = ("demo", "list", "window", "search", "history", "attempts", "diff", "rollback", "verify", "upgrade")
    for command in commands:
        assert command in told.stdout
        assert run(command, "--help").exit_code == 0


@pytest.mark.parametrize("columns", ["20", "40", "79", "200"])
def test_any_width_and_no_color(run: Run, url: str, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", columns)
    colored = "".join(run(*arguments, "--url", url).stdout for arguments in READING)
    monkeypatch.setenv("NO_COLOR", "1")
    uncolored = "".join(run(*arguments, "--url", url).stdout for arguments in READING)
    color = re.compile(r"\x1b\[[0-9;]*3[0-7]")
    assert color.search(colored)
    assert not color.search(uncolored)
    assert "simple_cut" in uncolored
    for shown in (colored, uncolored):
        assert all(len(line) <= int(columns) for line in re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines())


@pytest.mark.parametrize("columns", [None, "80", "93", "100"])
def test_no_word_is_broken_and_no_line_ends_with_blanks(
    execute: Execute, run: Run, url: str, monkeypatch: pytest.MonkeyPatch, columns: str | None
) -> None:
    with SessionManager(url) as manager:
        tell_trip(manager, "a-session-with-a-long-name")
        manager.get_session("trip").set_memo(1, reason="a reason of many words, " * 5, actor="ines")
    if columns is not None:
        monkeypatch.setenv("COLUMNS", columns)
    for arguments in ([], ["trip"], ["a-session-with-a-long-name"]):
        # Only a process of its own has an output without a width.
        shown = (execute if columns is None else run)("history", *arguments, "--url", url).stdout
        assert "simple_cut" in shown
        assert ("a-session-with-a-long-name" in shown) == (arguments == [])
        assert shown.count("resize") == 5 * (2 - len(arguments))
        assert not re.search(" $", shown, re.MULTILINE)
        is_table = arguments != [] or columns is None
        assert ("revision: " in shown) is not is_table


def test_json_keeps_letters_and_escapes_what_steers(execute: Execute, url: str) -> None:
    told = {"city": "Zürich", "odd": "\x9b31m\u202e\ud83d"}
    with SessionManager(url) as manager:
        manager.get_session("trip").set_memo(told)
    for encoding in ("utf-8", "ascii"):
        shown = execute("window", "trip", "--json", "--url", url, PYTHONIOENCODING=encoding).stdout
        assert ("Zürich" in shown) == (encoding == "utf-8")
        assert r"\u009b31m\u202e\ud83d" in shown
        assert json.loads(shown)["memo"] == told


def test_an_ascii_terminal_is_no_error(execute: Execute, url: str) -> None:
    shown = execute("history", "trip", "--url", url, PYTHONIOENCODING="ascii")
    assert shown.returncode == 0, shown.stderr
    assert "resize" in shown.stdout


@pytest.mark.parametrize("arguments", [["history"], ["history", "--json"], ["window", "big", "--full"], ["demo"]])
def test_a_reader_that_goes_away_is_no_noise(url: str, tmp_path: Path, arguments: list[str]) -> None:
    with SessionManager(url) as manager:
        manager.session("big").append({"role": "user", "content": "line\n" * 50_000})
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as stdout:
        gone = subprocess.run(
            arguments_of(*arguments, *(["--url", url])),
            cwd=tmp_path,
            env=environment_of(),
            stdout=stdout,
            stderr=subprocess.PIPE,
            check=False,
            timeout=120,
        )
    assert gone.returncode == 141
    assert gone.stderr == b""


def test_typer_and_rich_come_with_the_first_command_only() -> None:
    code = "import manager, manager.cli, sys; print({'typer', 'rich', 'click'} & set(sys.modules))"
    shown = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown.stdout == "set()\n"


@pytest.mark.backends("postgresql", "mariadb", "sqlite-aiosqlite")
def test_every_command_on_every_database(run: Run, database_url: str) -> None:
    with SessionManager(database_url) as manager:
        tell_trip(manager)
    assert run("upgrade", "--url", database_url).exit_code == 0
    for arguments in READING:
        shown = run(*arguments, "--url", database_url)
        assert shown.exit_code == 0, shown.stderr
    assert run("rollback", "trip", "1", "--url", database_url).exit_code == 0
    assert len(document(run, "window", "trip", "--url", database_url)["messages"]) == 10
    assert run("demo", "--url", database_url).exit_code == 0


@pytest.mark.backends("postgresql", "mariadb")
def test_a_server_without_tables_gets_none_by_looking(run: Run, fresh_database_url: str) -> None:
    for arguments in READING:
        refused = run(*arguments, "--url", fresh_database_url)
        assert refused.exit_code == 2
        assert "contextledger upgrade" in refused.stderr
    assert run("upgrade", "--url", fresh_database_url).exit_code == 0
    assert run("list", "--url", fresh_database_url).exit_code == 0
