"""Writes docs/reference/api.md from signatures and docstrings: `python -m tests.docs.api_page`."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
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
        "Snapshot",
        "Diff",
        "SessionInfo",
        "Page",
        "VerifyReport",
        "Problem",
    ),
    "What you plug in": ("AnalysisHandler", "ResizeHandler", "ResizeResult", "FullContext"),
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

#: Special methods that are part of what a class is for; the others go without saying.
SPECIAL = ("__len__", "__getitem__", "__setitem__", "__contains__", "__iter__", "__aiter__")


def page() -> str:
    """The text of the page."""
    return "\n".join([INTRODUCTION, *(line for title in SECTIONS for line in _section(title))])


def _section(title: str) -> Iterator[str]:
    yield f"## {title}\n"
    for name in SECTIONS[title]:
        value = getattr(manager, name)
        yield from _class(name, value) if inspect.isclass(value) else _constant(name)


def _class(name: str, value: type) -> Iterator[str]:
    yield f"### {name}\n"
    if dataclasses.is_dataclass(value):
        yield _text(value)
        yield "| attribute | type |\n|---|---|"
        yield from (f"| `{field.name}` | `{_type(field.type)}` |".replace(" | None", " \\| None") for field in _fields(value))
        yield ""
    else:
        yield _text(value)
        if _own(value, "__init__"):
            yield _code(f"{name}{_signature(value.__init__)}".removesuffix(" -> None"))
            yield _text(value.__init__)
    for member, attribute in vars(value).items():
        if member.startswith("_") and not (member in SPECIAL and callable(attribute)):
            continue
        yield from _member(name, value, member, attribute)


def _member(name: str, value: type, member: str, attribute: Any) -> Iterator[str]:
    if isinstance(attribute, property):
        yield f"#### {name}.{member}\n"
        kind = "property, can be set" if attribute.fset else "property"
        yield _code(f"{member}: {_type(inspect.signature(attribute.fget).return_annotation)}  # {kind}")
        yield _text(attribute)
    elif inspect.isfunction(attribute) and not member.startswith("async_"):
        yield f"#### {name}.{member}\n"
        lines = [f"{'async ' * inspect.iscoroutinefunction(attribute)}{member}{_signature(attribute)}"]
        if hasattr(value, f"async_{member}"):
            lines.append(f"async_{member}(…)  # the same, to be awaited")
        yield _code("\n".join(lines))
        yield _text(attribute)


def _constant(name: str) -> Iterator[str]:
    """A name that is no class, with the comment above its definition."""
    source = next(
        Path(module.__file__ or "").read_text(encoding="utf-8")
        for module in (manager.session_manager, manager.protocols)
        if name in vars(module)
        and re.search(rf"^{name}\b", Path(module.__file__ or "").read_text(encoding="utf-8"), re.MULTILINE)
    )
    comment = re.search(rf"((?:^#:.*\n)+)(?:^\w+: TypeAlias = \([^)]*\)\n)?^{name}\b", source, re.MULTILINE)
    assert comment, f"{name} has no comment"
    yield f"### {name}\n"
    definition = next(
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name
    )
    if getattr(manager, name) is not ALL_OWNERS and definition.value is not None:
        yield _code(_type(ast.unparse(definition.value).replace("'", "")))
    yield re.sub(r"^#: ?", "", comment[1], flags=re.MULTILINE)


def _fields(value: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(value)


def _own(value: type, name: str) -> bool:
    return name in vars(value) and not getattr(value, "_is_protocol", False)


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
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    for name, shown in TYPES.items():
        text = re.sub(rf"(?<![\w.]){re.escape(name)}\b", lambda _, shown=shown: shown, text)
    return text.replace("'", "") if "Literal" not in text else text


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
    """A docstring as Markdown: its sections Args, Returns and Raises as lists."""
    text = inspect.getdoc(documented) if getattr(documented, "__doc__", None) else ""
    if isinstance(documented, type) and "__doc__" not in vars(documented):
        text = ""
    lines: list[str] = []
    for line in (text or "").splitlines():
        section = re.fullmatch(r"(Args|Returns|Raises|Yields):", line)
        item = re.fullmatch(r"    (\w[\w, ]*?):(?: (.*))?", line)
        if section:
            lines += [f"*{section[1]}*", ""]
        elif item and "Returns" not in lines[-2:][0:1]:
            lines.append(f"- `{item[1]}`: {item[2] or ''}".rstrip())
        elif line.startswith("    "):
            lines.append(f"  {line.strip()}" if lines and lines[-1].startswith(("- ", "  ")) else line.strip())
        else:
            lines.append(line)
    return "\n".join(lines) + ("\n" if lines else "")


if __name__ == "__main__":
    API_PAGE.write_text(page(), encoding="utf-8")
