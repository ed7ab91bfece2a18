"""A scene as a standalone SVG: a page with the board, the status below it, and panels beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from textwrap import wrap
from xml.sax.saxutils import escape

from caserne.core.game.scene import Label, Panel, Piece, Scene
from caserne.draw import piece_marks
from caserne.draw.equations import equations
from caserne.draw.grounds import patterns, tiles
from caserne.draw.markup import circle, element, move_to, solid, title, words
from caserne.draw.palette import palette
from caserne.draw.pieces import definitions, placed, scale_of, shading, standing, token
from caserne.draw.signs import marks, trails

CELL = 64
"""The side of a common cell in units of the page, in which all lengths here are."""
MARGIN = 20
NUMBER = 0.3
"""The text size of labels on a cell, in cells."""
LABEL_ROOM = 0.22
"""The space around the middle of a coordinate, in cells."""
LEAST_BORDER = 0.22
"""The narrowest border of a board, in cells."""
CARD_WIDTH = 264
CARD_PADDING = 16
PANEL_PIECE = 17
"""Half the size of a piece in a panel."""
LETTER, HEADING_LETTER = 0.48, 0.56
"""The width of a letter as a share of its size: a little more than in our fonts, for unknown fonts."""


@dataclass(frozen=True)
class Block:
    """A part of the page: its markup from its own upper left corner, and its size."""

    markup: str
    width: float
    height: float

    def at(self, x: float, y: float) -> str:
        return element("g", self.markup, transform=move_to(x, y))


def svg(scene: Scene, *, dark: bool = False, size: int | None = None) -> str:
    """Draw a scene; `size` is the width in pixels, by default that of its own units."""
    colours = palette(dark)
    played = board(scene, colours)
    heading = _heading(scene, played.width, colours)
    status = _status(scene, played.width, colours)
    cards = [_card(panel, scene, colours) for panel in scene.panels]
    legend = [_legend(scene, played.width, colours)] if _explained(scene) else []
    left = _column([heading, played, status, *legend], 14)
    right = _column(cards, 14)
    width = MARGIN + left.width + (MARGIN + right.width if cards else 0) + MARGIN
    height = ceil(MARGIN + max(left.height, heading.height + 14 + right.height) + MARGIN)
    shown_width = size or width
    page = [
        title(scene.title),
        element("desc", escape(_spoken(scene))),
        board_definitions(scene, colours),
        element("rect", width=width, height=height, fill=colours["paper"]),
        left.at(MARGIN, MARGIN),
    ]
    if cards:
        page.append(right.at(2 * MARGIN + left.width, MARGIN + heading.height + 14))
    return element(
        "svg",
        *page,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=shown_width,
        height=round(height * shown_width / width),
        role="img",
    )


def board_svg(scene: Scene, *, dark: bool = False) -> str:
    """Draw the board alone, without text around it."""
    colours = palette(dark)
    drawn = board(scene, colours)
    return element(
        "svg",
        board_definitions(scene, colours),
        drawn.markup,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {drawn.width:g} {drawn.height:g}",
        width=drawn.width,
        height=drawn.height,
    )


def board_size(scene: Scene) -> tuple[int, int]:
    """Return the width and height of the board with its border, in units of the page."""
    edge = border(scene)
    return ceil((scene.width + 2 * edge) * CELL), ceil((scene.height + 2 * edge) * CELL)


def cell_svg(scene: Scene, *, dark: bool = False) -> str:
    """Draw the only cell of a scene, without frame and pieces."""
    colours = palette(dark)
    return element(
        "svg",
        element("defs", *patterns(scene, colours)),
        *tiles(scene, colours),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {scene.width:g} {scene.height:g}",
        width=CELL,
        height=CELL,
    )


def board_definitions(scene: Scene, colours: Mapping[str, str]) -> str:
    """Define what the picture uses more than once."""
    return element(
        "defs",
        *patterns(scene, colours),
        *shading(scene, colours),
        *definitions(scene, colours),
        *piece_marks.definitions(scene, colours),
    )


def _spoken(scene: Scene) -> str:
    """Return the status and all occupied cells, for screen readers."""
    occupied = {piece.cell for piece in scene.pieces}
    places = [cell.name for cell in scene.cells if cell.id in occupied]
    return "\n".join([scene.status, *places])


def _column(blocks: Sequence[Block], gap: float) -> Block:
    """Put blocks below each other."""
    parts, y = [], 0.0
    for block in blocks:
        parts.append(block.at(0, y))
        y += block.height + gap
    return Block("\n".join(parts), max((block.width for block in blocks), default=0), max(y - gap, 0))


def _heading(scene: Scene, width: float, colours: Mapping[str, str]) -> Block:
    lines = _wrapped(scene.title, width, 20 * HEADING_LETTER)
    text = [words(line, 0, 18 + 25 * n, 20, colours["ink"], heading=True) for n, line in enumerate(lines)]
    return Block("\n".join(text), width, 25 * len(lines) - 2)


def board(scene: Scene, colours: Mapping[str, str]) -> Block:
    """Draw the frame with its coordinates, and on it cells, pieces, marks and trails, with lengths in cells."""
    edge = border(scene)
    width, height = board_size(scene)
    frame = element(
        "rect",
        x=1,
        y=1,
        width=width - 2,
        height=height - 2,
        rx=14,
        fill=colours["frame"],
        stroke=colours["edge"],
        stroke_width=2,
    )
    inside = element(
        "g",
        *tiles(scene, colours),
        *(_number(label, scene, colours) for label in scene.labels if label.lies_within(scene)),
        *standing(scene),
        *marks(scene, colours),
        *trails(scene, colours),
        *equations(scene, colours),
        class_="board",
        transform=move_to(edge * CELL, edge * CELL, CELL),
    )
    labels = [
        words(label.text, (label.x + edge) * CELL, (label.y + edge) * CELL + 5, 15, colours["ink"], anchor="middle")
        for label in scene.labels
        if not label.lies_within(scene)
    ]
    return Block("\n".join([frame, inside, element("g", *labels, class_="labels", opacity=0.72)]), width, height)


def _number(label: Label, scene: Scene, colours: Mapping[str, str]) -> str:
    """Write a label on a cell, below the pieces; larger on larger cells."""
    size = NUMBER * max([1, *(scale_of(cell) for cell in scene.cells if cell.holds(label.x, label.y))])
    return words(label.text, label.x, label.y + size * 0.35, size, colours["ink"], heading=True, anchor="middle")


def border(scene: Scene) -> float:
    """Return the width of the border, the same on all sides and wide enough for the coordinates, in cells."""
    beyond = [
        LABEL_ROOM + max(-label.x, -label.y, label.x - scene.width, label.y - scene.height) for label in scene.labels
    ]
    return max(LEAST_BORDER, *beyond) if beyond else LEAST_BORDER


def _status(scene: Scene, width: float, colours: Mapping[str, str]) -> Block:
    """Write the status beside the shape of the seat to move."""
    parts, indent = [], 0
    if isinstance(scene.turn, int):
        parts.append(token(scene.seats[scene.turn], scene.turn, 11, 11, 10))
        indent = 30
    lines = _wrapped(scene.status, width - indent, 16 * LETTER)
    parts += [words(line, indent, 17 + 21 * n, 16, colours["ink"]) for n, line in enumerate(lines)]
    return Block(element("g", *parts, class_="status"), width, 21 * len(lines) + 3)


def _explained(scene: Scene) -> dict[str, Piece]:
    """Return the marks on the board that the scene has words for, each with a piece that has it."""
    found = {mark: piece for piece in reversed(scene.pieces) for mark in piece.marks}
    return {mark: found[mark] for mark in scene.states if mark in found}


def _legend(scene: Scene, width: float, colours: Mapping[str, str]) -> Block:
    """Draw each mark on an empty disc, with its meaning."""
    parts, x, y = [], 0.0, 0.0
    for mark, piece in _explained(scene).items():
        said = scene.states[mark]
        length = 34 + len(said) * 14 * LETTER + 16
        if x and x + length > width:
            x, y = 0.0, y + 27
        blank = solid(circle(0.95), colours["frame"], stroke=colours["edge"], stroke_width=0.07)
        parts.append(
            element("g", blank, piece_marks.mark_at_origin(mark, piece.seat), transform=move_to(x + 13, y + 12, 10))
        )
        parts.append(words(said, x + 34, y + 17, 14, colours["ink"]))
        x += length
    return Block(element("g", *parts, class_="legend"), width, y + 24)


def _card(panel: Panel, scene: Scene, colours: Mapping[str, str]) -> Block:
    """Draw a panel; that of the seat to move has a brass border."""
    inner = CARD_WIDTH - 2 * CARD_PADDING
    parts, indent, y = [], 0, CARD_PADDING
    if panel.seat is not None:
        parts.append(token(scene.seats[panel.seat], panel.seat, CARD_PADDING + 8, y + 9, 8))
        indent = 24
    for line in _wrapped(panel.title, inner - indent, 16 * HEADING_LETTER):
        parts.append(words(line, CARD_PADDING + indent, y + 15, 16, colours["ink"], heading=True))
        y += 21
    for line in _wrapped(panel.text, inner, 15 * LETTER):
        parts.append(words(line, CARD_PADDING, y + 16, 15, colours["ink"]))
        y += 20
    step = 2 * PANEL_PIECE + 5
    in_row = inner // step
    for n, piece in enumerate(panel.pieces):
        row, column = divmod(n, in_row)
        x = CARD_PADDING + PANEL_PIECE + column * step
        parts.append(placed(piece, scene, x, y + 25 + row * step, PANEL_PIECE))
    rows = -(-len(panel.pieces) // in_row)
    height = y + rows * step + (6 if rows else 0) + CARD_PADDING
    to_move = panel.seat is not None and panel.seat == scene.turn
    card = element(
        "rect",
        x=1,
        y=1,
        width=CARD_WIDTH - 2,
        height=height - 2,
        rx=12,
        fill=colours["card"],
        stroke=colours["brass" if to_move else "ink"],
        stroke_width=2 if to_move else 1,
        stroke_opacity=1 if to_move else 0.2,
    )
    return Block(element("g", card, *parts, class_="panel"), CARD_WIDTH, height)


def _wrapped(text: str, width: float, letter: float) -> list[str]:
    return wrap(text, max(int(width / letter), 8))
