"""Under a limit: what is sent is the window, never over it, and never half of a call."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic_ai import Agent
from pydantic_ai.messages import (
    BinaryContent,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)

from manager import SessionManager, summarize
from manager.integrations.pydantic_ai import LedgerHistory, to_ledger
from manager.planning.approximate import approximate
from tests.backends import SYSTEMS
from tests.faces import Face
from tests.integrations.pydantic_ai.scripted import Script, calls, contents, prompts, run, says, shape, unpaired

pytestmark = [pytest.mark.backends("sqlite"), pytest.mark.faces("sync")]


def looking_agent(script: Script, result: Any = "nothing") -> Agent[None, str]:
    agent = Agent(script.model, system_prompt="Be brief.")

    @agent.tool_plain
    def look(at: str) -> Any:
        return result

    return agent


@pytest.mark.backends(*SYSTEMS)
@pytest.mark.faces("sync", "async")
def test_what_is_sent_is_the_window(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)
    face(history.session).set_settings("session.max_messages", 4)
    script = Script()
    agent = looking_agent(script)
    everything: list[ModelMessage] = []
    for number in range(6):
        loaded = face.call(history.load)
        result = run(face, agent, f"prompt {number}", message_history=loaded, capabilities=[history])
        everything += result.new_messages()
    assert shape(script.requests[-1]) == ["system-prompt user-prompt", "text", "user-prompt"]
    assert prompts(script.requests[-1]) == ["prompt 4", "prompt 5"]
    log = face(history.session).log()
    assert len(log) == 1 + len(everything)
    assert [message["parts"][0]["content"] for message in log if message.role == "user"] == prompts(everything)
    assert face(manager).verify().ok


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    limit=st.integers(1, 9) | st.integers(1_000, 6_000),
    runs=st.lists(st.lists(st.integers(1, 3), max_size=3), min_size=1, max_size=5),
    strategy=st.sampled_from(["simple_cut", "keep_last_rounds"]),
)
def test_no_cut_parts_a_call_from_its_result(
    manager: SessionManager, face: Face, limit: int, runs: list[list[int]], strategy: str
) -> None:
    """Each run makes some steps of one to three calls at once, and then answers."""
    key = "session.max_messages" if limit < 10 else "session.max_length"
    session = manager.session()
    history = LedgerHistory(session.id, manager)
    history.session.set_settings(key, limit)
    history.session.set_settings("session.strategy", strategy)
    said: list[list[str]] = []
    for number, steps in enumerate(runs):
        responses = [
            calls(*(("look", {"at": "x"}, f"{number}.{step}.{each}") for each in range(count)))
            for step, count in enumerate(steps)
        ]
        script = Script(*responses, says("Seen."))
        loaded = history.load()
        looking_agent(script).run_sync(f"prompt {number}", message_history=loaded, capabilities=[history])
        said.append(["user-prompt"])
        said += [[kind] * count for count in steps for kind in ("tool-call", "tool-return")]
        said.append(["text"])
        for request in script.requests:
            assert unpaired(request) == []
        last = script.requests[-1][-1]
        assert isinstance(last, ModelRequest)
        assert history.session.check_window() == []
    stored = [message for message in history.session.log() if message.role != "system"]
    assert [[part["part_kind"] for part in message["parts"]] for message in stored] == said


def test_the_system_prompt_stays(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)
    history.session.set_settings("session.max_messages", 3)
    script = Script()
    for number in range(5):
        looking_agent(script).run_sync(f"prompt {number}", message_history=history.load(), capabilities=[history])
    first = script.requests[-1][0]
    assert isinstance(first.parts[0], SystemPromptPart)
    assert "prompt 0" not in prompts(script.requests[-1])


def test_a_prompt_over_the_limit_is_shortened_for_the_model_and_whole_in_the_log(
    manager: SessionManager, face: Face
) -> None:
    history = LedgerHistory("one", manager)
    history.session.set_settings("session.max_length", 900)
    script = Script()
    Agent(script.model).run_sync("I begin. " * 300 + "The end.", capabilities=[history])
    (sent,) = prompts(script.requests[-1])
    assert sent.endswith("The end.")
    assert len(sent) < 900
    assert history.session.log()[0]["parts"][0]["content"] == "I begin. " * 300 + "The end."


def test_a_prompt_of_several_contents_is_shortened_in_its_last_text(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)
    history.session.set_settings("session.max_length", 1_200)
    script = Script()
    image = BinaryContent(b"\x89PNG", media_type="image/png")
    Agent(script.model).run_sync(["Look: ", image, "and " * 900 + "tell."], capabilities=[history])
    (sent,) = prompts(script.requests[-1])
    assert (sent[0], sent[1].data) == ("Look: ", image.data)
    assert sent[2].endswith("and tell.")
    assert len(sent[2]) < 1_200


@pytest.mark.parametrize("result", ["far " * 200, {"rows": ["far"] * 100}, ["far"] * 100])
def test_results_are_cleared_and_recalled(manager: SessionManager, face: Face, result: Any) -> None:
    history = LedgerHistory("one", manager)
    looking = looking_agent(Script(calls(("look", {"at": "x"}, "a")), says("Far.")), result)
    before = looking.run_sync("How far?", capabilities=[history]).all_messages()
    history.session.set_settings("session.keep_tool_results", 0)
    assert history.session.resize("clear_tool_results") is not None
    cleared = history.load()
    (line,) = contents(cleared[2])
    assert line.startswith("[cleared: ")
    assert line.endswith("the original is message 4 of the log]")
    script = Script()
    looking_agent(script).run_sync("And now?", message_history=cleared, capabilities=[history])
    assert contents(script.requests[-1][2]) == [line]
    assert len(history.session.log()) == 5 + 2
    history.session.recall([4])
    assert history.load()[:4] == before


def test_a_summary_is_read_and_not_logged_again(manager: SessionManager, face: Face) -> None:
    summary = summarize(lambda messages, memo: f"{len(messages)} messages.", keep_rounds=2, into="window")
    manager.register_session_resize_handler("summary", summary)
    history = LedgerHistory("one", manager)
    script = Script()
    agent = Agent(script.model, instructions="Be brief.")
    for number in range(6):
        agent.run_sync(f"prompt {number}", message_history=history.load(), capabilities=[history])
    stale = history.load()
    assert history.session.resize("summary") is not None
    summarized = history.load()
    assert len(summarized) < len(stale)
    assert "messages." in prompts(summarized)[0]
    for loaded in (summarized, stale):
        logged = len(history.session.log())
        agent.run_sync("more", message_history=loaded, capabilities=[history])
        assert len(history.session.log()) == logged + 2
        assert "messages." in str(prompts(script.requests[-1])[0])
        assert "prompt 0" not in prompts(script.requests[-1])


def test_a_cleared_window_is_undone(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)
    script = Script()
    agent = looking_agent(script)
    agent.run_sync("Remember 17.", capabilities=[history])
    history.session.clean_context_window()
    assert history.load() == []
    history.session.undo()
    agent.run_sync("Which number?", message_history=history.load(), capabilities=[history])
    assert prompts(script.requests[-1]) == ["Remember 17.", "Which number?"]


def test_a_popped_answer_is_asked_for_again(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)
    agent = Agent(Script(says("One."), says("Two.")).model)
    agent.run_sync("A number?", capabilities=[history])
    popped = history.session.pop_message()
    assert popped is not None
    assert popped.role == "assistant"
    agent.run_sync(message_history=history.load(), capabilities=[history])
    assert [part.content for part in history.load()[-1].parts if isinstance(part, TextPart)] == ["Two."]
    assert [message.role for message in history.session.log()] == ["user", "assistant", "assistant"]


def test_search_finds_what_was_said_and_called(manager: SessionManager, face: Face) -> None:
    history = LedgerHistory("one", manager)
    looking_agent(Script(calls(("look", {"at": "the harbour"}, "a")))).run_sync("Seen it?", capabilities=[history])
    for text, seqs in (("HARBOUR", [3]), ("seen it", [2]), ("nothing", [4]), ("response", []), ("tool-call", [])):
        assert [message.seq for message in history.session.search(text)] == seqs, text


def test_a_file_counts_as_an_attachment_and_what_is_not_sent_counts_nothing(
    manager: SessionManager, face: Face
) -> None:
    words = ModelRequest([UserPromptPart("five words of a text")], instructions="x" * 4_000, run_id="r")
    assert approximate(to_ledger(words)) < 60
    file = BinaryContent(b"x" * 90_000, media_type="application/pdf")
    assert 1_000 <= approximate(to_ledger(ModelRequest([UserPromptPart([file])]))) < 1_200
    answer = ModelResponse([TextPart("yes")], provider_details={"logprobs": ["x"] * 1_000})
    assert approximate(to_ledger(answer)) < 60
