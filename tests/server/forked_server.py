"""Servers that begin as copies of a process which has imported the application: that takes most of a start."""

from __future__ import annotations

import os
import sys
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from server_process import FACTORY, ServerProcess

STDOUT, STDERR = 1, 2
CONTEXT = get_context("forkserver")
CONTEXT.set_forkserver_preload(["uvicorn", FACTORY.partition(":")[0], "numba"])


class ForkedServer(ServerProcess):
    """A server process for tests that do not look at how it starts."""

    def launch(self) -> None:
        environment = {**os.environ, **self.settings.as_environment()}
        process = CONTEXT.Process(
            target=_serve, args=(self.log, environment, self.settings.host, self.settings.port), daemon=False
        )
        process.start()
        self._process = _Child(process)


class _Child:
    """A process of `multiprocessing`, used as one of `subprocess`."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        self.kill, self.terminate = process.kill, process.terminate

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        assert self._process.exitcode is not None, f"the process did not end within {timeout} s"
        return self._process.exitcode


def _serve(log: Path, environment: dict[str, str], host: str, port: int) -> None:
    """Run the server; its output goes to the log."""
    import uvicorn

    os.environ.clear()
    os.environ.update(environment)
    sys.stdout.flush()
    with log.open("ab") as file:
        os.dup2(file.fileno(), STDOUT)
        os.dup2(file.fileno(), STDERR)
    uvicorn.run(FACTORY, factory=True, host=host, port=port)
