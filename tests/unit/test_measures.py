"""The measures by name, and what `characters` counts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manager.errors import InvalidSettingError
from manager.model import Message
from manager.planning.measures import MEASURES, characters, measure_named


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
    assert measure_named("characters") is characters
    assert list(MEASURES) == ["characters"]


@pytest.mark.parametrize("name", ["", "Characters", "bytes", None, 1, ["characters"]])
def test_any_other_name_is_refused(name: object) -> None:
    with pytest.raises(InvalidSettingError, match="must be one of 'characters'") as caught:
        measure_named(name)
    assert caught.value.key == "session.measure"
    assert caught.value.value == name
