"""The public names of the package: all are there, readable, drawn in notebooks, and safe against wrong use."""

from __future__ import annotations

import pickle
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

import caserne

PLAYED = "mhm/hmh/3/3/3/3/HMH/MHM w"


@pytest.fixture
def game():
    return caserne.game("movers")


@pytest.fixture
def position(game):
    return game.position(PLAYED)


def test_every_public_name_can_be_imported():
    for name in caserne.__all__:
        assert getattr(caserne, name) is not None
        assert name in dir(caserne)
    wanted = {"game", "games", "Game", "Position", "Observation", "Match", "Record", "Result", "bot", "simulate"}
    assert wanted <= set(caserne.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = caserne.nonsense


def test_the_public_names_load_neither_rules_nor_pictures_until_they_are_used():
    code = "import sys, caserne; caserne.games(); print([name for name in ('numba', 'numpy') if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.thorough
@pytest.mark.parametrize("first", ["", "import caserne.games; ", "caserne.game('movers'); "])
def test_games_lists_the_games_also_once_the_rooms_are_imported(first):
    code = f"import caserne; {first}print(caserne.games()['movers'].title('en'))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "Movers & Hoppers\n"


def test_a_bot_in_two_lines(game, position):
    analysis = caserne.bot("3", game).analyse(position.view(0))
    assert analysis.best in position.legal()
    assert caserne.bot(3, "movers").move(position.view(0)) in position.legal()


def test_texts_are_readable(game, position):
    match = caserne.Match(game, players=["Ann", "Bob"], match_id="m")
    analysis = caserne.bot("2", game).analyse(position.view(0))
    assert repr(position) == f"caserne.game(\"movers\").position('{PLAYED}')"
    assert repr(position.view(1)) == f"<Observation of caserne.game(\"movers\") by seat 1: '{PLAYED}'>"
    assert repr(position.view(None)).startswith('<Observation of caserne.game("movers") by spectator')
    assert repr(match.record) == '<Record of caserne.game("movers"): Ann, Bob; 0 events; running>'
    assert repr(match) == f"<Match m: 'setup', {match.record!r}>"
    assert repr(caserne.bot("2", game)) == '<AlphaBetaBot "2">'
    assert repr(analysis).startswith("<Analysis: value +0.02, depth 2, nodes 22; b1-b3 +0.02, ")
    assert "and 1 more" in repr(analysis)
    assert repr(caserne.simulate(game, 3)).startswith('<Simulation of caserne.game("movers"): 3 games, ')


def test_positions_and_views_can_be_pickled_for_other_processes(game, position):
    played = position.play("b1-b3")
    for value in (game, played, caserne.game("manoeuvre", players=3).start()):
        assert pickle.loads(pickle.dumps(value)) == value
    assert pickle.loads(pickle.dumps(played)).legal() == played.legal()
    assert str(pickle.loads(pickle.dumps(played.view(1)))) == str(played.view(1))


def test_notebooks_show_positions_analyses_and_simulations(game, position):
    for drawn in (position, position.view(0), position.view(None), game.scene(position.view(0), "en")):
        ElementTree.fromstring(drawn._repr_svg_())
    assert position.svg(1) != position.svg(0) == position.svg()
    assert 'width="300"' in position.svg(size=300)
    assert position.svg(lang="fr", dark=True) != position.svg(lang="fr")
    for table in (
        caserne.bot("2", game).analyse(position.view(0)),
        caserne.simulate(game, 5),
        caserne.simulate(game, 0),
    ):
        ElementTree.fromstring(f"<div>{table._repr_html_()}</div>")


def test_the_picture_of_a_finished_position_is_what_a_spectator_sees(game):
    over = game.position("HMH/MHM/3/3/3/mhm/3/hmh w")
    assert over.actor is None
    assert over.svg() == over.svg(None)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "options", [{}, {"policy": ("2", "random"), "jobs": 2}, {"policy": lambda seen: first_of(seen)}]
)
def test_trajectories_replay_to_the_final_states(game, options):
    played = caserne.simulate(game, 4, seed=3, limit=30, trajectories=True, **options)
    for n, actions in enumerate(played.trajectories):
        position = game.start()
        for action in actions.tolist():
            position = position.play_action(action)
        assert position.scratch()[0][0] == played.states[n]


def first_of(seen):
    return "MHMHMH" if seen.in_setup else seen.legal()[0]


def test_trajectories_are_those_of_the_games_of_the_seed_however_long(game):
    plain = caserne.simulate(game, 20, seed=3)
    kept = caserne.simulate(game, 20, seed=3, trajectories=True)
    assert plain.digest() == kept.digest()
    assert max(map(len, kept.trajectories)) > 1_024
    assert plain.trajectories is None


def test_a_game_or_its_id_gives_the_same_simulation():
    assert (
        caserne.simulate("movers", 9, expert=True).digest()
        == caserne.simulate(caserne.game("movers", expert=True), 9, jobs=1).digest()
    )


WRONG_USE = {
    "game(None)": caserne.UnknownGame,
    "game.position(None)": caserne.InvalidPosition,
    "game.position(b'w')": caserne.InvalidPosition,
    "position.play(3)": caserne.InvalidMove,
    "position.play(None)": caserne.InvalidMove,
    "position.explain(3)": caserne.InvalidMove,
    "position.explain('b1-b2', lang='de')": caserne.InvalidArgument,
    "position.explain('b1-b2', lang=3)": caserne.InvalidArgument,
    "position.warnings(3)": caserne.InvalidMove,
    "position.play_all(3)": caserne.InvalidMove,
    "position.play_all([3])": caserne.InvalidMove,
    "position.play_action('a')": caserne.InvalidMove,
    "position.play_action(2.0)": caserne.InvalidMove,
    "position.play_action(True)": caserne.InvalidMove,
    "position.play_action(-1)": caserne.InvalidMove,
    "position.play_action(10**9)": caserne.InvalidMove,
    "position.play_action(2**70)": caserne.InvalidMove,
    "position.play_action(3)": caserne.IllegalMove,
    "position.view('white')": caserne.InvalidSeat,
    "position.view(True)": caserne.InvalidSeat,
    "position.view(1.0)": caserne.InvalidSeat,
    "position.view(2)": caserne.InvalidSeat,
    "position.svg('white')": caserne.InvalidSeat,
    "position.svg(size=-1)": caserne.InvalidArgument,
    "position.svg(lang='de')": caserne.InvalidArgument,
    "position.perft(-1)": caserne.InvalidArgument,
    "position.perft('3')": caserne.InvalidArgument,
    "position.perft(1.5)": caserne.InvalidArgument,
    "position.perft(10**9)": caserne.InvalidArgument,
    "position.view(0).sample(-1)": caserne.InvalidArgument,
    "game.start().random_setup(-1)": caserne.InvalidArgument,
    "game.start().suggested_setup('a')": caserne.InvalidArgument,
    "caserne.bot(None, game)": caserne.UnknownBot,
    "caserne.bot('9', game)": caserne.UnknownBot,
    "caserne.bot('1', 3)": caserne.InvalidArgument,
    "caserne.bot('1', game, seed=-1)": caserne.InvalidArgument,
    "caserne.bot('1', game, threads=0)": caserne.InvalidArgument,
    "caserne.bot('1', game).analyse(position)": caserne.InvalidArgument,
    "caserne.bot('1', game).move(None)": caserne.InvalidArgument,
    "caserne.bot('1', game).analyse(position.view(1))": caserne.InvalidArgument,
    "caserne.bot('1', game).analyse(position.view(None))": caserne.InvalidArgument,
    "caserne.bot('1', game).analyse(game.start().view(0))": caserne.InvalidArgument,
    "caserne.simulate(3)": caserne.InvalidArgument,
    "caserne.simulate(game, -1)": caserne.InvalidArgument,
    "caserne.simulate(game, '9')": caserne.InvalidArgument,
    "caserne.simulate(game, 9, seed=-1)": caserne.InvalidArgument,
    "caserne.simulate(game, 9, limit=-1)": caserne.InvalidArgument,
    "caserne.simulate(game, 9, jobs=0)": caserne.InvalidArgument,
    "caserne.simulate(game, 9, policy=3)": caserne.InvalidArgument,
    "caserne.simulate(game, 9, policy=['random'])": caserne.InvalidArgument,
    "caserne.simulate(game, 9, policy='nobody')": caserne.UnknownBot,
    "caserne.simulate(game, 9, device='tpu')": caserne.InvalidArgument,
    "caserne.simulate(game, 9, device='gpu', policy='1')": caserne.InvalidArgument,
    "caserne.simulate(game, 9, device='gpu', trajectories=True)": caserne.InvalidArgument,
    "caserne.simulate(game, 9, expert=True)": caserne.InvalidOption,
    "caserne.Match(3)": caserne.InvalidArgument,
    "caserne.Match(game, players='Ann')": caserne.InvalidArgument,
    "caserne.Match(game, players=[1, 2])": caserne.InvalidArgument,
    "caserne.Match(game).submit('white', 'MHMHMH')": caserne.InvalidSeat,
    "caserne.Match(game).submit(7, 'MHMHMH')": caserne.InvalidSeat,
    "caserne.Match(game).submit(0, 3)": caserne.InvalidMove,
    "caserne.Match(game).view('white')": caserne.InvalidSeat,
    "caserne.Record.load(3)": caserne.InvalidRecord,
    "caserne.Record.loads(None)": caserne.InvalidRecord,
}


@pytest.mark.parametrize("wrong", WRONG_USE)
def test_wrong_use_gets_an_error_of_ours_with_a_sentence_in_both_languages(wrong, game, position):
    names = {"caserne": caserne, "game": caserne.game if wrong.startswith("game(") else game, "position": position}
    with pytest.raises(WRONG_USE[wrong]) as error:
        eval(wrong, names)
    assert type(error.value) is WRONG_USE[wrong]
    assert {error.value.text(lang)[-1] for lang in ("fr", "en")} == {"."}


def test_numpy_numbers_are_numbers(position):
    assert position.view(np.int8(1)) == position.view(1)
    assert position.perft(np.int64(1)) == 4
    assert position.play_action(np.int32(202)) == position.play("b1-b3")


def test_play_action_refuses_what_play_refuses(game, position):
    legal = set(position.legal_actions())
    for action in range(game.rules.actions):
        if action in legal:
            assert position.play_action(action) == position.play_unchecked(action)
        else:
            with pytest.raises(caserne.IllegalMove):
                position.play_action(action)
