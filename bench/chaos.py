"""Try faults while matches are played, check safety and liveness, and write the table of docs/reliability.md.

    python bench/chaos.py [--rounds 3] [--only SIGKILL] [--write]

Each round tries every fault once: on two processes with PostgreSQL and Redis behind proxies, on one process with
SQLite, and, where the machine allows it, on processes in network namespaces of their own. It ends with an error if
anything that was acknowledged is lost or stored twice, if a record does not verify, or if a match does not go on.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "server"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
from chaos_rig import Fault, cluster, disk_full, processes, wall_clock
from faulty_play import Chaos, Outcome
from namespaces import NotAllowed, namespaces
from server_process import ServerProcess
from services import postgres, redis

import caserne
from caserne.core.game.registry import rooms
from machine import machine

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- written by make chaos -->", "<!-- end -->"
MATCHES, AWAITS, SECONDS = 6, 30, 4.0


class Findings:
    """What was found, by fault."""

    def __init__(self, only: str) -> None:
        self._only = only
        self.outcomes: dict[str, list[Outcome]] = {}
        self.checked = 0
        self.notes: list[str] = []

    async def play_through(self, urls: Sequence[str], faults: Sequence[Fault], seed: int) -> None:
        """Play matches, try the faults that are asked for, and check everything."""
        faults = [fault for fault in faults if self._only in fault.name]
        if not faults:
            return
        games = [game for game in rooms() if caserne.game(game).seats == 2]
        chaos = Chaos(urls, [games[number % len(games)] for number in range(MATCHES)], seed)
        await chaos.open()
        for fault in faults:
            outcome = await chaos.try_fault(fault.name, fault.begin, fault.end, fault.seconds)
            assert fault.kills or not outcome.losses, f"{fault.name}: players had to reconnect: {outcome.losses}"
            self.outcomes.setdefault(fault.name, []).append(outcome)
            print(f"{fault.name}: all matches go on after {outcome.stall:.1f} s", flush=True)
        self.checked += await chaos.close()

    def table(self) -> str:
        rows = [
            f"| {name} | {len(found)} | 0 | {max(outcome.stall for outcome in found):.1f} s |"
            for name, found in self.outcomes.items()
        ]
        day = datetime.now(UTC).date().isoformat()
        about = f"{self.checked:,} acknowledged requests were looked up afterwards; measured on {machine()}, {day}."
        lines = ["| fault | times tried | lost or doubled | longest stall after its end |", "|---|---|---|---|", *rows]
        return "\n".join([*lines, "", about, *self.notes])


async def run(rounds: int, only: str, folder: Path, clock: Path) -> Findings:
    findings = Findings(only)
    with postgres() as new_database, redis() as bus:
        database = await asyncio.to_thread(new_database)
        async with cluster(folder / "cluster", database, bus) as rig:
            for number in range(rounds):
                faults = [*rig.cuts_at_awaits(AWAITS), *rig.faults_of_proxies(SECONDS), *rig.faults_of_both(SECONDS)]
                faults += [*wall_clock(clock), *rig.faults_of_processes(SECONDS)]  # last: sockets close
                await findings.play_through(rig.urls, faults, number)
    server = await asyncio.to_thread(ServerProcess(folder / "sqlite").start)
    for number in range(rounds):
        faults = [disk_full(server), *wall_clock(clock), *processes(server, SECONDS)]
        await findings.play_through([server.url], faults, number)
    await asyncio.to_thread(server.stop)
    try:
        async with namespaces(folder / "namespaces") as network:
            for number in range(rounds):
                await findings.play_through(network.urls, network.faults(SECONDS), number)
    except NotAllowed as reason:
        findings.notes.append(f"Network namespaces were not tried: {reason}.")
    return findings


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--only", default="", help="a part of the names of the faults that are tried")
    arguments.add_argument("--write", action="store_true", help="write the table into docs/reliability.md")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        clock = Path(folder) / "shift"
        clock.write_text("0")
        shim = str(ROOT / "tests" / "server" / "clock_shim")
        os.environ["CLOCK_SHIFT_FILE"] = str(clock)
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [shim, os.environ.get("PYTHONPATH")]))
        findings = asyncio.run(run(given.rounds, given.only, Path(folder), clock))
    print(findings.table())
    if given.write:
        text = PAGE.read_text("utf-8")
        before, after = text.split(BEGIN)[0], text.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n{findings.table()}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
