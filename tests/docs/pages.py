"""The pages a reader sees, and what is on them: blocks of code, headings, links, tables."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its text, the line its text begins at, and whether only space is before it."""

    language: str
    text: str
    line: int
    follows: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A page by its path from the checkout."""

    name: str

    @property
    def path(self) -> Path:
        return ROOT / self.name

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def blocks(self, *languages: str) -> list[Block]:
        """The fenced blocks in these languages, or in all, in order."""
        found: list[Block] = []
        end = 0
        for fence in re.finditer(r"^```(\S*)\n(.*?)^```$", self.text, re.MULTILINE | re.DOTALL):
            line = self.text.count("\n", 0, fence.start(2)) + 1
            found.append(Block(fence[1], fence[2], line, follows=not self.text[end : fence.start()].strip()))
            end = fence.end()
        return [block for block in found if not languages or block.language in languages]

    def prose(self) -> str:
        """The text without its fenced blocks."""
        return re.sub(r"^```.*?^```$", "", self.text, flags=re.MULTILINE | re.DOTALL)

    def anchors(self) -> set[str]:
        """What a link to a heading of this page may name, as code hosts make it."""
        headings = re.findall(r"^#+ (.+)$", self.prose(), re.MULTILINE)
        return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}

    def links(self) -> list[str]:
        """The targets of the links and pictures of the page."""
        return re.findall(r"\]\(([^)\s]+)\)", self.prose())

    def table_under(self, heading: str) -> list[list[str]]:
        """The cells of the first table under a heading, its header left out, backticks removed."""
        section = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", self.prose(), re.MULTILINE | re.DOTALL)
        assert section, f"{self.name} has no heading {heading!r}"
        lines = re.findall(r"^\|(.*)\|$", section[1], re.MULTILINE)
        return [
            [cell.strip().replace("`", "").replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)]
            for line in lines[2:]
        ]


PAGES = [
    Page(str(path.relative_to(ROOT)))
    for path in (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md")))
]
