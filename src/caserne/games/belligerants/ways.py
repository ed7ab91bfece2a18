"""BE-4 to BE-6: the ways of moves, which may turn on crossroads; for pictures, so it is plain Python."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from caserne.core.game.position import Position
from caserne.games.belligerants.board import DEVIL, FLIES, kind_of, table_of
from caserne.games.belligerants.maps import square_name
from caserne.games.belligerants.notation import parse
from caserne.games.belligerants.terrain import DIRECTIONS, FARTHEST, SQUARE, STAR

Places = tuple[int, ...]
"""The squares where a way begins, turns and ends."""


def ways(o: np.record, v: np.record, moves: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the ends and the turning places of those legal moves that do not go straight."""
    found: dict[str, tuple[str, ...]] = {}
    from_origin: dict[int, dict[int, Places]] = {}
    for text in moves:
        move = parse(text, o)
        if move is None:
            continue
        if move.origin not in from_origin:
            from_origin[move.origin] = _ways_from(o, v, move.origin)
        places = from_origin[move.origin].get(move.target, ())
        if len(places) > 2:
            found[text] = tuple(square_name(place) for place in places)
    return found


@lru_cache(64)  # called once per seat and for spectators
def way_of_played(before: Position, move: str) -> tuple[str, ...]:
    """Return the way of a move that was made; nothing if it went straight."""
    return ways(before.game.option_fields, before.view(None).fields, [move]).get(move, ())


def _ways_from(o: np.record, v: np.record, origin: int) -> dict[int, Places]:
    """Return the way with the fewest turns to every square that the pawn on `origin` reaches with the die."""
    kind, devil = kind_of(int(v.board[origin])), v.die == DEVIL
    steps, pawns = o.steps[table_of(o, v, origin, kind, int(v.to_move))].tolist(), v.board.tolist()
    pawns = [0] * len(pawns) if FLIES[kind] else pawns
    found: dict[int, Places] = {}
    lines: list[tuple[Places, int]] = [((origin,), FARTHEST if devil else int(v.die))]
    turned: set[tuple[int, int]] = set()
    for places, number in lines:  # grows while it is read: lines with fewer turns come first
        for direction in range(len(DIRECTIONS)):
            square, left = places[-1], number
            while left:
                step = steps[square][direction]
                if step < 0:
                    break
                square, left = step & SQUARE, left - 1
                if devil or left == 0:
                    found.setdefault(square, (*places, square))
                if pawns[square] and square != origin:
                    break
                if step & STAR and left and (square, left) not in turned:
                    turned.add((square, left))
                    lines.append(((*places, square), left))
    return found
