"""Warnings about legal moves."""

from __future__ import annotations

import numpy as np

from caserne.core.game.words import Sentence
from caserne.games.belligerants import rules
from caserne.games.belligerants.board import (
    DEVIL,
    is_destroyed,
    is_surrounded,
    is_wounded,
    kind_of,
    seat_of,
)
from caserne.games.belligerants.maps import CAMP, WATER, square_name
from caserne.games.belligerants.moves import QUEUE
from caserne.games.belligerants.notation import Move, parse, read_move
from caserne.games.belligerants.reasons import pawn_phrase
from caserne.games.belligerants.words import WORDS


def warnings(o: np.record, v: np.record, text: str) -> list[Sentence]:
    """Return the warnings for a legal move of a pawn; none for other or refused moves."""
    move = parse(text, o)
    if v.setup or move is None or rules.refusal(o, v, np.zeros(0, np.int64), read_move(text, o)[0]):
        return []
    found = [_ground(o, v, move), _huff(o, v, move), _home(o, v, move)]
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


def _huff(o: np.record, v: np.record, move: Move) -> Sentence | None:
    """BE-20: warn if a pawn could take and the move takes nothing."""
    if v.die == DEVIL or o.mandatory or rules.takes_enemy(v, move.target):
        return None
    square = rules.pawn_to_huff(o, v, move.origin, move.target, np.zeros(QUEUE, np.int64))
    if square < 0:
        return None
    stands = move.origin if square == move.target else square
    return WORDS("warn.huffed", square=square_name(stands), pawn=pawn_phrase("your", int(v.board[stands])))


def _home(o: np.record, v: np.record, move: Move) -> Sentence | None:
    """BE-19: warn if a pawn returns to the empty own camp, by itself or with the ambulance."""
    seat = int(v.to_move)
    victim = int(v.board[move.target])
    picked_up = victim and seat_of(victim) == seat
    comes_home = o.ground[move.target] == CAMP + seat
    return WORDS("warn.home") if v.at_home[seat] == 0 and (comes_home or picked_up) else None
