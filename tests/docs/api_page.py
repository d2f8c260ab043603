"""Writes docs/reference/api.md from signatures and docstrings: `python -m tests.docs.api_page`."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from typing import Any

import manager
from manager import ALL_OWNERS
from tests.docs.pages import DOCS

API_PAGE = DOCS / "reference" / "api.md"

INTRODUCTION = """\
# API

Everything here is imported from `manager`. This page is made from the docstrings; `python -m tests.docs.api_page` in a
checkout makes it again.

Every operation exists twice on the same object: `x()` blocks, `async_x()` is awaited. They take the same arguments and
return the same things. Errors have [a page of their own](errors.md).
"""

#: The sections, and the names in them in reading order. Errors and warnings are on another page.
SECTIONS = {
    "Sessions": ("SessionManager", "Session", "ALL_OWNERS"),
    "Values": (
        "Message",
        "Appended",
        "Revision",
        "ResizeAttempt",
        "Snapshot",
        "Diff",
        "Explanation",
        "Passage",
        "SummaryCall",
        "SessionInfo",
        "WindowProblem",
        "Page",
        "VerifyReport",
        "Problem",
        "ExportReport",
        "ImportReport",
        "RefusedSession",
    ),
    "What you plug in": ("AnalysisHandler", "ResizeHandler", "ResizeResult", "FullContext", "Measure"),
    "Strategies to be made": ("summarize", "chain", "Summarizer", "Summary"),
    "Settings objects": ("Settings", "SettingsNamespace"),
}

#: How types are called that a reader cannot import.
TYPES = {
    "_Owners": "ALL_OWNERS",
    "verifying.Expected": "Mapping[str | tuple[str, str], tuple[int, str | bytes]]",
    "Durability": "Literal['full', 'normal']",
    "Messages": "Mapping[str, Any] | Iterable[Mapping[str, Any]]",
    "Clock": "Callable[[], int]",
    "ResizeValues": "tuple[full, window, memo] | ResizeResult",
}


def page() -> str:
    """The text of the page."""
    return "\n".join([INTRODUCTION, *(line for title in SECTIONS for line in _section(title))])


def _section(title: str) -> Iterator[str]:
    yield f"## {title}\n"
    for name in SECTIONS[title]:
        value = getattr(manager, name)
        if inspect.isfunction(value):
            yield from _function(name, value)
        else:
            yield from _class(name, value) if inspect.isclass(value) else _constant(name)


def _class(name: str, value: type) -> Iterator[str]:
    yield f"### {name}\n"
    yield _text(value)
    if dataclasses.is_dataclass(value):
        yield _code("\n".join(f"{field.name}: {_type(field.type)}" for field in dataclasses.fields(value)))
    elif "__init__" in vars(value) and not _is_protocol(value):
        yield _code(f"{name}{_signature(vars(value)['__init__'])}".removesuffix(" -> None"))
        yield _text(vars(value)["__init__"])
    for member, attribute in vars(value).items():
        if not member.startswith(("_", "async_")):
            yield from _member(name, value, member, attribute)


def _is_protocol(value: type) -> bool:
    return bool(getattr(value, "_is_protocol", False))


def _member(name: str, value: type, member: str, attribute: Any) -> Iterator[str]:
    if isinstance(attribute, property):
        kind = "can be set" if attribute.fset else "a property"
        code = f"{member}: {_type(inspect.signature(attribute.fget or len).return_annotation)}  # {kind}"
    elif inspect.isfunction(attribute) and attribute.__name__ == member:
        code = f"{'async ' * inspect.iscoroutinefunction(attribute)}{member}{_signature(attribute)}"
        if hasattr(value, f"async_{member}"):
            code += f"\nasync_{member}(…)  # the same, to be awaited"
    else:
        return
    yield f"#### {name}.{member}\n"
    yield _code(code)
    yield _text(attribute)


def _function(name: str, value: Any) -> Iterator[str]:
    yield f"### {name}\n"
    yield _code(f"{name}{_signature(value)}")
    yield _text(value)


def _constant(name: str) -> Iterator[str]:
    """A name that is no class, with the comment above its definition."""
    module = manager.protocols if name in vars(manager.protocols) else manager.session_manager
    source = inspect.getsource(module)
    found = re.search(rf"((?:^#: .*\n)+)^{name}: (?:TypeAlias|Final) = (.*(?:\n[ \])].*)*)", source, re.MULTILINE)
    assert found, f"{name} has no comment"
    comment, definition = found[1].replace("#: ", ""), re.sub(r"\n\s*", "", found[2].replace('"', ""))
    yield f"### {name}\n"
    if definition.startswith("Callable"):
        yield _code(_type(definition))
    yield comment


def _signature(function: Any) -> str:
    signature = inspect.signature(function)
    parts: list[str] = []
    keyword_only = False
    for parameter in signature.parameters.values():
        if parameter.name == "self":
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            keyword_only = True
            parts.append("*")
        text = f"{parameter.name}: {_type(parameter.annotation)}"
        if parameter.default is not parameter.empty:
            text += f" = {_default(parameter.default)}"
        parts.append(text)
    returned = _type(signature.return_annotation)
    line = f"({', '.join(parts)}) -> {returned}"
    if len(line) <= 90:
        return line
    return "(\n" + "".join(f"    {part},\n" for part in parts) + f") -> {returned}"


def _type(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else annotation.__name__
    for name, shown in TYPES.items():
        text = re.sub(rf"(?<![\w.]){re.escape(name)}\b", shown, text)
    return text


def _default(value: Any) -> str:
    if value is ALL_OWNERS:
        return "ALL_OWNERS"
    if inspect.isfunction(value):
        return value.__name__
    if type(value) is object:
        return "…"
    return repr(value)


def _code(text: str) -> str:
    return f"```text\n{text}\n```\n"


def _text(documented: Any) -> str:
    """A docstring as Markdown: its sections as lists, or as a paragraph where they have no items."""
    lines: list[str] = []
    for line in inspect.cleandoc(documented.__doc__ or "").splitlines():
        section = re.fullmatch(r"(Args|Attributes|Returns|Raises):", line)
        item = re.fullmatch(r"    (\w[\w, ]*?): (.*)", line)
        if section:
            lines += [f"*{section[1]}*", ""]
        elif item:
            lines.append(f"- `{item[1]}`: {item[2]}")
        else:
            lines.append(f"  {line.strip()}" if line.startswith("     ") and lines[-1][:1] in "- " else line.strip())
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    API_PAGE.write_text(page(), encoding="utf-8")
