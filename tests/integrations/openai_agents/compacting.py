"""The SDK's compaction with a client that answers by itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

from agents.memory import OpenAIResponsesCompactionSession

from tests.integrations.openai_agents.scripted import Item, items, user

COMPACTED: list[Item] = [user("kept"), {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAA"}]


class Responses:
    """The part of an OpenAI client that compacts; meanwhile something else may happen."""

    def __init__(self, meanwhile: Callable[[], Awaitable[object]] | None = None) -> None:
        self.requests: list[dict[str, Any]] = []
        self._meanwhile = meanwhile
        self.responses = self

    async def compact(self, **request: Any) -> SimpleNamespace:
        self.requests.append(request)
        if self._meanwhile is not None:
            await self._meanwhile()
        return SimpleNamespace(output=items(*COMPACTED), usage=None)


def compacting(ledger: Any, client: Responses, after: int = 1) -> OpenAIResponsesCompactionSession:
    """A wrapper that compacts when there are so many items which no user said."""
    return OpenAIResponsesCompactionSession(
        "one",
        ledger,
        client=cast(Any, client),
        compaction_mode="input",
        should_trigger_compaction=lambda context: len(context["compaction_candidate_items"]) >= after,
    )
