"""Rows under headings, on a terminal of any width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from manager.cli.terminal import one_line

_GAP = 2


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, how wide its cells must be at least, and whether they stand to the right.

    Cells are folded where they have spaces; `room` characters are enough for those that may be broken anywhere.
    """

    heading: str
    right: bool = False
    whole: bool = False
    room: int | None = None

    def least(self, cells: Iterable[Text]) -> int:
        """The width below which a cell could not be read."""
        texts = [self.heading, *(cell.plain for cell in cells)]
        if self.room is not None:
            return min(self.room, max(map(cell_len, texts)))
        return max(cell_len(word) for text in texts for word in ([text] if self.whole else text.split() or [""]))


@dataclass(frozen=True, slots=True)
class Listing:
    """A table where it fits; where it does not, one block a row, with nothing left out."""

    columns: list[Column]
    rows: list[list[Text]] = field(default_factory=list)

    def add(self, *cells: str | Text) -> None:
        """A row is at the end; text in it is made harmless."""
        self.rows.append([Text(one_line(cell)) if isinstance(cell, str) else cell for cell in cells])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        widths = self._widths(options.max_width - _GAP * (len(self.columns) - 1))
        if widths is None:
            yield from self._blocks(console, options.max_width)
            return
        yield from self._lines(console, widths, [Text(column.heading, style="bold") for column in self.columns])
        for row in self.rows:
            yield from self._lines(console, widths, row)

    def _widths(self, room: int) -> list[int] | None:
        """How wide each column is in so much room: as it is read best, and never less than it can be read at all."""
        cells = list(zip(*self.rows, strict=True)) if self.rows else [()] * len(self.columns)
        widths = [column.least(column_cells) for column, column_cells in zip(self.columns, cells, strict=True)]
        spare = room - sum(widths)
        if spare < 0:
            return None
        wanted = [
            max(cell_len(column.heading), *(_widest(cell) for cell in column_cells), width) - width
            for column, column_cells, width in zip(self.columns, cells, widths, strict=True)
        ]
        # A date keeps its time beside it as long as it can; free text is what folds first.
        for index in sorted(range(len(wanted)), key=lambda at: (self.columns[at].room is not None, wanted[at])):
            more = min(wanted[index], spare)
            widths[index] += more
            spare -= more
        return widths

    def _lines(self, console: Console, widths: list[int], row: list[Text]) -> Iterator[Text]:
        folded = [_folded(console, cell, width) for cell, width in zip(row, widths, strict=True)]
        for number in range(max(map(len, folded))):
            line = Text(no_wrap=True, overflow="ignore")
            for column, width, pieces in zip(self.columns, widths, folded, strict=True):
                piece = pieces[number].copy() if number < len(pieces) else Text()
                blanks = width - piece.cell_len
                line.append_text(Text(" " * blanks) + piece if column.right else piece + Text(" " * blanks))
                line.append(" " * _GAP)
            line.rstrip()
            yield line

    def _blocks(self, console: Console, width: int) -> Iterator[Text]:
        for number, row in enumerate(self.rows):
            if number:
                yield Text()
            for column, cell in zip(self.columns, row, strict=True):
                if cell.plain:
                    heading = f"{column.heading}: " if column.heading else ""
                    for line in _folded(console, Text.assemble((heading, "bold"), cell), width):
                        line.rstrip()
                        yield line


def _widest(cell: Text) -> int:
    return max(map(cell_len, cell.plain.split("\n")))


def _folded(console: Console, cell: Text, width: int) -> list[Text]:
    """The cell in lines of at most this width; one that does not wrap ends with an ellipsis."""
    if cell.cell_len <= width and "\n" not in cell.plain:
        return [cell]
    if cell.no_wrap:
        cut = cell.copy()
        cut.truncate(width, overflow="ellipsis")
        return [cut]
    return list(cell.wrap(console, width, overflow="fold"))
