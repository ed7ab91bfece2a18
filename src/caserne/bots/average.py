"""A bot for games with secrets: a short search in each of many worlds that fit what it knows, and their average."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

from caserne.bots.bot import Analysis, Bot, Budget, Candidate
from caserne.bots.horizon import make_horizon
from caserne.bots.settings import choice, number
from caserne.bots.worlds import even_worlds
from caserne.core.game.observation import Observation

WORLDS = 32
"""Worlds to look at where no budget is given."""
PURSUIT = 4
"""How many forcing moves are followed where the search ends."""
DICE = 4
"""Room for what dice that fall between two moves add to the past."""
ROUNDS = ((0.4, 1.0), (0.7, 0.3), (1.0, 0.1))
"""Until which share of the budget is used, which share of the moves is looked at: the best ones so far."""
FEWEST = 3
"""Moves that are compared to the end."""

Array = np.ndarray[Any, Any]


class AverageBot(Bot):
    """The move that does best on average over worlds, each searched as if nothing were hidden.

    depth: moves ahead, before only forcing ones are followed. worlds: what is hidden is as the room believes
    (`belief`), or just as it may be (`uniform`). noise: by how many hundredths it misjudges moves. It takes all of its
    budget: how long it thinks tells nothing.
    """

    def __init__(
        self,
        seed: int = 0,
        budget: Budget | None = None,
        worlds: str = "belief",
        depth: str = "2",
        noise: str = "0",
    ) -> None:
        super().__init__(seed, budget)
        self.noise = number("noise", noise) / 100
        self.believes = choice("worlds", worlds, "belief", "uniform") == "belief"
        self.depth = int(choice("depth", depth, "1", "2", "3", "4"))

    def choose(self, observation: Observation) -> str:
        if not self.noise:
            return super().choose(observation)
        candidates = self.analyse(observation).candidates
        return max(candidates, key=lambda candidate: self.misjudged(candidate.value, self.noise)).move

    def analyse(self, observation: Observation) -> Analysis:
        roots = np.array(observation.sample().legal_actions(), np.int32)
        table = _Table(observation, self.depth, self.believes, self.dice)
        totals, worlds = np.zeros(roots.size), np.zeros(roots.size)
        kept = np.arange(roots.size)
        began = perf_counter()
        for end, share in ROUNDS:
            if table.worlds:
                best_first = kept[np.argsort(-totals[kept] / worlds[kept], kind="stable")]
                kept = best_first[: max(FEWEST, round(share * roots.size))]
            while not table.worlds or self._goes_on(began, table, end):
                totals[kept] += table.weigh(roots[kept])
                worlds[kept] += 1
        lots = [self.number() for _ in roots]
        ranking = sorted(range(roots.size), key=lambda n: (-worlds[n], -totals[n], lots[n]))
        write, means, shares = observation.game.write_move, totals / worlds, worlds / worlds.sum()
        candidates = tuple(Candidate(write([int(roots[n])]), float(means[n]), float(shares[n])) for n in ranking)
        return Analysis(candidates[0].value, candidates, (candidates[0].move,), self.depth, table.nodes)

    def _goes_on(self, began: float, table: _Table, end: float) -> bool:
        """Whether there is more to do until a share of the budget is used."""
        if self.budget.nodes is not None and table.nodes >= end * self.budget.nodes:
            return False
        if self.budget.seconds is not None:
            return perf_counter() - began < end * self.budget.seconds
        return self.budget.nodes is not None or table.worlds < end * WORLDS


class _Table:
    """What the search of one observation reads and writes."""

    def __init__(self, observation: Observation, depth: int, believes: bool, dice: Array) -> None:
        rules, past = observation.game.rules, observation.past
        levels = depth + PURSUIT + 1
        self.observation, self.depth, self.dice = observation, depth, dice
        self.draw = (believes and rules.believe) or even_worlds(rules)
        self.clues = observation.game.clues(observation)
        self.search = make_horizon(rules)
        self.states, self.empty = np.zeros(levels, rules.state), np.zeros(1, rules.state)
        self.pasts = np.zeros((levels, past.size + DICE * levels * rules.past_per_action), np.int64)
        self.pasts[0, : past.size] = past
        self.moves = np.zeros((levels, rules.max_moves), np.int32)
        self.nodes = self.worlds = 0

    def weigh(self, roots: Array) -> Array:
        """What each move leads to in one more world."""
        o, view, seat = self.observation.game.o, self.observation.view[0], self.observation.seat_number
        self.states[0] = self.empty[0]
        self.draw(o, view, self.clues, seat, self.states[0], self.dice)
        values = np.zeros(roots.size)
        actor = int(view.actor)
        self.nodes += self.search(o, self.states, self.pasts, self.moves, roots, values, self.depth, actor, self.dice)
        self.worlds += 1
        return values
