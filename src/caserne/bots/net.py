"""A bot that has learned: a trained network plays its policy at once, and with time searches with its own values."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from caserne.bots.bot import Analysis, Belief, Bot, Budget, Candidate, UnknownBot
from caserne.bots.net_search import Lookahead, Policy
from caserne.bots.net_tree import NetTree
from caserne.bots.settings import File, Number
from caserne.core.game.encode import Encoded, encode
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.nets.forward import Net, Prediction
from caserne.nets.weights import load_weights

SETUPS = 24
"""Suggested set-ups from which the bot chooses by their values."""
TEMPERATURE = 0.5
"""Below 1, likely moves are played more often than the network says."""
CUT = 0.05
"""Moves below this share of the likeliest one's are not played."""
LATELY, STALE, STALE_AHEAD = 100, 0.5, 0.2
"""A move is so much less likely for each time but the first that it is among so many of the seat's last moves, even
less so when the seat is ahead: a network that sees no way forward would shuffle into a draw."""
SHOWN_CHANCES, LEAST_CHANCE = 3, 0.05
"""How many things a hidden piece is said to be, at the most, and how likely the least likely."""
PLIES = 4
"""Plies of a look-ahead."""
ANALYSED_WORLDS, ANALYSED_PLIES = 4, 2
"""Worlds and plies of an analysis without a budget: so few worlds say nothing of what happens later."""
ANALYSED_TREE = Budget(nodes=64)
"""The tree of an analysis without a budget."""

Array = np.ndarray[Any, Any]


class NetBot(Bot):
    """Plays as a trained network says.

    weights: the file of the network, made by `caserne train`; by default the one that comes with the room.
    temperature: 0 plays the likeliest move, 1 each move as often as the network would, more makes them more even.
    Without a budget it plays at once; with one it searches a tree (`NetTree`) or, where something is hidden, worlds
    (`Lookahead`).
    """

    SETTINGS: ClassVar = {"weights": File(), "temperature": Number()}

    def __init__(
        self,
        seed: int = 0,
        budget: Budget | None = None,
        weights: Path | None = None,
        temperature: float = TEMPERATURE,
    ) -> None:
        super().__init__(seed, budget)
        self.SETTINGS["temperature"].check("temperature", temperature)
        self.weights, self.temperature = weights, temperature
        self.looks_ahead = self.budget.nodes is not None or self.budget.seconds is not None

    def prepare(self, game: Game[Any]) -> None:
        self.net(game)

    def arrange(self, position: Position) -> str:
        """Return the suggested set-up that the network values most."""
        seat = position.actor
        assert isinstance(seat, int)
        suggested = sorted({position.suggested_setup(self.number()) for _ in range(SETUPS)})
        if len(suggested) < 2:
            return suggested[0]
        seen = [_encode(_after_setups(position.play(setup), self.number()).view(seat)) for setup in suggested]
        values = self.net(position.game).predict(np.stack([e.cells for e in seen]), np.stack([e.scalars for e in seen]))
        return suggested[int(np.argmax(values.values))]

    def choose(self, observation: Observation) -> str:
        if self.looks_ahead and shows_all(observation.game):
            return self._choose_by_tree(observation)
        policy = self._policy(observation)
        moves = _moves(observation, policy)
        drawn = self._draw(policy.shares * freshness(observation, moves, ahead=policy.value > 0))
        if self.looks_ahead:
            drawn = self._lookahead(observation, policy, drawn).reconsider(drawn, self.budget)
        return moves[drawn]

    def _choose_by_tree(self, observation: Observation) -> str:
        analysis = self._grow_tree(observation)
        moves = [candidate.move for candidate in analysis.candidates]
        visits = np.array([candidate.weight for candidate in analysis.candidates])
        return moves[self._draw(visits * freshness(observation, moves, ahead=analysis.value > 0))]

    def search(self, observation: Observation) -> Analysis:
        return self._analyse(observation, None)

    def analyse_with(self, observation: Observation, move: str) -> Analysis:
        return self._analyse(observation, move)

    def beliefs(self, observation: Observation) -> tuple[Belief, ...]:
        secrets = None if observation.in_setup else self._predict(observation.game, _encode(observation)).secrets
        return () if secrets is None else read_beliefs(observation, secrets[0])

    def _grow_tree(self, observation: Observation) -> Analysis:
        budget = replace(self.budget, threads=1) if self.looks_ahead else ANALYSED_TREE
        return NetTree(observation, self.net(observation.game), self.dice).analyse(budget)

    def _analyse(self, observation: Observation, asked: str | None) -> Analysis:
        """Look ahead from an observation: the likeliest move first, unless another is clearly better."""
        if shows_all(observation.game):
            return self._grow_tree(observation)
        policy = self._policy(observation)
        moves = _moves(observation, policy)
        lookahead = self._lookahead(observation, policy, moves.index(asked) if asked else None)
        found = lookahead.run(self.budget, None if self.looks_ahead else ANALYSED_WORLDS)
        order = np.argsort(-policy.shares, kind="stable")
        best = lookahead.best(int(order[0]))
        ranking = [best, *(int(n) for n in order if n != best)]
        candidates = tuple(Candidate(moves[n], float(found.values[n]), float(found.weights[n])) for n in ranking)
        believed = read_beliefs(observation, lookahead.beliefs)
        return Analysis(candidates[0].value, candidates, (moves[best],), found.depth, found.nodes, believed)

    def net(self, game: Game[Any]) -> Net:
        """Return the network, loaded once for all bots of a process."""
        if game.features is None:
            raise UnknownBot.of("no_features", game=game.id)
        file = self.weights or game.weights()
        if file is None:
            raise UnknownBot.of("no_weights", game=game.id)
        return _load(file, file.stat().st_mtime_ns if file.is_file() else 0, game)

    def _lookahead(self, observation: Observation, policy: Policy, asked: int | None) -> Lookahead:
        plies = PLIES if self.looks_ahead else ANALYSED_PLIES
        return Lookahead(observation, self.net(observation.game), policy, self.dice, plies, asked)

    def _policy(self, observation: Observation) -> Policy:
        encoded = _encode(observation)
        outputs, said = np.flatnonzero(encoded.mask), self._predict(observation.game, encoded)
        return Policy(softmax(said.logits[0, outputs]), outputs, float(said.values[0]))

    def _predict(self, game: Game[Any], encoded: Encoded) -> Prediction:
        return self.net(game).predict(encoded.cells[None], encoded.scalars[None])

    def _draw(self, shares: Array) -> int:
        """Draw a move; the likeliest one at temperature 0."""
        if not self.temperature:
            return int(np.argmax(shares))
        sharpened = (shares / shares.max()) ** (1 / self.temperature)
        sharpened[sharpened < CUT] = 0
        return int(np.searchsorted(np.cumsum(sharpened), self.number() / 2**31 * sharpened.sum(), "right"))


def shows_all(game: Game[Any]) -> bool:
    """Return whether a position says all that the network is to know: then it searches a tree, else worlds."""
    return not game.about.hidden and game.features is not None and game.features.remember is None


def freshness(observation: Observation, moves: list[str], *, ahead: bool) -> Array:
    """Return a factor for each move: the smaller, the more often the seat has made this very move lately."""
    stale = STALE_AHEAD if ahead else STALE
    own = [event.move for event in observation.events if event.actor == observation.seat]
    made = Counter(own[-LATELY:])
    return np.array([stale ** max(0, made[move] - 1) for move in moves])


def read_beliefs(observation: Observation, logits: Array) -> tuple[Belief, ...]:
    """Return what the hidden pieces may be, by the logits of all cells."""
    found = []
    for cell, name in observation.game.hidden_cells(observation).items():
        chances = softmax(logits[cell, 1:])
        likeliest = np.argsort(-chances, kind="stable")[:SHOWN_CHANCES]
        shown = [(int(n) + 1, float(chances[n])) for n in likeliest if chances[n] >= LEAST_CHANCE]
        found.append(Belief(name, tuple(shown)))
    return tuple(found)


def softmax(logits: Array) -> Array:
    """Return probabilities."""
    powers = np.exp((logits - logits.max()).astype(np.float64))
    return np.asarray(powers / powers.sum())


@lru_cache(maxsize=8)
def _load(path: Path, changed: int, game: Game[Any]) -> Net:
    """Load a network; `changed` tells a file from the one that it has replaced."""
    assert game.features
    return Net(load_weights(path, game), game.features)


def _encode(observation: Observation) -> Encoded:
    assert observation.game.features
    return encode(observation, observation.game.features)


def _moves(observation: Observation, policy: Policy) -> list[str]:
    """Return the legal moves in the order of a policy."""
    game, seat = observation.game, observation.seat_number
    assert game.features
    actions = [game.features.action_of(game.o, observation.view[0], seat, int(output)) for output in policy.outputs]
    return [game.write_move([int(action)]) for action in actions]


def _after_setups(position: Position, seed: int) -> Position:
    """Return the position after the other seats' set-ups, drawn at random."""
    while position.in_setup:
        position = position.play(position.random_setup(seed))
    return position
