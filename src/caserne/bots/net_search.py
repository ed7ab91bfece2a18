"""Look-ahead of a trained network: a few plies in worlds that fit what a seat knows.

Each world is drawn by what the network believes that cells hide. The likeliest moves are tried in it, all seats go on
as the network would in their place, knowing only what they see there, and the network values the last positions. The
policy stays the judge of what the worlds leave open: another move is played only if it is clearly better in them.
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
LEAST_SHARE = 0.005
"""The smallest probability of a move that is tried, unless it is the likeliest."""
LEAST_WORLDS, ERRORS = 5, 1.5
"""Fewer worlds show nothing; in as many, a move is clearly better if its lead is more than so many standard errors."""
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

    values: Array
    """Mean values; of moves that were not tried, the lowest of the others."""
    weights: Array
    """The share of the search that each move took."""
    nodes: int
    depth: int


class Lookahead:
    """The look-ahead from one observation."""

    def __init__(
        self, observation: Observation, net: Net, policy: Policy, dice: Array, plies: int, asked: int | None = None
    ) -> None:
        """Prepare it; `plies` are played in each world, and `asked` is a legal move's number, tried in any case."""
        game, features = observation.game, observation.game.features
        assert features
        self.observation, self.net, self.policy, self.dice, self.plies = observation, net, policy, dice, plies
        self.tried = _moves_to_try(policy.shares, asked)
        settings: dict[str, Any] = {"seed": 0, "setups": RANDOM, "limit": 0, "check": False}
        self.games = CpuBatch(game, self.tried.size, jobs=1, planes=False, secrets=False, **settings)
        self.memory = recall(observation, features)
        self.draw_world = _world_sampler(game.rules, features.draw_secrets)
        self.beliefs = self._beliefs()
        self.odds = np.rint(HUNDREDTHS * (self.beliefs - self.beliefs.max(1, keepdims=True))).astype(np.int64)
        self.worlds: list[Array] = []
        """The values of the moves in each world."""
        self.nodes = 0

    def run(self, budget: Budget, worlds: int | None) -> Found:
        """Look into worlds until their number or the budget is reached; every time in at least one."""
        began = perf_counter()
        while not self.worlds or self._goes_on(budget, worlds, perf_counter() - began):
            self.worlds.append(self._values_in_next_world())
        means, moves = np.mean(self.worlds, 0), self.policy.shares.size
        values, weights = np.full(moves, means.min()), np.zeros(moves)
        values[self.tried], weights[self.tried] = means, 1 / self.tried.size
        return Found(values, weights, self.nodes, self.plies)

    def reconsider(self, chosen: int, budget: Budget) -> int:
        """Look into worlds while another move may still replace a chosen one that is tried; return the best.

        At least one world is played in any case: a warm-up relies on it to compile all kernels.
        """
        began = perf_counter()
        self.worlds.append(self._values_in_next_world())
        while self._may_be_replaced(chosen) and self._goes_on(budget, None, perf_counter() - began):
            self.worlds.append(self._values_in_next_world())
        return self.best(chosen)

    def best(self, chosen: int) -> int:
        """Return a chosen move that was tried, or another one that is clearly better in the worlds so far."""
        return int(self.tried[clearly_best(np.array(self.worlds), self.place_of(chosen))])

    def _may_be_replaced(self, chosen: int) -> bool:
        return self.tried.size > 1 and not better_ruled_out(np.array(self.worlds), self.place_of(chosen))

    def place_of(self, move: int) -> int:
        """Return the place of a legal move's number among the moves tried."""
        return int(np.flatnonzero(self.tried == move)[0])

    def _goes_on(self, budget: Budget, worlds: int | None, spent: float) -> bool:
        if worlds is not None:
            return len(self.worlds) < worlds
        if budget.nodes is not None and self.nodes >= budget.nodes:
            return False
        return budget.seconds is None or spent < budget.seconds

    def _values_in_next_world(self) -> Array:
        """Return the value of each move tried, in one more world: the mean over the later half of the plies.

        After four plies those are one position of each of two seats, whose errors partly cancel out.
        """
        games = self.games
        games.put(self._next_world(), self.observation.past, self.memory)
        outputs = self.policy.outputs[self.tried]
        values, left, valued = np.zeros(self.tried.size), np.ones(self.tried.size, np.bool_), []
        for _ in range(self.plies):
            self._step(outputs)
            self._settle_ended(values, left)
            if not left.any():
                return values
            said = self.net.predict(games.cells, games.scalars)
            values[left] = self._values_for_own_seat(said.values)[left]
            valued.append(values.copy())
            outputs = self._answers(said.logits)
        return np.asarray(np.mean(valued[self.plies // 2 :], 0))

    def _values_for_own_seat(self, values: Array) -> Array:
        """Convert values for the seats to act into values for the own seat: what an actor loses, the others share."""
        seats = self.games.game.seats
        return np.where(self.games.seats == self.observation.seat_number, values, -values / (seats - 1))

    def _step(self, outputs: Array) -> None:
        self.games.step(outputs)
        self.nodes += self.tried.size

    def _settle_ended(self, values: Array, left: Array) -> None:
        """Take the results of games that have ended."""
        ended = left & (self.games.terminated | self.games.truncated)
        values[ended] = self.games.rewards[ended, self.observation.seat_number]
        left &= ~ended

    def _answers(self, logits: Array) -> Array:
        """Draw a move for each game by the network's policy; one lot for all, so that like games get like answers."""
        masked = np.where(self.games.mask != 0, logits, -np.inf)
        powers = np.exp((masked - masked.max(1, keepdims=True)).astype(np.float64))
        sums = np.cumsum(powers, 1)
        lot = below(self.dice, 1 << 31) / 2**31
        return np.array([np.searchsorted(row, lot * row[-1], "right") for row in sums])

    def _next_world(self) -> Array:
        """Draw a state that fits what the seat knows."""
        observation, state = self.observation, np.zeros(1, self.observation.game.rules.state)
        o, view, seat = observation.game.o, observation.view[0], observation.seat_number
        self.draw_world(o, view, self.odds, seat, state[0], self.dice)
        return state

    def _beliefs(self) -> Array:
        """Return what the network believes of each cell, as logits; one column of zeros if nothing is hidden."""
        self.games.put(self._even_world(), self.observation.past, self.memory)
        secrets = self.net.predict(self.games.cells[:1], self.games.scalars[:1]).secrets
        return np.zeros((self.games.features.cells, 1)) if secrets is None else secrets[0]

    def _even_world(self) -> Array:
        return self.observation.sample().scratch()[0]


def clearly_best(worlds: Array, chosen: int) -> int:
    """Return the move whose lead over the chosen one is clearest, if it is clear at all; else the chosen one.

    worlds: [worlds, moves], the values.
    """
    if len(worlds) < LEAST_WORLDS:
        return chosen
    leads, margins = _leads_and_margins(worlds, chosen)
    best = int(np.argmax(leads - margins))
    return best if leads[best] > margins[best] else chosen


def better_ruled_out(worlds: Array, chosen: int) -> bool:
    """Return whether the worlds rule out that another move is better than the chosen one."""
    if len(worlds) < LEAST_WORLDS:
        return False
    leads, margins = _leads_and_margins(worlds, chosen)
    return not (leads + margins > 0).any()


def _leads_and_margins(worlds: Array, chosen: int) -> tuple[Array, Array]:
    """Return the mean lead of each move over the chosen one, and its margin of error."""
    leads = worlds - worlds[:, chosen : chosen + 1]
    return leads.mean(0), ERRORS * leads.std(0, ddof=1) / np.sqrt(len(worlds))


def _moves_to_try(shares: Array, asked: int | None) -> Array:
    """Return the numbers of the likeliest moves, the likeliest first, and of the one that was asked for."""
    likeliest = np.argsort(-shares, kind="stable")[:MOST_MOVES]
    tried = likeliest[(shares[likeliest] >= LEAST_SHARE) | (likeliest == likeliest[0])]
    return tried if asked is None or asked in tried else np.append(tried, asked)


@cache
def _world_sampler(rules: Rules, draw_secrets: Rule | None) -> Kernel:
    """Return a kernel that draws worlds by odds, or evenly where the room has no such rule."""
    return kernel(draw_secrets or even_worlds(rules))
