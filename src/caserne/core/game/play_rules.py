"""Compiled apply and undo for `Play`: one call from Python makes a move and lists the next ones.

Every array that Python hands over costs time, and an array of records more than one of bytes. So there are two arrays.
`records` holds the options and then the states, as bytes. `workspace` holds words: the top of the journal, the number
of listed moves, the level (the index of the present state), the room for `past`, the list of moves, `past` itself, and
last the journal: for each move that was made, `past` as it was before and its length.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caserne.core.game.move_lists import list_size
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Rule, allocating_rule, rule

TOP, LISTED, LEVEL, ROOM, MOVES = range(5)
"""Where the workspace holds what."""

ILLEGAL, NO_ROOM = -1, -2
"""In place of a code: the action is not listed; an array is too short. Nothing was changed."""

CODES = 8
"""A code is the number of listed moves times this, plus the actor plus 2: 0 if the game is over."""


LIST, UNDO = -1, -2
"""In place of an action: only list the moves; return to the state before."""


def states_offset(options: np.dtype[Any]) -> int:
    """Return where the states begin in `records`: at a multiple of 64 bytes, so that all fields are aligned."""
    return -(-options.itemsize // 64) * 64


def make_play_rule(rules: Rules, options: np.dtype[Any]) -> Rule:
    """Make the rule of one room that `Play` calls, which closes over its own.

    play(records, workspace, action) -> code: make a listed move in a copy of the present state; list the next ones.
    """
    legal, apply, past_per_action, state = rules.legal, rules.apply, rules.past_per_action, rules.state
    size, offset, first = options.itemsize, states_offset(options), MOVES + list_size(rules)

    @allocating_rule
    def play(records, workspace, action):
        o, states, level = records[:size].view(options)[0], records[offset:].view(state), workspace[LEVEL]
        if action == UNDO:
            restore_past(workspace, first)
            level -= 1
        elif action != LIST:
            if not is_listed(workspace, action):
                return ILLEGAL
            if level + 1 == states.size or not keep_past(
                workspace, first, int(states[level].remembered), past_per_action
            ):
                return NO_ROOM
            states[level + 1] = states[level]
            level += 1
            apply(o, states[level], workspace[first : first + workspace[ROOM]], action)
        workspace[LEVEL] = level
        workspace[LISTED] = legal(o, states[level], workspace[first : first + workspace[ROOM]], workspace[MOVES:first])
        return workspace[LISTED] * CODES + states[level].actor + 2

    return play


@rule
def is_listed(workspace, action):
    n, last = MOVES, MOVES + workspace[LISTED]
    while n < last and workspace[n] != action:
        n += 1
    return n < last


@rule
def keep_past(workspace, first, remembered, more):
    """Write `past` to the journal; return False if there is no room for that, or for what a move may add."""
    top = workspace[TOP]
    if top + remembered + 1 > workspace.size or remembered + more > workspace[ROOM]:
        return False
    for n in range(remembered):
        workspace[top + n] = workspace[first + n]
    workspace[top + remembered] = remembered
    workspace[TOP] = top + remembered + 1
    return True


@rule
def restore_past(workspace, first):
    """Take `past` back from the journal."""
    top = workspace[TOP] - 1
    remembered = workspace[top]
    for n in range(remembered):
        workspace[first + n] = workspace[top - remembered + n]
    workspace[TOP] = top - remembered
