"""The Glorious Manoeuvres as compiled rules GM-1 to GM-18: the only place where this game's legality lives.

How squares, soldiers and stacks are written as numbers is told in `board`.
"""

from __future__ import annotations

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import CHANCE, OVER
from caserne.games.manoeuvre import board
from caserne.games.manoeuvre.board import GREYS, LEVEL_3, lift_soldier, reach, set_soldier, top
from caserne.games.manoeuvre.track import SOLDIERS, TRACK, YARD

DIE = 6
MOST_NUMBERS = 6
"""GM-1: the highest number of a soldier, with two players."""
NOBODY = 0
"""In `grey`, where a seat is written as its number + 1."""

STATE = board.STATE

WAYS = TRACK * YARD
"""Moves are `(origin - 1) * YARD + target - 1`, forwards or not, ..."""
ROLL = WAYS
"""... then the results of the die, ..."""
PLACE = ROLL + DIE
"""... then the soldiers to be placed, `seat * MOST_NUMBERS + number - 1`."""
ACTIONS = PLACE + 4 * MOST_NUMBERS

MAX_MOVES = MOST_NUMBERS * TRACK
PAST = PAST_PER_ACTION = PLACEMENTS = 0

GM_3, GM_4, GM_5, GM_6, GM_8, GM_12, GM_14 = 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 8, 1 << 12, 1 << 14


@rule
def start(o, s):
    """GM-2, GM-3: the bonus pieces lie on the track, all soldiers wait, Red is to roll."""
    for square in range(1, TRACK + 1):
        s.stack[square] = o.pieces[square]
    s.actor = CHANCE


# Who


@rule
def troop_of(o, seat):
    """The soldiers of a seat as a mask."""
    return ((1 << int(o.troop)) - 1) << (int(seat) * int(o.troop))


@rule
def ready(o, s):
    """GM-5, GM-6: the soldiers that must still move this turn. A free soldier always finds a square: its place is one
    more than the squares with soldiers in front of it, so that they cannot all be full as far as it reaches."""
    return int(s.free) & ~int(s.moved) & troop_of(o, s.to_move)


@rule
def soldier_to_place(o, action):
    """The soldier that a placing names, or -1 if there is none such."""
    named = action - PLACE
    seat, number = named // MOST_NUMBERS, named % MOST_NUMBERS
    if seat >= o.seats or number >= o.troop:
        return -1
    return seat * int(o.troop) + number


@rule
def weight(o, s, action):
    """There are no set-ups."""
    return 1


# What the house asks


@rule
def legal(o, s, past, moves):
    """List the legal actions in `moves` and give their number."""
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
    """GM-8, GM-12, GM-14: add the moves of the soldier on top of a square."""
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
    """GM-3: the results of the die whose square is not full."""
    count = 0
    for square in range(1, DIE + 1):
        if s.stack[square] < LEVEL_3:
            moves[count] = ROLL + square - 1
            count += 1
    return count


@rule
def list_placings(o, s, moves):
    """GM-4: the soldiers that wait."""
    count = 0
    for number in range(o.troop):
        if s.square[int(s.to_move) * int(o.troop) + number] == 0:
            moves[count] = PLACE + int(s.to_move) * MOST_NUMBERS + number
            count += 1
    return count


@rule
def refusal(o, s, past, action):
    """The rules that refuse an action, as bits; 0 when it is legal."""
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
    """The first stage that refuses a move: which soldier, how far, where it ends."""
    stack = int(s.stack[origin])
    own = troop_of(o, s.to_move)
    soldier = top(stack)
    if not (own >> max(soldier, 0)) & 1 or soldier < 0:
        return GM_6 if holds_any(stack, own) else GM_5
    if (int(s.moved) >> soldier) & 1:
        return GM_5
    farthest = origin + reach(o, s, origin)
    if target == YARD:
        return 0 if farthest > TRACK else GM_14
    if not origin < target <= farthest:
        return GM_8
    return 0 if s.stack[target] < LEVEL_3 else GM_12


@rule
def holds_any(stack, soldiers):
    """Whether any of these soldiers stands in a stack."""
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
    """GM-4: the lowest-numbered soldier of the player who rolled that still waits."""
    soldier = int(s.to_move) * int(o.troop)
    while s.square[soldier]:
        soldier += 1
    return soldier


@rule
def place(o, s, soldier, square):
    """GM-3: a soldier goes to the square that the die shows; then the next player rolls, or Red moves."""
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
    """GM-14, GM-18: a soldier takes the highest free place, or the lowest if it is not its turn to arrive."""
    if o.order_penalty and not arrives_in_order(o, s, soldier):
        s.low += 1
        s.place[soldier] = s.low
    else:
        s.place[soldier] = SOLDIERS - s.home + s.low
    note_arrival(s, soldier)


@rule
def take_last_place(s, soldier):
    """GM-15, GM-18: the twelfth soldier takes the place that is left, in order or not."""
    s.place[soldier] = s.low + 1
    note_arrival(s, soldier)


@rule
def note_arrival(s, soldier):
    s.square[soldier] = YARD
    s.arrivals[s.home] = soldier + 1
    s.home += 1


@rule
def arrives_in_order(o, s, soldier):
    """GM-18: whether a soldier that arrives now is the n-th of its troop, n being its number."""
    troop = int(o.troop)
    first = soldier - soldier % troop
    before = 0
    for comrade in range(first, first + troop):
        before += int(s.place[comrade] > 0)
    return before == soldier - first


@rule
def settle(o, s, past):
    """GM-5, GM-15: who acts next. The turn passes on, over players who cannot move, or the game has ended."""
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
    """GM-15: the twelfth soldier goes to the place that is left."""
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
    """GM-16, GM-17: a seat's places and grey pieces so far, doubled while its soldiers arrive in order."""
    points = points_of_places(o, s, seat) + points_of_greys(s, seat)
    return 2 * points if o.order_bonus and in_order(o, s, seat) else points


@rule
def points_of_places(o, s, seat):
    """GM-16: the numbers of the places that a seat's soldiers have in the yard."""
    points = 0
    for soldier in range(seat * int(o.troop), (seat + 1) * int(o.troop)):
        points += int(s.place[soldier])
    return points


@rule
def points_of_greys(s, seat):
    """GM-16: the values of a seat's grey pieces."""
    points = 0
    for value in range(GREYS):
        if s.grey[value] == seat + 1:
            points += value + 1
    return points


@rule
def in_order(o, s, seat):
    """GM-17: whether the soldiers of a seat that are in the yard came in the order 1, 2, 3, ..."""
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
    """GM-16: the points of each seat."""
    for seat in range(o.seats):
        out[seat] = score(o, s, seat)


@rule
def returns(o, s, out):
    """GM-16: the seats that one beats less those that beat one, over the number of the others."""
    for seat in range(o.seats):
        lead = 0
        for other in range(o.seats):
            lead += int(score(o, s, seat) > score(o, s, other)) - int(score(o, s, seat) < score(o, s, other))
        out[seat] = lead / (o.seats - 1)
