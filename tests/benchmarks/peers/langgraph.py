"""A compiled graph of langgraph with its SqliteSaver."""

from __future__ import annotations

import sqlite3
from typing import Annotated, Any

from langchain_core.messages import RemoveMessage
from langgraph.channels.delta import DeltaChannel
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import _messages_delta_reducer
from typing_extensions import TypedDict

from tests.benchmarks.peers.langchain_messages import human, messages
from tests.benchmarks.peers.protocol import SESSION, Contestant
from tests.benchmarks.peers.workload import WINDOW

NODE = "model"


class DeltaState(TypedDict):
    """Messages of which a checkpoint holds what is new."""

    messages: Annotated[list[Any], DeltaChannel(_messages_delta_reducer)]


class Saver(Contestant):
    """MessagesState: each checkpoint holds the whole list."""

    libraries = ("langgraph", "langgraph-checkpoint-sqlite")
    imports = "from langgraph.graph import MessagesState; from langgraph.checkpoint.sqlite import SqliteSaver"
    note = (
        f"turn: `invoke` of one node; append: `update_state`; a window is the last {WINDOW} of the state; "
        "pop: `RemoveMessage`; fork: `update_state` of an earlier checkpoint"
    )
    state: Any = MessagesState

    def open(self) -> None:
        self._connection = sqlite3.connect(self.place, check_same_thread=False)
        builder = StateGraph(self.state)
        builder.add_node(NODE, lambda _: {"messages": self._answer})
        builder.add_edge(START, NODE)
        self._graph: Any = builder.compile(checkpointer=SqliteSaver(self._connection))
        self._config: Any = {"configurable": {"thread_id": SESSION}}
        self._answer: list[Any] = []
        self._latest()

    def fill(self, turns: int) -> None:
        self._update(self._config, [each for _ in range(turns) for each in messages(self.next())])

    def turn(self) -> list[Any]:
        question, *self._answer = messages(self.next())
        state = self._graph.invoke({"messages": [question]}, self._config)
        found: list[Any] = state["messages"][-WINDOW:]
        return found

    def append(self) -> None:
        self._update(self._config, [human(self.next())])

    def window(self) -> list[Any]:
        return self._latest()[-WINDOW:]

    def load(self) -> list[Any]:
        return self._latest()

    def pop(self) -> None:
        self._update(self._config, [RemoveMessage(self._latest()[-1].id)])

    def fork(self) -> None:
        *_, earlier = self._graph.get_state_history(self._config, limit=2)
        self._update(earlier.config, [human(self.next())])

    def ask(self, sql: str) -> Any:
        return self._connection.execute(sql).fetchone()[0]

    def close(self) -> None:
        self._connection.close()

    def _update(self, config: Any, changed: list[Any]) -> None:
        self._graph.update_state(config, {"messages": changed}, as_node=NODE)

    def _latest(self) -> list[Any]:
        found: list[Any] = self._graph.get_state(self._config).values.get("messages", [])
        return found


class DeltaSaver(Saver):
    """DeltaChannel: a checkpoint holds what is new, and every hundredth the whole list."""

    state = DeltaState
