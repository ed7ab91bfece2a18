"""A real PostgreSQL and a real Redis, each on a free port in a temporary folder and not as root."""

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
"""Who runs the database where the tests run as root, which it refuses."""


def found(name: str) -> Path:
    """A program that the test needs; without it the test is skipped, or fails where CI must have it."""
    path = needs.NEEDS[name].find()
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{name} is not installed")
    return path


Fresh = Callable[[], str]
"""Makes an empty database; its URL."""


@contextmanager
def postgres() -> Iterator[Fresh]:
    """A server of databases."""
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
    """A bus; its URL."""
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
    raise RuntimeError("nobody listens")


@contextmanager
def _folder() -> Iterator[Path]:
    """A temporary folder of the user who runs the service."""
    with TemporaryDirectory() as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, USER, pwd.getpwnam(USER).pw_gid)
        yield Path(folder)


def _as_user() -> dict[str, Any]:
    return {"user": USER, "group": pwd.getpwnam(USER).pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}


def _run(*command: object) -> None:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, cwd="/", **_as_user())
    assert done.returncode == 0, done.stderr + done.stdout
