"""The server of an installed Caserne, started by the command that a player types."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

START_SECONDS = 600
"""How long installing and compiling the rules of all games may take on a busy machine."""
STOP_SECONDS = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: Sequence[object], url: str, cwd: Path, environment: dict[str, str]) -> Iterator[None]:
    """Run a server until the block ends; what it wrote is added to every failure."""
    log = cwd / "server.log"
    words = [str(word) for word in command]
    with log.open("wb") as file:
        process = subprocess.Popen(
            words, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file, start_new_session=True
        )
    try:
        _wait_until_it_answers(process, url)
        yield
        _interrupt(process)
        assert "Traceback" not in log.read_text("utf-8"), "the server has logged a traceback"
    except BaseException as error:
        error.add_note(f"$ {' '.join(words)}\n{log.read_text('utf-8')}")
        raise
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _wait_until_it_answers(process: subprocess.Popen[bytes], url: str) -> None:
    give_up = time.monotonic() + START_SECONDS
    while time.monotonic() < give_up:
        assert process.poll() is None, f"the command ended with exit code {process.returncode} before a page was there"
        try:
            httpx.get(f"{url}/health", verify=False, trust_env=False).raise_for_status()
            return
        except httpx.TransportError:
            time.sleep(0.2)
    raise AssertionError(f"no answer from {url} after {START_SECONDS} seconds")


def _interrupt(process: subprocess.Popen[bytes]) -> None:
    """Press Ctrl+C: every process of the terminal gets the signal."""
    os.killpg(process.pid, signal.SIGINT)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"the server still runs {STOP_SECONDS} seconds after Ctrl+C") from None
