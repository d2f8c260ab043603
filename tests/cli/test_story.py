"""A person with a database file finds the cut that lost something and undoes it, without writing Python."""

from __future__ import annotations

import json
import re

from tests.cli.command import Execute, Run


def test_the_lost_message_is_found_and_brought_back(execute: Execute, url: str) -> None:
    listed = execute("list", "--url", url).stdout
    assert "trip" in listed

    now = execute("window", "trip", CONTEXTLEDGER_URL=url).stdout
    assert "coeliac" not in now

    history = execute("history", "trip", "--kind", "resize", "--url", url).stdout
    revisions = [int(found) for found in re.findall(r"^ *(\d+)  resize", history, re.MULTILINE)]
    assert revisions == sorted(revisions, reverse=True)
    cut = revisions[-1]

    lost = execute("diff", "trip", str(cut - 1), str(cut), "--url", url).stdout
    assert re.search(r"^- +1  user +I am coeliac, remember that\.", lost, re.MULTILINE)

    restored = execute("rollback", "trip", str(cut - 1), "--reason", "the diet", "--actor", "Ines", "--url", url)
    assert restored.returncode == 0
    assert "the limit is 260; automatic resizing is held" in restored.stderr
    assert restored.stderr.count("\n") == 1

    after = execute("window", "trip", "--url", url).stdout
    assert "I am coeliac, remember that." in after
    assert "Answer number 9." in after

    newest = json.loads(execute("history", "trip", "--limit", "1", "--json", "--url", url).stdout)["revisions"][0]
    assert (newest["kind"], newest["restored"], newest["reason"], newest["actor"]) == (
        "rollback",
        cut - 1,
        "the diet",
        "Ines",
    )
    assert execute("verify", "--url", url).returncode == 0


def test_a_rollback_is_undone_by_a_rollback(run: Run, url: str) -> None:
    before = json.loads(run("window", "trip", "--json", "--url", url).stdout)
    assert run("rollback", "trip", "1", "--url", url).exit_code == 0
    assert run("rollback", "trip", str(before["revision"]), "--url", url).exit_code == 0
    after = json.loads(run("window", "trip", "--json", "--url", url).stdout)
    assert after["messages"] == before["messages"]
    assert after["revision"] == before["revision"] + 2
