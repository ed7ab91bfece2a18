"""The memory of the alpha-beta search: its stack, its statistics of moves, and the scale of its values."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caserne.core.game.move_lists import list_size, make_lists
from caserne.core.game.rules import Rules

FULL = 10_000
"""The value of an evaluation of 1."""
WON = 30_000
"""The value of a won game, less one for every level on the way there."""
DECIDED = 20_000
"""Values beyond this are certain wins or losses."""
INFINITE = 32_000

DEEPEST = 100
"""The number of levels."""
ROOT = 0
"""The level of the position to search; the caller handles it, the compiled search begins below it."""

UNOPENED = -1
NO_ACTION = 0xFFFFFFFF

FRAME = np.dtype(
    (
        np.record,
        [
            ("key", np.int64),
            ("choice", np.int64),  # the best action so far
            ("alpha", np.int32),
            ("beta", np.int32),
            ("floor", np.int32),  # alpha at the start
            ("best", np.int32),
            ("depth", np.int32),
            ("reduced", np.int32),  # by how many levels the search below is reduced
            ("count", np.int32),  # moves listed; 0 if the value is known at once, UNOPENED before that
            ("next", np.int32),
            ("mover", np.int32),  # whose value it is: the actor, or the last one if no seat acts
        ],
    )
)
NODES, LEVEL, AGE, REDUCES, LEARNED = range(5)
"""Indices of `progress`: nodes searched, the current level, the age of the search, whether it reduces late moves, and
whether it values leaves by what the room has learned."""
UNFINISHED = INFINITE + 1


class Workspace(NamedTuple):
    """Everything that a search writes to; nothing is allocated while it runs."""

    states: Any
    words: Any
    """The same states as 32-bit words."""
    hashed: Any
    """Indices of the words that make the key."""
    pasts: Any
    """One row a level, or a single one if the room can `retract`."""
    moves: Any
    priority: Any
    """The order in which the moves are tried, the highest first."""
    frames: Any
    killers: Any
    """By level, the two moves that caused the last cut-offs."""
    history: Any
    """By seat and action: the history heuristic, cut-offs weighted by depth."""
    returns: Any
    progress: Any
    table: Any


def make_workspace(rules: Rules, state: Any, past: Any, table: Any) -> Workspace:
    """Return a workspace with a position at its root."""
    states = np.zeros(DEEPEST, rules.state)
    states[ROOT] = state
    words = states.view(np.int32).reshape(DEEPEST, -1)
    fields: Any = rules.state.fields
    unhashed = [fields[name][1] // 4 for name in ("ply", "remembered")]
    pasts = np.zeros((1 if rules.retract else DEEPEST, past.size + DEEPEST * rules.past_per_action), np.int64)
    pasts[ROOT, : past.size] = past
    return Workspace(
        states,
        words,
        np.array([word for word in range(words.shape[1]) if word not in unhashed]),
        pasts,
        make_lists(rules, DEEPEST),
        np.zeros((DEEPEST, list_size(rules)), np.int64),
        np.zeros(DEEPEST, FRAME),
        np.full((DEEPEST, 2), NO_ACTION, np.int64),
        np.zeros((2, rules.actions), np.int32),
        np.zeros(2),
        np.zeros(5, np.int64),
        table,
    )
