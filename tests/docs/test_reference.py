"""The reference pages name everything that is there, and nothing else."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
    create_engine,
)
from sqlalchemy import inspect as inspect_database

import manager
from manager import ManagerError, ManagerWarning, errors
from manager.settings import KNOWN
from manager.storage.tables import metadata
from tests.backends import create_schema
from tests.docs.api_page import API_PAGE, SECTIONS, page
from tests.docs.pages import Page

ERRORS = Page("docs/reference/errors.md")
SCHEMA = Page("docs/reference/schema.md")
SETTINGS = Page("docs/reference/settings.md")
COMMAND_LINE = Page("docs/reference/command-line.md")

ERROR_CLASSES = {
    name: value
    for name, value in vars(errors).items()
    if inspect.isclass(value) and issubclass(value, ManagerError | ManagerWarning)
}
ERROR_SECTIONS = (
    "What the caller handed in",
    "What is not there",
    "Resizing",
    "Measuring again",
    "The schema",
    "The database",
    "The root",
)


# --- API ----------------------------------------------------------------------------------------


def test_the_api_page_is_made_from_the_docstrings_of_today() -> None:
    text = API_PAGE.read_text(encoding="utf-8")
    assert text == page(), "make it again with: python -m tests.docs.api_page"


def test_every_public_name_is_on_a_page() -> None:
    described = {name for names in SECTIONS.values() for name in names}
    assert described | ERROR_CLASSES.keys() == set(manager.__all__)
    assert not described & ERROR_CLASSES.keys()


@pytest.mark.parametrize("name", [name for name in manager.__all__ if inspect.isclass(getattr(manager, name))])
def test_every_public_method_has_a_docstring_and_a_heading(name: str) -> None:
    value = getattr(manager, name)
    assert value.__doc__
    headings = re.findall(rf"^#### {name}\.(\w+)$", API_PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    public = {
        member: attribute
        for member, attribute in vars(value).items()
        if not member.startswith("_")
        and (isinstance(attribute, property) or (inspect.isfunction(attribute) and attribute.__name__ == member))
    }
    assert all(attribute.__doc__ for attribute in public.values())
    if name in ERROR_CLASSES:
        assert not public
        return
    assert set(headings) == {member for member in public if not member.startswith("async_")}
    for member in public:
        if member.startswith("async_"):
            assert member.removeprefix("async_") in public


@pytest.mark.parametrize("name", [name for name in manager.__all__ if dataclasses.is_dataclass(getattr(manager, name))])
def test_every_attribute_of_a_value_is_explained(name: str) -> None:
    value = getattr(manager, name)
    explained = re.findall(r"^ {4}(\w[\w, ]*): ", inspect.getdoc(value) or "", re.MULTILINE)
    names = [attribute for line in explained for attribute in line.split(", ")]
    assert sorted(names) == sorted(field.name for field in dataclasses.fields(value))


# --- errors -------------------------------------------------------------------------------------


def attributes_of(error: type) -> set[str]:
    """What the constructors along the bases set, and class attributes but `retryable`."""
    found: set[str] = set()
    tree = ast.parse(Path(errors.__file__).read_text(encoding="utf-8"))
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for base in error.__mro__:
        if base.__name__ not in classes:
            continue
        for node in ast.walk(classes[base.__name__]):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found.add(node.attr)
        found |= {name for name in vars(base) if not name.startswith("_") and not callable(getattr(base, name))}
    return found - {"retryable"}


def builtin_bases(error: type) -> set[str]:
    """The built-in errors that are named among its bases or theirs."""
    bases = {base for kind in error.__mro__ if kind.__name__ in ERROR_CLASSES for base in kind.__bases__}
    return {base.__name__ for base in bases if base.__module__ == "builtins"} - {"Exception", "UserWarning"}


def names_in(cell: str) -> set[str]:
    return set(filter(None, cell.split(", ")))


def test_every_error_is_described_as_it_is() -> None:
    rows = [row for heading in ERROR_SECTIONS for row in ERRORS.table_under(heading)]
    described = {row[0] for row in rows}
    assert len(described) == len(rows)
    assert described == {name for name, value in ERROR_CLASSES.items() if issubclass(value, ManagerError)}
    for name, also, attributes, retryable, *_ in rows:
        error: Any = ERROR_CLASSES[name]
        assert names_in(also) == builtin_bases(error), name
        assert names_in(attributes) == attributes_of(error), name
        assert retryable == ("yes" if error.retryable else "no"), name


def test_every_warning_is_described() -> None:
    described = [row[0] for row in ERRORS.table_under("Warnings")]
    warnings = [name for name, value in ERROR_CLASSES.items() if issubclass(value, ManagerWarning)]
    assert described == [name for name in warnings if name != "ManagerWarning"]


# --- schema -------------------------------------------------------------------------------------


def type_of(column: Column[Any]) -> str:
    if column.name.endswith(("digest", "hash", "rules")):
        assert isinstance(column.type, LargeBinary)
        return "digest"
    if isinstance(column.type, LargeBinary):
        return "nonce"
    kinds = ((SmallInteger, "small"), (BigInteger, "integer"), (Integer, "integer"), (Text, "text"), (String, "name"))
    return next(word for kind, word in kinds if isinstance(column.type, kind))


@pytest.mark.parametrize("table", metadata.tables.values(), ids=lambda table: table.name)
def test_every_column_is_described_as_it_is(table: Any) -> None:
    described = [row[:3] for row in SCHEMA.table_under(table.name)]
    assert described == [
        [
            column.name,
            type_of(column) + " key" * column.primary_key,
            "yes" if column.nullable else "no",
        ]
        for column in table.columns
    ]


def test_every_table_index_and_view_is_described_as_it_is(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'schema.db'}"
    create_schema(url)
    engine = create_engine(url)
    inspector = inspect_database(engine)
    listed = re.findall(r"^\| \[?`(ledger_\w+)`", SCHEMA.text.partition("\n## ")[0], re.MULTILINE)
    assert sorted(listed) == sorted(inspector.get_table_names())

    indexes = {
        (index.name, table.name, ", ".join(column.name for column in index.columns), "no")
        for table in metadata.tables.values()
        for index in table.indexes
    } | {
        (constraint.name, table.name, ", ".join(column.name for column in constraint.columns), "yes")
        for table in metadata.tables.values()
        for constraint in table.constraints
        if isinstance(constraint, UniqueConstraint)
    }
    assert {tuple(row) for row in SCHEMA.table_under("Indexes")} == indexes

    views = {name: [column["name"] for column in inspector.get_columns(name)] for name in inspector.get_view_names()}
    assert {name: columns.split(", ") for name, columns in SCHEMA.table_under("Views")} == views
    engine.dispose()


# --- settings and the command line --------------------------------------------------------------


def test_every_setting_is_described_as_it_is() -> None:
    described = SETTINGS.table_under("Settings")
    assert [(key, expected) for key, _, expected in described] == [
        (key, known.expected) for key, known in KNOWN.items()
    ]
    for key, default, _ in described:
        value = KNOWN[key].default
        shown = list(value) if isinstance(value, tuple) else value
        assert default == (json.dumps(shown) if isinstance(shown, str | list) else repr(shown)), key


def test_every_command_and_parameter_is_described_as_it_is() -> None:
    import typer.main

    from manager.cli.application import application

    command_line: Any = typer.main.get_command(application)
    headings = re.findall(r"^## contextledger (\w+)$", COMMAND_LINE.text, re.MULTILINE)
    assert headings == list(command_line.commands)
    for name, command in command_line.commands.items():
        described = COMMAND_LINE.table_under(f"contextledger {name}")
        parameters = [
            parameter.opts[0] if parameter.param_type_name == "option" else parameter.metavar.strip("[]")
            for parameter in command.params
        ]
        assert [row[0] for row in described] == parameters, name
        for (_, default, _), parameter in zip(described, command.params, strict=True):
            if isinstance(parameter.default, str | int) and not isinstance(parameter.default, bool):
                assert default == str(parameter.default), f"{name} {parameter.name}"
