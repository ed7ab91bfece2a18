"""The average bot: right if the right move is known, deterministic for a seed, and clear about invalid settings."""

from __future__ import annotations

import pytest
from bot_positions import every_game, middle_of

import caserne
from caserne.bots.bot import UnknownBot
from caserne.bots.names import bot


def test_finds_the_only_move_that_can_win():
    """Oracle, last turn, four points behind, a two on the die: only the highest stake can win."""
    game = caserne.game("oracle")
    position = game.position("AB 4 0 5 12")
    analysis = bot("average@20000n", game).analyse(position.view(1))
    values = {candidate.move: candidate.value for candidate in analysis.candidates}
    assert analysis.best == "x3"
    assert values["x1"] == -1


@every_game
@pytest.mark.parametrize("depth", [1, 2])
def test_a_seed_and_a_number_of_nodes_give_the_same_analysis(game_id, depth):
    position = middle_of(game_id)
    observation = position.view(position.actor)
    name = f"average:depth={depth}@600n"
    first, second = (bot(name, position.game, 5).analyse(observation) for _ in range(2))
    assert first == second
    assert {candidate.move for candidate in first.candidates} == set(position.legal())
    assert sum(candidate.weight for candidate in first.candidates) == pytest.approx(1)
    assert all(-1 <= candidate.value <= 1 for candidate in first.candidates)


@every_game
def test_uses_up_its_nodes(game_id):
    position = middle_of(game_id)
    assert bot("average@5000n", position.game).analyse(position.view(position.actor)).nodes >= 5000


def test_keeps_to_its_seconds():
    position = middle_of("oracle")
    assert bot("average@50ms", position.game).analyse(position.view(position.actor)).nodes > 100


@pytest.mark.parametrize("setting", ["worlds=better", "depth=0", "depth=deep"])
def test_invalid_settings_are_refused(setting):
    with pytest.raises(UnknownBot, match=setting.partition("=")[2]):
        bot(f"average:{setting}", caserne.game("oracle"))
