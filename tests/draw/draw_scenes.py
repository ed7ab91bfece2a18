"""Scenes to draw: one of a real game, and one with everything that a scene can have."""

from __future__ import annotations

import caserne
from caserne.core.game.scene import Cell, Ground, Label, Mark, Panel, Piece, Scene, Seat, Stroke, Trail

START = "mhm/hmh/3/3/3/3/HMH/MHM w"
SEATS = (
    Seat("White", "chalk", "disc"),
    Seat("Red", "madder", "shield"),
    Seat("Blue", "blue", "round_shield"),
    Seat("Yellow", "straw", "pennant"),
    Seat("Green", "field", "roundel"),
    Seat("Pink", "rose", "rosette"),
)
MARKS = ("selected", "target", "last", "reach", "must", "refused")


def board(position: str = START, seat: int | None = None, lang: str = "en") -> Scene:
    game = caserne.game("movers")
    return game.scene(game.position(position).view(seat), lang)


def after_a_jump() -> Scene:
    """Return Red's view of White's first jump, with a selected hopper and its target."""
    scene = board("mhm/hmh/3/3/3/1M1/HMH/M1M r", seat=1)
    marks = Mark("last", "b1"), Mark("last", "b3"), Mark("selected", "b8"), Mark("target", "b6")
    return scene.with_marks(*marks).with_trails(Trail("jump", ("b1", "b3")))


def square_board(columns: int, rows: int, letters: dict[tuple[int, int], str]) -> Scene:
    """Return a plain board with one piece for each letter."""
    places = [(column, row) for row in range(rows) for column in range(columns)]
    return Scene(
        game="toy",
        title="Toy",
        status="Somebody to move",
        seat=None,
        turn=0,
        width=columns,
        height=rows,
        grounds={"plain": Ground("card")},
        symbols={"bar": (Stroke("M -0.4 0 H 0.4", line="line"),)},
        seats=SEATS,
        cells=tuple(Cell(f"{c},{r}", c + 0.5, r + 0.5, "plain", f"place {c} {r}") for c, r in places),
        pieces=tuple(Piece(f"{c},{r}", 0, "bar", f"piece {letter}", letter) for (c, r), letter in letters.items()),
        labels=tuple(Label(-0.3, row + 0.5, str(row)) for row in range(rows)),
    )


def winding_path() -> Scene:
    """Return cells off any grid, one of them wide; all six seats, a stack, an unowned piece, panels and < & >."""
    cells = [Cell(f"p{n}", 0.8 + 0.97 * n, 1.6 + 0.7 * (n % 3), "wood", f"step {n}", 0.9, 0.9) for n in range(8)]
    pieces = [Piece(f"p{n}", n, "bar", f"{seat.name} <{n}>", f"{seat.name[0]}{n}") for n, seat in enumerate(SEATS)]
    stack = [Piece("p6", n, "bar", f"soldier {n}", "ABC"[n], level=n) for n in range(3)]
    return Scene(
        game="path",
        title="Knights & <Knaves>",
        status="Blue has brought every piece home and wins, which takes more than one line to say on a narrow board",
        seat=None,
        turn=2,
        width=9,
        height=5,
        grounds={"wood": Ground("tile", "grain", "w"), "yard": Ground("camp", "inlay", "y")},
        symbols={"bar": (Stroke("M -0.4 0 H 0.4", fill="seat", line="line"),)},
        seats=SEATS,
        cells=(*cells, Cell("yard", 2.2, 4.3, "yard", "the yard", 3, 1)),
        pieces=(*pieces, *stack, Piece("p7", None, "bar", "a stone", "*")),
        panels=(Panel("Prisoners", (Piece("", 1, "bar", "prisoner", "P"),), seat=2), Panel("Die", text="4 × 2 = 8")),
        trails=(Trail("step", ("p0", "p1", "p2")), Trail("jump", ("p7", "p5"))),
    )
