"""The page of a training run: how it was made, and its curve of ratings by minutes."""

from __future__ import annotations

from html import escape
from typing import Any

from caserne.core.game.words import SHARED_WORDS, format_number
from caserne.draw.markup import Attributes, element, line, number, words
from caserne.draw.markup import title as markup_title
from caserne.draw.palette import LIGHT
from caserne.learn.curve import Curve

WIDTH, HEIGHT, LEFT, RIGHT, TOP, FLOOR = 760, 420, 90, 640, 60, 370


def training_page(title: str, curve: Curve | None, facts: dict[str, Any], lang: str | None) -> str:
    """Return an HTML page without anything from outside."""
    rows = "".join(f"<tr><th>{escape(str(key))}</th><td>{escape(str(value))}</td></tr>" for key, value in facts.items())
    picture = curve_plot(title, curve, lang) if curve else ""
    return (
        f'<!doctype html><html lang="{lang or "en"}"><meta charset="utf-8"><title>{escape(title)}</title>'
        "<style>body{font-family:sans-serif;max-width:50rem;margin:2rem auto}"
        "th{text-align:left;padding-right:2rem}</style>"
        f"<h1>{escape(title)}</h1>{picture}<table>{rows}</table></html>\n"
    )


def curve_plot(title: str, curve: Curve, lang: str | None) -> str:
    """Return an SVG: ratings by minutes with their 95% intervals, and a line for each opponent."""
    ratings = [rating for _, rating, _ in curve.snapshots] + [rating for rating, _ in curve.opponents.values()]
    low, high, last = min(ratings) - 50, max(ratings) + 50, max(minutes for minutes, _, _ in curve.snapshots)

    def x(minutes: float) -> float:
        return LEFT + (RIGHT - LEFT) * minutes / max(last, 1e-9)

    def y(rating: float) -> float:
        return FLOOR - (FLOOR - TOP) * (rating - low) / (high - low)

    parts = [words(title, LEFT, 34, 20, LIGHT["ink"], heading=True)]
    for name, (rating, _) in curve.opponents.items():
        parts.append(line(f"M {LEFT} {number(y(rating))} H {RIGHT}", LIGHT["wire"], 1))
        parts.append(words(f"{name}: {format_number(rating, 0, lang)}", RIGHT + 8, y(rating) + 4, 12, LIGHT["ink"]))
    for minutes, rating, error in curve.snapshots:
        parts.append(
            line(f"M {number(x(minutes))} {number(y(rating - error))} V {number(y(rating + error))}", LIGHT["ink"], 1)
        )
        label = format_number(minutes, 0 if last > 5 else 1, lang)
        parts.append(words(label, x(minutes), FLOOR + 20, 12, LIGHT["ink"], anchor="middle"))
    path = "M " + " L ".join(f"{number(x(minutes))} {number(y(rating))}" for minutes, rating, _ in curve.snapshots)
    parts.append(line(path, LIGHT["ink"], 2.5))
    parts.append(words(SHARED_WORDS("train.axis").text(lang), RIGHT, FLOOR + 40, 12, LIGHT["ink"], anchor="end"))
    box: Attributes = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "width": WIDTH, "height": HEIGHT, "role": "img"}
    ground = element("rect", width=WIDTH, height=HEIGHT, fill=LIGHT["card"])
    return element("svg", markup_title(title), ground, *parts, xmlns="http://www.w3.org/2000/svg", **box)
