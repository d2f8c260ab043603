"""Agently: the JSON and YAML files that a session writes of itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from manager import LoadError, Revision, Session, SessionManager, SessionNotFoundError
from manager.transfer.report import Moved
from manager.transfer.source import Refused, not_from, refusals

_JSON = (".json",)
_YAML = (".yaml", ".yml")
_SYSTEM = "agently"


def files_of(source: Path) -> list[Path]:
    """The file, or those of the folder that are called like such files, by name.

    Raises:
        LoadError: there is none.
    """
    if source.is_dir():
        found = sorted(each for each in source.iterdir() if each.suffix.lower() in _JSON + _YAML and each.is_file())
    else:
        found = [source] if source.is_file() else []
    if not found:
        raise LoadError(str(source), "there is no such file, or the folder has none", "name a .json or .yaml file")
    return found


def move_in_agently(
    manager: SessionManager,
    files: list[Path],
    *,
    owner: str | None = None,
    session_id: str | None = None,
    dry_run: bool = False,
    advance: Callable[[int], None] = lambda count: None,
) -> Iterator[Moved]:
    """Each file is a session with the contexts, the memo and the settings it holds, by a revision of kind `import`.

    The revision's metadata says what was imported: the same file again changes nothing, and one that has grown brings
    what is new.

    Args:
        files: each of one session; one that does not say its session's id is named by the file.
        owner, session_id, dry_run: as for `move_in`.
        advance: told of every file.
    """
    for file in files:
        advance(1)
        moved = Moved(session_id=file.stem)
        with refusals(moved):
            data = _parsed(file)
            moved.session_id = str(data["id"]) if data.get("id") is not None else file.stem
            if session_id in (None, moved.session_id):
                _load(manager.session(moved.session_id, owner=owner), data, moved, dry_run)
        if session_id in (None, moved.session_id):
            yield moved


def _parsed(file: Path) -> dict[str, Any]:
    import yaml

    try:
        text = file.read_text(encoding="utf-8-sig")
        data = yaml.safe_load(text) if file.suffix.lower() in _YAML else json.loads(text)
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        raise Refused(f"{file.name} cannot be read: {' '.join(str(error).split())}") from error
    if not isinstance(data, dict):
        raise Refused(f"{file.name} holds a {type(data).__name__}, not a session")
    try:
        if json.loads(json.dumps(data)) == data:
            return data
    except (TypeError, ValueError, RecursionError):
        pass
    raise Refused(f"{file.name} holds what is no JSON, such as a date or a number for a key")


def _load(session: Session, data: dict[str, Any], moved: Moved, dry_run: bool) -> None:
    full = data.get("full_context", [])
    moved.read = len(full) if isinstance(full, list) else 0
    digest = _digest(data)
    there = 0
    try:
        info = session.info()
    except SessionNotFoundError:
        pass
    else:
        there = info.head_seq
        before = _last_import(session)
        if before is None:
            raise not_from(_SYSTEM, session.id)
        if before.metadata.get("digest") == digest:
            moved.already_there = moved.read
            return
        if (info.revision, info.head_seq) != (before.revision, before.head_seq):
            raise Refused("the file has changed since it was imported, and the session here as well")
        if [dict(message) for message in session.full_context] != full[: info.full_count]:
            raise Refused("what the file began with when it was imported is not what it begins with now")
        moved.already_there = info.full_count
    if dry_run:
        moved.imported = moved.read - moved.already_there
        return
    session.load_json(
        json.dumps(data), reason=f"imported from {_SYSTEM}", metadata={"imported_from": _SYSTEM, "digest": digest}
    )
    moved.imported = session.info().head_seq - there


def _last_import(session: Session) -> Revision | None:
    """The newest revision by which the session was imported from there."""
    after: str | None = None
    while True:
        page = session.revisions(kind="import", after=after)
        for revision in page:
            if isinstance(revision.metadata, dict) and revision.metadata.get("imported_from") == _SYSTEM:
                return revision
        after = page.next
        if after is None:
            return None


def _digest(data: dict[str, Any]) -> str:
    return sha256(json.dumps(data).encode()).hexdigest()
