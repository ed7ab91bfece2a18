"""Server processes on free ports, for tests that kill and restart them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from patience import PATIENCE

from caserne.server.config import Settings

START_SECONDS = 600
"""How long the rules of all games may take to compile."""
FACTORY = "caserne.server.app:create_app"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process(Protocol):
    """What a server process is controlled by; `subprocess.Popen` is one."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...


class ServerProcess:
    """A server process; its output goes to a file, where a test can search for tracebacks."""

    arguments = (FACTORY,)
    """The application, and options of uvicorn."""

    def __init__(self, folder: Path, host: str = "127.0.0.1", prefix: Sequence[str] = (), **settings: Any) -> None:
        """Prepare a process; `prefix` are words before its command, such as those that choose a namespace."""
        folder.mkdir(parents=True, exist_ok=True)
        given = {
            "database": f"sqlite:///{folder / 'caserne.db'}",
            "bot_pace": 0.0,
            "bot_processes": 1,
            "frames_per_second": 10_000,
            "rate_limits": False,
            "password_memory": 1,
            **settings,
        }
        self._prefix = prefix
        self.settings = Settings(host=host, port=free_port(), **given)
        self.log = folder / f"server-{self.settings.port}.log"
        self._process: Process | None = None

    @property
    def url(self) -> str:
        return f"http://{self.settings.host}:{self.settings.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> ServerProcess:
        """Start the process and wait until its port is open."""
        self.launch()
        return self.wait()

    def launch(self) -> None:
        """Start the process."""
        place = ["--host", self.settings.host, "--port", str(self.settings.port)]
        command = [*self._prefix, sys.executable, "-m", "uvicorn", "--factory", *self.arguments, *place]
        environment = {**os.environ, **self.settings.as_environment()}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)

    def wait(self) -> ServerProcess:
        """Wait until the port is open."""
        assert self._process is not None
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex((self.settings.host, self.settings.port)) == 0:
                    return self
            time.sleep(0.02)
        self.kill()
        raise RuntimeError("the server did not start: " + self.log.read_text())

    def kill(self) -> None:
        """Kill the process without warning, like a power cut."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Stop the process with SIGTERM."""
        if self._process and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(PATIENCE)

    def tracebacks(self) -> str:
        """Return the log if it contains errors, else an empty string."""
        text = self.log.read_text() if self.log.exists() else ""
        return text if "Traceback" in text or "[error" in text else ""
