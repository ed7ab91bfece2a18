"""Counts of what each piece has done so far, from the public events of a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.kernel.compiled import allocating_rule, kernel, rule
from caserne.games.stratego.army import KINDS, LETTERS, LOSES, NOTHING, OUTCOMES, WINS
from caserne.games.stratego.board import NEIGHBOURS, SQUARE_NAMES, SQUARES
from caserne.games.stratego.rules import PIECES, owner

MOVES, APPROACHED_HIDDEN, LEFT_HIDDEN = 0, 1, 2
"""Columns: how often a piece has moved, has moved next to a hidden enemy, has left a hidden enemy."""
APPROACHED_SHOWN, STAYED_BY_SHOWN, LEFT_SHOWN = 3, 3 + KINDS, 3 + 2 * KINDS
"""Columns by kind of a shown enemy: how often a piece has moved next to one, has stayed beside one while another piece
of its side moved, has left one."""
LAST_APPROACHED = 3 + 3 * KINDS
"""Columns by kind of a shown enemy: how many of them the last move of the game has brought the piece next to."""
COLUMNS = 3 + 4 * KINDS

SQUARE_NUMBERS = {name: number for number, name in enumerate(SQUARE_NAMES)}

Array = np.ndarray[Any, Any]


def behaviour_counts(observation: Observation) -> Array:
    """Count what each piece has done in the events of an observation; all zero with the option `memory`."""
    counts = np.zeros((PIECES, COLUMNS), np.int64)
    if not observation.in_setup and not observation.game.options.memory:
        count_behaviour(observation.view[0].board.astype(np.int64), observed_moves(observation), counts)
    return counts


def observed_moves(observation: Observation) -> Array:
    """Return the moves that a seat has observed, one row each, see `_move`."""
    moves = [_move(event) for event in observation.events if event.move and "-" in event.move]
    return np.array(moves, np.int64).reshape(-1, 5)


def _move(event: ObservedEvent) -> tuple[int, int, int, int, int]:
    """Return the seat, origin, target, and the kinds shown of the mover and of the piece it attacked (or NOTHING)."""
    origin, target = str(event.move).split("-")
    shown = {cell: LETTERS.index(letter.upper()) for cell, letter in event.revealed}
    attacks = origin in shown
    kind, enemy_kind = shown.get(origin if attacks else target, NOTHING), shown[target] if attacks else NOTHING
    return int(str(event.actor)), SQUARE_NUMBERS[origin], SQUARE_NUMBERS[target], kind, enemy_kind


@kernel
@allocating_rule
def count_behaviour(board, moves, counts):
    """Undo all moves from the present board to identify the pieces, then replay them and count."""
    pieces, seats = np.zeros((len(moves), 2), np.int64), np.zeros(PIECES + 2 * len(moves), np.int64)
    shown = np.zeros(seats.size, np.int64)
    if not undo_moves(board, moves, pieces, seats):
        return
    for n in range(len(moves)):
        seat, origin, target, kind, other = moves[n]
        piece, enemy = pieces[n]
        count_stays(board, seats, shown, seat, piece, counts)
        if piece < PIECES:
            counts[piece, MOVES] += 1
            if enemy == 0:
                count_neighbours(board, seats, shown, seat, origin, counts[piece], LEFT_HIDDEN, LEFT_SHOWN)
                count_neighbours(board, seats, shown, seat, target, counts[piece], APPROACHED_HIDDEN, APPROACHED_SHOWN)
                if n == len(moves) - 1:
                    count_neighbours(board, seats, shown, seat, target, counts[piece], COLUMNS, LAST_APPROACHED)
        shown[piece] = max(shown[piece], kind)
        shown[enemy] = other
        board[origin] = 0
        if other == 0 or OUTCOMES[kind, other] == WINS:
            board[target] = piece
        elif OUTCOMES[kind, other] != LOSES:
            board[target] = 0


@rule
def undo_moves(board, moves, pieces, seats):
    """Find the mover and the defender of each move, and their owners; False if the moves do not lead to the board.

    Captured pieces return under new numbers from PIECES on.
    """
    for piece in range(1, PIECES):
        seats[piece] = owner(piece)
    captured = PIECES
    for n in range(len(moves) - 1, -1, -1):
        seat, origin, target, kind, other = moves[n]
        outcome = OUTCOMES[kind, other] if other else WINS
        pieces[n, 0] = board[target]
        if outcome != WINS:
            pieces[n, 0], seats[captured] = captured, seat
            captured += 1
        if other and outcome == LOSES:
            pieces[n, 1] = board[target]
        elif other:
            pieces[n, 1], seats[captured] = captured, 1 - seat
            captured += 1
        if board[origin] or pieces[n, 0] == 0 or seats[pieces[n, 0]] != seat:
            return False
        board[origin], board[target] = pieces[n]
    return True


@rule
def count_stays(board, seats, shown, seat, mover, counts):
    """Count the pieces of a seat, other than the mover, that stay beside shown enemies."""
    for square in range(SQUARES):
        piece = board[square]
        if 0 < piece < PIECES and piece != mover and seats[piece] == seat:
            count_neighbours(board, seats, shown, seat, square, counts[piece], COLUMNS, STAYED_BY_SHOWN)


@rule
def count_neighbours(board, seats, shown, seat, square, row, hidden, shown_by_kind):
    """Count the enemies next to a square: hidden ones in one column, shown ones in the column of their kind."""
    for n in range(4):
        beside = int(NEIGHBOURS[square, n])
        other = board[beside] if beside < SQUARES else 0
        if other and seats[other] != seat:
            column = shown_by_kind + shown[other] if shown[other] else hidden
            if column < COLUMNS:
                row[column] += 1
