"""The parts of a picture that do not change during a match, and their frames for browsers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from caserne.core.game.scene import Scene
from caserne.draw.parts import parts
from caserne.server.live import messages
from caserne.server.live.views import BoardView

MAX_DRAWINGS = 64
"""How many boards are kept drawn."""


@dataclass(frozen=True)
class Board:
    """The fixed parts of a scene; boards with equal fields are drawn once."""

    fields: BoardView
    scene: Scene = field(compare=False)

    @classmethod
    def of(cls, scene: Scene) -> Board:
        return cls(fixed_parts(scene), scene)

    @cached_property
    def key(self) -> bytes:
        """The fields as bytes, which compare fast: a move may be shown to hundreds of viewers."""
        return msgspec.json.encode(self.fields)


class Drawings:
    """The messages `board` that were drawn last; each is drawn once, however many wait for it."""

    def __init__(self) -> None:
        self._drawn: dict[bytes, str] = {}
        self._under_way: dict[bytes, asyncio.Future[str]] = {}

    def find(self, board: Board) -> str | None:
        """Return the message of a board, if it is there."""
        frame = self._drawn.pop(board.key, None)
        if frame is not None:
            self._drawn[board.key] = frame  # the last used is dropped last
        return frame

    async def draw(self, board: Board, draw: Callable[[], Awaitable[str]]) -> str:
        """Return the message of a board; `draw` makes it unless it is there or under way."""
        if (found := self.find(board)) is not None:
            return found
        if board.key not in self._under_way:
            self._under_way[board.key] = asyncio.ensure_future(self._keep(board.key, draw))
        return await asyncio.shield(self._under_way[board.key])

    async def _keep(self, key: bytes, draw: Callable[[], Awaitable[str]]) -> str:
        try:
            frame = await draw()
        finally:
            del self._under_way[key]
        if len(self._drawn) >= MAX_DRAWINGS:
            self._drawn.pop(next(iter(self._drawn)))
        self._drawn[key] = frame
        return frame


def draw_board(scene: Scene) -> str:
    """Return the message `board` with the drawings of a scene, which take a while for a large one."""
    return messages.write("board", **fixed_parts(scene), art=parts(scene))


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
        "captures": scene.captures,
        "stacks": scene.stacks,
        "cells": [
            {"id": cell.id, "x": cell.x, "y": cell.y, "ground": cell.ground, "width": cell.width, "height": cell.height}
            for cell in scene.cells
        ],
    }
