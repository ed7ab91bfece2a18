"""Pieces: a shape for each seat, the symbol on it, and a thickness that shows in stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from caserne.core.game.scene import Cell, Piece, Scene, Seat, Stroke
from caserne.draw.markup import Attributes, circle, element, move_to, number, title, words
from caserne.draw.palette import DARK_LINE, line_on, mix
from caserne.draw.piece_marks import marks_of

RADIUS = 0.385
"""Half the size of a piece, in cells: leaves space around it for marks."""
THICKNESS = 0.13
"""The thickness of a piece, in its own box from -1 to 1."""
SHADOW = ((0.18, 1.03, 0.14), (0.22, 1.07, 0.1), (0.26, 1.12, 0.07))
"""Offset, scale and opacity of outlines that together make a soft shadow without a filter."""
STACK_STEP = 0.22
"""The offset of each piece of a stack above the one below, in cells."""
STACK_HEIGHT = 0.46
"""The greatest height of a stack; the pieces of higher ones are drawn closer together."""
STACK_FOOT = 0.06
"""How much lower than a single piece the lowest of a stack is drawn, in cells."""
TAG_WIDTH, TAG_HEIGHT = 0.32, 0.21
"""The size of the tag of a covered piece, in cells."""
TAG_LEFT, TAG_BOTTOM = 0.2, 0.3
"""The place of the lowest tag beside the stack, from the middle of the cell."""


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
    return element("g", *_drawn(owner, scene.symbols[symbol], seat, colours), id=piece_id(seat, symbol))


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


def standing(scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    """Draw the pieces on the board, far ones first and stacks from the bottom up, then the tags of covered pieces."""
    yield from (drawing for drawing, _ in sorted(standing_pieces(scene), key=lambda piece: piece[1]))
    yield from tags(scene, colours)


def standing_pieces(scene: Scene) -> Iterator[tuple[str, tuple[float, float, int]]]:
    """Draw each piece on the board; yield it with its place in the order of drawing."""
    cells = {cell.id: cell for cell in scene.cells}
    heights = Counter(piece.cell for piece in scene.pieces)
    for piece in scene.pieces:
        cell = cells[piece.cell]
        x, y = resting_place(cell, piece.level, heights[piece.cell])
        yield placed(piece, scene, x, y, RADIUS * scale_of(cell)), (cell.y, cell.x, piece.level)


def tags(scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    """Draw the tags of covered pieces beside their stacks."""
    cells = {cell.id: cell for cell in scene.cells}
    heights = Counter(piece.cell for piece in scene.pieces)
    for piece in scene.pieces:
        if piece.seat is not None and piece.level < heights[piece.cell] - 1:
            yield _tag(piece, cells[piece.cell], heights[piece.cell], colours[scene.seats[piece.seat].colour])


def _tag(piece: Piece, cell: Cell, height: int, colour: str) -> str:
    """Draw the tag of a covered piece in its owner's colour beside the stack."""
    step = min(TAG_HEIGHT, 0.75 / height)
    size = scale_of(cell) * step / TAG_HEIGHT
    box = element(
        "rect",
        width=TAG_WIDTH,
        height=TAG_HEIGHT,
        rx=0.045,
        fill=colour,
        stroke=DARK_LINE,
        stroke_width=0.022,
    )
    written = words(piece.text, TAG_WIDTH / 2, TAG_HEIGHT * 0.79, 0.185, line_on(colour), heading=True, anchor="middle")
    x, y = cell.x + TAG_LEFT * scale_of(cell), cell.y + (TAG_BOTTOM - step * (piece.level + 0.5)) * scale_of(cell)
    return element("g", box, written, class_="tag", data_cell=piece.cell, transform=move_to(x, y, size))


def scale_of(cell: Cell) -> float:
    """Return the size of pieces on a cell, relative to a common cell."""
    return min(cell.width, cell.height)


def resting_place(cell: Cell, level: int, height: int) -> tuple[float, float]:
    """Return the middle of a piece in a stack of a height, in cells."""
    step = min(STACK_STEP, STACK_HEIGHT / max(height - 1, 1)) * scale_of(cell)
    foot = STACK_FOOT * scale_of(cell) if height > 1 else 0
    return cell.x, cell.y + foot - level * step


def placed(piece: Piece, scene: Scene, x: float, y: float, radius: float) -> str:
    """Draw a piece with its name at a point of the picture."""
    return element(
        "g",
        title(piece.name),
        element("use", href=f"#{piece_id(piece.seat, piece.symbol)}"),
        *marks_of(piece, scene),
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
