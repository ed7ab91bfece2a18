"""Encode what a seat observes into the arrays that a room's `features` describe."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caserne.core.game.features import Features
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation


class Encoded(NamedTuple):
    """One observation as arrays."""

    cells: np.ndarray[Any, np.dtype[np.int64]]
    """One word per cell; bit n is channel n."""
    scalars: np.ndarray[Any, np.dtype[np.int16]]
    mask: np.ndarray[Any, np.dtype[np.uint8]]
    """1 for each output that is a legal move; all 0 if the seat is not to act."""


def recall(observation: Observation, features: Features) -> np.ndarray[Any, Any]:
    """Return what a spectator remembers of a game, from the events that a seat has observed."""
    memory = np.zeros(1, features.memory)
    if features.recall:
        features.recall(observation, memory)
    return memory


def encode(observation: Observation, features: Features) -> Encoded:
    """Return an observation as arrays."""
    game, seat = observation.game, observation.seat_number
    memory = recall(observation, features)
    # Rules may use spare room in `past`, and none keeps what was there.
    past = np.concatenate([observation.past, np.zeros(game.rules.past_per_action, np.int64)])
    cells, scalars = encode_view(game, features, observation.view, past, memory, seat)
    mask = np.zeros(features.outputs, np.uint8)
    if observation.actor == observation.seat:
        for action in observation.sample().legal_actions():
            mask[features.output_of(game.o, observation.view[0], seat, action)] = 1
    return Encoded(cells, scalars, mask)


def encode_view(game: Game[Any], features: Features, view: Any, past: Any, memory: Any, seat: int) -> tuple[Any, Any]:
    """Return the cells and the scalars of a view."""
    cells, scalars = np.zeros(features.cells, np.int64), np.zeros(len(features.scalars), np.int16)
    features.encoding.encode(game.packed, view, past, memory, seat, cells, scalars)
    return cells, scalars
