"""The palette by name, light and dark, and functions that mix and compare colours."""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "paper": "#F6F1E7",
    "card": "#FFFBF2",
    "ink": "#1F2430",
    "madder": "#B5382C",
    "blue": "#2B4C7E",
    "brass": "#C79A3B",
    "field": "#5E7F4E",
    "straw": "#D8B24A",
    "rose": "#C97B8A",
    "chalk": "#FBF8F0",
    "frame": "#E7DABD",
    "edge": "#1F2430",
    "tile": "#EFDFBD",
    "tile_dark": "#E2CA9C",
    "camp": "#D9B98A",
    "camp_dark": "#CBA572",
    "plaster": "#FBF8F0",
    "blush": "#EBC4C2",
    "jet": "#23262E",
    "pewter": "#8B9099",
    "earth": "#C9A77C",
    "river": "#8FB3CF",
    "thicket": "#9DB37F",
    "wire": "#B9B6AE",
    "infirmary": "#F7F3EA",
    "crater": "#3A3634",
    "camp_straw": "#EBD598",
    "camp_rose": "#F5DFE1",
    "map": "#F0E6CF",
    "map_dark": "#E5D8B8",
    "water": "#8DB6C6",
}
DARK: Mapping[str, str] = {
    "paper": "#14171C",
    "card": "#1E232B",
    "ink": "#ECE6DA",
    "madder": "#D8604F",
    "blue": "#6E9BD8",
    "brass": "#D9B35C",
    "field": "#86AB74",
    "straw": "#E3C469",
    "rose": "#DB9AA6",
    "chalk": "#E9E4D8",
    "frame": "#2A2620",
    "edge": "#7A7060",
    "tile": "#7D6848",
    "tile_dark": "#6A5639",
    "camp": "#805B36",
    "camp_dark": "#6E4C2B",
    "plaster": "#5C5850",
    "blush": "#7A4E52",
    "jet": "#23262E",
    "pewter": "#8B9099",
    "earth": "#5E4A34",
    "river": "#2F4A63",
    "thicket": "#3F5538",
    "wire": "#55575B",
    "infirmary": "#C9C4B8",
    "crater": "#17181B",
    "camp_straw": "#685527",
    "camp_rose": "#54343C",
    "map": "#524B3B",
    "map_dark": "#453F31",
    "water": "#29505F",
}

TERMINAL: Mapping[str, int] = {
    "paper": 230,
    "card": 230,
    "ink": 235,
    "madder": 124,
    "blue": 25,
    "brass": 178,
    "field": 65,
    "straw": 221,
    "rose": 175,
    "chalk": 231,
    "frame": 187,
    "edge": 235,
    "tile": 223,
    "tile_dark": 180,
    "camp": 179,
    "camp_dark": 137,
    "plaster": 231,
    "blush": 217,
    "jet": 235,
    "pewter": 245,
    "earth": 180,
    "river": 110,
    "thicket": 107,
    "wire": 249,
    "infirmary": 255,
    "crater": 237,
    "camp_straw": 222,
    "camp_rose": 218,
    "map": 230,
    "map_dark": 223,
    "water": 109,
}
"""The palette in the 256 colours of terminals, chosen by eye: the nearest numbers turn madder into brown."""

DARK_LINE = LIGHT["ink"]
"""Outlines and symbols on pieces, the same on light and dark pages."""
LIGHT_LINE = LIGHT["chalk"]
LEAST_CONTRAST = 3.0
"""The contrast that WCAG requires of graphical objects."""


def palette(dark: bool) -> Mapping[str, str]:
    return DARK if dark else LIGHT


def mix(colour: str, other: str, share: float) -> str:
    """Mix a colour with a share of another.

    >>> mix("#000000", "#FFFFFF", 0.2)
    '#333333'
    """
    channels = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02X}" for one, two in channels)


def contrast(colour: str, other: str) -> float:
    """Return the contrast ratio of WCAG, 1 to 21.

    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """
    lighter, darker = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def line_on(colour: str) -> str:
    """Return the colour of a symbol on a seat's colour: light if the contrast suffices, else dark."""
    return LIGHT_LINE if contrast(colour, LIGHT_LINE) >= LEAST_CONTRAST else DARK_LINE


def engraved(colour: str, share: float) -> str:
    """Return the colour of a line on a ground: the ground's colour mixed with a contrasting one.

    >>> engraved("#FBF8F0", 0), engraved("#FBF8F0", 1), engraved("#1F2430", 1)
    ('#FBF8F0', '#1F2430', '#FBF8F0')
    """
    return mix(colour, line_on(colour), share)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
