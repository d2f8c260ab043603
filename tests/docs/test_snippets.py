"""Every snippet of every page runs and prints what the page says."""

from __future__ import annotations

import re
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import make_url

from manager import SessionManager
from tests.backends import Backend, direct_connection
from tests.docs.pages import PAGES, ROOT, Page
from tests.docs.running import PageRun, database_of

#: Pages about a server, whose snippets use these URLs.
SERVERS = {
    "docs/how-to/postgresql.md": "postgresql://ledger:secret@localhost/ledger",
    "docs/how-to/mariadb.md": "mariadb://ledger:secret@localhost/ledger",
}
HISTORY_IN_SQL = "docs/how-to/query-the-history.md"
#: Languages of blocks. The first three are run; `text` is output, `sh` changes the reader's machine.
RUN = ("python", "sql", "console")
LANGUAGES = {*RUN, "text", "sh"}
ON_SQLITE = [page for page in PAGES if page.blocks(*RUN) and page.name not in SERVERS]


@pytest.mark.parametrize("page", ON_SQLITE, ids=lambda page: page.name)
def test_page_on_sqlite(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CONTEXTLEDGER_URL", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # for the database of the demo
    PageRun(page, tmp_path).run()


def test_no_two_pages_use_one_file() -> None:
    """A reader may follow two pages in one folder."""
    files = {page.name: set(re.findall(r"[\w-]+\.(?:db|yaml)\b", page.text)) for page in ON_SQLITE}
    users = {file: [page for page, names in files.items() if file in names] for file in set().union(*files.values())}
    shared = {file: pages for file, pages in users.items() if len(pages) > 1 and file != "contextledger.db"}
    assert shared == {}


@pytest.fixture
def server_url(fresh_database_url: str) -> Iterator[tuple[str, str]]:
    """The URL of a database that is to be made, and its name."""
    name = f"contextledger_test_{uuid4().hex[:16]}"
    yield make_url(fresh_database_url).set(database=name).render_as_string(hide_password=False), name
    with direct_connection(fresh_database_url) as connection:
        connection.exec_driver_sql(f"DROP DATABASE IF EXISTS {name}")


def run_on_server(name: str, folder: Path, admin_url: str, server_url: tuple[str, str]) -> None:
    """The page begins with the SQL an administrator sends; the rest uses the database that makes."""
    page = Page(name)
    url, database = server_url
    created = page.blocks("sql")[0]
    assert created.text.startswith("CREATE DATABASE ledger")
    with direct_connection(admin_url) as connection:
        connection.exec_driver_sql(created.text.replace("ledger", database, 1))
    PageRun(page, folder, {SERVERS[name]: url, created.text: "SELECT 1"}).run()


@pytest.mark.backends("postgresql")
def test_postgresql_page(tmp_path: Path, fresh_database_url: str, server_url: tuple[str, str]) -> None:
    run_on_server("docs/how-to/postgresql.md", tmp_path, fresh_database_url, server_url)


@pytest.mark.backends("mariadb")
def test_mariadb_page(tmp_path: Path, fresh_database_url: str, server_url: tuple[str, str]) -> None:
    run_on_server("docs/how-to/mariadb.md", tmp_path, fresh_database_url, server_url)


@pytest.mark.backends("postgresql", "mariadb")
def test_history_in_sql_on_servers(tmp_path: Path, database_url: str) -> None:
    page = Page(HISTORY_IN_SQL)
    PageRun(page, tmp_path, {database_of(page): database_url}).run()


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
def test_each_database_looks_into_a_payload_as_the_page_says(backend: Backend, database_url: str) -> None:
    how = dict(re.findall(r"^- (\w+): `(.+)`$", Page(HISTORY_IN_SQL).text, re.MULTILINE))
    expression = {name.lower(): text for name, text in how.items()}[backend.system]
    with SessionManager(database_url) as manager:
        session = manager.session("trip")
        session.append({"role": "user", "content": "Göteborg"})
        session.set_memo("a revision after the message")
    with direct_connection(database_url) as connection:
        query = f"SELECT {expression} FROM ledger_window_messages WHERE session_id = 'trip' AND revision = 2"
        assert connection.exec_driver_sql(query).scalars().all() == ["Göteborg"]


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
def test_each_database_unquotes_free_text_as_the_page_says(backend: Backend, database_url: str) -> None:
    how = {name.lower(): text for name, text in Page(HISTORY_IN_SQL).table_under("Free text")}
    reason = 'Göteborg, "quoted",\nin two lines, \\ and a cello 🎻'
    with SessionManager(database_url) as manager:
        session = manager.session("trip", auto_resize=False)
        session.append([{"role": "user", "content": "one"}, {"role": "user", "content": "two"}])
        session.register_resize_handler("newest", lambda full, window, memo, settings: (None, window[-1:], memo))
        session.resize("newest", reason=reason)
    with direct_connection(database_url) as connection:
        query = f"SELECT {how[backend.system]} FROM ledger_resize_history"
        assert connection.exec_driver_sql(query).scalars().all() == [reason]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_that_are_not_run_name_what_is_there(page: Page) -> None:
    """`make` has the target, the package the extra: the other commands of a page are run."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for block in page.blocks():
        assert block.language in LANGUAGES, f"{page.name}, line {block.line}: {block.language!r}"
    for block in page.blocks("sh"):
        for line in block.text.splitlines():
            command = line.partition("#")[0].strip()
            made = re.fullmatch(r"make ([a-z-]+)(?: [A-Z]+=\S+)*", command)
            installed = re.fullmatch(r"pip install '?\.(?:\[([a-z,-]+)\])?'?", command)
            assert made or installed, f"{page.name}, line {block.line}: {line}"
            if made:
                assert made[1] in targets
            if installed and installed[1]:
                assert set(installed[1].split(",")) <= set(project["optional-dependencies"])
