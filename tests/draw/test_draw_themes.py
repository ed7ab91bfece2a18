"""Themes: every piece stands out from every ground of every game, and browsers can change the colours of drawings."""

from __future__ import annotations

import pytest

import caserne
from caserne.core.game.registry import rooms
from caserne.core.game.scene import Scene
from caserne.draw.palette import DARK_LINE, LEAST_CONTRAST, LIGHT, contrast, line_on
from caserne.draw.parts import TONES, parts, replacements, two_toned
from caserne.draw.svg import board
from caserne.draw.themes import THEMES, WOOD

ENHANCED = 4.5
"""What WCAG requires of text: themes made for contrast give it to pieces."""


def scene_of(game: str) -> Scene:
    return caserne.game(game).scene(caserne.game(game).start().view(None), "en")


def test_every_theme_has_every_colour() -> None:
    for theme in THEMES.values():
        for colours in theme:
            assert colours.keys() == LIGHT.keys()


@pytest.mark.parametrize("game", rooms())
@pytest.mark.parametrize("name", THEMES)
def test_pieces_stand_out_from_the_grounds_of_each_game(name: str, game: str) -> None:
    scene, least = scene_of(game), ENHANCED if name == "contrast" else LEAST_CONTRAST
    for colours in THEMES[name]:
        for seat in scene.seats:
            body = colours[seat.colour]
            assert contrast(body, line_on(body)) >= least, f"the symbols of {seat.name}"
            for ground in scene.grounds.values():
                found = max(contrast(colours[ground.colour], part) for part in (body, DARK_LINE, line_on(body)))
                assert found >= least, f"{seat.name} on {ground.colour}: {found:.1f}"


@pytest.mark.parametrize("name", THEMES)
def test_coordinates_can_be_read(name: str) -> None:
    for colours in THEMES[name]:
        assert contrast(colours["ink"], colours["frame"]) >= 7


@pytest.mark.thorough
@pytest.mark.parametrize("game", rooms())
def test_every_colour_of_a_drawing_means_one_colour_of_each_theme(game: str) -> None:
    drawn = parts(scene_of(game))
    assert drawn.themes.keys() == THEMES.keys() - {WOOD}
    assert set(TONES.findall(drawn.back)) <= set(TONES.findall(drawn.front))
    usual = _tones(game, WOOD)
    for theme in THEMES:
        pairs = replacements(usual, _tones(game, theme))
        assert len(pairs) == len({one for one, _ in pairs}), "one colour would have to become two"


def _tones(game: str, theme: str) -> list[str]:
    markup = (board(scene_of(game), colours).markup for colours in THEMES[theme])
    return TONES.findall(two_toned(*markup))
