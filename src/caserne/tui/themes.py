"""The palette on a terminal: themes for Textual, and colours for the board."""

from __future__ import annotations

from collections.abc import Mapping

from rich.color import Color
from textual.theme import Theme

from caserne.draw.palette import TERMINAL, mix, palette

PAGE = {"paper": 255, "card": 231, "frame": 252}
"""Plain greys for a terminal of 256 colours, where the nearest warm colours would be lemon yellow."""
LIGHT_THEME, DARK_THEME = "caserne-light", "caserne-dark"


def colours(dark: bool, *, many: bool = True) -> Mapping[str, str]:
    """Return the palette by name; for a terminal of 256 colours, those chosen by eye."""
    if dark or many:
        return palette(dark)
    return {name: Color.from_ansi(number).get_truecolor().hex for name, number in {**TERMINAL, **PAGE}.items()}


def theme(dark: bool, *, many: bool = True) -> Theme:
    """Return the theme: paper, ink, and brass for what has the focus."""
    c = colours(dark, many=many)
    return Theme(
        name=DARK_THEME if dark else LIGHT_THEME,
        primary=c["blue"],
        secondary=c["field"],
        accent=c["brass"],
        warning=c["brass"],
        error=c["madder"],
        success=c["field"],
        foreground=c["ink"],
        background=c["paper"],
        surface=c["card"],
        panel=c["frame"],
        dark=dark,
        variables={
            "quiet": mix(c["paper"], c["ink"], 0.62),
            "line": mix(c["paper"], c["ink"], 0.22),
            "block-cursor-background": c["ink"],
            "block-cursor-foreground": c["paper"],
            "block-cursor-text-style": "bold",
            "input-cursor-background": c["ink"],
            "input-cursor-foreground": c["paper"],
            "scrollbar": mix(c["paper"], c["ink"], 0.3),
            "scrollbar-hover": c["brass"],
            "scrollbar-active": c["brass"],
            "scrollbar-background": c["paper"],
            "scrollbar-background-hover": c["paper"],
            "scrollbar-background-active": c["paper"],
            "scrollbar-corner-color": c["paper"],
            "link-color": c["blue"],
            "link-background": "transparent",
        },
    )
