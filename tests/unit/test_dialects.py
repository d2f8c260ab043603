"""URLs: what is understood, what is refused and how, and that no password is shown."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from manager.errors import UnsupportedDatabaseError
from manager.storage.dialects import SQLite, dialect_of


@pytest.mark.parametrize(
    ("url", "name", "sync", "asynchronous"),
    [
        ("sqlite:////tmp/a.db", "sqlite", "sqlite+pysqlite:////tmp/a.db", None),
        ("sqlite+pysqlite:////tmp/a.db", "sqlite", "sqlite+pysqlite:////tmp/a.db", None),
        ("sqlite+aiosqlite:////tmp/a.db", "sqlite", "sqlite+pysqlite:////tmp/a.db", "sqlite+aiosqlite:////tmp/a.db"),
        ("postgresql://u@h/d", "postgresql", "postgresql+psycopg://u@h/d", "postgresql+psycopg://u@h/d"),
        ("postgres://u@h/d", "postgresql", "postgresql+psycopg://u@h/d", "postgresql+psycopg://u@h/d"),
        ("postgresql+psycopg://u@h/d", "postgresql", "postgresql+psycopg://u@h/d", "postgresql+psycopg://u@h/d"),
        *(
            (
                f"{scheme}://u@h/d",
                "mariadb",
                "mariadb+pymysql://u@h/d?charset=utf8mb4",
                "mariadb+asyncmy://u@h/d?charset=utf8mb4",
            )
            for scheme in ("mariadb", "mysql", "mariadb+pymysql", "mysql+pymysql", "mariadb+asyncmy", "mysql+asyncmy")
        ),
    ],
)
def test_urls_that_are_understood(url: str, name: str, sync: str, asynchronous: str | None) -> None:
    dialect = dialect_of(url)
    assert dialect.name == name
    assert str(dialect.sync_url) == sync
    assert (None if dialect.async_url is None else str(dialect.async_url)) == asynchronous
    assert dialect.shown == url


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "sqlite+aiosqlite://", "sqlite:///file::memory:?uri=true"]
)
def test_memory_databases(url: str) -> None:
    one, other = dialect_of(url), dialect_of(url)
    assert isinstance(one, SQLite)
    assert isinstance(other, SQLite)
    assert one.memory
    assert one.path is None
    assert one.key != other.key


def test_a_relative_path_means_the_same_file_after_a_change_of_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    dialect = dialect_of("sqlite:///a.db")
    monkeypatch.chdir("/")
    assert isinstance(dialect, SQLite)
    assert dialect.path == str(tmp_path / "a.db")
    assert dialect.shown == "sqlite:///a.db"


def test_one_file_has_one_lock_however_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    keys = {
        dialect.key
        for url in (f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/./a.db", f"sqlite:///{tmp_path}/link/a.db")
        if isinstance(dialect := dialect_of(url), SQLite)
    }
    assert len(keys) == 1


@pytest.mark.parametrize(
    ("url", "remedy"),
    [
        ("postgresql+psycopg2://u:secret@h/d", "use postgresql://u:***@h/d"),
        ("postgresql+asyncpg://u:secret@h/d", "use postgresql://u:***@h/d"),
        ("mysql+aiomysql://u:secret@h/d", "use mariadb://u:***@h/d"),
        ("mariadb+mariadbconnector://u:secret@h/d", "use mariadb://u:***@h/d"),
        ("sqlite+pysqlcipher://:secret@/a.db", "use sqlite://"),
        ("oracle://u:secret@h/d", "use sqlite:///file.db, postgresql://… or mariadb://…"),
        ("secret", "write it like sqlite:///file.db"),
        ("postgresql://u:secret@h:port/d", "write it like sqlite:///file.db"),
        ("", "write it like sqlite:///file.db"),
    ],
)
def test_urls_that_are_refused(url: str, remedy: str) -> None:
    with pytest.raises(UnsupportedDatabaseError) as raised:
        dialect_of(url)
    assert remedy in str(raised.value)
    assert "secret" not in str(raised.value)
    assert "secret" not in raised.value.url


def test_a_driver_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(UnsupportedDatabaseError, match=r'pip install "contextledger\[postgresql\]"'):
        dialect_of("postgresql://h/d")
    with pytest.raises(UnsupportedDatabaseError, match=r'pip install "contextledger\[mariadb\]"'):
        dialect_of("mariadb://h/d")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:secret@h/d",
        "postgresql://h/d?user=u&password=secret",
        "postgresql://h/d?sslpassword=secret",
        "mariadb://u:secret@h/d?passwd=secret",
    ],
)
def test_passwords_are_not_shown(url: str) -> None:
    dialect = dialect_of(url)
    assert "secret" not in dialect.shown
    assert "***" in dialect.shown or "=hidden" in dialect.shown
    assert "secret" in dialect.sync_url.render_as_string(hide_password=False)


class Server:
    """What stands for a connection to a server of another version: it can be asked for nothing else."""

    def __init__(self, version: str) -> None:
        self.info = SimpleNamespace(server_version=int(version) if version.isdigit() else 0)
        self._rows = [("version", version), ("max_allowed_packet", "1048576")]

    def cursor(self) -> Server:
        return self

    def execute(self, sql: str) -> None:
        self.sent = sql

    def fetchall(self) -> list[tuple[str, str]]:
        return self._rows

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("url", "version"),
    [
        ("mariadb://h/d", "8.0.36"),
        ("mariadb://h/d", "8.4.0-commercial"),
        ("mariadb://h/d", "10.5.23-MariaDB-log"),
        ("mariadb://h/d", "5.5.68-MariaDB"),
        ("postgresql://h/d", "130014"),
        ("postgresql://h/d", "90603"),
    ],
)
def test_servers_that_are_too_old_or_of_another_make(url: str, version: str) -> None:
    with pytest.raises(UnsupportedDatabaseError, match=r"use (PostgreSQL 14|MariaDB 10\.6) or later"):
        dialect_of(url).connected(Server(version), {})


@pytest.mark.parametrize(
    ("url", "version"),
    [
        ("mariadb://h/d", "10.6.0-MariaDB"),
        ("mariadb://h/d", "11.8.2-MariaDB-ubu2404"),
        ("postgresql://h/d", "140000"),
        ("postgresql://h/d", "180001"),
    ],
)
def test_servers_that_will_do(url: str, version: str) -> None:
    info: dict[str, int] = {}
    dialect_of(url).connected(Server(version), info)
    assert info == ({"max_allowed_packet": 1048576} if url.startswith("mariadb") else {})
