"""Sentences for refused moves."""

from __future__ import annotations

import numpy as np

from caserne.core.game.words import Sentence
from caserne.games.movers.board import RANKS, pieces_of
from caserne.games.movers.notation import SQUARE_NAMES
from caserne.games.movers.words import WORDS


def reason(v: np.record, rule: int, move: str) -> Sentence:
    """Explain why a rule refuses a move in a game that is not over."""
    seat = WORDS(f"seat.{v.to_move}")
    if rule == 1:
        return WORDS("wrong_faces", movers=move.count("M"), hoppers=move.count("H"))
    if rule == 9:
        return WORDS("needless_pass", seat=seat)
    if v.setup:
        return WORDS("not_arranged", seat=seat)
    if "-" not in move:
        return WORDS("already_arranged")
    origin, target = move.split("-")
    if rule == 2:
        return _not_yours(v, origin, seat)
    return _bad_step(v, origin, target) if rule == 3 else _bad_jump(v, origin, target)


def _not_yours(v: np.record, origin: str, seat: Sentence) -> Sentence:
    if not _occupied(v, origin):
        return WORDS("empty_square", square=origin)
    return WORDS("other_turn", square=origin, seat=seat, owner=WORDS(f"seat.{1 - v.to_move}"))


def _bad_step(v: np.record, origin: str, target: str) -> Sentence:
    if origin == target:
        return WORDS("stays", square=origin)
    if max(map(abs, _difference(origin, target))) > 1:
        return WORDS("mover_too_far", origin=origin, target=target)
    return WORDS("occupied", square=target)


def _bad_jump(v: np.record, origin: str, target: str) -> Sentence:
    files, ranks = _difference(origin, target)
    distance = max(abs(files), abs(ranks))
    if origin == target:
        return WORDS("stays", square=origin)
    if distance == 1:
        return WORDS("hopper_steps", origin=origin, target=target)
    if files and ranks and abs(files) != abs(ranks):
        return WORDS("crooked", origin=origin, target=target)
    if _occupied(v, target):
        return WORDS("occupied", square=target)
    start = SQUARE_NAMES.index(origin)
    stride = (files * RANKS + ranks) // distance
    between = (SQUARE_NAMES[start + n * stride] for n in range(1, distance))
    gap = next(square for square in between if not _occupied(v, square))
    return WORDS("gap", square=gap, origin=origin, target=target)


def _occupied(v: np.record, square: str) -> bool:
    pieces = pieces_of(v, 0) | pieces_of(v, 1)
    return bool(pieces >> SQUARE_NAMES.index(square) & 1)


def _difference(origin: str, target: str) -> tuple[int, int]:
    """Return the files and ranks from one square to another."""
    return ord(target[0]) - ord(origin[0]), int(target[1]) - int(origin[1])
