"""Movers & Hoppers as arrays for learning: 24 cells seen from the mover's side, and 24 targets from each of them.

Red sees the board turned by half a turn. The pass and the two faces of a set-up follow the moves.
"""

from __future__ import annotations

from caserne.core.game.features import Channel, Scalar
from caserne.core.kernel.compiled import rule
from caserne.games.movers.board import FILES, RANKS, RED, SQUARES, pieces_of
from caserne.games.movers.rules import PASS, count_occurrences

BOARD = (FILES, RANKS)

CHANNELS = (
    Channel("own mover", "an own piece that shows the mover's face"),
    Channel("own hopper", "an own piece that shows the hopper's face"),
    Channel("enemy mover", "an enemy piece that shows the mover's face"),
    Channel("enemy hopper", "an enemy piece that shows the hopper's face"),
    Channel("square", "a square of the board; shorter boards lack some cells"),
    Channel("home", "a square of the own camp"),
    Channel("goal", "a square of the enemy camp"),
)
SCALARS = (
    Scalar("occurrences", 3, "MH-10: how often this position has occurred, at most 8"),
    Scalar("repetition", 3, "MH-10: the occurrences that end the game; 0 if none do"),
    Scalar("plies left", 128, "MH-11: plies until the game ends, at most 1024"),
    Scalar("set-up", 1, "1 while the mover arranges a camp"),
    Scalar("placed", 6, "the pieces of that camp placed so far"),
    Scalar("expert", 1, "MH-12: 1 if a camp may show any faces"),
)

OUTPUTS_PER_CELL = SQUARES
OUTPUTS = SQUARES * SQUARES + 3


@rule
def turned(o, seat, square):
    """Convert a square to a cell of the seat's board, and back."""
    return (FILES - 1) * RANKS + int(o.ranks) - 1 - square if seat == RED else square


@rule
def cell_bits(o, view, past, memory, seat, cell):
    """Return the channels of a cell."""
    square = turned(o, seat, cell)
    if square < 0 or not (int(o.squares) >> square) & 1:
        return 0
    own, enemy = int(pieces_of(view, seat)), int(pieces_of(view, 1 - seat))
    hopper = (int(view.hoppers) >> square) & 1
    home, goal = int(o.white_camp), int(o.red_camp)
    if seat == RED:
        home, goal = goal, home
    bits = 1 << 4 | ((home >> square) & 1) << 5 | ((goal >> square) & 1) << 6
    return bits | ((own >> square) & 1) << hopper | ((enemy >> square) & 1) << (2 + hopper)


@rule
def fill_scalars(o, view, past, memory, seat, out):
    """Write the scalars."""
    counts = o.repetition and view.remembered and not view.setup
    out[0] = min(int(count_occurrences(view, past)), 8) if counts else 0
    out[1] = o.repetition
    out[2] = min(int(o.max_plies) - int(view.ply), 1024) if o.max_plies else 1024
    out[3] = view.setup
    out[4] = view.placed
    out[5] = o.expert


@rule
def output_of(o, view, seat, action):
    """Return the output of an action."""
    if action >= PASS:
        return action
    return turned(o, seat, action // SQUARES) * SQUARES + turned(o, seat, action % SQUARES)


@rule
def action_of(o, view, seat, output):
    """Return the action of an output; any of the right size for one that is not legal on a shorter board."""
    if output >= PASS:
        return output
    return turned(o, seat, output // SQUARES) % SQUARES * SQUARES + turned(o, seat, output % SQUARES) % SQUARES
