"""A board on which some moves are shown, as one animated SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from caserne.core.game.scene import Scene
from caserne.draw.markup import element, move_to, number
from caserne.draw.palette import palette
from caserne.draw.pieces import standing
from caserne.draw.svg import CELL, board, board_definitions, border

SECONDS = 1.9
"""How long each position is shown."""
REST = 2
"""The last position is shown as long as so many others."""
ROUNDS = 2
"""How often the moves are shown; the first position then stays: browsers redraw endless animations all the time."""
SLIDE = 0.3
"""The part of that time during which a piece moves."""


def living_svg(scenes: Sequence[Scene], *, dark: bool = False) -> str:
    """Draw positions that follow each other; the piece at the end of a scene's last trail slides along it."""
    colours = palette(dark)
    first = scenes[0]
    empty = board(replace(first, pieces=(), marks=(), trails=()), colours)
    everything = replace(first, pieces=tuple(piece for scene in scenes for piece in scene.pieces))
    edge = border(first) * CELL
    frames = [
        element("g", *_pieces(scene), class_="frame", style=f"animation-delay:{number(n * SECONDS)}s")
        for n, scene in enumerate(scenes)
    ]
    return element(
        "svg",
        element("style", _style(len(scenes))),
        board_definitions(everything, colours),
        empty.markup,
        element("g", *frames, transform=move_to(edge, edge, CELL)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {empty.width:g} {empty.height:g}",
        width=empty.width,
        height=empty.height,
    )


def _pieces(scene: Scene) -> list[str]:
    drawn = list(standing(scene))
    if not scene.trails:
        return drawn
    cells = {cell.id: cell for cell in scene.cells}
    origin, target = (cells[scene.trails[-1].cells[end]] for end in (0, -1))
    moved = max((n for n, piece in enumerate(drawn) if f'data-cell="{target.id}"' in piece), default=None)
    if moved is not None:
        way = f"--x:{number(origin.x - target.x)}px;--y:{number(origin.y - target.y)}px"
        drawn[moved] = element("g", drawn[moved], class_="slides", style=way + ";animation-delay:inherit")
    return drawn


def _style(count: int) -> str:
    """Return the animation: each frame is shown in its turn; without motion, and at the end, the first."""
    whole = count - 1 + REST
    shown, last = 100 / whole, 100 * REST / whole
    time = f"{number(whole * SECONDS)}s {ROUNDS}"
    return (
        f".frame{{opacity:0;animation:show {time} step-end}}.frame:first-child{{opacity:1}}"
        f".frame:last-child{{animation-name:rest}}"
        f".slides{{animation:slide {time} ease-in-out}}"
        f"@keyframes show{{0%{{opacity:1}}{shown:.3f}%,100%{{opacity:0}}}}"
        f"@keyframes rest{{0%{{opacity:1}}{last:.3f}%,100%{{opacity:0}}}}"
        f"@keyframes slide{{0%{{transform:translate(var(--x),var(--y))}}{shown * SLIDE:.3f}%,100%{{transform:none}}}}"
        "@media (prefers-reduced-motion:reduce){.frame,.slides{animation:none!important}}"
    )
