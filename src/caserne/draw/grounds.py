"""The grounds of cells: each has a colour and a pattern, so that colour is never the only difference.

Lengths are in cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from caserne.core.game.scene import Cell, Scene
from caserne.draw.markup import element, rectangle, title
from caserne.draw.motifs import MOTIFS, motif, on, rose
from caserne.draw.palette import engraved
from caserne.draw.road import chains, road
from caserne.draw.textures import TEXTURES, fill
from caserne.draw.water import banks, bridge, water
from caserne.draw.wood import fills, wooden

WOODEN = ("grain", "inlay")
WET = ("waves", "bridge")
PATHS = ("paving", "gravel")
"""Patterns of paths: cells that follow each other are one road."""
CROSSROADS = "_crossroads"
"""Patterns that end in this have a compass rose on them."""
PATTERNS = ("", *WOODEN, "bridge", *TEXTURES, *MOTIFS)
"""All patterns that can be drawn, each also with crossroads."""
OUTLINED = {*TEXTURES, *MOTIFS} - {"contours"}
"""Grounds whose cells must be easy to count."""


def patterns(scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    """Define the fills and signs that the scene's grounds need."""
    for place, (name, ground) in enumerate(scene.grounds.items()):
        colour, pattern = colours[ground.colour], plain(ground.pattern)
        if pattern in WOODEN:
            yield from fills(name, colour, place)
        elif pattern in TEXTURES:
            yield fill(name, pattern, colour)
        elif pattern in MOTIFS:
            yield motif(name, pattern, colour)


def plain(pattern: str) -> str:
    """Return a pattern without its crossroads; raise ValueError if it is unknown."""
    name = pattern.removesuffix(CROSSROADS)
    if name not in PATTERNS:
        raise ValueError(f"there is no pattern '{pattern}' to draw a ground with")
    return name


def tiles(scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    """Draw all cells, each with its name for screen readers, on the beds of their paths."""
    pattern_of = {name: plain(ground.pattern) for name, ground in scene.grounds.items()}
    path = [cell for cell in scene.cells if pattern_of[cell.ground] in PATHS]
    roads = [*chains(path)]
    paved = {cell.id for chain in roads for cell in chain if len(chain) > 1}
    if path:
        yield element("g", *(part for chain in roads for part in road(chain, scene, colours)), class_="path")
    wet = [cell for cell in scene.cells if pattern_of[cell.ground] in WET]
    if wet:
        yield element("g", *banks(scene, wet, colours), class_="banks")
    for cell in scene.cells:
        drawing = [] if cell.id in paved else [*_surface(cell, scene, wet, colours)]
        if scene.grounds[cell.ground].pattern.endswith(CROSSROADS):
            drawing += rose(cell, colours[scene.grounds[cell.ground].colour])
        named = [title(cell.name)] if cell.name else []
        yield element("g", *named, *drawing, class_="cell", id=f"cell-{cell.id}")


def _surface(cell: Cell, scene: Scene, wet: list[Cell], colours: Mapping[str, str]) -> Iterator[str]:
    ground = scene.grounds[cell.ground]
    colour, pattern = colours[ground.colour], plain(ground.pattern)
    if pattern in WOODEN:
        yield from wooden(cell, colour, inlay=pattern == "inlay")
    elif pattern == "waves":
        yield from water(cell, scene, wet, colours)
    elif pattern == "bridge":
        yield from bridge(cell, scene, wet, colours)
    else:
        yield rectangle(cell, 0, fill=colour)
        if pattern in OUTLINED:
            yield rectangle(cell, 0.01, fill="none", stroke=engraved(colour, 0.26), stroke_width=0.02)
        if pattern in TEXTURES:
            yield rectangle(cell, 0, fill=f"url(#texture-{cell.ground})")
        elif pattern in MOTIFS:
            yield on(cell, cell.ground, pattern)
