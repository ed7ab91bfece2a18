"""Warnings about legal moves."""

from __future__ import annotations

import numpy as np

from caserne.core.game.errors import IllegalMove
from caserne.core.game.observation import Observation
from caserne.core.game.words import Sentence
from caserne.games.belligerants import rules
from caserne.games.belligerants.board import is_destroyed, is_surrounded, is_wounded, kind_of, seat_of
from caserne.games.belligerants.captures import own_losses
from caserne.games.belligerants.maps import CAMP, WATER, square_name
from caserne.games.belligerants.notation import Move, parse
from caserne.games.belligerants.reasons import pawn_phrase
from caserne.games.belligerants.words import WORDS


def warnings(observation: Observation, text: str) -> list[Sentence]:
    """Return the warnings for a legal move of a pawn; none for other or refused moves."""
    o, v = observation.game.option_fields, observation.fields
    move = parse(text, o)
    if v.setup or move is None:
        return []
    try:
        after = observation.sample().play(text).view(observation.seat).fields
    except IllegalMove:
        return []
    found = [_ground(o, v, move), _huff(o, v, after, move), _home(o, v, move)]
    return [sentence for sentence in found if sentence]


def _ground(o: np.record, v: np.record, move: Move) -> Sentence | None:
    """BE-12, BE-14, BE-15, BE-18: warn of what the ground does to a pawn that ends there."""
    pawn = int(v.board[move.origin])
    if is_destroyed(o, move.target, kind_of(pawn)):
        key = "warn.drowned" if o.ground[move.target] == WATER else "warn.destroyed"
    elif is_surrounded(o, move.target, kind_of(pawn)):
        key = "warn.surrounded"
    elif is_wounded(o, move.target, kind_of(pawn)):
        key = "warn.wounded"
    else:
        return None
    return WORDS(key, square=square_name(move.target), pawn=pawn_phrase("your", pawn))


def _huff(o: np.record, v: np.record, after: np.record, move: Move) -> Sentence | None:
    """BE-20: warn if a pawn could take and the move takes nothing."""
    if rules.takes_enemy(v, move.target):
        return None
    dies = is_destroyed(o, move.target, kind_of(int(v.board[move.origin])))
    for square in own_losses(v, after, move):
        if square != move.origin or not dies:
            return WORDS("warn.huffed", square=square_name(square), pawn=pawn_phrase("your", int(v.board[square])))
    return None


def _home(o: np.record, v: np.record, move: Move) -> Sentence | None:
    """BE-19: warn if a pawn returns to the empty own camp, by itself or with the ambulance."""
    seat = int(v.to_move)
    victim = int(v.board[move.target])
    picked_up = victim and seat_of(victim) == seat
    comes_home = o.ground[move.target] == CAMP + seat
    return WORDS("warn.home") if v.at_home[seat] == 0 and (comes_home or picked_up) else None
