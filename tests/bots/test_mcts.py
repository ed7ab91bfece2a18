"""Monte-Carlo tree search: right where right can be known, the same again for a seed, and polite about bad settings."""

from __future__ import annotations

import pytest
from bot_positions import close_to_the_end, every_game, middle_of, random_game
from exact_values import exact_values
from games_and_options import ALL_VARIANTS, game_of

import caserne
from caserne.bots import mcts
from caserne.bots.bot import UnknownBot
from caserne.bots.names import bot

SETTINGS = [
    "",
    ":preview=0",
    ":trust=3",
    ":leaf=playout:horizon=8",
    ":leaf=mixed",
    ":worlds=uniform",
    ":others=paranoid",
]


SEARCHES = ["mcts@20000n", "mcts:preview=0@20000n", "plain@20000n"]
OPEN_GAMES = [choice for choice in ALL_VARIANTS if not game_of(*choice).about.hidden]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "options", "name"),
    [(*choice, name) for choice in OPEN_GAMES for name in (SEARCHES[:1] if choice[1] else SEARCHES)],
)
def test_finds_the_best_move_of_an_endgame(game_id, options, name):
    game = game_of(game_id, options)
    ends = [end for end in (close_to_the_end(game, seed) for seed in range(6)) if end]
    for number, position in enumerate(ends):
        exact = exact_values(position)[position.actor]
        analysis = bot(name, game, number).analyse(position.view(position.actor))
        chosen = exact_values(position.play(analysis.best))[position.actor]
        assert chosen == pytest.approx(exact, abs=0.02), position
        assert analysis.candidates[0].value == pytest.approx(exact, abs=0.1), position


@pytest.mark.slow
def test_there_are_such_endgames():
    for seats in (2, 4):
        games = [game for game in (game_of(*choice) for choice in ALL_VARIANTS) if game.seats == seats]
        assert any(close_to_the_end(game, seed) for game in games for seed in range(3))


def test_averages_over_hidden_states():
    """Oracle, last turn, four points behind, a two on the die: only the highest stake can win, one time in three."""
    game = caserne.game("oracle")
    position = game.position("AB 4 0 5 12")
    analysis = bot("mcts@20000n", game).analyse(position.view(1))
    values = {candidate.move: candidate.value for candidate in analysis.candidates}
    assert analysis.best == "x3"
    assert values["x3"] == pytest.approx(-1 / 3, abs=0.05)
    assert values["x1"] == pytest.approx(-1, abs=0.05)
    assert [move for move in analysis.line if move.startswith("x")] == ["x3"]


@every_game
@pytest.mark.parametrize("threads", [1, 2])
def test_a_seed_and_a_number_of_nodes_give_the_same_analysis(game_id, threads):
    position = middle_of(game_id)
    observation = position.view(position.actor)
    first, second = (bot("mcts@600n", position.game, 5, threads).analyse(observation) for _ in range(2))
    assert first == second
    assert {candidate.move for candidate in first.candidates} == set(position.legal())
    assert sum(candidate.weight for candidate in first.candidates) == pytest.approx(1)
    assert first.line[0] == first.best
    assert all(-1 <= candidate.value <= 1 for candidate in first.candidates)


@every_game
@pytest.mark.parametrize("settings", SETTINGS)
def test_every_setting_plays_legal_moves(game_id, settings):
    position = middle_of(game_id)
    name = f"mcts{settings}:noise=4@200n"
    moves = {bot(name, position.game, seed).move(position.view(position.actor)) for seed in range(8)}
    assert moves <= set(position.legal())
    assert len(moves) > 1


@every_game
def test_a_full_tree_still_answers(game_id, monkeypatch):
    monkeypatch.setattr(mcts, "MOST_NODES", 2000)
    position = middle_of(game_id)
    analysis = bot("mcts@2000n", position.game).analyse(position.view(position.actor))
    assert analysis.best in position.legal()


@every_game
def test_stops_early_only_if_nothing_is_hidden(game_id):
    position = middle_of(game_id)
    analysis = bot("mcts:explore=0.01:preview=0.01@20000n", position.game).analyse(position.view(position.actor))
    assert analysis.nodes == 20000 if position.game.about.hidden else analysis.nodes <= 20000


@every_game
def test_answers_at_once_when_there_is_one_move_and_nothing_is_hidden(game_id, monkeypatch):
    game = caserne.game(game_id)
    forced = [p for p in random_game(game, 1) if isinstance(p.actor, int) and len(p.legal_actions()) == 1]
    if game.about.hidden or not forced:
        pytest.skip("always thinks as long as it may")
    player = bot("mcts", game)
    monkeypatch.setattr(player, "analyse", None)
    assert player.move(forced[0].view(forced[0].actor)) == forced[0].legal()[0]


def test_keeps_to_its_seconds():
    position = middle_of("oracle")
    analysis = bot("mcts@50ms", position.game).analyse(position.view(position.actor))
    assert analysis.nodes > mcts.FIRST_SLICE


@pytest.mark.parametrize("setting", ["leaf=tea", "explore=much", "horizon=-1", "worlds=better", "noise=nan"])
def test_invalid_settings_are_refused(setting):
    with pytest.raises(UnknownBot, match=setting.partition("=")[2]):
        bot(f"mcts:{setting}", caserne.game("oracle"))
