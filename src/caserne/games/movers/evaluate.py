"""Evaluation of Movers & Hoppers positions, move ordering, transposition keys and the bot levels.

The evaluation is linear: weights times features of one side, less the same features of the other side.
"""

from __future__ import annotations

from math import tanh

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import NOBODY, OVER
from caserne.games.movers.board import FILE, RANK_1, RANKS, SQUARES, WHITE
from caserne.games.movers.moves import JUMPS_ACROSS, JUMPS_ALONG, STEPS_ALONG, STEPS_LEFT, STEPS_RIGHT, moves_of
from caserne.games.movers.rules import count_occurrences
from caserne.games.movers.weights import WEIGHTS as TUNED

LEVELS = (
    "alphabeta:depth=1:noise=30",
    "alphabeta:depth=2",
    "alphabeta:depth=3",
    "alphabeta:leaf=learned:depth=3",
    "alphabeta:leaf=learned:depth=5",
    "alphabeta:leaf=learned@1s",
)

WEIGHTS = np.array(list(TUNED.values()))
MOVERS, HOPPERS, MIDDLE, GOAL, STEPS, JUMPS, RACE, TURN = 0, 8, 16, 17, 24, 26, 28, 30
"""Index of the first weight of each group; GOAL is one before the first, because a full goal is a win."""

CAMP_RANKS = 2

FIRST_HALF = (1 << 24) - 1
RISING_STEPS, FALLING_STEPS = 0xFFFF << 16, 0xFFFF << 32
RISING_JUMPS, FALLING_JUMPS = 0x00FF00_00FF00, 0xFF0000_FF0000
"""Bits of the words of `moves` that gain ranks for White, and for Red."""


@rule
def evaluate(o, s, seat):
    """Return the result of a finished game, else the expected result for a seat, between -1 and 1."""
    if s.actor == OVER:
        return 0.0 if s.winner == NOBODY else 1.0 if s.winner == seat else -1.0
    return tanh(log_odds(o, s, seat, WEIGHTS) / 2)


@rule
def log_odds(o, s, seat, weights):
    """Return the log odds of winning: the sum of weighted features.

    A shorter board lacks the ranks next to the camps; its other ranks have the weights of the full board.
    """
    lead = weights[TURN] if s.to_move == WHITE else -weights[TURN]
    white_hoppers, red_hoppers = np.int64(s.white & s.hoppers), np.int64(s.red & s.hoppers)
    white_movers, red_movers = np.int64(s.white & ~s.hoppers), np.int64(s.red & ~s.hoppers)
    for rank in range(o.ranks):
        facing = o.ranks - 1 - rank
        place = rank if rank < CAMP_RANKS else rank + RANKS - o.ranks
        lead += weights[MOVERS + place] * (on_rank(white_movers, rank) - on_rank(red_movers, facing))
        lead += weights[HOPPERS + place] * (on_rank(white_hoppers, rank) - on_rank(red_hoppers, facing))
    lead += weights[MIDDLE] * (on_middle_file(white_movers) - on_middle_file(red_movers))
    lead += weights[MIDDLE + 1] * (on_middle_file(white_hoppers) - on_middle_file(red_hoppers))
    occupied = np.int64(s.white | s.red)
    to_fill, for_red = count_bits(o.red_camp & ~occupied), count_bits(o.white_camp & ~occupied)
    lead += weights[GOAL + to_fill] - weights[GOAL + for_red]
    lead += race_value(o, np.int64(s.white), to_fill, o.ranks - CAMP_RANKS, -1, weights)
    lead -= race_value(o, np.int64(s.red), for_red, CAMP_RANKS - 1, 1, weights)
    lead += mobility_value(o, s, s.white, FIRST_HALF, RISING_STEPS, RISING_JUMPS, weights)
    lead -= mobility_value(o, s, s.red, FIRST_HALF << 24, FALLING_STEPS, FALLING_JUMPS, weights)
    return lead if seat == WHITE else -lead


@rule
def race_value(o, pieces, to_fill, goal, away, weights):
    """MH-7, MH-8: value of the distance left for the pieces nearest to the free squares of their goal."""
    to_go = farthest = 0
    for distance in range(1, o.ranks - 1):
        arriving = min(on_rank(pieces, goal + away * distance), to_fill)
        to_fill -= arriving
        to_go += arriving * distance
        farthest = distance if arriving else farthest
    return weights[RACE] * to_go + weights[RACE + 1] * farthest


@rule
def mobility_value(o, s, pieces, forward_along, forward_steps, forward_jumps, weights):
    """Value of the moves of a side; moves that gain ranks have their own weights."""
    words = moves_of(o, s, pieces)
    beside = words[STEPS_RIGHT], words[STEPS_LEFT]
    steps = count_bits(words[STEPS_ALONG]) + count_bits(beside[0]) + count_bits(beside[1])
    ahead = count_bits(words[STEPS_ALONG] & forward_along)
    ahead += count_bits(beside[0] & forward_steps) + count_bits(beside[1] & forward_steps)
    jumps = count_bits(words[JUMPS_ACROSS]) + count_bits(words[JUMPS_ALONG])
    leaps = count_bits(words[JUMPS_ACROSS] & forward_jumps) + count_bits(words[JUMPS_ALONG] & forward_along)
    return (
        weights[STEPS] * ahead
        + weights[STEPS + 1] * (steps - ahead)
        + weights[JUMPS] * leaps
        + weights[JUMPS + 1] * (jumps - leaps)
    )


@rule
def on_rank(pieces, rank):
    """Count the pieces on a rank: three bits, added by one multiplication."""
    return (((pieces >> rank) & RANK_1) * RANK_1 >> 16) & 3


@rule
def on_middle_file(pieces):
    return count_bits((pieces >> RANKS) & FILE)


@rule
def count_bits(word):
    """Count the set bits of a word of up to 48 bits, in pairs, fours and bytes at a time."""
    word = word - ((word >> 1) & 0x555555555555)
    word = (word & 0x333333333333) + ((word >> 2) & 0x333333333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F
    word += word >> 24
    return (word + (word >> 8) + (word >> 16)) & 0xFF


@rule
def order(o, s, past, action):
    """Score a move for move ordering: the number of ranks it gains."""
    gain = action % SQUARES % RANKS - action // SQUARES % RANKS
    return gain if s.to_move == WHITE else -gain


@rule
def key(o, s, past):
    """Return the key for transposition tables: the board, the turn, and the counters of MH-10 and MH-11."""
    position_key = 2 * s.key + s.to_move
    if o.repetition:
        position_key = 8 * position_key + min(count_occurrences(s, past), 7)
    if o.max_plies:
        position_key ^= int(s.ply) * 0x5851F42D4C9
    return position_key
