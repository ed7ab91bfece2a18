"""Compiling the rules of all rooms before anybody plays, so that no table waits for it."""

from __future__ import annotations

from collections.abc import Iterator

import caserne
from caserne.core.illustrate import illustrate
from caserne.core.match import Match
from caserne.core.registry import rooms
from caserne.core.setups import suggest
from caserne.core.words import LANGUAGES

FIRST_MOVES = 3
"""Moves that are played to touch every rule."""


def warm_up() -> Iterator[str]:
    """Play the beginning of every game that nobody sees; the ids of the games, each when it is ready."""
    for game_id in rooms():
        _play_beginning(Match(caserne.game(game_id)))
        yield game_id


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
