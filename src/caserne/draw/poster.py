"""Pictures of a match to share: the board with its players and how the match stands, still or moving."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from textwrap import wrap
from xml.sax.saxutils import escape

from caserne.core.game.scene import Scene
from caserne.draw.markup import element, move_to, title, words
from caserne.draw.palette import LIGHT
from caserne.draw.pieces import standing_pieces, token
from caserne.draw.signs import marks, trails
from caserne.draw.svg import CELL, MARGIN, board, board_definitions, border

LEAST_WIDTH = 380
"""Of the text below a narrow board, in units of the page."""
NAME_SIZE, CAPTION_SIZE = 20, 17
LETTER = 0.5
"""The width of a letter as a share of its size."""
FRAME_SECONDS = 1.0
LAST_FRAME_SECONDS = 4.0
"""How long the last position of a film stays."""

Layer = list[dict[str, tuple[float, ...]]]
"""The drawings of one kind by frame, each with its place in the order of drawing."""


def poster(scene: Scene, players: Sequence[str], caption: str, colours: Mapping[str, str] = LIGHT) -> str:
    """Draw a position below its title, with the names of the players and a sentence."""
    return _page(scene, [scene], board(scene, colours).markup, players, caption, colours)


def film(scenes: Sequence[Scene], players: Sequence[str], caption: str, colours: Mapping[str, str] = LIGHT) -> str:
    """Draw positions one after the other, as an SVG that moves by itself and begins again at its end.

    What does not change from one position to the next is drawn once. Programs that show no animations show the last
    position.
    """
    edge = border(scenes[0])
    empty = board(_without_pieces(scenes[0]), colours).markup
    moving = element("g", *_layers(scenes, colours), transform=move_to(edge * CELL, edge * CELL, CELL))
    return _page(scenes[-1], scenes, f"{empty}\n{moving}", players, caption, colours)


def _page(
    last: Scene, scenes: Sequence[Scene], drawn: str, players: Sequence[str], caption: str, colours: Mapping[str, str]
) -> str:
    """Lay out the title, the board, the players and the caption below each other."""
    size = board(_without_pieces(last), colours)
    inner = max(size.width, LEAST_WIDTH)
    names = _names(last, players, inner, colours)
    lines = wrap(caption, int(inner / (CAPTION_SIZE * LETTER)))
    below = MARGIN + 36 + size.height + 34
    first_line = below + 30 * len(names)
    width, height = inner + 2 * MARGIN, ceil(first_line + 24 * len(lines) + 4)
    return element(
        "svg",
        title(f"{last.title}: {', '.join(players)}"),
        element("desc", escape(caption)),
        board_definitions(_with_all_pieces(last, scenes), colours),
        element("rect", width=width, height=height, fill=colours["paper"]),
        words(last.title, MARGIN, MARGIN + 18, 22, colours["ink"], heading=True),
        element("g", drawn, transform=move_to(MARGIN + (inner - size.width) / 2, MARGIN + 36)),
        *(element("g", row, transform=move_to(MARGIN, below + 30 * n)) for n, row in enumerate(names)),
        *(words(line, MARGIN, first_line + 24 * n, CAPTION_SIZE, colours["ink"]) for n, line in enumerate(lines)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
    )


def _names(scene: Scene, players: Sequence[str], width: float, colours: Mapping[str, str]) -> list[str]:
    """Return rows of players, each with the shape of its seat."""
    rows: list[list[str]] = [[]]
    x = 0.0
    for number, (seat, player) in enumerate(zip(scene.seats, players, strict=False)):
        name = player or seat.name
        length = 34 + len(name) * NAME_SIZE * LETTER + 20
        if x and x + length > width:
            rows.append([])
            x = 0.0
        rows[-1].append(token(seat, number, x + 12, -7, 11))
        rows[-1].append(words(name, x + 32, 0, NAME_SIZE, colours["ink"], heading=True))
        x += length
    return ["\n".join(row) for row in rows]


def _without_pieces(scene: Scene) -> Scene:
    return replace(scene, pieces=(), marks=(), trails=(), panels=())


def _with_all_pieces(last: Scene, scenes: Sequence[Scene]) -> Scene:
    """Return a scene with every kind of piece of a film, whose drawings it defines."""
    kinds = {(piece.seat, piece.symbol, piece.marks): piece for scene in scenes for piece in scene.pieces}
    return replace(last, pieces=tuple(kinds.values()), panels=())


def _layers(scenes: Sequence[Scene], colours: Mapping[str, str]) -> Iterator[str]:
    """Draw all pieces from the far edge to the near one, then marks and trails, each while it is there."""
    pieces: Layer = [dict(standing_pieces(scene)) for scene in scenes]
    signs: list[Layer] = [[dict.fromkeys(draw(scene, colours), ()) for scene in scenes] for draw in (marks, trails)]
    for layer in (pieces, *signs):
        depths = {markup: depth for frame in layer for markup, depth in frame.items()}
        for markup in sorted(depths, key=lambda markup: depths[markup]):
            yield _timed(markup, [markup in frame for frame in layer])


def _timed(markup: str, shown: Sequence[bool]) -> str:
    """Show a drawing at some frames of a film."""
    if all(shown):
        return markup
    changes = [n for n in range(len(shown)) if n == 0 or shown[n] != shown[n - 1]]
    length = (len(shown) - 1) * FRAME_SECONDS + LAST_FRAME_SECONDS
    animation = element(
        "animate",
        attributeName="visibility",
        values=";".join("visible" if shown[n] else "hidden" for n in changes),
        keyTimes=";".join(f"{n * FRAME_SECONDS / length:.6g}" for n in changes),
        calcMode="discrete",
        dur=f"{length:g}s",
        repeatCount="indefinite",
    )
    return element("g", markup, animation, visibility=None if shown[-1] else "hidden")
