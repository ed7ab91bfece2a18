"""A reviewed game as a picture: the value for each seat, move by move, and its errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caserne.core.game.words import SHARED_WORDS, format_number
from caserne.draw.chart import chart_svg
from caserne.draw.markup import circle, element, line, number, solid, words
from caserne.draw.palette import LIGHT

WIDTH, HEIGHT, MARGIN = 760, 380, 28
LEFT, RIGHT, TOP, FLOOR = 100, WIDTH - MARGIN, 92, HEIGHT - 44
MARKS = {"inaccuracy": ("straw", 3.5), "mistake": ("rose", 5.0), "blunder": ("madder", 6.5)}
"""The colour and size of the dot for each kind of error."""


@dataclass(frozen=True)
class Curve:
    """The values of one seat's decisions."""

    name: str
    colour: str
    """A colour of the palette."""
    points: Sequence[tuple[int, float, str]]
    """The number of the move, the value from -1 to 1, and the verdict."""


def value_plot(title: str, curves: Sequence[Curve], lang: str | None) -> str:
    """Return an SVG with one curve a seat over the moves of the game."""
    last = max((point[0] for curve in curves for point in curve.points), default=1)
    parts = [
        words(title, MARGIN, 34, 20, LIGHT["ink"], heading=True),
        *_legend(curves, lang),
        *_axes(last, lang),
        *(part for curve in curves for part in _curve(curve, last)),
    ]
    return chart_svg(title, WIDTH, HEIGHT, parts)


def _x(move: int, last: int) -> float:
    return LEFT + (RIGHT - LEFT) * (move - 1) / max(1, last - 1)


def _y(value: float) -> float:
    return TOP + (FLOOR - TOP) * (1 - value) / 2


def _legend(curves: Sequence[Curve], lang: str | None) -> list[str]:
    """Draw the legend of lines and dots."""
    parts, x = [], float(MARGIN)
    for curve in curves:
        parts += _stroke(f"M {number(x)} 60 h 24", curve.colour)
        parts.append(words(curve.name, x + 32, 64, 13, LIGHT["ink"]))
        x += 56 + 7.5 * len(curve.name)
    for kind in MARKS:
        name = SHARED_WORDS(f"verdict.{kind}").text(lang)
        parts += [_dot(x + 6, 60, kind), words(name, x + 18, 64, 13, LIGHT["ink"])]
        x += 42 + 7.5 * len(name)
    return parts


def _axes(last: int, lang: str | None) -> list[str]:
    levels = [(1.0, "plot.won"), (0.0, "plot.even"), (-1.0, "plot.lost")]
    parts = []
    for value, key in levels:
        y = _y(value)
        parts.append(element("path", d=f"M {LEFT} {number(y)} H {RIGHT}", stroke=LIGHT["wire"]))
        parts.append(words(SHARED_WORDS(key).text(lang), LEFT - 10, y + 4, 12, LIGHT["ink"], anchor="end"))
    ticks = sorted({1, *(round(1 + quarter * (last - 1) / 4) for quarter in range(5))})
    parts += [
        words(format_number(move, 0, lang), _x(move, last), FLOOR + 18, 12, LIGHT["ink"], anchor="middle")
        for move in ticks
    ]
    parts.append(words(SHARED_WORDS("plot.move").text(lang), RIGHT, FLOOR + 34, 12, LIGHT["ink"], anchor="end"))
    return parts


def _curve(curve: Curve, last: int) -> list[str]:
    places = [(_x(move, last), _y(value), kind) for move, value, kind in curve.points]
    if not places:
        return []
    path = "M " + " L ".join(f"{number(x)} {number(y)}" for x, y, _ in places)
    return [*_stroke(path, curve.colour), *(_dot(x, y, kind) for x, y, kind in places if kind in MARKS)]


def _stroke(path: str, colour: str) -> list[str]:
    """Draw a line with a dark edge, so that pale colours are visible."""
    return [line(path, LIGHT["ink"], 3.4), line(path, LIGHT[colour], 2)]


def _dot(x: float, y: float, kind: str) -> str:
    colour, radius = MARKS[kind]
    return solid(circle(radius, x, y), LIGHT[colour], stroke=LIGHT["ink"], stroke_width=1)
