"""Notation of Movers & Hoppers: positions such as `mhm/hmh/3/3/3/3/HMH/MHM w` and moves such as `a2-b3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from caserne.core.game.errors import InvalidMove, InvalidPosition
from caserne.games.movers import board, rules
from caserne.games.movers.board import CAMP_SIZE, FILES, RANKS, RED, SQUARES, WHITE
from caserne.games.movers.rules import PASS, PLACE_HOPPER, PLACE_MOVER
from caserne.games.movers.words import WORDS

LETTERS = "MHmh"
"""White mover and hopper, Red mover and hopper."""
FACES = {"M": PLACE_MOVER, "H": PLACE_HOPPER}
SIDES = "wr"
SQUARE_NAMES = [f"{file}{rank}" for file in "abc" for rank in range(1, RANKS + 1)]


def read_move(text: str, o: np.record) -> tuple[int, ...]:
    """Return the action of a move, or the six placements of a set-up."""
    if text == "pass":
        return (PASS,)
    if re.fullmatch(r"[abc][1-8]-[abc][1-8]", text):
        if max(int(text[1]), int(text[4])) > o.ranks:
            raise InvalidMove(WORDS("off_board", move=text, ranks=int(o.ranks)))
        origin, target = map(SQUARE_NAMES.index, text.split("-"))
        return (origin * SQUARES + target,)
    if re.fullmatch(rf"[MH]{{{CAMP_SIZE}}}", text):
        return tuple(FACES[face] for face in text)
    raise InvalidMove(WORDS("unreadable_move", move=text))


def write_move(actions: Sequence[int]) -> str:
    """Return the text of a move, or of the placements of a set-up."""
    if actions[0] >= PLACE_MOVER:
        return "".join("MH"[face - PLACE_MOVER] for face in actions)
    if actions[0] == PASS:
        return "pass"
    origin, target = divmod(actions[0], SQUARES)
    return f"{SQUARE_NAMES[origin]}-{SQUARE_NAMES[target]}"


def camp_cells(seat: int, ranks: int) -> tuple[str, ...]:
    """MH-1: return the squares of a camp in the order of a set-up: nearest rank first, as the owner sees it."""
    white = tuple(SQUARE_NAMES[file * RANKS + rank] for rank in range(2) for file in range(FILES))
    red = tuple(SQUARE_NAMES[file * RANKS + ranks - 1 - rank] for rank in range(2) for file in reversed(range(FILES)))
    return white if seat == WHITE else red


def read_position(text: str, o: np.record, s: np.record) -> None:
    """Change the state at the start of a game into the position that a text describes."""
    fields = text.split(" ")
    if fields[0] == "setup":
        _read_sealed_camp(fields[1:], o, s)
    else:
        _read_board(fields, int(o.ranks), s)


def _read_sealed_camp(fields: list[str], o: np.record, s: np.record) -> None:
    if not fields:
        return
    camp = fields[0]
    if len(fields) > 1 or not re.fullmatch(rf"[MH]{{{CAMP_SIZE}}}", camp):
        raise InvalidPosition(WORDS("bad_sealed_camp", camp=" ".join(fields)))
    for face in camp:
        if not rules.faces_left(o, s, FACES[face]):
            raise InvalidPosition(WORDS("bad_sealed_faces", camp=camp))
        rules.place(o, s, FACES[face])


def _read_board(fields: list[str], ranks: int, s: np.record) -> None:
    if len(fields) != 2:
        raise InvalidPosition(WORDS("wrong_fields", count=len(fields)))
    rows, side = fields
    texts = rows.split("/")
    if len(texts) != ranks:
        raise InvalidPosition(WORDS("wrong_ranks", ranks=ranks, count=len(texts)))
    for number, row in zip(range(ranks, 0, -1), texts, strict=True):
        squares = "".join(" " * int(sign) if sign in "123" else sign for sign in row)
        if not re.fullmatch(rf"[{LETTERS} ]{{{FILES}}}", squares) or re.search(r"\d\d", row):
            raise InvalidPosition(WORDS("bad_rank", rank=number, text=row))
        for file, letter in enumerate(squares):
            if letter != " ":
                seat, hopper = divmod(LETTERS.index(letter), 2)
                board.put(s, file * RANKS + number - 1, seat, hopper)
    for seat in (WHITE, RED):
        count = board.pieces_of(s, seat).bit_count()
        if count != CAMP_SIZE:
            raise InvalidPosition(WORDS("wrong_pieces", seat=WORDS(f"seat.{seat}"), count=count))
    if side not in SIDES or len(side) != 1:
        raise InvalidPosition(WORDS("bad_side", side=side))
    s.setup = 0
    s.to_move = SIDES.index(side)


def write_position(s: np.record, o: np.record) -> str:
    """Return the position string of a state, or of a view, in which an unseen camp is empty."""
    if s.setup:
        camp = "".join(_letter(s, file * RANKS + rank) for rank in range(2) for file in range(FILES))
        return f"setup {camp}" if camp.isalpha() else "setup"
    rows = ("".join(_letter(s, file * RANKS + rank) for file in range(FILES)) for rank in reversed(range(o.ranks)))
    return "/".join(map(_count_gaps, rows)) + " " + SIDES[s.to_move]


def _letter(s: np.record, square: int) -> str:
    hopper = s.hoppers >> square & 1
    if s.white >> square & 1:
        return LETTERS[hopper]
    return LETTERS[2 + hopper] if s.red >> square & 1 else "."


def _count_gaps(row: str) -> str:
    runs = ((sign, len(list(group))) for sign, group in groupby(row))
    return "".join(str(length) if sign == "." else sign * length for sign, length in runs)
