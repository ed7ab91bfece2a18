"""The pawns that a move captured or lost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.position import Position
from caserne.core.game.words import Sentence
from caserne.games.belligerants import rules
from caserne.games.belligerants.army import CODES
from caserne.games.belligerants.board import PINK, YELLOW, is_destroyed, kind_of, pawn_of, seat_of
from caserne.games.belligerants.maps import WATER, square_name
from caserne.games.belligerants.notation import Move, parse
from caserne.games.belligerants.reasons import pawn_phrase
from caserne.games.belligerants.words import WORDS


@lru_cache(64)  # called once per seat and for spectators
def affected_pawns(before: Position, move: str, after: Position) -> tuple[tuple[str, str], ...]:
    """BE-8, BE-18, BE-20: return a taker and the pawn it took; for other moves the pawns that its own side lost."""
    found = parse(move, before.game.o)
    if found is None:
        return ()
    was, now = before.view(None).fields, after.view(None).fields
    if rules.takes_enemy(was, found.target):
        return _pawn_on(was, found.origin), _pawn_on(was, found.target)
    return tuple(_pawn_on(was, square) for square in own_losses(was, now, found))


def own_losses(was: np.record, now: np.record, move: Move) -> list[int]:
    """BE-18, BE-20: return the squares on which the pawns stood that the moving side has lost by a move."""
    stood = [square for square in np.flatnonzero(was.board).tolist() if seat_of(int(was.board[square])) == was.to_move]
    return [
        square
        for square in stood
        if square != move.target and not now.board[move.target if square == move.origin else square]
    ]


def _pawn_on(v: np.record, square: int) -> tuple[str, str]:
    return square_name(square), pawn_text(int(v.board[square]))


def pawn_text(pawn: int) -> str:
    """Return a pawn in two letters, lower case for Pink."""
    code = CODES[kind_of(pawn)]
    return code.lower() if seat_of(pawn) == PINK else code


def read_pawn(text: str) -> int:
    """Return the pawn of two letters."""
    return int(pawn_of(CODES.index(text.upper()), PINK if text.islower() else YELLOW, 0))


def last_move(observation: Observation) -> ObservedEvent | None:
    """Return the last event of a pawn's move that the seat has seen."""
    return next((event for event in reversed(observation.events) if isinstance(event.actor, int)), None)


def lost_pawns(event: ObservedEvent) -> tuple[str, ...]:
    """Return the pawns lost by a move: the taken one, or those of the moving side."""
    pawns = tuple(text for _, text in event.revealed)
    return pawns[1:] if _is_take(event) else pawns


def _is_take(event: ObservedEvent) -> bool:
    return len({seat_of(read_pawn(text)) for _, text in event.revealed}) == 2


def describe(o: np.record, event: ObservedEvent) -> Iterator[Sentence]:
    """Describe the captures and losses of a move; nothing if there were none."""
    move = parse(event.move or "", o)
    if move is None:
        return
    pawns = [(square, read_pawn(text)) for square, text in event.revealed]
    if _is_take(event):
        (_, taker), (_, victim) = pawns
        names = {"taker": pawn_phrase("the", taker), "victim": pawn_phrase("the", victim)}
        yield WORDS("told.kept" if move.keeps else "told.taken", **names)
        pawns = pawns[:1] if is_destroyed(o, move.target, kind_of(taker)) else []
    for square, pawn in pawns:
        dies = square == square_name(move.origin) and is_destroyed(o, move.target, kind_of(pawn))
        how = "huffed" if not dies else "drowned" if o.ground[move.target] == WATER else "destroyed"
        yield WORDS(f"told.{how}", pawn=pawn_phrase("the", pawn))
