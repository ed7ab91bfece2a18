"""A bot for games with secrets: it averages short searches in many worlds that fit what it knows."""

from __future__ import annotations

from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from caserne.bots.bot import Analysis, Bot, Budget, Candidate
from caserne.bots.settings import Choice, Number
from caserne.bots.world_search import ROOT, make_workspace, make_world_search
from caserne.bots.worlds import world_sampler
from caserne.core.game.observation import Observation

WORLDS = 32
"""Worlds to search without a budget."""
QUIESCENCE_DEPTH = 4
"""How many forcing moves are searched beyond the depth."""
DICE = 4
"""The most actions of a level, dice included, for which the past has room."""
ROUNDS = ((0.4, 1.0), (0.7, 0.3), (1.0, 0.1))
"""Until this share of the budget is used, search this share of the moves: the best ones so far."""
FEWEST = 3
"""The fewest moves that are searched until the end."""

Array = np.ndarray[Any, Any]


class AverageBot(Bot):
    """Plays the move with the best average value over worlds, each searched as if nothing were hidden.

    depth: moves ahead, before only forcing ones are searched. worlds: drawn by the room's belief (`belief`) or evenly
    (`uniform`). noise: the largest error of a value, in hundredths of a won game. The bot always uses all of its
    budget, so that its thinking time reveals nothing.
    """

    SETTINGS: ClassVar = {"worlds": Choice("belief", "uniform"), "depth": Choice(1, 2, 3, 4), "noise": Number()}

    def __init__(
        self,
        seed: int = 0,
        budget: Budget | None = None,
        worlds: str = "belief",
        depth: int = 2,
        noise: float = 0,
    ) -> None:
        super().__init__(seed, budget)
        self.check_settings(worlds=worlds, depth=depth, noise=noise)
        self.noise = noise / 100
        self.believes = worlds == "belief"
        self.depth = depth

    def choose(self, observation: Observation) -> str:
        if not self.noise:
            return super().choose(observation)
        candidates = self.analyse(observation).candidates
        return max(candidates, key=lambda candidate: self.misjudged(candidate.value, self.noise)).move

    def search(self, observation: Observation) -> Analysis:
        roots = np.array(observation.sample().legal_actions(), np.int32)
        search = _Search(observation, self.depth, self.believes, self.dice)
        totals, worlds = np.zeros(roots.size), np.zeros(roots.size)
        kept = np.arange(roots.size)
        began = perf_counter()
        for end, share in ROUNDS:
            if search.worlds:
                best_first = kept[np.argsort(-totals[kept] / worlds[kept], kind="stable")]
                kept = best_first[: max(FEWEST, round(share * roots.size))]
            while not search.worlds or self._goes_on(began, search, end):
                totals[kept] += search.value_in_next_world(roots[kept])
                worlds[kept] += 1
        lots = [self.number() for _ in roots]
        ranking = sorted(range(roots.size), key=lambda n: (-worlds[n], -totals[n], lots[n]))
        write, means, shares = observation.game.write_move, totals / worlds, worlds / worlds.sum()
        candidates = tuple(Candidate(write([int(roots[n])]), float(means[n]), float(shares[n])) for n in ranking)
        return Analysis(candidates[0].value, candidates, (candidates[0].move,), self.depth, search.nodes)

    def _goes_on(self, began: float, search: _Search, end: float) -> bool:
        """Whether less than a share of the budget is used."""
        if self.budget.nodes is not None and search.nodes >= end * self.budget.nodes:
            return False
        if self.budget.seconds is not None:
            return perf_counter() - began < end * self.budget.seconds
        return self.budget.nodes is not None or search.worlds < end * WORLDS


class _Search:
    """The search of one observation, world by world."""

    def __init__(self, observation: Observation, depth: int, believes: bool, dice: Array) -> None:
        rules, levels = observation.game.rules, depth + QUIESCENCE_DEPTH + 1
        self.observation, self.depth, self.dice = observation, depth, dice
        self.draw_world = world_sampler(rules, believes)
        self.clues = observation.game.clues(observation)
        self.search = make_world_search(rules)
        self.workspace = make_workspace(rules, observation.past, levels, DICE * rules.past_per_action)
        self.empty = np.zeros(1, rules.state)
        self.nodes = self.worlds = 0

    def value_in_next_world(self, roots: Array) -> Array:
        """Return the value of each move in one more world."""
        o, view, seat = self.observation.game.o, self.observation.view[0], self.observation.seat_number
        w, values = self.workspace, np.zeros(roots.size)
        w.states[ROOT] = self.empty[0]
        self.draw_world(o, view, self.clues, seat, w.states[ROOT], self.dice)
        self.nodes += self.search(o, w, roots, values, self.depth, int(view.actor), self.dice)
        self.worlds += 1
        return values
