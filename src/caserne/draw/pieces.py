"""Pieces: a shape for each seat, the symbol on it, and a thickness that shows in stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from caserne.core.game.scene import Cell, Piece, Scene, Seat, Stroke
from caserne.draw.markup import Attributes, circle, element, move_to, number, title
from caserne.draw.palette import DARK_LINE, line_on, mix
from caserne.draw.piece_marks import marks_of

RADIUS = 0.385
"""Half the size of a piece, in cells: leaves space around it for marks."""
THICKNESS = 0.13
"""The thickness of a piece, in its own box from -1 to 1."""
SHADOW = ((0.18, 1.03, 0.14), (0.22, 1.07, 0.1), (0.26, 1.12, 0.07))
"""Offset, scale and opacity of outlines that together make a soft shadow without a filter."""
STACK_SHRINK, STACK_LEVELS = 0.1, 3
"""By how much pieces are smaller for each level of their stack, up to a number of levels: it has to fit its cell."""
STACK_STEP = 0.62
"""The offset of each piece of a stack above the one below, in the box of a piece."""
STACK_RISE = 0.42
"""The greatest offset of the topmost piece, in cells; the pieces of higher stacks are drawn closer together."""
STACK_FOOT = 1.06
"""From the middle of the lowest piece to the edge of the cell, in the box of a piece."""
SIDE = "M -1.16 0.16 C -1.16 -0.14 1.16 -0.14 1.16 0.16 V 0.78 C 1.16 1.12 -1.16 1.12 -1.16 0.78 Z"
"""A covered piece is a thick disc seen from the side."""
SIDE_TOP = "M -1.16 0.16 C -1.16 0.46 1.16 0.46 1.16 0.16"
SIDE_SYMBOL, SIDE_EMBLEM = (0.5, 0.68, 0.56), (-0.52, 0.68, 0.3)
"""The place and the size of the symbol and of the owner's shape on the side."""
SIDE_MARKS = (0.4, 1.3)
"""How far the marks of a covered piece are moved, so that they lie on its side."""


@dataclass(frozen=True)
class Shape:
    """The outline of a seat's pieces, in a box that reaches from -1 to 1 both ways."""

    outline: str
    lift: float = 0.0
    """How far above (0, 0) the visual middle of the shape is."""
    rim: float = 0.05
    """The width of the line along the inside of the edge."""


def rosette(petals: int, valley: float, bulge: float) -> str:
    """Return the path of a flower: arcs between points on a circle."""
    corners = [2 * pi * (n + 0.5) / petals for n in range(petals + 1)]
    points = [f"{number(valley * sin(turn))} {number(-valley * cos(turn))}" for turn in corners]
    arcs = " ".join(f"A {number(bulge)} {number(bulge)} 0 0 1 {point}" for point in points[1:])
    return f"M {points[0]} {arcs} Z"


SHAPES: Mapping[str, Shape] = {
    "disc": Shape(circle(0.95)),
    "shield": Shape("M -0.8 -0.86 H 0.8 V 0.1 C 0.8 0.56 0.42 0.82 0 1 C -0.42 0.82 -0.8 0.56 -0.8 0.1 Z", 0.06),
    "round_shield": Shape(
        "M -0.8 -0.56 C -0.56 -0.82 -0.28 -0.93 0 -0.93 C 0.28 -0.93 0.56 -0.82 0.8 -0.56 V 0.1 "
        "C 0.8 0.56 0.42 0.82 0 1 C -0.42 0.82 -0.8 0.56 -0.8 0.1 Z"
    ),
    "pennant": Shape("M -0.78 -0.88 H 0.78 V 0.98 L 0 0.62 L -0.78 0.98 Z", 0.12),
    "roundel": Shape(circle(0.95), rim=0.14),
    "rosette": Shape(rosette(8, 0.84, 0.345)),
}


def definitions(scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    """Define each kind of piece in the scene once."""
    panelled = [piece for panel in scene.panels for piece in panel.pieces]
    for seat, symbol in dict.fromkeys((piece.seat, piece.symbol) for piece in (*scene.pieces, *panelled)):
        yield _definition(seat, symbol, scene, colours)


def kit(scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    """Define every kind of piece for all seats and for no owner."""
    for seat in (None, *range(len(scene.seats))):
        for symbol in scene.symbols:
            yield _definition(seat, symbol, scene, colours)


def _definition(seat: int | None, symbol: str, scene: Scene, colours: Mapping[str, str]) -> str:
    owner = None if seat is None else scene.seats[seat]
    drawn = element("g", *_drawn(owner, scene.symbols[symbol], seat, colours), id=piece_id(seat, symbol))
    if owner is None or not scene.stacks:
        return drawn
    return drawn + element("g", *_side(owner, scene.symbols[symbol], seat, colours), id=side_id(seat, symbol))


def shading(scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    """Define the colour gradient of each seat's pieces."""
    for number_of, seat in enumerate(scene.seats):
        colour = colours[seat.colour]
        stops = ((0, mix(colour, "#FFFFFF", 0.2)), (0.55, colour), (1, mix(colour, DARK_LINE, 0.1)))
        yield element(
            "linearGradient",
            *(element("stop", offset=offset, stop_color=stop) for offset, stop in stops),
            id=f"enamel-{number_of}",
            x1=0,
            y1=0,
            x2=0,
            y2=1,
        )


def standing(scene: Scene) -> Iterator[str]:
    """Draw the pieces on the board, far ones first and stacks from the bottom up."""
    yield from (drawing for drawing, _ in sorted(standing_pieces(scene), key=lambda piece: piece[1]))


def standing_pieces(scene: Scene) -> Iterator[tuple[str, tuple[float, float, int]]]:
    """Draw each piece on the board; yield it with its place in the order of drawing."""
    cells = {cell.id: cell for cell in scene.cells}
    heights = Counter(piece.cell for piece in scene.pieces)
    for piece in scene.pieces:
        cell, height = cells[piece.cell], heights[piece.cell]
        x, y = resting_place(cell, piece.level, height)
        covered = scene.stacks and piece.seat is not None and piece.level < height - 1
        radius = piece_radius(cell, height)
        yield placed(piece, scene, x, y, radius, covered=covered), (cell.y, cell.x, piece.level)


def scale_of(cell: Cell) -> float:
    """Return the size of pieces on a cell, relative to a common cell."""
    return min(cell.width, cell.height)


def piece_radius(cell: Cell, height: int) -> float:
    """Return half the size of the pieces of a stack of a height, in cells."""
    return RADIUS * scale_of(cell) / (1 + STACK_SHRINK * (min(height, STACK_LEVELS) - 1))


def resting_place(cell: Cell, level: int, height: int) -> tuple[float, float]:
    """Return the middle of a piece in a stack of a height, in cells."""
    if height == 1:
        return cell.x, cell.y
    radius = piece_radius(cell, height)
    step = min(STACK_STEP * radius, STACK_RISE * scale_of(cell) / (height - 1))
    return cell.x, cell.y + scale_of(cell) / 2 - STACK_FOOT * radius - level * step


def placed(piece: Piece, scene: Scene, x: float, y: float, radius: float, *, covered: bool = False) -> str:
    """Draw a piece with its name at a point of the picture."""
    marks, drawing = marks_of(piece, scene), piece_id(piece.seat, piece.symbol)
    if covered:
        drawing = side_id(piece.seat, piece.symbol)
        marks = [element("g", *marks, transform=move_to(*SIDE_MARKS))] if marks else []
    return element(
        "g",
        title(piece.name),
        element("use", href=f"#{drawing}"),
        *marks,
        class_="piece",
        data_cell=piece.cell or None,
        transform=move_to(x, y, radius),
    )


def token(seat: Seat, seat_number: int, x: float, y: float, radius: float) -> str:
    """Draw a seat's empty shape beside its name."""
    outline = SHAPES[seat.shape].outline
    return element(
        "path",
        d=outline,
        fill=f"url(#enamel-{seat_number})",
        stroke=DARK_LINE,
        stroke_width=0.12,
        stroke_linejoin="round",
        transform=move_to(x, y, radius),
    )


def piece_id(seat: int | None, symbol: str) -> str:
    return f"piece-{'nobody' if seat is None else seat}-{symbol}"


def side_id(seat: int | None, symbol: str) -> str:
    return f"side-{'nobody' if seat is None else seat}-{symbol}"


def _side(owner: Seat, strokes: tuple[Stroke, ...], seat: int | None, colours: Mapping[str, str]) -> Iterator[str]:
    """Draw a covered piece from the side: its owner's shape and its symbol on the edge of a thick disc."""
    colour = colours[owner.colour]
    line = line_on(colour)
    yield element("path", d=SIDE, fill=colour, stroke=DARK_LINE, stroke_width=0.07)
    yield element("path", d=SIDE_TOP, fill="none", stroke=DARK_LINE, stroke_width=0.05, stroke_opacity=0.6)
    yield element("path", d=SHAPES[owner.shape].outline, fill=line, transform=move_to(*SIDE_EMBLEM))
    symbol = _symbol(strokes, {**colours, "seat": colour, "line": line})
    yield element("g", *symbol, transform=move_to(*SIDE_SYMBOL))


def _drawn(
    owner: Seat | None, strokes: tuple[Stroke, ...], seat: int | None, colours: Mapping[str, str]
) -> Iterator[str]:
    """Draw a piece around (0, 0); one without an owner is only its symbol."""
    if owner is None:
        yield from _symbol(strokes, {**colours, "seat": colours["card"], "line": colours["ink"]})
        return
    colour, shape = colours[owner.colour], SHAPES[owner.shape]
    line = line_on(colour)
    edge = mix(colour, DARK_LINE, 0.45)
    outline: Attributes = {"stroke": DARK_LINE, "stroke_width": 0.07, "stroke_linejoin": "round"}
    for drop, size, opacity in SHADOW:
        yield element("path", d=shape.outline, fill="#1A1208", fill_opacity=opacity, transform=move_to(0, drop, size))
    yield element("path", d=shape.outline, fill=edge, **outline, transform=move_to(0, THICKNESS))
    yield element("path", d=shape.outline, fill=f"url(#enamel-{seat})", **outline)
    yield element(
        "path",
        d=shape.outline,
        fill="none",
        stroke=line,
        stroke_width=shape.rim,
        stroke_opacity=0.55,
        transform="scale(0.84)",
    )
    yield element("g", *_symbol(strokes, {**colours, "seat": colour, "line": line}), transform=move_to(0, -shape.lift))


def _symbol(strokes: tuple[Stroke, ...], colours: Mapping[str, str]) -> Iterator[str]:
    for stroke in strokes:
        yield element(
            "path",
            d=stroke.path,
            fill=colours[stroke.fill] if stroke.fill else "none",
            stroke=colours[stroke.line] if stroke.line else None,
            stroke_width=stroke.width if stroke.line else None,
            stroke_linecap="round" if stroke.line else None,
            stroke_linejoin="round" if stroke.line else None,
        )
