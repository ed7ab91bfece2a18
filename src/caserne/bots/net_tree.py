"""Tree search with a trained network, where nothing is hidden: PUCT with its policy as prior and its values at leaves.

The network predicts several leaves at once, which `net_tree_search` finds.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

from caserne.bots.bot import Analysis, Budget
from caserne.bots.net_tree_search import NetWorkspace, back_up_leaves, make_gatherer
from caserne.bots.tree import DEEPEST, DONE, NODE, PLAN, ROOT
from caserne.bots.tree_results import lead, read_analysis
from caserne.core.game.features import Features
from caserne.core.game.move_lists import check_lists, make_lists
from caserne.core.game.observation import Observation
from caserne.core.kernel.layout import MAX_SEATS
from caserne.nets.forward import Net

MOST_NODES = 1 << 20
"""A full tree stops growing, but its visits still count."""
MOST_LEAVES, LEAVES_SHARE = 16, 2
"""Leaves that are predicted together, at the most, and as a share of the iterations so far: paths that do not know each
other's values choose worse, above all while there are few."""
ACCELERATION = 3
"""How many times faster than so far iterations may become: the first ones are predicted one by one."""
EXPLORE, URGENCY = 1.5, 0.2
"""How much a move attracts that was tried little, and how much less than its position such a move is worth at first."""
LEAST = 2
"""Iterations in any case: one for the position itself, one for its likeliest move."""

Array = np.ndarray[Any, Any]


class NetTree:
    """The search from one observation."""

    def __init__(self, observation: Observation, net: Net, dice: Array) -> None:
        game = observation.game
        assert game.features
        self.observation, self.net = observation, net
        self.w = _workspace(observation, game.features, dice)
        self.gather = make_gatherer(game.rules, game.features)

    def analyse(self, budget: Budget) -> Analysis:
        """Grow the tree until the budget is used up or no other move can become the most visited."""
        for _ in range(LEAST):
            self._grow(1)
        began = perf_counter()  # so that loading compiled code takes no thinking time
        while (left := self._iterations_left(budget, began)) > 0 and lead(self.w) <= ACCELERATION * left:
            self._grow(min(left, MOST_LEAVES, 1 + self._done // LEAVES_SHARE))
        return read_analysis(self.observation, [self.w])

    @property
    def _done(self) -> int:
        return int(self.w.tally[DONE])

    def _iterations_left(self, budget: Budget, began: float) -> int:
        return budget.iterations_left(self._done, perf_counter() - began, LEAST)

    def _grow(self, most: int) -> None:
        """Make at most so many iterations."""
        w, o = self.w, self.observation.game.o
        waiting = self.gather(o, w, most)
        check_lists(self.observation.game, w.moves)
        if waiting:
            said = self.net.predict(w.cells[:waiting], w.scalars[:waiting])
            back_up_leaves(o, w, waiting, said.logits, said.values)


def _workspace(observation: Observation, features: Features, dice: Array) -> NetWorkspace:
    rules = observation.game.rules
    state, past = observation.sample().scratch()
    plan = np.zeros(1, PLAN)
    plan[0].explore, plan[0].urgency = EXPLORE, URGENCY
    room = np.zeros(past.size + DEEPEST * rules.past_per_action, np.int64)
    return NetWorkspace(
        plan=plan,
        nodes=np.zeros(MOST_NODES, NODE),
        tally=np.array([ROOT + 1, 0, 0]),
        dice=dice,
        moves=make_lists(rules),
        path=np.zeros(DEEPEST, np.int32),
        worth=np.zeros((1, MAX_SEATS)),
        root=state,
        root_past=past,
        state=state.copy(),
        past=room,
        memory=np.zeros(1, features.memory),
        seen=np.zeros(1, rules.view),
        empty_view=np.zeros(1, rules.view),
        paths=np.zeros((MOST_LEAVES, DEEPEST), np.int32),
        lengths=np.zeros(MOST_LEAVES, np.int32),
        counts=np.zeros(MOST_LEAVES, np.int32),
        actions=np.zeros((MOST_LEAVES, rules.max_moves), np.int32),
        outputs=np.zeros((MOST_LEAVES, rules.max_moves), np.int32),
        seats=np.zeros(MOST_LEAVES, np.int32),
        cells=np.zeros((MOST_LEAVES, features.cells), np.int64),
        scalars=np.zeros((MOST_LEAVES, len(features.scalars)), np.int16),
    )
