"""Compiles what is not in the cache yet: rules before the port opens, on all cores; bots later, in their processes.

A marker file in the cache folder, which is named by a hash of the sources, says that a game or bot is compiled.
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
from caserne.server.operations.warmup import exercise_bot, exercise_rules

BOTS = "caserne.bots"
MAX_MOVES = 2_000
"""Length of the random game that calls every rule."""


def uncompiled_games() -> list[str]:
    """Return the games whose rules are not compiled yet."""
    return [game_id for game_id in rooms() if not INTERPRETED and not _rules_marker(game_id).exists()]


def compile_games() -> Iterator[str]:
    """Compile the rules of all games that need it, each in its own process; yield each id when it is done."""
    missing = uncompiled_games()
    if not missing:
        return
    processes = min(len(missing), os.cpu_count() or 1)
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for done in as_completed([pool.submit(compile_game, game_id) for game_id in missing]):
            yield done.result()


def compile_game(game_id: str) -> str:
    """Compile the rules of one game in this process."""
    exercise_rules(caserne.game(game_id), MAX_MOVES)
    _rules_marker(game_id).touch()
    return game_id


def uncompiled_bots() -> list[tuple[str, str]]:
    """Return the bots that are not compiled yet, as game and level, the lowest levels first."""
    if INTERPRETED:
        return []
    found: dict[tuple[str, str], str] = {}
    for level in LEVELS:
        for game_id in rooms():
            found.setdefault((game_id, _engine(game_id, level)), level)
    return [(game_id, level) for (game_id, _), level in found.items() if not _bot_marker(game_id, level).exists()]


def compile_bot(game_id: str, level: str) -> None:
    """Compile one bot in this process, unless another process has done it or is doing it."""
    marker = _bot_marker(game_id, level)
    with _try_lock(marker.with_suffix(".lock")) as locked:
        if locked and not marker.exists():
            exercise_bot(caserne.game(game_id), level)
            marker.touch()


@contextmanager
def _try_lock(lock: Path) -> Iterator[bool]:
    """Lock a file, and yield whether that succeeded; the system releases the lock when the process ends."""
    if sys.platform == "win32":  # has no flock: every process compiles for itself
        yield True
        return
    import fcntl

    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            locked = False
        else:
            locked = True
        yield locked


def _engine(game_id: str, level: str) -> str:
    """Return the engine of a level and its settings, without the search budget."""
    return caserne.game(game_id).levels[LEVELS.index(level)].partition("@")[0]


def _rules_marker(game_id: str) -> Path:
    return cache_folder(rooms()[game_id]) / "rules.ready"


def _bot_marker(game_id: str, level: str) -> Path:
    return cache_folder(BOTS) / f"{game_id}-{source_hash(rooms()[game_id])[:16]}-{level}.ready"
