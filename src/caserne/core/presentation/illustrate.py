"""A room's picture with what the house adds to it: the last move, the piece in hand and where it may go."""

from __future__ import annotations

from collections.abc import Sequence

from caserne.core.game.observation import Observation
from caserne.core.game.scene import Mark, Scene


def illustrate(
    observation: Observation,
    lang: str,
    *,
    last: str | None = None,
    selected: str | None = None,
    hints: Sequence[str] = (),
) -> Scene:
    """The scene of an observation with marks: the last move, a selected cell, the ends of some moves."""
    game = observation.game
    scene = game.scene(observation, lang)
    if last is not None:
        scene = scene.with_marks(*(Mark("last", cell) for cell in game.touches(last)))
        scene = scene.with_trails(*game.trails(last))
    if selected is not None:
        scene = scene.with_marks(Mark("selected", selected))
    ends = dict.fromkeys(game.touches(move)[-1] for move in hints if game.touches(move))
    return scene.with_marks(*(Mark("target", cell) for cell in ends))
