"""A TCP proxy before a database server that loses the connection at COMMIT."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

from sqlalchemy import make_url

#: COMMIT and nothing else: after MariaDB's code of a query, or PostgreSQL's length of the message.
_COMMIT = re.compile(rb"[\x03\x0b]COMMIT")

Loss = Literal["before", "answered", "unanswered"]


class Proxy:
    """Passes everything on, until it is told to lose the next connection that commits."""

    def __init__(self, server: tuple[str, int] | str) -> None:
        self._server = server
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._loss: Loss | None = None
        #: How many connections were lost at COMMIT.
        self.losses = 0
        self._sockets: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def lose_next_commit(self, loss: Loss) -> None:
        """The next COMMIT does not reach the server (`before`), or its answer does not reach the client: after the
        server has given it (`answered`), or perhaps before (`unanswered`)."""
        self._loss = loss

    def refuse(self) -> None:
        """New connections are refused."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def close(self) -> None:
        """Every connection through the proxy is closed."""
        with suppress(OSError):
            self.refuse()
        for each in list(self._sockets):
            _shut(each)
        for thread in list(self._threads):
            thread.join()
        for each in self._sockets:
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._sockets.append(client)
                if isinstance(self._server, str):
                    server = socket.socket(socket.AF_UNIX)
                    server.connect(self._server)
                else:
                    server = socket.create_connection(self._server)
                self._sockets.append(server)
                answers = _Answers()
                for target, arguments in (
                    (self._up, (client, server, answers)),
                    (self._down, (server, client, answers)),
                ):
                    thread = threading.Thread(target=target, args=arguments)
                    self._threads.append(thread)
                    thread.start()

    def _up(self, client: socket.socket, server: socket.socket, answers: _Answers) -> None:
        with suppress(OSError):
            while sent := client.recv(65536):
                if self._loss is not None and _COMMIT.search(sent):
                    loss, self._loss = self._loss, None
                    self.losses += 1
                    answers.withheld = True
                    if loss != "before":
                        server.sendall(sent)
                    if loss == "answered":
                        answers.given.wait()
                    break
                server.sendall(sent)
        _shut(client)
        _shut(server)

    def _down(self, server: socket.socket, client: socket.socket, answers: _Answers) -> None:
        with suppress(OSError):
            while answer := server.recv(65536):
                if answers.withheld:
                    answers.given.set()
                else:
                    client.sendall(answer)
        answers.given.set()
        _shut(client)
        _shut(server)


class _Answers:
    def __init__(self) -> None:
        self.withheld = False
        self.given = threading.Event()


def _shut(each: socket.socket) -> None:
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)


@contextmanager
def proxied(url: str) -> Iterator[tuple[Proxy, str]]:
    """A proxy before the server of the URL, and the URL that goes through it."""
    parsed = make_url(url)
    query = dict(parsed.query)
    host = str(query.pop("host", parsed.host or "127.0.0.1"))
    postgresql = parsed.drivername.startswith("postgresql")
    port = int(str(query.pop("port", parsed.port or (5432 if postgresql else 3306))))
    proxy = Proxy(f"{host}/.s.PGSQL.{port}" if host.startswith("/") else (host, port))
    if postgresql:
        query |= {"sslmode": "disable", "gssencmode": "disable"}  # the proxy has to read what passes
    through = parsed.set(host="127.0.0.1", port=proxy.port, query=query)
    try:
        yield proxy, through.render_as_string(hide_password=False)
    finally:
        proxy.close()
