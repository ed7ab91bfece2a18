"""Sentences for refused moves and endings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from caserne.core.game.words import Sentence
from caserne.core.kernel.layout import CHANCE
from caserne.games.belligerants import rules
from caserne.games.belligerants.army import AM, CODES, SE, STANDARD, TABLE
from caserne.games.belligerants.board import (
    ANYWHERE,
    BE_6,
    BE_12,
    DEVIL,
    IS_KEEPABLE,
    KEPT,
    has_entered,
    is_wounded,
    kind_of,
    pawn_of,
    seat_of,
)
from caserne.games.belligerants.maps import CAMP, GROUND_NAMES, SIDE, WATER, square_name
from caserne.games.belligerants.moves import (
    CANDIDATES,
    QUEUE,
    TAKE_SCRATCH,
    leads_to,
    list_candidates,
    path_refusals,
    stopped_by,
    takes,
)
from caserne.games.belligerants.notation import FACES, Move, parse, read_move, write_move
from caserne.games.belligerants.rules import PLACE
from caserne.games.belligerants.terrain import DIRECTIONS, FARTHEST, SQUARE, STAR
from caserne.games.belligerants.words import WORDS, format_points

Record = np.record


def reason(o: Record, v: Record, rule: int, move: str) -> Sentence:
    """Explain why a rule refuses a move in a game that is not over."""
    if v.setup:
        return _bad_deployment(o, v, move)
    if rule == 2:
        return _not_now(o, v, move)
    found = parse(move, o)
    assert found, "the other rules refuse moves of pawns"
    return _REASONS[rule](o, v, found)


def pawn_phrase(prefix: str, pawn: int) -> Sentence:
    """Return the name of a pawn: prefix `pawn` without article, `a`, `the` or `your`."""
    return WORDS(f"{prefix}.{CODES[kind_of(pawn)]}")


def _seat(seat: int) -> Sentence:
    return WORDS(f"seat.{seat}")


def _bad_deployment(o: Record, v: Record, move: str) -> Sentence:
    actions = read_move(move, o)
    if actions[0] < PLACE:
        return WORDS("not_deployed", seat=_seat(v.to_move), example=STANDARD)
    for kind, code in enumerate(CODES):
        count, number = actions.count(PLACE + kind), int(o.army[kind])
        if count > number:
            return WORDS("wrong_army", count=count, code=code, number=number)
    raise AssertionError("a deployment is refused only for a pawn too many")


def _not_now(o: Record, v: Record, move: str) -> Sentence:
    """BE-2: explain a wrong phase, a needless pass, or a pawn that is not the player's own."""
    seat = _seat(v.to_move)
    action = read_move(move, o)[0]
    if action >= PLACE:
        return WORDS("already_deployed")
    if v.actor == CHANCE:
        return WORDS("roll_first", seat=seat)
    if action > rules.PASS:
        return WORDS("already_rolled", die=FACES[v.die], seat=seat)
    found = parse(move, o)
    if found is None:
        moves = np.zeros(rules.MAX_MOVES, np.int32)
        rules.legal(o, v, np.zeros(0, np.int64), moves)
        return WORDS("needless_pass", seat=seat, move=write_move([int(moves[0])]))
    pawn = int(v.board[found.origin])
    if not pawn:
        return WORDS("empty_square", square=square_name(found.origin))
    owner = _seat(seat_of(pawn))
    return WORDS("not_yours", square=square_name(found.origin), pawn=pawn_phrase("pawn", pawn), owner=owner, seat=seat)


def _no_line(o: Record, v: Record, move: Move) -> Sentence:
    names = {"origin": square_name(move.origin), "target": square_name(move.target)}
    return WORDS("no_line_devil", **names) if v.die == DEVIL else WORDS("no_line", number=int(v.die), **names)


def _same_square(o: Record, v: Record, move: Move) -> Sentence:
    return WORDS("same_square", square=square_name(move.target))


def _in_the_way(o: Record, v: Record, move: Move) -> Sentence:
    square = _first_stop(o, v, move, BE_6)[1]
    pawn = int(v.board[square])
    return WORDS("in_the_way", square=square_name(square), pawn=pawn_phrase("a", pawn), owner=_seat(seat_of(pawn)))


def _own_pawn(o: Record, v: Record, move: Move) -> Sentence:
    mover, pawn = int(v.board[move.origin]), int(v.board[move.target])
    key = "own_unhurt" if kind_of(mover) == AM else "own_pawn"
    return WORDS(key, square=square_name(move.target), pawn=pawn_phrase("your", pawn))


def _not_in_table(o: Record, v: Record, move: Move) -> Sentence:
    taker, victim = int(v.board[move.origin]), int(v.board[move.target])
    names = {"taker": pawn_phrase("a", taker), "victim": pawn_phrase("a", victim)}
    return WORDS("not_in_table", **names, takes=TABLE[kind_of(taker)].takes)


def _no_keeping(o: Record, v: Record, move: Move) -> Sentence:
    victim = int(v.board[move.target])
    square = square_name(move.target)
    if not victim or seat_of(victim) == v.to_move:
        return WORDS("keep_nothing", square=square)
    if not IS_KEEPABLE[kind_of(victim)]:
        return WORDS("keep_kind", square=square, pawn=pawn_phrase("a", victim))
    if v.die != DEVIL:
        return WORDS("keep_needs_devil", die=FACES[v.die])
    if victim & KEPT:
        plain = f"{square_name(move.origin)}-{square}"
        return WORDS("keep_rejoins", square=square, pawn=pawn_phrase("pawn", victim), move=plain)
    if int(v.flats[v.to_move]) >> kind_of(victim) & 1:
        return WORDS("keep_flat_used", pawn=pawn_phrase("pawn", victim))
    ground = WORDS(f"ground.{GROUND_NAMES[int(o.ground[move.origin])]}")
    return WORDS("keep_ground", square=square_name(move.origin), ground=ground)


def _water(o: Record, v: Record, move: Move) -> Sentence:
    stop = next((stop for stop in _stops(o, v, move) if stop[2] == BE_12), None)
    if stop is None or _is_free(o, v, move):
        return WORDS("water_end", square=square_name(move.target))
    before, square, _ = stop
    if _is_diagonal(before, square) and _between_waters(o, before, square):
        return WORDS("between_waters", origin=square_name(before), target=square_name(square))
    return WORDS("water_way", square=square_name(square))


def _is_diagonal(square: int, other: int) -> bool:
    return square // SIDE != other // SIDE and square % SIDE != other % SIDE


def _between_waters(o: Record, square: int, other: int) -> bool:
    corners = other // SIDE * SIDE + square % SIDE, square // SIDE * SIDE + other % SIDE
    return all(o.ground[corner] == WATER for corner in corners)


def _hidden(o: Record, v: Record, move: Move) -> Sentence:
    return WORDS("green", square=square_name(move.target), pawn=pawn_phrase("the", int(v.board[move.target])))


def _surrounded(o: Record, v: Record, move: Move) -> Sentence:
    return WORDS("surrounded", square=square_name(move.origin), pawn=pawn_phrase("your", int(v.board[move.origin])))


def _wounded(o: Record, v: Record, move: Move) -> Sentence:
    pawn = int(v.board[move.origin])
    if v.die != DEVIL and is_wounded(o, move.origin, kind_of(pawn)):
        return WORDS("wounded", square=square_name(move.origin), pawn=pawn_phrase("your", pawn))
    return WORDS("wounded_target", square=square_name(move.target), pawn=pawn_phrase("the", int(v.board[move.target])))


def _guarded(o: Record, v: Record, move: Move) -> Sentence:
    pawn = int(v.board[move.target])
    guards = [square for square in neighbours(o, move.target) if v.board[square] == pawn_of(SE, seat_of(pawn), 0)]
    names = {"square": square_name(move.target), "guard": square_name(min(guards))}
    return WORDS("guarded", pawn=pawn_phrase("the", pawn), **names)


def neighbours(o: Record, square: int) -> list[int]:
    """Return the squares around a square."""
    return [int(step) & SQUARE for step in o.steps[ANYWHERE, square] if step >= 0]


def _ambulance(o: Record, v: Record, move: Move) -> Sentence:
    pawn = int(v.board[move.target])
    if seat_of(pawn) == v.to_move:
        return WORDS("camp_full", pawn=pawn_phrase("your", pawn))
    return WORDS("ambulance_only", square=square_name(move.target), victim=pawn_phrase("the", pawn))


def _camp(o: Record, v: Record, move: Move) -> Sentence:
    """BE-19: explain which of its three cases refuses the move."""
    seat = int(v.to_move)
    pawn, victim = int(v.board[move.origin]), int(v.board[move.target])
    free = _is_free(o, v, move)
    if not free and has_entered(o, move.origin, seat):
        return WORDS("cannot_leave", square=square_name(move.origin), pawn=pawn_phrase("your", pawn))
    if free and victim and seat_of(victim) != seat and has_entered(o, move.target, 1 - seat):
        return WORDS("entered_target", square=square_name(move.target), pawn=pawn_phrase("the", victim))
    squares = np.flatnonzero(o.ground == CAMP + seat).tolist()
    at_home = next(square for square in squares if v.board[square] and seat_of(int(v.board[square])) == seat)
    return WORDS("camp_closed", square=square_name(at_home), pawn=pawn_phrase("your", int(v.board[at_home])))


def _must_take(o: Record, v: Record, move: Move) -> Sentence:
    rows = np.zeros(TAKE_SCRATCH, np.int64)
    candidates = rows[CANDIDATES : CANDIDATES + list_candidates(o, v, rows)].tolist()
    square = next(square for square in candidates if takes(o, v, square, rows))
    return WORDS("must_take", square=square_name(square), pawn=pawn_phrase("your", int(v.board[square])))


_REASONS: dict[int, Callable[[Record, Record, Move], Sentence]] = {
    4: _no_line,
    5: _same_square,
    6: _in_the_way,
    7: _own_pawn,
    8: _not_in_table,
    9: _no_keeping,
    12: _water,
    13: _hidden,
    14: _surrounded,
    15: _wounded,
    16: _guarded,
    17: _ambulance,
    19: _camp,
    20: _must_take,
}


# The lines of a move


def _numbers(v: Record) -> list[int]:
    return list(range(1, FARTHEST + 1)) if v.die == DEVIL else [int(v.die)]


def _is_free(o: Record, v: Record, move: Move) -> bool:
    """Check whether one of the lines to the target is free."""
    queue = np.zeros(QUEUE, np.int64)
    return any(
        leads_to(o, move.origin, number, move.target)
        and not path_refusals(o, v, move.origin, move.target, number, queue)
        for number in _numbers(v)
    )


def _first_stop(o: Record, v: Record, move: Move, rule: int) -> tuple[int, int, int]:
    return next(stop for stop in _stops(o, v, move) if stop[2] == rule)


def _stops(o: Record, v: Record, move: Move) -> Iterator[tuple[int, int, int]]:
    """Yield where lines to the target are stopped: the square before, the square, and the rule; the nearest first."""
    for number in _numbers(v):
        lines = [(move.origin, direction) for direction in range(len(DIRECTIONS))]
        for left in range(number - 1, -1, -1):
            going_on = []
            for square, direction in dict.fromkeys(lines):
                step = int(o.steps[ANYWHERE, square, direction])
                following = step & SQUARE
                if step < 0 or not _may_arrive(o, following, direction, bool(step & STAR), left, move.target):
                    continue
                stopped = int(stopped_by(o, v, move.origin, square, following, left == 0))
                if stopped:
                    yield square, following, stopped
                elif step & STAR:
                    going_on += [(following, way) for way in range(len(DIRECTIONS))]
                else:
                    going_on.append((following, direction))
            lines = going_on


def _may_arrive(o: Record, square: int, direction: int, star: bool, left: int, target: int) -> bool:
    """Check whether the rest of a line from a square leads to the target, ignoring pawns and grounds."""
    while left and not star:
        step = int(o.steps[ANYWHERE, square, direction])
        if step < 0:
            return False
        square, star, left = step & SQUARE, bool(step & STAR), left - 1
    return square == target if left == 0 else bool(leads_to(o, square, left, target))


# The end


def ending(o: Record, v: Record) -> Sentence:
    """BE-21, BE-22: describe how a finished game ended, and its score."""
    for seat in range(2):
        if v.outside[seat] == 0:
            return WORDS("ending.left", seat=_seat(seat), score=_score(o, v))
    if o.quiet_limit and v.quiet >= o.quiet_limit:
        return WORDS("ending.quiet", limit=int(o.quiet_limit), score=_score(o, v))
    return WORDS("ending.plies", limit=int(o.max_plies), score=_score(o, v))


def _score(o: Record, v: Record) -> Sentence:
    points = np.zeros(2, np.int64)
    rules.scores(o, v, points)
    yellow, pink = points.tolist()
    if yellow == pink:
        return WORDS("score.equal", yellow=format_points(yellow))
    winner = _seat(0 if yellow > pink else 1)
    points_of = {"yellow": format_points(yellow), "pink": format_points(pink)}
    return WORDS("score.won", winner=winner, lead=format_points(abs(yellow - pink)), **points_of)
