"""A bot for games with secrets: a short search in each of many worlds that fit what it knows, and their average."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from caserne.bots.bot import Analysis, Bot, Budget, Candidate
from caserne.bots.horizon import make_horizon
from caserne.bots.mcts import choice
from caserne.core.observation import Observation

WORLDS = 32
"""Worlds to look at where no budget is given."""
PURSUIT = 4
"""How many forcing moves are followed where the search ends."""
ROUNDS = ((0.4, 1.0), (0.7, 0.3), (1.0, 0.1))
"""Until which share of the budget is used, which share of the moves is looked at: the best ones so far."""
FEWEST = 3
"""Moves that are compared to the end."""


class AverageBot(Bot):
    """The move that does best on average over worlds, each searched as if nothing were hidden.

    depth: moves ahead, before only forcing ones are followed. worlds: what is hidden is as the room believes
    (`belief`), or just as it may be (`uniform`). It takes all of its budget: how long it thinks tells nothing.
    """

    def __init__(self, seed: int = 0, budget: Budget | None = None, worlds: str = "belief", depth: str = "2") -> None:
        super().__init__(seed, budget)
        self.believes = choice("worlds", worlds, "belief", "uniform") == "belief"
        self.depth = int(choice("depth", depth, "1", "2", "3", "4"))

    def analyse(self, observation: Observation) -> Analysis:
        begin = perf_counter()
        game, rules, seat = observation.game, observation.game.rules, observation.seat_number
        draw = rules.believe if self.believes and rules.believe else rules.sample
        weigh = make_horizon(rules)
        levels = self.depth + PURSUIT + 1
        states = np.zeros(levels, rules.state)
        pasts = np.zeros((levels, observation.past.size + levels * rules.past_per_action), np.int64)
        pasts[0, : observation.past.size] = observation.past
        moves = np.zeros((levels, rules.max_moves), np.int32)
        roots = np.array(observation.sample().legal_actions(), np.int32)
        totals, worlds = np.zeros(roots.size), np.zeros(roots.size)
        kept = np.arange(roots.size)
        nodes = 0
        for end, share in ROUNDS:
            if worlds.any():
                best_first = kept[np.argsort(-totals[kept] / worlds[kept], kind="stable")]
                kept = best_first[: max(FEWEST, round(share * roots.size))]
            values = np.zeros(kept.size)
            drawn = 0
            while (not worlds.any() and not drawn) or self._goes_on(begin, nodes, int(worlds.max()) + drawn, end):
                states[0] = np.zeros(1, rules.state)[0]
                draw(game.o, observation.view[0], seat, states[0], self.dice)
                nodes += weigh(game.o, states, pasts, moves, roots[kept], values, self.depth, seat, self.dice)
                drawn += 1
            totals[kept] += values
            worlds[kept] += drawn
        return self._read(observation, roots, totals / worlds, worlds, nodes)

    def _read(self, observation: Observation, roots, means, worlds, nodes) -> Analysis:
        write = observation.game.write_move
        lots = [self.number() for _ in roots]
        ranking = sorted(range(roots.size), key=lambda n: (-worlds[n], -means[n], lots[n]))
        candidates = tuple(
            Candidate(write([int(roots[n])]), float(means[n]), float(worlds[n] / worlds.sum())) for n in ranking
        )
        return Analysis(candidates[0].value, candidates, depth=self.depth, nodes=nodes)

    def _goes_on(self, begin: float, nodes: int, worlds: int, end: float) -> bool:
        """Whether there is more to do until a share of the budget is used."""
        if self.budget.nodes is not None and nodes >= end * self.budget.nodes:
            return False
        if self.budget.seconds is not None:
            return perf_counter() - begin < end * self.budget.seconds
        return self.budget.nodes is not None or worlds < end * WORLDS
