"""A room's scene with marks: the last move, the selected cell and where its piece may go."""

from __future__ import annotations

from collections.abc import Sequence

from caserne.core.game.observation import Observation
from caserne.core.game.scene import Mark, Scene
from caserne.core.presentation.trails import trails_of


def illustrate(
    observation: Observation,
    lang: str,
    *,
    last: str | None = None,
    way: Sequence[str] = (),
    selected: str | None = None,
    hints: Sequence[str] = (),
) -> Scene:
    """Return the scene of an observation with the last move, a selected cell and the targets of some moves marked.

    `way` says where the last move turned; by default what the seat remembers of it.
    """
    game = observation.game
    scene = game.scene(observation, lang)
    if last is not None:
        scene = scene.with_marks(*(Mark("last", cell) for cell in game.touches(last)))
        known = (event.way for event in reversed(observation.events) if event.move == last)
        scene = scene.with_trails(*trails_of(game, last, way or next(known, ())))
    if selected is not None:
        scene = scene.with_marks(Mark("selected", selected))
    ends = dict.fromkeys(game.touches(move)[-1] for move in hints if game.touches(move))
    return scene.with_marks(*(Mark("target", cell) for cell in ends))
