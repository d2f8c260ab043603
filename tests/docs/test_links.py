"""Links lead to pages and headings that are there, and every page can be reached."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

import pytest

from tests.docs.pages import PAGES, ROOT, Page

HOSTS = {"keepachangelog.com", "semver.org"}


def targets(page: Page) -> list[tuple[str, str]]:
    """The page and heading each link within the checkout leads to."""
    found = []
    for link in page.links():
        parts = urlsplit(link)
        if parts.scheme:
            assert parts.hostname in HOSTS, f"{page.name} links to {link}"
            continue
        path = page.path if not parts.path else page.path.parent / parts.path
        found.append((os.path.relpath(path, ROOT), parts.fragment))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Page) -> None:
    for name, heading in targets(page):
        assert (ROOT / name).exists(), f"{page.name} links to {name}, which is not there"
        if heading:
            assert heading in Page(name).anchors(), f"{page.name} links to {name}#{heading}, which is not there"


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, new = set(), {"README.md"}
    while new:
        reached |= new
        new = {name for found in new for name, _ in targets(Page(found)) if name.endswith(".md")} - reached
    assert reached == {page.name for page in PAGES}
