"""`LedgerMiddleware` in agents: the model is sent the window, each message is logged once, the state stays whole."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain.agents.structured_output import ToolStrategy
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from langgraph.graph.message import MessagesState
from langgraph.types import Command
from pydantic import BaseModel

from manager import InvalidArgumentError, SessionManager, summarize
from manager.integrations.langchain import LedgerMiddleware, from_ledger
from tests import processes
from tests.backends import SYSTEMS
from tests.examined import WorkCounter
from tests.faces import AsyncFace, Face
from tests.integrations.langchain.scripted import ScriptedModel, calls, on, run, texts, unpaired, weather
from tests.statements import StatementRecorder

on_sqlite = pytest.mark.backends("sqlite")


def agent_of(model: ScriptedModel, manager: SessionManager, *tools: Any, **options: Any) -> Any:
    options.setdefault("checkpointer", InMemorySaver())
    return create_agent(model, tools or [weather], middleware=[LedgerMiddleware(manager)], **options)


def say(face: Face, agent: Any, text: str, thread: str = "thread") -> Any:
    return run(face, agent, {"messages": [HumanMessage(text)]}, on(thread))


def logged(face: Face, manager: SessionManager, thread: str = "thread") -> list[BaseMessage]:
    return [from_ledger(message) for message in face.collect(face(manager.session(thread)).log())]


# --- a thread ---------------------------------------------------------------------------------------------------------


@pytest.mark.backends(*SYSTEMS)
def test_the_model_is_sent_the_window_and_the_state_stays_whole(face: Face, manager: SessionManager) -> None:
    manager.set_settings("session.max_messages", 6)
    model = ScriptedModel(calls("Oslo", "Gent"))
    agent = agent_of(model, manager, system_prompt="Be brief.")
    states = [say(face, agent, f"Question {turn}")["messages"] for turn in range(4)]
    assert [[message.type for message in sent] for sent in model.sent] == [
        ["system", "human"],
        ["system", "human", "ai", "tool", "tool"],
        ["system", "human", "ai", "tool", "tool", "ai", "human"],
        ["system", "ai", "human", "ai", "human"],
        ["system", "ai", "human", "ai", "human", "ai", "human"],
    ]
    assert all(sent[0] == SystemMessage("Be brief.") for sent in model.sent)
    assert [len(state) for state in states] == [5, 7, 9, 11]
    assert logged(face, manager) == states[-1]
    assert [revision.kind for revision in face(manager.session("thread")).revisions()] == ["resize"] * 3 + ["created"]
    assert manager.verify().ok


@on_sqlite
def test_windows_stay_acceptable_whatever_is_cut(face: Face, manager: SessionManager) -> None:
    manager.set_settings("session.max_messages", 4)
    model = ScriptedModel()
    agent = agent_of(model, manager)
    for turn in range(5):
        model._replies = [calls(f"{turn} a"), calls(f"{turn} b", f"{turn} c"), calls(f"{turn} d")]
        say(face, agent, f"Question {turn}")
    assert len(model.sent) == 20
    for sent in model.sent:
        assert 0 < len(sent) <= 4
        assert unpaired(sent) == []


@on_sqlite
@pytest.mark.faces("sync")
def test_a_step_costs_what_is_new(make_manager: Callable[..., SessionManager], statements: StatementRecorder) -> None:
    """However long the thread is."""
    with WorkCounter().listening() as counter:
        manager = make_manager(settings={"session.max_messages": 12, "session.target_messages": 6})
        model = ScriptedModel()
        agent = agent_of(model, manager)
        costs = {}
        for length in (20, 300):
            thread = f"thread of {length}"
            given: list[Any] = [HumanMessage(f"Question {number}") for number in range(length)]
            agent.invoke({"messages": given}, on(thread))
            agent.invoke({"messages": [HumanMessage("Next")]}, on(thread))
            before = len(manager.session(thread).revisions())
            with statements.recorded() as sent, counter.counted() as examined:
                agent.invoke({"messages": [HumanMessage("Last")]}, on(thread))
            assert len(manager.session(thread).revisions()) == before
            costs[length] = (len(sent), examined.count)
    assert costs[20][0] == costs[300][0] <= 26  # two steps: what is new before the model, and what it answered
    assert costs[300][1] <= costs[20][1] * 1.1


@on_sqlite
def test_an_answer_is_logged_without_a_checkpointer_too(face: Face, manager: SessionManager) -> None:
    agent = agent_of(ScriptedModel(), manager, checkpointer=None)
    say(face, agent, "One")
    assert texts(logged(face, manager)) == ["One", "answer 1"]
    say(face, agent, "Two")  # the graph remembers nothing, so this is another conversation
    assert texts(logged(face, manager)) == ["One", "answer 1", "Two", "answer 2"]
    assert len(face(manager.session("thread")).full_context) == 2


@on_sqlite
def test_a_failed_model_call_that_is_tried_again_logs_nothing_twice(face: Face, manager: SessionManager) -> None:
    agent = agent_of(ScriptedModel(calls("Oslo"), TimeoutError("too busy")), manager)
    with pytest.raises(TimeoutError):
        say(face, agent, "Oslo?")
    assert texts(logged(face, manager)) == ["Oslo?", "", "Oslo: sunny"]
    state = run(face, agent, None, on("thread"))["messages"]
    assert logged(face, manager) == state
    assert texts(state) == ["Oslo?", "", "Oslo: sunny", "answer 3"]


@on_sqlite
def test_the_session_is_the_threads_or_one_that_is_named(face: Face, manager: SessionManager) -> None:
    def named(session_id: Any) -> Any:
        return create_agent(ScriptedModel(), middleware=[LedgerMiddleware(manager, session_id)])

    say(face, named("mine"), "Hello", "thread")
    run(
        face,
        named(lambda config: f"{config['configurable']['user']}/{config['configurable']['thread_id']}"),
        {"messages": [HumanMessage("Hello")]},
        on("thread", user="ines"),
    )
    assert {info.session_id for info in manager.list_sessions()} == {"mine", "ines/thread"}
    with pytest.raises(InvalidArgumentError, match="name a session, or invoke the agent"):
        run(face, named(None), {"messages": [HumanMessage("Hello")]})


# --- what agents do ---------------------------------------------------------------------------------------------------


class Answer(BaseModel):
    """An answer."""

    city: str


@on_sqlite
def test_structured_output(face: Face, manager: SessionManager) -> None:
    model = ScriptedModel(calls("a", name="Answer"), calls("b", name="Answer"))
    agent = agent_of(model, manager, response_format=ToolStrategy(Answer))
    for text in ("One", "Two"):
        state = say(face, agent, text)
    assert state["structured_response"] == Answer(city="b")
    assert logged(face, manager) == state["messages"]
    assert len(state["messages"]) == 6


@on_sqlite
@pytest.mark.parametrize("decision", ["approve", "edit"])
def test_a_call_that_waits_for_a_person(face: Face, manager: SessionManager, decision: str) -> None:
    model = ScriptedModel(calls("Oslo"))
    middleware = [LedgerMiddleware(manager), HumanInTheLoopMiddleware({"weather": True})]
    agent: Any = create_agent(model, [weather], middleware=middleware, checkpointer=InMemorySaver())
    assert "__interrupt__" in say(face, agent, "Oslo?")
    assert texts(logged(face, manager)) == ["Oslo?"]
    decided: dict[str, Any] = {"type": decision}
    if decision == "edit":
        decided["edited_action"] = {"name": "weather", "args": {"city": "Bergen"}}
    state = run(face, agent, Command(resume={"decisions": [decided]}), on("thread"))["messages"]
    assert logged(face, manager) == state
    assert model.sent[-1] == state[:-1]
    assert state[2].text.endswith("Bergen: sunny" if decision == "edit" else "Oslo: sunny")
    assert [revision.kind for revision in face(manager.session("thread")).revisions()] == ["created"]


@on_sqlite
def test_a_call_that_was_never_decided_does_not_stand_in_the_way(face: Face, manager: SessionManager) -> None:
    manager.set_settings("session.max_messages", 4)
    model = ScriptedModel(calls("Oslo"))
    middleware = [LedgerMiddleware(manager), HumanInTheLoopMiddleware({"weather": True})]
    agent: Any = create_agent(model, [weather], middleware=middleware, checkpointer=InMemorySaver())
    say(face, agent, "Oslo?")
    agent.update_state(on("thread"), {"messages": [HumanMessage("Never mind.")]}, as_node="tools")
    state = run(face, agent, None, on("thread"))["messages"]
    assert unpaired(model.sent[-1]) == []
    assert texts(model.sent[-1])[-1] == "Never mind."
    assert logged(face, manager) == state


@on_sqlite
def test_answers_the_agent_makes_up_for_calls_that_are_no_json(face: Face, manager: SessionManager) -> None:
    broken = AIMessage("", invalid_tool_calls=[{"name": "weather", "args": "{", "id": "a", "error": None}])
    model = ScriptedModel(broken)
    agent = agent_of(model, manager)
    say(face, agent, "One")
    state = say(face, agent, "Two")["messages"]
    made_up = [message for message in state if isinstance(message, ToolMessage)]  # LangChain 1.0 makes up none
    assert unpaired(model.sent[-1]) == ([] if made_up else ["a"])
    assert model.sent[-1] == state[:-1]
    assert logged(face, manager) == state
    say(face, agent, "Three")
    assert [revision.kind for revision in face(manager.session("thread")).revisions()] == ["created"]


@on_sqlite
@pytest.mark.parametrize(
    "artifact",
    [{1, 2}, {"rows": [{0: "Oslo"}]}, json.loads("[" * 200 + "]" * 200)],
    ids=["set", "numbers as keys", "deep"],
)
def test_an_artifact_that_is_no_json_stays_in_the_state(face: Face, manager: SessionManager, artifact: Any) -> None:
    @tool(response_format="content_and_artifact")
    def sheet() -> tuple[str, Any]:
        """A sheet."""
        return "2 rows", artifact

    model = ScriptedModel(AIMessage("", tool_calls=[{"name": "sheet", "args": {}, "id": "a"}]))
    agent = agent_of(model, manager, sheet)
    state = say(face, agent, "A sheet!")["messages"]
    assert state[2].artifact == artifact
    assert model.sent[-1][2] == state[2]
    (found,) = [message for message in logged(face, manager) if isinstance(message, ToolMessage)]
    assert (found.text, found.artifact) == ("2 rows", None)
    say(face, agent, "Next")
    assert [revision.kind for revision in face(manager.session("thread")).revisions()] == ["created"]


@on_sqlite
def test_streams(face: Face, manager: SessionManager) -> None:
    agent = agent_of(ScriptedModel(calls("Oslo")), manager)
    given: Any = {"messages": [HumanMessage("Oslo?")]}

    async def streamed() -> list[Any]:
        return [part async for part in agent.astream(given, on("thread"), stream_mode="messages")]

    parts = (
        face.run(streamed())
        if isinstance(face, AsyncFace)
        else list(agent.stream(given, on("thread"), stream_mode="messages"))
    )
    assert [message.text for message, _ in parts] == ["", "Oslo: sunny", "answer 2"]
    assert texts(logged(face, manager)) == ["Oslo?", "", "Oslo: sunny", "answer 2"]


@on_sqlite
def test_old_messages_are_summarized_as_by_the_frameworks_own(face: Face, manager: SessionManager) -> None:
    def told(messages: list[Any], memo: Any) -> str:
        return f"{len(messages)} messages"

    manager.register_session_resize_handler("summarize", summarize(told, keep_rounds=1, into="window"))
    manager.set_settings("session.strategy", "summarize")
    manager.set_settings("session.max_messages", 4)
    model = ScriptedModel()
    agent = agent_of(model, manager, system_prompt="Be brief.")
    for turn in range(1, 5):
        say(face, agent, f"Question {turn}")
    sent = model.sent[-1]
    assert texts(sent[:1]) == ["Be brief."]
    assert isinstance(sent[1], HumanMessage)
    assert sent[1].text.startswith("Summary of the conversation so far:")
    assert texts(sent)[-1] == "Question 4"
    assert len(logged(face, manager)) == 8
    face(manager.session("thread")).undo()
    assert "Question 5" in texts(say(face, agent, "Question 5")["messages"])


# --- many at once -----------------------------------------------------------------------------------------------------


@on_sqlite
def test_subgraphs_side_by_side_share_the_thread(face: Face, manager: SessionManager) -> None:
    """Two agents with the same messages at the same time; then a third sees what both have said."""
    models = {name: ScriptedModel(calls(name)) for name in ("left", "right")}
    last = ScriptedModel()
    builder = StateGraph(MessagesState)
    for name, model in models.items():
        builder.add_node(name, agent_of(model, manager, checkpointer=None))
        builder.add_edge(START, name)
    builder.add_node("last", agent_of(last, manager, checkpointer=None))
    builder.add_edge(["left", "right"], "last")
    graph = builder.compile(checkpointer=InMemorySaver())
    state = say(face, graph, "Go")["messages"]
    for name, model in models.items():
        assert texts(model.sent[-1]) == ["Go", "", f"{name}: sunny"]
    assert last.sent[-1] == state[:-1]
    found = logged(face, manager)
    assert len(found) == len({message.id for message in found}) == len(state) == 8
    full = face.collect(face(manager.session("thread")).full_context)
    assert [from_ledger(message) for message in full] == state
    say(face, graph, "Again")
    assert len(logged(face, manager)) == 12


@on_sqlite
def test_an_agent_in_a_tool_takes_turns_with_its_caller(face: Face, manager: SessionManager) -> None:
    """It has the same thread, and messages of its own."""
    inner = ScriptedModel(calls("Oslo"))
    expert = agent_of(inner, manager, checkpointer=None)

    @tool
    def ask(city: str) -> str:
        """Ask the expert."""
        return str(expert.invoke({"messages": [HumanMessage(f"{city}?")]})["messages"][-1].text)

    @tool("ask")
    async def async_ask(city: str) -> str:
        """Ask the expert."""
        return str((await expert.ainvoke({"messages": [HumanMessage(f"{city}?")]}))["messages"][-1].text)

    model = ScriptedModel(calls("Oslo", name="ask"))
    agent = agent_of(model, manager, async_ask if isinstance(face, AsyncFace) else ask)
    state = say(face, agent, "Go")["messages"]
    assert texts(inner.sent[-1]) == ["Oslo?", "", "Oslo: sunny"]
    assert texts(state) == [*texts(model.sent[-1]), "answer 2"] == ["Go", "", "answer 2", "answer 2"]
    full = face.collect(face(manager.session("thread")).full_context)
    assert [from_ledger(message) for message in full] == state
    assert len(logged(face, manager)) == 8


@pytest.mark.backends(*SYSTEMS)
def test_a_thread_that_is_used_twice_at_once(face: Face, manager: SessionManager) -> None:
    """As when a user presses a button twice: each run is sent its own conversation, and nothing is lost."""
    model = ScriptedModel()
    agent = agent_of(model, manager)
    say(face, agent, "First")
    at = agent.get_state(on("thread")).config
    names = [f"Question {number}" for number in range(4)]
    if isinstance(face, AsyncFace):

        async def asked() -> None:
            await asyncio.gather(*(agent.ainvoke({"messages": [HumanMessage(name)]}, at) for name in names))

        face.run(asked())
    else:
        face.together([(lambda name: agent.invoke({"messages": [HumanMessage(name)]}, at), name) for name in names])
    assert sorted(texts(sent) for sent in model.sent[1:]) == [["First", "answer 1", name] for name in names]
    found = logged(face, manager)
    assert len(found) == len({message.id for message in found}) == 10
    assert manager.verify().ok


@on_sqlite
@pytest.mark.faces("sync")
def test_another_process_goes_on_after_a_kill(tmp_path: Path, database_url: str, manager: SessionManager) -> None:
    checkpoints = str(tmp_path / "checkpoints.db")
    with processes.running(killed_in_a_tool, database_url, checkpoints) as process:
        assert processes.end_of(process) == -9
    model = ScriptedModel()
    with SqliteSaver.from_conn_string(checkpoints) as saver:
        agent = agent_of(model, manager, checkpointer=saver)
        assert texts(agent.get_state(on("thread")).values["messages"]) == ["Oslo?", "answer 1", "And Gent?", ""]
        state = agent.invoke(None, on("thread"))["messages"]
        assert model.sent == [state[:-1]]
        assert [from_ledger(message) for message in manager.session("thread").log()] == state
        agent.invoke({"messages": [HumanMessage("Thanks")]}, on("thread"))
    assert [revision.kind for revision in manager.session("thread").revisions()] == ["created"]
    assert manager.verify().ok


@tool("weather")
def deadly(city: str) -> str:
    """The weather in a city; asked for it, the process dies."""
    processes.kill_oneself()
    return ""


def killed_in_a_tool(database_url: str, checkpoints: str) -> None:
    with SessionManager(database_url) as manager, SqliteSaver.from_conn_string(checkpoints) as saver:
        agent = agent_of(ScriptedModel(AIMessage("answer 1"), calls("Gent")), manager, deadly, checkpointer=saver)
        for text in ("Oslo?", "And Gent?"):
            agent.invoke({"messages": [HumanMessage(text)]}, on("thread"), durability="sync")
