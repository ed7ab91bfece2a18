"""Helpers for tests with drawn positions."""

from __future__ import annotations

import caserne
from caserne.core.game.position import Position

RED_SETUP = "TTBNJLKKLJKTSTNBBTECBTFBNBENTKLJECGTENML"
BLUE_SETUP = "JKTKTBFCJTMKTEKBNSNLLJELBTCETEBTBLNNTNGB"
START = (
    "bgntnnlbtb/etectblejl/lnsnbketkm/tjcfbtktkj/..~~..~~../..~~..~~../TTBNJLKKLJ/KTSTNBBTEC/BTFBNBENTK/LJECGTENML r"
)
"""The position after both set-ups."""


def position(text: str, **options: object) -> Position:
    return caserne.game("stratego", **options).position(text)


def placed(pieces: str, to_move: str = "r", **options: object) -> Position:
    """Return the position with pieces such as "Me4 nf9" and a flag for each side, F on a1 and f on j10."""
    squares = dict.fromkeys((file + str(rank) for rank in range(1, 11) for file in "abcdefghij"), ".")
    squares |= dict.fromkeys(["c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"], "~")
    for piece in ["Fa1", "fj10", *pieces.split()]:
        squares[piece[1:]] = piece[0]
    ranks = ("".join(squares[file + str(rank)] for file in "abcdefghij") for rank in range(10, 0, -1))
    return position("/".join(ranks) + " " + to_move, **options)


def piece_on(position: Position | str, square: str) -> str:
    """Return the letter of the piece on a square, or a dot."""
    ranks = str(position).split(" ")[0].split("/")
    return ranks[10 - int(square[1:])]["abcdefghij".index(square[0])]


def targets(position: Position, origin: str) -> str:
    """Return the squares that the piece on `origin` may move to."""
    return " ".join(move.split("-")[1] for move in position.legal() if move.startswith(origin + "-"))
