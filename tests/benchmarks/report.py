"""The table a run prints."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tests.benchmarks.goals import Goal
from tests.benchmarks.planning import COUNT, Planned
from tests.benchmarks.prefix import CONVERSATIONS, Reuse
from tests.benchmarks.run import Results

NOTES = (
    "raw: the statements of tests/benchmarks/statements.py; JSON text, length and digest of a message are given",
    "ours: the public names, JSON and digest included; both: medians of rounds in turn",
)


def show(console: Console, results: Results) -> None:
    """The results are printed, each goal beside what was measured."""
    table = Table(title=results.system, title_justify="left", caption="\n".join((*results.circumstances, *NOTES)))
    table.caption_justify = "left"
    table.add_column("operation")
    table.add_column("durability")
    for heading in ("messages", "statements\nraw, ours", "raw", "ours", "ours / raw"):
        table.add_column(heading, justify="right")
    table.add_column("goals")
    for line in results.lines:
        table.add_row(
            line.operation,
            line.durability,
            f"{line.messages:,}",
            "{}, {}".format(*line.statements),
            *map(_duration, line.seconds),
            f"{line.ratio:.2f}",
            _verdicts(line.goals),
        )
    table.add_section()
    for size in results.sizes:
        table.add_row(size.name, "", "", "", "", _bytes(size.bytes), "", _verdicts(size.goals))
    messages = max(line.messages for line in results.lines)
    table.add_section()
    table.add_row(
        "fill of a session", "", f"{messages:,}", "", *(f"{results.fill[side]:.1f} s" for side in ("raw", "ours"))
    )
    console.print(table)


def show_planning(console: Console, costs: list[Planned]) -> None:
    """What it takes to plan a cut, in memory."""
    table = Table(title=f"planning a cut of a window of {COUNT:,} messages", title_justify="left")
    table.add_column("what is cut")
    for heading in ("time", "lengths\nlooked at", "payloads\nread"):
        table.add_column(heading, justify="right")
    for cost in costs:
        table.add_row(cost.name, _duration(cost.seconds), f"{cost.looked_at:,}", f"{cost.read:,}")
    console.print(table)


def show_reuse(console: Console, reuses: list[Reuse]) -> None:
    """How much of each request a provider's prompt cache can use again."""
    if not reuses:
        console.print(f"[bold red]the share of unchanged prefixes is not measured: {CONVERSATIONS.name} is not here")
        return
    title = f"{reuses[0].requests:,} requests in real conversations, session.max_length = {reuses[0].limit:,}"
    table = Table(title=title, title_justify="left")
    for heading in ("session.target_length", "cuts", "of a request's window, unchanged prefix of the last"):
        table.add_column(heading, justify="right")
    for each in reuses:
        target = "None" if each.target is None else f"{each.target:,}"
        table.add_row(target, f"{each.cuts:,}", f"{each.unchanged:.1%}")
    console.print(table)


def _verdicts(goals: list[Goal]) -> Text:
    return Text("\n").join(Text(str(goal), style="green" if goal.reached else "bold red") for goal in goals)


def _duration(seconds: float) -> str:
    return f"{seconds * 1e6:,.0f} µs" if seconds < 0.01 else f"{seconds * 1e3:,.0f} ms"


def _bytes(count: float) -> str:
    return f"{count:,.0f} B" if count < 100_000 else f"{count / 2**20:,.1f} MiB"
