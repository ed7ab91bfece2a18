"""Sheets to print and cut out: the board at true size, and every piece of a game. Lengths are in millimetres."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import product
from math import ceil
from typing import Any

from caserne.core.game.game import Game
from caserne.core.game.registry import rooms
from caserne.core.game.scene import Piece, Scene
from caserne.core.game.words import SHARED_WORDS
from caserne.draw.markup import element, move_to, words
from caserne.draw.palette import LIGHT
from caserne.draw.pdf.canvas import svg_to_pdf
from caserne.draw.pieces import RADIUS, definitions, placed, shading
from caserne.draw.svg import CELL, board, board_definitions

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
MARGIN = 10.0
"""What most printers leave free."""
HEADING = 13.0
OVERLAP = 8.0
"""What two sheets of a board share, for glue."""
CELL_SIZE = 24.0
"""The side of a common cell."""
LEAST_CELL, LARGEST_CELL = 8.0, 60.0
AROUND_PIECE = 1.25
"""The side of what is cut out, relative to the piece."""
PEN = "#8B8F96"
RULER = 50
"""The length of the line by which one checks the size."""
ANY = "*"
"""In `box.json`: every piece that is not named."""


@dataclass(frozen=True)
class Token:
    """A piece to cut out; with a back it is folded."""

    seat: int | None
    front: str
    back: str = ""


def print_pdf(game: Game[Any], lang: str, *, cell: float = CELL_SIZE, paper: str = "a4") -> bytes:
    """Return the board and the pieces of a game as PDF."""
    return svg_to_pdf(sheets(game, lang, cell=cell, paper=paper), game.about.title(lang))


def sheets(game: Game[Any], lang: str, *, cell: float = CELL_SIZE, paper: str = "a4") -> list[str]:
    """Return every sheet as SVG with its size in millimetres."""
    scene = arranged(game, lang)
    layout = Layout(game.about.title(lang), lang, cell, PAPERS[paper])
    return [*layout.board_sheets(scene), *layout.piece_sheets(scene, tokens(game, scene))]


def arranged(game: Game[Any], lang: str) -> Scene:
    """Return the beginning of a game with all pieces in their places, as nobody but their owners sees them together."""
    position = game.start()
    while position.in_setup:
        position = position.play(position.suggested_setup(0))
    views = [game.scene(position.view(seat), lang) for seat in range(game.seats)]
    own = [piece for seat, view in enumerate(views) for piece in view.pieces if piece.seat == seat]
    shown = game.scene(position.view(None), lang)
    return replace(shown, pieces=(*(piece for piece in shown.pieces if piece.seat is None), *own))


def tokens(game: Game[Any], scene: Scene) -> list[Token]:
    """Return all pieces of a game: those on the board, and those that players hold beside it."""
    held = [piece for panel in scene.panels for piece in panel.pieces if piece.seat is not None]
    backs = _backs(game.id)
    found = [(piece.seat, piece.symbol) for piece in (*scene.pieces, *held)]
    order = list(scene.symbols)
    found.sort(key=lambda piece: (piece[0] is None, piece[0] or 0, order.index(piece[1])))
    return [Token(seat, symbol, backs.get(symbol, backs.get(ANY, ""))) for seat, symbol in found]


def _backs(game_id: str) -> dict[str, str]:
    """Return what is on the other side of pieces, from the room's `rulebook/box.json`."""
    page = files(rooms()[game_id]) / "rulebook" / "box.json"
    backs: dict[str, str] = json.loads(page.read_text("utf-8"))["backs"] if page.is_file() else {}
    return backs


@dataclass(frozen=True)
class Layout:
    """How a game is laid out on paper."""

    title: str
    lang: str
    cell: float
    paper: tuple[float, float]

    def board_sheets(self, scene: Scene) -> Iterator[str]:
        """Cut the empty board into sheets that overlap, on upright or lying paper, whichever needs fewer."""
        drawn = board(replace(scene, pieces=(), marks=(), trails=()), LIGHT)
        scale = self.cell / CELL
        size = drawn.width * scale, drawn.height * scale
        width, height = min((self.paper, self.paper[::-1]), key=lambda paper: len(_tiles(size, paper)))
        corners = _tiles(size, (width, height))
        definitions_of_board = board_definitions(scene, LIGHT)
        shown = tuple(_part(length, room) for length, room in zip(size, _room((width, height)), strict=True))
        for number, (left, top) in enumerate(corners, 1):
            part = element(
                "svg",
                drawn.markup,
                x=MARGIN,
                y=MARGIN + HEADING,
                width=shown[0],
                height=shown[1],
                viewBox=f"{left / scale:.4f} {top / scale:.4f} {shown[0] / scale:.4f} {shown[1] / scale:.4f}",
            )
            marks = _cut_marks(MARGIN, MARGIN + HEADING, *shown)
            text = self._words("print.board", sheet=number, sheets=len(corners))
            yield self._page((width, height), text, [definitions_of_board, part, *marks])

    def piece_sheets(self, scene: Scene, pieces: Sequence[Token]) -> Iterator[str]:
        """Draw pieces in rows, each in a box to cut out; those with two faces in two boxes with a fold between."""
        side = 2 * RADIUS * self.cell * AROUND_PIECE
        folded = any(piece.back for piece in pieces)
        columns, rows = (
            int(room // length) for room, length in zip(_room(self.paper), (side, side * (1 + folded)), strict=True)
        )
        batches = [pieces[start : start + columns * rows] for start in range(0, len(pieces), columns * rows)]
        for number, batch in enumerate(batches, 1):
            kinds = [
                Piece("", piece.seat, face, "", "") for piece in batch for face in (piece.front, piece.back) if face
            ]
            used = replace(scene, pieces=tuple(kinds), panels=())
            defs = element("defs", *shading(used, LIGHT), *definitions(used, LIGHT))
            drawn = [
                _token(
                    piece,
                    scene,
                    MARGIN + n % columns * side,
                    MARGIN + HEADING + n // columns * side * (1 + folded),
                    side,
                )
                for n, piece in enumerate(batch)
            ]
            key = "print.folded" if folded else "print.pieces"
            yield self._page(self.paper, self._words(key, sheet=number, sheets=len(batches)), [defs, *drawn])

    def _words(self, key: str, **fields: int) -> str:
        return f"{self.title} · {SHARED_WORDS(key, **fields).text(self.lang)}"

    def _page(self, paper: tuple[float, float], heading: str, drawn: list[str]) -> str:
        width, height = paper
        return element(
            "svg",
            words(heading, MARGIN, MARGIN + 3, 3.6, LIGHT["ink"]),
            *_ruler(MARGIN, MARGIN + 9, SHARED_WORDS("print.scale", length=RULER).text(self.lang)),
            *drawn,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width:g} {height:g}",
            width=f"{width:g}mm",
            height=f"{height:g}mm",
        )


def _room(paper: tuple[float, float]) -> tuple[float, float]:
    return paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - HEADING


def _tiles(size: tuple[float, float], paper: tuple[float, float]) -> list[tuple[float, float]]:
    """Return the upper left corners of the parts of a board, row by row."""
    columns, rows = (_starts(length, room) for length, room in zip(size, _room(paper), strict=True))
    return [(left, top) for top, left in product(rows, columns)]


def _part(length: float, room: float) -> float:
    """Return the length of one part of a board."""
    return (length - OVERLAP) / len(_starts(length, room)) + OVERLAP


def _starts(length: float, room: float) -> list[float]:
    """Return where the parts of a board begin in one direction; all are equally long."""
    count = max(1, ceil((length - OVERLAP) / (room - OVERLAP)))
    return [n * (length - OVERLAP) / count for n in range(count)]


def _token(piece: Token, scene: Scene, x: float, y: float, side: float) -> str:
    radius = side / AROUND_PIECE / 2
    front = Piece("", piece.seat, piece.front, "", "")
    boxes = [_frame(0, 0, side)]
    faces = [placed(front, scene, side / 2, side / 2, radius)]
    if piece.back:
        back = Piece("", piece.seat, piece.back, "", "")
        upside_down = element("g", placed(back, scene, 0, 0, radius), transform="rotate(180)")
        boxes.append(_frame(0, side, side))
        faces.append(element("g", upside_down, transform=move_to(side / 2, side * 1.5)))
        boxes.append(
            element("path", d=f"M 0 {side} H {side}", stroke=PEN, stroke_width=0.25, stroke_dasharray="1.2 1.2")
        )
    return element("g", *faces, *boxes, transform=move_to(x, y))


def _frame(x: float, y: float, side: float) -> str:
    return element("rect", x=x, y=y, width=side, height=side, fill="none", stroke=PEN, stroke_width=0.12)


def _cut_marks(x: float, y: float, width: float, height: float) -> Iterator[str]:
    """Draw short lines outside the corners."""
    for across, down in product((x, x + width), (y, y + height)):
        left, up = (-1 if across == x else 1), (-1 if down == y else 1)
        d = f"M {across + left} {down} h {3 * left} M {across} {down + up} v {3 * up}"
        yield element("path", d=d, stroke=PEN, stroke_width=0.2)


def _ruler(left: float, y: float, said: str) -> Iterator[str]:
    """Draw a line of a known length, and say how long it is."""
    right = left + RULER
    yield element(
        "path", d=f"M {left} {y - 3} V {y} H {right} V {y - 3}", fill="none", stroke=LIGHT["ink"], stroke_width=0.25
    )
    yield words(said, (left + right) / 2, y - 1, 2.8, LIGHT["ink"], anchor="middle")
