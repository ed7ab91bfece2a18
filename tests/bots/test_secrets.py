"""Bots know only what their seat knows: another hidden state with the same view gives the same move and effort."""

from __future__ import annotations

import pytest
from bot_positions import every_game, random_game
from tiny_net import tiny_file

import caserne
from caserne.bots.names import BOTS, bot


@every_game
@pytest.mark.parametrize("engine", BOTS)
def test_what_is_hidden_does_not_change_a_move(game_id, engine, tmp_path):
    game = caserne.game(game_id)
    if not game.about.hidden:
        pytest.skip("nothing is hidden in this game")
    if engine == "net":
        if game.features is None:
            pytest.skip("a network has nothing to read in this game")
        engine = f"net:weights={tiny_file(tmp_path, game)}"
    positions = [p for p in random_game(game, 8, most=60) if isinstance(p.actor, int)][::7]
    differing = 0
    for number, position in enumerate(positions):
        seat = position.actor
        other = next(world for world in (position.view(seat).sample(n) for n in range(20)) if world != position)
        assert other.view(seat) == position.view(seat)
        differing += 1
        first, second = (moves_and_effort(f"{engine}@100n", truth, number) for truth in (position, other))
        assert first == second, position
    assert differing


def moves_and_effort(name, position, seed):
    """Return a bot's move, and how many nodes it searches for an analysis: what its time would tell."""
    player, view = bot(name, position.game, seed), position.view(position.actor)
    move = player.move(view)
    return move, None if position.in_setup else player.analyse(view)
