"""The Glorious Manoeuvres as arrays for learning: 84 cells in a line, and the six own soldiers to come to each of them.

Seats are counted from the mover. A move's output is its target's cell times 6, plus
the soldier's number less 1; the six moves into the yard follow, then the six soldiers to be placed (GM-4).
"""

from __future__ import annotations

from caserne.core.game.features import Channel, Scalar
from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import MAX_SEATS
from caserne.games.manoeuvre.board import GREYS
from caserne.games.manoeuvre.rules import (
    MOST_NUMBERS,
    NOBODY,
    PLACE,
    in_order,
    points_of_greys,
    points_of_places,
)
from caserne.games.manoeuvre.track import SOLDIERS, TRACK, WHITE_PIECE, YARD

BOARD = (1, TRACK)
LEVELS = 3
SEATS = {
    "own": "the mover",
    "next": "the next seat",
    "third": "the seat after that",
    "fourth": "the last of four seats",
}

CHANNELS = (
    *(
        Channel(f"level {level} {name}", f"GM-10: on level {level}, a soldier of {seat}")
        for level in range(1, LEVELS + 1)
        for name, seat in SEATS.items()
    ),
    *(
        Channel(f"level {level} number {number}", f"GM-10: on level {level}, a soldier with the number {number}")
        for level in range(1, LEVELS + 1)
        for number in range(1, MOST_NUMBERS + 1)
    ),
    Channel("white", "GM-11: a white piece at the bottom"),
    Channel("black", "GM-11: a black piece at the bottom"),
    *(Channel(f"grey {value}", f"GM-13: the grey piece of value {value} that nobody has yet") for value in (1, 2, 3)),
    Channel("moved", "GM-5: the soldier on top has moved this turn"),
    Channel("rolled", "GM-4: the square for which the mover chooses a soldier"),
)
NUMBERS = LEVELS * MAX_SEATS
WHITE = NUMBERS + LEVELS * MOST_NUMBERS
BLACK, GREY, MOVED, ROLLED = WHITE + 1, WHITE + 2, WHITE + 5, WHITE + 6

SCALARS = (
    *(Scalar(f"{name} home", 6, f"soldiers of {seat} in the yard") for name, seat in SEATS.items()),
    *(Scalar(f"{name} places", 32, f"GM-16: points of {seat} for places") for name, seat in SEATS.items()),
    *(Scalar(f"{name} greys", 6, f"GM-16: points of {seat} for grey pieces") for name, seat in SEATS.items()),
    *(Scalar(f"{name} order", 1, f"GM-17: 1 if soldiers of {seat} arrived in order") for name, seat in SEATS.items()),
    Scalar("high", 12, "GM-14: the highest place left in the yard"),
    Scalar("low", 12, "GM-18: the places at the lower end that are taken"),
    Scalar("seats", 4, "GM-1: the number of players"),
    Scalar("opened", 12, "GM-3: the soldiers that have been put on the track"),
    Scalar("direct", 1, "GM-11: 1 if a piece counts only for the soldier directly on it"),
    Scalar("order bonus", 1, "GM-17: 1 if the points of who arrives in order are doubled"),
    Scalar("order penalty", 1, "GM-18: 1 if who arrives out of order takes the lowest place"),
)
OTHERS = 4 * MAX_SEATS

OUTPUTS_PER_CELL = MOST_NUMBERS
TO_YARD = TRACK * MOST_NUMBERS
TO_PLACE = TO_YARD + MOST_NUMBERS
OUTPUTS = TO_PLACE + MOST_NUMBERS


# Observation


@rule
def cell_bits(o, view, past, memory, seat, cell):
    """Return the channels of a cell."""
    square = cell + 1
    bits = int(view.rolled == square) << ROLLED
    for value in range(GREYS):
        bits |= int(o.grey[value] == square and view.grey[value] == NOBODY) << (GREY + value)
    stack = int(view.stack[square])
    level = 0
    while stack:
        item = stack & 15
        stack >>= 4
        if item <= SOLDIERS:
            bits |= soldier_bits(o, view, seat, item - 1, level, stack == 0)
        else:
            bits |= 1 << (WHITE if item == WHITE_PIECE else BLACK)
        level += 1
    return bits


@rule
def soldier_bits(o, view, seat, soldier, level, on_top):
    """Return the channels of a soldier on a level."""
    troop = int(o.troop)
    owner = (soldier // troop - seat) % int(o.seats)
    bits = 1 << (level * MAX_SEATS + owner) | 1 << (NUMBERS + level * MOST_NUMBERS + soldier % troop)
    return bits | int(on_top and (int(view.moved) >> soldier) & 1) << MOVED


@rule
def fill_scalars(o, view, past, memory, seat, out):
    """Write the scalars."""
    for n in range(MAX_SEATS):
        exists = n < o.seats
        other = (seat + n) % int(o.seats)
        out[n] = soldiers_home(o, view, other) if exists else 0
        out[MAX_SEATS + n] = points_of_places(o, view, other) if exists else 0
        out[2 * MAX_SEATS + n] = points_of_greys(view, other) if exists else 0
        out[3 * MAX_SEATS + n] = int(exists and in_order(o, view, other))
    out[OTHERS] = SOLDIERS - view.home + view.low
    out[OTHERS + 1] = view.low
    out[OTHERS + 2] = o.seats
    out[OTHERS + 3] = view.opened
    out[OTHERS + 4] = o.direct
    out[OTHERS + 5] = o.order_bonus
    out[OTHERS + 6] = o.order_penalty


@rule
def soldiers_home(o, view, seat):
    """Return how many soldiers of a seat are in the yard."""
    home = 0
    for soldier in range(seat * int(o.troop), (seat + 1) * int(o.troop)):
        home += int(view.place[soldier] > 0)
    return home


# Moves


@rule
def output_of(o, view, seat, action):
    """Return the output of an action."""
    if action >= PLACE:
        return TO_PLACE + (action - PLACE) % MOST_NUMBERS
    soldier = soldier_on_top(view, action // YARD + 1)
    return action % YARD * MOST_NUMBERS + soldier % int(o.troop)


@rule
def soldier_on_top(view, square):
    """Return the soldier on top of a square that has one."""
    stack = int(view.stack[square])
    while stack > 15:
        stack >>= 4
    return stack - 1


@rule
def action_of(o, view, seat, output):
    """Return the action of an output; any of the right size if no such soldier is on the track."""
    if output >= TO_PLACE:
        return PLACE + seat * MOST_NUMBERS + output - TO_PLACE
    soldier = (seat * int(o.troop) + output % MOST_NUMBERS) % SOLDIERS
    origin = min(max(int(view.square[soldier]), 1), TRACK)
    return (origin - 1) * YARD + output // MOST_NUMBERS
