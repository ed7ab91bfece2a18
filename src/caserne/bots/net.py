"""A bot that has learned: a trained network plays its policy at once, and with time looks ahead with its own values."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from caserne.bots.bot import Analysis, Bot, Budget, Candidate, UnknownBot
from caserne.bots.net_search import Found, Lookahead, Policy
from caserne.bots.settings import File, Number
from caserne.core.game.encode import Encoded, encode
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.nets.forward import Net
from caserne.nets.weights import load_weights

SETUPS = 24
"""Suggested set-ups from which the bot chooses by their values."""
TEMPERATURE = 0.5
"""Below 1, likely moves are played more often than the network says."""
CUT = 0.05
"""Moves below this share of the likeliest one's are not played."""
ANALYSED_WORLDS = 4
"""Worlds of an analysis without a budget."""

Array = np.ndarray[Any, Any]


class NetBot(Bot):
    """Plays as a trained network says.

    weights: the file of the network, made by `caserne train`; by default the one that comes with the room.
    temperature: 0 plays the likeliest move, 1 each move as often as the network would, more makes them more even.
    Without a budget it plays at once; with one it looks ahead, see `Lookahead`.
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
        policy = self._policy(observation)
        shares = self._look_ahead(observation, policy).shares if self.looks_ahead else policy.shares
        return _write(observation, policy.outputs[self._draw(shares)])

    def search(self, observation: Observation) -> Analysis:
        policy = self._policy(observation)
        return _analysis(observation, policy, self._look_ahead(observation, policy))

    def analyse_with(self, observation: Observation, move: str) -> Analysis:
        policy = self._policy(observation)
        moves = [_write(observation, output) for output in policy.outputs]
        return _analysis(observation, policy, self._look_ahead(observation, policy, moves.index(move)))

    def net(self, game: Game[Any]) -> Net:
        """Return the network, loaded once for all bots of a process."""
        if game.features is None:
            raise UnknownBot.of("no_features", game=game.id)
        file = self.weights or game.weights()
        if file is None:
            raise UnknownBot.of("no_weights", game=game.id)
        return _load(file, file.stat().st_mtime_ns if file.is_file() else 0, game)

    def _look_ahead(self, observation: Observation, policy: Policy, asked: int | None = None) -> Found:
        lookahead = Lookahead(observation, self.net(observation.game), policy, self.dice, asked)
        return lookahead.run(self.budget, None if self.looks_ahead else ANALYSED_WORLDS)

    def _policy(self, observation: Observation) -> Policy:
        encoded = _encode(observation)
        said = self.net(observation.game).predict(encoded.cells[None], encoded.scalars[None])
        outputs = np.flatnonzero(encoded.mask)
        return Policy(softmax(said.logits[0, outputs]), outputs, float(said.values[0]))

    def _draw(self, shares: Array) -> int:
        """Draw a move; the likeliest one at temperature 0."""
        if not self.temperature:
            return int(np.argmax(shares))
        sharpened = (shares / shares.max()) ** (1 / self.temperature)
        sharpened[sharpened < CUT] = 0
        return int(np.searchsorted(np.cumsum(sharpened), self.number() / 2**31 * sharpened.sum(), "right"))


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


def _write(observation: Observation, output: int) -> str:
    """Return the move of an output."""
    game, seat = observation.game, observation.seat_number
    assert game.features
    return game.write_move([int(game.features.action_of(game.o, observation.view[0], seat, int(output)))])


def _analysis(observation: Observation, policy: Policy, found: Found) -> Analysis:
    """Return what a look-ahead has found, the best move first."""
    order = np.argsort(-found.shares, kind="stable")
    candidates = tuple(
        Candidate(_write(observation, policy.outputs[n]), float(found.values[n]), float(found.weights[n]))
        for n in order
    )
    return Analysis(candidates[0].value, candidates, (candidates[0].move,), found.depth, found.nodes)


def _after_setups(position: Position, seed: int) -> Position:
    """Return the position after the other seats' set-ups, drawn at random."""
    while position.in_setup:
        position = position.play(position.random_setup(seed))
    return position
