"""An agent of Agently as it is, and one attached to the store, behind the same fixtures."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest

import tests.integrations.agently.quietly  # noqa: F401 - before anything else imports Agently
from manager import SessionManager
from manager.integrations.agently import LedgerSession, attach
from tests.integrations.agently.scripted import AgentlySession, ScriptedModel, serving


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedModel]:
    with serving() as model:
        yield model


@pytest.fixture
def model(server: ScriptedModel) -> ScriptedModel:
    """A model that has not been asked anything."""
    server.script, server.asked = [], []
    return server


@pytest.fixture
def store(database_url: str) -> Iterator[SessionManager]:
    with SessionManager(database_url) as manager:
        yield manager


class Kind:
    """Agently's own sessions, or ours: makes agents and sessions of the kind."""

    def __init__(self, model: ScriptedModel, store: SessionManager | None) -> None:
        self._model = model
        self._store = store

    def agent(self, **settings: Any) -> Any:
        """A new agent with these settings under `session`."""
        agent = self._model.agent(**settings)
        return agent if self._store is None else attach(agent, self._store)

    def session(self, **options: Any) -> Any:
        """A session without an agent."""
        return AgentlySession(**options) if self._store is None else LedgerSession(manager=self._store, **options)


@pytest.fixture(params=["own", "ours"])
def kind(request: pytest.FixtureRequest, model: ScriptedModel, store: SessionManager) -> Kind:
    return Kind(model, None if request.param == "own" else store)


#: `call(session, name, *arguments)`.
Call: TypeAlias = Callable[..., Any]


@pytest.fixture(params=["plain", "awaited"])
def call(request: pytest.FixtureRequest) -> Call:
    """Calls `name` of a session, or awaits its `async_name`."""

    def plain(session: Any, name: str, *arguments: Any) -> Any:
        return getattr(session, name)(*arguments)

    def awaited(session: Any, name: str, *arguments: Any) -> Any:
        return asyncio.run(getattr(session, f"async_{name}")(*arguments))

    return plain if request.param == "plain" else awaited
