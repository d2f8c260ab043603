"""Rows under headings, on a terminal of any width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from manager.cli.terminal import one_line

#: Narrower than this, folded text reads worse than one line a field.
_FOLDED_WIDTH = 8
_GAP = 2


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, and whether its cells are numbers or moments: those are never folded, and may stand to the right."""

    heading: str
    folds: bool = True
    right: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A table where it fits; where it does not, one block a row, with nothing left out."""

    columns: list[Column]
    rows: list[list[Text]] = field(default_factory=list)

    def add(self, *cells: str | Text) -> None:
        """A row is at the end; text in it is made harmless."""
        self.rows.append([Text(one_line(cell)) if isinstance(cell, str) else cell for cell in cells])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        least = [self._least(column, cells) for column, cells in zip(self.columns, self._cells(), strict=True)]
        if sum(least) + _GAP * (len(least) - 1) <= options.max_width:
            yield self._table(least)
        else:
            yield from self._blocks()

    def _cells(self) -> Iterable[tuple[Text, ...]]:
        return zip(*self.rows, strict=True) if self.rows else [()] * len(self.columns)

    @staticmethod
    def _least(column: Column, cells: tuple[Text, ...]) -> int:
        widest = max((cell_len(column.heading), *(cell.cell_len for cell in cells)))
        return min(widest, _FOLDED_WIDTH) if column.folds else widest

    def _table(self, least: list[int]) -> Table:
        table = Table(box=None, padding=(0, _GAP, 0, 0), pad_edge=False, header_style="bold")
        for column, width in zip(self.columns, least, strict=True):
            table.add_column(
                column.heading,
                justify="right" if column.right else "left",
                min_width=width,
                no_wrap=not column.folds,
                overflow="fold",
            )
        for row in self.rows:
            table.add_row(*row)
        return table

    def _blocks(self) -> Iterator[Text]:
        for number, row in enumerate(self.rows):
            if number:
                yield Text()
            for column, cell in zip(self.columns, row, strict=True):
                if cell.plain:
                    block = Text.assemble((f"{column.heading}: ", "bold"), cell)
                    block.overflow = "fold"
                    yield block
