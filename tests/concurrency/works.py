"""Works for transactions: rows in a table of two columns, where anything may be said."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from sqlalchemy import Connection, insert, select, update

from manager.storage.tables import session_details as said


def say(connection: Connection, number: int, text: str = "") -> None:
    """A row with this number is there."""
    connection.execute(insert(said), {"session": number, "title": text})


def saying(number: int, text: str = "") -> Callable[[Connection], None]:
    """Work that says it."""
    return lambda connection: say(connection, number, text)


def change(connection: Connection, number: int, text: str) -> None:
    """The row with this number has this text."""
    connection.execute(update(said).where(said.c.session == number).values(title=text))


def take_turn(connection: Connection, number: int = 0) -> str | None:
    """The text of a row that no other transaction changes until this one ends."""
    return connection.scalar(select(said.c.title).where(said.c.session == number).with_for_update())


def count(connection: Connection) -> int:
    """The number of row 0 is one higher."""
    number = int(take_turn(connection) or 0) + 1
    change(connection, 0, str(number))
    return number


def numbers(connection: Connection) -> list[int]:
    """The numbers of all rows."""
    return list(connection.scalars(select(said.c.session).order_by(said.c.session)))


def texts(connection: Connection) -> dict[int, str | None]:
    """The text of every row."""
    return {row.session: row.title for row in connection.execute(select(said))}


def say_token(connection: Connection) -> str:
    """A row that nobody else makes is there; its text."""
    take_turn(connection)
    token = uuid4().hex
    say(connection, int(token[:15], 16), token)
    return token


def token_was_said(connection: Connection, token: str) -> bool:
    """Whether `say_token` was committed."""
    take_turn(connection)
    return connection.scalar(select(said.c.title).where(said.c.session == int(token[:15], 16))) == token
