"""What LlamaIndex leaves open is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def loop_of_the_sync_methods() -> Iterator[None]:
    """The loop on which the sync methods of `Memory` run: where there is none, LlamaIndex makes one and never closes
    it."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield
    loop.close()
    asyncio.set_event_loop(None)
