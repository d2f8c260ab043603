"""Settings: dotted keys, three levels (built-in, manager, session), and the `session` namespace handlers are given."""

from __future__ import annotations

import difflib
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from manager.announce import announce
from manager.errors import InvalidSettingError, UnknownSettingWarning

_ABSENT: Any = object()
#: Dots in a key, and so dictionaries in dictionaries.
_DEEPEST = 20


def _is_count(value: Any) -> bool:
    return value is None or (type(value) is int and 1 <= value <= 2**62)


def _is_seconds(value: Any) -> bool:
    return type(value) in (int, float) and 0 < value <= 86_400


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= 255 and value.isprintable()


def _is_role_list(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(_is_name(role) for role in value)


@dataclass(frozen=True, slots=True)
class _Known:
    default: Any
    accepts: Callable[[Any], bool]
    expected: str


KNOWN: dict[str, _Known] = {
    "session.max_length": _Known(None, _is_count, "an integer of at least 1, or None for no limit"),
    "session.max_messages": _Known(None, _is_count, "an integer of at least 1, or None for no limit"),
    "session.target_length": _Known(None, _is_count, "an integer of at least 1, or None for the limit itself"),
    "session.target_messages": _Known(None, _is_count, "an integer of at least 1, or None for the limit itself"),
    "session.strategy": _Known("simple_cut", _is_name, "the name of a strategy, 1 to 255 printable characters"),
    "session.pinned_roles": _Known(("system", "developer"), _is_role_list, "a list of role names"),
    "session.keep_rounds": _Known(None, _is_count, "an integer of at least 1, or None for as many as fit"),
    "session.keep_tool_results": _Known(
        3, lambda value: type(value) is int and 0 <= value <= 2**62, "an integer of at least 0"
    ),
    "session.auto_resize": _Known(True, lambda value: isinstance(value, bool), "True or False"),
    "session.on_resize_error": _Known("warn", lambda value: value in ("warn", "raise"), '"warn" or "raise"'),
    "session.validate": _Known("warn", lambda value: value in ("warn", "off"), '"warn" or "off"'),
    "session.resize_timeout": _Known(120, _is_seconds, "a number of seconds over 0, up to 86400"),
    "session.measure": _Known("characters", _is_name, "the name of a measure"),
}
DEFAULTS: dict[str, Any] = {key: known.default for key, known in KNOWN.items()}


def checked(key: object, value: Any) -> Any:
    """The value, if the key may have it; a near-miss of a known key is kept and warned about.

    Raises:
        InvalidSettingError: the key is no text, or a known key cannot have this value.
    """
    if not isinstance(key, str) or not all(key.split(".")) or key.count(".") > _DEEPEST:
        raise InvalidSettingError(str(key), key, "set under a dotted name such as 'session.max_length'")
    known = KNOWN.get(key)
    if known is not None:
        if not known.accepts(value):
            raise InvalidSettingError(key, value, known.expected)
        return list(value) if isinstance(value, tuple) else value
    inside = next((name for name in KNOWN if key.startswith(f"{name}.")), None)
    if inside is not None:
        raise InvalidSettingError(inside, {key.removeprefix(f"{inside}."): value}, KNOWN[inside].expected)
    if any(name.startswith(f"{key}.") for name in KNOWN):
        raise InvalidSettingError(key, value, "a dict of settings")
    near = difflib.get_close_matches(key if "." in key else f"session.{key}", KNOWN, n=1, cutoff=0.85)
    if near:
        announce(UnknownSettingWarning, f"setting {key!r} is not known; did you mean {near[0]!r}?")
    return value


def flatten(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The same settings under dotted keys; `{"session": {"max_length": 9}}` is `{"session.max_length": 9}`.

    Raises:
        InvalidSettingError: a key is no text.
    """
    flat: dict[str, Any] = {}
    for key, value in values.items():
        if not isinstance(key, str):
            raise InvalidSettingError(f"{prefix}{key}", key, "set under a dotted name such as 'session.max_length'")
        dotted = f"{prefix}{key}"
        if dotted.count(".") > _DEEPEST:
            raise InvalidSettingError(key, value, f"nested no deeper than {_DEEPEST} times")
        is_stem = any(name.startswith(f"{dotted}.") for name in KNOWN)
        if isinstance(value, Mapping) and dotted not in KNOWN and (value or is_stem):
            flat.update(flatten(value, f"{dotted}."))
        else:
            flat[dotted] = value
    return flat


def nest(flat: Mapping[str, Any]) -> dict[str, Any]:
    """The same settings as dictionaries in dictionaries."""
    nested: dict[str, Any] = {}
    for key, value in flat.items():
        *path, last = key.split(".")
        level = nested
        for name in path:
            inner = level.get(name)
            level = inner if isinstance(inner, dict) else level.setdefault(name, {})
        level[last] = value
    return nested


def merged(flat: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    """The settings with one more value; what it stands in the place of (its own branch, its stem) is gone.

    Raises:
        InvalidSettingError: a known key cannot have this value.
    """
    if not isinstance(key, str):
        raise InvalidSettingError(str(type(key).__name__), key, "set under a dotted name such as 'session.max_length'")
    return overlaid(flat, {name: checked(name, item) for name, item in flatten({key: value}).items()})


def merged_all(values: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted or nested settings as one dict of dotted ones, each checked.

    Raises:
        InvalidSettingError: a known key cannot have its value.
    """
    flat: dict[str, Any] = {}
    for key, value in flatten(values).items():
        flat = merged(flat, key, value)
    return flat


def overlaid(flat: Mapping[str, Any], added: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with others that were checked before; what those stand in the place of is gone."""
    kept = {
        name: item
        for name, item in flat.items()
        if not any(name.startswith(f"{new}.") or new.startswith(f"{name}.") for new in added)
    }
    return {**kept, **added}


class Settings:
    """Dotted settings over those of a parent; the built-in ones are under all.

    A key set here, also to None, hides the parent's; `unset` lets it through again.
    """

    def __init__(
        self,
        values: Mapping[str, Any] | None = None,
        *,
        parent: Settings | None = None,
    ) -> None:
        self._lock = threading.Lock()
        self._parent = parent
        self._own: dict[str, Any] = merged_all(values or {})
        #: How often they were changed.
        self.version = 0
        self._stored = False
        #: What made these settings; a session that is given them belongs to it.
        self.carried: object = None

    @classmethod
    def of_stored(cls, own: Mapping[str, Any], parent: Settings) -> Settings:
        """Dotted settings that were checked, and warned about, when they were stored."""
        settings = cls(parent=parent)
        settings._own = dict(own)
        settings._stored = True
        return settings

    @property
    def own(self) -> dict[str, Any]:
        """What was set here, under dotted keys."""
        return dict(self._own)

    def set(self, key: str, value: Any) -> None:
        """The key has the value from now on; a mapping sets every key in it.

        Raises:
            InvalidSettingError: a known key cannot have this value.
        """
        self._refuse_if_stored("set_settings")
        with self._lock:
            self._own = merged(self._own, key, value)
            self.version += 1

    def unset(self, key: str) -> None:
        """The key, and what is nested under it, is the parent's again."""
        self._refuse_if_stored("unset_settings")
        with self._lock:
            self._own = without(self._own, key)
            self.version += 1

    def _refuse_if_stored(self, call: str) -> None:
        if self._stored:
            raise TypeError(f"a session's settings are a copy of what is stored; call session.{call}() to change them")

    def flat(self) -> dict[str, Any]:
        """All settings in force, under dotted keys."""
        below = self._parent.flat() if self._parent is not None else {key: self.get(key) for key in DEFAULTS}
        return overlaid(below, self._own)

    @property
    def data(self) -> dict[str, Any]:
        """All settings in force, nested."""
        return nest(self.flat())

    def get(self, key: str, default: Any = None) -> Any:
        """The value in force; a key with nested keys under it gives them as a dictionary."""
        if key in KNOWN:
            return _copied(self._find(key))
        flat = self.flat()
        if key in flat:
            return _copied(flat[key])
        branch = {
            name.removeprefix(f"{key}."): _copied(item) for name, item in flat.items() if name.startswith(f"{key}.")
        }
        return nest(branch) if branch else default

    def _find(self, key: str) -> Any:
        if key in self._own:
            return self._own[key]
        return self._parent._find(key) if self._parent is not None else DEFAULTS[key]

    def __getitem__(self, key: str) -> Any:
        value = self.get(key, _ABSENT)
        if value is _ABSENT:
            raise KeyError(key)
        return value

    def __setitem__(self, key: str, value: Any) -> None:
        self.set(key, value)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key, _ABSENT) is not _ABSENT

    def namespace(self, name: str) -> SettingsNamespace:
        """What is nested under the name, as it stands now."""
        branch = self.get(name, {})
        return SettingsNamespace(branch if isinstance(branch, dict) else {})

    def __repr__(self) -> str:
        return f"Settings({self.data!r})"


def _copied(value: Any) -> Any:
    """The value, its lists and dicts copied: whoever gets a setting may change what they got."""
    if isinstance(value, list | tuple):
        return [_copied(item) for item in value]
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return value


def without(flat: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The settings without the key and what is nested under it."""
    return {name: item for name, item in flat.items() if name != key and not name.startswith(f"{key}.")}


class SettingsNamespace(Mapping[str, Any]):
    """The settings under one name, as they stood when they were asked for: `session_settings.get("max_length")`."""

    def __init__(self, nested: Mapping[str, Any]) -> None:
        self._flat = flatten(nested)
        self.data = nest(self._flat)

    def flat(self) -> dict[str, Any]:
        """The same settings under dotted keys."""
        return dict(self._flat)

    def __getitem__(self, key: str) -> Any:
        if key in self._flat:
            return self._flat[key]
        level: Any = self.data
        for name in key.split("."):
            if not isinstance(level, dict) or name not in level:
                raise KeyError(key)
            level = level[name]
        return level

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return f"SettingsNamespace({self.data!r})"


@dataclass(frozen=True, slots=True)
class ResizeRules:
    """The settings a resize decides by."""

    max_length: int | None
    max_messages: int | None
    target_length: int | None
    target_messages: int | None
    strategy: str
    pinned_roles: tuple[str, ...]
    keep_rounds: int | None
    keep_tool_results: int
    auto_resize: bool
    raise_errors: bool
    validates: bool
    resize_timeout: float

    @staticmethod
    def of(settings: Settings) -> ResizeRules:
        max_length, max_messages = settings._find("session.max_length"), settings._find("session.max_messages")
        return ResizeRules(
            max_length=max_length,
            max_messages=max_messages,
            target_length=_at_most(settings._find("session.target_length"), max_length),
            target_messages=_at_most(settings._find("session.target_messages"), max_messages),
            strategy=settings._find("session.strategy"),
            pinned_roles=tuple(settings._find("session.pinned_roles")),
            keep_rounds=settings._find("session.keep_rounds"),
            keep_tool_results=settings._find("session.keep_tool_results"),
            auto_resize=settings._find("session.auto_resize"),
            raise_errors=settings._find("session.on_resize_error") == "raise",
            validates=settings._find("session.validate") == "warn",
            resize_timeout=float(settings._find("session.resize_timeout")),
        )

    @property
    def limited(self) -> bool:
        """Whether there is a limit at all."""
        return self.max_length is not None or self.max_messages is not None

    def exceeded_by(self, length: int, count: int) -> bool:
        """Whether a window of this length and count is over one of the limits."""
        return (self.max_length is not None and length > self.max_length) or (
            self.max_messages is not None and count > self.max_messages
        )


def _at_most(target: int | None, limit: int | None) -> int | None:
    """What a cut goes down to: the target where there is a limit to stay under, which it never is above."""
    return limit if limit is None or target is None else min(target, limit)
