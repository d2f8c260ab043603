"""The command `contextledger` and the commands under it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from manager.cli import changing, demo, exporting, importing, reading
from manager.cli.opening import FAILED
from manager.cli.terminal import complain

# Warnings are shown as notes; without a handler, logging would print each a second time.
logging.getLogger("contextledger").addHandler(logging.NullHandler())

# Typer hands out one kind of usage error; the others are under the same base.
_UsageError: Any = typer.BadParameter.__bases__[0]


class _Commands(TyperGroup):
    """The commands; wrong use of one is said as every other error is: in one line, ending with 2."""

    def main(self, args: Sequence[str] | None = None, *given: Any, **options: Any) -> NoReturn:
        words = list(sys.argv[1:] if args is None else args)
        options["standalone_mode"] = False
        try:
            code = super().main(words or ["--help"], *given, **options)
        except _UsageError as error:
            command = error.ctx.command_path if error.ctx is not None else "contextledger"
            complain(f"error: {error.format_message().rstrip('.?')}; see `{command} --help`")
            code = FAILED
        sys.exit(code)


application = typer.Typer(
    cls=_Commands,
    help="Conversations with language models, every message kept: see what a cut dropped, and undo it.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
application.command("demo")(demo.demo)
application.command("list")(reading.list_sessions)
application.command("window")(reading.window)
application.command("search")(reading.search)
application.command("history")(reading.history)
application.command("attempts")(reading.attempts)
application.command("explain")(reading.explain)
application.command("diff")(reading.diff)
application.command("rollback")(changing.rollback)
application.command("verify")(reading.verify)
application.command("export")(exporting.export)
application.command("import")(importing.import_sessions)
application.command("upgrade")(changing.upgrade)
