"""The alpha-beta engine finds what a plain search finds, keeps to its budget, and plays the same for the same seed."""

from __future__ import annotations

import pytest
from games_and_options import every_game, game_of, random_walk
from plain_minimax import minimax

from caserne.bots.bot import Budget
from caserne.bots.deepening import Deepening
from caserne.bots.transpositions import make_table
from caserne.core.position import Position

MOST_MINIMAX_NODES = 1_000


def searched(
    position: Position, depth: int, lines: int = 1, table_megabytes: int = 1, reduces: bool = False
) -> Deepening:
    """The engine's own search to one depth, its table as the only thing it remembers."""
    deepening = Deepening(position, make_table(table_megabytes), 0, reduces)
    deepening.run(depth, lines, Budget())
    return deepening


def positions_of(game_id: str, seed: int) -> list[Position]:
    walk = random_walk(game_of(game_id, {}), seed, plies=80)
    return [position for position, _ in walk if isinstance(position.actor, int) and not position.in_setup]


def affordable_depth(position: Position) -> int:
    """The depth that the plain search can go."""
    return max(depth for depth in (1, 2, 3, 4) if depth == 1 or position.perft(depth) <= MOST_MINIMAX_NODES)


@pytest.mark.slow
@every_game
def test_the_engine_agrees_with_plain_minimax(game_id):
    for seed in range(4):
        for position in positions_of(game_id, seed)[seed::10]:
            depth, seat = affordable_depth(position), position.actor
            found = searched(position, depth, lines=3)
            plain = {
                action: minimax(position.play_action(action), seat, depth - 1, 1) for action in position.legal_actions()
            }
            values = [plain[move.action] for move in found.moves]
            assert [move.value for move in found.moves[:3]] == values[:3] == sorted(values, reverse=True)[:3], position
            assert all(move.value >= plain[move.action] for move in found.moves), position
