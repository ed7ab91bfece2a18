"""The palette: every colour in every mode, and enough contrast of symbols on each seat's colour."""

from __future__ import annotations

import pytest
from draw_scenes import SEATS

from caserne.draw.palette import DARK, LEAST_CONTRAST, LIGHT, TERMINAL, contrast, line_on


def test_each_mode_has_the_same_colours():
    assert LIGHT.keys() == DARK.keys() == TERMINAL.keys()


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_symbols_stand_out_from_every_seat(colours):
    for seat in SEATS:
        assert contrast(line_on(colours[seat.colour]), colours[seat.colour]) >= LEAST_CONTRAST


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_text_is_easy_to_read(colours):
    for behind in ("paper", "card", "frame"):
        assert contrast(colours["ink"], colours[behind]) >= 7
