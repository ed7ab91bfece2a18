"""The arrays of a batch of games: what its kernels work on, and what its users read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from caserne.core.game.features import Features
from caserne.core.game.game import Game
from caserne.core.game.move_lists import make_lists
from caserne.core.kernel.rng import generators

Array = Any
"""A NumPy array, or an array on a GPU."""

SPARE_PAST = 2_048
"""Words of `past` per game beyond what single actions need; a game that outgrows it is cut off."""
SPARE_MOVES = 64
"""Moves above `MAX_MOVES` that do no harm, where each game has a list of its own."""


class Games(NamedTuple):
    """The games themselves, secrets included: private to the environment."""

    options: Array
    first: Array
    """The state in which every game starts."""
    setups: Array
    """Set-ups to draw from, one row of placements each; rows of nothing: they are drawn at random."""
    states: Array
    pasts: Array
    dice: Array
    views: Array
    memories: Array
    lists: Array
    """What rules list moves to. On the CPU one row for each thread; on a GPU the rows of `moves`."""
    moves: Array
    """The legal outputs of each game, `counts` of them. On a GPU those of neighbouring games lie side by side."""
    choices: Array
    """Generators for random policies, so that these change no die."""
    no_view: Array
    """An empty view, to clear one with."""
    no_memory: Array


class Wanted(NamedTuple):
    """Which arrays a batch writes beside those that it always writes."""

    planes: bool
    secrets: bool
    finals: bool


class Finals(NamedTuple):
    """The last observation of each game that a step ended, as in `Outputs`; no rows if not asked for."""

    cells: Array
    planes: Array
    secrets: Array
    scalars: Array
    mask: Array
    counts: Array
    seats: Array


class Outputs(NamedTuple):
    """What users of a batch read; one row per game, overwritten by every step."""

    cells: Array
    """int64[games, cells]: the channels of each cell as bits, seen from the seat to act."""
    planes: Array
    """int64[games, cells, words]: the same with one byte per channel, eight in a word; no words if not asked for."""
    secrets: Array
    """int8[games, cells]: what each cell really hides from the seat to act, for training; else no columns."""
    scalars: Array
    """int16[games, scalars]."""
    mask: Array
    """uint8[games, outputs]: 1 for a legal move."""
    counts: Array
    """int32[games]: how many moves are legal."""
    seats: Array
    """int8[games]: the seat to act."""
    rewards: Array
    """float32[games, seats]: the returns of a game that this step ended, else 0."""
    terminated: Array
    """bool[games]: whether this step ended a game; the observation is then of the next one."""
    truncated: Array
    """bool[games]: whether this step cut a game off, for its length."""
    lengths: Array
    """int32[games]: plies of the game that this step ended or cut off, else of the game that goes on."""
    endings: Array
    """int8[games]: the number of the rule that ended a game in this step, else 0."""
    replaced: Array
    """bool[games]: whether an illegal action was replaced by the first legal one; never with checks."""
    earned: Array
    """float32[games]: the return of the seat that made the last move, if that ended the game, else 0."""
    ended: Array
    """bool[games]: whether this step ended a game or cut it off."""
    final: Finals
    """What was last observed of a game that this step ended or cut off, before the next one began."""


def make_games(
    game: Game[Any], number: int, seed: int, setups: Array, put: Callable[[Array], Array], lists: Array | None = None
) -> Games:
    """Make the games of a batch, none started yet; `put` brings an array to the device.

    Without `lists` there is one for each game, with less spare space (`move_lists`).
    """
    rules = game.rules
    moves = put(
        np.asfortranarray(make_lists(rules, number, spare=SPARE_MOVES))
        if lists is None
        else np.zeros((number, rules.max_moves), np.int32)
    )
    words = max(1, min(rules.past, 2 * rules.past_per_action + SPARE_PAST))
    return Games(
        options=put(game.packed),
        first=put(game.first_state()),
        setups=put(setups),
        states=put(np.zeros(number, rules.state)),
        pasts=put(np.zeros((number, words), np.int64)),
        dice=put(generators(seed, number)),
        views=put(np.zeros(number, rules.view)),
        memories=put(np.zeros(number, features_of(game).memory)),
        lists=moves if lists is None else lists,
        moves=moves,
        choices=put(generators(seed, number, number)),
        no_view=put(np.zeros(1, rules.view)),
        no_memory=put(np.zeros(1, features_of(game).memory)),
    )


def make_outputs(game: Game[Any], number: int, wanted: Wanted, put: Callable[[Array], Array]) -> Outputs:
    """Make the arrays that users read."""
    return Outputs(
        **_make_observations(features_of(game), number, wanted, put),
        final=Finals(**_make_observations(features_of(game), number if wanted.finals else 0, wanted, put)),
        rewards=put(np.zeros((number, game.seats), np.float32)),
        terminated=put(np.zeros(number, np.bool_)),
        truncated=put(np.zeros(number, np.bool_)),
        lengths=put(np.zeros(number, np.int32)),
        endings=put(np.zeros(number, np.int8)),
        replaced=put(np.zeros(number, np.bool_)),
        earned=put(np.zeros(number, np.float32)),
        ended=put(np.zeros(number, np.bool_)),
    )


def _make_observations(
    features: Features, number: int, wanted: Wanted, put: Callable[[Array], Array]
) -> dict[str, Array]:
    """Make the arrays of what seats observe."""
    words = -(-len(features.channels) // 8) if wanted.planes else 0
    secrets = features.cells if wanted.secrets and features.secret_of else 0
    return {
        "cells": put(np.zeros((number, features.cells), np.int64)),
        "planes": put(np.zeros((number, features.cells, words), np.int64)),
        "secrets": put(np.zeros((number, secrets), np.int8)),
        "scalars": put(np.zeros((number, len(features.scalars)), np.int16)),
        "mask": put(np.zeros((number, features.outputs), np.uint8)),
        "counts": put(np.zeros(number, np.int32)),
        "seats": put(np.zeros(number, np.int8)),
    }


def features_of(game: Game[Any]) -> Features:
    assert game.features
    return game.features
