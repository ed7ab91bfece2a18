"""Les Belligérants as arrays for learning: 400 cells seen from the mover's side, and the squares within reach of each.

Pink sees the map turned by half a turn; maps smaller than 20 x 20 lie in the corner of a1, turned or not. A move's
output is its origin's cell times 242, plus the place of its target among the 11 x 11 cells around the origin, plus 121
if the taken pawn is kept (BE-9). The pass and the kinds of a set-up follow.
"""

from __future__ import annotations

import numpy as np

from caserne.core.game.features import Channel, Scalar
from caserne.core.kernel.compiled import rule
from caserne.games.belligerants.army import CODES, KINDS
from caserne.games.belligerants.board import DEVIL, KEPT, PINK, kind_of, seat_of
from caserne.games.belligerants.maps import CAMP, GROUND_NAMES, OUTSIDE, SIDE, SQUARES
from caserne.games.belligerants.moves import KEEP
from caserne.games.belligerants.rules import PASS, PLACE, points_entered, points_held
from caserne.games.belligerants.terrain import FARTHEST

BOARD = (SIDE, SIDE)

GROUNDS = tuple(range(OUTSIDE + 1, CAMP))
CHANNELS = (
    *(Channel(f"own {code}", f"an own pawn {code}") for code in CODES),
    *(Channel(f"enemy {code}", f"an enemy pawn {code}") for code in CODES),
    Channel("own kept", "BE-9: an own pawn that was kept, with its flat pawn"),
    Channel("enemy kept", "BE-9: an enemy pawn that was kept, with its flat pawn"),
    *(Channel(f"{GROUND_NAMES[ground]} ground", f"BE-11: {GROUND_NAMES[ground]} ground") for ground in GROUNDS),
    Channel("own camp", "BE-1: a square of the own camp"),
    Channel("enemy camp", "BE-1: a square of the enemy camp"),
    Channel("crossroads", "BE-4: a crossroads"),
)
ENEMY, OWN_KEPT = KINDS, 2 * KINDS
GROUND = OWN_KEPT + 2
OWN_CAMP = GROUND + len(GROUNDS)
CROSSROADS = OWN_CAMP + 2

FACES = ("1", "2", "3", "4", "5", "devil")
SCALARS = (
    *(Scalar(f"die {face}", 1, f"BE-2: 1 if the die shows {face}") for face in FACES),
    *(Scalar(f"own prisoner {code}", 1, f"how many prisoners {code} the mover holds") for code in CODES),
    *(Scalar(f"enemy prisoner {code}", 1, f"how many prisoners {code} the enemy holds") for code in CODES),
    *(Scalar(f"army {code}", 3, f"BE-1: how many pawns {code} an army has") for code in CODES),
    Scalar("own points", 30, "BE-22: the mover's points, in hundreds"),
    Scalar("enemy points", 30, "BE-22: the enemy's points, in hundreds"),
    Scalar("own at home", 15, "BE-19: the mover's pawns in the own camp"),
    Scalar("enemy at home", 15, "BE-19: the enemy's pawns in their own camp"),
    Scalar("own outside", 15, "BE-21: the mover's pawns that have not entered"),
    Scalar("enemy outside", 15, "BE-21: the enemy's pawns that have not entered"),
    Scalar("quiet left", 64, "BE-21: quiet moves until the game ends, at most 512"),
    Scalar("plies left", 128, "BE-21: moves until the game ends, at most 1024"),
    Scalar("mandatory", 1, "BE-20: 1 if a pawn that can take must take"),
    Scalar("drowning", 1, "BE-12: 1 if pawns may drown"),
    Scalar("set-up", 1, "1 while the mover deploys an army"),
    Scalar("placed", 15, "the pawns of that army deployed so far"),
)
PRISONERS, OTHERS = DEVIL, DEVIL + 3 * KINDS

REACH = 2 * FARTHEST + 1
AROUND = REACH * REACH
OUTPUTS_PER_CELL = 2 * AROUND
MOVES = SQUARES * OUTPUTS_PER_CELL
OUTPUTS = MOVES + 1 + KINDS


# Observation


@rule
def turned(o, seat, square):
    """Convert a square of the map to a cell of the seat's board, and back; others come out somewhere on the board."""
    if seat != PINK:
        return square
    return (int(o.height) - 1 - square // SIDE) % SIDE * SIDE + (int(o.width) - 1 - square % SIDE) % SIDE


@rule
def cell_bits(o, view, past, memory, seat, cell):
    """Return the channels of a cell."""
    square = turned(o, seat, cell)
    ground, pawn = int(o.ground[square]), int(view.board[square])
    bits = np.int64(o.star[square] != 0) << CROSSROADS
    if ground >= CAMP:
        bits |= np.int64(1) << (OWN_CAMP + int(ground - CAMP != seat))
    elif ground != OUTSIDE:
        bits |= np.int64(1) << (GROUND + ground - 1)
    if pawn:
        enemy = int(seat_of(pawn) != seat)
        bits |= np.int64(1) << (enemy * ENEMY + kind_of(pawn))
        bits |= np.int64((pawn & KEPT) != 0) << (OWN_KEPT + enemy)
    return bits


@rule
def fill_scalars(o, view, past, memory, seat, out):
    """Write the scalars."""
    enemy = 1 - seat
    for face in range(DEVIL):
        out[face] = view.die == face + 1
    for kind in range(KINDS):
        out[PRISONERS + kind] = view.held[seat, kind]
        out[PRISONERS + KINDS + kind] = view.held[enemy, kind]
        out[PRISONERS + 2 * KINDS + kind] = o.army[kind]
    out[OTHERS] = (points_held(view, seat) + points_entered(o, view, seat)) // 100
    out[OTHERS + 1] = (points_held(view, enemy) + points_entered(o, view, enemy)) // 100
    out[OTHERS + 2] = view.at_home[seat]
    out[OTHERS + 3] = view.at_home[enemy]
    out[OTHERS + 4] = view.outside[seat]
    out[OTHERS + 5] = view.outside[enemy]
    out[OTHERS + 6] = min(int(o.quiet_limit) - int(view.quiet), 512) if o.quiet_limit else 512
    out[OTHERS + 7] = min(int(o.max_plies) - int(view.ply), 1024) if o.max_plies else 1024
    out[OTHERS + 8] = o.mandatory
    out[OTHERS + 9] = o.drowning
    out[OTHERS + 10] = view.setup
    out[OTHERS + 11] = view.placed


# Moves


@rule
def output_of(o, view, seat, action):
    """Return the output of an action."""
    if action >= PLACE:
        return MOVES + 1 + action - PLACE
    if action == PASS:
        return MOVES
    origin, target = turned(o, seat, action % KEEP // SQUARES), turned(o, seat, action % SQUARES)
    ranks, files = target // SIDE - origin // SIDE, target % SIDE - origin % SIDE
    place = (ranks + FARTHEST) * REACH + files + FARTHEST
    return origin * OUTPUTS_PER_CELL + int(action >= KEEP) * AROUND + place


@rule
def action_of(o, view, seat, output):
    """Return the action of an output; any of the right size for one that leads off the map."""
    if output > MOVES:
        return PLACE + output - MOVES - 1
    if output == MOVES:
        return PASS
    origin, place = output // OUTPUTS_PER_CELL, output % AROUND
    rank, file = origin // SIDE + place // REACH - FARTHEST, origin % SIDE + place % REACH - FARTHEST
    target = rank % SIDE * SIDE + file % SIDE
    keeps = output % OUTPUTS_PER_CELL >= AROUND
    return int(keeps) * KEEP + turned(o, seat, origin) * SQUARES + turned(o, seat, target)
