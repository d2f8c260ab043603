"""Agents whose history is in a session do what they do with a list, and everything they say is in the log."""

from __future__ import annotations

import asyncio
import contextlib
import copy
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pydantic_ai.messages
import pytest
from pydantic import BaseModel
from pydantic_ai import Agent, ModelRetry
from pydantic_ai.capabilities import AbstractCapability, Capability, ProcessHistory
from pydantic_ai.exceptions import UnexpectedModelBehavior, UserError
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, ThinkingPart, ToolCallPart, UserPromptPart
from pydantic_ai.models.test import TestModel

from manager import InvalidArgumentError, InvalidMessageError, SessionManager, SessionNotFoundError
from manager.integrations.pydantic_ai import LedgerHistory
from tests.backends import SYSTEMS
from tests.faces import AsyncFace, Face
from tests.integrations.pydantic_ai.scripted import Script, calls, contents, prompts, run, says, shape, unpaired

pytestmark = pytest.mark.backends("sqlite")


def weather_agent(script: Script) -> Agent[None, str]:
    agent = Agent(script.model, system_prompt="Be brief.", instructions="Speak English.")

    @agent.tool_plain
    def weather(city: str) -> dict[str, Any]:
        return {"city": city, "degrees": 19}

    return agent


def asks(call: str, city: str = "Oslo") -> ModelResponse:
    return ModelResponse(parts=[ThinkingPart("hm", signature="c2ln"), ToolCallPart("weather", {"city": city}, call)])


@pytest.mark.backends(*SYSTEMS)
def test_a_conversation_is_what_it_is_with_a_list(manager: SessionManager, face: Face) -> None:
    """The oracle is the same agent with a list as its history: what the model is sent, and what the runs return."""
    ledger, plain = Script(asks("a"), says("19."), says("Yes.")), Script(asks("a"), says("19."), says("Yes."))
    history = LedgerHistory("one", manager)
    messages: list[ModelMessage] = []
    for prompt in ("Oslo?", "Sure?", "Thanks."):
        expected = run(face, weather_agent(plain), prompt, message_history=messages)
        messages = expected.all_messages()
        loaded = face.call(history.load)
        result = run(face, weather_agent(ledger), prompt, message_history=loaded, capabilities=[history])
        assert result.output == expected.output
        assert shape(result.new_messages()) == shape(expected.new_messages())
        assert face.call(history.load) == result.all_messages()
    assert [shape(request) for request in ledger.requests] == [shape(request) for request in plain.requests]
    assert prompts(ledger.requests[-1]) == ["Oslo?", "Sure?", "Thanks."]
    roles = [message.role for message in face(history.session).log()]
    assert roles == ["system", "user", "assistant", "tool", "assistant", "user", "assistant", "user", "assistant"]
    assert face(manager).verify().ok


@pytest.mark.faces("sync")
def test_the_session_goes_on_without_a_history_handed_in(manager: SessionManager, face: Face) -> None:
    script = Script()
    agent = Agent(script.model, instructions="Be brief.", capabilities=[LedgerHistory("one", manager)])
    for prompt in ("one", "two", "three"):
        agent.run_sync(prompt)
    assert prompts(script.requests[-1]) == ["one", "two", "three"]
    assert shape(LedgerHistory("one", manager).load()) == ["user-prompt", "text"] * 3


@pytest.mark.faces("async")
def test_streamed_and_stepped_runs_are_kept(manager: SessionManager, face: AsyncFace) -> None:
    script = Script()
    agent = weather_agent(script)
    history = LedgerHistory("one", manager)

    async def both() -> None:
        loaded = await history.async_load()
        async with agent.run_stream("streamed", message_history=loaded, capabilities=[history]) as stream:
            assert [text async for text in stream.stream_text(debounce_by=None)][-1] == "done"
        assert await history.async_load() == stream.all_messages()
        async with agent.iter("stepped", message_history=await history.async_load(), capabilities=[history]) as steps:
            async for _ in steps:
                pass
        assert steps.result is not None
        assert await history.async_load() == steps.result.all_messages()

    face.run(both())
    assert prompts(history.load()) == ["streamed", "stepped"]


@pytest.mark.faces("async")
def test_of_a_stream_that_is_left_the_prompt_is_kept(manager: SessionManager, face: AsyncFace) -> None:
    history = LedgerHistory("one", manager)
    agent = weather_agent(Script())

    async def leave() -> None:
        async with agent.run_stream("first", capabilities=[history]) as stream:
            async for _ in stream.stream_text(debounce_by=None):
                break

    face.run(leave())
    assert shape(history.load()) == ["system-prompt user-prompt"]
    run(face, agent, "second", message_history=history.load(), capabilities=[history])
    assert prompts(history.load()) == ["first", "second"]


class Answer(BaseModel):
    number: int


@pytest.mark.faces("sync")
def test_output_tools_and_retries(manager: SessionManager, face: Face) -> None:
    """Text where a call was wanted, arguments that do not fit, a tool that wants another try, and the answer."""
    bad, good = ("final_result", {"number": "x"}, "b"), ("final_result", {"number": 3}, "d")
    script = Script(says("Three."), calls(bad), calls(("check", {}, "c")), calls(good))
    agent = Agent(script.model, output_type=Answer, retries=5)

    @agent.tool_plain
    def check() -> str:
        raise ModelRetry("not now")

    history = LedgerHistory("one", manager)
    result = agent.run_sync("How many?", capabilities=[history])
    assert result.output == Answer(number=3)
    assert history.load() == result.all_messages()
    log = history.session.log()
    roles = ["user", "assistant", "developer", "assistant", "tool", "assistant", "tool", "assistant", "tool"]
    assert [message.role for message in log] == roles
    assert history.session.check_window() == []
    assert all(unpaired(request) == [] for request in script.requests if len(request) > 3)


@pytest.mark.faces("sync")
def test_each_message_is_logged_once_whatever_is_saved_besides(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)
    result = weather_agent(Script(asks("a"))).run_sync("Oslo?", capabilities=[history])
    assert history.save(result).messages == ()
    assert history.save(result.all_messages()).messages == ()
    assert len(history.session.log()) == 5


@pytest.mark.faces("async")
def test_a_run_that_is_cancelled_while_it_is_stored_is_stored_once(
    manager: SessionManager, face: AsyncFace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cancellation comes when the messages are in the log and the run does not know it yet."""
    history = LedgerHistory("one", manager)
    append, appended = history.session.async_append, []

    async def append_and_be_cancelled(*arguments: Any, **options: Any) -> Any:
        appended.append(await append(*arguments, **options))
        if len(appended) == 2:
            raise asyncio.CancelledError
        return appended[-1]

    monkeypatch.setattr(
        type(history.session), "async_append", lambda _, *given, **more: append_and_be_cancelled(*given, **more)
    )
    with pytest.raises(asyncio.CancelledError):
        face.run(weather_agent(Script(asks("a"))).run("Oslo?", capabilities=[history]))
    assert len(appended) == 3
    assert appended[2].duplicate
    assert shape(face.run(history.async_load())) == ["system-prompt user-prompt", "thinking tool-call", "tool-return"]
    assert len(history.session.log()) == 4


@pytest.mark.faces("sync")
def test_a_run_that_was_kept_is_known_again_far_back_in_the_log(manager: SessionManager, face: Face) -> None:
    """Others said much since, and the window has long been without it."""
    history = LedgerHistory("one", manager)
    history.session.set_settings("session.max_messages", 4)
    kept = weather_agent(Script(asks("a"))).run_sync("Oslo?", capabilities=[history])
    saved = weather_agent(Script(asks("b"))).run_sync("Gent?")
    history.save(saved.new_messages()[:2])
    history.save(saved)
    history.session.append([{"role": "user", "content": f"{number}"} for number in range(500)])
    assert history.save(kept).messages == history.save(saved).messages == ()
    assert len(history.session.log()) == 5 + 5 + 500


@pytest.mark.faces("sync")
def test_a_run_is_kept_in_one_history(manager: SessionManager, face: Face) -> None:
    """An agent and its run may both be given one; the oldest versions refuse that."""
    of_agent, of_run = LedgerHistory("agent", manager), LedgerHistory("run", manager)
    for histories in ([of_agent, of_agent], [of_agent, of_run]):
        script = Script()
        agent = Agent(script.model, capabilities=histories[:1])
        with contextlib.suppress(UserError):
            agent.run_sync("Oslo?", capabilities=histories[1:])
            assert shape(histories[1].load()) == ["user-prompt", "text"]
            assert len(script.requests[0]) == 1
    assert all(info.head_seq == 2 for info in manager.list_sessions())
    with pytest.raises((UserError, InvalidArgumentError), match=r"ledger-history|a run is kept in one session"):
        Agent(script.model, capabilities=[of_agent, of_run]).run_sync("Oslo?")


@pytest.mark.faces("sync")
def test_a_result_that_is_no_json_stops_the_run_and_is_named(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)
    agent = Agent(Script(calls(("look", {}, "a"))).model, capabilities=[history])

    @agent.tool_plain
    def look() -> object:
        return object()

    with pytest.raises(InvalidMessageError, match="let the tool return what is JSON"):
        agent.run_sync("Look.")
    assert shape(history.load()) == ["user-prompt"]


@pytest.mark.faces("sync")
def test_history_from_elsewhere_is_logged_with_the_first_run(manager: SessionManager, face: Face) -> None:
    script = Script()
    elsewhere = weather_agent(Script(asks("a"))).run_sync("Oslo?").all_messages()
    history = LedgerHistory("one", manager)
    for prompt in ("Gent?", "Sure?"):
        weather_agent(script).run_sync(prompt, message_history=elsewhere, capabilities=[history])
    assert prompts(script.requests[-1]) == ["Oslo?", "Gent?", "Sure?"]
    assert shape(history.load())[:4] == shape(elsewhere)
    assert len(history.session.log()) == 5 + 2 * 2


@pytest.mark.faces("sync")
def test_after_a_failure_the_run_can_be_taken_up(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)
    script = Script(UnexpectedModelBehavior("down"), says("Here."))
    agent = weather_agent(script)
    with pytest.raises(UnexpectedModelBehavior):
        agent.run_sync("Are you there?", capabilities=[history])
    assert shape(history.load()) == ["system-prompt user-prompt"]
    assert agent.run_sync(message_history=history.load(), capabilities=[history]).output == "Here."
    assert shape(history.load()) == ["system-prompt user-prompt", "text"]
    assert len(history.session.log()) == 3


@pytest.mark.faces("sync")
def test_after_a_tool_that_failed_the_conversation_goes_on(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)
    script = Script(calls(("broken", {}, "a")), says("Well."))
    agent = Agent(script.model)

    @agent.tool_plain
    def broken() -> str:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        agent.run_sync("Do it.", capabilities=[history])
    result = agent.run_sync("Never mind.", message_history=history.load(), capabilities=[history])
    assert result.output == "Well."
    assert prompts(script.requests[-1]) == ["Do it.", "Never mind."]
    assert unpaired(script.requests[-1]) == []


@pytest.mark.faces("sync")
def test_a_run_whose_session_is_deleted_fails_and_says_what_is_not_stored(manager: SessionManager, face: Face) -> None:
    agent = Agent(Script(calls(("delete", {}, "a"))).model)

    @agent.tool_plain
    def delete() -> None:
        manager.delete_session("one")

    with pytest.raises(SessionNotFoundError) as failed:
        agent.run_sync("Do it.", capabilities=[LedgerHistory("one", manager)])
    (note,) = failed.value.__notes__
    assert note.startswith("what the run had said was not stored: ")


@pytest.mark.faces("async")
def test_a_cancelled_run_leaves_what_can_be_gone_on_from(manager: SessionManager, face: AsyncFace) -> None:
    history = LedgerHistory("one", manager)
    agent = Agent(Script(calls(("wait", {}, "a")), says("Well.")).model)
    waiting = asyncio.Event()

    @agent.tool_plain
    async def wait() -> str:
        waiting.set()
        await asyncio.Event().wait()
        return "never"

    async def cancel() -> None:
        task = asyncio.create_task(agent.run("Wait.", capabilities=[history]))
        await waiting.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    face.run(cancel())
    result = run(face, agent, "Go on.", message_history=history.load(), capabilities=[history])
    assert result.output == "Well."
    assert prompts(history.load()) == ["Wait.", "Go on."]


@pytest.mark.faces("sync")
def test_a_system_prompt_that_is_evaluated_anew_is_sent_as_it_is_now(manager: SessionManager, face: Face) -> None:
    script = Script()
    agent = Agent(script.model)
    days = iter(("Monday", "Tuesday"))

    @agent.system_prompt(dynamic=True)
    def day() -> str:
        return f"It is {next(days)}."

    history = LedgerHistory("one", manager)
    for prompt in ("one", "two"):
        agent.run_sync(prompt, message_history=history.load(), capabilities=[history])
    assert contents(script.requests[-1][0]) == ["It is Tuesday.", "one"]
    assert len(history.session.log()) == 5


@pytest.mark.faces("sync")
def test_requests_that_the_framework_merged_are_known_again(manager: SessionManager, face: Face) -> None:
    """A prompt without an answer, then another: the framework makes one request of the two."""
    history = LedgerHistory("one", manager)
    history.save([ModelRequest.user_text_prompt("one"), ModelRequest.user_text_prompt("two"), says("Both.")])
    for prompt in ("three", "four"):
        Agent(Script().model).run_sync(prompt, message_history=history.load(), capabilities=[history])
    assert prompts(history.load()) == ["one", "two", "three", "four"]
    assert len(history.session.log()) == 7


@pytest.mark.faces("sync")
def test_what_the_framework_records_in_a_request_it_has_handed_out_is_kept(manager: SessionManager, face: Face) -> None:
    """Newer versions note in a request, after processors saw it, which tools and instructions came with it."""
    if not hasattr(pydantic_ai.messages, "ToolAvailabilityDeltaPart"):
        pytest.skip("this version records nothing")
    extra = Capability[None](id="extra", description="More.", instructions="Use it.", defer_loading=True)

    @extra.tool_plain
    def more() -> str:
        return "more"

    script = Script(calls(("load_capability", {"id": "extra"}, "a")), calls(("more", {}, "b")))
    agent = Agent(script.model, capabilities=[extra], system_prompt="Be brief.", instructions="Speak English.")
    history = LedgerHistory("one", manager)
    for prompt in ("one", "two"):
        result = agent.run_sync(prompt, message_history=history.load(), capabilities=[history])
        assert history.load() == result.all_messages()
    assert history.session.check_window() == []


@pytest.mark.faces("sync")
def test_every_tool_of_the_test_model(manager: SessionManager, face: Face) -> None:
    """The model of the framework's own for tests: it calls every tool at once."""
    agent = Agent(TestModel())

    @agent.tool_plain
    def one() -> dict[str, int]:
        return {"at": 1}

    @agent.tool_plain
    def two() -> None:
        pass

    history = LedgerHistory("one", manager)
    result = agent.run_sync("Go.", capabilities=[history])
    assert history.load() == result.all_messages()
    assert history.session.check_window() == []


@pytest.mark.faces("sync")
def test_what_others_said_after_the_request_is_not_sent_with_it(manager: SessionManager, face: Face) -> None:
    """A run that is taken up again while somebody else has gone on."""
    history = LedgerHistory("one", manager)
    history.save([ModelRequest([UserPromptPart("Mine?")])])
    mine = history.load()
    history.save([ModelRequest([UserPromptPart("Theirs?")]), says("Theirs.")])
    script = Script(says("Mine."))
    Agent(script.model).run_sync(message_history=mine, capabilities=[history])
    assert prompts(script.requests[-1]) == ["Mine?"]
    assert [contents(message) for message in history.load()] == [["Mine?"], ["Theirs?"], ["Theirs."], ["Mine."]]


def without_numbers(messages: list[ModelMessage]) -> list[ModelMessage]:
    """A history processor that makes every request anew, and the user's prompts without numbers."""
    return [
        replace(
            message,
            parts=[
                replace(part, content=part.content.translate(dict.fromkeys(map(ord, "0123456789"), "x")))
                if isinstance(part, UserPromptPart) and isinstance(part.content, str)
                else copy.deepcopy(part)
                for part in message.parts
            ],
        )
        if isinstance(message, ModelRequest)
        else copy.deepcopy(message)
        for message in messages
    ]


@pytest.mark.faces("sync")
@pytest.mark.parametrize("first", [True, False])
def test_beside_another_processor_each_message_is_logged_once(manager: SessionManager, face: Face, first: bool) -> None:
    """What stands before it in the list changes what is logged; what stands after it, only what is sent."""
    history = LedgerHistory("one", manager)
    script = Script(asks("a"), says("Yes."))
    other: AbstractCapability[Any] = ProcessHistory(without_numbers)
    capabilities = [other, history] if first else [history, other]
    agent = weather_agent(script)
    for prompt in ("My number is 17.", "And 18?"):
        agent.run_sync(prompt, message_history=history.load(), capabilities=capabilities)
    assert prompts(script.requests[-1]) == ["My number is xx.", "And xx?"]
    logged = prompts(history.load())
    assert logged == (["My number is xx.", "And xx?"] if first else ["My number is 17.", "And 18?"])
    assert len(history.session.log()) == 7


@pytest.mark.faces("sync")
@pytest.mark.parametrize("limit", [None, 4])
def test_responses_that_have_the_same_time_are_all_kept(manager: SessionManager, face: Face, limit: int | None) -> None:
    """Clocks may stand still: of tests, and of models that count in seconds."""
    history = LedgerHistory("one", manager)
    history.session.set_settings("session.max_messages", limit)
    for number in range(3):
        responses = [replace(asks(f"{number} {step}"), timestamp=datetime(2026, 1, 1, tzinfo=UTC)) for step in range(3)]
        agent = weather_agent(Script(*responses, replace(says("Yes."), timestamp=datetime(2026, 1, 1, tzinfo=UTC))))
        agent.run_sync(f"prompt {number}", message_history=history.load(), capabilities=[history])
    roles = [message.role for message in history.session.log()]
    assert roles == ["system", *(["user", *["assistant", "tool"] * 3, "assistant"] * 3)]
