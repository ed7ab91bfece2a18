"""Compiling what no process has compiled yet: rules before the port opens, on all cores; bots later, where they think.

What is compiled is kept by Numba beside the marks that are made here, in folders that are named after the sources.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

import caserne
from caserne.bots.names import LEVELS
from caserne.core.game.registry import rooms
from caserne.core.kernel.compiled import INTERPRETED, cache_folder, source_hash
from caserne.server.operations.warmup import play, practise

BOTS = "caserne.bots"
A_WHOLE_MATCH = 2_000
"""Moves after which a match of random moves has shown everything."""


def unprepared_games() -> list[str]:
    """The games whose rules are still to be compiled."""
    return [game_id for game_id in rooms() if not INTERPRETED and not _mark_of_rules(game_id).exists()]


def prepare_games() -> Iterator[str]:
    """Compile the rules of all games that need it, in processes of their own; their ids, each when it is ready."""
    missing = unprepared_games()
    if not missing:
        return
    processes = min(len(missing), os.cpu_count() or 1)
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for done in as_completed([pool.submit(prepare_game, game_id) for game_id in missing]):
            yield done.result()


def prepare_game(game_id: str) -> str:
    """Compile the rules of one game in this process."""
    play(caserne.game(game_id), A_WHOLE_MATCH)
    _mark_of_rules(game_id).touch()
    return game_id


def unprepared_bots() -> list[tuple[str, str]]:
    """The bots that are still to be compiled, as a game and a level: those of beginners in front."""
    if INTERPRETED:
        return []
    found: dict[tuple[str, str], str] = {}
    for level in LEVELS:
        for game_id in rooms():
            found.setdefault((game_id, _engine(game_id, level)), level)
    return [(game_id, level) for (game_id, _), level in found.items() if not _mark_of_bot(game_id, level).exists()]


def prepare_bot(game_id: str, level: str) -> None:
    """Compile one bot in this process, unless another has done it or is at it."""
    mark = _mark_of_bot(game_id, level)
    with _alone(mark.with_suffix(".lock")) as alone:
        if alone and not mark.exists():
            practise(caserne.game(game_id), level)
            mark.touch()


@contextmanager
def _alone(lock: Path) -> Iterator[bool]:
    """Whether no other process is here meanwhile; the lock goes with its process, however that ends."""
    if sys.platform == "win32":  # has no such locks; there each process compiles for itself
        yield True
        return
    import fcntl

    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            taken = False
        else:
            taken = True
        yield taken


def _engine(game_id: str, level: str) -> str:
    """What a level is made of, apart from how long it thinks."""
    return caserne.game(game_id).levels[LEVELS.index(level)].partition("@")[0]


def _mark_of_rules(game_id: str) -> Path:
    return cache_folder(rooms()[game_id]) / "rules.ready"


def _mark_of_bot(game_id: str, level: str) -> Path:
    return cache_folder(BOTS) / f"{game_id}-{source_hash(rooms()[game_id])[:16]}-{level}.ready"
