"""A script: let each engine choose a move in every game, and print the moves."""

import json
import sys
from random import Random

import caserne
from caserne.bots.names import bot
from caserne.core.game.registry import rooms

ENGINES = ("greedy", "mcts@8n", "average:depth=1@20n", "alphabeta:depth=2:table=1")
MOVES = 2
"""Moves that are made before."""


def choices(game_id: str) -> dict[str, str]:
    """The move of each engine in one position of a game."""
    game, dice = caserne.game(game_id), Random(2)
    position = game.start()
    while position.ply < MOVES or not isinstance(position.actor, int):
        position = position.play(position.suggested_setup(3) if position.in_setup else dice.choice(position.legal()))
    engines = [name for name in ENGINES if game.seats == 2 or not name.startswith("alphabeta")]
    return {name: bot(name, game, seed=1).move(position.view(position.actor)) for name in engines}


def all_choices() -> dict[str, dict[str, str]]:
    return {game_id: choices(game_id) for game_id in rooms()}


if __name__ == "__main__":
    json.dump(all_choices(), sys.stdout)
