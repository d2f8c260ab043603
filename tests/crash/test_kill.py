"""`kill -9` while a process writes: what was acknowledged is there, the rest wholly or not at all, and all goes on."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from manager import Session, SessionManager
from tests.backends import SHAREABLE
from tests.crash.writer import Entry, Notes, batch_of, sizes_of, write_until_killed
from tests.faces import Face
from tests.processes import running
from tests.soak import rounds


@pytest.mark.backends(*SHAREABLE)
def test_killed_while_writing(
    make_manager: Callable[..., SessionManager], database_url: str, face: Face, tmp_path: Path
) -> None:
    chance = random.Random(1)
    notes = Notes(tmp_path / "notes")
    for seed in range(rounds(5)):
        with running(write_until_killed, database_url, "one", tmp_path / "notes", face.name, seed) as writer:
            calls = notes.done() + chance.randrange(2, 25)
            while notes.done() < calls:
                assert writer.is_alive(), "the writer ended by itself"
                time.sleep(0.001)
            time.sleep(chance.uniform(0, 0.01))
        manager = face(make_manager())
        session = face(manager.session("one"))
        report = manager.verify()
        assert report.ok, report.problems
        _check(session, notes.read())
        after = f"after-{seed}"
        session.append(batch_of(after, 2), key=after)
        assert session.log(after=session.info().head_seq - 2) == batch_of(after, 2)
        notes.write(Entry("done", "append", after, 2))
        manager.close()
    notes.close()


def _check(session: Session, entries: list[Entry]) -> None:
    log = list(session.log())
    assert [message.seq for message in log] == list(range(1, len(log) + 1))
    digests = {made.revision: made.digest for made in session.revisions(limit=10_000)}
    assert sorted(digests) == list(range(1, len(digests) + 1))
    found = sizes_of(log)
    for batch, numbers in found.items():
        size = numbers[0][0]
        assert numbers == [(size, number) for number in range(1, size + 1)], f"{batch} is there in part"
    for entry in entries:
        if entry.state == "done":
            said = batch_of(entry.batch, entry.size)
            assert [log[seq - 1] for seq in entry.seqs] == said[: len(entry.seqs)]
            assert entry.size == 0 or entry.batch in found
            if entry.revision is not None:
                assert digests[entry.revision] == entry.digest
    last = entries[-1]
    if last.state == "begun" and last.call == "keyed":
        # A client that lost the answer sends the call again: it is stored once, whether it was stored before or not.
        again = session.append(batch_of(last.batch, last.size), key=last.batch)
        assert again.duplicate is (last.batch in found)
        assert len(sizes_of(list(session.log()))[last.batch]) == last.size
