"""The games to test, with their defaults and with each option changed in turn; nothing here names a game."""

from __future__ import annotations

import os
from dataclasses import fields
from typing import Any, get_type_hints

import numpy as np
import pytest

import caserne
from caserne.core.game import registry
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.game.registry import options_class

PLIES = 120
"""The length of a random game that is followed position by position."""


def rooms() -> list[str]:
    """All games that are found, or the one that `caserne check` tests."""
    checked = os.environ.get("CASERNE_CHECK")
    return [checked] if checked else list(registry.rooms())


def variants(game_id: str) -> list[dict[str, Any]]:
    """The defaults, then one option at a time at another value."""
    kinds = get_type_hints(options_class(game_id))
    found: list[dict[str, Any]] = [{}]
    for field in fields(options_class(game_id)):
        facts = field.metadata
        if kinds[field.name] is bool:
            others = [not field.default]
        elif kinds[field.name] is int:
            others = [value for value in (facts["least"], facts["off"]) if value not in (None, field.default)]
            others += [facts["most"]] if facts["most"] < 100 else []
        else:
            others = [choice for choice in facts["choices"] if choice != field.default]
            others = [choice for choice in others if _is_deterministic(game_id, field.name, choice)]
        found += [{field.name: value} for value in others]
    return found


def _is_deterministic(game_id: str, option: str, value: str) -> bool:
    """Whether a choice always resolves to the same value; one drawn at random differs in every process."""
    once, twice = (options_class(game_id).read({option: value}) for _ in range(2))
    return once == twice


ALL_VARIANTS = [(game_id, options) for game_id in rooms() for options in variants(game_id)]
every_game = pytest.mark.parametrize("game_id", rooms())
every_variant = pytest.mark.parametrize(
    ("game_id", "options"),
    [
        pytest.param(
            game_id, options, id=f"{game_id} {options or ''}".strip(), marks=[pytest.mark.slow] if options else []
        )
        for game_id, options in ALL_VARIANTS
    ],
)
"""The defaults; other options are marked slow."""


def start_of(game: Game[Any], seed: int) -> Position:
    """The game's first position, set-ups drawn at random."""
    position = game.start()
    while position.in_setup:
        position = position.play(position.random_setup(seed))
        seed += 1
    return position


def random_walk(game: Game[Any], seed: int, plies: int = PLIES) -> list[tuple[Position, str]]:
    """Positions of a random game and the moves made in them, set-ups first."""
    dice = np.random.default_rng(seed)
    walk = []
    position = game.start()
    while position.actor is not None and len(walk) < plies:
        move = position.random_setup(seed) if position.in_setup else str(dice.choice(position.legal()))
        walk.append((position, move))
        position = position.play(move)
    return walk


def game_of(game_id: str, options: dict[str, Any]) -> Game[Any]:
    return caserne.game(game_id, **options)
