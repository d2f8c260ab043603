"""The built-in analysis and the built-in cut: what stays, what is pinned, what is shortened, what is warned about."""

from __future__ import annotations

from typing import Any

import pytest

from manager import OverLimitWarning, Revision, SessionManager
from tests.faces import Face
from tests.messages import Fields, assistant, of_length, seqs, system, texts, user
from tests.simple_cut import measured

LIMIT: dict[str, Any] = {"session.max_length": 300}


def _call(arguments: str) -> Fields:
    function = {"name": "f", "arguments": arguments}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "type": "function", "function": function}]}


def test_without_a_limit_nothing_is_cut(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    session.append([of_length(1000)] * 50)
    assert session.analyze_context() is None
    assert session.resize() is None
    assert len(session.context_window) == 50


def test_the_newest_messages_stay_within_the_limit(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    for number in range(1, 8):
        session.append(of_length(100, str(number)))
    assert seqs(session.context_window) == [5, 6, 7]
    assert seqs(session.full_context[:]) == [1, 2, 3, 4, 5, 6, 7]


def test_a_window_of_just_the_limit_is_not_cut(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    assert session.append([of_length(100)] * 3).revision is None
    assert session.append(of_length(60)).revision is not None


def test_a_cut_stops_at_the_first_message_that_does_not_fit(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append([of_length(60), of_length(250), of_length(60)])
    assert seqs(session.context_window) == [3]


def test_an_append_returns_the_cut_it_led_to(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append([of_length(100), of_length(120)])
    cut = session.append(of_length(200)).revision
    assert isinstance(cut, Revision)
    facts = (cut.kind, cut.strategy, cut.cause, cut.parent, cut.restored)
    assert facts == ("resize", "simple_cut", "auto", 1, None)
    assert (cut.count_before, cut.length_before) == (3, 420)
    assert (cut.window_count, cut.window_length) == (1, 200)
    assert (cut.dropped_count, cut.dropped_length) == (2, 220)
    assert (cut.full_count, cut.head_seq, cut.max_length) == (3, 3, 300)
    assert session.resize_history() == [cut]


def test_a_batch_is_cut_once(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append([of_length(100, str(number)) for number in range(50)])
    assert seqs(session.context_window) == [48, 49, 50]
    assert len(session.resize_history()) == 1


def test_a_first_cut_of_a_long_log_keeps_just_what_fits(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", auto_resize=False))
    session.append([of_length(50, str(number)) for number in range(700)])
    session.set_settings("session.max_length", 50 * 333)
    assert session.resize() is not None
    assert seqs(session.context_window) == list(range(368, 701))


def test_a_handle_that_has_cut_sees_what_another_makes_of_the_window(manager: SessionManager, face: Face) -> None:
    """It need not read again which messages its cut left: but only while that cut is the current revision."""
    session = face(manager.session("a", settings=LIMIT))
    session.append(user())
    other = face(manager.get_session("a"))
    changes = (
        lambda: other.append(of_length(40)),
        other.pop_message,
        lambda: other.append([of_length(120)] * 3),
        lambda: other.rollback(other.info().revision - 1, hold=False),
        other.clean_context_window,
        lambda: other.set_chat_history([of_length(90)] * 2),
        lambda: other.set_memo("a memo"),
    )
    for change in changes:
        assert session.append([of_length(100)] * 4).revision is not None
        assert seqs(session.context_window) == seqs(other.context_window)
        change()
        assert seqs(session.context_window) == seqs(other.context_window)
        assert seqs(session.snapshot().messages) == seqs(other.snapshot().messages)


# --- by hand ------------------------------------------------------------------------------------


def test_a_handle_without_auto_resize_writes_in_batches_and_cuts_later(manager: SessionManager, face: Face) -> None:
    batch = face(manager.session("a", settings=LIMIT, auto_resize=False))
    batch.append([of_length(100)] * 5)
    assert batch.analyze_context() == "simple_cut"
    assert len(batch.context_window) == 5
    cut = batch.resize(reason="enough", actor="ann")
    assert cut is not None
    assert (cut.cause, cut.reason, cut.actor) == ("manual", "enough", "ann")
    assert len(batch.context_window) == 3


def test_a_resize_of_what_fits_is_none(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append(user())
    assert session.resize() is None
    assert session.run_resize_strategy("simple_cut") is None
    assert session.preview_resize() is None
    assert session.info().revision == 1


def test_run_resize_strategy_is_resize_by_that_name(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT, auto_resize=False))
    session.append([of_length(100)] * 5)
    cut = session.run_resize_strategy("simple_cut")
    assert cut is not None
    assert (cut.strategy, cut.cause) == ("simple_cut", "manual")


def test_a_preview_says_what_a_resize_would_do_and_does_nothing(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT, auto_resize=False))
    session.append([of_length(100, name) for name in "abcde"])
    preview = session.preview_resize()
    assert preview is not None
    assert seqs(preview.removed) == [1, 2]
    assert (preview.before, preview.after, preview.added) == (1, None, [])
    assert (preview.length_before, preview.length_after, preview.memo_changed) == (500, 300, False)
    assert session.info().revision == 1
    assert len(session.context_window) == 5


# --- the head -----------------------------------------------------------------------------------


def test_leading_instructions_stay_at_the_head_and_count(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append([of_length(80, "sys", "system"), of_length(60, "dev", "developer")])
    for number in range(3, 13):
        session.append(of_length(80, str(number)))
    assert seqs(session.context_window) == [1, 2, 11, 12]
    assert session.info().window_length == 300


def test_with_no_pinned_roles_the_head_goes_like_the_rest(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={**LIMIT, "session.pinned_roles": []}))
    session.append(of_length(80, "sys", "system"))
    for number in range(2, 6):
        session.append(of_length(80, str(number)))
    assert seqs(session.context_window) == [3, 4, 5]
    (newest,) = session.resize_history(limit=1)
    assert newest.settings == {"session.pinned_roles": []}


def test_instructions_in_the_middle_are_not_pinned(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    for role in ("user", "developer", "user", "developer", "user", "developer"):
        session.append(of_length(100, role[0], role))
    assert seqs(session.context_window) == [4, 5, 6]


def test_a_developer_message_a_turn_does_not_fill_the_head(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 500}))
    session.append(of_length(100, "sys", "system"))
    for number in range(40):
        session.append([of_length(50, f"d{number}", "developer"), of_length(50, f"u{number}")])
    assert seqs(session.context_window) == [1, 2, *range(75, 82)]


def test_the_newest_message_is_never_of_the_head(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append([of_length(110, name, "system") for name in "abc"])
    *head, newest = session.context_window
    assert seqs(head) == [1, 2]
    assert (newest.seq, measured(newest)) == (None, 80)
    session.append(of_length(60, "d", "system"))
    assert seqs(session.context_window) == [1, 2, 4]


def test_a_window_the_user_set_pins_its_own_leading_run(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append([of_length(100, str(number)) for number in range(1, 6)])
    session.set_chat_history([of_length(60, "new", "system"), of_length(100, "a"), of_length(100, "b")])
    session.append(of_length(100, "c"))
    assert [text.rstrip(".") for text in texts(session.context_window)] == ["new", "b", "c"]


@pytest.mark.parametrize(
    "meanwhile",
    [
        pytest.param(lambda session: session.append([]), id="nothing"),
        pytest.param(lambda session: session.set_memo("m"), id="memo"),
        pytest.param(lambda session: session.rewind(4), id="rewind"),
        pytest.param(lambda session: (session.clean_context_window(), session.rollback(2)), id="rollback"),
        pytest.param(lambda session: session.rollback(2, keep_newer=False), id="rollback without newer"),
        pytest.param(lambda session: (session.set_memo("m"), session.undo()), id="undo"),
        pytest.param(lambda session: (session.append(user("x")), session.pop_message()), id="pop"),
    ],
)
def test_what_a_cut_brought_to_the_front_is_not_pinned_by_later_ones(
    manager: SessionManager, face: Face, meanwhile: Any
) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append([of_length(60, "sys", "system"), of_length(100, "u")])
    session.append([of_length(100, "dev", "developer"), of_length(100, "v")])
    assert seqs(session.context_window) == [1, 3, 4]
    meanwhile(session)
    assert seqs(session.context_window) == [1, 3, 4]
    session.append(of_length(100, "w"))
    assert texts(session.context_window)[1:] == texts([of_length(100, "v"), of_length(100, "w")])


def test_a_head_that_leaves_no_room_gives_way_and_is_told(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append(of_length(290, "sys", "system"))
    with pytest.warns(OverLimitWarning, match="had to go"):
        session.append(of_length(100))
    assert seqs(session.context_window) == [2]
    assert len(session.full_context) == 2


def test_instructions_alone_over_the_limit_are_told_not_silently_sent(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append(_call("x" * 100))
    with pytest.warns(OverLimitWarning):
        session.append({"role": "system", "content": [{"type": "image_url", "image_url": {"url": "x" * 400}}]})
    assert seqs(session.context_window) == [2]


# --- a message longer than there is room --------------------------------------------------------


def test_a_message_over_the_limit_keeps_the_end_of_its_text(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    text = "".join(str(number % 10) for number in range(5000))
    session.append({"role": "user", "content": text, "name": "ann"})
    (shortened,) = session.context_window
    assert (shortened.seq, shortened["name"]) == (None, "ann")
    assert text.endswith(shortened["content"])
    assert measured(shortened) == 300
    assert session.log()[0]["content"] == text
    assert session.info().window_length == 300


def test_a_message_a_little_too_long_loses_a_little(manager: SessionManager, face: Face) -> None:
    """The original system loses nearly all of its text here."""
    session = face(manager.session("a", settings=LIMIT))
    session.append(of_length(303, "abc"))
    (shortened,) = session.context_window
    assert shortened == {"role": "user", "content": of_length(303, "abc")["content"][3:]}


def test_a_message_many_times_the_limit_still_leaves_the_window_within_it(manager: SessionManager, face: Face) -> None:
    """The original system leaves its window over the limit here."""
    session = face(manager.session("a", settings=LIMIT))
    for text in ("x" * 40_000, "'" * 3_000, "\"'" * 3_000, "\n" * 3_000, "汉" * 3_000, "😀" * 3_000, "\x00" * 3_000):
        session.append(user(text))
        assert 295 <= total_length(session.context_window) <= 300
        assert text.endswith(session.context_window[-1]["content"])


def test_every_field_stays_with_a_shortened_message(manager: SessionManager, face: Face) -> None:
    """The original system keeps role and content alone, and so parts an answer from its call."""
    session = face(manager.session("a", settings={"session.max_length": 200}))
    session.append([_call("{}"), {"role": "tool", "tool_call_id": "c", "content": "x" * 900}])
    call, shortened = session.context_window
    assert call == _call("{}")
    assert list(shortened) == ["role", "tool_call_id", "content"]
    assert shortened["tool_call_id"] == "c"


def test_the_last_text_block_is_what_is_shortened(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    image = {"type": "image_url", "image_url": {"url": "data:,"}}
    blocks = [{"type": "text", "text": "first"}, {"type": "text", "text": "long " * 200}, image]
    session.append({"role": "user", "content": blocks})
    (shortened,) = session.context_window
    assert shortened["content"][0] == blocks[0]
    assert shortened["content"][2] == image
    assert measured(shortened) == 300


def test_a_newest_message_is_shortened_beside_the_head(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append([of_length(200, "sys", "system"), user("before")])
    session.append(of_length(250, "long"))
    head, shortened = session.context_window
    assert (head.seq, shortened.seq) == (1, None)
    assert measured(head) + measured(shortened) == 300


def test_a_head_that_leaves_less_than_a_quarter_gives_way(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append([of_length(226, "sys", "system"), of_length(60, "before")])
    with pytest.warns(OverLimitWarning):
        session.append(of_length(250, "long"))
    assert seqs(session.context_window) == [3]


def test_a_quarter_of_the_limit_is_enough_for_a_shortened_message(manager: SessionManager, face: Face) -> None:
    for head, stays in ((300, True), (301, False)):
        session = face(manager.session(f"{head}", settings={"session.max_length": 400}))
        session.append([of_length(head, "sys", "system"), of_length(90, "before")])
        session.append(of_length(390, "long"))
        assert seqs(session.context_window) == ([1, None] if stays else [3])


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(_call("x" * 500), id="calls"),
        pytest.param({"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x" * 500}}]}, id="image"),
        pytest.param({"type": "reasoning", "encrypted_content": "x" * 500, "summary": []}, id="reasoning"),
        pytest.param({"role": "user", "content": "", "extra": "x" * 500}, id="no text"),
        pytest.param({"role": "user", "content": "text", "extra": "x" * 500}, id="too little text"),
    ],
)
def test_what_has_too_little_text_stays_whole_alone_and_is_told(
    manager: SessionManager, face: Face, message: Fields
) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append([assistant(), user()])
    with pytest.warns(OverLimitWarning, match=r"measures \d+ of 300"):
        session.append(message)
    assert session.context_window == [message]
    assert seqs(session.context_window) == [3]
    with pytest.warns(OverLimitWarning):
        assert session.resize() is None


def test_a_limit_under_the_empty_frame_keeps_the_newest_message(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings={"session.max_length": 1}))
    with pytest.warns(OverLimitWarning):
        session.append([user("one"), user("two")])
    assert texts(session.context_window) == ["two"]


@pytest.mark.parametrize("extends", [False, True])
def test_a_set_shortens_each_result_by_its_own_text(manager: SessionManager, face: Face, extends: bool) -> None:
    session = face(manager.session("a"))
    calls = [{"id": name, "type": "function", "function": {"name": name, "arguments": "{}"}} for name in "ab"]
    call = {"role": "assistant", "content": None, "tool_calls": calls}
    first, second = ({"role": "tool", "tool_call_id": name, "content": f"{name} is " * 60 + name} for name in "ab")
    session.append([user("q"), call, first, user("too early")])
    session.pop_message()  # so that what is set are not the last of the log
    session.append(second)
    session.set_settings("session.max_length", 600)
    stray = {"role": "tool", "tool_call_id": "c", "content": "stray"}
    session.set_chat_history([user("q"), call, first, second, *([stray] if extends else [])])
    window = session.context_window
    assert [message["role"] for message in window] == ["assistant", "tool", "tool"]
    assert [message.get("tool_call_id") for message in window[1:]] == ["a", "b"]
    assert first["content"].endswith(window[1].content)
    assert second["content"].endswith(window[2].content)
    assert session.info().window_length <= 600


def test_a_shortened_message_is_a_message_like_any_other_afterwards(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append(of_length(900, "long"))
    session.append(user("ok"))
    assert texts(session.context_window) == ["ok"]
    session.rollback(2)
    shortened, after = session.context_window
    assert (shortened.seq, after.seq) == (None, 2)
    session.set_settings("session.max_length", 40)
    session.pop_message()
    cut = session.resize()
    assert cut is not None
    assert total_length(session.context_window) == 40
    assert session.pop_message() == of_length(900, "long")
    assert session.context_window == []


def test_a_summary_in_front_is_not_pinned_for_ever(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a", settings=LIMIT))
    session.append([system("sys"), of_length(100), of_length(100)])
    session.append(of_length(100, "d"))
    session.append(of_length(100, "e"))
    assert seqs(session.context_window) == [1, 4, 5]


def test_the_limit_of_the_session_is_read_anew_at_every_write(manager: SessionManager, face: Face) -> None:
    one, other = face(manager.session("a", settings=LIMIT)), face(manager.session("a"))
    one.append([of_length(100)] * 3)
    other.set_settings("session.max_length", 100)
    one.append(of_length(60))
    assert seqs(one.context_window) == [4]
    other.set_settings("session.max_length", None)
    one.append([of_length(100)] * 9)
    assert len(one.context_window) == 10


def total_length(messages: Any) -> int:
    return sum(measured(message) for message in messages)


def test_the_length_of_the_window_is_the_sum_of_its_messages_as_dicts(manager: SessionManager, face: Face) -> None:
    session = face(manager.session("a"))
    for message in (user("é'\"\n"), _call('{"a": 1}'), {"type": "reasoning", "n": 1.5, "none": None}):
        session.append(message)
        assert session.info().window_length == sum(len(str(dict(found))) for found in session.context_window)
