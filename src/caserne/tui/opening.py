"""Prepare a new or saved match; its rules are compiled before it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from caserne.bots.names import bot, is_program
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.game.words import LANGUAGES
from caserne.core.kernel.compiled import Policy, use_policy
from caserne.core.match.match import Match
from caserne.core.match.record import Record
from caserne.core.match.setups import suggest_setup
from caserne.core.presentation.illustrate import illustrate
from caserne.tui.players import Players

FIRST_MOVES = 3
"""Moves that are played to compile every rule."""


@dataclass(frozen=True)
class Opened:
    """A match, its players, and the file it was read from."""

    match: Match
    players: Players
    path: Path | None = None


def open_new(game: Game[Any], players: Players) -> Opened:
    """Return a new match; its record keeps the players, so that it can be continued later."""
    warm_up(game, players)
    return Opened(Match(game, players=players.seats), players)


def open_saved(path: Path, seats: Sequence[str] | None) -> Opened:
    """Return a match from a file, with the given players or else those of the record."""
    record = Record.load(path)
    players = Players.at(record.game.seats, seats or record.players)
    warm_up(record.game, players)
    return Opened(Match.resume(record, record.private), players, path)


@use_policy(Policy.ALWAYS)
def warm_up(game: Game[Any], players: Players) -> None:
    """Play the beginning of a game that is not shown, so that all rules and bots are compiled."""
    bots = {players.bot(seat) or "random" for seat in range(game.seats)}
    match = Match(game)
    while match.position.in_setup:
        seat = match.waiting()[0]
        match.submit(seat, suggest_setup(match, seat))
    while match.actor is not None and match.position.ply < FIRST_MOVES:
        if isinstance(match.actor, int):
            _make_a_move(match, match.actor, bots)
        else:
            match.roll()
    _compute_result(match.position)


def _make_a_move(match: Match, seat: int, bots: Iterable[str]) -> None:
    """Do everything that a turn on the screen does."""
    view = match.view(seat)
    move = view.legal()[0]
    for name in bots:
        player = bot(name, match.game)
        if not is_program(name):
            player.move(view)
    for looking in (seat, None):
        illustrate(match.view(looking), LANGUAGES[0], last=move)
    match.game.warnings(view, move)
    match.submit(seat, move)


def _compute_result(position: Position) -> None:
    """Compute the result of a game that is not over, only to compile that."""
    game = position.game
    state, _ = position.scratch()
    game.rules.returns(game.o, state[0], np.zeros(game.seats))
    if game.rules.scores:
        game.rules.scores(game.o, state[0], np.zeros(game.seats, np.int64))
