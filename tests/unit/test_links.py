"""Which messages make calls, answer calls or hold reasoning, in every provider's shape."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manager.planning.links import ANSWERS_CALLS, MAKES_CALLS, REASONING, links_of

CHAT_CALL = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}


def blocks(*types: str) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": type_} for type_ in types]}


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": "x"},
        {"role": "assistant", "content": "x"},
        {"content": "x", "role": "system"},
        {"role": "assistant", "content": "x", "tool_calls": []},
        {"role": "assistant", "content": "x", "tool_calls": None, "function_call": None, "tool_call_id": None},
        {"role": "assistant", "content": "x", "function_call": {}},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "x"}]},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "x"}, {"type": "input_image"}]},
        {"type": "compaction", "encrypted_content": "x"},
        {"type": "mcp_list_tools", "tools": []},
        {"role": "user", "content": [{"type": "text", "text": "x"}, {"type": "image"}, {"type": "document"}]},
        {"role": "user", "content": []},
        {},
    ],
)
def test_a_message_that_stands_alone_has_no_links(message: dict[str, Any]) -> None:
    assert links_of(message) == 0


@pytest.mark.parametrize(
    ("message", "links"),
    [
        ({"role": "assistant", "content": None, "tool_calls": [CHAT_CALL]}, MAKES_CALLS),
        ({"role": "assistant", "content": "x", "tool_calls": [CHAT_CALL, CHAT_CALL]}, MAKES_CALLS),
        ({"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": ""}}, MAKES_CALLS),
        ({"role": "tool", "tool_call_id": "c1", "content": "x"}, ANSWERS_CALLS),
        ({"role": "tool", "content": "x"}, ANSWERS_CALLS),
        ({"content": "x", "tool_call_id": "c1"}, ANSWERS_CALLS),
        ({"role": "function", "name": "f", "content": "x"}, ANSWERS_CALLS),
    ],
)
def test_openai_chat(message: dict[str, Any], links: int) -> None:
    assert links_of(message) == links


ITEMS_THAT_CALL = """
    function_call custom_tool_call computer_call local_shell_call shell_call apply_patch_call tool_search_call
    web_search_call file_search_call code_interpreter_call image_generation_call mcp_call mcp_approval_request program
"""
ITEMS_THAT_ANSWER = """
    function_call_output custom_tool_call_output computer_call_output local_shell_call_output shell_call_output
    apply_patch_call_output tool_search_output mcp_approval_response program_output
"""


@pytest.mark.parametrize(
    ("types", "links"),
    [(ITEMS_THAT_CALL, MAKES_CALLS), (ITEMS_THAT_ANSWER, ANSWERS_CALLS), ("reasoning", REASONING)],
)
def test_openai_responses_items(types: str, links: int) -> None:
    for type_ in types.split():
        assert links_of({"type": type_, "id": "i"}) == links, type_


@pytest.mark.parametrize(
    ("message", "links"),
    [
        (blocks("text", "tool_use"), MAKES_CALLS),
        (blocks("mcp_tool_use"), MAKES_CALLS),
        (blocks("thinking"), REASONING),
        (blocks("redacted_thinking", "text"), REASONING),
        (blocks("thinking", "text", "tool_use"), REASONING | MAKES_CALLS),
        (blocks("server_tool_use", "web_search_tool_result", "text"), MAKES_CALLS | ANSWERS_CALLS),
        *(
            (blocks(kind), ANSWERS_CALLS)
            for kind in (
                "tool_result",
                "mcp_tool_result",
                "web_search_tool_result",
                "web_fetch_tool_result",
                "code_execution_tool_result",
                "bash_code_execution_tool_result",
                "text_editor_code_execution_tool_result",
                "tool_search_tool_result",
            )
        ),
        ({"type": "message", "id": "m", "role": "assistant", "content": [{"type": "tool_use"}]}, MAKES_CALLS),
    ],
)
def test_anthropic_blocks(message: dict[str, Any], links: int) -> None:
    assert links_of(message) == links


hostile = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(["tool", "function_call", "tool_use", "thinking", "_call", "_tool_result", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "role", "content", "tool_calls", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(
    st.dictionaries(
        st.sampled_from(["type", "role", "content", "tool_calls", "function_call", "tool_call_id", "x"]), hostile
    )
)
def test_any_json_object_has_flags(message: dict[str, Any]) -> None:
    assert 0 <= links_of(message) <= (MAKES_CALLS | ANSWERS_CALLS | REASONING)


@given(st.sampled_from(["type", "tool_calls", "function_call", "tool_call_id", "content"]), hostile)
def test_the_flags_are_those_of_the_parts(field: str, value: Any) -> None:
    alone = links_of({"x": 1, field: value})
    assert links_of({"role": "user", field: value, "x": 1}) == alone
    assert links_of({"role": "tool", field: value, "x": 1}) == alone | ANSWERS_CALLS
