"""Compiling the rules and bots of all rooms before anybody plays, so that no table waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import caserne
from caserne.bots.names import LEVELS, bot
from caserne.core.game import Game
from caserne.core.illustrate import illustrate
from caserne.core.match import Match
from caserne.core.registry import rooms
from caserne.core.setups import suggest
from caserne.core.words import LANGUAGES

FIRST_MOVES = 3
"""Moves that are played to touch every rule."""
LITTLE = "20n"
"""How much a bot thinks when only its being compiled is wanted."""


def warm_up() -> Iterator[str]:
    """Play the beginning of every game that nobody sees; the ids of the games, each when it is ready."""
    for game_id in rooms():
        _play_beginning(Match(caserne.game(game_id)))
        yield game_id


def warm_up_bots() -> Iterator[str]:
    """Let a bot of every level arrange and move; they think in other processes, which find them compiled then."""
    for game_id in rooms():
        _ask_bots(caserne.game(game_id))
        yield game_id


def _ask_bots(game: Game[Any]) -> None:
    asked: set[tuple[str, bool]] = set()
    position = game.start()
    while position.actor is not None and position.ply < FIRST_MOVES:
        for level, name in zip(LEVELS, game.levels, strict=True):
            kind = name.partition("@")[0], position.in_setup
            if isinstance(position.actor, int) and kind not in asked:
                asked.add(kind)
                player = bot(f"{level}@{LITTLE}", game)
                player.move(position.view(position.actor))
                player.close()
        position = position.play(position.random_setup(0) if position.in_setup else position.legal()[0])


def _play_beginning(match: Match) -> None:
    while match.position.in_setup:
        seat = match.waiting()[0]
        match.submit(seat, suggest(match, seat))
    while match.actor is not None and match.position.ply < FIRST_MOVES:
        for looking in (0, None):
            str(illustrate(match.view(looking), LANGUAGES[0]))
        if isinstance(match.actor, int):
            _move(match, match.actor)
        else:
            match.roll()
    match.abort(0) if match.may_abort(0) else match.resign(0)


def _move(match: Match, seat: int) -> None:
    view = match.view(seat)
    move = view.legal()[0]
    match.game.warnings(view, move)
    match.position.explain(move)
    match.submit(seat, move)
