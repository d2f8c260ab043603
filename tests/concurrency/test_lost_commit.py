"""The connection is lost at COMMIT: what was to be stored is stored exactly once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Connection, delete

from manager.errors import DatabaseUnavailableError
from manager.storage.database import Database
from manager.storage.tables import session_details
from tests.concurrency.works import say_token, saying, texts, token_was_said
from tests.faces import Face
from tests.proxy import Loss, Proxy, proxied

pytestmark = pytest.mark.backends("postgresql", "mariadb")


@pytest.fixture
def proxy_and_url(database_url: str) -> Iterator[tuple[Proxy, str]]:
    with proxied(database_url) as found:
        yield found


@pytest.fixture
def proxy(proxy_and_url: tuple[Proxy, str]) -> Proxy:
    return proxy_and_url[0]


@pytest.fixture
def database(proxy_and_url: tuple[Proxy, str], make_database: Callable[..., Database], face: Face) -> Database:
    made = make_database(proxy_and_url[1])
    face.call(made.run, saying(0), write=True)
    return made


@pytest.mark.parametrize("loss", ["before", "answered", "unanswered"])
def test_it_is_stored_once(database: Database, proxy: Proxy, face: Face, loss: Loss) -> None:
    tokens = []
    for _ in range(5):
        proxy.lose_next_commit(loss)
        tokens.append(face.call(database.run, say_token, write=True, confirm=token_was_said))
    assert proxy.losses == 5
    assert sorted(face.call(database.run, texts, write=False).values()) == sorted(["", *tokens])


def test_work_that_may_be_repeated_is_repeated(database: Database, proxy: Proxy, face: Face) -> None:
    runs = []

    def empty(connection: Connection) -> None:
        runs.append(1)
        connection.execute(delete(session_details))

    proxy.lose_next_commit("answered")
    face.call(database.run, empty, write=True)
    assert len(runs) == 2
    assert face.call(database.run, texts, write=False) == {}


def test_the_error_says_where_the_outcome_is_not_known(database: Database, proxy: Proxy, face: Face) -> None:
    def say_last(connection: Connection) -> str:
        proxy.lose_next_commit("answered")
        proxy.refuse()
        return say_token(connection)

    with pytest.raises(DatabaseUnavailableError, match="whether it was stored is not known"):
        face.call(database.run, say_last, write=True, confirm=token_was_said)
    assert proxy.losses == 1
