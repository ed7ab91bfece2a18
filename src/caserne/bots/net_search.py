"""Look-ahead of a trained network: a few moves in worlds that fit what a seat knows, valued where the seat acts again.

Each world is drawn by what the network believes that cells hide. The likeliest moves are tried in it, the others answer
as the network would in their place, knowing only what they see there, and the network values what the seat then sees.
The policy stays the judge of what the worlds leave open: only differences that are clear in them correct it.
"""

from __future__ import annotations

from functools import cache
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from caserne.bots.bot import Budget
from caserne.bots.worlds import even_worlds
from caserne.core.game.encode import recall
from caserne.core.game.observation import Observation
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Kernel, Rule, kernel
from caserne.core.kernel.rng import below
from caserne.env.cpu import CpuBatch
from caserne.env.setups import RANDOM
from caserne.nets.forward import Net

MOST_MOVES = 6
"""Moves that are tried, at the most."""
LEAST_SHARE = 0.02
"""The smallest probability of a move that is tried, unless it is the likeliest."""
CLOSENESS = 0.1
"""How much better a move must clearly be to become e times as likely."""
LONGEST_ANSWER = 8
"""Moves of others until the seat acts again, at the most."""
HUNDREDTHS = 100

Array = np.ndarray[Any, Any]


class Policy(NamedTuple):
    """What a network says about the legal moves of an observation."""

    shares: Array
    """The probability of each legal move."""
    outputs: Array
    """The outputs of these moves."""
    value: float


class Found(NamedTuple):
    """What a look-ahead has found, by legal move."""

    shares: Array
    """The corrected policy."""
    values: Array
    """Mean values; of moves that were not tried, the lowest of the others."""
    weights: Array
    """The share of the search that each move took."""
    nodes: int
    depth: int


class Lookahead:
    """The look-ahead from one observation."""

    def __init__(
        self, observation: Observation, net: Net, policy: Policy, dice: Array, asked: int | None = None
    ) -> None:
        """Prepare it; `asked` is the number of a legal move that is tried in any case."""
        game, features = observation.game, observation.game.features
        assert features
        self.observation, self.net, self.policy, self.dice = observation, net, policy, dice
        self.tried = _moves_to_try(policy.shares, asked)
        settings: dict[str, Any] = {"seed": 0, "setups": RANDOM, "limit": 0, "check": False}
        self.games = CpuBatch(game, self.tried.size, jobs=1, planes=False, secrets=False, **settings)
        self.memory = recall(observation, features)
        self.draw_world = _world_sampler(game.rules, features.draw_secrets)
        self.odds = self._odds()
        self.worlds: list[Array] = []
        """The values of the moves in each world."""
        self.nodes = 0

    def run(self, budget: Budget, worlds: int | None) -> Found:
        """Look into worlds until their number or the budget is reached; every time in at least one."""
        began = perf_counter()
        while not self.worlds or self._goes_on(budget, worlds, perf_counter() - began):
            self.worlds.append(self._values_in_next_world())
        found = np.array(self.worlds)
        means, shares = found.mean(0), self.policy.shares.copy()
        shares[self.tried] *= np.exp(clear_differences(found, shares[self.tried]) / CLOSENESS)
        values, weights = np.full(shares.size, means.min()), np.zeros(shares.size)
        values[self.tried], weights[self.tried] = means, 1 / self.tried.size
        return Found(shares / shares.sum(), values, weights, self.nodes, 2)

    def _goes_on(self, budget: Budget, worlds: int | None, spent: float) -> bool:
        if worlds is not None:
            return len(self.worlds) < worlds
        if budget.nodes is not None and self.nodes >= budget.nodes:
            return False
        return budget.seconds is None or spent < budget.seconds

    def _values_in_next_world(self) -> Array:
        """Return the value of each move tried, in one more world."""
        seat, games = self.observation.seat_number, self.games
        games.put(self._next_world(), self.observation.past, self.memory)
        games.step(self.policy.outputs[self.tried])
        values, left = np.zeros(self.tried.size), np.ones(self.tried.size, np.bool_)
        for _ in range(LONGEST_ANSWER):
            self._settle_ended(values, left)
            if not left.any():
                return values
            said = self.net.predict(games.cells, games.scalars)
            self.nodes += self.tried.size
            own = left & (games.seats == seat)
            values[own] = said.values[own]
            left &= ~own
            if not left.any():
                return values
            games.step(self._answers(said.logits))
        values[left] = -said.values[left] / (games.game.seats - 1)
        return values

    def _settle_ended(self, values: Array, left: Array) -> None:
        """Take the results of games that have ended."""
        ended = left & (self.games.terminated | self.games.truncated)
        values[ended] = self.games.rewards[ended, self.observation.seat_number]
        left &= ~ended

    def _answers(self, logits: Array) -> Array:
        """Draw a move for each game by the network's policy."""
        masked = np.where(self.games.mask != 0, logits, -np.inf)
        powers = np.exp((masked - masked.max(1, keepdims=True)).astype(np.float64))
        sums = np.cumsum(powers, 1)
        drawn = np.array([below(self.dice, 1 << 31) for _ in range(len(sums))]) / 2**31 * sums[:, -1]
        return np.array([np.searchsorted(row, lot, "right") for row, lot in zip(sums, drawn, strict=True)])

    def _next_world(self) -> Array:
        """Draw a state that fits what the seat knows."""
        observation, state = self.observation, np.zeros(1, self.observation.game.rules.state)
        o, view, seat = observation.game.o, observation.view[0], observation.seat_number
        self.draw_world(o, view, self.odds, seat, state[0], self.dice)
        return state

    def _odds(self) -> Array:
        """Return what the network believes of each cell, in hundredths of a nat; nothing if nothing is hidden."""
        observation, features = self.observation, self.games.features
        self.games.put(self._even_world(), observation.past, self.memory)
        secrets = self.net.predict(self.games.cells[:1], self.games.scalars[:1]).secrets
        if secrets is None:
            return np.zeros((features.cells, 1), np.int64)
        logs = secrets[0] - secrets[0].max(1, keepdims=True)
        odds: Array = np.rint(HUNDREDTHS * logs).astype(np.int64)
        return odds

    def _even_world(self) -> Array:
        return self.observation.sample().scratch()[0]


def clear_differences(worlds: Array, shares: Array) -> Array:
    """Return by how much each move differs from the policy's mean value, less the standard error over the worlds.

    worlds: [worlds, moves], the values; shares: how likely the policy plays each move. With one world nothing is clear.
    """
    if len(worlds) < 2:
        return np.zeros(shares.size)
    differences = worlds - (worlds @ (shares / shares.sum()))[:, None]
    means, errors = differences.mean(0), differences.std(0, ddof=1) / np.sqrt(len(worlds))
    clear: Array = np.sign(means) * np.maximum(np.abs(means) - errors, 0)
    return clear


def _moves_to_try(shares: Array, asked: int | None) -> Array:
    """Return the numbers of the likeliest moves, the likeliest first, and of the one that was asked for."""
    likeliest = np.argsort(-shares, kind="stable")[:MOST_MOVES]
    tried = likeliest[(shares[likeliest] >= LEAST_SHARE) | (likeliest == likeliest[0])]
    return tried if asked is None or asked in tried else np.append(tried, asked)


@cache
def _world_sampler(rules: Rules, draw_secrets: Rule | None) -> Kernel:
    """Return a kernel that draws worlds by odds, or evenly where the room has no such rule."""
    return kernel(draw_secrets or even_worlds(rules))
