"""The only room with SQL; every function here takes a `Connection` first and leaves transactions to `Database`."""

from sqlalchemy import Connection

__all__ = ["Connection"]
