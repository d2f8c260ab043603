"""A model that says what it is told to: a server that speaks OpenAI's protocol, and agents of Agently that ask it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from agently import Agently
from agently.core import Session as AgentlySession
from agently.types.data.prompt import ChatMessage

__all__ = ["Agently", "AgentlySession", "ChatMessage", "ScriptedModel", "dumped", "serving", "texts", "user"]

#: Below the ports that the system gives to outgoing connections.
_PORTS = range(21_000, 32_000, 7)


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


def dumped(messages: Iterable[Any]) -> list[dict[str, Any]]:
    """The messages of Agently as dicts; nothing else is among them."""
    assert all(type(message) is ChatMessage for message in messages)
    return [message.model_dump() for message in messages]


def texts(messages: Iterable[Any]) -> list[Any]:
    return [message["content"] for message in dumped(messages)]


class ScriptedModel:
    """Answers in the order of the script, then by numbers; keeps the messages it was sent."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.script: list[str] = []
        self.asked: list[list[dict[str, Any]]] = []
        self._lock = threading.Lock()

    def answer(self, messages: list[dict[str, Any]]) -> str:
        with self._lock:
            self.asked.append(messages)
            return self.script.pop(0) if self.script else f"answer {len(self.asked)}"

    def agent(self, **settings: Any) -> Any:
        """A new agent that asks this model, its settings under `session` set before anything else."""
        agent = Agently.create_agent()
        # The roles are sent as they are.
        agent.set_settings("OpenAICompatible", {"base_url": self.url, "model": "any", "strict_role_orders": False})
        for name, value in settings.items():
            agent.set_settings(f"session.{name}", value)
        return agent


@contextmanager
def serving() -> Iterator[ScriptedModel]:
    """A model that answers while the context lasts."""
    model: ScriptedModel

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            events = _streamed(model.answer(body["messages"]))
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for event in events:
                self.wfile.write(f"data: {event}\n\n".encode())

        def log_message(self, *_: object) -> None:
            """Nothing is logged."""

    server = _server(Handler)
    model = ScriptedModel(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _server(handler: type[BaseHTTPRequestHandler]) -> ThreadingHTTPServer:
    for port in _PORTS:
        try:
            return ThreadingHTTPServer(("127.0.0.1", port), handler)
        except OSError:
            continue
    raise OSError("no port is free")


def _streamed(answer: str) -> Iterable[str]:
    choices: list[tuple[dict[str, Any], str | None]] = [
        ({"role": "assistant", "content": answer}, None),
        ({"content": ""}, "stop"),
    ]
    for delta, reason in choices:
        yield json.dumps({"id": "1", "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})
    yield "[DONE]"
