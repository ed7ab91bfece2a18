"""The evaluation, chance nodes in the search, and the library of deployments."""

from __future__ import annotations

import pytest
from exact_values import exact_values

import caserne
from caserne.bots.names import bot
from caserne.games.belligerants.army import STANDARD
from caserne.games.belligerants.evaluate import threatened_points, threats
from caserne.games.belligerants.setups import LIBRARY, library_setup


@pytest.mark.slow
@pytest.mark.parametrize("position", ["EMo1,TKe5 SOe8,EMa13 - - J2", "SOi8,AMo1 MIi10,EMa13 - - J1"])
def test_chance_nodes_weigh_all_die_results(position):
    game = caserne.game("belligerants", max_plies=2)
    start = game.position(position)
    exact = exact_values(start)[0]
    for name in ("mcts:trust=3@30000n", "plain@30000n"):
        analysis = bot(name, game).analyse(start.view(0))
        assert exact_values(start.play(analysis.best))[0] == pytest.approx(exact, abs=0.02)
        assert analysis.candidates[0].value == pytest.approx(exact, abs=0.1)


def evaluation(position: str, seat: int = 0) -> float:
    game = caserne.game("belligerants")
    state, _ = game.position(position).scratch()
    return float(game.rules.evaluate(game.o, state[0], seat))


@pytest.mark.parametrize(("good", "bad"), [("b9", "a9"), ("e10", "f10"), ("c9", "b9")])
def test_grey_and_white_lower_the_evaluation_and_green_raises_it(good, bad):
    """a9 is grey, f10 white, c9 green; b9 and e10 are brown."""
    assert evaluation(f"TK{good} SOo13 - - J?") > evaluation(f"TK{bad} SOo13 - - J?")


def test_a_pawn_that_the_enemy_can_take_lowers_the_evaluation():
    """Two squares apart on brown; a gun takes a tank, a machine gun of as many points does not."""
    assert evaluation("TKe1 CAe3 - - R?") < evaluation("TKe1 MIe3 - - R?")
    assert evaluation("TKe1 CAe3 - - R2") < evaluation("TKe1 CAe3 - - R?") < evaluation("TKe1 CAe3 - - R1")


@pytest.mark.parametrize(("die", "points"), [("?", 2 * 400 / 6), ("1", 0), ("2", 400), ("D", 400)])
def test_threatened_points_are_the_expected_loss(die, points):
    """The tank is taken by a two and by the devil, whose move may be of two squares."""
    game = caserne.game("belligerants")
    state, _ = game.position(f"TKe1,SOe5 CAe3 - - R{die}").scratch()
    assert threatened_points(state[0], 0, threats(game.o, state[0], 0)) == pytest.approx(points)
    assert threatened_points(state[0], 1, threats(game.o, state[0], 1)) == 0


def test_every_deployment_is_the_standard_army():
    for name in LIBRARY:
        assert sorted(library_setup(name).split(",")) == sorted(STANDARD.split(","))


def test_another_army_has_no_library():
    assert caserne.game("belligerants", army=",".join(["SO"] * 15)).setup_library() == {}
