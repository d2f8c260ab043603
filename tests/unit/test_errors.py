"""Errors: what they say, what else they are, and that they travel between processes."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import pytest

from manager import errors
from manager.errors import ManagerError

EVERY = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, ManagerError) and kind not in (ManagerError, errors.SchemaError)
]


def an_error(kind: type[ManagerError]) -> ManagerError:
    """An error of this class, with facts of the types it takes."""
    samples: dict[str, Any] = {"str": "text", "str | None": "text", "int": 1, "object": {"a": [1]}, "Any": None}
    samples |= {"tuple[str, ...]": ("one", "other"), "bool": True, "list[int]": [1, 2]}
    given = inspect.signature(kind).parameters.values()
    facts = [samples[each.annotation] for each in given if each.kind is each.POSITIONAL_OR_KEYWORD]
    return kind(*facts)


@pytest.mark.parametrize("kind", EVERY)
@pytest.mark.parametrize("travel", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy, copy.deepcopy])
def test_an_error_comes_back_from_another_process(kind: type[ManagerError], travel: Any) -> None:
    error = an_error(kind)
    again = travel(error)
    assert type(again) is kind
    assert str(again) == str(error) != ""
    assert vars(again) == vars(error)
    assert again.args == error.args
    assert again.retryable is error.retryable


# --- what else they are -------------------------------------------------------------------------

BUILT_IN = {
    errors.InvalidIdError: ValueError,
    errors.InvalidMessageError: ValueError,
    errors.InvalidMemoError: ValueError,
    errors.InvalidSettingError: ValueError,
    errors.UnknownMeasureError: ValueError,
    errors.MeasureError: ValueError,
    errors.InvalidArgumentError: ValueError,
    errors.LoadError: ValueError,
    errors.MissingExtraError: ImportError,
    errors.KeyReusedError: ValueError,
    errors.RecallError: ValueError,
    errors.UnsupportedDatabaseError: ValueError,
    errors.ResizeResultError: ValueError,
    errors.SessionNotFoundError: LookupError,
    errors.RevisionNotFoundError: LookupError,
    errors.MessageNotFoundError: LookupError,
    errors.RemeasureConflictError: RuntimeError,
    errors.ResizeError: RuntimeError,
    errors.RevisionConflictError: RuntimeError,
    errors.SchemaOutdatedError: RuntimeError,
    errors.SchemaNewerError: RuntimeError,
    errors.SchemaForeignError: RuntimeError,
    errors.ClosedError: RuntimeError,
    errors.DatabaseError: RuntimeError,
    errors.DatabaseBusyError: TimeoutError,
    errors.DatabaseUnavailableError: ConnectionError,
    errors.DatabaseFullError: OSError,
    errors.DatabaseReadOnlyError: PermissionError,
    errors.DatabaseCorruptError: RuntimeError,
    errors.StoredDataError: RuntimeError,
}


@pytest.mark.parametrize("kind", EVERY)
def test_an_error_is_also_the_built_in_one_that_callers_catch(kind: type[ManagerError]) -> None:
    assert issubclass(kind, BUILT_IN[kind])


@pytest.mark.parametrize("kind", EVERY)
def test_only_what_may_succeed_later_is_retryable(kind: type[ManagerError]) -> None:
    retryable = (
        *(errors.DatabaseBusyError, errors.DatabaseUnavailableError),
        *(errors.RevisionConflictError, errors.RemeasureConflictError),
    )
    assert an_error(kind).retryable is (kind in retryable)


#: How the texts end; those that are handed their remedy end with it.
REMEDIES = {
    errors.InvalidIdError: "use 1 to 255 characters of text without control characters",
    errors.InvalidSettingError: "it must be text",
    errors.MeasureError: "it must return a whole number from 0 to 2**40 for every message",
    errors.RemeasureConflictError: "it goes on where it stopped",
    errors.InvalidArgumentError: "it must be text",
    errors.MissingExtraError: "pip install 'contextledger[text]'",
    errors.KeyReusedError: "use a new key for new content",
    errors.SessionNotFoundError: "manager.session('text') begins a new one",
    errors.RevisionNotFoundError: "see session.revisions()",
    errors.MessageNotFoundError: "see session.log()",
    errors.RecallError: "read them with session.log()",
    errors.ResizeResultError: "with None for what stays as it is",
    errors.RevisionConflictError: "call resize() again",
    errors.SchemaOutdatedError: "run `contextledger upgrade --url text` or manager.upgrade()",
    errors.SchemaNewerError: "install a newer version of contextledger",
    errors.SchemaForeignError: "use another database or schema, or rename them",
    errors.DatabaseError: "see the cause above for the database's own words",
    errors.DatabaseBusyError: "try again, or look for a transaction that is left open",
    errors.DatabaseUnavailableError: "check that it runs and that the URL is right, then try again",
    errors.DatabaseFullError: "make room and call again",
    errors.DatabaseReadOnlyError: "give write access to the file and its folder, or use another user or server",
    errors.DatabaseCorruptError: "restore a backup; `contextledger verify` tells which sessions are whole",
    errors.StoredDataError: "run `contextledger verify` to see what was altered",
    errors.ClosedError: "make a new one",
}


@pytest.mark.parametrize("kind", EVERY)
def test_an_error_says_what_to_do_last(kind: type[ManagerError]) -> None:
    error = an_error(kind)
    if kind is errors.SessionNotFoundError:
        error = errors.SessionNotFoundError("text", "ann", deleted=True)
    assert str(error).endswith(REMEDIES.get(kind, "text"))
    assert kind.__doc__


def test_a_value_is_shown_short_and_never_fails() -> None:
    class Unshowable:
        def __repr__(self) -> str:
            raise RuntimeError("no")

    assert len(str(errors.InvalidMessageError("message", "x" * 10**6, "it is long", "shorten it"))) < 300
    assert "<Unshowable>" in str(errors.InvalidArgumentError("limit", Unshowable(), "a number"))
