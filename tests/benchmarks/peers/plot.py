"""What a turn costs against the length of the history, as a picture."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.peers.measurements import Results
from tests.benchmarks.peers.registry import BY_NAME, ENTRIES, Database
from tests.benchmarks.peers.report import DATABASES

#: Ours, by face; the raw drivers, and what keeps nothing.
OWN = {"sync": "#b5121b", "async": "#f4743b"}
COLOURS = {"raw": "#000000", "floor": "#999999"}
STYLES = {"raw": ":", "floor": "-."}
PEERS = ("#0072b2", "#009e73", "#e69f00", "#56b4e9", "#7b4fa3", "#8c6d31", "#2f4f4f", "#cc79a7", "#4d7c0f", "#a0522d")
MARKS = "osD^vP*Xh<>"


def draw(results: Results, folder: Path) -> list[Path]:
    """The pictures, SVG and PNG, one for each database in which more than one size was measured."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "contextledger"
    drawn: list[Path] = []
    for database in DATABASES:
        if len({size for _, sizes in _lines(results, database) for size in sizes}) > 1:
            drawn += _drawn(results, database, folder)
    return drawn


def _lines(results: Results, database: Database) -> list[tuple[tuple[str, str, str], list[int]]]:
    """Name, operation and title of each line, with its sizes, in the order of their ends from the top."""
    lines: list[tuple[tuple[str, str, str], list[int]]] = []
    for entry in ENTRIES:
        if entry.database != database or entry.name.endswith("-normal"):
            continue
        for operation, title in (("turn", entry.title), ("turn_with_cut", f"{entry.title}, with a recorded cut")):
            sizes = results.times.sizes(operation, entry.name)
            if sizes:
                lines.append(((entry.name, operation, title), sizes))
    ends = {each[0]: results.times.median((each[0][1], each[1][-1], each[0][0])) for each in lines}
    return sorted(lines, key=lambda line: -ends[line[0]])


def _drawn(results: Results, database: Database, folder: Path) -> list[Path]:
    from matplotlib import pyplot
    from matplotlib.ticker import FuncFormatter, NullFormatter

    figure, axes = pyplot.subplots(figsize=(11, 6.5), layout="constrained")
    peers = 0
    for (name, operation, title), sizes in _lines(results, database):
        medians = [results.times.median((operation, size, name)) * 1e3 for size in sizes]
        entry = BY_NAME[name]
        own = entry.kind == "ours"
        colour, mark = COLOURS.get(entry.kind, OWN[entry.face]), "o" if entry.face == "async" else "s"
        if entry.kind == "peer":
            colour, mark = PEERS[peers % len(PEERS)], MARKS[peers % len(MARKS)]
            peers += 1
        axes.plot(
            sizes,
            medians,
            color=colour,
            marker=mark,
            markersize=6 if own else 5,
            linewidth=2.4 if own else 1.3,
            linestyle="--" if operation == "turn_with_cut" else STYLES.get(entry.kind, "-"),
            label=title,
            zorder=3 if own else 2,
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("messages in the history")
    axes.set_ylabel("milliseconds a turn")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.grid(which="major", color="#dddddd", linewidth=0.8)
    axes.grid(which="minor", color="#eeeeee", linewidth=0.4)
    axes.set_axisbelow(True)
    axes.set_title(f"One turn (4 messages appended, the last 50 read), {DATABASES[database]}", loc="left")
    figure.legend(loc="outside right upper", frameon=False, fontsize=9)
    paths = [folder / f"turn-{database}.{kind}" for kind in ("svg", "png")]
    for path in paths:
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(figure)
    return paths
