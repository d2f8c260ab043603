"""Sessions as JSON and YAML in the format of the system this one re-implements, both ways."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from manager.errors import InvalidSettingError, LoadError, ManagerError
from manager.model import NO_NOTE, Derived, Draft, Encoded, Note
from manager.operations import rows
from manager.operations.catalog import checked_settings, with_settings
from manager.operations.contexts import as_message, now, read_part, read_rows
from manager.operations.drafts import drafts_of, json_of
from manager.operations.faces import Face
from manager.operations.ledger import Target
from manager.operations.measuring import Measuring, OtherMeasure, measuring, require
from manager.operations.present import memo_of
from manager.operations.replace import Changed, replace_contexts, revision_was_committed
from manager.operations.revise import KeptMemo, NewDerived, NewPart
from manager.planning import spans
from manager.planning.matching import Reference, match_newest_first
from manager.settings import Settings, nest, overlaid
from manager.storage import Connection, sessions
from manager.storage.codec import decode_settings
from manager.storage.digests import payload_key
from manager.storage.sessions import SessionRow, session_name

_ABSENT: Any = object()
_KEYS = frozenset({"full_context", "context_window", "window_context", "memo", "session_settings"})
_EXAMPLE = 'expected {"full_context": [...], "context_window": [...], "memo": ..., "session_settings": {...}}'


@dataclass(frozen=True, slots=True)
class Loaded:
    """A session's text, checked and encoded before any SQL, and not yet measured; `source` is what errors call it."""

    source: str
    session_id: str | None
    auto_resize: bool | None
    full: list[Draft]
    window: list[Draft]
    memo: Encoded | None
    has_memo: bool
    settings: dict[str, Any] | None


async def exported(face: Face, target: Target) -> dict[str, Any]:
    """The session as the original system writes it: id, auto_resize, contexts, memo and settings."""

    def read(connection: Connection) -> dict[str, Any]:
        found = now(connection, target)
        row = None if found is None else found[0]
        settings = rows.settings_of(target.ledger, row, target)
        rules = rows.rules_of(target, row)
        contexts: dict[str, list[dict[str, Any]]] = {"full": [], "window": []}
        if row is not None:
            for part in contexts:
                read = read_rows(connection, target, row.id, read_part(connection, row, part))
                contexts[part] = [dict(as_message(item)) for _, item in read]
        return {
            "id": target.session_id,
            "auto_resize": rows.resizes_automatically(target, rules),
            "full_context": contexts["full"],
            "context_window": contexts["window"],
            "memo": None if found is None else memo_of(found[1]),
            "session_settings": nest(_exported_settings(settings)),
        }

    return await face.read(target.ledger.database, read)


def _exported_settings(settings: Settings) -> dict[str, Any]:
    """The settings in force, but for what stands elsewhere in the text (auto_resize) or is of the row (measure)."""
    left_out = ("auto_resize", "measure")
    return {key: value for key, value in settings.namespace("session").flat().items() if key not in left_out}


def _differing(target: Target, row: SessionRow, settings: dict[str, Any]) -> dict[str, Any]:
    """The settings that are not in force already: what a session inherits it goes on inheriting."""
    in_force = rows.settings_of(target.ledger, row, target)
    return {key: value for key, value in settings.items() if in_force.get(key, _ABSENT) != value}


def json_text(value: Any, *, indent: int | None = 2) -> str:
    """The value as JSON text that can be written to any file: what UTF-8 cannot hold is escaped."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent)
    return text


def yaml_text(exported_session: dict[str, Any]) -> str:
    """The session as YAML text."""
    import yaml

    def dumped(dumper: Any, *, readable: bool) -> str:
        return yaml.dump(exported_session, Dumper=dumper, indent=2, allow_unicode=readable, sort_keys=False)

    # libyaml takes about a tenth of the time, and does not know lone surrogates.
    try:
        return dumped(getattr(yaml, "CSafeDumper", yaml.SafeDumper), readable=True)
    except UnicodeEncodeError:
        # All escaped: PyYAML's own writer takes U+0085 for a line's end.
        return dumped(yaml.SafeDumper, readable=False)


def parsed_json(source: object) -> tuple[str, Any]:
    """What a JSON text, or the file a path names, holds; and what errors call it."""
    name, text = _text_of(source)
    try:
        return name, json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LoadError(name, f"it is not JSON ({error})", _EXAMPLE) from error


def parsed_yaml(source: object) -> tuple[str, Any]:
    """What a YAML text, or the file a path names, holds; and what errors call it."""
    import yaml

    name, text = _text_of(source)
    try:
        return name, yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except Exception:
        pass  # perhaps for what libyaml does not know
    try:
        return name, yaml.safe_load(text)
    except Exception as error:  # PyYAML lets errors of many kinds through, as for `!!bool foo`
        raise LoadError(name, f"it is not YAML ({' '.join(str(error).split())})", _EXAMPLE) from error


def checked(target: Target, name: str, data: Any) -> Loaded:
    """The parsed text as a session.

    Raises:
        LoadError: it is none, or holds what cannot be kept.
    """
    if not isinstance(data, Mapping):
        raise LoadError(name, f"it holds a {type(data).__name__}, not a session", _EXAMPLE)
    if not _KEYS & data.keys():
        raise LoadError(name, f"it has none of the keys {', '.join(sorted(_KEYS))}", _EXAMPLE)
    full = data.get("full_context", [])
    window = data.get("context_window", data.get("window_context", full))
    for field, value in (("full_context", full), ("context_window", window)):
        if not isinstance(value, Sequence) or isinstance(value, str | bytes):
            raise LoadError(name, f"{field!r} is a {type(value).__name__}, not a list of messages", _EXAMPLE)
    session_id, auto_resize = data.get("id"), data.get("auto_resize")
    if session_id is not None and not isinstance(session_id, str):
        raise LoadError(name, f"'id' is {session_id!r}, not text", _EXAMPLE)
    if auto_resize is not None and not isinstance(auto_resize, bool):
        raise LoadError(name, f"'auto_resize' is {auto_resize!r}, not true or false", _EXAMPLE)
    try:
        settings = data.get("session_settings")
        return Loaded(
            name,
            session_id,
            auto_resize,
            drafts_of(target.ledger, full, None),
            drafts_of(target.ledger, window, None),
            json_of(data["memo"], "memo") if data.get("memo") is not None else None,
            "memo" in data,
            None if settings is None else checked_settings({"session": settings}),
        )
    except ManagerError as error:
        raise LoadError(name, str(error), "mend the text and load it again") from error


async def load(face: Face, target: Target, loaded: Loaded, note: Note = NO_NOTE, *, must_be_new: bool = False) -> None:
    """Contexts, memo and settings are those of the text, as one revision of kind `import`.

    Raises:
        LoadError: the session exists and must be new, or cannot have the settings.
    """
    settings = dict(loaded.settings or {})
    if loaded.auto_resize is not None:
        settings["session.auto_resize"] = loaded.auto_resize

    moment = target.ledger.now()
    counted = await measuring(face, target)
    loaded = _measured(loaded, counted)

    def work(connection: Connection) -> Changed:
        stored, row = rows.lock_or_create(connection, target, moment)
        if must_be_new and stored.current_revision > 0:
            raise LoadError(
                loaded.source,
                f"session {target.session_id!r} exists",
                "delete it first, or load into it with session.load_json()",
            )
        own: dict[str, Any] = decode_settings(row.settings, session_name(row))
        try:
            row = with_settings(row, own, overlaid(own, _differing(target, row, settings)))
        except InvalidSettingError as error:
            raise LoadError(loaded.source, str(error), "mend the text and load it again") from error
        require(target, row, counted.name)
        when = max(moment, row.updated_at)
        memo = loaded.memo if loaded.memo is not None else (KeptMemo(None) if loaded.has_memo else None)
        row, made = replace_contexts(
            connection,
            target,
            row,
            loaded.full,
            when,
            kind="import",
            note=note,
            memo=memo,
            window_of=lambda full: _window_within(loaded, full),
        )
        sessions.save(connection, stored, row)
        return Changed(row, made)

    while True:
        try:
            changed = await face.write(target.ledger.database, work, confirm=revision_was_committed)
            break
        except OtherMeasure:
            counted = await measuring(face, target)
            loaded = _measured(loaded, counted)
    target.row_id = changed.row.id


def _measured(loaded: Loaded, counted: Measuring) -> Loaded:
    return replace(loaded, full=counted.again(loaded.full), window=counted.again(loaded.window))


def _window_within(loaded: Loaded, full: Sequence[Reference]) -> tuple[NewPart, int, tuple[NewDerived, ...]]:
    """The loaded window's messages found among those of the loaded full context; what is not there is derived."""
    known = [(reference, payload_key(item.content.text)) for reference, item in zip(full, loaded.full, strict=True)]
    found = match_newest_first([payload_key(item.content.text) for item in loaded.window], known, [])
    derived: list[NewDerived] = []
    references: list[Reference] = []
    for item, reference in zip(loaded.window, found, strict=True):
        if reference is None:
            derived.append(NewDerived(item))
            reference = Derived(-len(derived))
        references.append(reference)
    entries = spans.from_references(references)
    return NewPart(entries, 0, len(references)), sum(item.length for item in loaded.window), tuple(derived)


def _text_of(source: object) -> tuple[str, str]:
    """A text as it is, or the content of the file that a path names, as the original system tells them apart."""
    if not isinstance(source, str | Path):
        raise LoadError(f"a {type(source).__name__}", "it is neither text nor a path", "give a str or a pathlib.Path")
    path = Path(source)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):  # too long for a path, or with a NUL: a text
        is_file = False
    if not is_file:
        if isinstance(source, Path) or source.lower().endswith((".json", ".yaml", ".yml")):
            raise LoadError(f"file {str(source)!r}", "it is not there", "check the path")
        return "the text", source
    try:
        return f"file {str(source)!r}", path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise LoadError(f"file {str(source)!r}", f"it cannot be read ({error})", "save it as UTF-8") from error
