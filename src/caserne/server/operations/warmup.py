"""Using the rules and bots of all rooms before anybody plays, so that no table waits until they are there."""

from __future__ import annotations

import gc
from random import Random
from typing import Any

import numpy as np

import caserne
from caserne.bots.names import bot
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.game.registry import rooms
from caserne.core.game.words import LANGUAGES
from caserne.core.match.match import Match
from caserne.core.match.outcome import outcome
from caserne.core.match.setups import suggest
from caserne.core.presentation.illustrate import illustrate
from caserne.core.presentation.revealed import revealed

ALLOCATIONS = 20_000
"""How many new objects the garbage collector waits for."""
FIRST_MOVES = 3
"""Moves that are played to touch every rule."""
LITTLE = "20n"
"""How much a bot thinks when only its being compiled is wanted."""


def warm_up() -> None:
    """Play the beginning of every game, which nobody sees."""
    for game_id in rooms():
        play(caserne.game(game_id), FIRST_MOVES)


def spare_what_lives() -> None:
    """Let the garbage collector pass over what is there for good, and come less often.

    Running matches are many small objects, hardly any of them garbage, and looking at all of them takes long.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATIONS)


def play(game: Game[Any], moves: int) -> None:
    """Do what is done at tables, until the end of the match or until so many moves are made."""
    match, dice = Match(game), Random(0)
    while match.position.in_setup:
        seat = match.waiting()[0]
        match.submit(seat, suggest(match, seat))
    while match.actor is not None and match.position.ply < moves:
        if match.position.ply < FIRST_MOVES:
            _look(match)
        if isinstance(match.actor, int):
            _move(match, match.actor, dice)
        else:
            match.roll()
    _count_up(match.position)
    outcome(match)


def _look(match: Match) -> None:
    for seat in (0, None):
        str(illustrate(match.view(seat), LANGUAGES[0]))
    revealed(match.position, LANGUAGES[0])


def _move(match: Match, seat: int, dice: Random) -> None:
    view = match.view(seat)
    move = dice.choice(view.legal())
    match.game.warnings(view, move)
    match.position.explain(move)
    match.submit(seat, move)


def _count_up(position: Position) -> None:
    """What is counted at the end, though this is not the end."""
    game, (state, _) = position.game, position.scratch()
    game.rules.returns(game.o, state[0], np.zeros(game.seats))
    if game.rules.scores:
        game.rules.scores(game.o, state[0], np.zeros(game.seats, np.int64))


def practise(game: Game[Any], level: str) -> None:
    """Let a bot of a level arrange and move, as it will do in earnest."""
    position, done = game.start(), set[bool]()
    while position.actor is not None and position.ply < FIRST_MOVES:
        if isinstance(position.actor, int) and position.in_setup not in done:
            done.add(position.in_setup)
            player = bot(f"{level}@{LITTLE}", game)
            player.move(position.view(position.actor))
            player.close()
        position = position.play(position.random_setup(0) if position.in_setup else position.legal()[0])
