"""The parts of a picture that do not change during a match, and their drawings for browsers."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from caserne.core.game.position import Position
from caserne.core.game.scene import Scene
from caserne.core.presentation.illustrate import illustrate
from caserne.draw.parts import Parts, parts
from caserne.server.live.viewpoint import Viewpoint
from caserne.server.live.views import BoardView

MAX_DRAWINGS = 64
"""How many boards are kept drawn."""
_drawings: dict[bytes, Parts] = {}


@dataclass(frozen=True)
class Board:
    """The fixed parts of a scene; boards with equal fields share their drawings."""

    fields: BoardView
    scene: Scene = field(compare=False)

    @classmethod
    def of(cls, scene: Scene) -> Board:
        return cls(fixed_parts(scene), scene)

    def draw(self) -> Parts:
        """Return the drawings, from the cache if the same board was drawn before."""
        key = msgspec.json.encode(self.fields)
        if key not in _drawings:
            if len(_drawings) >= MAX_DRAWINGS:
                _drawings.pop(next(iter(_drawings)))
            _drawings[key] = parts(self.scene)
        return _drawings[key]


def fixed_parts(scene: Scene) -> BoardView:
    """Return the parts of a scene that do not change in a match."""
    return {
        "title": scene.title,
        "width": scene.width,
        "height": scene.height,
        "grounds": scene.grounds,
        "symbols": scene.symbols,
        "seats": scene.seats,
        "labels": scene.labels,
        "states": scene.states,
        "mark_styles": scene.mark_styles,
        "cells": [
            {"id": cell.id, "x": cell.x, "y": cell.y, "ground": cell.ground, "width": cell.width, "height": cell.height}
            for cell in scene.cells
        ],
    }


def draw_ahead(position: Position, viewpoint: Viewpoint) -> None:
    """Draw a match's board into the cache, which takes a while for a large one."""
    Board.of(illustrate(position.view(viewpoint.looking), viewpoint.lang)).draw()
