"""What every piece of Stratego has done so far, as far as all have seen it: what beliefs are made from."""

from __future__ import annotations

from typing import Any

import numpy as np

from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.kernel.compiled import allocating_rule, rule
from caserne.games.stratego.army import KINDS, LETTERS, LOSES, NOTHING, OUTCOMES, WINS
from caserne.games.stratego.board import NEIGHBOURS, SQUARE_NAMES, SQUARES
from caserne.games.stratego.rules import PIECES, owner

MOVES, MET, LEFT = 0, 1, 2
"""Columns of a diary: how often a piece has moved, has come up to an enemy nobody has been shown, has left one."""
APPROACHED, SPARED, FLED = 3, 3 + KINDS, 3 + 2 * KINDS
"""Further columns, by kind of the enemies that have been shown: how often a piece has come up to one, has stayed beside
one while its owner moved another piece, has left one."""
JUST_CAME = 3 + 3 * KINDS
"""The last columns, by kind again: to how many of these enemies the last move of all has brought it."""
COLUMNS = 3 + 4 * KINDS

NUMBERS = {name: number for number, name in enumerate(SQUARE_NAMES)}

Array = np.ndarray[Any, Any]


def diary(observation: Observation) -> Array:
    """By number of a piece, what it has done in the events that the seat remembers; with `memory` that is nothing."""
    found = np.zeros((PIECES, COLUMNS), np.int64)
    if not observation.in_setup and not observation.game.options.memory:
        moves = [_move(event) for event in observation.events if event.move and "-" in event.move]
        write_diary(observation.view[0].board.astype(np.int64), np.array(moves, np.int64).reshape(-1, 5), found)
    return found


def _move(event: ObservedEvent) -> tuple[int, int, int, int, int]:
    """Who moved from where to where, and the kinds shown: of the piece that moved, and of the one that it attacked."""
    origin, target = str(event.move).split("-")
    shown = {cell: LETTERS.index(letter.upper()) for cell, letter in event.revealed}
    attacks = origin in shown
    kind = shown.get(origin if attacks else target, NOTHING)
    return int(str(event.actor)), NUMBERS[origin], NUMBERS[target], kind, shown[target] if attacks else NOTHING


@allocating_rule
def write_diary(board, moves, found):
    """Take the moves back from the board as it stands, then make them again and note what every piece does."""
    pieces, seats = np.zeros((len(moves), 2), np.int64), np.zeros(PIECES + 2 * len(moves), np.int64)
    shown = np.zeros(seats.size, np.int64)
    if not take_back(board, moves, pieces, seats):
        return
    for n in range(len(moves)):
        seat, origin, target, kind, other = moves[n]
        piece, enemy = pieces[n]
        note_the_others(board, seats, shown, seat, piece, found)
        if piece < PIECES:
            found[piece, MOVES] += 1
            if enemy == 0:
                note_neighbours(board, seats, shown, seat, origin, found[piece], LEFT, FLED)
                note_neighbours(board, seats, shown, seat, target, found[piece], MET, APPROACHED)
                if n == len(moves) - 1:
                    note_neighbours(board, seats, shown, seat, target, found[piece], COLUMNS, JUST_CAME)
        shown[piece] = max(shown[piece], kind)
        shown[enemy] = other
        board[origin] = 0
        if other == 0 or OUTCOMES[kind, other] == WINS:
            board[target] = piece
        elif OUTCOMES[kind, other] != LOSES:
            board[target] = 0


@rule
def take_back(board, moves, pieces, seats):
    """Find the piece that made each move, the one that it attacked, and whose they are; False if that cannot be.

    Who has fallen comes back under a number from PIECES on.
    """
    for piece in range(1, PIECES):
        seats[piece] = owner(piece)
    fallen = PIECES
    for n in range(len(moves) - 1, -1, -1):
        seat, origin, target, kind, other = moves[n]
        outcome = OUTCOMES[kind, other] if other else WINS
        pieces[n, 0] = board[target]
        if outcome != WINS:
            pieces[n, 0], seats[fallen] = fallen, seat
            fallen += 1
        if other and outcome == LOSES:
            pieces[n, 1] = board[target]
        elif other:
            pieces[n, 1], seats[fallen] = fallen, 1 - seat
            fallen += 1
        if board[origin] or pieces[n, 0] == 0 or seats[pieces[n, 0]] != seat:
            return False
        board[origin], board[target] = pieces[n]
    return True


@rule
def note_the_others(board, seats, shown, seat, mover, found):
    """Note which pieces of a seat stay beside enemies that have been shown."""
    for square in range(SQUARES):
        piece = board[square]
        if 0 < piece < PIECES and piece != mover and seats[piece] == seat:
            note_neighbours(board, seats, shown, seat, square, found[piece], COLUMNS, SPARED)


@rule
def note_neighbours(board, seats, shown, seat, square, line, unknown, known):
    """Count the enemies next to a square: in one column those nobody has been shown, in others those shown, by kind."""
    for n in range(4):
        beside = int(NEIGHBOURS[square, n])
        other = board[beside] if beside < SQUARES else 0
        if other and seats[other] != seat:
            column = known + shown[other] if shown[other] else unknown
            if column < COLUMNS:
                line[column] += 1
