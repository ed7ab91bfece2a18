"""Kill a server twenty times under load; check that no event is lost or doubled, and clocks within a second.

python bench/crash.py [--crashes 20] [--database URL]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "server"))
from crashing import CrashTest
from server_process import ServerProcess

import caserne
from caserne.core.game.registry import rooms

MATCHES = 12


async def crash(server: ServerProcess, crashes: int) -> float:
    """Return the largest error of a clock in seconds; raise AssertionError if an event was lost or doubled."""
    games = [game for game in rooms() if caserne.game(game).seats == 2]
    test = CrashTest(server, [games[n % len(games)] for n in range(MATCHES)], seed=0)
    await test.create_matches()
    worst, checked = 0.0, 0
    for number in range(1, crashes + 1):
        found = await test.round()
        off = max(found.clock_errors, default=0.0)
        worst, checked = max(worst, off), checked + found.acknowledged
        print(
            f"crash {number}: {found.acknowledged} acknowledged requests are there; clocks within {off:.2f} s",
            flush=True,
        )
    await test.close()
    print(f"{crashes} crashes: {checked} promises looked up, none broken; clocks within {worst:.2f} s")
    return worst


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--crashes", type=int, default=20)
    arguments.add_argument("--database", default="")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = {"database": given.database} if given.database else {}
        server = ServerProcess(Path(folder), **settings).start()
        try:
            worst = asyncio.run(crash(server, given.crashes))
        finally:
            server.stop()
        print(server.tracebacks())
    return int(worst > 1)


if __name__ == "__main__":
    sys.exit(main())
