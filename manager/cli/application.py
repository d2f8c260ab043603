"""The command `contextledger` and the commands under it."""

from __future__ import annotations

import logging

import typer

from manager.cli import changing, demo, reading

# Warnings are shown as notes; without a handler, logging would print each a second time.
logging.getLogger("contextledger").addHandler(logging.NullHandler())

application = typer.Typer(
    help="Conversations with language models, every message kept: see what a cut dropped, and undo it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
application.command("demo")(demo.demo)
application.command("list")(reading.list_sessions)
application.command("window")(reading.window)
application.command("history")(reading.history)
application.command("diff")(reading.diff)
application.command("rollback")(changing.rollback)
application.command("verify")(reading.verify)
application.command("upgrade")(changing.upgrade)
