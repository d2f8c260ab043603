"""Runs the migrations: on the connection the program hands over, or by hand on the database of CONTEXTLEDGER_URL."""

from __future__ import annotations

import os
from logging.config import fileConfig

from alembic import context
from alembic.util import CommandError
from sqlalchemy import Connection

from manager.storage import migrate


def run(connection: Connection) -> None:
    context.configure(**migrate.configuration(connection))
    with context.begin_transaction():
        context.run_migrations()


def run_by_hand() -> None:
    if context.config.config_file_name is not None:
        fileConfig(context.config.config_file_name, disable_existing_loggers=False)
    url = context.get_x_argument(as_dictionary=True).get("url") or os.environ.get("CONTEXTLEDGER_URL")
    if not url:
        raise CommandError("name the database: set CONTEXTLEDGER_URL, or say alembic -x url=sqlite:///file.db …")
    with migrate.by_hand(url) as connection:
        run(connection)


if context.is_offline_mode():
    raise CommandError("SQL scripts are not offered: a migration looks at what is there already")
handed_over = context.config.attributes.get("connection")
if handed_over is None:
    run_by_hand()
else:
    run(handed_over)
