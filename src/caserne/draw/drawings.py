"""The drawings that a rulebook shows: figures, single pieces and single grounds, each with an address.

figure:NAME         a figure of the room
piece:SYMBOL        a piece of the first seat; piece:SEAT-SYMBOL of another one, piece:none-SYMBOL without an owner
ground:NAME         a cell of a ground
"""

from __future__ import annotations

from functools import cache
from typing import Literal, get_args

from caserne.core.game.registry import open_game
from caserne.core.game.scene import Piece, Scene
from caserne.core.game.words import LANGUAGES
from caserne.core.presentation.crop import crop
from caserne.core.presentation.figures import COVER, UnknownFigure, figure, figures
from caserne.draw.markup import element
from caserne.draw.palette import palette
from caserne.draw.pieces import definitions, placed, shading
from caserne.draw.svg import board_size, board_svg, cell_svg

Kind = Literal["figure", "piece", "ground"]
NOBODY = "none"
PIECE_SIZE = 48
"""The side of the picture of a piece, in pixels."""


@cache
def drawing(game_id: str, address: str, lang: str, dark: bool = False) -> str:
    """Return a drawing as SVG; the words on a board are in the language."""
    kind, name = _parted(address)
    if kind == "figure":
        return board_svg(figure(game_id, name).scene(game_id, lang), dark=dark)
    scene = _example(game_id)
    return _piece(scene, name, dark) if kind == "piece" else _ground(scene, name, dark)


def figure_size(game_id: str, name: str) -> tuple[int, int]:
    """Return the width and height of a figure in its own units."""
    return board_size(figure(game_id, name).scene(game_id, LANGUAGES[0]))


def _parted(address: str) -> tuple[Kind, str]:
    for kind in get_args(Kind):
        if address.startswith(f"{kind}:"):
            return kind, address.removeprefix(f"{kind}:")
    raise UnknownFigure.of("unknown_figure", figure=address)


@cache
def _example(game_id: str) -> Scene:
    """Return a board on which all grounds can be found: that of the cover, else the start."""
    if COVER in figures(game_id):
        return figure(game_id, COVER).scene(game_id, LANGUAGES[0])
    game = open_game(game_id, {})
    return game.scene(game.start().view(None), LANGUAGES[0])


def _piece(scene: Scene, name: str, dark: bool) -> str:
    owner, _, symbol = name.rpartition("-")
    seat = None if owner == NOBODY else int(owner) if owner.isdecimal() else 0
    if symbol not in scene.symbols or (seat or 0) >= len(scene.seats):
        raise UnknownFigure.of("unknown_figure", figure=name)
    return piece_svg(scene, seat, symbol, dark=dark)


def piece_svg(scene: Scene, seat: int | None, symbol: str, *, dark: bool = False) -> str:
    """Draw a piece alone."""
    colours, piece = palette(dark), Piece("", seat, symbol, "", "")
    alone = Scene(**{**vars(scene), "pieces": (piece,), "panels": ()})
    return element(
        "svg",
        element("defs", *shading(alone, colours), *definitions(alone, colours)),
        placed(piece, alone, 0, 0, 1),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="-1.1 -1.1 2.3 2.4",
        width=PIECE_SIZE,
        height=PIECE_SIZE,
    )


def _ground(scene: Scene, name: str, dark: bool) -> str:
    """Draw a cell of a ground; marks on grounds, such as crossroads, end its name."""
    cells = [cell for cell in scene.cells if cell.ground == name or cell.ground.endswith(f"_{name}")]
    if not cells:
        raise UnknownFigure.of("unknown_figure", figure=name)
    return cell_svg(crop(scene, (cells[0].id,)), dark=dark)
