"""Measure the start of the command line: the median of several warm calls."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time

from caserne.core.game.registry import about, rooms

CALLS = 9


def seconds(*arguments: str) -> float:
    times = []
    for _ in range(CALLS + 1):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "caserne", *arguments], capture_output=True, check=True)
        times.append(time.perf_counter() - began)
    return round(statistics.median(times[1:]), 3)


def main() -> None:
    report = {"--help": seconds("--help"), "games": seconds("games")}
    for game_id in rooms():
        position = about(game_id).example[0]
        report[f"legal {game_id}"] = seconds("legal", game_id, position)
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
