"""Breakthrough as arrays for learning: 64 cells seen from the mover's side, and three moves from each of them.

Black sees the board turned by half a turn, so that both seats play up the board. A move's output is its origin's cell
times 3, plus 0 for a step to the left, 1 ahead, 2 to the right.
"""

from caserne.core.game.features import Channel, Scalar
from caserne.core.kernel.compiled import rule
from caserne.games.breakthrough.rules import SIDE, SQUARES

BOARD = (SIDE, SIDE)

CHANNELS = (Channel("own pawn", "an own pawn"), Channel("enemy pawn", "an enemy pawn"))
SCALARS = (
    Scalar("own pawns", 16, "how many pawns the mover has left"),
    Scalar("enemy pawns", 16, "how many pawns the enemy has left"),
    Scalar("ply", 64, "moves made so far, at most 1024"),
)

STEPS = 3
OUTPUTS_PER_CELL = STEPS
OUTPUTS = SQUARES * STEPS


@rule
def turned(seat, square):
    """Convert a square to a cell of the seat's board, and back."""
    return SQUARES - 1 - square if seat else square


@rule
def cell_bits(o, view, past, memory, seat, cell):
    """Return the channels of a cell."""
    pawn = int(view.board[turned(seat, cell)])
    return int(pawn == seat + 1) | int(pawn == 2 - seat) << 1


@rule
def fill_scalars(o, view, past, memory, seat, out):
    """Write the scalars."""
    own = enemy = 0
    for square in range(SQUARES):
        own += view.board[square] == seat + 1
        enemy += view.board[square] == 2 - seat
    out[0], out[1] = own, enemy
    out[2] = min(int(view.ply), 1024)


@rule
def output_of(o, view, seat, action):
    """Return the output of an action."""
    origin, target = turned(seat, action // SQUARES), turned(seat, action % SQUARES)
    return origin * STEPS + target - origin - (SIDE - 1)


@rule
def action_of(o, view, seat, output):
    """Return the action of an output; any of the right size for one that leads off the board."""
    origin = output // STEPS
    target = min(origin + SIDE - 1 + output % STEPS, SQUARES - 1)
    return turned(seat, origin) * SQUARES + turned(seat, target)
