"""Monte-Carlo tree search: right where right can be known, the same again for a seed, and polite about bad settings."""

from __future__ import annotations

import pytest
from bot_positions import close_to_the_end, every_game, exact_values, middle_of

import caserne
from caserne.bots import mcts
from caserne.bots.bot import UnknownBot
from caserne.bots.names import bot

SETTINGS = ["", ":preview=0.1", ":leaf=playout:horizon=8", ":leaf=mixed", ":worlds=uniform", ":others=paranoid"]


@every_game
@pytest.mark.parametrize("name", ["mcts@20000n", "mcts:preview=0.1@20000n", "plain@20000n"])
def test_finds_the_best_move_of_an_endgame(game_id, name):
    game = caserne.game(game_id)
    if game.about.hidden:
        pytest.skip("what is best depends on what one believes")
    for seed in range(3):
        position = close_to_the_end(game, seed)
        exact = exact_values(position)[position.actor]
        analysis = bot(name, game, seed).analyse(position.view(position.actor))
        best = exact_values(position.play(analysis.best))[position.actor]
        assert best == pytest.approx(exact, abs=0.02)
        assert analysis.candidates[0].value == pytest.approx(exact, abs=0.1)


def test_seats_of_three_play_for_themselves():
    """A third party's loss is no gain: with three seats the values of a position need not cancel out."""
    game = next(
        caserne.game(g, players=3) for g in caserne.core.registry.rooms() if caserne.game(g).about.seats[1] > 2
    )
    position = close_to_the_end(game, 1)
    exact = exact_values(position)[position.actor]
    analysis = bot("mcts@20000n", game).analyse(position.view(position.actor))
    assert exact_values(position.play(analysis.best))[position.actor] == pytest.approx(exact, abs=0.02)


def test_weighs_what_it_does_not_know():
    """Oracle, last turn, four points behind, a two on the die: only the highest stake can win, one time in three."""
    game = caserne.game("oracle")
    position = game.position("AB 4 0 5 12")
    analysis = bot("mcts@20000n", game).analyse(position.view(1))
    values = {candidate.move: candidate.value for candidate in analysis.candidates}
    assert analysis.best == "x3"
    assert values["x3"] == pytest.approx(-1 / 3, abs=0.05)
    assert values["x1"] == -1
    assert [move for move in analysis.line if move.startswith("x")] == ["x3"]


def test_remembers_within_its_tree_what_a_guess_has_shown():
    """Oracle with one more turn after this one: a right guess now makes the next one certain."""
    game = caserne.game("oracle", rounds=3)
    known, unknown = game.position("A*B* 0 0 3 11x1"), game.position("A*B 0 0 3 11x1")
    sure = bot("mcts@20000n", game).analyse(known.view(1)).value
    blind = bot("mcts@20000n", game).analyse(unknown.view(1)).value
    assert sure > blind


@every_game
@pytest.mark.parametrize("threads", [1, 2])
def test_a_seed_and_a_number_of_nodes_give_the_same_analysis(game_id, threads):
    position = middle_of(game_id)
    observation = position.view(position.actor)
    first, second = (
        bot("mcts:preview=0.1@600n", position.game, 5, threads).analyse(observation) for _ in range(2)
    )
    assert first == second
    assert {candidate.move for candidate in first.candidates} == set(position.legal())
    assert sum(candidate.weight for candidate in first.candidates) == pytest.approx(1)
    assert first.line[0] == first.best
    assert all(-1 <= candidate.value <= 1 for candidate in first.candidates)


@every_game
@pytest.mark.parametrize("settings", SETTINGS)
def test_every_setting_plays_legal_moves(game_id, settings):
    position = middle_of(game_id)
    name = f"mcts{settings}:noise=1@200n"
    moves = {bot(name, position.game, seed).move(position.view(position.actor)) for seed in range(8)}
    assert moves <= set(position.legal())
    assert len(moves) > 1


@every_game
def test_a_full_tree_still_answers(game_id, monkeypatch):
    monkeypatch.setattr(mcts, "MOST_NODES", 300)
    position = middle_of(game_id)
    analysis = bot("mcts@2000n", position.game).analyse(position.view(position.actor))
    assert analysis.best in position.legal()


@every_game
def test_stops_early_only_where_nothing_is_hidden(game_id):
    position = middle_of(game_id)
    analysis = bot("mcts:explore=0.01:preview=0.01@20000n", position.game).analyse(position.view(position.actor))
    assert analysis.nodes == 20000 if position.game.about.hidden else analysis.nodes <= 20000


def test_answers_at_once_when_there_is_one_move(monkeypatch):
    game = caserne.game("oracle")
    for game_id in caserne.core.registry.rooms():
        game = caserne.game(game_id)
        forced = next((p for p in mcts_positions(game) if len(p.legal_actions()) == 1), None)
        if forced and not game.about.hidden:
            thinking = bot("mcts", game)
            monkeypatch.setattr(thinking, "analyse", None)
            assert thinking.move(forced.view(forced.actor)) == forced.legal()[0]


def test_keeps_to_its_seconds():
    position = middle_of("oracle")
    analysis = bot("mcts@50ms", position.game).analyse(position.view(position.actor))
    assert analysis.nodes > mcts.FIRST_SLICE


@pytest.mark.parametrize("setting", ["leaf=tea", "explore=much", "horizon=-1", "worlds=better", "noise=nan"])
def test_settings_that_cannot_be(setting):
    with pytest.raises(UnknownBot, match=setting.partition("=")[2]):
        bot(f"mcts:{setting}", caserne.game("oracle"))
