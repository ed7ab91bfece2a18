"""Notation of Les Belligérants: positions such as `EMo1,TKe5 SOe10,EMa13 - - JD` and moves such as `e5-e3*`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from caserne.core.game.errors import InvalidMove, InvalidPosition
from caserne.core.game.words import Sentence
from caserne.games.belligerants import rules
from caserne.games.belligerants.army import CODES, KEEPABLE, KINDS, PAWNS
from caserne.games.belligerants.board import KEPT, is_destroyed, kind_of, pawn_of, put, seat_of
from caserne.games.belligerants.maps import SIDE, SQUARES, square_name
from caserne.games.belligerants.moves import KEEP
from caserne.games.belligerants.rules import PASS, PLACE, ROLL
from caserne.games.belligerants.words import WORDS

SIDES = "JR"
FACES = "?12345D"
"""The faces of the die by number; the first means not rolled."""
FIELDS = ("YELLOW", "PINK", "HELD-BY-YELLOW", "HELD-BY-PINK", "SIDE")
MOVE = re.compile(r"([a-t][0-9]{1,2})-([a-t][0-9]{1,2})(\*?)")
PAWN = re.compile(r"([A-Z]{2})([a-t][0-9]{1,2})(\*?)")


class Move(NamedTuple):
    """A move of a pawn."""

    origin: int
    target: int
    keeps: bool


def read_square(text: str, o: np.record) -> int | None:
    """Return the number of a square of the map, or None."""
    if not re.fullmatch(r"[a-t]([1-9]|1[0-9]|20)", text):
        return None
    file, rank = ord(text[0]) - ord("a"), int(text[1:]) - 1
    return rank * SIDE + file if file < o.width and rank < o.height else None


# Moves


def parse(text: str, o: np.record) -> Move | None:
    """Return the move of a pawn, or None if the text is something else."""
    found = MOVE.fullmatch(text)
    if not found:
        return None
    squares = [read_square(name, o) for name in found.groups()[:2]]
    for name, square in zip(found.groups(), squares, strict=False):
        if square is None:
            raise InvalidMove(WORDS("no_such_square", square=name, **map_corners(o)))
    return Move(squares[0], squares[1], bool(found[3]))  # type: ignore[arg-type]


def read_move(text: str, o: np.record) -> tuple[int, ...]:
    """Return the action of a move, of `pass` or of a die result, or the fifteen placements of a deployment."""
    if text == "pass":
        return (PASS,)
    if len(text) == 1 and text in FACES[1:]:
        return (ROLL + FACES.index(text),)
    move = parse(text, o)
    if move:
        return (move.origin * SQUARES + move.target + KEEP * move.keeps,)
    codes = text.split(",")
    if len(codes) > 1 and all(code in CODES for code in codes):
        if len(codes) != PAWNS:
            raise InvalidMove(WORDS("setup_length", count=len(codes), size=PAWNS))
        return tuple(PLACE + CODES.index(code) for code in codes)
    raise InvalidMove(WORDS("unreadable_move", move=text))


def write_move(actions: Sequence[int]) -> str:
    """Return the text of an action, or of the placements of a deployment."""
    first = actions[0]
    if first >= PLACE:
        return ",".join(CODES[action - PLACE] for action in actions)
    if first == PASS:
        return "pass"
    if first > ROLL:
        return FACES[first - ROLL]
    origin, target = divmod(first % KEEP, SQUARES)
    return f"{square_name(origin)}-{square_name(target)}{'*' * (first >= KEEP)}"


# Positions


def read_position(text: str, o: np.record, s: np.record) -> None:
    """Change the state at the start of a game into the position that a text describes."""
    fields = text.split(" ")
    if fields[0] == "setup":
        _read_sealed(fields[1:], o, s)
        return
    if len(fields) != len(FIELDS):
        raise InvalidPosition(WORDS("wrong_fields", count=len(fields), fields=" ".join(FIELDS)))
    s.setup = 0
    for seat in range(2):
        _read_pawns(fields[seat], seat, o, s)
        _read_held(fields[2 + seat], seat, s)
    _check_army(o, s)
    _read_side(fields[4], s)


def _read_sealed(fields: list[str], o: np.record, s: np.record) -> None:
    if not fields:
        return
    codes = fields[0].split(",")
    if len(fields) > 1 or len(codes) != PAWNS or any(code not in CODES for code in codes):
        raise InvalidPosition(WORDS("bad_sealed", text=" ".join(fields), size=PAWNS))
    for code in codes:
        kind = CODES.index(code)
        if not rules.left_in_hand(o, s, kind):
            raise InvalidPosition(WORDS("sealed_too_many", code=code, number=int(o.army[kind])))
        rules.place(o, s, kind)


def _read_pawns(text: str, seat: int, o: np.record, s: np.record) -> None:
    field = FIELDS[seat]
    for item in [] if text == "-" else text.split(","):
        found = PAWN.fullmatch(item)
        if not found or found[1] not in CODES:
            raise InvalidPosition(WORDS("bad_pawn", field=field, text=item, codes=" ".join(CODES)))
        kind, kept = CODES.index(found[1]), bool(found[3])
        square = read_square(found[2], o)
        if square is None:
            reason: Sentence | None = WORDS("no_such_square", square=found[2], **map_corners(o))
        else:
            reason = _impossible(o, s, kind, seat, kept, square)
        if reason or square is None:
            raise InvalidPosition(WORDS("bad_field", field=field, text=item, reason=reason))
        put(o, s, square, pawn_of(kind, seat, kept))


def _impossible(o: np.record, s: np.record, kind: int, seat: int, kept: bool, square: int) -> Sentence | None:
    """Return why a pawn cannot stand on a square, or None."""
    if s.board[square]:
        return WORDS("twice_on_square", square=square_name(square))
    if kept and kind not in KEEPABLE:
        return WORDS("not_keepable", pawn=WORDS(f"pawn.{CODES[kind]}"))
    if kept and int(s.flats[seat]) >> kind & 1:
        return WORDS("flat_twice", seat=WORDS(f"seat.{seat}"), pawn=WORDS(f"pawn.{CODES[kind]}"))
    if is_destroyed(o, square, kind):
        return WORDS("deadly_ground", pawn=WORDS(f"pawn.{CODES[kind]}"), square=square_name(square))
    return None


def _read_held(text: str, seat: int, s: np.record) -> None:
    for code in [] if text == "-" else text.split(","):
        if code not in CODES:
            raise InvalidPosition(WORDS("bad_held", field=FIELDS[2 + seat], text=code, codes=" ".join(CODES)))
        if s.held[seat, CODES.index(code)] == 2 * PAWNS:
            raise InvalidPosition(WORDS("too_many_held", field=FIELDS[2 + seat], code=code, most=2 * PAWNS))
        s.held[seat, CODES.index(code)] += 1


def _check_army(o: np.record, s: np.record) -> None:
    """Check that no kind occurs more often than in the armies, by first owner.

    The text does not give the first owner of a prisoner. Only pawns that can be kept can be prisoners of their own old
    army (BE-10), so that for these kinds both armies are counted together.
    """
    standing = np.zeros((2, KINDS), np.int64)
    for pawn in s.board[s.board != 0].tolist():
        first_owner = seat_of(pawn) ^ (pawn & KEPT != 0)
        standing[first_owner, kind_of(pawn)] += 1
    for kind, code in enumerate(CODES):
        number = int(o.army[kind])
        held = [int(s.held[seat, kind]) for seat in range(2)]
        for owner in range(2):
            count = standing[owner, kind] + (0 if kind in KEEPABLE else held[1 - owner])
            if count > number:
                seat = WORDS(f"seat.{owner}")
                raise InvalidPosition(
                    WORDS("too_many", field=FIELDS[owner], code=code, seat=seat, count=count, number=number)
                )
        together = int(standing[:, kind].sum()) + sum(held)
        if together > 2 * number:
            raise InvalidPosition(WORDS("too_many_together", code=code, count=together, number=2 * number))


def _read_side(text: str, s: np.record) -> None:
    if len(text) != 2 or text[0] not in SIDES or text[1] not in FACES:
        raise InvalidPosition(WORDS("bad_side", text=text))
    s.to_move = SIDES.index(text[0])
    s.die = FACES.index(text[1])


def write_position(s: np.record, o: np.record) -> str:
    """Return the position string of a state, or of a view, in which an unseen army is missing."""
    if s.setup:
        camp = [int(s.board[square]) for square in o.camps[0]]
        return "setup " + ",".join(CODES[kind_of(pawn)] for pawn in camp) if all(camp) else "setup"
    squares = np.flatnonzero(s.board).tolist()
    pawns = [(int(s.board[square]), square) for square in squares]
    armies = [",".join(_write_pawn(*pawn) for pawn in pawns if seat_of(pawn[0]) == seat) for seat in range(2)]
    held = [",".join(code for code, n in zip(CODES, s.held[seat], strict=True) for _ in range(n)) for seat in range(2)]
    side = SIDES[s.to_move] + FACES[s.die]
    return " ".join([*(text or "-" for text in armies + held), side])


def _write_pawn(pawn: int, square: int) -> str:
    return CODES[kind_of(pawn)] + square_name(square) + "*" * bool(pawn & KEPT)


def map_corners(o: np.record) -> dict[str, str]:
    """Return the first and the last square of the map, for messages."""
    return {"first": square_name(0), "last": square_name((int(o.height) - 1) * SIDE + int(o.width) - 1)}
