"""Options and presets as data for a form; nothing here names a real game."""

from __future__ import annotations

import subprocess
import sys

import pytest

import caserne
from caserne.core.game.errors import InvalidOption, UnknownGame
from caserne.core.game.option_forms import option_forms, preset, preset_forms, presets
from caserne.core.game.registry import options_class, rooms

every_room = pytest.mark.parametrize("game_id", list(rooms()))


@every_room
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_option_has_a_title_an_explanation_and_named_choices(game_id, lang):
    for form in option_forms(game_id, lang):
        assert form.title[0].isupper()
        assert form.help
        assert form.kind in ("switch", "number", "choice", "text", "board")
        assert (form.kind in ("choice", "text", "board")) == bool(form.choices)
        assert all(choice.title for choice in form.choices)


@every_room
def test_every_choice_and_default_of_a_form_is_accepted(game_id):
    for form in option_forms(game_id, "en"):
        values = [form.default, *(choice.value for choice in form.choices)]
        values += [bound for bound in (form.least, form.off) if bound is not None]
        for value in values:
            options_class(game_id).read({form.name: value})


@every_room
def test_presets_are_valid_described_and_differ_from_the_rulebook(game_id):
    assert presets(game_id)["rulebook"] == {}
    usual = options_class(game_id).read({})
    for form in preset_forms(game_id, "fr"):
        assert form.title
        assert form.help.endswith(".")
        assert (caserne.game(game_id, **form.options).options == usual) == (form.name == "rulebook")


def test_an_unknown_preset_lists_the_known_ones():
    assert preset("oracle", "first") == {"rounds": 1}
    with pytest.raises(InvalidOption, match="rulebook, first"):
        preset("oracle", "tournament")
    with pytest.raises(UnknownGame):
        presets("chess")


def test_forms_do_not_import_numba():
    code = (
        "import sys; from caserne.core.game.registry import rooms\n"
        "from caserne.core.game.option_forms import option_forms, preset_forms\n"
        "[(option_forms(room, 'en'), preset_forms(room, 'en')) for room in rooms()]\n"
        "print('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
