"""The curve of a training run as a picture: its rating by minutes, beside those of our levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from caserne.bots.titles import title_of
from caserne.core.game.words import SHARED_WORDS, format_number
from caserne.draw.chart import chart_svg
from caserne.draw.markup import circle, line, number, solid, words
from caserne.draw.palette import LIGHT
from caserne.learn.curve import Curve

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, FLOOR = 64, 580, 48, 346
LABEL_GAP = 16
"""The least distance between two lines of text."""
FEWEST_TICKS = 4
SHORTEST_MINUTES = 0.01


@dataclass(frozen=True)
class Axes:
    """Where minutes and ratings are in the picture."""

    minutes: float
    lowest: float
    highest: float

    @classmethod
    def around(cls, curve: Curve) -> Axes:
        """Return axes on which a curve, its intervals and its opponents have room."""
        ends = [end for _, rating, error in curve.snapshots for end in (rating - error, rating + error)]
        ratings = [*ends, *(rating for rating, _ in curve.opponents.values())]
        return cls(max(SHORTEST_MINUTES, curve.snapshots[-1][0]), min(ratings), max(ratings))

    def x(self, minutes: float) -> float:
        return LEFT + (RIGHT - LEFT) * minutes / self.minutes

    def y(self, rating: float) -> float:
        return FLOOR - (FLOOR - TOP) * (rating - self.lowest) / (self.highest - self.lowest)


def rating_plot(curve: Curve, lang: str | None) -> str:
    """Return an SVG: a dot with its 95% interval for each snapshot, and a dashed line for each opponent."""
    axes = Axes.around(curve)
    parts = [*_scales(axes, lang), *_opponents(axes, curve, lang), *_snapshots(axes, curve)]
    return chart_svg(SHARED_WORDS("train.plot").text(lang), WIDTH, HEIGHT, parts)


def ticks(least: float, most: float) -> tuple[list[float], int]:
    """Return round numbers on a scale, at least four, and how many digits they need.

    >>> ticks(-30, 612), ticks(0, 0.56)
    (([0, 100, 200, 300, 400, 500, 600], 0), ([0.0, 0.1, 0.2, 0.3, 0.4, 0.5], 1))
    """
    power = floor(log10((most - least) / FEWEST_TICKS))
    step = max(unit * 10**power for unit in (1, 2, 5) if unit * 10**power <= (most - least) / FEWEST_TICKS)
    digits = max(0, -power)
    return [round(n * step, digits) for n in range(ceil(least / step), floor(most / step) + 1)], digits


def spread_out(places: Sequence[float], gap: float) -> list[float]:
    """Move places down, as little as possible, so that neighbours are not closer than the gap.

    >>> spread_out([40, 10, 12], 5)
    [40, 10, 15]
    """
    moved, last = list(places), float("-inf")
    for n in sorted(range(len(places)), key=places.__getitem__):
        moved[n] = last = max(places[n], last + gap)
    return moved


def _scales(axes: Axes, lang: str | None) -> Iterator[str]:
    """Draw both axes, with numbers and names."""
    ink = LIGHT["ink"]
    ratings, _ = ticks(axes.lowest, axes.highest)
    for rating in ratings:
        yield line(f"M {LEFT} {number(axes.y(rating))} h -5", ink, 1)
        yield words(format_number(rating, 0, lang), LEFT - 10, axes.y(rating) + 4, 12, ink, anchor="end")
    minutes, digits = ticks(0, axes.minutes)
    for each in minutes:
        yield line(f"M {number(axes.x(each))} {FLOOR} v 5", ink, 1)
        yield words(format_number(each, digits, lang), axes.x(each), FLOOR + 20, 12, ink, anchor="middle")
    yield line(f"M {LEFT} {TOP} V {FLOOR} H {RIGHT}", ink, 1)
    yield words(SHARED_WORDS("train.rating").text(lang), LEFT - 40, TOP - 18, 13, ink, heading=True)
    yield words(SHARED_WORDS("train.axis").text(lang), RIGHT, FLOOR + 42, 13, ink, heading=True, anchor="end")


def _opponents(axes: Axes, curve: Curve, lang: str | None) -> Iterator[str]:
    """Draw the lines of the opponents, with their names on the right."""
    places = [axes.y(rating) for rating, _ in curve.opponents.values()]
    for name, place, label in zip(curve.opponents, places, spread_out(places, LABEL_GAP), strict=True):
        yield line(f"M {LEFT} {number(place)} H {RIGHT}", LIGHT["brass"], 1.5, stroke_dasharray="2 5")
        yield words(title_of(name, lang, short=True), RIGHT + 10, label + 4, 13, LIGHT["ink"])


def _snapshots(axes: Axes, curve: Curve) -> Iterator[str]:
    """Draw the curve itself."""
    places = [(axes.x(minutes), axes.y(rating)) for minutes, rating, _ in curve.snapshots]
    for (x, _), (_, rating, error) in zip(places, curve.snapshots, strict=True):
        interval = f"M {number(x)} {number(axes.y(rating - error))} V {number(axes.y(rating + error))}"
        yield line(interval, LIGHT["blue"], 5, opacity=0.25)
    yield line("M " + " L ".join(f"{number(x)} {number(y)}" for x, y in places), LIGHT["blue"], 2.5)
    for x, y in places:
        yield solid(circle(4, x, y), LIGHT["blue"])
