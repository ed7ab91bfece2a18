"""PostgreSQL and Redis servers, each on a free port, in a temporary folder, and not run by root."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg
import pytest
from server_process import free_port

import needs

USER = "nobody"
"""The user who runs the database if the tests run as root, which PostgreSQL refuses."""


def found(name: str) -> Path:
    """Return the path of a program; if it is missing, skip the test, or fail it on CI."""
    path = needs.NEEDS[name].find()
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{name} is not installed")
    return path


Fresh = Callable[[], str]
"""Creates an empty database and returns its URL."""


@contextmanager
def postgres() -> Iterator[Fresh]:
    """Run a PostgreSQL server; yield a factory of databases."""
    programs, port = found("PostgreSQL").parent, free_port()
    with _folder() as folder:
        data = folder / "data"
        _run(programs / "initdb", "-D", data, "-U", "caserne", "-A", "trust", "--no-sync", "-E", "UTF8")
        settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        _run(programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", settings, "start")
        try:
            yield lambda: asyncio.run(_new_database(f"postgresql://caserne@127.0.0.1:{port}"))
        finally:
            _run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop")


async def _new_database(url: str) -> str:
    connection, name = await asyncpg.connect(f"{url}/postgres"), f"d{token_hex(4)}"
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()
    return f"{url}/{name}"


@contextmanager
def redis() -> Iterator[str]:
    """Run a Redis server; yield its URL."""
    program, port = found("Redis"), free_port()
    with _folder() as folder:
        command = [str(program), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **_as_user())
        try:
            _wait_for(port)
            yield f"redis://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def _wait_for(port: int) -> None:
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("the port did not open")


@contextmanager
def _folder() -> Iterator[Path]:
    """Create a temporary folder owned by the user who runs the service."""
    with TemporaryDirectory() as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, USER, pwd.getpwnam(USER).pw_gid)
        yield Path(folder)


def _as_user() -> dict[str, Any]:
    return {"user": USER, "group": pwd.getpwnam(USER).pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}


def _run(*command: object) -> None:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, cwd="/", **_as_user())
    assert done.returncode == 0, done.stderr + done.stdout
