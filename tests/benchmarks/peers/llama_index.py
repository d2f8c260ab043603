"""The Memory of LlamaIndex, its messages in a database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from llama_index.core.base.llms.types import ToolCallBlock
from llama_index.core.llms import ChatMessage
from llama_index.core.memory import Memory
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.benchmarks.peers.places import driven_by
from tests.benchmarks.peers.protocol import SESSION, Contestant
from tests.benchmarks.peers.workload import TOOL, call_id, message, turn

#: Of which a share of 0.7 is for the history: about fifty messages.
TOKENS = 7_200
BATCH = 250


def _messages(number: int) -> list[ChatMessage]:
    question, call, result, answer = turn(number)
    arguments = call["tool_calls"][0]["function"]["arguments"]
    called = ToolCallBlock(tool_call_id=call_id(number), tool_name=TOOL, tool_kwargs=arguments)
    return [
        ChatMessage(role="user", content=question["content"]),
        ChatMessage(role="assistant", blocks=[called]),
        ChatMessage(role="tool", content=result["content"], additional_kwargs={"tool_call_id": call_id(number)}),
        ChatMessage(role="assistant", content=answer["content"]),
    ]


class InDatabase(Contestant):
    """SQLAlchemyChatStore over aiosqlite or asyncpg."""

    libraries = ("llama-index-core",)
    imports = "from llama_index.core.memory import Memory"
    note = f"a window is what `token_limit={TOKENS:,}` leaves, at most about 50 messages; each write measures it anew"
    count = "SELECT count(*) FROM llama_index_memory"

    async def open(self) -> None:
        self._engine = create_async_engine(driven_by(self.place, "aiosqlite", "asyncpg"))
        self._memory = self._another(SESSION)
        await self._memory.aget()

    def _another(self, name: str) -> Memory:
        return Memory.from_defaults(session_id=name, token_limit=TOKENS, async_engine=self._engine)

    async def fill(self, turns: int) -> None:
        for start in range(0, turns, BATCH):
            size = min(BATCH, turns - start)
            await self._memory.aput_messages([each for _ in range(size) for each in _messages(self.next())])

    async def turn(self) -> list[Any]:
        await self._memory.aput_messages(_messages(self.next()))
        return await self.window()

    async def append(self) -> None:
        await self._memory.aput(ChatMessage(**message(self.next())))

    async def window(self) -> list[Any]:
        return list(await self._memory.aget())

    async def load(self) -> list[Any]:
        return list(await self._memory.aget_all())

    async def companion(self, number: int) -> Callable[[], Awaitable[object]]:
        memory = self._another(f"{SESSION}-{number}")
        content = ChatMessage(**message(number))
        await memory.aput(content)
        return lambda: memory.aput(content)

    async def ask(self, sql: str) -> Any:
        async with self._engine.connect() as connection:
            return (await connection.execute(text(sql))).scalar_one()

    async def close(self) -> None:
        await self._engine.dispose()
