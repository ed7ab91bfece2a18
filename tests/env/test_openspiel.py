"""All games pass OpenSpiel's own tests, and its algorithms play them."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

import caserne
from caserne.core.game.registry import rooms
from caserne.env import openspiel

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.filterwarnings("ignore:The chararray class is deprecated"),  # by OpenSpiel, with NumPy 2.5
]
flags.FLAGS.mark_as_parsed()  # what runs a program of OpenSpiel does so
GAMES = {openspiel.PREFIX + name: caserne.game(name) for name in rooms() if caserne.game(name).features}
NAMES = list(GAMES)
OPEN = [name for name, game in GAMES.items() if not game.about.hidden and not game.rules.placements]
"""The games that MCTS is for."""
BEGUN = "mhm/hmh/3/3/3/3/HMH/MHM w"
SHORT = {
    "caserne_belligerants": "caserne_belligerants(max_plies=6)",
    "caserne_movers": f"caserne_movers(position={BEGUN},max_plies=20)",
    "caserne_stratego": "caserne_stratego(max_plies=20)",
}
"""Settings under which games end soon."""
SMALL = {
    "movers": f"caserne_movers(position={BEGUN},max_plies=2)",
    "breakthrough": "caserne_breakthrough(position=8/8/8/8/8/1p6/2P5/8 w)",
}
"""Games whose whole tree is small."""
ENDINGS = {
    "belligerants": "caserne_belligerants(position=EMe1 CAf4;SOe8;PAf10 DC;AM MI;TK;AM;ES;SO J5,max_plies=1)",
    "manoeuvre": "caserne_manoeuvre(position=82:Y2;84:Y3Y6 12:Y1;11:R1;10:R5;9:R4;8:R6;7:Y4;6:R2;5:R3;4:Y5 RRR Y)",
    "stratego": "caserne_stratego(position=f........./....t...../....T...../........../"
    "..~~..~~../..~~..~~../........../....l...../........../F......... r,max_plies=2)",
}
"""Games that are nearly over; a semicolon stands for a comma."""
PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.fixture(scope="module", autouse=True)
def registered():
    openspiel.register()


@pytest.fixture
def playthroughs():
    """OpenSpiel's module; imported late, because all of SciPy comes with it."""
    from open_spiel.python.algorithms import generate_playthrough

    return generate_playthrough


def test_every_game_is_registered_once():
    assert openspiel.register() == NAMES
    assert set(NAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", NAMES)
def test_random_simulations(name, capfd):
    pyspiel.random_sim_test(pyspiel.load_game(SHORT.get(name, name)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_stored_playthroughs_are_played_again_alike(path, playthroughs):
    """After a change that is meant, `generate_playthrough.update_path` writes them anew."""
    stored, replayed = playthroughs.replay(path)
    assert replayed == stored


@pytest.mark.parametrize("name", ENDINGS)
def test_a_playthrough_can_be_replayed_from_its_text(name, tmp_path, playthroughs):
    (tmp_path / "played.txt").write_text(playthroughs.playthrough(ENDINGS[name], None, seed=1), "utf-8")
    played, replayed = playthroughs.replay(tmp_path / "played.txt")
    assert replayed == played


@pytest.mark.parametrize("name", ENDINGS)
def test_games_and_states_survive_strings_and_pickles(name):
    game = pyspiel.load_game(ENDINGS[name])
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert str(pyspiel.load_game(str(game))) == str(pickle.loads(pickle.dumps(game))) == str(game)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(again), again.information_state_string(0)) == (str(state), state.information_state_string(0))


def test_the_public_observation_shows_no_secret():
    game = pyspiel.load_game(ENDINGS["stratego"])
    nothing_private = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    state = game.new_initial_state()
    text = game.make_py_observer(nothing_private).string_from(state, 0)
    assert text == str(state.episode.position.view(None)) != state.observation_string(0)


@pytest.mark.parametrize("name", OPEN)
def test_python_mcts_plays(name):
    game = pyspiel.load_game(name)
    state, dice = game.new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    bot = mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["caserne_movers", "caserne_stratego"])
def test_python_ismcts_plays_with_what_is_hidden_drawn_anew(name):
    game = pyspiel.load_game(SHORT[name])
    state, dice = game.new_initial_state(), np.random.RandomState(1)
    while state.episode.position.in_setup:
        state.apply_action(int(dice.choice(state.legal_actions())))
    sampled = state.resample_from_infostate(0, dice.rand)
    assert sampled.information_state_string(0) == state.information_state_string(0)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 1.4, 3, random_state=dice)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", SMALL)
def test_cfr_learns_the_smallest_settings(name):
    game = pyspiel.load_game(SMALL[name])
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    for _ in range(3):
        solver.evaluate_and_update_policy()
    after = exploitability.exploitability(game, solver.average_policy())
    assert after < before if name == "breakthrough" else after == before == 0


def test_what_a_seat_knows_does_not_tell_the_set_up_of_the_other():
    game, knowledge = pyspiel.load_game("caserne_stratego"), []
    for first in (0, -1):
        state = game.new_initial_state()
        while state.episode.position.in_setup:
            state.apply_action(state.legal_actions()[first if state.current_player() == 1 else 0])
        knowledge.append(state.information_state_string(0))
    assert knowledge[0] == knowledge[1]
    assert "sealed" in knowledge[0]


def test_open_set_ups_are_known_when_play_begins():
    state = pyspiel.load_game("caserne_movers").new_initial_state()
    state.episode.apply_move("MHMHMH")
    assert "sealed" in state.information_state_string(1)
    state.episode.apply_move("MHMHMH")
    assert "sealed" not in state.information_state_string(1)
    assert state.action_to_string(0, state.legal_actions()[0]) in state.episode.position.legal()


def test_options_and_positions_are_parameters():
    game = pyspiel.load_game("caserne_manoeuvre", {"players": 3})
    assert game.num_players() == 3
    state = pyspiel.load_game(SMALL["breakthrough"]).new_initial_state()
    assert str(state) == "8/8/8/8/8/1p6/2P5/8 w"
    with pytest.raises(caserne.InvalidOption):
        openspiel._game_class("movers")({"ranks": 3})
