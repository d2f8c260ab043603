"""The report of a run, as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tests.benchmarks.peers.goals import Goal
from tests.benchmarks.peers.measurements import Results, Rounds
from tests.benchmarks.peers.registry import ENTRIES, Database, Entry
from tests.benchmarks.peers.workload import CHARACTERS, CUT_WINDOW, FORKED, OPERATIONS, WINDOW, Plan

TITLES = {
    "turn": "One turn: four messages appended, then the last fifty read",
    "turn_with_cut": "One turn that is cut, the cut recorded",
    "append": "One message appended",
    "window": "The last fifty messages read",
    "load": "The whole history read",
    "pop": "The last message taken away",
    "fork": f"Going on from {FORKED} messages earlier, what came later kept",
}
DATABASES: dict[Database, str] = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
NONE = "–"


def report(results: Results, plan: Plan, goals: Sequence[Goal], pictures: Sequence[str]) -> str:
    """The whole report; the pictures lie beside it."""
    sections = [
        ["# ContextLedger beside other stores"],
        _circumstances(results, plan),
        _goals(goals),
        _contestants(results),
        [f"![What a turn costs against the length of the history]({name})" for name in pictures],
        *_operations(results),
        _crowd(results),
        _written(results),
        _space(results),
        _starts(results),
        _trimmed(results, plan),
        _troubles(results),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _circumstances(results: Results, plan: Plan) -> list[str]:
    told = [
        *(f"{name}: {value}" for name, value in results.circumstances.items()),
        (
            f"Messages of {CHARACTERS} characters. A turn is a question, a tool call, its result and an answer, "
            "appended in one call where the store takes a list. A cut of ours keeps calls whole and leaves "
            f"{CUT_WINDOW} messages."
        ),
        (
            f"{plan.rounds} rounds. In each, every store does each operation in turn, in a shuffled order, in a "
            "process of its own, while the others wait: one call to warm up, then a loop of about "
            f"{plan.slice:g} s, of which the mean counts. Shown: the median of the rounds (least to greatest), and how "
            "many times as long as ContextLedger's sync face at the default durability, as the median of the rounds' "
            "ratios."
        ),
        (
            "A loop adds no more than a tenth to a history, or 40 messages where that is more. Histories of up to "
            "10,000 messages are copied for each round, so that every round finds them as they were filled."
        ),
        (
            f"Histories are filled in batches where a store has them. Filling may take {plan.budget:g} s; what would "
            "take longer is left out at that size and named under [What could not be "
            f"measured](#what-could-not-be-measured). {NONE}: the store does not have it, or it was not measured."
        ),
    ]
    return [f"- {each}" for each in told]


def _goals(goals: Sequence[Goal]) -> list[str]:
    lines = ["## Goals", "", *_head("goal", "face", "limit", "measured", "", "against")]
    for goal in goals:
        sign = "≥" if goal.least else "≤"
        lines.append(
            _row(
                goal.name,
                goal.face,
                f"{sign} {goal.limit:g} {goal.unit}",
                f"{goal.measured:.2f} {goal.unit}" if goal.unit == "×" else f"{goal.measured:,.0f} {goal.unit}",
                "reached" if goal.reached else "**missed**",
                goal.against,
            )
        )
    return lines


def _contestants(results: Results) -> list[str]:
    heads = ("store", "database", "version", "durability, as its connection says", "how")
    lines = ["## Who took part", "", *_head(*heads)]
    for entry in _present(results):
        known = results.known[entry.name]
        versions = ", ".join(f"{name} {version}" for name, version in known.versions.items()) or NONE
        lines.append(_row(entry.title, DATABASES[entry.database], versions, known.durability or NONE, known.note))
    return lines


def _operations(results: Results) -> Iterator[list[str]]:
    for database, system in DATABASES.items():
        base = "ours-sync-full" if database == "sqlite" else "ours-sync-postgresql"
        entries = [entry for entry in _present(results) if entry.database == database]
        for operation in OPERATIONS:
            times = results.times
            sizes = sorted({size for entry in entries for size in times.sizes(operation, entry.name)})
            taking = [entry for entry in entries if times.sizes(operation, entry.name)]
            if not taking:
                continue
            lines = [f"## {TITLES[operation]}: {system}", ""]
            lines += _head("store", "durability", *(f"{size:,}" for size in sizes))
            for entry in taking:
                cells = [_cell(times, operation, size, entry.name, base) for size in sizes]
                lines.append(_row(entry.title, results.known[entry.name].durability, *cells))
            yield lines


def _cell(times: Rounds, operation: str, size: int, name: str, base: str) -> str:
    key = (operation, size, name)
    if key not in times:
        return NONE
    shown = f"{_duration(times.median(key))} ({_range(*times.spread(key))})"
    ratio = times.ratio(key, (operation, size, base))
    return shown if ratio is None or name == base else f"{shown}, {ratio:.2f} ×"


def _crowd(results: Results) -> list[str]:
    sizes = sorted({size for entry in ENTRIES for size in results.crowd.sizes("crowd", entry.name)})
    if not sizes:
        return []
    size = sizes[-1]
    lines = [f"## {size} sessions written at the same time, in one process", ""]
    lines += _head("store", "database", "durability", "appends a second", "errors")
    for entry in _present(results):
        key = ("crowd", size, entry.name)
        if key in results.crowd:
            least, most = results.crowd.spread(key)
            shown = f"{results.crowd.median(key):,.0f} ({least:,.0f} to {most:,.0f})"
            lines.append(
                _row(
                    entry.title,
                    DATABASES[entry.database],
                    results.known[entry.name].durability,
                    shown,
                    _errors(results.crowd_errors.get(entry.name, {})),
                )
            )
    return lines


def _written(results: Results) -> list[str]:
    def cells(entry: Entry) -> Sequence[str]:
        written = results.written[entry.name]
        lost = written.acknowledged - written.kept
        kept = f"{written.kept:,}" + (f", **{lost:,} acknowledged ones lost**" if lost > 0 else "")
        seconds = f"{written.seconds:.2f} s"
        return f"{written.tried:,}", f"{written.acknowledged:,}", kept, seconds, _errors(written.errors)

    heads = ("tried", "acknowledged", "kept", "slowest writer", "errors")
    return _by_store("One session written by several processes", results, results.written, heads, cells)


def _space(results: Results) -> list[str]:
    def cells(entry: Entry) -> Sequence[str]:
        cut = results.cut_bytes.get(entry.name)
        return f"{results.message_bytes[entry.name]:,.0f}", NONE if cut is None else f"{cut:,.0f}"

    heads = ("bytes a message", "bytes a cut")
    return _by_store("Bytes on disk, appended turn by turn", results, results.message_bytes, heads, cells)


def _starts(results: Results) -> list[str]:
    def cells(entry: Entry) -> Sequence[str]:
        start = results.starts[entry.name]
        imported = results.imports.get(results.known[entry.name].imports)
        return (
            NONE if imported is None else _duration(imported),
            _duration(start.first),
            f"{start.imported / 2**20:,.0f} MiB",
            f"{start.read / 2**20:,.0f} MiB",
            f"{start.messages:,}",
        )

    heads = ("import", "first append in a new place", "peak memory, imported", "window read", "of a history of")
    return _by_store("A process that starts", results, results.starts, heads, cells)


def _trimmed(results: Results, plan: Plan) -> list[str]:
    if not results.trimmed:
        return []
    lines = [f"## A list of {plan.trimmed:,} messages cut to the last {WINDOW}", ""]
    lines += [*_head("by", "time"), *(_row(each.name, _duration(each.seconds)) for each in results.trimmed)]
    return lines


def _troubles(results: Results) -> list[str]:
    titles = {entry.name: f"{entry.title}, {DATABASES[entry.database]}" for entry in ENTRIES}
    told = [f"- {titles.get(each.name, each.name)} could not {each.what}: {each.why}" for each in results.troubles]
    return ["## What could not be measured", "", *(told or ["Everything was measured."])]


def _by_store(
    title: str,
    results: Results,
    found: Iterable[str],
    heads: Sequence[str],
    cells: Callable[[Entry], Sequence[str]],
) -> list[str]:
    """A table with a row for each contestant that something was found of."""
    names = set(found)
    rows = [
        _row(entry.title, DATABASES[entry.database], results.known[entry.name].durability, *cells(entry))
        for entry in _present(results)
        if entry.name in names
    ]
    return [f"## {title}", "", *_head("store", "database", "durability", *heads), *rows] if rows else []


def _present(results: Results) -> list[Entry]:
    return [entry for entry in ENTRIES if entry.name in results.known]


def _errors(errors: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in errors.items()) or "none"


def _head(*names: str) -> list[str]:
    return [_row(*names), _row(*("---" for _ in names))]


def _row(*cells: str) -> str:
    return f"| {' | '.join(each.replace('|', '∣') for each in cells)} |"


def _range(least: float, most: float) -> str:
    """Both, the unit told once where it is the same."""
    first, second = _duration(least), _duration(most)
    number, _, unit = first.partition(" ")
    return f"{number if second.endswith(f' {unit}') else first} to {second}"


def _duration(seconds: float) -> str:
    if seconds < 0.01:
        return f"{seconds * 1e6:,.0f} µs"
    return f"{seconds * 1e3:,.0f} ms" if seconds < 10 else f"{seconds:,.0f} s"
