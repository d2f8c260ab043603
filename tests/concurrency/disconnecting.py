"""What a restart of the server does to its clients."""

from __future__ import annotations

from tests.backends import direct_connection


def end_every_connection(url: str) -> int:
    """The server has ended all other connections to the database, as a restart does; how many there were."""
    with direct_connection(url) as connection:
        if connection.dialect.name == "postgresql":
            return len(
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                ).all()
            )
        ids = connection.exec_driver_sql(
            "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()"
        ).all()
        for (number,) in ids:
            connection.exec_driver_sql(f"KILL {number}")
        return len(ids)
