"""Board forms agree with the boards that matches are played on."""

from __future__ import annotations

import pytest
from games_and_options import rooms

import caserne
from caserne.core.game.board_form import SEPARATOR
from caserne.core.game.errors import InvalidOption
from caserne.core.game.option_forms import board_form, option_forms
from caserne.core.game.words import LANGUAGES

every_board = pytest.mark.parametrize("game_id", [game for game in rooms() if board_form(game)])


@every_board
def test_signs_are_unique_and_opposites_are_mutual(game_id: str) -> None:
    form = board_form(game_id)
    assert form is not None
    for layer in form.layers:
        signs = {paint.sign: paint.opposite or paint.sign for paint in layer.paints}
        assert len(signs) == len(layer.paints)
        assert all(len(sign) == 1 and sign != SEPARATOR and signs[signs[sign]] == sign for sign in signs)
        assert all(paint.title.text(lang) for paint in layer.paints for lang in LANGUAGES)


@every_board
def test_a_blank_board_is_playable_in_every_size(game_id: str) -> None:
    form = board_form(game_id)
    assert form is not None
    for width, height in ((form.least, form.least), (form.most, form.least), (form.least, form.most), form.usual):
        rows = form.blank(width, height)
        assert form.rows(SEPARATOR.join(rows)) == rows
        assert (len(rows[0]), len(rows)) == (width * len(form.layers), height)
        assert not any(problem.grave for problem in form.problems(rows))


@every_board
def test_a_board_looks_the_same_in_a_match(game_id: str) -> None:
    form = board_form(game_id)
    assert form is not None
    option = next(option for option in option_forms(game_id, "en") if option.name == form.option)
    assert option.kind == "board"
    for choice in option.choices:
        game = caserne.game(game_id, **{form.option: choice.value})
        rows = form.rows(choice.value)
        assert SEPARATOR.join(rows) == game.options.as_dict()[form.option]
        assert form.scene(rows, "fr").cells == game.scene(game.start().view(None), "fr").cells
        assert form.problems(rows) == []


@every_board
def test_a_board_is_refused_exactly_if_it_has_a_grave_problem(game_id: str) -> None:
    """Try every cell text in two corners."""
    form = board_form(game_id)
    assert form is not None
    size, blank = len(form.layers), form.blank(*form.usual)
    for signs in form.combinations():
        for rows in ((signs + blank[0][size:], *blank[1:]), (*blank[:-1], signs + blank[-1][size:])):
            problems = [problem for problem in form.problems(rows) if problem.grave]
            known = {cell.id for cell in form.scene(rows, "en").cells}
            assert all(set(problem.cells) <= known for problem in problems)
            if not problems:
                caserne.game(game_id, **{form.option: SEPARATOR.join(rows)})
                continue
            with pytest.raises(InvalidOption) as refused:
                caserne.game(game_id, **{form.option: SEPARATOR.join(rows)})
            assert refused.value.text("en") == problems[0].sentence.text("en")
