"""Requests of an agent to a model, with Agently's own session and with ours: what is sent, and what is recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from manager import SessionManager
from tests.integrations.agently.conftest import Kind
from tests.integrations.agently.scripted import ScriptedModel, dumped, texts, user

pytestmark = pytest.mark.backends("sqlite")

Ask = Callable[..., Any]


def ask(agent: Any, question: Any) -> Any:
    """The answer to a question."""
    return agent.input(question).start()


def ask_awaited(agent: Any, question: Any) -> Any:
    """The answer to a question that is asked on a running loop."""

    async def asked() -> Any:
        return await agent.input(question).async_start()

    return asyncio.run(asked())


on_both_faces = pytest.mark.parametrize("ask", [ask, ask_awaited])


@on_both_faces
def test_question_and_reply_are_recorded_and_sent_with_the_next_question(
    kind: Kind, model: ScriptedModel, ask: Ask
) -> None:
    agent = kind.agent(input_keys=["input"]).activate_session(session_id="a")
    assert ask(agent, "Oslo?") == "answer 1"
    recorded = [user("[input]:\nOslo?"), {"role": "assistant", "content": "answer 1"}]
    session = agent.activated_session
    assert dumped(session.full_context) == dumped(session.context_window) == recorded
    assert ask(agent, "Gent?") == "answer 2"
    assert model.asked == [[user("Oslo?")], [*recorded, user("Gent?")]]
    assert len(session.full_context) == 4
    agent.deactivate_session()
    assert ask(agent, "And here?") == "answer 3"
    assert model.asked[-1] == [user("And here?")]
    assert len(session.full_context) == 4


def test_without_keys_the_whole_prompt_is_recorded(kind: Kind) -> None:
    agent = kind.agent().activate_session(session_id="a")
    ask(agent, "Oslo?")
    assert texts(agent.activated_session.full_context) == [
        "user:\n[INPUT]:\nOslo?\n\n[OUTPUT]:\nassistant:",
        "answer 1",
    ]


def test_the_window_is_what_is_sent(kind: Kind, model: ScriptedModel) -> None:
    agent = kind.agent(input_keys=["input"], max_length=110).activate_session(session_id="a")
    for number in range(1, 5):
        ask(agent, f"question {number}")
    # Two messages are 100 characters long, three are 150.
    for number, messages in enumerate(model.asked[1:], 2):
        assert [message["content"] for message in messages] == [
            f"[input]:\nquestion {number - 1}",
            f"answer {number - 1}",
            f"question {number}",
        ]
    assert len(agent.activated_session.full_context) == 8


def test_the_memo_is_in_the_prompt(kind: Kind, model: ScriptedModel) -> None:
    agent = kind.agent()
    agent.register_session_analysis_handler(lambda full, window, memo, settings: "note" if len(window) > 1 else None)
    agent.register_session_resize_handler("note", lambda full, window, memo, settings: (None, [], {"city": "Oslo"}))
    agent.activate_session(session_id="a")
    ask(agent, "Oslo?")
    ask(agent, "And now?")
    (message,) = model.asked[-1]
    assert "CHAT SESSION MEMO" in message["content"]
    assert "city: Oslo" in message["content"]
    assert "answer 1" not in message["content"]


def test_keys_choose_what_is_recorded(kind: Kind, model: ScriptedModel) -> None:
    agent = kind.agent(input_keys=["input.city", "info.unit", "never"], reply_keys=["weather.now", "never"])
    agent.activate_session(session_id="a")
    model.script = ['{"weather": {"now": "19 degrees", "later": "rain"}}']
    request = agent.info({"unit": "Celsius"}).output({"weather": {"now": (str,), "later": (str,)}})
    assert ask(request, {"city": "Gent", "day": 3}) == {"weather": {"now": "19 degrees", "later": "rain"}}
    assert texts(agent.activated_session.full_context) == [
        "[input.city]:\nGent\n[info.unit]:\nCelsius",
        "[weather.now]:\n19 degrees",
    ]


@pytest.mark.filterwarnings("ignore:Skipped content")  # Agently warns of its own look at the prompt as text
def test_pictures_of_the_history_are_sent(kind: Kind, model: ScriptedModel) -> None:
    agent = kind.agent(input_keys=["input"]).activate_session(session_id="a")
    agent.set_settings("plugins.ModelRequester.OpenAICompatible.rich_content", True)
    blocks = [{"type": "text", "text": "What is this?"}, {"type": "image_url", "image_url": {"url": "data:,x"}}]
    agent.add_chat_history([user(blocks)])
    ask(agent, "Well?")
    assert model.asked[-1][0] == user(blocks)


@on_both_faces
def test_what_a_handler_raises_reaches_who_asked(kind: Kind, model: ScriptedModel, ask: Ask) -> None:
    class OwnError(Exception):
        pass

    def fails(*_: Any) -> Any:
        raise OwnError("no")

    agent = kind.agent(input_keys=["input"]).activate_session(session_id="a")
    agent.register_session_analysis_handler(fails)
    with pytest.raises(OwnError):
        ask(agent, "Oslo?")
    assert texts(agent.activated_session.full_context) == ["[input]:\nOslo?"]


@on_both_faces
def test_a_handler_may_ask_the_model_for_a_summary(kind: Kind, model: ScriptedModel, ask: Ask) -> None:
    agent = kind.agent(input_keys=["input"]).activate_session(session_id="a")

    async def summarize(full: Any, window: Any, memo: Any, settings: Any) -> Any:
        said = "; ".join(str(message.content) for message in window)
        summary = await agent.create_temp_request().input(f"Sum up: {said}").async_start()
        return None, [{"role": "system", "content": summary}], None

    agent.register_session_analysis_handler(lambda full, window, memo, settings: "sum" if len(window) > 2 else None)
    agent.register_session_resize_handler("sum", summarize)
    model.script = ["It rains.", "Windy.", "They asked about Oslo and Gent."]
    ask(agent, "Oslo?")
    ask(agent, "Gent?")
    assert texts(agent.activated_session.context_window) == ["They asked about Oslo and Gent.", "Windy."]
    assert len(agent.activated_session.full_context) == 4
    assert [message["content"] for message in model.asked[-1]] == [
        "Sum up: [input]:\nOslo?; It rains.; [input]:\nGent?",
    ]


# --- what only ours can do ----------------------------------------------------------------------


def ours(model: ScriptedModel, store: SessionManager, **settings: Any) -> Any:
    return Kind(model, store).agent(input_keys=["input"], **settings).activate_session(session_id="a")


@on_both_faces
def test_what_others_do_to_the_session_is_in_the_next_request(
    model: ScriptedModel, store: SessionManager, ask: Ask
) -> None:
    """The agent's prompt still has what this process wrote last: nothing of that is sent."""
    agent, elsewhere = ours(model, store), store.session("a")
    ask(agent, "Oslo?")
    elsewhere.append({"role": "assistant", "content": "said elsewhere"})
    ask(agent, "Gent?")
    assert [message["content"] for message in model.asked[-1]] == [
        "[input]:\nOslo?",
        "answer 1",
        "said elsewhere",
        "Gent?",
    ]
    elsewhere.reset_chat_history()
    ask(agent, "Lyon?")
    assert model.asked[-1] == [user("Lyon?")]
    elsewhere.clean_context_window()
    ask(ours(model, store), "Bern?")
    assert model.asked[-1] == [user("Bern?")]


def test_an_undone_reset_is_sent_again(model: ScriptedModel, store: SessionManager) -> None:
    agent = ours(model, store)
    ask(agent, "Oslo?")
    agent.reset_chat_history()
    ask(agent, "Gent?")
    agent.activated_session.ledger.undo()
    ask(agent, "Lyon?")
    assert [message["content"] for message in model.asked[-1]] == [
        "[input]:\nOslo?",
        "answer 1",
        "[input]:\nGent?",
        "answer 2",
        "Lyon?",
    ]


def test_questions_at_once_are_all_recorded(model: ScriptedModel, store: SessionManager) -> None:
    agents = [ours(model, store) for _ in range(4)]

    async def together() -> list[Any]:
        return await asyncio.gather(*(agent.input(str(number)).async_start() for number, agent in enumerate(agents)))

    answers = asyncio.run(together())
    said = sorted(message.content for message in store.session("a").log())
    assert said == sorted([*answers, *(f"[input]:\n{number}" for number in range(4))])
