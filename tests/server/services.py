"""PostgreSQL and Redis servers, each on a free port, in a temporary folder, and not run by root."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
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
def postgres(host: str = "127.0.0.1", prefix: Sequence[str] = ()) -> Iterator[Fresh]:
    """Run a PostgreSQL server; yield a factory of databases.

    `prefix` are words before its command, such as those that choose a namespace.
    """
    programs, port = found("PostgreSQL").parent, free_port()
    with _folder() as folder:
        data = folder / "data"
        _run(programs / "initdb", "-D", data, "-U", "caserne", "-A", "trust", "--no-sync", "-E", "UTF8")
        with (data / "pg_hba.conf").open("a") as allowed:
            allowed.write("host all all samenet trust\n")
        settings = f"-p {port} -c listen_addresses={host} -c unix_socket_directories="
        start = (programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", settings, "start")
        _run(*start, prefix=prefix)
        try:
            yield lambda: asyncio.run(_new_database(f"postgresql://caserne@{host}:{port}"))
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
def redis(host: str = "127.0.0.1", prefix: Sequence[str] = ()) -> Iterator[str]:
    """Run a Redis server; yield its URL."""
    program, port = found("Redis"), free_port()
    with _folder() as folder:
        command = [str(program), "--port", str(port), "--bind", host, "--save", "", "--dir", str(folder)]
        command += ["--protected-mode", "no"]
        process = subprocess.Popen(**_as_user([*prefix, *command]), stdout=subprocess.DEVNULL)
        try:
            _wait_for(host, port)
            yield f"redis://{host}:{port}"
        finally:
            process.terminate()
            process.wait()


def _wait_for(host: str, port: int) -> None:
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex((host, port)) == 0:
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


def _as_user(command: Sequence[str]) -> dict[str, Any]:
    """Return how to run a command as a user who is not root; in a namespace, which only root may enter, by setpriv."""
    if os.geteuid() != 0:
        return {"args": command}
    group = pwd.getpwnam(USER).pw_gid
    if command[0] != "ip":
        return {"args": command, "user": USER, "group": group, "extra_groups": []}
    enter, program = command[:4], command[4:]
    return {"args": [*enter, "setpriv", f"--reuid={USER}", f"--regid={group}", "--clear-groups", *program]}


def _run(*command: object, prefix: Sequence[str] = ()) -> None:
    words = [*prefix, *map(str, command)]
    done = subprocess.run(**_as_user(words), capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stderr + done.stdout
