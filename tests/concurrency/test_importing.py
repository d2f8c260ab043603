"""Several import one file at once: each session is there once, and nothing is left of what came second."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from manager import SessionManager
from tests.backends import SYSTEMS
from tests.concurrency.importing import clear_away, import_file
from tests.faces import Face
from tests.kept_whole import exported, rows_left
from tests.messages import numbered
from tests.processes import at_once
from tests.soak import rounds


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync")
@pytest.mark.parametrize("grown", [False, True])
def test_processes_import_one_file_at_once(
    make_manager: Callable[..., SessionManager],
    make_database_url: Callable[[], str],
    database_url: str,
    face: Face,
    tmp_path: Path,
    grown: bool,
) -> None:
    source_url = make_database_url()
    source = make_manager(source_url)
    path = tmp_path / "all.jsonl"
    target = make_manager()
    for name in "ab":
        source.session(name, settings={"session.max_length": 300}).append(numbered(20), key="k")
    if grown:
        source.export_jsonl(path)
        target.import_jsonl(path)
        for name in "ab":
            source.session(name).append(numbered(5))
    source.export_jsonl(path)
    for number in range(rounds(1)):
        if number:
            for name in "ab":
                target.delete_session(name)
        found = at_once(_one_of, [(index, database_url, path) for index in range(4)])
        imported, continued, present, refused = (sum(counts) for counts in zip(*found, strict=True))
        first = continued if grown and not number else imported
        assert first == 2
        assert (imported + continued, present, refused) == (2, 4, 0)
        assert exported(target, face) == path.read_bytes()
        assert target.verify().ok
        assert rows_left(database_url) == rows_left(source_url)


def _one_of(index: int, url: str, path: Path) -> tuple[int, int, int, int]:
    return clear_away(url, path) if index == 0 else import_file(url, path)
