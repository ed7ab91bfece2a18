"""Elements of SVG as text: attributes in the order given and short numbers, so that pictures can be compared."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from caserne.core.game.scene import Cell

SERIF = "'Caserne Serif', 'Source Serif 4', Georgia, 'Times New Roman', serif"
"""Headings and numerals: our own subset first, which is always available for PNG."""
SANS = "'Caserne Sans', 'Source Sans 3', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
"""Text and coordinates."""

Value = str | float | None
Attributes = dict[str, Value]
"""Attributes that several elements share, by their names in Python."""


def element(tag: str, *children: str, **attributes: Value) -> str:
    """Return an element; children are markup already, attributes that are None are left out.

    >>> element("circle", class_="dot", stroke_width=0.5, r=3.0)
    '<circle class="dot" stroke-width="0.5" r="3"/>'
    """
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for name, value in attributes.items()
        if value is not None
    )
    if not children:
        return f"<{tag}{written}/>"
    inside = children[0] if len(children) == 1 else "\n" + "\n".join(children) + "\n"
    return f"<{tag}{written}>{inside}</{tag}>"


def number(value: float) -> str:
    """Format a length with no more digits than a picture needs.

    >>> number(12.0), number(0.333333), number(-0.0001)
    ('12', '0.333', '0')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def move_to(x: float, y: float, scale: float = 1) -> str:
    """Return a transform that moves and scales a shape drawn around (0, 0)."""
    shift = f"translate({number(x)} {number(y)})"
    return shift if scale == 1 else f"{shift} scale({number(scale)})"


def words(
    text: str, x: float, y: float, size: float, fill: str, *, heading: bool = False, anchor: str = "start"
) -> str:
    """Return a line of text on the baseline y."""
    return element(
        "text",
        escape(text),
        x=x,
        y=y,
        font_family=SERIF if heading else SANS,
        font_size=size,
        font_weight=600 if heading else None,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill,
    )


def rectangle(cell: Cell, inset: float, **attributes: Value) -> str:
    """Return the outline of a cell, this far inside its edges."""
    return element(
        "rect",
        x=cell.x - cell.width / 2 + inset,
        y=cell.y - cell.height / 2 + inset,
        width=cell.width - 2 * inset,
        height=cell.height - 2 * inset,
        **attributes,
    )


def line(path: str, colour: str, width: float, **attributes: Value) -> str:
    """A line with round ends."""
    return element(
        "path",
        d=path,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
        **attributes,
    )


def solid(path: str, colour: str, **attributes: Value) -> str:
    """A filled shape."""
    return element("path", d=path, fill=colour, **attributes)


def circle(radius: float, x: float = 0, y: float = 0) -> str:
    """The path of a circle."""
    r, left, right, middle = (number(value) for value in (radius, x - radius, x + radius, y))
    return f"M {right} {middle} A {r} {r} 0 1 1 {left} {middle} A {r} {r} 0 1 1 {right} {middle} Z"


def title(text: str) -> str:
    """Return the name of the enclosing element for screen readers and tooltips."""
    return element("title", escape(text))
