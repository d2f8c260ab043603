"""The measures by name, what `characters` counts, and what one's own may return."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manager.errors import InvalidSettingError, MeasureError, UnknownMeasureError
from manager.model import Message
from manager.planning.approximate import approximate
from manager.planning.measures import BUILT_IN, characters, measure_named


@pytest.mark.parametrize(
    ("message", "length"),
    [
        ({"role": "user", "content": "hello"}, len("{'role': 'user', 'content': 'hello'}")),
        ({"role": "user", "content": "it's"}, len("""{'role': 'user', 'content': "it's"}""")),
        ({"role": "user", "content": "a\nb"}, len(r"{'role': 'user', 'content': 'a\nb'}")),
        ({"role": "user", "content": "汉字😀"}, len("{'role': 'user', 'content': '汉字😀'}")),
        ({"role": "user", "content": None, "n": [1, True]}, len("{'role': 'user', 'content': None, 'n': [1, True]}")),
    ],
)
def test_characters_counts_the_message_written_as_a_dict(message: dict[str, Any], length: int) -> None:
    assert characters(message) == length


@given(st.dictionaries(st.text(st.characters(exclude_categories=())), st.text(st.characters(exclude_categories=()))))
def test_a_message_measures_what_its_dict_measures(fields: dict[str, str]) -> None:
    assert characters(Message(fields, seq=1, metadata={"a": 1})) == characters(fields) == len(str(fields))


def test_a_measure_is_found_by_its_name() -> None:
    assert measure_named("characters", {}) is characters
    assert measure_named("approximate", {}) is approximate
    assert BUILT_IN == ("characters", "approximate", "tokens:o200k_base", "tokens:cl100k_base")
    assert measure_named("fields", {"fields": len})({"role": "user", "content": "abc"}) == 2


def test_a_built_in_measure_is_not_replaced() -> None:
    assert measure_named("characters", {"characters": lambda message: 1}) is characters


@pytest.mark.parametrize("name", ["", "Characters", "bytes", "tokens", "tokens:gpt2", None, 1, ["characters"]])
def test_any_other_name_is_refused(name: object) -> None:
    with pytest.raises(UnknownMeasureError, match=r"must be one of 'characters', .*, 'mine'; ") as caught:
        measure_named(name, {"mine": characters})
    assert isinstance(caught.value, InvalidSettingError)
    assert (caught.value.key, caught.value.value, caught.value.measure) == ("session.measure", name, name)
    assert str(caught.value).endswith("register it with manager.register_measure(name, function)")


# --- one's own ----------------------------------------------------------------------------------


async def coroutine(message: dict[str, Any]) -> int:
    return 1


@pytest.mark.parametrize("returned", [True, 1.0, -1, None, "5", 2**40 + 1, [1]])
def test_what_is_no_length_is_refused(returned: object) -> None:
    measure: Any = lambda message: returned  # noqa: E731
    with pytest.raises(MeasureError, match=r"measure 'mine' returned .* a whole number from 0 to") as caught:
        measure_named("mine", {"mine": measure})({"role": "user"})
    assert (caught.value.measure, caught.value.returned) == ("mine", returned)


def test_an_async_measure_is_refused_and_leaves_nothing_behind() -> None:
    measure: Any = coroutine
    with pytest.raises(MeasureError, match="returned <coroutine object"):
        measure_named("mine", {"mine": measure})({"role": "user"})


def test_what_a_measure_raises_is_the_cause() -> None:
    with pytest.raises(MeasureError, match="raised KeyError: 'text'") as caught:
        measure_named("mine", {"mine": lambda message: len(message["text"])})({"role": "user"})  # type: ignore[arg-type]
    assert isinstance(caught.value.__cause__, KeyError)
    assert caught.value.returned is None


@pytest.mark.parametrize("length", [0, 1, 2**40])
def test_every_length_there_may_be_is_taken(length: int) -> None:
    assert measure_named("mine", {"mine": lambda message: length})({"role": "user"}) == length


def test_what_a_measure_does_to_the_message_is_done_to_a_copy() -> None:
    message: dict[str, Any] = {"role": "user", "content": [{"type": "text", "text": "kept"}]}

    def spoils(given: dict[str, Any]) -> int:
        given["content"][0]["text"] = "lost"
        given.clear()
        return 1

    assert measure_named("mine", {"mine": spoils})(message) == 1
    assert message == {"role": "user", "content": [{"type": "text", "text": "kept"}]}
