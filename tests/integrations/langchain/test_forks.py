"""The state is the truth: whatever becomes of a thread, the session's full context is what its state says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain.agents import create_agent
from langchain_core.messages import BaseMessage, HumanMessage, RemoveMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph.message import REMOVE_ALL_MESSAGES

from manager import Session, SessionManager
from manager.integrations.langchain import STATE, LedgerMiddleware, from_ledger
from tests.faces import Face, SyncFace
from tests.integrations.langchain.scripted import ScriptedModel, calls, on, run, texts, unpaired, weather


class Thread:
    """A thread of an agent with a checkpointer, and the session that follows it."""

    def __init__(self, manager: SessionManager, face: Face, *replies: Any) -> None:
        self.model = ScriptedModel(*replies)
        self.name = uuid4().hex
        self.session = manager.session(self.name)
        self.agent: Any = create_agent(
            self.model, [weather], middleware=[LedgerMiddleware(manager)], checkpointer=InMemorySaver()
        )
        self._face = face

    def say(self, text: str, config: Any = None) -> list[BaseMessage]:
        """What the model was sent last, in a run that begins with the text, at a checkpoint or the newest one."""
        run(self._face, self.agent, {"messages": [HumanMessage(text)]}, config or on(self.name))
        return self.model.sent[-1]

    def change(self, *messages: BaseMessage) -> None:
        self.agent.update_state(on(self.name), {"messages": list(messages)})

    @property
    def messages(self) -> list[BaseMessage]:
        found: list[BaseMessage] = self.agent.get_state(on(self.name)).values.get("messages", [])
        return found

    def before(self, text: str) -> Any:
        """The newest checkpoint whose state ends just before a message with this text."""
        for at in self.agent.get_state_history(on(self.name)):
            following = at.next == ("__start__",)
            if following and texts(at.tasks[0].result["messages"]) == [text]:
                return at.config
        raise LookupError(text)

    def checkpoints(self) -> list[Any]:
        """Those between runs, the newest first."""
        return [at for at in self.agent.get_state_history(on(self.name)) if not at.next]


def full(session: Session) -> list[BaseMessage]:
    return [from_ledger(message) for message in session.full_context]


def logged(session: Session) -> list[str]:
    return [message["content"] for message in session.log()]


def kinds(session: Session) -> list[str]:
    return [revision.strategy or revision.kind for revision in reversed(session.revisions(limit=1000))]


@pytest.mark.backends("sqlite", "postgresql", "mariadb")
def test_a_fork_and_the_way_back(face: Face, manager: SessionManager) -> None:
    thread = Thread(manager, face)
    for text in ("one", "two", "three"):
        thread.say(text)
    tip = thread.checkpoints()[0].config
    assert texts(thread.say("two again", thread.before("two"))) == ["one", "answer 1", "two again"]
    assert full(thread.session) == thread.messages
    assert kinds(thread.session) == ["created", "rewind"]
    other = thread.checkpoints()[0].config
    assert texts(thread.say("four", tip))[-3:] == ["three", "answer 3", "four"]
    assert texts(thread.say("three again", other))[-3:] == ["two again", "answer 4", "three again"]
    assert kinds(thread.session) == ["created", "rewind", "rewind", "rewind"]
    assert len(logged(thread.session)) == len(set(logged(thread.session))) == 12
    (newest, *_) = thread.session.revisions()
    assert newest.reason == "the thread's state went back to message 8"
    assert manager.verify().ok


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_a_branch_has_the_window_it_had(manager: SessionManager) -> None:
    thread = Thread(manager, SyncFace())
    for text in ("one", "two", "three"):
        thread.say(text)
    tip = thread.checkpoints()[0].config
    seen = [[*texts(sent), f"answer {number}"] for number, sent in enumerate(thread.model.sent, 1)]
    thread.session.set_settings("session.max_messages", 3)
    assert texts(thread.say("four", tip)) == ["three", "answer 3", "four"]
    tip_after_cut = thread.checkpoints()[0].config
    thread.session.set_settings("session.max_messages", 5)
    assert texts(thread.say("two again", thread.before("two"))) == [*seen[0], "two again"]
    assert texts(thread.say("five", tip_after_cut)) == ["answer 3", "four", "answer 4", "five"]


@pytest.mark.backends("sqlite")
def test_an_undone_cut_stays_undone(face: Face, manager: SessionManager) -> None:
    thread = Thread(manager, face)
    thread.session.set_settings("session.max_messages", 3)
    for text in ("one", "two"):
        thread.say(text)
    thread.session.unset_settings("session.max_messages")
    assert texts(thread.say("three"))[0] != "one"
    thread.session.rollback(1)
    assert texts(thread.say("four"))[0] == "one"
    thread.session.clean_context_window()
    assert texts(thread.say("five")) == ["five"]
    assert full(thread.session) == thread.messages


@pytest.mark.backends("sqlite")
def test_what_was_removed_or_edited_inside_is_not_logged_again(face: Face, manager: SessionManager) -> None:
    thread = Thread(manager, face)
    for text in ("one", "two", "three", "four"):
        thread.say(text)
    thread.change(RemoveMessage(id=thread.messages[3].id or ""))
    expected = ["one", "answer 1", "two", "three", "answer 3", "four", "answer 4", "five"]
    assert texts(thread.say("five")) == expected
    assert full(thread.session) == thread.messages
    assert len(logged(thread.session)) == 10

    thread.change(HumanMessage("TWO", id=thread.messages[2].id))
    expected = [*expected[:2], "TWO", *expected[3:], "answer 5", "six"]
    assert texts(thread.say("six")) == expected
    assert full(thread.session) == thread.messages
    assert len(logged(thread.session)) == 13
    assert kinds(thread.session).count(STATE) == 2

    thread.change(*(RemoveMessage(id=message.id or "") for message in thread.messages[:6]))
    assert texts(thread.say("seven")) == ["answer 4", "five", "answer 5", "six", "answer 6", "seven"]
    assert full(thread.session) == thread.messages

    thread.change(RemoveMessage(id=REMOVE_ALL_MESSAGES))
    assert texts(thread.say("eight")) == ["eight"]
    assert full(thread.session) == thread.messages
    assert logged(thread.session)[-4:] == ["seven", "answer 7", "eight", "answer 8"]
    assert len(logged(thread.session)) == 17
    assert manager.verify().ok


@pytest.mark.backends("sqlite")
def test_a_removal_inside_keeps_the_window_of_the_messages_before_it(face: Face, manager: SessionManager) -> None:
    thread = Thread(manager, face)
    thread.session.set_settings("session.max_messages", 4)
    for text in ("one", "two", "three"):
        thread.say(text)
    thread.session.set_settings("session.max_messages", 8)
    for text in ("four", "five"):
        thread.say(text)
    kept = ["two", "answer 2", "three", "answer 3", "four"]
    assert texts(thread.model.sent[-1]) == [*kept, "answer 4", "five"]
    thread.change(RemoveMessage(id=thread.messages[7].id or ""))
    assert texts(thread.say("six")) == [*kept, "five", "answer 5", "six"]


@pytest.mark.backends("sqlite")
def test_a_session_that_others_changed_follows_the_state_again(face: Face, manager: SessionManager) -> None:
    thread = Thread(manager, face)
    thread.say("one")
    face(thread.session).append({"role": "user", "content": "a note of somebody else"})
    assert texts(thread.say("two")) == ["one", "answer 1", "two"]
    face(thread.session).pop_message()
    assert texts(thread.say("three")) == ["one", "answer 1", "two", "answer 2", "three"]
    face(thread.session).reset_chat_history()
    assert texts(thread.say("four"))[0] == "one"
    assert len(logged(thread.session)) == 9


@pytest.mark.backends("sqlite")
def test_messages_that_came_another_way_are_known_by_their_ids(face: Face, manager: SessionManager) -> None:
    """As after an import of the thread: they have nothing of the middleware's beside them."""
    thread = Thread(manager, face)
    for text in ("one", "two"):
        thread.say(text)
    known = [dict(message) for message in thread.session.log()]
    manager.delete_session(thread.name)
    thread.session = manager.session(thread.name)
    thread.session.append(known)
    assert texts(thread.say("three")) == ["one", "answer 1", "two", "answer 2", "three"]
    assert texts(thread.say("two again", thread.before("two"))) == ["one", "answer 1", "two again"]
    assert full(thread.session) == thread.messages
    assert len(logged(thread.session)) == 8


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_another_branch_of_the_same_length_is_not_taken_for_the_own(manager: SessionManager) -> None:
    """Others go back to it between a step's look at the session and what it logs there."""
    thread = Thread(manager, SyncFace())
    thread.say("one")
    thread.say("two")
    thread.say("two again", thread.before("two"))
    own = thread.checkpoints()[0].config
    moves = [4]  # to the end of the other branch, once

    def measure(message: dict[str, Any]) -> int:
        if message["content"] == "three" and moves:
            thread.session.rewind(moves.pop())
        return 1

    manager.register_measure("moved", measure)
    thread.session.remeasure("moved")
    expected = ["one", "answer 1", "two again", "answer 3", "three"]
    assert texts(thread.say("three", own)) == expected
    assert moves == []
    assert texts(thread.say("four")) == [*expected, "answer 4", "four"]
    assert full(thread.session) == thread.messages


steps = st.lists(
    st.tuples(st.sampled_from(["say", "call", "fork", "remove", "edit", "trim", "clear"]), st.integers(0, 30)),
    min_size=1,
    max_size=7,
)


@pytest.mark.backends("sqlite")
@pytest.mark.faces("sync")
def test_the_session_follows_any_state(manager: SessionManager) -> None:
    @settings(max_examples=25)
    @given(steps, st.sampled_from([None, 5]))
    def check(steps: Sequence[tuple[str, int]], limit: int | None) -> None:
        thread = Thread(manager, SyncFace())
        if limit is not None:
            thread.session.append([])
            thread.session.set_settings("session.max_messages", limit)
        seen: set[tuple[str | None, str]] = set()
        for number, (step, where) in enumerate([*steps, ("say", 0)]):
            config = None
            messages = thread.messages
            if step == "call":
                thread.model._replies = [calls(f"{number} a", f"{number} b")]
            elif step == "fork" and messages:
                earlier = thread.checkpoints()
                config = earlier[where % len(earlier)].config
            elif step in ("remove", "edit") and messages:
                # A person's message: that of a call or a result alone would leave what no provider accepts.
                own = [message for message in messages if isinstance(message, HumanMessage)]
                changed = own[where % len(own)]
                thread.change(RemoveMessage(id=changed.id or "") if step == "remove" else edited(changed, number))
            elif step == "trim" and messages:
                keep = [place for place, message in enumerate(messages) if isinstance(message, HumanMessage)]
                first = keep[where % len(keep)]
                thread.change(*(RemoveMessage(id=message.id or "") for message in messages[:first]))
            elif step == "clear" and messages:
                thread.change(RemoveMessage(id=REMOVE_ALL_MESSAGES))
            thread.say(f"say {number}", config)

            state, sent = thread.messages, thread.model.sent[-1]
            assert full(thread.session) == state
            seen |= {(message.id, message.text) for message in state}
            log = [(message.get("id"), message["content"]) for message in thread.session.log()]
            assert len(log) == len(set(log))
            assert set(log) == seen
            assert unpaired(sent) == []
            assert sent[-1] == state[-2]
            if limit is None:
                assert sent == state[:-1]
            else:
                assert len(sent) <= limit
        assert manager.verify(thread.name).ok

    check()


def edited(message: BaseMessage, number: int) -> HumanMessage:
    return HumanMessage(f"edited {number}", id=message.id)
