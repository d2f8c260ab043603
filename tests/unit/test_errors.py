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
    samples |= {"tuple[str, ...]": ("one", "other"), "bool": True}
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
