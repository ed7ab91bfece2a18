"""Set-ups are arranged in any order, and a preview shows only one's own."""

from __future__ import annotations

import pytest

import caserne
from caserne.core.match.match import Match
from caserne.core.match.setups import position_to_arrange, preview_setup, view_to_act


@pytest.mark.parametrize("seat", [0, 1])
def test_every_seat_arranges_in_a_position_that_waits_for_it(seat):
    match = Match(caserne.game("oracle"))
    assert position_to_arrange(match, seat).actor == seat
    assert view_to_act(match, seat).actor == seat


@pytest.mark.parametrize("seat", [0, 1])
def test_a_preview_shows_the_pieces_of_its_seat_alone(seat):
    match = Match(caserne.game("movers"))
    pieces = preview_setup(match, seat, "MHMHMH", "en").pieces
    assert len(pieces) == 6
    assert {piece.seat for piece in pieces} == {seat}


def test_a_preview_names_the_pieces_on_its_cells():
    match = Match(caserne.game("movers"))
    empty, preview = match.game.scene(match.view(0), "en"), preview_setup(match, 0, "MHMHMH", "en")
    before, after = ({cell.id: cell.name for cell in scene.cells} for scene in (empty, preview))
    assert {cell for cell in after if after[cell] != before[cell]} == {piece.cell for piece in preview.pieces}
