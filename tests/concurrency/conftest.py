"""A database of the storage room, seen through both faces, and things to say in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from manager.storage.database import Database
from tests.faces import Face


@pytest.fixture
def make_database(database_url: str, face: Face) -> Iterator[Callable[..., Database]]:
    """Gives, at each call, another `Database` over the test's database (or over `url=`), closed afterwards."""
    with ExitStack() as databases:

        def make(url: str = database_url, **options: Any) -> Database:
            made = Database(url, **options)
            databases.callback(face.call, made.close)
            return made

        yield make


@pytest.fixture
def database(make_database: Callable[..., Database]) -> Database:
    """The test's database."""
    return make_database()
