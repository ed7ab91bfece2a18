"""The Glorious Manoeuvres as compiled rules GM-1 to GM-18: the only place where this game's legality lives.

`board` documents how squares, soldiers and stacks are numbered.
"""

from __future__ import annotations

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import CHANCE, OVER
from caserne.games.manoeuvre import board
from caserne.games.manoeuvre.board import GREYS, LEVEL_3, lift_soldier, reach, set_soldier, top
from caserne.games.manoeuvre.track import SOLDIERS, TRACK, YARD

DIE = 6
MOST_NUMBERS = 6
"""GM-1: the highest soldier number, with two players."""
NOBODY = 0
"""In `grey`, which holds the owner's seat + 1."""

STATE = board.STATE

MOVES = TRACK * YARD
"""Actions: moves are `(origin - 1) * YARD + target - 1`, forwards or not, ..."""
ROLL = MOVES
"""... then the results of the die, ..."""
PLACE = ROLL + DIE
"""... then the soldiers to be placed, `seat * MOST_NUMBERS + number - 1`."""
ACTIONS = PLACE + 4 * MOST_NUMBERS

MAX_MOVES = MOST_NUMBERS * TRACK
PAST = PAST_PER_ACTION = PLACEMENTS = 0

GM_3, GM_4, GM_5, GM_6, GM_8, GM_12, GM_14 = 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 8, 1 << 12, 1 << 14


@rule
def start(o, s):
    """GM-2, GM-3: the bonus pieces are on the track, no soldier is placed, Red is to roll."""
    for square in range(1, TRACK + 1):
        s.stack[square] = o.pieces[square]
    s.actor = CHANCE


# Soldiers


@rule
def troop_of(o, seat):
    """Return the mask of a seat's soldiers."""
    return ((1 << int(o.troop)) - 1) << (int(seat) * int(o.troop))


@rule
def ready(o, s):
    """GM-5, GM-6: return the mask of soldiers that must still move this turn.

    A free soldier always has a move: it reaches one square more than there are squares with soldiers in front of it.
    """
    return int(s.free) & ~int(s.moved) & troop_of(o, s.to_move)


@rule
def soldier_to_place(o, action):
    """Return the soldier of a placing action, or -1 if it does not exist."""
    named = action - PLACE
    seat, number = named // MOST_NUMBERS, named % MOST_NUMBERS
    if seat >= o.seats or number >= o.troop:
        return -1
    return seat * int(o.troop) + number


@rule
def weight(o, s, action):
    """Unused: this game has no set-ups."""
    return 1


# Interface to the core


@rule
def legal(o, s, past, moves):
    """List the legal actions in `moves` and return their number."""
    if s.actor == OVER:
        return 0
    if s.actor == CHANCE:
        return list_rolls(s, moves)
    if s.rolled:
        return list_placings(o, s, moves)
    count = 0
    soldiers = ready(o, s)
    soldier = 0
    while soldiers:
        if soldiers & 1:
            count = list_moves(o, s, int(s.square[soldier]), moves, count)
        soldiers >>= 1
        soldier += 1
    return count


@rule
def list_moves(o, s, origin, moves, count):
    """GM-8, GM-12, GM-14: add the moves of the soldier on top of a square; return the new count."""
    farthest = origin + reach(o, s, origin)
    first = (origin - 1) * YARD - 1
    for target in range(origin + 1, min(farthest, TRACK) + 1):
        moves[count] = first + target
        count += int(s.stack[target] < LEVEL_3)
    if farthest > TRACK:
        moves[count] = first + YARD
        count += 1
    return count


@rule
def list_rolls(s, moves):
    """GM-3: list the die results whose square is not full; return their number."""
    count = 0
    for square in range(1, DIE + 1):
        if s.stack[square] < LEVEL_3:
            moves[count] = ROLL + square - 1
            count += 1
    return count


@rule
def list_placings(o, s, moves):
    """GM-4: list the soldiers that are not placed yet; return their number."""
    count = 0
    for number in range(o.troop):
        if s.square[int(s.to_move) * int(o.troop) + number] == 0:
            moves[count] = PLACE + int(s.to_move) * MOST_NUMBERS + number
            count += 1
    return count


@rule
def refusal(o, s, past, action):
    """Return the rules that refuse an action, as bits; 0 if it is legal."""
    if s.actor == OVER:
        return 1 << int(s.ending)
    if action >= PLACE:
        soldier = soldier_to_place(o, action)
        waits = soldier >= 0 and s.square[soldier] == 0 and (troop_of(o, s.to_move) >> soldier) & 1
        return 0 if s.rolled and waits else GM_4
    if action >= ROLL:
        return 0 if s.actor == CHANCE and s.stack[action - ROLL + 1] < LEVEL_3 else GM_3
    if s.opened < SOLDIERS:
        return GM_5
    return refuse_move(o, s, action // YARD + 1, action % YARD + 1)


@rule
def refuse_move(o, s, origin, target):
    """Return the rule of the first stage that refuses a move: the soldier, the distance, the target."""
    stack = int(s.stack[origin])
    own = troop_of(o, s.to_move)
    soldier = top(stack)
    if not (own >> max(soldier, 0)) & 1 or soldier < 0:
        return GM_6 if contains_any(stack, own) else GM_5
    if (int(s.moved) >> soldier) & 1:
        return GM_5
    farthest = origin + reach(o, s, origin)
    if target == YARD:
        return 0 if farthest > TRACK else GM_14
    if not origin < target <= farthest:
        return GM_8
    return 0 if s.stack[target] < LEVEL_3 else GM_12


@rule
def contains_any(stack, soldiers):
    """Check whether a stack contains any soldier of a mask."""
    while stack:
        if (soldiers << 1 >> (stack & 15)) & 1:
            return True
        stack >>= 4
    return False


@rule
def apply(o, s, past, action):
    """Carry out a legal action."""
    if action < ROLL:
        s.ply += 1
        move(o, s, action // YARD + 1, action % YARD + 1)
    elif action >= PLACE:
        s.ply += 1
        place(o, s, soldier_to_place(o, action), int(s.rolled))
    elif o.chooses:
        s.rolled = action - ROLL + 1
    else:
        place(o, s, first_waiting(o, s), action - ROLL + 1)
    settle(o, s, past)


@rule
def first_waiting(o, s):
    """GM-4: return the lowest-numbered soldier of the player to roll that is not placed yet."""
    soldier = int(s.to_move) * int(o.troop)
    while s.square[soldier]:
        soldier += 1
    return soldier


@rule
def place(o, s, soldier, square):
    """GM-3: put a soldier on the square that the die shows; then the next player rolls, or Red moves."""
    set_soldier(s, soldier, square)
    s.rolled = 0
    s.opened += 1
    s.to_move = 0 if s.opened == SOLDIERS else s.opened % o.seats


@rule
def move(o, s, origin, target):
    """GM-8: move the soldier on top of a square."""
    soldier = lift_soldier(s, origin)
    if target == YARD:
        enter_yard(o, s, soldier)
        return
    set_soldier(s, soldier, target)
    s.moved |= 1 << soldier
    for value in range(GREYS):
        if o.grey[value] == target and s.grey[value] == NOBODY:  # GM-13
            s.grey[value] = s.to_move + 1


@rule
def enter_yard(o, s, soldier):
    """GM-14, GM-18: give a soldier the highest free place, or the lowest if it arrives out of order."""
    if o.order_penalty and not arrives_in_order(o, s, soldier):
        s.low += 1
        s.place[soldier] = s.low
    else:
        s.place[soldier] = SOLDIERS - s.home + s.low
    record_arrival(s, soldier)


@rule
def take_last_place(s, soldier):
    """GM-15, GM-18: give the twelfth soldier the last place, in order or not."""
    s.place[soldier] = s.low + 1
    record_arrival(s, soldier)


@rule
def record_arrival(s, soldier):
    s.square[soldier] = YARD
    s.arrivals[s.home] = soldier + 1
    s.home += 1


@rule
def arrives_in_order(o, s, soldier):
    """GM-18: check whether a soldier that arrives now is the n-th of its troop, n being its number."""
    troop = int(o.troop)
    first = soldier - soldier % troop
    before = 0
    for comrade in range(first, first + troop):
        before += int(s.place[comrade] > 0)
    return before == soldier - first


@rule
def settle(o, s, past):
    """GM-5, GM-15: set the next actor, skipping players who cannot move, or end the game."""
    if s.home >= SOLDIERS - 1:
        finish(o, s)
    elif s.opened < SOLDIERS:
        s.actor = s.to_move if s.rolled else CHANCE
    else:
        while not ready(o, s):
            s.moved = 0
            s.to_move = (s.to_move + 1) % o.seats
        s.actor = s.to_move


@rule
def finish(o, s):
    """GM-15: end the game; the twelfth soldier takes the last place."""
    if s.home < SOLDIERS:
        soldier = 0
        while s.square[soldier] == YARD:
            soldier += 1
        lift_soldier(s, int(s.square[soldier]))
        take_last_place(s, soldier)
    s.moved = 0
    s.to_move = 0
    s.actor = OVER
    s.ending = 15


@rule
def score(o, s, seat):
    """GM-16, GM-17: return a seat's points for places and grey pieces, doubled while its soldiers arrive in order."""
    points = points_of_places(o, s, seat) + points_of_greys(s, seat)
    return 2 * points if o.order_bonus and in_order(o, s, seat) else points


@rule
def points_of_places(o, s, seat):
    """GM-16: return the sum of the yard places of a seat's soldiers."""
    points = 0
    for soldier in range(seat * int(o.troop), (seat + 1) * int(o.troop)):
        points += int(s.place[soldier])
    return points


@rule
def points_of_greys(s, seat):
    """GM-16: return the sum of a seat's grey pieces."""
    points = 0
    for value in range(GREYS):
        if s.grey[value] == seat + 1:
            points += value + 1
    return points


@rule
def in_order(o, s, seat):
    """GM-17: check whether the soldiers of a seat have arrived in the order 1, 2, 3, ..."""
    expected = seat * int(o.troop)
    for n in range(s.home):
        soldier = int(s.arrivals[n]) - 1
        if soldier // int(o.troop) == seat:
            if soldier != expected:
                return False
            expected += 1
    return True


@rule
def scores(o, s, out):
    """GM-16: fill the points of each seat."""
    for seat in range(o.seats):
        out[seat] = score(o, s, seat)


@rule
def returns(o, s, out):
    """GM-16: fill the seats beaten minus those that beat the seat, divided by the number of other seats."""
    for seat in range(o.seats):
        lead = 0
        for other in range(o.seats):
            lead += int(score(o, s, seat) > score(o, s, other)) - int(score(o, s, seat) < score(o, s, other))
        out[seat] = lead / (o.seats - 1)
