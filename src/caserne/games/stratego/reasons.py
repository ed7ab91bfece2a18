"""Sentences for refused moves, warnings and endings."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.game.words import Sentence
from caserne.core.kernel.layout import NOBODY
from caserne.games.stratego.army import BOMB, BOTH_FALL, LETTERS, LOSES, NAMES, OUTCOMES, SCOUT
from caserne.games.stratego.board import COUNT_BITS, LAKES, SIZE, SQUARE_NAMES
from caserne.games.stratego.notation import visible_kind, wrong_counts
from caserne.games.stratego.rules import KIND, KNOWN, direction_of, owner
from caserne.games.stratego.words import WORDS


def reason(observation: Observation, rule: int, move: str) -> Sentence:
    """Explain why a rule refuses a move in a game that is not over."""
    v = observation.fields
    seat = WORDS(f"seat.{v.to_move}")
    if rule == 1:
        return WORDS("wrong_army", wrong=wrong_counts(move, observation.game.o))
    if v.setup:
        return WORDS("not_arranged", seat=seat)
    if "-" not in move:
        return WORDS("already_arranged")
    origin, target = map(SQUARE_NAMES.index, move.split("-"))
    if rule == 3:
        return _not_yours(v, origin, seat)
    if rule == 4:
        return _bad_step(v, origin, target)
    if rule == 5:
        return WORDS("bomb_stays" if visible_kind(v, origin) == BOMB else "flag_stays", square=SQUARE_NAMES[origin])
    if rule == 6:
        blocked = next(square for square in squares_between(origin, target) if v.board[square])
        return WORDS("blocked", square=SQUARE_NAMES[blocked])
    if rule == 14:
        limit = observation.game.options.two_square
        near, far = _border_crossed(v, origin, target, limit) or (SQUARE_NAMES[origin], SQUARE_NAMES[target])
        return WORDS("two_squares", count=limit, near=near, far=far)
    return WORDS("chase", target=SQUARE_NAMES[target])


def squares_between(origin: int, target: int) -> list[int]:
    """Return the squares between two squares of a line."""
    step = direction_of(origin, target)
    return list(range(origin + step, target, step))


def _not_yours(v: np.record, origin: int, seat: Sentence) -> Sentence:
    if not v.board[origin]:
        return WORDS("empty_square", square=SQUARE_NAMES[origin])
    return WORDS("other_turn", square=SQUARE_NAMES[origin], seat=seat, owner=WORDS(f"seat.{1 - v.to_move}"))


def _bad_step(v: np.record, origin: int, target: int) -> Sentence:
    names = {"origin": SQUARE_NAMES[origin], "target": SQUARE_NAMES[target]}
    if origin == target:
        return WORDS("stays", square=names["origin"])
    if origin % SIZE != target % SIZE and origin // SIZE != target // SIZE:
        return WORDS("crooked", **names)
    between = squares_between(origin, target)
    if between and visible_kind(v, origin) != SCOUT:
        return WORDS("too_far", **names)
    lake = next((square for square in (*between, target) if square in LAKES), None)
    return WORDS("own_piece", square=names["target"]) if lake is None else WORDS("lake", square=SQUARE_NAMES[lake])


def _border_crossed(v: np.record, origin: int, target: int, count: int) -> tuple[str, str] | None:
    """ST-14: return the squares on both sides of the first border that the piece has crossed that many times."""
    step = direction_of(origin, target)
    for square in (origin, *squares_between(origin, target)):
        lower = min(square, square + step)
        border = lower // SIZE if abs(step) == SIZE else lower % SIZE
        if int(v.borders[v.to_move]) >> COUNT_BITS * border & (1 << COUNT_BITS) - 1 == count:
            return SQUARE_NAMES[square], SQUARE_NAMES[square + step]
    return None


@lru_cache(64)  # called once per seat and for spectators
def revealed(before: Position, move: str, after: Position) -> tuple[tuple[str, str], ...]:
    """ST-8, ST-18: return what a move shows to everybody: both pieces of an attack, or a scout that moves far.

    Computed from the spectators' views, which hold only what both players know.
    """
    if "-" not in move:
        return ()
    origin, target = move.split("-")
    start, end = SQUARE_NAMES.index(origin), SQUARE_NAMES.index(target)
    v = before.view(None).fields
    attacks, proves_scout = v.board[end], squares_between(start, end) and not int(v.pieces[v.board[start]]) & KNOWN
    if not attacks and not proves_scout:
        return ()
    seen = after.view(None).fields
    if attacks:
        return (origin, _letter_of(seen, seen.attacker)), (target, _letter_of(seen, seen.defender))
    return ((target, _letter_of(seen, seen.board[end])),)


def _letter_of(v: np.record, piece: int) -> str:
    letter = LETTERS[int(v.pieces[piece]) & KIND]
    return letter.lower() if owner(int(piece)) else letter


def warnings(observation: Observation, move: str) -> list[Sentence]:
    """Return the warnings for a legal move, from what the seat can know."""
    v = observation.fields
    if v.setup or "-" not in move:
        return []
    origin, target = map(SQUARE_NAMES.index, move.split("-"))
    return [
        *_cost_of_attack(v, origin, target),
        *_reveals_scout(v, origin, target),
        *_last_crossing(observation, origin, target),
    ]


def _cost_of_attack(v: np.record, origin: int, target: int) -> list[Sentence]:
    own, enemy = visible_kind(v, origin), visible_kind(v, target)
    if not enemy or not own:
        return []
    fields = {"piece": WORDS(f"piece.{NAMES[own]}"), "enemy": WORDS(f"piece.{NAMES[enemy]}")}
    outcome = OUTCOMES[own, enemy]
    if outcome == LOSES:
        return [WORDS("warn.bomb", piece=fields["piece"]) if enemy == BOMB else WORDS("warn.loses", **fields)]
    return [WORDS("warn.both", **fields)] if outcome == BOTH_FALL else []


def _reveals_scout(v: np.record, origin: int, target: int) -> list[Sentence]:
    piece = int(v.board[origin])
    far = bool(squares_between(origin, target)) and not v.board[target]
    return [WORDS("warn.shows_scout")] if far and not int(v.pieces[piece]) & KNOWN else []


def _last_crossing(observation: Observation, origin: int, target: int) -> list[Sentence]:
    """ST-14: warn if the move is the last allowed crossing of a border."""
    v, limit = observation.fields, observation.game.options.two_square
    along = int(origin % SIZE == target % SIZE)
    if limit < 2 or v.board[origin] != v.last_piece[v.to_move] or along != v.last_along[v.to_move]:
        return []
    border = _border_crossed(v, origin, target, limit - 1)
    return [WORDS("warn.two_squares", near=border[0], far=border[1])] if border else []


def ending(observation: Observation) -> Sentence:
    """Describe how a finished game ended."""
    v, options = observation.fields, observation.game.options
    if v.winner == NOBODY:
        key = "ending.13.draw" if v.ending == 13 else f"ending.{v.ending}"
        return WORDS(key, quiet_limit=options.quiet_limit, max_plies=options.max_plies)
    return WORDS(f"ending.{v.ending}", winner=WORDS(f"seat.{v.winner}"), loser=WORDS(f"seat.{1 - v.winner}"))
