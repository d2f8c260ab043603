"""The systems that conversations are moved in from, by the names that `--from` has for them."""

from __future__ import annotations

from pathlib import Path

from manager.transfer.source import Source

AGENTLY = "agently"

#: All but this program's own form.
SYSTEMS = (AGENTLY, "openai-agents", "langchain", "llama-index", "openai-jsonl")


def open_source(system: str, source: str, table: str | None = None) -> Source:
    """The file or database as conversations; those of Agently are files of their own, and moved by `move_in_agently`.

    Args:
        source: a path, or the URL of a database.
        table: the name of its table, where the framework's users may choose one.

    Raises:
        LoadError: it is no such file or database.
        MissingExtraError: reading it needs the framework, which is not installed.
    """
    match system:
        case "openai-agents":
            from manager.transfer.openai_agents import OpenAIAgents

            return OpenAIAgents(source, table)
        case "langchain":
            from manager.transfer.langchain import langchain_source

            return langchain_source(source, table)
        case "llama-index":
            from manager.transfer.llama_index import llama_index_source

            return llama_index_source(source, table)
        case "openai-jsonl":
            from manager.transfer.openai_jsonl import OpenAIJsonl

            return OpenAIJsonl(Path(source))
    raise AssertionError(f"no source {system!r}")
