"""Set-up forms are enough for an editor that does not know the game."""

from __future__ import annotations

from collections import Counter

from games_and_options import every_variant, game_of

from caserne.core.match.match import Match
from caserne.core.match.setups import position_to_arrange, preview_setup


@every_variant
def test_a_form_names_the_cells_and_pieces_of_a_set_up(game_id, options):
    match = Match(game_of(game_id, options))
    for seat in range(match.game.seats) if match.position.in_setup else ():
        form = match.game.setup_form(seat)
        if form is None:
            continue
        setup = position_to_arrange(match, seat).random_setup(5)
        letters = form.split(setup)
        assert form.join(letters) == setup
        filled = [cell for cell, letter in zip(form.cells, letters, strict=True) if letter != form.empty]
        drawn = [piece.cell for piece in preview_setup(match, seat, setup, "fr").pieces if piece.seat == seat]
        assert sorted(filled) == sorted(drawn)
        numbers = Counter(letter for letter in letters if letter != form.empty)
        assert all(number <= form.pieces[letter] for letter, number in numbers.items())


@every_variant
def test_two_pieces_of_a_set_up_can_change_places(game_id, options):
    match = Match(game_of(game_id, options))
    for seat in range(match.game.seats) if match.position.in_setup else ():
        form = match.game.setup_form(seat)
        if form is None:
            continue
        position = position_to_arrange(match, seat)
        letters = form.split(position.random_setup(6))
        letters[0], letters[-1] = letters[-1], letters[0]
        assert position.explain(form.join(letters)) == []


@every_variant
def test_games_with_many_set_ups_have_a_form(game_id, options):
    game = game_of(game_id, options)
    for seat in range(game.seats):
        form = game.setup_form(seat)
        assert (form is None) == (game.count_setups(seat) < 10)
        if form is not None:
            assert set(form.cells) <= {cell.id for cell in game.scene(game.start().view(seat), "fr").cells}
