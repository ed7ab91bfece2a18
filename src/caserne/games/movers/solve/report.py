"""Solve a board and write the results: statistics as JSON, and a sample of positions for tests."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from caserne.games.movers.board import CAMP_SIZE, FILES
from caserne.games.movers.options import MoversOptions
from caserne.games.movers.solve.numbering import make_numbering
from caserne.games.movers.solve.solution import Solution, Value, ValueTable
from caserne.games.movers.solve.values import lost_in, won_in

SETUPS = ["".join(faces) for faces in product("MH", repeat=CAMP_SIZE)]
SAMPLE, SEED = 1_500, 1

Log = Callable[[str], None]


def report(ranks: int, on_gpu: bool, folder: Path) -> None:
    """Solve a board, write `RANKS.json` and `RANKS.txt` into a folder, and log the progress."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{ranks}.log").open("w", encoding="utf-8") as log_file:
        clock = time.perf_counter()

        def log(text: str) -> None:
            line = f"{time.perf_counter() - clock:7.1f} s  {text}"
            print(line, flush=True)
            print(line, file=log_file, flush=True)

        table, machine = make_table(ranks, on_gpu, log)
        began = time.perf_counter()
        by_distance = solve(table, log)
        seconds = time.perf_counter() - began
        found = {"ranks": ranks, **summary(table, by_distance, log), "machine": machine, "seconds": round(seconds, 1)}
        write(folder / f"{ranks}.json", found)
        log(_forecast(ranks, seconds))
        solution = Solution(table)
        found |= setups(solution)
        write(folder / f"{ranks}.json", found)
        log("the values of all set-ups are written")
        found |= {"longest": longest(solution, by_distance)}
        write(folder / f"{ranks}.json", found)
        log(f"longest: {found['longest']}")
        (folder / f"{ranks}.txt").write_text(sample(solution), "utf-8")
        log("done")


def make_table(ranks: int, on_gpu: bool, log: Log) -> tuple[ValueTable, str]:
    """Return an empty table for a board, and the name of its machine."""
    from caserne.games.movers.solve.cpu import CpuTable
    from caserne.games.movers.solve.gpu import GpuTable

    o, numbering = MoversOptions(ranks=ranks, repetition=0).pack(), make_numbering(ranks, CAMP_SIZE)
    log(f"{numbering.own.size:,} placements, {numbering.size:,} positions, mirror images counted once")
    if on_gpu:
        table = GpuTable(o, numbering)
        return table, table.device
    return CpuTable(o, numbering), platform.machine()


def no_log(text: str) -> None:
    """Log nothing."""


def solve(table: ValueTable, log: Log = no_log) -> list[tuple[int, int, int]]:
    """Fill a table; return (distance, lost, won) for each distance, counting mirror images."""
    found: list[tuple[int, int, int]] = []
    losses, wins = table.prepare()
    while losses or wins:
        found.append((len(found), losses, wins))
        log(f"distance {found[-1][0]}: {losses:,} lost, {wins:,} won")
        losses, wins = table.sweep(len(found))
    return found


def summary(table: ValueTable, by_distance: list[tuple[int, int, int]], log: Log = no_log) -> dict[str, Any]:
    """Return the statistics of a full table."""
    contradictions, drawn = table.audit()
    lost, won = (sum(column) for column in list(zip(*by_distance, strict=True))[1:])
    squares, pieces = FILES * table.numbering.ranks, table.numbering.pieces
    positions = comb(squares, pieces) * comb(squares - pieces, pieces) * table.numbering.faces
    log(f"{won:,} won, {lost:,} lost, {drawn:,} drawn; {contradictions} contradictions")
    if won + lost + drawn != positions:
        log(f"but there are {positions:,} positions")
    digest = f"{table.digest():016x}"
    log(f"digest {digest}")
    return {
        "positions": positions,
        "won": won,
        "lost": lost,
        "drawn": drawn,
        "contradictions": contradictions,
        "digest": digest,
        "by_distance": by_distance,
    }


def setups(solution: Solution) -> dict[str, Any]:
    """Return the value of every pair of set-ups to White: the distance, negative if White loses, 0 for a draw."""
    starts = [str(solution.start(white, red)) for white in SETUPS for red in SETUPS]
    values = [value.outcome * value.distance for value in solution.values(starts)]
    return {"setups": SETUPS, "values": np.array(values).reshape(len(SETUPS), -1).tolist()}


def longest(solution: Solution, by_distance: list[tuple[int, int, int]]) -> dict[str, str]:
    """Return the first position with the greatest distance, and its best line."""
    distance, losses, _ = by_distance[-1]
    code = lost_in(distance) if losses else won_in(distance)
    text = solution.text_of(solution.table.first(code))
    return {"position": text, "value": str(Value.of_code(code)), "line": " ".join(solution.best_line(text))}


def sample(solution: Solution) -> str:
    """Return random positions, one per line: its text, its value, and the values after each legal move in order."""
    dice = np.random.default_rng(SEED)
    texts = [solution.text_of(int(number)) for number in dice.integers(0, solution.table.numbering.size, SAMPLE)]
    lines = []
    for text, value in zip(texts, solution.values(texts), strict=True):
        lines.append(f"{text} | {value} | {' '.join(map(str, solution.successors(text).values()))}".rstrip())
    return "\n".join(lines) + "\n"


def write(path: Path, found: dict[str, Any]) -> None:
    """Write JSON with one line per entry."""
    entries = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in found.items())
    path.write_text(f"{{\n{entries}\n}}\n", "utf-8")


def _forecast(ranks: int, seconds: float) -> str:
    now, then = (comb(FILES * n, CAMP_SIZE) * comb(FILES * n - CAMP_SIZE, CAMP_SIZE) for n in (ranks, ranks + 1))
    return f"solved in {seconds:.1f} s; one more rank, {then / now:.0f} times as much: {seconds * then / now:.0f} s"
