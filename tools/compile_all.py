"""Compile what many tests use on all cores, so that test processes do not each compile it again.

python tools/compile_all.py
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from time import process_time

from rich.progress import track

ROOT = Path(__file__).parents[1]


def compile_game(game_id: str) -> float:
    """Compile the rules and bots of a game; return the processor time in seconds."""
    began = process_time()
    sys.path.append(str(ROOT / "src" / "caserne" / "conformance" / "tests"))
    from use_everything import use

    from caserne.bots.precompile import all_parts, compile_part

    for part in all_parts():
        if part.game == game_id:
            compile_part(part)
    use(game_id, {})
    return process_time() - began


def size_of_sources(package: str) -> int:
    spec = find_spec(package)
    assert spec
    assert spec.origin
    return sum(path.stat().st_size for path in Path(spec.origin).parent.glob("*.py"))


def main() -> None:
    os.environ["CASERNE_GAMES"] = str(ROOT / "tests" / "toy_games")
    from caserne.core.game.registry import rooms

    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        by_size = sorted(rooms(), key=lambda game_id: size_of_sources(rooms()[game_id]))
        games = {
            pool.submit(compile_game, game_id): game_id for game_id in reversed(by_size)
        }  # the longest begin first
        for game in track(as_completed(games), "Compiling ...", total=len(games)):
            print(f"{games[game]}: {game.result():.0f} s of processor time")


if __name__ == "__main__":
    main()
