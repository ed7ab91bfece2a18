"""Measure how long people wait after `caserne` has been started, with an empty and with a full cache.

    python bench/first_start.py                     this checkout
    python bench/first_start.py --source FOLDER     another one, to compare
    python bench/first_start.py --games movers      only some games

For each game a server is started: seconds until the page is there, until the person can move in a match against a bot,
and from that move to the bot's answer; then the processor time of some commands. Bytecode is written before.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from machine import machine

ROOT = Path(__file__).parents[1]
for folder in ("server", "install"):
    sys.path.append(str(ROOT / "tests" / folder))

from first_moves import PERSON, next_request, next_state  # noqa: E402
from visiting import Visitor  # noqa: E402

LEVEL = 3
"""The bot that is played against."""
CALLS = 5


class Bench:
    """One checkout with one cache."""

    def __init__(self, source: Path, cache: Path) -> None:
        self.source = source
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self.environment = {**kept, "PYTHONPATH": str(source / "src"), "CASERNE_CACHE": str(cache)}

    def seconds_in(self, game: str) -> dict[str, float]:
        """How long a person waits for the page, the first move and the bot's answer."""
        with tempfile.TemporaryDirectory() as data, _free_port() as port:
            url, began = f"http://127.0.0.1:{port}", time.perf_counter()
            server = self._start(port, data)
            try:
                _wait_for_page(url)
                page = time.perf_counter() - began
                with Visitor(url, trust_env=False) as visitor:
                    return {"page": page, **_first_moves(visitor, game, began)}
            finally:
                os.killpg(server.pid, signal.SIGINT)
                server.wait()

    def fill_cache(self) -> None:
        """Compile everything."""
        compile_all = self.source / "tools" / "compile_all.py"
        subprocess.run([sys.executable, str(compile_all)], env=self.environment, check=True)

    def processor_seconds(self, *arguments: str) -> float:
        """The least processor time of several calls of a command."""
        times = []
        for _ in range(CALLS):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [sys.executable, "-m", "caserne", *arguments]
            subprocess.run(command, env=self.environment, capture_output=True, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return min(times)

    def _start(self, port: int, data: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "caserne", "--no-browser", "--port", str(port), "--data", data]
        return subprocess.Popen(
            command,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


@contextmanager
def _free_port() -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    yield port


def _wait_for_page(url: str) -> None:
    while True:
        try:
            httpx.get(url, trust_env=False).raise_for_status()
            return
        except httpx.TransportError:
            time.sleep(0.02)


def _first_moves(visitor: Visitor, game: str, began: float) -> dict[str, float]:
    """Begin a match, arrange a set-up if there is one, and play until the bot has answered."""
    seats = visitor.ok("GET", f"/api/games/{game}")["tables"][0]["seats"]
    match = visitor.make(["me"] + [{"bot": LEVEL}] * (seats - 1), game=game)
    playable, moved, asked = 0.0, 0.0, set[Any]()
    with visitor.socket(match) as connection:
        while True:
            state = next_state(connection, game)
            acting = {event["seat"] for event in state["events"] if event["event"] == "action"}
            if moved and acting - {PERSON, None}:
                return {"playable": playable, "bot's answer": time.perf_counter() - moved}
            request = next_request(visitor, game, state)
            if request and (key := (request["type"], request.get("version"))) not in asked:
                asked.add(key)
                playable = playable or time.perf_counter() - began
                if request["type"] in ("move", "end"):
                    moved = time.perf_counter()
                connection.send(json.dumps({"id": uuid4().hex, **request}))


def table(rows: Sequence[dict[str, str]]) -> str:
    names = list(rows[0])
    lines = [names, ["---"] * len(names), *([row.get(name, "") for name in names] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=ROOT)
    parser.add_argument("--games", nargs="*")
    arguments = parser.parse_args()
    from caserne.core.game.registry import about, rooms

    games, rows = arguments.games or list(rooms()), []
    with tempfile.TemporaryDirectory() as full_cache:
        Bench(arguments.source, Path(full_cache)).processor_seconds("--help")
        for game in games:
            with tempfile.TemporaryDirectory() as empty_cache:
                found = Bench(arguments.source, Path(empty_cache)).seconds_in(game)
            rows.append({"game": game, "cache": "empty", **{name: f"{value:.1f}" for name, value in found.items()}})
        warm = Bench(arguments.source, Path(full_cache))
        warm.fill_cache()
        for game in games:
            found = warm.seconds_in(game)
            rows.append({"game": game, "cache": "full", **{name: f"{value:.1f}" for name, value in found.items()}})
        print(machine(), "", table(rows), "", sep="\n")
        print(f"`caserne --help`: {warm.processor_seconds('--help'):.2f} s of processor time")
        for game in games:
            spent = warm.processor_seconds("legal", game, about(game).example[0])
            print(f"`caserne legal {game}`: {spent:.2f} s of processor time")


if __name__ == "__main__":
    main()
