"""Themes of boards and pieces: the palette with other grounds, and where needed with other seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from caserne.draw.palette import DARK, LIGHT


class Theme(NamedTuple):
    """The palettes of a theme."""

    light: Mapping[str, str]
    dark: Mapping[str, str]

    def palette(self, dark: bool) -> Mapping[str, str]:
        return self.dark if dark else self.light


WOOD = "wood"
"""The theme of those who chose none."""

_SLATE_LIGHT = {
    "frame": "#C9D0D6",
    "tile": "#D9DFE4",
    "tile_dark": "#B9C4CD",
    "camp": "#A9B9C8",
    "camp_dark": "#94A7B8",
    "plaster": "#F4F6F8",
    "blush": "#D6C9D8",
    "earth": "#B8B5AE",
    "river": "#8FB3CF",
    "thicket": "#9FB5A2",
    "wire": "#C6CACE",
    "infirmary": "#F4F6F8",
    "crater": "#33373D",
    "camp_straw": "#E2DCBA",
    "camp_rose": "#E9DEE6",
    "map": "#E0E5E8",
    "map_dark": "#CDD5DA",
    "water": "#86AFC6",
}
_SLATE_DARK = {
    "frame": "#22272D",
    "edge": "#6E7883",
    "tile": "#4E5965",
    "tile_dark": "#3E4853",
    "camp": "#5C7083",
    "camp_dark": "#4B5E70",
    "plaster": "#59616A",
    "blush": "#66586B",
    "earth": "#4B4B49",
    "river": "#2F4A63",
    "thicket": "#3C5145",
    "wire": "#54595F",
    "infirmary": "#C5CAD0",
    "crater": "#14171B",
    "camp_straw": "#5B5633",
    "camp_rose": "#523F4C",
    "map": "#464D53",
    "map_dark": "#3A4147",
    "water": "#294E65",
}
_PRINT = {
    "paper": "#FFFFFF",
    "card": "#FFFFFF",
    "frame": "#FFFFFF",
    "tile": "#FFFFFF",
    "tile_dark": "#DCDCDC",
    "camp": "#EEEEEE",
    "camp_dark": "#C6C6C6",
    "plaster": "#FFFFFF",
    "blush": "#E2E2E2",
    "earth": "#D4D4D4",
    "river": "#E3EBF0",
    "thicket": "#E1E7DD",
    "wire": "#EFEFEF",
    "infirmary": "#FFFFFF",
    "crater": "#3A3A3A",
    "camp_straw": "#F7F3E3",
    "camp_rose": "#F7ECEC",
    "map": "#FFFFFF",
    "map_dark": "#ECECEC",
    "water": "#DBE7ED",
}
_CONTRAST = {
    "paper": "#FFFFFF",
    "card": "#FFFFFF",
    "ink": "#000000",
    "edge": "#000000",
    "frame": "#FFFFFF",
    "madder": "#A3000B",
    "blue": "#00329B",
    "field": "#12560A",
    "straw": "#FFD60A",
    "rose": "#FF8FB8",
    "chalk": "#FFFFFF",
    "jet": "#000000",
    "pewter": "#4D4D4D",
    "tile": "#FFFFFF",
    "tile_dark": "#CBCBCB",
    "camp": "#FFF0A8",
    "camp_dark": "#E3CC70",
    "plaster": "#FFFFFF",
    "blush": "#FFC4C4",
    "earth": "#EBD4AE",
    "river": "#98CFFF",
    "thicket": "#B3E39C",
    "wire": "#D9D9D9",
    "infirmary": "#FFFFFF",
    "crater": "#262626",
    "camp_straw": "#FFF1A6",
    "camp_rose": "#FFDDE9",
    "map": "#FFFFFF",
    "map_dark": "#E0E0E0",
    "water": "#8ACAFF",
}

THEMES: Mapping[str, Theme] = {
    WOOD: Theme(LIGHT, DARK),
    "slate": Theme({**LIGHT, **_SLATE_LIGHT}, {**DARK, **_SLATE_DARK}),
    "print": Theme({**LIGHT, **_PRINT}, {**LIGHT, **_PRINT}),
    "contrast": Theme({**LIGHT, **_CONTRAST}, {**LIGHT, **_CONTRAST}),
}
"""Print and high contrast are the same by day and by night: dark outlines need light grounds."""
