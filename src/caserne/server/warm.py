"""Compiling ahead: whatever a match needs of a game's rules and bots, so that nobody waits for it later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import caserne
from caserne.bots.names import LEVELS, bot
from caserne.core.game import Game
from caserne.core.position import Position
from caserne.core.registry import about, rooms

PLIES = 4
"""How far a game is followed, so that play after the set-ups is compiled too."""
LITTLE = "20n"
"""The budget with which a bot is asked for its first move."""


def prepare(on_step: Callable[[str], None] = lambda _: None) -> None:
    """Use everything of every game; `on_step` hears the title of the game before each of the steps."""
    for game_id in rooms():
        for part in PARTS:
            on_step(about(game_id).title("en"))
            part(caserne.game(game_id))


def steps() -> int:
    """How many steps that takes."""
    return len(rooms()) * len(PARTS)


def use_rules(game: Game[Any]) -> None:
    """Play a little, asking everything that the server asks."""
    for position in _course(game):
        for seat in (None, *range(game.seats)):
            seen = position.view(seat)
            game.scene(seen, "en")
            if seen.actor == seat and not seen.in_setup:
                seen.legal()
        position.result()


def use_bots(game: Game[Any]) -> None:
    """Let a bot of every level move once, and arrange a set-up."""
    asked: set[tuple[str, bool]] = set()
    for position in _course(game):
        if not isinstance(position.actor, int):
            continue
        for level in LEVELS:
            engine = game.levels[int(level) - 1].partition("@")[0], position.in_setup
            if engine not in asked:
                asked.add(engine)
                player = bot(f"{level}@{LITTLE}", game)
                player.move(position.view(position.actor))
                player.close()


def _course(game: Game[Any]) -> list[Position]:
    """The first positions of a game."""
    positions = [game.start()]
    while positions[-1].actor is not None and positions[-1].ply < PLIES:
        position = positions[-1]
        positions.append(position.play(position.random_setup(0) if position.in_setup else position.legal()[0]))
    return positions


PARTS = (use_rules, use_bots)
