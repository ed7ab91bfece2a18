"""Helpers for tests with drawn positions."""

from __future__ import annotations

import caserne
from caserne.core.game.position import Position

START = "mhm/hmh/3/3/3/3/HMH/MHM w"
CYCLE = "b1-b3 b8-b6 a1-b1 c8-b8 b3-a3 b6-c6 a3-a1 c6-c8"
"""The shortest cycle: eight moves that lead from START back to START."""


def position(text: str, **options: object) -> Position:
    return caserne.game("movers", **options).position(text)


def drawn(drawing: str, to_move: str, **options: object) -> Position:
    """Return the position of a drawing: one line per rank from the last down to rank 1, a dot for a free square."""
    ranks = ["".join(line.split()) for line in drawing.strip().splitlines()]
    board = "/".join(ranks).replace("...", "3").replace("..", "2").replace(".", "1")
    return position(f"{board} {to_move}", **options)


def targets(position: Position, origin: str) -> str:
    """Return the squares that the piece on `origin` may move to."""
    return " ".join(move[3:] for move in position.legal() if move.startswith(origin + "-"))


def piece_on(position: Position, square: str) -> str:
    """Return the letter of the piece on a square, or a dot."""
    ranks = str(position).split(" ")[0].replace("3", "...").replace("2", "..").replace("1", ".").split("/")
    return ranks[8 - int(square[1])]["abc".index(square[0])]
