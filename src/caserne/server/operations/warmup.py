"""Calls the rules and bots of all rooms once, so that no player waits until they are compiled or loaded."""

from __future__ import annotations

import gc
import sys
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
from caserne.core.match.setups import suggest_setup
from caserne.core.presentation.illustrate import illustrate
from caserne.core.presentation.revealed import revealed

GC_THRESHOLD = 20_000
"""New objects between two runs of the garbage collector."""
SWITCH_SECONDS = 0.001
"""After what time a thread that computes lets another run."""
FIRST_MOVES = 3
"""Moves that call every rule at least once."""
SMALL_BUDGET = "20n"
"""Search budget of a bot that only has to be compiled."""


def warm_up() -> None:
    """Play the first moves of every game."""
    for game_id in rooms():
        exercise_rules(caserne.game(game_id), FIRST_MOVES)


def tune_interpreter() -> None:
    """Exempt the objects that exist now from garbage collection, and collect less often; let threads wait less.

    Running matches are many small objects, hardly any of them garbage, and traversing all of them is slow. A thread
    that computes keeps the event loop waiting for the length of the switch interval.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)


def exercise_rules(game: Game[Any], moves: int) -> None:
    """Play random moves as a live match does, until the game ends or `moves` have been made."""
    match, dice = Match(game), Random(0)
    while match.position.in_setup:
        seat = match.waiting()[0]
        match.submit(seat, suggest_setup(match, seat))
    while match.actor is not None and match.position.ply < moves:
        if match.position.ply < FIRST_MOVES:
            _render(match)
        if isinstance(match.actor, int):
            _play_random_move(match, match.actor, dice)
        else:
            match.roll()
    _score(match.position)
    outcome(match)


def _render(match: Match) -> None:
    for seat in (0, None):
        str(illustrate(match.view(seat), LANGUAGES[0]))
    revealed(match.position, LANGUAGES[0])


def _play_random_move(match: Match, seat: int, dice: Random) -> None:
    view = match.view(seat)
    move = dice.choice(view.legal())
    match.game.warnings(view, move)
    match.position.explain(move)
    match.submit(seat, move)


def _score(position: Position) -> None:
    """Call the rules that score a finished game, on any position."""
    game, (state, _) = position.game, position.scratch()
    game.rules.returns(game.o, state[0], np.zeros(game.seats))
    if game.rules.scores:
        game.rules.scores(game.o, state[0], np.zeros(game.seats, np.int64))


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
