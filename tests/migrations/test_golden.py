"""Databases of every released schema, kept as they were made: upgraded, whole, and in use."""

from __future__ import annotations

import json

import pytest

from manager import SessionManager
from tests.backends import Backend
from tests.migrations.golden_ledger import FOLDER, RELEASED, as_json, contents, restore

pytestmark = pytest.mark.backends("sqlite", "postgresql", "mariadb")


@pytest.fixture(params=RELEASED)
def golden(request: pytest.FixtureRequest, backend: Backend, fresh_database_url: str) -> tuple[str, str]:
    """The URL of a database as that version left it, and what it holds as JSON text."""
    return fresh_database_url, restore(request.param, backend.system, fresh_database_url)


def test_every_version_is_kept_for_every_database() -> None:
    kept = {path.name for path in FOLDER.iterdir()}
    assert RELEASED
    assert kept == {
        f"{version}.{ending}"
        for version in RELEASED
        for ending in (
            "sqlite.db",
            "sqlite.json",
            "postgresql.sql",
            "postgresql.json",
            "mariadb.sql",
            "mariadb.json",
        )
    }


def test_reads_as_on_the_day_it_was_made(golden: tuple[str, str]) -> None:
    url, expected = golden
    with SessionManager(url, upgrade=True) as manager:
        assert contents(manager) == json.loads(expected)
        assert as_json(contents(manager)) + "\n" == expected
        assert manager.verify().ok


def test_goes_on_being_used(golden: tuple[str, str]) -> None:
    url, _ = golden
    with SessionManager(url, upgrade=True) as manager:
        session = manager.get_session("Grüße")
        before = session.info()
        for number in range(30):
            session.append({"role": "user", "content": f"later {number}"})
        session.rollback(before.revision)
        session.undo()
        assert session.info().head_seq == before.head_seq + 30
        assert session.append({"role": "user", "content": "once"}, key="answer 40").duplicate is False
        repeated = session.append({"role": "tool", "tool_call_id": "c3", "content": "21 °C"}, key="answer 3")
        assert repeated.duplicate
        assert manager.verify().ok
        manager.delete_session("second", owner="Ω")
        assert manager.verify().ok
