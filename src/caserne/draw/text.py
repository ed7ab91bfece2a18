"""A scene as lines of text: a boxed board for terminals, readable without colour.

    [M]  selected          (m)  a target with a piece on it      •   a free target
    ‹M›  the last move     :M:  within reach                    ×M×  refused
    »M«  must be taken

A piece shows its most important mark on its right side, where no bracket is: TK' TK*

A free cell shows its number if it has one. A stack shows its topmost piece and its height; what lies in it is listed
below the board, the top last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, hypot

from caserne.core.game.scene import Cell, Panel, Piece, Scene
from caserne.draw.palette import LIGHT, LIGHT_LINE, TERMINAL, line_on

BRACKETS = {
    "refused": ("×", "×"),
    "selected": ("[", "]"),
    "must": ("»", "«"),
    "target": ("(", ")"),
    "last": ("‹", "›"),
    "reach": (":", ":"),
}
"""The most important first: a cell with several marks gets the brackets of the first."""
DOT = "•"
HEIGHTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Box drawing characters by the directions of their lines: 1 up, 2 right, 4 down, 8 left."""

Slot = tuple[int, int]
"""A column and a row of the text."""
Line = list[tuple[str, str]]
"""Parts of a line, each with its style in colour."""


@dataclass(frozen=True)
class Grid:
    """The cells of a scene in rows and columns, and their widths."""

    cells: Mapping[Slot, Cell]
    columns: range
    rows: range
    inside: int
    """The width of a cell without the brackets on both sides."""
    gutter: int
    """The width of the coordinates on the left."""


def text(scene: Scene, *, colour: bool) -> str:
    """Return the scene as text, with ANSI colours if `colour`."""
    lines = [
        [(scene.title, "bold")],
        *_board(scene),
        *_stacks(scene),
        *_legend(scene),
        [(scene.status, "bold")],
        *_panels(scene),
    ]
    return _coloured(lines) if colour else "\n".join("".join(part for part, _ in line).rstrip() for line in lines)


def board_text(scene: Scene) -> str:
    """Return the board alone, without colours."""
    return "\n".join("".join(part for part, _ in line).rstrip() for line in _board(scene))


def slots(cells: Iterable[Cell]) -> dict[Slot, Cell]:
    """Return a column and a row for every cell: its own if cells lie on a grid, else the nearest free one."""
    taken: dict[Slot, Cell] = {}
    for cell in sorted(cells, key=lambda cell: _distance(cell, (floor(cell.x), floor(cell.y)))):
        taken[_nearest_free(cell, taken)] = cell
    return taken


def _nearest_free(cell: Cell, taken: Mapping[Slot, Cell]) -> Slot:
    column, row = floor(cell.x), floor(cell.y)
    radius, free = 0, [(column, row)]
    while free[0] in taken:
        radius += 1
        around = range(-radius, radius + 1)
        free = [(column + across, row + down) for down in around for across in around]
        free.sort(key=lambda slot: (slot in taken, _distance(cell, slot)))
    return free[0]


def _distance(cell: Cell, slot: Slot) -> float:
    return hypot(cell.x - slot[0] - 0.5, cell.y - slot[1] - 0.5)


def _board(scene: Scene) -> Iterator[Line]:
    cells = slots(scene.cells)
    stacks = _piles(scene)
    inside = max((len(_shown(pile)) for pile in stacks.values()), default=1)
    left = {floor(label.y): label.text for label in scene.labels if label.x < 0}
    right = {floor(label.y): label.text for label in scene.labels if label.x > scene.width}
    above = {floor(label.x): label.text for label in scene.labels if label.y < 0}
    below = {floor(label.x): label.text for label in scene.labels if label.y > scene.height}
    columns, rows = (sorted({slot[axis] for slot in cells}) for axis in (0, 1))
    drawn = range(columns[0], columns[-1] + 1), range(rows[0], rows[-1] + 1)
    grid = Grid(cells, *drawn, inside, max(map(len, left.values()), default=0))
    if above:
        yield _headings(above, grid)
    for row in grid.rows:
        yield [(_rule(grid, row), "dim")]
        yield [
            (left.get(row, "").rjust(grid.gutter) + " ", "dim"),
            *_row(scene, grid, row, stacks),
            (" " + right.get(row, ""), "dim"),
        ]
    yield [(_rule(grid, grid.rows.stop), "dim")]
    if below:
        yield _headings(below, grid)


def _piles(scene: Scene) -> dict[str, list[Piece]]:
    """Return the pieces of each cell, from the bottom up."""
    piles = defaultdict(list)
    for piece in sorted(scene.pieces, key=lambda piece: piece.level):
        piles[piece.cell].append(piece)
    return piles


def _shown(pile: list[Piece]) -> str:
    """Return the text of a cell: its topmost piece, and the height of the stack."""
    return pile[-1].text + (str(len(pile)).translate(HEIGHTS) if len(pile) > 1 else "")


def _headings(labels: Mapping[int, str], grid: Grid) -> Line:
    cells = (labels.get(column, "").center(grid.inside + 2) for column in grid.columns)
    return [(" " * (grid.gutter + 2) + " ".join(cells), "dim")]


def _rule(grid: Grid, row: int) -> str:
    """Return the line above a row, drawn only along existing cells."""
    parts = [" " * (grid.gutter + 1)]
    for column in (*grid.columns, grid.columns.stop):
        upper_left, upper = (column - 1, row - 1) in grid.cells, (column, row - 1) in grid.cells
        lower_left, lower = (column - 1, row) in grid.cells, (column, row) in grid.cells
        ways = (upper_left or upper) + 2 * (upper or lower) + 4 * (lower_left or lower) + 8 * (upper_left or lower_left)
        parts.append(CORNERS[ways])
        if column in grid.columns:
            parts.append(("─" if upper or lower else " ") * (grid.inside + 2))
    return "".join(parts)


def _row(scene: Scene, grid: Grid, row: int, stacks: Mapping[str, list[Piece]]) -> Iterator[tuple[str, str]]:
    for column in (*grid.columns, grid.columns.stop):
        beside = (column - 1, row) in grid.cells or (column, row) in grid.cells
        yield "│" if beside else " ", "dim"
        cell = grid.cells.get((column, row))
        if cell:
            yield _cell(scene, cell, stacks.get(cell.id, []), grid.inside)
        elif column in grid.columns:
            yield " " * (grid.inside + 2), ""


def _cell(scene: Scene, cell: Cell, pile: list[Piece], inside: int) -> tuple[str, str]:
    """Return a cell and its style: its content between the brackets of its mark."""
    kinds = {mark.kind for mark in scene.marks if mark.cell == cell.id}
    ground = scene.grounds[cell.ground]
    number = ground.text.strip() + _number(scene, cell)
    content = _shown(pile) if pile else number if len(number) <= inside else ground.text
    if "target" in kinds and not pile:
        content = DOT
        kinds.remove("target")
    before, after = next((signs for kind, signs in BRACKETS.items() if kind in kinds), (" ", ""))
    style = _enamel(scene, pile[-1]) if pile else _style("ink", ground.colour)
    if after:
        return before + content.center(inside) + after, style
    mark = mark_character(scene, pile)
    return before + (f"{content}{mark}".ljust(inside + 1) if mark else f"{content.center(inside)} "), style


def _number(scene: Scene, cell: Cell) -> str:
    """Return the label on a cell."""
    return next((label.text for label in scene.labels if cell.holds(label.x, label.y)), "")


def mark_character(scene: Scene, pile: Sequence[Piece]) -> str:
    """Return the character of the topmost piece's most important mark, if it has one."""
    return next((style.text for mark, style in scene.mark_styles.items() if pile and mark in pile[-1].marks), "")


def _enamel(scene: Scene, piece: Piece) -> str:
    """Return the style of a piece: its owner's colour as the background."""
    colour = "card" if piece.seat is None else scene.seats[piece.seat].colour
    return _style("chalk" if line_on(LIGHT[colour]) == LIGHT_LINE else "ink", colour)


def _style(colour: str, behind: str) -> str:
    return f"bold color({TERMINAL[colour]}) on color({TERMINAL[behind]})"


def _stacks(scene: Scene) -> Iterator[Line]:
    for cell, pile in _piles(scene).items():
        if len(pile) > 1:
            yield [(f"{cell} — {' '.join(piece.text for piece in pile)}", "")]


def _legend(scene: Scene) -> Iterator[Line]:
    """Explain the characters of marks for which the scene has words."""
    present = {mark for piece in scene.pieces for mark in piece.marks} & set(scene.states)
    known = [f"{style.text} {scene.states[mark]}" for mark, style in scene.mark_styles.items() if mark in present]
    if known:
        yield [("   ".join(known), "dim")]


def _panels(scene: Scene) -> Iterator[Line]:
    for panel in scene.panels:
        yield [(_sentence(panel), "")]


def _sentence(panel: Panel) -> str:
    said = [panel.text, " ".join(piece.text for piece in panel.pieces)]
    return " — ".join(part for part in (panel.title, *said) if part)


def _coloured(lines: Iterable[Line]) -> str:
    """Return ANSI text in 256 colours."""
    from rich.console import Console
    from rich.text import Text

    console = Console(
        color_system="256", force_terminal=True, force_jupyter=False, no_color=False, width=1000, legacy_windows=False
    )
    with console.capture() as capture:
        for line in lines:
            console.print(Text.assemble(*line), soft_wrap=True, highlight=False)
    return capture.get().rstrip("\n")
