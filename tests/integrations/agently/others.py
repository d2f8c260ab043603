"""What another process does with an agent: the functions it runs."""

from __future__ import annotations

from manager import SessionManager
from manager.integrations.agently import attach
from tests.integrations.agently.scripted import ScriptedModel
from tests.processes import kill_oneself


def ask_and_be_killed(database_url: str, model_url: str, question: str) -> None:
    """The agent asks in session `a`, and the process is killed when it has the answer."""
    agent = attach(ScriptedModel(model_url).agent(input_keys=["input"], max_length=400), database_url)
    agent.register_session_resize_handler("note", lambda full, window, memo, settings: (None, None, {"city": "Oslo"}))
    agent.activate_session(session_id="a").input(question).start()
    agent.activated_session.run_resize_strategy("note")
    kill_oneself()


def ask_often(database_url: str, model_url: str, name: str, count: int) -> None:
    """The agent asks so many questions in session `a`."""
    with SessionManager(database_url) as manager:
        agent = attach(ScriptedModel(model_url).agent(input_keys=["input"], max_length=300), manager)
        agent.activate_session(session_id="a")
        for number in range(count):
            agent.input(f"{name} {number}").start()
