"""The frame of a chart: an SVG on a card, with a title for screen readers."""

from __future__ import annotations

from collections.abc import Iterable

from caserne.draw.markup import element, number, title
from caserne.draw.palette import LIGHT


def chart_svg(name: str, width: float, height: float, parts: Iterable[str]) -> str:
    """Return an SVG of this size with the parts of a chart."""
    return element(
        "svg",
        title(name),
        element("rect", width=width, height=height, fill=LIGHT["card"]),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
    )
