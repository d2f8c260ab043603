"""Every operation is there twice, with the same arguments, and says the same about itself."""

from __future__ import annotations

import inspect

import pytest

from manager import Session, SessionManager

#: What does no input or output, and so is there once.
ONCE = {
    Session: {"register_analysis_handler", "register_resize_handler", "register_execution_handlers"},
    SessionManager: {
        *("session", "set_settings", "activate_session", "deactivate_session"),
        *("register_session_analysis_handler", "register_session_resize_handler", "register_measure"),
    },
}


def operations(kind: type) -> set[str]:
    """The public methods of the class."""
    return {name for name, value in vars(kind).items() if inspect.isfunction(value) and not name.startswith("_")}


@pytest.mark.parametrize("kind", [Session, SessionManager])
def test_every_operation_is_there_as_x_and_as_async_x(kind: type) -> None:
    plain = {name for name in operations(kind) if not name.startswith("async_")}
    twins = {name.removeprefix("async_") for name in operations(kind) if name.startswith("async_")}
    assert twins <= plain
    assert plain - twins == ONCE[kind]


@pytest.mark.parametrize("kind", [Session, SessionManager])
def test_both_take_the_same_and_say_the_same(kind: type) -> None:
    for name in operations(kind):
        if not name.startswith("async_"):
            continue
        twin, plain = getattr(kind, name), getattr(kind, name.removeprefix("async_"))
        assert inspect.iscoroutinefunction(twin)
        assert not inspect.iscoroutinefunction(plain)
        assert inspect.signature(twin) == inspect.signature(plain)
        assert "face" not in inspect.signature(plain).parameters
        assert (twin.__name__, plain.__name__) == (name, name.removeprefix("async_"))
        assert plain.__doc__
        assert twin.__doc__ == plain.__doc__
