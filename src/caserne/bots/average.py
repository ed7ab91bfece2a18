"""A bot for games with secrets: a short search in each of many worlds that fit what it knows, and the average of all."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

from caserne.bots.bot import Analysis, Bot, Budget, Candidate
from caserne.bots.horizon import make_horizon
from caserne.core.observation import Observation

WORLDS = 32
"""Worlds to look at where no budget is given."""
PURSUIT = 4
"""How many forcing moves are followed where the search ends."""


class AverageBot(Bot):
    """The move that does best on average over worlds, each searched as if nothing were hidden."""

    def __init__(
        self, seed: int = 0, budget: Budget | None = None, worlds: str = "belief", depth: str = "2"
    ) -> None:
        super().__init__(seed, budget)
        self.believes = worlds == "belief"
        self.depth = int(depth)

    def analyse(self, observation: Observation) -> Analysis:
        begin = perf_counter()
        game = observation.game
        rules, seat, view = game.rules, observation.seat_number, observation.view[0]
        draw = rules.believe if self.believes and rules.believe else rules.sample
        weigh = make_horizon(rules)
        levels = self.depth + PURSUIT + 1
        states = np.zeros(levels, rules.state)
        pasts = np.zeros((levels, observation.past.size + (levels + 8) * rules.past_per_action), np.int64)
        pasts[0, : observation.past.size] = observation.past
        moves = np.zeros((levels, rules.max_moves), np.int32)
        nodes = worlds = 0
        while worlds == 0 or self._goes_on(begin, nodes, worlds):
            states[0] = np.zeros(1, rules.state)[0]
            draw(game.o, view, seat, states[0], self.dice)
            if not worlds:
                roots = moves[0, : rules.legal(game.o, states[0], pasts[0], moves[0])].copy()
                values = np.zeros(roots.size)
            nodes += weigh(game.o, states, pasts, moves, roots, values, self.depth, seat, self.dice)
            worlds += 1
        means = values / worlds
        lots = [self.number() for _ in roots]
        ranking = sorted(range(roots.size), key=lambda n: (-means[n], lots[n]))
        candidates = tuple(
            Candidate(game.write_move([int(roots[n])]), float(means[n]), 1 / roots.size) for n in ranking
        )
        return Analysis(candidates[0].value, candidates, depth=self.depth, nodes=nodes)

    def _goes_on(self, begin: float, nodes: int, worlds: int) -> bool:
        """Whether one more world, as long as the others on average, fits into the budget."""
        share = 1 + 1 / worlds
        if self.budget.nodes is not None and nodes * share > self.budget.nodes:
            return False
        if self.budget.seconds is not None:
            return (perf_counter() - begin) * share <= self.budget.seconds
        return self.budget.nodes is not None or worlds < WORLDS
