"""Compile the rules and bots of games ahead, so that other processes find them in the cache.

A marker file in the cache folder, which is named by a hash of the sources, says that a part is compiled.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import caserne
from caserne.bots.levels import LEVELS, level_bots
from caserne.bots.names import bot
from caserne.core.game.game import Game
from caserne.core.game.registry import playable_rooms, rooms
from caserne.core.kernel.cache import cache_folder, source_hash
from caserne.core.kernel.compiled import INTERPRETED, Policy, set_policy

BOTS = "caserne.bots"
FIRST_MOVES = 3
"""Moves that call every kernel at least once."""
SMALL_BUDGET = "20n"
"""Search budget of a bot that only has to be compiled."""


@dataclass(frozen=True)
class Part:
    """What is compiled at once: the rules of a game, or one of its bots."""

    game: str
    level: str | None = None
    """The bot's level; None: the rules."""

    def is_compiled(self) -> bool:
        return INTERPRETED or self.marker().exists()

    def marker(self) -> Path:
        """Return the file that exists once the part is compiled."""
        room = rooms()[self.game]
        if self.level is None:
            return cache_folder(room) / "rules.ready"
        return cache_folder(BOTS) / f"{self.game}-{source_hash(room)[:16]}-{self.level}.ready"


@cache
def all_parts() -> tuple[Part, ...]:
    """Return what can be compiled: all rules, then one bot of each kind, the lowest levels first."""
    kinds: dict[tuple[str, str], Part] = {}
    for level in LEVELS:
        for game_id in playable_rooms():
            kinds.setdefault((game_id, _engine(game_id, level)), Part(game_id, level))
    return *(Part(game_id) for game_id in playable_rooms()), *kinds.values()


def part_of_level(game_id: str, level: str) -> Part:
    """Return the part that holds the bot of a level: the lowest level with the same engine and settings."""
    engine = _engine(game_id, level)
    return Part(game_id, next(lower for lower in LEVELS if _engine(game_id, lower) == engine))


def compile_part(part: Part) -> None:
    """Compile a part in this process; if another process is compiling it, wait for that."""
    set_policy(Policy.ALWAYS)
    marker = part.marker()
    with _locked(marker.with_suffix(".lock")):
        if not marker.exists():
            game = caserne.game(part.game)
            exercise_rules(game) if part.level is None else exercise_bot(game, part.level)
            marker.touch()


def exercise_rules(game: Game[Any]) -> None:
    """Call each of the kernels that a match needs."""
    position, dice = game.start(), Random(0)
    while position.actor is not None and position.ply < FIRST_MOVES:
        seat = position.actor if isinstance(position.actor, int) else None
        position.view(seat).sample()
        move = position.random_setup(0) if position.in_setup else dice.choice(position.legal())
        position.explain(move)
        position = position.play(move)


def exercise_bot(game: Game[Any], level: str) -> None:
    """Let the bot of a level choose a set-up and a move."""
    position, done = game.start(), set[bool]()
    while position.actor is not None and position.ply < FIRST_MOVES:
        if isinstance(position.actor, int) and position.in_setup not in done:
            done.add(position.in_setup)
            player = bot(f"{level}@{SMALL_BUDGET}", game)
            player.move(position.view(position.actor))
            player.close()
        position = position.play(position.random_setup(0) if position.in_setup else position.legal()[0])


def _engine(game_id: str, level: str) -> str:
    """Return the engine of a level and its settings, without the search budget."""
    return level_bots(caserne.game(game_id))[LEVELS.index(level)].partition("@")[0]


@contextmanager
def _locked(lock: Path) -> Iterator[None]:
    """Wait until no other process has a file locked; the system releases a lock when its process ends."""
    if sys.platform == "win32":  # has no flock: every process compiles for itself
        yield
        return
    import fcntl

    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
