"""A learned evaluation for two players: what its network reads, always for the side to move."""

from __future__ import annotations

from caserne.core.kernel.compiled import allocating_rule, inlined_rule, rule
from caserne.core.kernel.dense import decode, learned_evaluation
from caserne.games.manoeuvre.board import BASE, GREYS, LEVEL_3, levels, place_in_race, top
from caserne.games.manoeuvre.evaluate import (
    WEIGHTS,
    evaluate,
    expected_points,
    lead_log_odds,
    level_of,
    progress_of_all,
)
from caserne.games.manoeuvre.rules import MOST_NUMBERS, NOBODY, ready, score
from caserne.games.manoeuvre.track import SOLDIERS, TRACK
from caserne.games.manoeuvre.value_net import NETWORK

COMMON = 10
"""Inputs about the whole position, ..."""
PER_SOLDIER = 10
"""... followed by those of each soldier on the track: the mover's, foremost first, then the other's."""
INPUTS = COMMON + SOLDIERS * PER_SOLDIER
HIDDEN = 32, 16
FIRST, FIRST_BIAS, SECOND, SECOND_BIAS, OUTPUT = decode(NETWORK, INPUTS, *HIDDEN)


@inlined_rule
def network(o):
    """Return the layers of the network."""
    return FIRST, FIRST_BIAS, SECOND, SECOND_BIAS, OUTPUT


@rule
def has_learned(o):
    """Whether the network has learned with these options."""
    return o.seats == 2 and not o.order_bonus and not o.order_penalty


@allocating_rule
def fill_inputs(o, s, inputs):
    """Write what the network reads into zeros."""
    mover, other = int(s.to_move), 1 - int(s.to_move)
    progress = progress_of_all(o, s, WEIGHTS)
    lead = expected_points(o, s, mover, progress) - expected_points(o, s, other, progress)
    inputs[0] = lead_log_odds(s, lead, WEIGHTS)
    inputs[1] = lead / SOLDIERS
    inputs[2] = (score(o, s, mover) - score(o, s, other)) / SOLDIERS
    inputs[3] = s.home / SOLDIERS
    inputs[4] = (SOLDIERS - s.opened) / SOLDIERS
    for value in range(GREYS):
        inputs[5 + value] = s.grey[value] == NOBODY
    inputs[8] = fill_troop(o, s, mover, inputs[COMMON:]) / MOST_NUMBERS
    inputs[9] = fill_troop(o, s, other, inputs[COMMON + MOST_NUMBERS * PER_SOLDIER :]) / MOST_NUMBERS


@rule
def fill_troop(o, s, seat, inputs):
    """Write the inputs of a seat's soldiers on the track, from the foremost one on; return their number."""
    first, count, now = seat * int(o.troop), 0, ready(o, s)
    for square in range(TRACK, 0, -1):
        stack = int(s.stack[square])
        while stack:
            soldier = (stack & 15) - 1
            if first <= soldier < first + o.troop:
                fill_soldier(o, s, square, soldier, now, inputs[count * PER_SOLDIER :])
                count += 1
            stack >>= 4
    return count


@rule
def fill_soldier(o, s, square, soldier, now, inputs):
    """Write the inputs of one soldier; `now` is the mask of soldiers that may move now."""
    stack, level = int(s.stack[square]), level_of(s, soldier, square)
    factor = level * (1 if o.direct and level > 2 else int(BASE[stack & 15]))
    reach = place_in_race(s, square) * factor
    is_free = (int(s.free) >> soldier) & 1
    inputs[0] = 1
    inputs[1] = square / TRACK
    inputs[2] = min(reach, TRACK + 1 - square) / TRACK
    inputs[3] = square + reach > TRACK
    inputs[4] = is_free
    inputs[5] = (now >> soldier) & 1
    inputs[6] = (int(s.moved) >> soldier) & 1
    inputs[7] = not is_free and top(stack) // int(o.troop) != soldier // int(o.troop)
    inputs[8] = factor / 9
    inputs[9] = best_factor(o, s, square + 1, min(square + reach, TRACK)) / 9


@rule
def best_factor(o, s, first, last):
    """Return the highest factor that a soldier gains by landing on a black or white piece between two squares."""
    best = 0
    for square in range(first, last + 1):
        if o.pieces[square] and s.stack[square] < LEVEL_3:
            stack = int(s.stack[square])
            best = max(best, (levels(stack) + 1) * int(BASE[stack & 15]))
    return best


learned = learned_evaluation(evaluate, fill_inputs, INPUTS, network, has_learned)
