"""Options are read strictly, and rooms are found without Numba."""

from __future__ import annotations

import subprocess
import sys

import pytest

import caserne
from caserne.core.game.errors import InvalidOption, UnknownGame


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"size": 3}, "'size'.*rounds"),
        ({"rounds": "many"}, "whole number"),
        ({"rounds": 2.5}, "whole number"),
        ({"rounds": True}, "whole number"),
        ({"rounds": None}, "whole number"),
        ({"rounds": 0}, "between 1 and 9"),
        ({"rounds": 10**30}, "between 1 and 9"),
    ],
)
def test_an_invalid_option_says_what_is_valid(options, says):
    with pytest.raises(InvalidOption, match=says):
        caserne.game("oracle", **options)


@pytest.mark.parametrize("value", ["yes", 1, "True", None])
def test_a_switch_is_true_or_false(value):
    with pytest.raises(ValueError, match="'true' or 'false'"):
        caserne.game("movers", expert=value)


def test_text_values_equal_typed_values():
    assert caserne.game("movers", expert="true", repetition="0") == caserne.game("movers", expert=True, repetition=0)
    assert caserne.game("movers", expert=True) != caserne.game("movers")
    assert eval(repr(caserne.game("movers", expert=True))) == caserne.game("movers", expert=True)


def test_an_unknown_game_lists_the_known_ones():
    with pytest.raises(UnknownGame, match="movers"):
        caserne.game("chess")


def test_errors_have_a_text_in_both_languages():
    with pytest.raises(InvalidOption) as error:
        caserne.game("movers", size=3)
    assert "option inconnue" in error.value.text("fr")
    assert "unknown option" in error.value.text("en")


def test_finding_and_describing_games_does_not_import_numba():
    code = (
        "import sys; from caserne.core.game.registry import about, options_class, rooms\n"
        "[(about(room), options_class(room)) for room in rooms()]\n"
        "print(sorted(rooms()), 'numba' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "'oracle'" in run.stdout
    assert run.stdout.endswith("False\n")
